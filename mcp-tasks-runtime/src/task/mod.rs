//! What a task is: its identity, its record, and which change of it is legal.
//!
//! Pure values: nothing here does I/O, reads a clock or knows a wire name. Every store applies
//! the transitions of [`Record::apply`]; no other place decides what is legal.

mod change;
mod id;
mod outcome;
mod record;
mod retention;
mod status;
mod time;

pub use change::{Applied, Change, Guard, Refusal};
pub use id::{Claim, Owner, SessionId, TaskId, TaskKey, TaskRef};
pub(crate) use outcome::INTERNAL_ERROR;
pub use outcome::{ContentKinds, ErrorBody, Outcome, ResultBody};
pub use record::{NewTask, Question, Record};
pub use retention::Retention;
pub use status::{Dialect, Status};
pub use time::{Clock, Timestamp, TokioClock};
