//! A value that is read as a snapshot and changed by replacing it.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

/// A value of which readers take snapshots, while writers put a changed clone in its place.
///
/// A reader holds a lock for as long as it takes to clone an `Arc`; a writer takes that lock to
/// exchange the `Arc`, not while it works out what changes.
#[derive(Debug)]
pub(super) struct Live<T> {
    current: watch::Sender<Arc<T>>,
    /// Held by the writer at work, so that no change is lost to another.
    writing: Mutex<()>,
}

impl<T: Clone> Live<T> {
    pub(super) fn new(value: T) -> Self {
        Self {
            current: watch::Sender::new(Arc::new(value)),
            writing: Mutex::new(()),
        }
    }

    /// The value as it is now.
    pub(super) fn snapshot(&self) -> Arc<T> {
        Arc::clone(&self.current.borrow())
    }

    /// Changes a clone of the value, which takes its place unless the change fails.
    pub(super) fn edit<R, E>(&self, change: impl FnOnce(&mut T) -> Result<R, E>) -> Result<R, E> {
        // A writer that panicked has exchanged nothing.
        let writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut value = T::clone(&self.snapshot());
        let done = change(&mut value)?;
        let before = self.current.send_replace(Arc::new(value));
        drop(writing);
        // What is dropped for good may run code of a user, which may change the value again.
        drop(before);
        Ok(done)
    }

    /// Sees every change from now on, or the last of several.
    pub(super) fn subscribe(&self) -> watch::Receiver<Arc<T>> {
        self.current.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::Live;

    #[test]
    fn a_snapshot_does_not_change() {
        let live = Live::new(vec![1]);
        let before = live.snapshot();
        assert_eq!(live.edit(|list| list.pop().ok_or(())), Ok(1));
        assert_eq!((&**before, &**live.snapshot()), (&[1][..], &[][..]));
    }

    #[test]
    fn a_change_that_fails_is_no_change() {
        let live = Live::new(vec![1]);
        let receiver = live.subscribe();
        let failed = live.edit(|list| {
            list.push(2);
            Err::<(), _>("no")
        });
        assert_eq!(failed, Err("no"));
        assert_eq!(**live.snapshot(), [1]);
        assert!(!receiver.has_changed().unwrap());
    }

    #[test]
    fn a_writer_that_panics_stops_no_other() {
        let live = Live::new(0);
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            live.edit(|_| -> Result<(), ()> { panic!("on purpose") })
        }));
        assert!(panicked.is_err());
        let replaced = live.edit(|n| Ok::<_, ()>(std::mem::replace(n, 1)));
        assert_eq!((replaced, *live.snapshot()), (Ok(0), 1));
    }
}
