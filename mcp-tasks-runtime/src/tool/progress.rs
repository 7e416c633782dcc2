//! How far a call is, and that it was reported.

use std::future::{Future, IntoFuture};
use std::pin::Pin;

/// How far a call is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    pub(crate) done: f64,
    pub(crate) total: Option<f64>,
    pub(crate) message: Option<String>,
}

impl Progress {
    /// So much is done, in any unit.
    pub fn new(done: impl Amount) -> Self {
        Self {
            done: done.to_f64(),
            total: None,
            message: None,
        }
    }

    /// Out of so much.
    pub fn of(mut self, total: impl Amount) -> Self {
        self.total = Some(total.to_f64());
        self
    }

    /// With a sentence for a person.
    pub fn with_message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }

    /// How much is done.
    pub fn done(&self) -> f64 {
        self.done
    }

    /// Out of how much, if that is known.
    pub fn total(&self) -> Option<f64> {
        self.total
    }

    /// The sentence for a person.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// Infinities and NaN have no JSON.
    pub(super) fn is_sendable(&self) -> bool {
        self.done.is_finite() && self.total.is_none_or(f64::is_finite)
    }
}

/// A number that can count progress.
pub trait Amount: Copy {
    /// The number as the wire counts.
    fn to_f64(self) -> f64;
}

macro_rules! amounts {
    ($($type:ty),*) => {$(
        impl Amount for $type {
            #[allow(clippy::cast_lossless, clippy::cast_precision_loss)]
            fn to_f64(self) -> f64 {
                self as f64
            }
        }
    )*};
}

amounts!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64);

/// That something was reported: already done, may be awaited to let other tasks run.
#[derive(Clone, Copy, Debug)]
pub struct Reported(());

impl Reported {
    pub(super) fn now() -> Self {
        Self(())
    }
}

impl IntoFuture for Reported {
    type Output = ();
    type IntoFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(tokio::task::consume_budget())
    }
}
