//! A way to a server that loses what a test wants lost.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// What becomes of the connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Pass,
    SwallowAnswers,
    Cut,
}

/// A proxy on loopback. It ends with this value.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    mode: Arc<watch::Sender<Mode>>,
    task: tokio::task::JoinHandle<()>,
}

impl Proxy {
    /// Starts a proxy before the server at this port.
    ///
    /// # Panics
    /// If there is no free port.
    pub async fn start(port: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let mode = Arc::new(watch::Sender::new(Mode::Pass));
        let task = tokio::spawn(accept(listener, port, mode.subscribe()));
        Self {
            address,
            mode,
            task,
        }
    }

    /// Its address for clients.
    #[must_use]
    pub fn address(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// Requests pass. What the server sends is lost.
    pub fn swallow_answers(&self) {
        self.mode.send_replace(Mode::SwallowAnswers);
    }

    /// Ends all connections, and accepts none.
    pub fn cut(&self) {
        self.mode.send_replace(Mode::Cut);
    }

    /// Everything passes, in connections made from now on.
    pub fn pass(&self) {
        self.mode.send_replace(Mode::Pass);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.mode.send_replace(Mode::Cut);
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, port: u16, mode: watch::Receiver<Mode>) {
    while let Ok((client, _)) = listener.accept().await {
        if *mode.borrow() == Mode::Cut {
            continue;
        }
        tokio::spawn(connect(client, port, mode.clone()));
    }
}

async fn connect(client: TcpStream, port: u16, mut mode: watch::Receiver<Mode>) {
    let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await else {
        return;
    };
    let answers = mode.clone();
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let always = || true;
    tokio::select! {
        () = carry(from_client, to_server, always) => {}
        () = carry(from_server, to_client, move || *answers.borrow() == Mode::Pass) => {}
        _ = mode.wait_for(|mode| *mode == Mode::Cut) => {}
    }
}

async fn carry(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, passes: impl Fn() -> bool) {
    let mut piece = vec![0; 64 << 10];
    loop {
        match from.read(&mut piece).await {
            Ok(0) | Err(_) => return,
            Ok(read) => {
                if passes() && to.write_all(&piece[..read]).await.is_err() {
                    return;
                }
            }
        }
    }
}
