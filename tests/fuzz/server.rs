//! A whole server on a pipe, fed with whatever comes.

use std::collections::BTreeMap;
use std::time::Duration;

use mcp_tasks_runtime::{Server, TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// The id of the request that is sent after everything else.
const LAST: &str = "the last of all";

/// More than one round of anything; what a server writes must fit, for nobody reads meanwhile.
const PIPE: usize = 1 << 20;

/// The server answers each request at most once, writes nothing but JSON-RPC, still answers when
/// all of it has come, and ends well with its input.
pub fn server(data: &[u8]) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build();
    let runtime = runtime.unwrap_or_else(|error| panic!("no runtime: {error}"));
    let written = runtime.block_on(serve(data));
    let mut open = asked(data);
    let mut last = 0;
    for line in written.lines() {
        let message: Value = serde_json::from_str(line)
            .unwrap_or_else(|error| panic!("written, and no JSON: {error} in {line}"));
        for message in as_batch(&message) {
            assert_eq!(message["jsonrpc"], "2.0", "in {line}");
            if message.get("method").is_some() {
                continue;
            }
            assert!(message.get("result").is_some() != message.get("error").is_some());
            match message.get("id") {
                Some(id) if *id == json!(LAST) => last += 1,
                Some(id) => {
                    let open = open.get_mut(&id.to_string()).filter(|open| **open > 0);
                    *open.unwrap_or_else(|| panic!("an answer too many: {line}")) -= 1;
                }
                None => assert!(message["error"]["code"].is_i64(), "in {line}"),
            }
        }
    }
    assert_eq!(last, 1, "answers to the last request in {written}");
}

/// Feeds a server, and gives all that it wrote.
async fn serve(data: &[u8]) -> String {
    let built = Server::builder("fuzzed", "1")
        .tool::<Echo>()
        .tool::<Sleep>()
        .tool::<Asking>()
        .drain(Duration::from_secs(1))
        .build();
    let server = built.unwrap_or_else(|error| panic!("no server: {error}"));
    let (mut input, to_read) = tokio::io::duplex(PIPE);
    let (to_write, mut output) = tokio::io::duplex(PIPE);
    let feed = async {
        let last = json!({ "jsonrpc": "2.0", "id": LAST, "method": "ping" });
        // Refused only when the server has ended, which the missing answer then tells.
        let _ = input.write_all(data).await;
        let _ = input.write_all(format!("\n{last}\n").as_bytes()).await;
        drop(input);
    };
    let mut written = String::new();
    let (served, (), read) = tokio::join!(
        server.serve(to_read, to_write),
        feed,
        output.read_to_string(&mut written)
    );
    if let Err(error) = served {
        panic!("the server failed: {error}");
    }
    if let Err(error) = read {
        panic!("unreadable output: {error}");
    }
    written
}

/// How many requests of each id there may be in what a client sends. Read no deeper than the
/// server reads it: what parameters hold may be nested as it likes.
fn asked(data: &[u8]) -> BTreeMap<String, usize> {
    type Members = BTreeMap<String, Box<RawValue>>;
    let mut asked = BTreeMap::new();
    for line in data.split(|byte| *byte == b'\n') {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let messages = serde_json::from_slice::<Vec<Box<RawValue>>>(line);
        let messages = messages.or_else(|_| serde_json::from_slice(line).map(|one| vec![one]));
        for message in messages.unwrap_or_default() {
            let members = serde_json::from_str::<Members>(message.get()).unwrap_or_default();
            let id = members
                .get("id")
                .map(|id| serde_json::from_str::<Value>(id.get()));
            if let Some(Ok(id)) = id {
                *asked.entry(id.to_string()).or_default() += 1;
            }
        }
    }
    asked
}

fn as_batch(value: &Value) -> &[Value] {
    match value {
        Value::Array(messages) => messages,
        message => std::slice::from_ref(message),
    }
}

type Arguments = Map<String, Value>;

/// Gives its arguments back.
struct Echo;

impl Tool for Echo {
    type Input = Arguments;
    type Output = String;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("echo").with_task(TaskSupport::Optional)
    }

    async fn call(input: Arguments, _: TaskContext) -> Result<String, ToolError> {
        Ok(Value::Object(input).to_string())
    }
}

/// Takes a while, and says so.
struct Sleep;

impl Tool for Sleep {
    type Input = Arguments;
    type Output = ();

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("sleep").with_task(TaskSupport::Required)
    }

    async fn call(_: Arguments, context: TaskContext) -> Result<(), ToolError> {
        for done in 1..=3 {
            context.progress(done, 3).await;
            context.status(format!("{done} of 3")).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Ok(())
    }
}

/// Asks the client.
struct Asking;

impl Tool for Asking {
    type Input = Arguments;
    type Output = String;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("asking").with_task(TaskSupport::Optional)
    }

    async fn call(input: Arguments, context: TaskContext) -> Result<String, ToolError> {
        let answer: Value = context.request("elicitation/create", &input).await?;
        Ok(answer.to_string())
    }
}
