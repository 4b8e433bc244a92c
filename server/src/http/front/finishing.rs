//! Requests whose client has gone.

use actix_web::rt;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A handler at work. Dropped early, because its client has gone, it runs on as a task of its own: what it has begun to
/// change must not stop halfway. A poll is dropped instead: it changes nothing, and would wait in vain.
pub struct Finishing<F: Future + Unpin + 'static> {
    /// None once it is done.
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
