//! Asks every HTTP thread for a sign of life.
//!
//! The question goes to the thread's event loop, not to its socket. So it works with TLS too, takes no connection, and a
//! server whose connections are all in use is alive.

use futures_util::future::join_all;
use parking_lot::Mutex;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// The HTTP threads that answer.
#[derive(Default)]
pub struct Pulse {
    threads: Mutex<Vec<mpsc::UnboundedSender<oneshot::Sender<()>>>>,
}

impl Pulse {
    /// Answers on the calling thread from here on. The thread must run an actix system.
    pub fn answer_here(&self) {
        let (ask, mut asked) = mpsc::unbounded_channel::<oneshot::Sender<()>>();
        self.threads.lock().push(ask);
        actix_web::rt::spawn(async move {
            while let Some(answer) = asked.recv().await {
                // Nobody may wait for it any more.
                let _ = answer.send(());
            }
        });
    }

    /// Returns whether there is an HTTP thread and every one answers within this time.
    pub async fn is_felt(&self, within: Duration) -> bool {
        let asked: Vec<_> = {
            let threads = self.threads.lock();
            let ask = |thread: &mpsc::UnboundedSender<_>| {
                let (tell, hear) = oneshot::channel();
                thread.send(tell).map(|()| hear)
            };
            match threads.iter().map(ask).collect() {
                Ok(asked) => asked,
                // A thread has ended.
                Err(_) => return false,
            }
        };
        let answers = tokio::time::timeout(within, join_all(asked)).await;
        answers.is_ok_and(|answers| !answers.is_empty() && answers.iter().all(Result::is_ok))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_rt::{Arbiter, System};
    use std::sync::Arc;

    const LONG: Duration = Duration::from_secs(20);
    const SHORT: Duration = Duration::from_millis(50);

    fn answering(pulse: &Arc<Pulse>) -> Arbiter {
        let thread = Arbiter::new();
        let (pulse, (tell, hear)) = (Arc::clone(pulse), std::sync::mpsc::channel());
        thread.spawn_fn(move || {
            pulse.answer_here();
            tell.send(()).unwrap();
        });
        hear.recv().unwrap();
        thread
    }

    #[test]
    fn a_server_without_threads_has_no_pulse() {
        let system = System::new();

        assert!(!system.block_on(Pulse::default().is_felt(LONG)));
    }

    #[test]
    fn one_thread_that_hangs_or_ends_is_noticed() {
        let system = System::new();
        let pulse = Arc::new(Pulse::default());
        let (first, second) = (answering(&pulse), answering(&pulse));
        assert!(system.block_on(pulse.is_felt(LONG)));

        let (release, hold) = std::sync::mpsc::channel::<()>();
        second.spawn_fn(move || {
            let _ = hold.recv();
        });
        assert!(!system.block_on(pulse.is_felt(SHORT)));
        release.send(()).unwrap();
        assert!(system.block_on(pulse.is_felt(LONG)));

        second.stop();
        second.join().unwrap();
        assert!(!system.block_on(pulse.is_felt(LONG)));
        first.stop();
        first.join().unwrap();
    }
}
