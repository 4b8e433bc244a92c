//! Carries commands to a session and answers back. A new command of the product needs no code here.

use crate::threads::{Thread, Threads};
use actix::Message;
use actors_core::ids::Ticket;
use actors_core::session::commands::{Command, LateAnswer, Parked};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::oneshot;

/// Why a command got no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// There is no such session.
    #[error("no such session")]
    Unknown,
    /// The store failed. The session is as it was before the command.
    #[error("the store did not record the command")]
    NotRecorded,
    /// The same as [`AskError::NotRecorded`], because the disk is full.
    #[error("the disk is full")]
    DiskFull,
    /// The session stopped, possibly because of a bug.
    #[error("the session stopped")]
    Gone,
    /// Too many requests wait for this session.
    #[error("too many requests wait for this session")]
    Busy,
    /// The session cannot be read from the store.
    #[error("the session cannot be read")]
    Unreadable,
}

/// Carries a command that is answered at once. Without a `reply` its answer is dropped.
pub struct Ask<C: Command> {
    pub(crate) command: C,
    pub(crate) reply: Option<Reply<C::Reply>>,
}

impl<C: Command> Message for Ask<C> {
    type Result = ();
}

/// Carries a command whose answer may take a while.
pub struct Park<C: Parked> {
    pub(crate) ticket: Ticket,
    pub(crate) command: C,
    pub(crate) waiter: WaiterSender,
}

impl<C: Parked> Message for Park<C> {
    type Result = ();
}

/// What can be sent to a session.
pub(crate) trait Letter: Message<Result = ()> + Send + 'static {
    /// Whether a caller waits for the answer and can retry.
    fn is_a_question(&self) -> bool {
        true
    }

    /// Tells the sender that the letter cannot be delivered.
    fn refuse(self, why: AskError);
}

impl<C: Command> Letter for Ask<C> {
    fn is_a_question(&self) -> bool {
        self.reply.is_some()
    }

    fn refuse(self, why: AskError) {
        match self.reply {
            Some(reply) => reply.send(Err(why)),
            None => tracing::warn!(code = "FD303", %why, "a session was not told"),
        }
    }
}

impl<C: Parked> Letter for Park<C> {
    fn refuse(self, why: AskError) {
        self.waiter.send(Err(why));
    }
}

/// The sending end of a question's answer. It delivers the answer on the asking thread.
pub(crate) struct Answer<T> {
    sender: oneshot::Sender<T>,
    home: Option<Arc<Thread>>,
}

impl<T: Send + 'static> Answer<T> {
    /// Both ends of the answer to a question that the calling thread asks.
    pub(crate) fn pair(threads: &Threads) -> (Self, oneshot::Receiver<T>) {
        let (sender, receiver) = oneshot::channel();
        let home = threads.here().cloned();
        (Self { sender, home }, receiver)
    }

    /// Answers. If the caller is gone, the answer is dropped and nothing is lost.
    pub(crate) fn send(self, answer: T) {
        let Self { sender, home } = self;
        match home {
            Some(home) => home.run(move || drop(sender.send(answer))),
            None => drop(sender.send(answer)),
        }
    }
}

/// Answers a command that is answered at once.
pub(crate) type Reply<R> = Answer<Result<R, AskError>>;

/// The session's end of a request that waits.
pub(crate) type WaiterSender = Reply<LateAnswer>;

/// A request that waits for a parked command's answer. A transport keeps nothing else for it.
pub struct Waiter<C> {
    receiver: oneshot::Receiver<Result<LateAnswer, AskError>>,
    command: PhantomData<fn() -> C>,
}

impl<C: Parked> Waiter<C> {
    pub(crate) fn new(threads: &Threads) -> (WaiterSender, Self) {
        let (sender, receiver) = Answer::pair(threads);
        (
            sender,
            Self {
                receiver,
                command: PhantomData,
            },
        )
    }

    /// Waits for the answer.
    ///
    /// # Errors
    /// [`AskError::Gone`]: the session stopped, or the store failed. [`AskError::Busy`]: too many requests wait.
    /// [`AskError::Unknown`], [`AskError::Unreadable`]: there is no such session, or it cannot be read.
    pub async fn answer(self) -> Result<C::Answer, AskError> {
        let late = self.receiver.await.map_err(|_| AskError::Gone)??;
        C::unpack(late).ok_or(AskError::Gone)
    }
}

/// Returns a ticket that is unique within the process.
pub(crate) fn draw_ticket() -> Ticket {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    Ticket(NEXT.fetch_add(1, Ordering::Relaxed))
}
