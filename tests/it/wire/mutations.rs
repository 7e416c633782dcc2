//! Lines that are almost right: whatever they are, the server answers each at most once and
//! serves on.

use serde_json::{Value, json};

use crate::support::{NEWEST, Peer, TASK, echoing, link};

/// Numbers that look random and are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below
    }
}

fn lines() -> Vec<String> {
    let request = |method: &str, params: Value| {
        json!({ "jsonrpc": "2.0", "id": "m", "method": method, "params": params }).to_string()
    };
    let meta = json!({ "progressToken": 1, TASK: { "taskId": "t", "keepAlive": 5 } });
    let arguments = json!({ "message": "hé\n" });
    vec![
        request("ping", json!({})),
        request("tools/list", json!({ "cursor": "tools-1" })),
        request(
            "tools/call",
            json!({ "name": "echo", "arguments": arguments, "_meta": meta }),
        ),
        request(
            "tools/call",
            json!({ "name": "echo", "arguments": arguments }),
        ),
        request("tasks/get", json!({ "taskId": "t", "_meta": link("t") })),
        request("tasks/list", json!({ "cursor": "AAAAAAAAAAAAAAAAAAAAAA" })),
        request("tasks/delete", json!({ "taskId": "t" })),
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"m"}}"#.into(),
        r#"{"jsonrpc":"2.0","id":1,"result":{"action":"accept"}}"#.into(),
    ]
}

fn mutate(line: &mut Vec<u8>, numbers: &mut Numbers) {
    const BYTES: &[u8] = b"\"\\{}[]:,0-.eE n\xff\x00\xc3t/";
    if line.is_empty() {
        return;
    }
    let at = numbers.next(line.len());
    let byte = BYTES[numbers.next(BYTES.len())];
    match numbers.next(5) {
        0 => drop(line.remove(at)),
        1 => line.insert(at, byte),
        2 => line[at] = byte,
        3 => line.truncate(at.max(1)),
        _ => {
            let until = at + numbers.next(line.len() - at);
            let copy = line[at..until].to_vec();
            line.splice(at..at, copy);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_server_survives_ten_thousand_lines_that_are_almost_right() {
    let server = echoing().build().unwrap();
    for version in ["2025-03-26", NEWEST] {
        let mut peer = Peer::ready_at(&server, version).await;
        let (lines, mut numbers) = (lines(), Numbers(7));
        for round in 0..5000 {
            let mut line = lines[numbers.next(lines.len())].clone().into_bytes();
            for _ in 0..=numbers.next(3) {
                mutate(&mut line, &mut numbers);
            }
            line.retain(|byte| *byte != b'\n');
            let text = String::from_utf8_lossy(&line).into_owned();
            line.push(b'\n');
            peer.send_bytes(&line).await;
            let ping = peer.begin("ping", json!({})).await;
            peer.answer(ping).await;
            let came = peer.pending().await;
            let answers = came
                .iter()
                .filter(|message| message.get("method").is_none());
            assert!(answers.count() <= 1, "{round}: {text}: {came:?}");
        }
    }
}
