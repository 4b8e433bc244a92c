//! The threads that serve connections: of the program, and of an edge.
//!
//! actix-server looks only once a second whether the last connection of a stopping server has closed. A cell that moves
//! would stand still for that second. So [`ServingStopper`] closes the connections first, and stops the threads then.

use crate::front::connection_limits::ConnectionLimits;
use crate::front::open_connections::OpenConnections;
use crate::front::{Front, Shared, Way};
use crate::settings::Settings;
use crate::tls::Tls;
use actix_web::dev::{Server, ServerHandle, fn_factory, fn_service};
use actix_web::rt::net::TcpStream;
use actors_runtime::thread_cache;
use futures_util::FutureExt as _;
use futures_util::future::pending;
use std::net::TcpListener;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// How long running requests may take after the server is told to stop.
const STOP_TIME_MAX: Duration = Duration::from_secs(5);

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 4_096;

/// Files the process needs besides its connections.
const SPARE_FILES: u64 = 256;

/// Worker threads, each with a front for every listener.
pub struct Serving {
    builder: actix_server::ServerBuilder,
    stopping: Stopping,
}

/// What stops the threads, before they run.
struct Stopping {
    closing: watch::Sender<bool>,
    open: OpenConnections,
}

/// Stops the threads.
#[derive(Clone)]
pub struct ServingStopper {
    server: ServerHandle,
    stopping: Arc<Stopping>,
}

impl Serving {
    /// So many threads, for at most so many connections together.
    pub fn new(workers: usize, connections_max: usize) -> Self {
        let builder = Server::build()
            .workers(workers)
            .max_concurrent_connections(connections_max / workers)
            .backlog(BACKLOG)
            .disable_signals();
        let stopping = Stopping {
            closing: watch::Sender::new(false),
            open: OpenConnections::default(),
        };
        Self { builder, stopping }
    }

    /// Serves this listener too. `way` makes the way of one thread.
    ///
    /// # Errors
    /// The operating system's.
    pub fn at<F>(
        self,
        listener: TcpListener,
        (tls, connections): (Option<Arc<Tls>>, Arc<ConnectionLimits>),
        way: impl Fn() -> F + Clone + Send + 'static,
    ) -> std::io::Result<Self>
    where
        F: Future<Output = Result<Way, ()>> + 'static,
    {
        let stopping = self.stopping;
        let closing = stopping.closing.subscribe();
        let shared = Shared {
            tls,
            limits: connections,
            open: stopping.open.clone(),
        };
        let closes = move || closed(closing.clone());
        let way_in = move || {
            let (shared, way, closes) = (shared.clone(), way.clone(), closes.clone());
            fn_factory(move || {
                let (shared, way, closes) = (shared.clone(), way(), closes.clone());
                async move {
                    thread_cache::enable();
                    let front = Front::open(way.await?, shared, closes).await?;
                    Ok::<_, ()>(fn_service(move |io: TcpStream| {
                        Rc::clone(&front).serve(io).map(Ok::<_, ()>)
                    }))
                }
            })
        };
        let builder = self.builder.listen("frontdesk", listener, way_in)?;
        Ok(Self { builder, stopping })
    }

    /// Starts the threads.
    pub fn run(self) -> (Server, ServingStopper) {
        let server = self.builder.run();
        let stopper = ServingStopper {
            server: server.handle(),
            stopping: Arc::new(self.stopping),
        };
        (server, stopper)
    }
}

impl ServingStopper {
    /// Accepts no more connections. Those that are open go on.
    pub async fn pause(&self) {
        self.server.pause().await;
    }

    /// Closes idle connections at once, and each other one after its answer, but after five seconds in any case. Then it
    /// ends the threads.
    pub async fn stop(&self) {
        self.pause().await;
        self.stopping.closing.send_replace(true);
        let emptied = self.stopping.open.emptied();
        let is_empty = timeout(STOP_TIME_MAX, emptied).await.is_ok();
        self.server.stop(is_empty).await;
    }
}

/// Completes when connections are to close.
async fn closed(mut closing: watch::Receiver<bool>) {
    if closing.wait_for(|closes| *closes).await.is_err() {
        // Nobody can stop the server.
        pending::<()>().await;
    }
}

/// The number of threads that serve HTTP.
pub fn workers(settings: &Settings) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    match settings.workers {
        0 => cores(),
        own => own,
    }
}

/// The most connections, and the most polls that are held, as far as the process may open files.
pub fn room_for_requests(settings: &Settings) -> (usize, usize) {
    let files = raise_file_limit();
    let connections_max = usize::try_from(files.saturating_sub(SPARE_FILES))
        .unwrap_or(usize::MAX)
        .max(64);
    let held_max = match settings.held_polls_max {
        0 => connections_max,
        own => own,
    };
    (connections_max, held_max)
}

/// Raises the limit of open files as far as possible, and returns it.
fn raise_file_limit() -> u64 {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) => files,
        Err(error) => {
            tracing::warn!(code = "FD202", %error, "cannot raise the limit of open files");
            1_024
        }
    }
}
