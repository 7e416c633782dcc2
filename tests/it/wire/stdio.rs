//! Whole processes: standard input and output, the end of the one and signals.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::support::{TASK, error_of, text};

/// A server's process, and its client's ends of the pipes.
struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl Process {
    fn start(drain_ms: u32) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stdio-server"))
            .arg(drain_ms.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut process = Self {
            child,
            stdin,
            stdout,
        };
        let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {} });
        process.send(0, "initialize", params);
        assert_eq!(process.next()["id"], 0);
        process
    }

    fn write(&mut self, message: &Value) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(format!("{message}\n").as_bytes()).unwrap();
    }

    fn send(&mut self, id: i64, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// What comes up to the end of its output; every line is a message.
    fn rest(&mut self) -> Vec<Value> {
        let mut text = String::new();
        self.stdout.read_to_string(&mut text).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    fn ends_well(mut self) {
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }

    #[cfg(unix)]
    fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        let killed = Command::new("kill").args([signal, &pid]).status();
        assert!(killed.unwrap().success());
    }
}

impl Drop for Process {
    /// A test that failed leaves nothing behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn task(tool: &str, id: &str) -> Value {
    json!({ "name": tool, "arguments": { "message": "hi" }, "_meta": { TASK: { "taskId": id } } })
}

fn by_id(messages: &[Value], id: i64) -> &Value {
    let found = messages.iter().find(|message| message["id"] == id);
    found.unwrap_or_else(|| panic!("no answer to {id} in {messages:?}"))
}

#[test]
fn r05_calls_in_flight_are_answered_when_standard_input_ends() {
    let mut process = Process::start(30_000);
    for n in 1..=20 {
        let plain = json!({ "name": "echo", "arguments": { "message": n } });
        process.send(n, "tools/call", plain);
        process.send(100 + n, "tools/call", task("echo", &format!("t{n}")));
    }
    process.stdin = None;
    let rest = process.rest();
    for n in 1..=20 {
        assert_eq!(text(&by_id(&rest, n)["result"]), n.to_string());
        assert_eq!(text(&by_id(&rest, 100 + n)["result"]), "\"hi\"");
    }
    assert_eq!(
        rest.len(),
        60,
        "20 plain answers, 20 of tasks, 20 notifications"
    );
    process.ends_well();
}

#[test]
fn a_client_that_leaves_at_once_ends_the_process() {
    let mut process = Process::start(30_000);
    process.stdin = None;
    assert_eq!(process.rest(), [] as [Value; 0]);
    process.ends_well();
}

#[test]
fn r23_a_tool_that_never_returns_does_not_keep_the_process() {
    let mut process = Process::start(100);
    process.send(1, "tools/call", task("spin", "t"));
    assert_eq!(process.next()["method"], "notifications/tasks/created");
    process.send(2, "tools/call", json!({ "name": "ask" }));
    assert_eq!(process.next()["method"], "ping");
    process.stdin = None;
    let rest = process.rest();
    // The question has nobody to answer it any more.
    assert_eq!(
        text(&by_id(&rest, 2)["result"]),
        "the client is not connected"
    );
    let text = "Task was cancelled: the server is shutting down".to_owned();
    assert_eq!(error_of(by_id(&rest, 1)), (-32800, text));
    process.ends_well();
}

#[cfg(unix)]
#[test]
fn r23_a_process_that_is_told_to_stop_answers_and_ends() {
    for signal in ["-TERM", "-INT"] {
        let mut process = Process::start(100);
        process.send(1, "tools/call", json!({ "name": "ask" }));
        assert_eq!(process.next()["method"], "ping");
        process.send(2, "tools/call", task("ask", "t"));
        assert_eq!(process.next()["method"], "notifications/tasks/created");
        assert_eq!(process.next()["method"], "ping");
        process.signal(signal);
        let rest = process.rest();
        for id in [1, 2] {
            let answer = by_id(&rest, id);
            assert_eq!(text(&answer["result"]), "the client is not connected");
        }
        process.ends_well();
    }
}

#[test]
fn garbage_on_standard_input_is_told_and_survived() {
    let mut process = Process::start(30_000);
    let stdin = process.stdin.as_mut().unwrap();
    stdin
        .write_all(b"\xef\xbb\xbf\r\nnonsense\r\n\xff\xfe\n")
        .unwrap();
    process.send(1, "ping", json!({}));
    assert_eq!(error_of(&process.next()).0, -32700);
    assert_eq!(error_of(&process.next()).0, -32700);
    assert_eq!(process.next()["result"], json!({}));
    process.stdin = None;
    assert!(process.rest().is_empty());
    process.ends_well();
}
