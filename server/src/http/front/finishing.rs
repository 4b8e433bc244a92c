//! Finishes requests whose client has disconnected.

use actix_web::rt;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A handler that runs. If it is dropped because its client has disconnected, it may continue as a separate task.
pub struct Finishing<F: Future + Unpin + 'static> {
    /// `None` once it is done.
    work: Option<F>,
    when_left: WhenLeft,
}

/// What happens to a handler whose client has disconnected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenLeft {
    /// It continues, so that a change is never left half done.
    Finish,
    /// It ends, because it changes nothing here.
    Drop,
}

impl WhenLeft {
    /// Of a request to `path` that is answered here: only a poll changes nothing.
    pub fn of(path: &str) -> Self {
        match path.ends_with("/getEventMsg") {
            true => Self::Drop,
            false => Self::Finish,
        }
    }
}

impl<F: Future + Unpin + 'static> Finishing<F> {
    /// A handler.
    pub fn new(when_left: WhenLeft, work: F) -> Self {
        Self {
            work: Some(work),
            when_left,
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
        let is_finished = self.when_left == WhenLeft::Finish;
        if let Some(work) = self.work.take().filter(|_| is_finished) {
            rt::spawn(async { drop(work.await) });
        }
    }
}
