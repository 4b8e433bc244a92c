//! The edge of a node that does not own the cell: it takes every request and forwards it to the owner.
//!
//! It reads connections with the same front as the program, so a waiting connection is as small, and the same limits
//! apply. Polls share one connection to the owner for each thread ([`link`]). All other requests go over keep-alive
//! HTTP/1.1 ([`pool`]). [`forward`] decides what is sent again, and [`own`] answers what concerns this node alone.

mod body;
mod forward;
pub(crate) mod link;
mod own;
mod poll;
mod pool;

use super::forwarded;
use super::membership::{Membership, OwnerAddress};
use crate::error::ApiError;
use crate::front::Way;
use crate::front::connection_limits::ConnectionLimits;
use crate::guard::close_answer;
use crate::listeners::{Listeners, MOMENT};
use crate::proxies::Proxies;
use crate::serving::{Serving, ServingStopper, room_for_requests, workers};
use crate::settings::{Settings, Switch};
use crate::side_address::SideAddress;
use crate::telemetry;
use crate::tls::redirect;
use crate::tls::{Asked, Tls};
use actix_web::HttpResponse;
use actix_web::dev::Server;
use actix_web::http::Method;
use anyhow::Context as _;
use std::cell::RefCell;
use std::future::ready;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout, timeout_at};

/// How long a request waits for an owner.
const OWNER_TIME_MAX: Duration = Duration::from_secs(8);

/// How soon the same owner is asked again after it did not take a request.
const PAUSE: Duration = Duration::from_millis(200);

/// How long callers of /readyz have to notice that a node leaves.
const NOTICE: Duration = Duration::from_secs(1);

/// An attempt that lasts this long had reached an owner: connecting takes less.
const TAKEN_AFTER: Duration = Duration::from_secs(5);

/// An edge that listens.
pub struct Edge {
    address: SocketAddr,
    server: Server,
    serving: ServingStopper,
    tls: Option<Arc<Tls>>,
    stop: Arc<watch::Sender<Stage>>,
    _beside: Vec<SideAddress>,
}

/// Whether an edge is about to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Runs,
    /// It still forwards, and /readyz says that it is about to stop.
    Leaves,
    Stops,
}

/// Stops an edge.
#[derive(Clone)]
pub struct EdgeStopper {
    serving: ServingStopper,
    stop: Arc<watch::Sender<Stage>>,
}

impl Edge {
    /// Starts to listen. Call it inside an actix system, and await [`Self::run`].
    ///
    /// # Errors
    /// The operating system's, or the certificate cannot be read; the text says which.
    pub fn start(
        settings: &Settings,
        listeners: Listeners,
        membership: Membership,
    ) -> anyhow::Result<Self> {
        telemetry::metrics();
        let address = listeners.public.local_addr()?;
        let tls = Tls::open(&settings.tls)?;
        if let Some(tls) = &tls {
            tls.watch();
        }
        let (connections_max, _) = room_for_requests(settings);
        let threads = workers(settings);
        let proxies = Proxies::new(&settings.trusted_proxies);
        let limited = (settings.limits == Switch::On).then(|| proxies.clone());
        let limits = ConnectionLimits::new(&settings.connections, connections_max, limited);
        let mut beside = Vec::new();
        if let Some(redirected) = listeners.redirect {
            let port = settings.tls.redirect_port(address);
            let opened = redirect::open(redirected, port, Arc::clone(&limits));
            beside.push(opened.context("redirecting plain HTTP to https")?);
        }
        if let Some(operator) = listeners.operator {
            let opened = own::open(operator, membership.clone());
            beside.push(opened.context("opening the operator's address")?);
        }
        let (stop, stopping) = watch::channel(Stage::Runs);
        let (of_nodes, refusing) = (
            ConnectionLimits::new(&settings.connections, connections_max, None),
            membership.key.clone(),
        );
        let is_secure = tls.is_some();
        let mut serving = Serving::new(threads, connections_max).at(
            listeners.public,
            (tls.clone(), limits),
            move || {
                let worker = Worker {
                    membership: membership.clone(),
                    stop: stopping.clone(),
                    proxies: proxies.clone(),
                    is_secure,
                    pool: Rc::default(),
                    link: RefCell::default(),
                };
                ready(Ok(forward::way(Rc::new(worker))))
            },
        )?;
        if let Some(internal) = listeners.internal {
            serving = serving.at(internal, (None, of_nodes), move || {
                ready(Ok(Way::refusing(
                    refusing.clone(),
                    "this node is not the owner",
                )))
            })?;
        }
        let (server, serving) = serving.run();
        Ok(Self {
            address,
            server,
            serving,
            tls,
            stop: Arc::new(stop),
            _beside: beside,
        })
    }

    /// Returns the address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Reads the certificate again. Without TLS, it does nothing.
    pub async fn reload(&self) {
        if let Some(tls) = &self.tls {
            Arc::clone(tls).reload_aside(Asked::ByOperator).await;
        }
    }

