//! A client of the endpoint, whose every message is checked for words of other dialects.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::BodyExt as _;
use mcp_tasks_runtime::Server;
use serde_json::{Value, json};
use tokio::time::timeout;
use tower::ServiceExt as _;

use crate::support::Lint;

/// How long anything may take. Under a paused clock it passes at once when nothing is left to do.
const PATIENCE: Duration = Duration::from_secs(3 * 60 * 60);

/// Says what it says with the same headers.
#[derive(Clone, Debug)]
pub(super) struct Client {
    router: Router,
    headers: HeaderMap,
    lint: Arc<Mutex<Lint>>,
}

/// A request.
pub(super) fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
}

/// A notification.
pub(super) fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// `initialize`, by a client that answers everything.
pub(super) fn initialize(version: &str) -> Value {
    let params = json!({
        "protocolVersion": version,
        "capabilities": { "elicitation": {}, "sampling": {}, "roots": {} },
        "clientInfo": { "name": "tests", "version": "1" },
    });
    request(0, "initialize", params)
}

impl Client {
    /// Says nothing of a session or a version.
    pub(super) fn new(server: &Server) -> Self {
        Self::of(server.clone().into_router())
    }

    pub(super) fn of(router: Router) -> Self {
        let client = Self {
            router,
            headers: HeaderMap::new(),
            lint: Arc::default(),
        };
        client
            .with("host", "localhost")
            .with("content-type", "application/json")
            .with("accept", "application/json, text/event-stream")
    }

    /// The same client with another value of a header.
    pub(super) fn with(&self, name: &'static str, value: &str) -> Self {
        let mut client = self.clone();
        let value = HeaderValue::from_str(value).unwrap();
        client.headers.insert(HeaderName::from_static(name), value);
        client
    }

    pub(super) fn without(&self, name: &str) -> Self {
        let mut client = self.clone();
        client.headers.remove(name);
        client
    }

    /// The same endpoint for somebody else.
    pub(super) fn another(&self) -> Self {
        Self::of(self.router.clone())
    }

    /// Does the handshake, and is in the session from then on.
    pub(super) async fn ready(self, version: &str) -> Self {
        let mut opened = self.post(initialize(version)).await;
        let answer = opened.json().await;
        assert_eq!(answer["result"]["protocolVersion"], version, "{answer}");
        let session = opened.header("mcp-session-id").unwrap();
        let client = self
            .with("mcp-session-id", session)
            .with("mcp-protocol-version", version);
        let said = notification("notifications/initialized", json!({}));
        assert_eq!(client.post(said).await.status, StatusCode::ACCEPTED);
        client
    }

    /// The same client with the headers that 2026-07-28 wants for a message.
    pub(super) fn mirroring(&self, message: &Value) -> Self {
        let params = &message["params"];
        let name = ["name", "uri", "taskId"]
            .iter()
            .find_map(|key| params[key].as_str());
        let client = self
            .with("mcp-protocol-version", "2026-07-28")
            .with("mcp-method", message["method"].as_str().unwrap());
        match name {
            Some(name) => client.with("mcp-name", name),
            None => client,
        }
    }

    /// Sends whatever it is.
    pub(super) async fn send(&self, method: Method, body: impl Into<Body>) -> Exchange {
        let mut request = Request::new(body.into());
        *request.method_mut() = method;
        *request.uri_mut() = "/mcp".parse().unwrap();
        *request.headers_mut() = self.headers.clone();
        let response = timeout(PATIENCE, self.router.clone().oneshot(request)).await;
        let response = response.expect("nothing is answered").unwrap();
        Exchange::new(response, Arc::clone(&self.lint))
    }

    pub(super) async fn get(&self) -> Exchange {
        self.send(Method::GET, Body::empty()).await
    }

    pub(super) async fn delete(&self) -> Exchange {
        self.send(Method::DELETE, Body::empty()).await
    }

    /// Sends one message.
    pub(super) async fn post(&self, message: Value) -> Exchange {
        self.lint.lock().unwrap().said(&message);
        self.send(Method::POST, message.to_string()).await
    }

