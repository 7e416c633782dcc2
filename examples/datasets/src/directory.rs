//! The one directory whose files can be named from outside.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::analysis::{Analysis, AnalysisError};

/// A directory of data sets, each named by its path below it.
///
/// A name never leads out of the directory: neither an absolute path nor `..` nor a symbolic link
/// does. No error tells where the directory is.
#[derive(Clone, Debug)]
pub struct DataDirectory {
    root: PathBuf,
}

impl DataDirectory {
    /// The directory at that path.
    ///
    /// # Errors
    ///
    /// When there is no such directory.
    pub fn new(path: impl AsRef<Path>) -> io::Result<Self> {
        let root = path.as_ref().canonicalize()?;
        if root.is_dir() {
            Ok(Self { root })
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    /// Opens a data set.
    ///
    /// # Errors
    ///
    /// When the name is none of a data set here, or the file's header is unusable.
    pub fn open(&self, dataset: &str) -> Result<Analysis, DirectoryError> {
        let mut components = Path::new(dataset).components().peekable();
        let is_below = components.peek().is_some()
            && components.all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        if !is_below {
            return Err(DirectoryError::Outside {
                dataset: dataset.to_owned(),
            });
        }
        let Ok(path) = self.root.join(dataset).canonicalize() else {
            return Err(self.unknown(dataset));
        };
        if !path.starts_with(&self.root) {
            return Err(DirectoryError::Outside {
                dataset: dataset.to_owned(),
            });
        }
        Ok(Analysis::open_as(dataset, path)?)
    }

    /// The names of the CSV files in the directory itself, sorted.
    ///
    /// # Errors
    ///
    /// When the directory cannot be read.
    pub fn list(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in self.root.read_dir()? {
            let path = entry?.path();
            let is_csv = path
                .extension()
                .is_some_and(|ext| ext.eq_ignore_ascii_case("csv"));
            if let Some(name) = path.file_name().and_then(|name| name.to_str())
                && is_csv
                && path.is_file()
            {
                names.push(name.to_owned());
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    fn unknown(&self, dataset: &str) -> DirectoryError {
        /// So many names still make a readable sentence.
        const MOST: usize = 20;
        let mut available = self.list().unwrap_or_default();
        available.truncate(MOST);
        DirectoryError::Unknown {
            dataset: dataset.to_owned(),
            available,
        }
    }
}

/// Why a data set of a directory cannot be analysed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DirectoryError {
    /// The name leads out of the directory, or is none.
    #[error("`{dataset}` is not the path of a file below the data directory")]
    Outside {
        /// The name.
        dataset: String,
    },
    /// There is no such data set.
    #[error("there is no data set `{dataset}`{}", among(.available))]
    Unknown {
        /// The name.
        dataset: String,
        /// Some that there are.
        available: Vec<String>,
    },
    /// The file cannot be analysed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
}

fn among(available: &[String]) -> String {
    if available.is_empty() {
        return String::new();
    }
    let names: Vec<_> = available.iter().map(|name| format!("`{name}`")).collect();
    format!("; there is {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Scratch;

    fn scratch(name: &str) -> (Scratch, DataDirectory) {
        let scratch = Scratch::new(name);
        scratch.write("outside.csv", "a,b\n1,2\n");
        scratch.write("data/inside.csv", "a,b\n1,2\n");
        scratch.write("data/2024/more.csv", "a,b\n1,2\n");
        scratch.write("data/notes.txt", "no data\n");
        let directory = DataDirectory::new(scratch.path().join("data")).unwrap();
        (scratch, directory)
    }

    #[test]
    fn a_file_is_opened_by_its_path_below_the_directory() {
        let (_scratch, directory) = scratch("below");
        for dataset in ["inside.csv", "./inside.csv", "2024/more.csv"] {
            assert_eq!(directory.open(dataset).unwrap().finish().dataset, dataset);
        }
    }

    #[test]
    fn a_name_that_leads_out_is_refused() {
        let (scratch, directory) = scratch("out");
        let absolute = scratch.path().join("data/inside.csv");
        let absolute = absolute.to_str().unwrap();
        for dataset in [
            absolute,
            "../outside.csv",
            "2024/../inside.csv",
            "..",
            "/etc/passwd",
            "",
        ] {
            let error = directory.open(dataset).unwrap_err();
            assert!(
                matches!(error, DirectoryError::Outside { .. }),
                "{dataset}: {error}"
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_is_refused() {
        let (scratch, directory) = scratch("link");
        let link = |to: &str, from: &str| {
            std::os::unix::fs::symlink(scratch.path().join(to), scratch.path().join(from)).unwrap();
        };
        link("outside.csv", "data/out.csv");
        link("data/inside.csv", "data/in.csv");
        assert!(matches!(
            directory.open("out.csv"),
            Err(DirectoryError::Outside { .. })
        ));
        assert!(directory.open("in.csv").is_ok());
    }

    #[test]
    fn an_unknown_name_is_answered_with_those_there_are() {
        let (scratch, directory) = scratch("unknown");
        for dataset in ["insider.csv", "inside.csv/x", "in\0side.csv"] {
            let error = directory.open(dataset).unwrap_err();
            let expected = format!("there is no data set `{dataset}`; there is `inside.csv`");
            assert_eq!(error.to_string(), expected);
            assert!(!error.to_string().contains(scratch.path().to_str().unwrap()));
        }
    }

    #[test]
    fn a_directory_is_no_data_set() {
        let (_scratch, directory) = scratch("directory");
        for dataset in ["2024", "."] {
            let error = directory.open(dataset).unwrap_err();
            assert_eq!(error.to_string(), format!("`{dataset}` is not a file"));
        }
    }

    #[test]
    fn only_csv_files_are_listed() {
        let (scratch, directory) = scratch("list");
        scratch.write("data/also.CSV", "a\n");
        assert_eq!(directory.list().unwrap(), ["also.CSV", "inside.csv"]);
    }

    #[test]
    fn a_file_is_no_directory() {
        let scratch = Scratch::new("file");
        let file = scratch.write("file.csv", "a\n");
        assert!(DataDirectory::new(file).is_err());
        assert!(DataDirectory::new(scratch.path().join("none")).is_err());
    }
}
