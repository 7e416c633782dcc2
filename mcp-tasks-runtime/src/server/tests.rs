//! What a client sees of a server, line by line.

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

use crate::{Server, TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError};

struct Echo;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct EchoArgs {
    message: String,
}

impl Tool for Echo {
    type Input = EchoArgs;
    type Output = String;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("echo").with_task(TaskSupport::Optional)
    }

    async fn call(input: EchoArgs, _context: TaskContext) -> Result<String, ToolError> {
        Ok(input.message)
    }
}

struct Peer {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    write: WriteHalf<DuplexStream>,
}

impl Peer {
    fn new(server: &Server) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (read, write) = tokio::io::split(theirs);
        let server = server.clone();
        tokio::spawn(async move { server.serve(read, write).await });
        let (read, write) = tokio::io::split(ours);
        Self {
            lines: BufReader::new(read).lines(),
            write,
        }
    }

    async fn send(&mut self, text: &str) {
        self.write.write_all(text.as_bytes()).await.unwrap();
        self.write.write_all(b"\n").await.unwrap();
    }

    async fn recv(&mut self) -> Value {
        serde_json::from_str(&self.lines.next_line().await.unwrap().unwrap()).unwrap()
    }
}

#[tokio::test(start_paused = true)]
async fn smoke() {
    let server = Server::builder("s", "1").tool::<Echo>().build().unwrap();
    let mut peer = Peer::new(&server);
    peer.send(&json!({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}).to_string()).await;
    println!("{}", peer.recv().await);
    for line in [
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"message":"hi"}}}"#,
        r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"echo","arguments":{"message":7}}}"#,
        r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"echo","arguments":{"message":"t"},"_meta":{"modelcontextprotocol.io/task":{"taskId":"a","keepAlive":1000}}}}"#,
    ] {
        peer.send(line).await;
        println!("{}", peer.recv().await);
    }
    println!("{}", peer.recv().await);
    for line in [
        r#"{"jsonrpc":"2.0","id":6,"method":"tasks/get","params":{"taskId":"a"}}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"tasks/result","params":{"taskId":"a"}}"#,
        r#"{"jsonrpc":"2.0","id":8,"method":"tasks/list"}"#,
        r#"nonsense"#,
    ] {
        peer.send(line).await;
        println!("{}", peer.recv().await);
    }
}
