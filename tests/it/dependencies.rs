//! What a server pulls in.

use std::collections::BTreeSet;
use std::process::Command;

/// The crates in the normal dependency tree of a package of the workspace, itself included.
fn crates(package: &str) -> BTreeSet<String> {
    let tree = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--offline",
            "--locked",
        ])
        .args(["--package", package])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&tree.stderr);
    assert!(tree.status.success(), "{errors}");
    let lines = String::from_utf8(tree.stdout).unwrap();
    let name_and_version = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().take(2).collect();
        words.join(" ")
    };
    lines
        .lines()
        .filter(|line| !line.is_empty())
        .map(name_and_version)
        .collect()
}

#[test]
fn a_stdio_server_of_one_tool_has_fewer_than_60_crates() {
    let crates = crates("datasets");
    assert!(crates.len() > 20, "the tree was read: {crates:?}");
    assert!(crates.len() < 60, "{}: {crates:?}", crates.len());
}

#[test]
fn an_http_server_has_fewer_than_110_crates() {
    let crates = crates("everything");
    assert!(
        crates.iter().any(|name| name.starts_with("axum ")),
        "{crates:?}"
    );
    assert!(crates.len() < 110, "{}: {crates:?}", crates.len());
}
