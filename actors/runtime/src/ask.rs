//! How commands travel to a session and answers back. Adding a command to the product adds nothing here.

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
    /// What the command did could not be kept; the session stands as if it had not come.
    #[error("the store did not keep it")]
    NotRecorded,
    /// The same, because the disk has no room for it.
    #[error("the disk is full")]
    DiskFull,
    /// The session is gone: it stopped, or a bug stopped it.
    #[error("the session is gone")]
    Gone,
    /// More wait for this session than it can bear.
    #[error("too many wait for this session")]
    Busy,
    /// The session could not be read.
    #[error("the session cannot be read")]
    Unreadable,
}

/// Carries a prompt command; nobody listens where there is no `reply`.
pub struct Ask<C: Command> {
    pub(crate) command: C,
    pub(crate) reply: Option<Reply<C::Reply>>,
}

impl<C: Command> Message for Ask<C> {
    type Result = ();
}

/// Carries a parked command.
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
    /// Whether somebody waits for an answer, and can be told to come again.
    fn is_a_question(&self) -> bool {
        true
    }

    /// Tells the sender that it does not get there.
    fn refuse(self, why: AskError);
}

impl<C: Command> Letter for Ask<C> {
    fn is_a_question(&self) -> bool {
        self.reply.is_some()
    }

    fn refuse(self, why: AskError) {
        match self.reply {
            Some(reply) => reply.send(Err(why)),
            None => tracing::warn!(%why, "a session was not told"),
        }
    }
}

impl<C: Parked> Letter for Park<C> {
    fn refuse(self, why: AskError) {
        self.waiter.send(Err(why));
    }
}

/// The end of a question that answers it. The answer is handed over on the thread of whoever asked.
pub(crate) struct Answer<T> {
    sender: oneshot::Sender<T>,
    home: Option<Arc<Thread>>,
}

impl<T: Send + 'static> Answer<T> {
    /// Both ends of a question of the caller.
    pub(crate) fn pair(threads: &Threads) -> (Self, oneshot::Receiver<T>) {
        let (sender, receiver) = oneshot::channel();
        let home = threads.here().cloned();
        (Self { sender, home }, receiver)
    }

    /// Answers. Who asked may have gone: nothing is lost by it.
    pub(crate) fn send(self, answer: T) {
        let Self { sender, home } = self;
        match home {
            Some(home) => home.run(move || drop(sender.send(answer))),
            None => drop(sender.send(answer)),
        }
    }
}

/// Answers a prompt command.
pub(crate) type Reply<R> = Answer<Result<R, AskError>>;

/// The end a session holds of a request that waits.
pub(crate) type WaiterSender = Reply<LateAnswer>;

/// A request that waits for a parked command's answer. The one thing a transport has to hold on to.
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
    /// [`AskError::Gone`]: the session stopped, or the store did not keep what the command did. [`AskError::Busy`]: too
    /// many wait.
    pub async fn answer(self) -> Result<C::Answer, AskError> {
        let late = self.receiver.await.map_err(|_| AskError::Gone)??;
        C::unpack(late).ok_or(AskError::Gone)
    }
}

/// A ticket no other request has had since the process began.
pub(crate) fn draw_ticket() -> Ticket {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    Ticket(NEXT.fetch_add(1, Ordering::Relaxed))
}
