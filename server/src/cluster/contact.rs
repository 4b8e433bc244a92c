//! Whether a node that forwards reaches what it needs: a NATS server, to hear of a new owner, and the owner. A node without
//! them says at `/readyz` that it is not ready, so that a balancer uses other nodes.

use super::forwarded;
use super::membership::{Membership, OwnerAddress};
use actors_nats::link::Connected;
use parking_lot::Mutex;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

/// How often the node looks.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How long the owner may take to answer.
const ANSWER_MAX: Duration = Duration::from_secs(1);

/// How long NATS may be away. The client has tried every server several times by then.
const NATS_AWAY_MAX: Duration = Duration::from_secs(3);

/// How long the owner may be out of reach. A failed owner is replaced sooner, and calls wait for that.
const OWNER_AWAY_MAX: Duration = Duration::from_secs(10);

/// What a node does not reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Any NATS server.
    Nats,
    /// The owner.
    Owner,
}

impl Missing {
    /// Says it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Nats => "this node reaches no NATS server",
            Self::Owner => "this node does not reach the owner",
        }
    }
}

/// What a node does not reach, if anything. A clone shares it.
#[derive(Clone, Debug, Default)]
pub struct Contact(Arc<Mutex<Option<Missing>>>);

impl Contact {
    /// Returns what is missing.
    pub fn missing(&self) -> Option<Missing> {
        *self.0.lock()
    }

    fn note(&self, missing: Option<Missing>) {
        *self.0.lock() = missing;
    }
}

/// Since when something is away.
#[derive(Debug, Default)]
struct Away<T> {
    what: Option<T>,
    since: Option<Instant>,
}

impl<T: PartialEq> Away<T> {
    /// Notes that this is there or not. Returns whether it was away for too long.
    fn note(&mut self, what: T, is_there: bool, now: Instant, most: Duration) -> bool {
        if is_there || self.what.as_ref() != Some(&what) {
            self.since = None;
        }
        self.what = Some(what);
        if is_there {
            return false;
        }
        now - *self.since.get_or_insert(now) >= most
    }
}

/// Looks until nobody waits for it any more.
pub async fn watch(membership: Membership, connected: watch::Receiver<Connected>) {
    let (mut nats, mut reached) = (Away::default(), Away::default());
    let mut ticks = interval(LOOK_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let has_nats = connected.borrow().is_connected;
        let owner = membership.owner.borrow().clone();
        let is_reached = reaches(&membership, owner.as_ref()).await;
        let now = Instant::now();
        let lost_nats = nats.note((), has_nats, now, NATS_AWAY_MAX);
        let lost_owner = reached.note(owner, is_reached, now, OWNER_AWAY_MAX);
        let missing = match (lost_nats, lost_owner) {
            (true, _) => Some(Missing::Nats),
            (false, true) => Some(Missing::Owner),
            (false, false) => None,
        };
        if missing != membership.contact.missing() {
            tell(missing);
        }
        membership.contact.note(missing);
    }
}

fn tell(missing: Option<Missing>) {
    match missing {
        Some(missing) => tracing::warn!(
            code = "FD127",
            why = missing.as_str(),
            "this node is not ready"
        ),
        None => tracing::info!("this node reaches NATS and the owner again"),
    }
}

/// Whether the owner answers. `/readyz` says by itself if there is none, and a node reaches itself.
async fn reaches(membership: &Membership, owner: Option<&OwnerAddress>) -> bool {
    let Some(owner) = owner.filter(|owner| owner.node != *membership.node) else {
        return true;
    };
    let asked = timeout(ANSWER_MAX, ask(&owner.address, membership.key.as_str()));
    matches!(asked.await, Ok(Ok(())))
}

/// Asks for a sign of life. A connection alone is none: a process that is stopped accepts connections.
async fn ask(address: &str, key: &str) -> io::Result<()> {
    let mut connection = TcpStream::connect(address).await?;
    let header = forwarded::KEY;
    let request = format!(
        "GET /healthz HTTP/1.1\r\nhost: {address}\r\n{header}: {key}\r\nconnection: close\r\n\r\n"
    );
    connection.write_all(request.as_bytes()).await?;
    connection.read_u8().await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::key::ClusterKey;
    use tokio::net::TcpListener;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn what_is_away_is_missing_after_its_time_and_a_new_one_gets_that_time_again() {
        let (mut away, begin) = (Away::default(), Instant::now());
        let most = 3 * SECOND;

        assert!(!away.note("a", false, begin, most));
        assert!(!away.note("a", false, begin + 2 * SECOND, most));
        assert!(away.note("a", false, begin + 3 * SECOND, most));
        assert!(!away.note("b", false, begin + 4 * SECOND, most));
        assert!(away.note("b", false, begin + 7 * SECOND, most));
        assert!(!away.note("b", true, begin + 8 * SECOND, most));
        assert!(!away.note("b", false, begin + 9 * SECOND, most));
    }

    #[actix_web::test]
    async fn a_node_reaches_an_owner_that_answers_and_itself() {
        let (membership, _tell) = Membership::new("one", ClusterKey::new("a key"));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let owner = |node: &str| OwnerAddress {
            node: node.to_owned(),
            address: address.to_string(),
            epoch: 1,
        };

        assert!(reaches(&membership, None).await);
        assert!(reaches(&membership, Some(&owner("one"))).await);
        // The connection is accepted, and nobody answers.
        assert!(!reaches(&membership, Some(&owner("two"))).await);
        let two = owner("two");
        let answering = async {
            drop(listener.accept().await.unwrap());
            let (mut connection, _) = listener.accept().await.unwrap();
            connection.write_all(b"HTTP/1.1 200 OK").await.unwrap();
        };
        let (reached, ()) = tokio::join!(reaches(&membership, Some(&two)), answering);
        assert!(reached);
    }
}