    /// Sends a request, and gives the result.
    pub(super) async fn result(&self, id: impl Into<Value>, method: &str, params: Value) -> Value {
        let answer = self.post(request(id, method, params)).await.json().await;
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Status and code of the error that a message is answered with; 0 for none.
    pub(super) async fn verdict(&self, message: Value) -> (u16, i64) {
        let mut answered = self.post(message).await;
        let answer = answered.json().await;
        let code = answer["error"]["code"].as_i64().unwrap_or_default();
        (answered.status.as_u16(), code)
    }

    /// Sends a request of 2026-07-28, and gives the result.
    pub(super) async fn july(&self, id: impl Into<Value>, method: &str, params: Value) -> Value {
        let message = request(id, method, params);
        let answer = self.mirroring(&message).post(message).await.json().await;
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }
}

/// An event, as it came.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Event {
    pub(super) id: Option<String>,
    pub(super) retry: Option<String>,
    pub(super) data: String,
}

impl Event {
    fn parse(text: &str) -> Self {
        let mut event = Self::default();
        for line in text.lines() {
            match line.split_once(": ") {
                Some(("id", id)) => event.id = Some(id.to_owned()),
                Some(("retry", retry)) => event.retry = Some(retry.to_owned()),
                Some(("data", data)) => event.data.push_str(data),
                _ => panic!("no field of an event: {line:?}"),
            }
        }
        event
    }
}

/// What came for a request.
#[derive(Debug)]
pub(super) struct Exchange {
    pub(super) status: StatusCode,
    headers: HeaderMap,
    body: Body,
    unread: String,
    lint: Arc<Mutex<Lint>>,
}

impl Exchange {
    fn new(response: Response<Body>, lint: Arc<Mutex<Lint>>) -> Self {
        let (parts, body) = response.into_parts();
        Self {
            status: parts.status,
            headers: parts.headers,
            body,
            unread: String::new(),
            lint,
        }
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    #[track_caller]
    pub(super) fn is_stream(&self) {
        assert_eq!(self.header("content-type"), Some("text/event-stream"));
    }

    /// The whole body.
    pub(super) async fn bytes(&mut self) -> Vec<u8> {
        let body = std::mem::take(&mut self.body);
        let whole = timeout(PATIENCE, body.collect()).await;
        whole
            .expect("the body does not end")
            .unwrap()
            .to_bytes()
            .to_vec()
    }

    /// The message that the body is.
    pub(super) async fn json(&mut self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"));
        let body = String::from_utf8(self.bytes().await).unwrap();
        self.hear(&body)
    }

    /// What comes next, as it comes.
    pub(super) async fn frame(&mut self) -> Vec<u8> {
        let frame = timeout(PATIENCE, self.body.frame()).await;
        let frame = frame.expect("nothing comes any more").unwrap().unwrap();
        frame.into_data().unwrap().to_vec()
    }

    /// The next event, primers included; comments are read over. `None` at the end.
    pub(super) async fn event(&mut self) -> Option<Event> {
        loop {
            while let Some(end) = self.unread.find("\n\n") {
                let text: String = self.unread.drain(..end + 2).collect();
                if text.trim_end() != ":" {
                    return Some(Event::parse(text.trim_end_matches('\n')));
                }
            }
            let frame = timeout(PATIENCE, self.body.frame()).await;
            let frame = frame.expect("nothing comes any more")?.unwrap();
            let data = frame.into_data().unwrap();
            self.unread.push_str(std::str::from_utf8(&data).unwrap());
        }
    }

    /// The next message on the stream; `None` at its end.
    pub(super) async fn next(&mut self) -> Option<Value> {
        loop {
            let event = self.event().await?;
            if !event.data.is_empty() {
                return Some(self.hear(&event.data));
            }
        }
    }

    /// What came up to the end of the stream.
    pub(super) async fn rest(&mut self) -> Vec<Value> {
        let mut all = Vec::new();
        while let Some(message) = self.next().await {
            all.push(message);
        }
        all
    }

    /// All messages, in whichever form they came.
    pub(super) async fn heard(mut self) -> Vec<Value> {
        match self.header("content-type") {
            Some("text/event-stream") => self.rest().await,
            _ => vec![self.json().await],
        }
    }

    fn hear(&self, text: &str) -> Value {
        let message = serde_json::from_str(text).unwrap();
        self.lint.lock().unwrap().heard(&message);
        message
    }
}
