//! Checks each message of a server as it comes: against the schema of the dialect that it answers
//! in, and for words of other dialects.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::schema::{V2025_11_25, V2026_07_28, assert_valid};
use super::{RELATED, TASK};

/// The dialect in which a message is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    /// The draft, and whatever else a version before 2025-11-25 says.
    Draft,
    November,
    July,
}

/// Words that only one dialect has.
const DRAFT: &[&str] = &[TASK, RELATED, "keepAlive", "pollFrequency"];
const NOVEMBER: &[&str] = &[
    "io.modelcontextprotocol/related-task",
    "io.modelcontextprotocol/model-immediate-response",
    "ttl",
    "pollInterval",
];
const JULY: &[&str] = &[
    "resultType",
    "ttlMs",
    "pollIntervalMs",
    "cacheScope",
    "inputRequests",
    "requestState",
    "supportedVersions",
    "io.modelcontextprotocol/serverInfo",
    "io.modelcontextprotocol/subscriptionId",
];
/// Words that the draft does not have.
const LATER: &[&str] = &["createdAt", "lastUpdatedAt", "statusMessage"];

/// What stands in these is the tool's own.
const OPAQUE: &[&str] = &[
    "content",
    "structuredContent",
    "tools",
    "requestedSchema",
    "data",
];

#[derive(Debug)]
struct Asked {
    method: String,
    dialect: Dialect,
    /// Only the capability of 2025-11-25 was declared.
    legacy_reader: bool,
}

/// What was asked on a connection, so far as answers depend on it.
#[derive(Debug, Default)]
pub(crate) struct Lint {
    version: Option<String>,
    asked: HashMap<String, Asked>,
    tokens: HashMap<String, Dialect>,
    draft_tasks: HashSet<String>,
    used: (bool, bool),
}

impl Lint {
    /// The client says this.
    pub(crate) fn said(&mut self, message: &Value) {
        if let Some(batch) = message.as_array() {
            batch.iter().for_each(|message| self.said(message));
        }
        let (Some(method), params) = (message["method"].as_str(), &message["params"]) else {
            return;
        };
        let dialect = self.dialect(method, params);
        let token = &params["_meta"]["progressToken"];
        if !token.is_null() {
            self.tokens.insert(token.to_string(), dialect);
        }
        let declared = &params["_meta"]["io.modelcontextprotocol/clientCapabilities"];
        let asked = Asked {
            method: method.to_owned(),
            dialect,
            legacy_reader: declared["tasks"].is_object() && declared["extensions"].is_null(),
        };
        if let Some(id) = message.get("id") {
            self.asked.insert(id.to_string(), asked);
        }
    }

    fn dialect(&mut self, method: &str, params: &Value) -> Dialect {
        let meta = &params["_meta"];
        let modern = ["protocolVersion", "clientCapabilities", "clientInfo"]
            .iter()
            .any(|key| meta.get(format!("io.modelcontextprotocol/{key}")).is_some());
        if modern {
            return Dialect::July;
        }
        if self.version.as_deref() != Some("2025-11-25") {
            return Dialect::Draft;
        }
        let by_id = params["taskId"]
            .as_str()
            .is_some_and(|id| self.draft_tasks.contains(id));
        let is_draft = match method {
            "tools/call" if params.get("task").is_some() => {
                self.used.1 = true;
                false
            }
            "tools/call" => {
                let wish = meta.get(TASK);
                if let Some(id) = wish.and_then(|wish| wish["taskId"].as_str()) {
                    self.used.0 = true;
                    self.draft_tasks.insert(id.to_owned());
                }
                wish.is_some()
            }
            "tasks/get" | "tasks/result" => meta.get(RELATED).is_some() || by_id,
            "tasks/list" => self.used == (true, false),
            "tasks/delete" => true,
            _ => false,
        };
        if is_draft {
            Dialect::Draft
        } else {
            Dialect::November
        }
    }

    /// The server says this.
    #[track_caller]
    pub(crate) fn heard(&mut self, message: &Value) {
        if let Some(batch) = message.as_array() {
            batch.iter().for_each(|message| self.heard(message));
        } else if let Some(method) = message["method"].as_str() {
            self.unasked(method, message);
        } else {
            self.answer(message);
        }
    }

