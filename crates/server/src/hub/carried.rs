//! Work that comes to its end even if its caller stops waiting: it then goes on as a task of its own.
//!
//! Most callers wait, and for them it costs less than a task: nothing is handed from thread to thread.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::FutureExt;
use tokio::runtime::Handle;

type Work<T> = Pin<Box<dyn Future<Output = Result<T, Box<dyn Any + Send>>> + Send>>;

/// Work that comes to its end. A panic in it is an error.
pub(super) struct Carried<T: Send + 'static>(Option<Work<T>>);

impl<T: Send + 'static> Carried<T> {
    pub(super) fn new(work: impl Future<Output = T> + Send + 'static) -> Self {
        // Nothing is looked at that a panic could leave half done: whoever waits for the work learns nothing but that.
        Self(Some(Box::pin(AssertUnwindSafe(work).catch_unwind())))
    }
}

impl<T: Send + 'static> Future for Carried<T> {
    type Output = Result<T, Box<dyn Any + Send>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(work) = &mut self.0 else { return Poll::Pending };
        let polled = work.as_mut().poll(context);
        if polled.is_ready() {
            self.0 = None;
        }
        polled
    }
}

impl<T: Send + 'static> Drop for Carried<T> {
    fn drop(&mut self) {
        // Without a runtime the server has ended, and so has the work.
        if let (Some(work), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn work_is_done_though_its_caller_has_gone() {
        let ((begin, begun), (end, ended)) = (oneshot::channel(), oneshot::channel());
        let work = Carried::new(async move {
            let heard: Result<(), _> = begun.await;
            let _ = end.send(heard);
        });
        // It is begun, and then dropped.
        assert!(work.now_or_never().is_none());
        assert_eq!(begin.send(()), Ok(()));
        assert_eq!(ended.await, Ok(Ok(())));
    }

    #[tokio::test]
    #[allow(clippy::panic, reason = "this is what the test is about")]
    async fn a_panic_is_an_error() {
        assert!(Carried::new(async { panic!("broken on purpose") }).await.is_err());
        assert_eq!(Carried::new(async { 7 }).await.ok(), Some(7));
    }
}
