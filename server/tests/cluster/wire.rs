//! TCP connections between nodes, and between nodes and NATS servers, that a test can hold, delay or half-close. Each
//! direction has its own rule.
//!
//! A held direction is not read, so its bytes wait as they do on a network that drops packets: nobody sees an end or an
//! error, and after healing they arrive. A new connection waits until both directions are free, as a handshake does.

use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// One end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Party {
    /// A node, by number.
    Node(usize),
    /// A NATS server, by number.
    Nats(usize),
}

/// What happens to bytes on their way from one party to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// They wait.
    Held,
    /// They arrive this much later.
    Delayed(Duration),
    /// The direction ends: the receiver reads an end, and can still send.
    HalfClosed,
}

/// From whom, to whom.
type Way = (Party, Party);

type Rules = BTreeMap<Way, Flow>;

/// All connections that a test can hold. Clones share them.
#[derive(Clone)]
pub struct Net {
    rules: watch::Sender<Rules>,
    /// The process of each node.
    processes: Arc<Mutex<BTreeMap<usize, u32>>>,
}

/// Who connects to a wire.
#[derive(Clone, Copy)]
pub enum Source {
    /// Only this party knows the wire's port.
    Only(Party),
    /// One of the nodes, found by its process.
    SomeNode,
}

impl Net {
    /// Lets everything pass.
    pub fn new() -> Self {
        Self {
            rules: watch::Sender::new(Rules::new()),
            processes: Arc::default(),
        }
    }

    /// Says which process a node is.
    pub fn is_node(&self, node: usize, process: u32) {
        self.processes.lock().insert(node, process);
    }

    /// Sets the rule of one direction.
    pub fn set(&self, from: Party, to: Party, flow: Flow) {
        self.rules.send_modify(|rules| {
            rules.insert((from, to), flow);
        });
    }

    /// Lets everything pass again.
    pub fn heal(&self) {
        self.rules.send_modify(Rules::clear);
    }

    /// Opens a wire on `port` that leads to a party's port on loopback.
    pub async fn lead(&self, port: u16, from: Source, to: Party, target: u16) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .unwrap();
        let net = self.clone();
        tokio::spawn(async move {
            while let Ok((stream, peer)) = listener.accept().await {
                let net = net.clone();
                tokio::spawn(async move {
                    let from = match from {
                        Source::Only(party) => Some(party),
                        Source::SomeNode => net.whose(peer.port(), port),
                    };
                    if let Some(from) = from {
                        net.join(stream, (from, to), target).await;
                    }
                });
            }
        });
    }

    async fn join(&self, near: TcpStream, (from, to): Way, target: u16) {
        let mut rules = self.rules.subscribe();
        let is_free = |rules: &Rules| {
            let held = |way| rules.get(&way) == Some(&Flow::Held);
            !held((from, to)) && !held((to, from))
        };
        if rules.wait_for(is_free).await.is_err() {
            return;
        }
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, target));
        // A caller of a process that is gone sees its connection end.
        let Ok(far) = TcpStream::connect(address).await else {
            return;
        };
        let _ = (near.set_nodelay(true), far.set_nodelay(true));
        let (near_read, near_write) = near.into_split();
        let (far_read, far_write) = far.into_split();
        tokio::join!(
            carry(near_read, far_write, (from, to), rules.clone()),
            carry(far_read, near_write, (to, from), rules),
        );
    }

    /// The node whose process has the connection from this port to a wire's.
    fn whose(&self, own: u16, wire: u16) -> Option<Party> {
        let sockets = std::fs::read_to_string("/proc/net/tcp").unwrap();
        let ports = (format!(":{own:04X}"), format!(":{wire:04X}"));
        let inode = sockets.lines().skip(1).find_map(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let is_it = fields[1].ends_with(&ports.0) && fields[2].ends_with(&ports.1);
            is_it.then(|| fields[9].to_owned())
        })?;
        let socket = format!("socket:[{inode}]");
        let has_it = |process: u32| {
            let files = std::fs::read_dir(format!("/proc/{process}/fd"));
            files.into_iter().flatten().flatten().any(|file| {
                std::fs::read_link(file.path()).is_ok_and(|to| to.as_os_str() == socket.as_str())
            })
        };
        let processes = self.processes.lock().clone();
        let mut nodes = processes.into_iter();
        nodes
            .find(|(_, process)| has_it(*process))
            .map(|(node, _)| Party::Node(node))
    }
}

/// Carries the bytes of one direction until it ends.
async fn carry(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    way: Way,
    mut rules: watch::Receiver<Rules>,
) {
    let mut bytes = vec![0; 64 << 10];
    loop {
        let mut ending = rules.clone();
        let is_closed = |rules: &Rules| rules.get(&way) == Some(&Flow::HalfClosed);
        let length = tokio::select! {
            read = from.read(&mut bytes) => read.unwrap_or(0),
            _ = ending.wait_for(is_closed) => 0,
        };
        let passes = |rules: &Rules| rules.get(&way) != Some(&Flow::Held);
        let flow = match rules.wait_for(passes).await {
            Ok(rules) => rules.get(&way).copied(),
            Err(_) => return,
        };
        if let Some(Flow::Delayed(time)) = flow {
            tokio::time::sleep(time).await;
        }
        let is_over = length == 0 || flow == Some(Flow::HalfClosed);
        if is_over || to.write_all(&bytes[..length]).await.is_err() {
            let _ = to.shutdown().await;
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::timeout;

    const LONG: Duration = Duration::from_secs(20);
    const SHORT: Duration = Duration::from_millis(100);

    /// A wire from node 0 (this process) to NATS server 0, and both ends of a connection through it.
    async fn connected(net: &Net) -> (TcpStream, TcpStream) {
        let far = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = actors_nats::testing::ports::free();
        let target = far.local_addr().unwrap().port();
        net.is_node(0, std::process::id());
        net.lead(port, Source::SomeNode, Party::Nats(0), target)
            .await;
        let near = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        (near, far.accept().await.unwrap().0)
    }

    async fn hears(stream: &mut TcpStream) -> Option<u8> {
        timeout(LONG, stream.read_u8()).await.unwrap().ok()
    }

    #[tokio::test]
    async fn a_held_direction_delivers_after_healing_and_the_other_goes_on() {
        let net = Net::new();
        let (mut near, mut far) = connected(&net).await;
        near.write_u8(1).await.unwrap();
        assert_eq!(hears(&mut far).await, Some(1));

        net.set(Party::Node(0), Party::Nats(0), Flow::Held);
        near.write_u8(2).await.unwrap();
        far.write_u8(3).await.unwrap();

        assert_eq!(hears(&mut near).await, Some(3));
        assert!(timeout(SHORT, far.read_u8()).await.is_err());
        net.heal();
        assert_eq!(hears(&mut far).await, Some(2));
    }

    #[tokio::test]
    async fn a_half_closed_direction_ends_and_the_other_goes_on() {
        let net = Net::new();
        let (mut near, mut far) = connected(&net).await;

        net.set(Party::Node(0), Party::Nats(0), Flow::HalfClosed);

        assert_eq!(hears(&mut far).await, None);
        far.write_u8(4).await.unwrap();
        assert_eq!(hears(&mut near).await, Some(4));
    }
}