    #[track_caller]
    fn unasked(&self, method: &str, message: &Value) {
        let params = &message["params"];
        let dialect = match method {
            "notifications/tasks/status" => {
                assert_valid(&V2025_11_25, "TaskStatusNotification", message);
                Dialect::November
            }
            "notifications/tasks" => {
                assert_valid(&V2026_07_28, "TaskNotification", message);
                Dialect::July
            }
            "notifications/subscriptions/acknowledged" => {
                let definition = "SubscriptionsAcknowledgedNotification";
                assert_valid(&V2026_07_28, definition, message);
                Dialect::July
            }
            "notifications/cancelled" if message.to_string().contains("subscriptionId") => {
                assert_valid(&V2026_07_28, "CancelledNotification", message);
                Dialect::July
            }
            "notifications/progress" => {
                let token = params["progressToken"].to_string();
                let Some(&dialect) = self.tokens.get(&token) else {
                    return;
                };
                if dialect != Dialect::Draft {
                    assert_valid(&V2025_11_25, "ProgressNotification", message);
                }
                dialect
            }
            "elicitation/create" if params["_meta"].to_string().contains("io.modelcontext") => {
                assert_valid(&V2025_11_25, "LinkedElicitRequest", message);
                Dialect::November
            }
            _ => return,
        };
        check_words(dialect, params, message);
    }

    #[track_caller]
    fn answer(&mut self, message: &Value) {
        let id = message.get("id").map(Value::to_string);
        let asked = id.and_then(|id| self.asked.remove(&id));
        if message.get("error").is_some() {
            return check_error(message, asked.as_ref());
        }
        // Bytes that a test sends by hand are not read along.
        let Some(asked) = asked else { return };
        let result = &message["result"];
        if asked.method == "initialize" {
            self.version = result["protocolVersion"].as_str().map(str::to_owned);
        }
        match asked.dialect {
            Dialect::Draft => {}
            Dialect::November => check_november(&asked, message),
            Dialect::July => check_july(&asked, result),
        }
        if !(asked.legacy_reader || result.get("task").is_some()) {
            check_words(asked.dialect, result, message);
        }
    }
}

#[track_caller]
fn check_error(message: &Value, asked: Option<&Asked>) {
    assert_valid(&V2025_11_25, "ErrorResponse", message);
    let code = message["error"]["code"].as_i64().unwrap();
    if asked.is_some_and(|asked| asked.dialect == Dialect::July) {
        match code {
            -32021 => assert_valid(
                &V2026_07_28,
                "MissingRequiredClientCapabilityError",
                message,
            ),
            -32022 => assert_valid(&V2026_07_28, "UnsupportedProtocolVersionError", message),
            _ => {}
        }
    } else if asked.is_none_or(|asked| asked.method != "tasks/result") {
        // What a task failed with is told as it is.
        let modern = (-32099..=-32020).contains(&code);
        assert!(!modern, "a code of 2026-07-28: {message}");
    }
}

#[track_caller]
fn check_november(asked: &Asked, message: &Value) {
    let result = &message["result"];
    let definition = match asked.method.as_str() {
        "initialize" => "InitializeResult",
        "tools/list" => "ListToolsResult",
        "tools/call" if result.get("task").is_none() => "CallToolResult",
        "tools/call" if result.get("content").is_some() => "PlainCreateTaskResult",
        "tools/call" => "CreateTaskResult",
        "tasks/get" | "tasks/cancel" => "Task",
        "tasks/result" => "TaskPayloadResult",
        "tasks/list" => "ListTasksResult",
        "ping" | "logging/setLevel" => return assert_eq!(*result, json!({})),
        other if is_of_catalog(other) => return,
        other => panic!("{other} has no answer: {message}"),
    };
    assert_valid(&V2025_11_25, "ResultResponse", message);
    assert_valid(&V2025_11_25, definition, result);
}

