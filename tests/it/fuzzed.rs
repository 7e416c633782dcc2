//! The targets of the fuzzer, on their corpus and on small changes of it: always the same ones.

use std::path::{Path, PathBuf};

use mcp_tasks_tests::fuzz::TARGETS;

/// How many changes of each file of the corpus.
const CHANGES: usize = 60;

#[test]
fn every_target_holds_on_its_corpus_and_on_changes_of_it() {
    for (name, target) in TARGETS {
        let corpus = corpus(name);
        assert!(!corpus.is_empty(), "no corpus of {name}");
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for file in &corpus {
            let seed = std::fs::read(file).unwrap();
            target(&seed);
            for _ in 0..CHANGES {
                target(&random.changed(&seed));
            }
        }
    }
}

fn corpus(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fuzz/corpus")
        .join(name);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

/// A small generator (xorshift), for changes that are the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound.max(1)
    }

    /// The bytes with up to four changes: a byte flipped, a piece removed, repeated, or replaced
    /// by what often makes a difference.
    fn changed(&mut self, seed: &[u8]) -> Vec<u8> {
        const PIECES: [&[u8]; 12] = [
            b"null",
            b"\"\"",
            b"{}",
            b"[]",
            b"-1",
            b"1e999",
            b"\\ud800",
            b"\n",
            b"\x00",
            b"\xff",
            b"}",
            b"\"_meta\":",
        ];
        let mut bytes = seed.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len() + 1);
            let end = (at + self.below(24)).min(bytes.len());
            match self.below(4) {
                0 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                1 => drop(bytes.drain(at..end)),
                2 => {
                    let piece = bytes[at..end].to_vec();
                    bytes.splice(at..at, piece);
                }
                _ => drop(bytes.splice(at..end, PIECES[self.below(12)].iter().copied())),
            }
        }
        bytes
    }
}
