//! Finishes requests whose client has disconnected.

use actix_web::rt;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A handler that runs. If it is dropped because its client has disconnected, it continues as a separate task, so that
/// a change is never left half done. A poll is simply dropped, because it changes nothing.
pub struct Finishing<F: Future + Unpin + 'static> {
    /// `None` once it is done.
    work: Option<F>,
    is_poll: bool,
}

impl<F: Future + Unpin + 'static> Finishing<F> {
    /// The handler of a request to `path`.
    pub fn new(path: &str, work: F) -> Self {
        Self {
            work: Some(work),
            is_poll: path.ends_with("/getEventMsg"),
        }
    }
}

impl<F: Future + Unpin + 'static> Future for Finishing<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let work = self
            .work
            .as_mut()
            .expect("a future is not polled after its end");
        let answer = Pin::new(work).poll(cx);
        if answer.is_ready() {
            self.work = None;
        }
        answer
    }
}

impl<F: Future + Unpin + 'static> Drop for Finishing<F> {
    fn drop(&mut self) {
        if let Some(work) = self.work.take().filter(|_| !self.is_poll) {
            rt::spawn(async { drop(work.await) });
        }
    }
}
