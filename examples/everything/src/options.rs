//! The command line.

use std::fmt;
use std::net::SocketAddr;

/// How to call the program.
const USAGE: &str = "usage: everything stdio | http ADDRESS [--store memory]";

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) transport: Transport,
}

/// Where clients come from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Transport {
    /// Standard input and output.
    Stdio,
    /// HTTP at this address.
    Http(SocketAddr),
}

/// What is wrong with a command line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct UsageError(String);

impl Options {
    /// Reads the arguments after the program's name.
    pub(crate) fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Self, UsageError> {
        let mut arguments = arguments.into_iter();
        let transport = match arguments.next().as_deref() {
            Some("stdio") => Transport::Stdio,
            Some("http") => Transport::Http(address(arguments.next())?),
            Some(other) => return Err(UsageError(format!("unknown transport `{other}`"))),
            None => return Err(UsageError("the transport is missing".to_owned())),
        };
        while let Some(option) = arguments.next() {
            if option != "--store" {
                return Err(UsageError(format!("unknown option `{option}`")));
            }
            match arguments.next().as_deref() {
                Some("memory") => {}
                Some(other) => return Err(UsageError(format!("unknown store `{other}`"))),
                None => return Err(UsageError("`--store` needs a value".to_owned())),
            }
        }
        Ok(Self { transport })
    }
}

fn address(argument: Option<String>) -> Result<SocketAddr, UsageError> {
    let text = argument.ok_or_else(|| UsageError("`http` needs an address".to_owned()))?;
    let parsed = text.parse();
    parsed.map_err(|_| UsageError(format!("`{text}` is no address such as 127.0.0.1:8931")))
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{USAGE}", self.0)
    }
}

impl std::error::Error for UsageError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, UsageError> {
        Options::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn what_is_built_is_accepted() {
        let stdio = Ok(Options {
            transport: Transport::Stdio,
        });
        assert_eq!(parse("stdio"), stdio);
        let http = Ok(Options {
            transport: Transport::Http(([127, 0, 0, 1], 8931).into()),
        });
        assert_eq!(parse("http 127.0.0.1:8931"), http);
        assert_eq!(parse("stdio --store memory"), stdio);
    }

    #[test]
    fn what_is_not_is_named() {
        for (line, named) in [
            ("", "transport"),
            ("carrier-pigeon", "`carrier-pigeon`"),
            ("http", "`http`"),
            ("http nowhere", "`nowhere`"),
            ("stdio --store", "`--store`"),
            ("stdio --store floppy:", "`floppy:`"),
            ("stdio --fast", "`--fast`"),
        ] {
            let error = parse(line).unwrap_err().to_string();
            assert!(
                error.contains(named) && error.contains(USAGE),
                "{line}: {error}"
            );
        }
    }
}
