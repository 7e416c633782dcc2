//! What a task is: its identity, its record, and which change of it is legal.
//!
//! Pure values: nothing here does I/O, reads a clock or knows a wire name. Every store applies
//! the transitions of [`Record::apply`]; no other place decides what is legal.

mod id;
mod outcome;
mod record;
mod retention;
mod status;
mod time;

pub use id::{Claim, Owner, SessionId, TaskId, TaskKey, TaskRef};
pub(crate) use outcome::INTERNAL_ERROR;
pub use outcome::{ContentKinds, ErrorBody, Outcome, ResultBody};
pub use record::{Applied, Change, Guard, NewTask, Question, Record, Refusal};
pub use retention::Retention;
pub use status::{Dialect, Status};
pub use time::{Clock, Timestamp, TokioClock};
