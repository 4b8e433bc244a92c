//! How commands travel to a session and answers back. Adding a command to the product adds nothing here.

use actix::Message;
use actors_core::ids::Ticket;
use actors_core::session::commands::{Command, LateAnswer, Parked};
use std::marker::PhantomData;
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
    pub(crate) reply: Option<oneshot::Sender<Result<C::Reply, AskError>>>,
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

/// The end a session holds of a request that waits.
pub(crate) type WaiterSender = oneshot::Sender<LateAnswer>;

/// A request that waits for a parked command's answer. The one thing a transport has to hold on to.
pub struct Waiter<C> {
    receiver: oneshot::Receiver<LateAnswer>,
    command: PhantomData<fn() -> C>,
}

impl<C: Parked> Waiter<C> {
    pub(crate) fn new() -> (WaiterSender, Self) {
        let (sender, receiver) = oneshot::channel();
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
    /// [`AskError::Gone`]: the session stopped, or the store did not keep what the command did.
    pub async fn answer(self) -> Result<C::Answer, AskError> {
        let late = self.receiver.await.map_err(|_| AskError::Gone)?;
        C::unpack(late).ok_or(AskError::Gone)
    }
}

/// A ticket no other request has had since the process began.
pub(crate) fn draw_ticket() -> Ticket {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    Ticket(NEXT.fetch_add(1, Ordering::Relaxed))
}
