//! From what a message within a session causes to its response. What is caused goes on when the
//! connection breaks (N-103): messages go on a stream that can be taken up again, and a lone
//! answer is JSON.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Response, StatusCode};
use tokio::sync::oneshot;

use super::events;
use super::respond;
use super::sessions::HttpSession;
use super::stream::EventStream;
use crate::protocol::jsonrpc::Answer;
use crate::protocol::lifecycle::Version;
use crate::server::{Later, Outgoing, Reply};

/// The response to a message whose reply is this, after the messages in `outgoing`. `streamed`
/// when it is to be a stream in any case.
pub(super) async fn respond(
    known: &Arc<HttpSession>,
    reply: Reply,
    outgoing: Outgoing,
    streamed: bool,
) -> Response<Body> {
    let (mut pump, found) = Pump::new(known);
    if streamed && !matches!(reply, Reply::None) {
        pump.open();
    }
    match reply {
        Reply::None => return respond::empty(StatusCode::ACCEPTED),
        Reply::Now(answer) => pump.run(now(answer), outgoing).await,
        Reply::First(answer, then) => {
            pump.run(now(answer), outgoing).await;
            tokio::spawn(then);
        }
        Reply::Later(later) | Reply::Followed(later) => {
            drop(tokio::spawn(pump.run(later, outgoing)))
        }
    }
    begin(found).await
}

/// The response to a batch that causes these messages, its answer among them: a stream, unless
/// there are none.
pub(super) async fn respond_to_batch(
    known: &Arc<HttpSession>,
    mut outgoing: Outgoing,
) -> Response<Body> {
    let (mut pump, found) = Pump::new(known);
    tokio::spawn(async move {
        while let Some(message) = outgoing.recv().await {
            pump.open().push(&Vec::from(message));
        }
        pump.finish(None);
    });
    begin(found).await
}

/// The response whose beginning comes there.
async fn begin(found: oneshot::Receiver<First>) -> Response<Body> {
    match found.await {
        Ok(First::Answer(answer)) => respond::json(StatusCode::OK, answer.json),
        Ok(First::Stream(stream)) => events::response(stream.body(0)),
        // A cancelled request has no answer (N-73).
        Err(_) => respond::empty(StatusCode::ACCEPTED),
    }
}

fn now(answer: Answer) -> Later {
    Box::pin(std::future::ready(Some(answer)))
}

/// What a response begins with.
enum First {
    Answer(Answer),
    Stream(Arc<EventStream>),
}

/// Brings messages and the answer onto a stream, which it opens when it needs one.
struct Pump {
    known: Arc<HttpSession>,
    stream: Option<Arc<EventStream>>,
    /// `None` once it is told.
    first: Option<oneshot::Sender<First>>,
}

impl Pump {
    /// A pump, and where the beginning of its response comes.
    fn new(known: &Arc<HttpSession>) -> (Self, oneshot::Receiver<First>) {
        let (first, found) = oneshot::channel();
        let pump = Self {
            known: Arc::clone(known),
            stream: None,
            first: Some(first),
        };
        (pump, found)
    }

    fn open(&mut self) -> &EventStream {
        let known = &self.known;
        let stream = self.stream.get_or_insert_with(|| {
            let version = known.session.version().unwrap_or(Version::NEWEST);
            known.open(version.has_tasks())
        });
        if let Some(first) = self.first.take() {
            let _ = first.send(First::Stream(Arc::clone(stream)));
        }
        stream
    }

    async fn run(mut self, mut later: Later, mut outgoing: Outgoing) {
        let answer = loop {
            tokio::select! {
                biased;
                Some(message) = outgoing.recv() => self.open().push(&Vec::from(message)),
                answer = &mut later => break answer,
            }
        };
        while let Ok(message) = outgoing.try_recv() {
            self.open().push(&Vec::from(message));
        }
        self.finish(answer);
    }

    fn finish(self, answer: Option<Answer>) {
        match (self.stream, self.first, answer) {
            (Some(stream), _, answer) => {
                if let Some(answer) = answer {
                    stream.push(&answer.json);
                }
                stream.end();
            }
            (None, Some(first), Some(answer)) => {
                let _ = first.send(First::Answer(answer));
            }
            (None, ..) => {}
        }
    }
}