    /// Returns the certificate of its connections.
    pub fn tls(&self) -> Option<&Arc<Tls>> {
        self.tls.as_ref()
    }

    /// Returns a handle that stops it from elsewhere.
    pub fn stopper(&self) -> EdgeStopper {
        EdgeStopper {
            serving: self.serving.clone(),
            stop: Arc::clone(&self.stop),
        }
    }

    /// Runs until it is stopped.
    ///
    /// # Errors
    /// The server failed.
    pub async fn run(self) -> std::io::Result<()> {
        self.server.await
    }
}

impl EdgeStopper {
    /// Takes no new connections: they wait for the program, which is about to listen. What refuses forwarded requests ends
    /// with this, too.
    pub async fn pause(&self) {
        self.serving.pause().await;
    }

    /// Like [`Self::stop`], but lets connections that were accepted ask first. Their requests go to the program.
    pub async fn give_way(self) {
        sleep(MOMENT).await;
        self.stop().await;
    }

    /// Like [`Self::stop`], but callers of /readyz have a second to notice first.
    pub async fn leave(self) {
        self.stop.send_replace(Stage::Leaves);
        sleep(NOTICE).await;
        self.stop().await;
    }

    /// Answers waiting polls as a stopping server does, so that pages poll again; lets other requests finish for at most
    /// five seconds; and closes all connections.
    pub async fn stop(self) {
        self.stop.send_replace(Stage::Stops);
        self.serving.stop().await;
    }
}

/// What one thread of an edge has.
struct Worker {
    membership: Membership,
    stop: watch::Receiver<Stage>,
    proxies: Proxies,
    is_secure: bool,
    pool: Rc<pool::Pool>,
    link: RefCell<Option<Rc<link::Link>>>,
}

impl Worker {
    fn is_stopping(&self) -> bool {
        *self.stop.borrow() == Stage::Stops
    }

    /// Whether /readyz says that the node is about to stop.
    fn is_leaving(&self) -> bool {
        *self.stop.borrow() != Stage::Runs
    }

    /// Waits until the edge stops.
    async fn stopped(&self) {
        let mut stop = self.stop.clone();
        // An edge that is gone has stopped.
        drop(stop.wait_for(|stage| *stage == Stage::Stops).await);
    }

    /// Waits for an owner; `None` if there is none by then, or the edge stops.
    async fn owner(&self, patience: &mut Patience) -> Option<OwnerAddress> {
        if self.is_stopping() {
            return None;
        }
        if let Some(owner) = self.membership.owner.borrow().clone() {
            return Some(owner);
        }
        let mut owner = self.membership.owner.clone();
        let found = timeout_at(patience.end(), owner.wait_for(Option::is_some));
        tokio::select! {
            () = self.stopped() => None,
            found = found => found.ok()?.ok()?.clone(),
        }
    }

    /// Waits until there is another owner than this one, but not long: it may take requests again. Returns whether to
    /// try once more.
    async fn pause(&self, after: &OwnerAddress, patience: &mut Patience) -> bool {
        if self.is_stopping() || patience.is_over() {
            return false;
        }
        drop(timeout(PAUSE, self.replaced(after)).await);
        !self.is_stopping()
    }

    /// Waits until this is no longer the owner.
    async fn replaced(&self, owner: &OwnerAddress) {
        let mut now = self.membership.owner.clone();
        let is_another = |now: &Option<OwnerAddress>| now.as_ref() != Some(owner);
        // Without a sender there is no news.
        if now.wait_for(is_another).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// The answer to a request that no owner took.
    fn refusal(&self, route: &'static str) -> HttpResponse {
        let error = match self.is_stopping() {
            // As a stopping server says it.
            true => ApiError::unavailable("the node is about to stop"),
            false => ApiError::ClusterPauses("no owner took the request"),
        };
        let mut refusal = HttpResponse::from_error(error);
        close_answer(&mut refusal, &Method::POST, || route);
        refusal
    }
}

/// How long a request still tries to reach an owner. The time runs from its first failure.
#[derive(Default)]
struct Patience(Option<Instant>);

impl Patience {
    fn end(&mut self) -> Instant {
        *self
            .0
            .get_or_insert_with(|| Instant::now() + OWNER_TIME_MAX)
    }

    fn is_over(&mut self) -> bool {
        self.end() <= Instant::now()
    }

    /// Begins anew if an attempt took this long: the owner had taken the request.
    fn restart_after(&mut self, attempt: Duration) {
        if attempt >= TAKEN_AFTER {
            self.0 = None;
        }
    }
}

/// Returns the headers that tell the owner where a request comes from.
fn origin_lines(worker: &Worker, peer: Option<SocketAddr>) -> String {
    let scheme = match worker.is_secure {
        true => "https",
        false => "http",
    };
    let key = worker.membership.key.as_str();
    let peer = peer.map(|peer| format!("{}: {peer}\r\n", forwarded::PEER));
    let peer = peer.unwrap_or_default();
    format!(
        "{}: {key}\r\n{}: {scheme}\r\n{peer}",
        forwarded::KEY,
        forwarded::SCHEME
    )
}
