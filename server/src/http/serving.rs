//! The threads that serve connections: of the program, and of an edge.

use crate::front::connection_limits::ConnectionLimits;
use crate::front::{Front, Way};
use crate::settings::Settings;
use crate::tls::Tls;
use actix_web::dev::{Server, fn_factory, fn_service};
use actix_web::rt::net::TcpStream;
use actors_runtime::thread_cache;
use futures_util::FutureExt as _;
use std::net::TcpListener;
use std::rc::Rc;
use std::sync::Arc;

/// How long running requests may take after the server is told to stop.
const STOP_SECONDS: u64 = 5;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 4_096;

/// Files the process needs besides its connections.
const SPARE_FILES: u64 = 256;

/// Worker threads, each with a front for every listener.
pub struct Serving {
    builder: actix_server::ServerBuilder,
}

impl Serving {
    /// So many threads, for at most so many connections together.
    pub fn new(workers: usize, connections_max: usize) -> Self {
        let builder = Server::build()
            .workers(workers)
            .max_concurrent_connections(connections_max / workers)
            .backlog(BACKLOG)
            .shutdown_timeout(STOP_SECONDS)
            .disable_signals();
        Self { builder }
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
        let signal = self.builder.graceful_shutdown_signal();
        let stopping = move || {
            let signal = signal.clone();
            async move { signal.notified().await }
        };
        let way_in = move || {
            let (tls, connections) = (tls.clone(), Arc::clone(&connections));
            let (way, stopping) = (way.clone(), stopping.clone());
            fn_factory(move || {
                let (tls, connections) = (tls.clone(), Arc::clone(&connections));
                let (way, stopping) = (way(), stopping.clone());
                async move {
                    thread_cache::enable();
                    let front = Front::open(way.await?, tls, connections, stopping).await?;
                    Ok::<_, ()>(fn_service(move |io: TcpStream| {
                        Rc::clone(&front).serve(io).map(Ok::<_, ()>)
                    }))
                }
            })
        };
        let builder = self.builder.listen("frontdesk", listener, way_in)?;
        Ok(Self { builder })
    }

    /// Starts the threads.
    pub fn run(self) -> Server {
        self.builder.run()
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