/// Whether the method is about prompts, resources or completion, whose results have tests of
/// their own.
fn is_of_catalog(method: &str) -> bool {
    let kind = method.split('/').next().unwrap_or_default();
    ["prompts", "resources", "completion"].contains(&kind)
}

#[track_caller]
fn check_july(asked: &Asked, result: &Value) {
    let definition = match (asked.method.as_str(), result["resultType"].as_str()) {
        ("server/discover", _) => "DiscoverResult",
        ("tools/list", _) => "ListToolsResult",
        ("tools/call", Some("task")) => "CreateTaskResult",
        ("tools/call", Some("input_required")) => "InputRequiredResult",
        ("tools/call", _) => "CallToolResult",
        ("tasks/get", _) if asked.legacy_reader => "LegacyTaskResult",
        ("tasks/get", _) => "GetTaskResult",
        ("tasks/update" | "tasks/cancel", _) => "Acknowledgement",
        ("subscriptions/listen", _) => "SubscriptionsListenResult",
        ("prompts/get" | "resources/read", Some("input_required")) => "InputRequiredResult",
        (other, kind) if is_of_catalog(other) => return assert_eq!(kind, Some("complete")),
        (other, _) => panic!("{other} has no answer: {result}"),
    };
    assert_valid(&V2026_07_28, definition, result);
}

/// No word of another dialect.
#[track_caller]
fn check_words(dialect: Dialect, part: &Value, message: &Value) {
    let foreign: [&[&str]; 3] = match dialect {
        Dialect::Draft => [NOVEMBER, JULY, LATER],
        Dialect::November => [DRAFT, JULY, &[]],
        Dialect::July => [DRAFT, NOVEMBER, &[]],
    };
    match part {
        Value::Object(members) => {
            for (name, member) in members {
                let foreign = foreign.concat().contains(&name.as_str());
                assert!(
                    !foreign,
                    "{name} is no word of the {dialect:?} dialect: {message}"
                );
                if !OPAQUE.contains(&name.as_str()) {
                    check_words(dialect, member, message);
                }
            }
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| check_words(dialect, item, message)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the lint finds of an answer to this request.
    fn hears(request: Value, answer: Value) {
        let mut lint = Lint {
            version: Some("2025-11-25".to_owned()),
            ..Lint::default()
        };
        lint.said(&request);
        lint.heard(&answer);
    }

    fn get(params: Value) -> Value {
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tasks/get", "params": params })
    }

    fn state(more: Value) -> Value {
        let mut result = json!({
            "taskId": "t", "status": "working", "createdAt": "", "lastUpdatedAt": "",
        });
        for (key, value) in more.as_object().unwrap() {
            result[key] = value.clone();
        }
        json!({ "jsonrpc": "2.0", "id": 1, "result": result })
    }

    #[test]
    fn an_answer_in_the_words_of_its_request_passes() {
        hears(get(json!({ "taskId": "t" })), state(json!({ "ttl": null })));
    }

    #[test]
    #[should_panic(expected = "ttlMs")]
    fn an_answer_of_2026_07_28_to_a_request_of_2025_11_25() {
        hears(
            get(json!({ "taskId": "t" })),
            state(json!({ "ttlMs": null })),
        );
    }

    #[test]
    #[should_panic(expected = "fits nothing")]
    fn an_answer_of_2025_11_25_to_a_request_of_2026_07_28() {
        let params = crate::support::july::of_task("t");
        hears(get(params), state(json!({ "ttl": null })));
    }

    #[test]
    #[should_panic(expected = "createdAt is no word of the Draft dialect")]
    fn an_answer_of_2025_11_25_to_a_request_of_the_draft() {
        let params = json!({ "taskId": "t", "_meta": crate::support::link("t") });
        hears(get(params), state(json!({ "ttl": null })));
    }

    #[test]
    #[should_panic(expected = "a code of 2026-07-28")]
    fn an_error_of_2026_07_28_to_a_request_of_2025_11_25() {
        let error = json!({ "code": -32021, "message": "" });
        let answer = json!({ "jsonrpc": "2.0", "id": 1, "error": error });
        hears(get(json!({ "taskId": "t" })), answer);
    }
}
