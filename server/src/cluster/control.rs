//! `frontdesk cluster status|drain|resume|move`: the node's own socket in the data folder. It answers whatever the node does
//! for the cell, and any node can tell of the whole cluster.

use crate::control::command::client;
use crate::settings;
use crate::settings::commands::{ClusterCommand, DataArgs};
use actix_web::dev::ServerHandle;
use actix_web::web::{self, Data, Json};
use actix_web::{App, HttpResponse, HttpServer, rt};
use anyhow::Context as _;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use std::io;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The name of the socket.
pub const FILE: &str = "cluster.sock";

/// Where orders are posted to.
const PATH: &str = "/cluster";

/// Where the node says whether it is ready.
const READY: &str = "/readyz";

/// How long a node may take to answer. A move takes as long as the requests that run.
const PATIENCE: Duration = Duration::from_secs(30);

/// Why a command of the whole program is refused on a node that only follows.
pub const NOT_OWNER: &str = "this node does not own the cluster's cell: run the command on the owner, which \
                             `frontdesk cluster status` names";

/// Whether a node of a cluster runs on this data folder. Ask only if no whole program does.
pub fn is_follower(data: &Path) -> bool {
    UnixStream::connect(data.join(FILE)).is_ok()
}

/// An order to a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "do")]
pub enum Order {
    /// Say how the cluster is.
    Status,
    /// Hand the cell over, and take none any more.
    Drain,
    /// Take cells again.
    Resume,
    /// Hand the cell over to this node, wherever it is.
    Move {
        /// The name of the node.
        to: String,
    },
    /// Hand the cell over to this node, which is the preferred one and is ready. Only nodes ask it of each other.
    HandBack {
        /// The name of the node.
        to: String,
    },
}

/// What came of an order: text for the operator, or why it was refused.
pub type Answer = Result<String, String>;

/// Carries orders out.
pub type Obey = Arc<dyn Fn(Order) -> BoxFuture<'static, Answer> + Send + Sync>;

/// Says whether the node is ready.
pub type IsReady = Arc<dyn Fn() -> (bool, String) + Send + Sync>;

/// A socket that is served until it is closed.
pub struct ClusterSocket {
    path: PathBuf,
    server: ServerHandle,
}

impl ClusterSocket {
    /// Opens the socket.
    ///
    /// # Errors
    /// The data folder takes no socket.
    pub fn open(folder: &Path, obey: Obey, ready: IsReady) -> io::Result<Self> {
        let path = folder.join(FILE);
        match std::fs::remove_file(&path) {
            // The data folder is locked, so a killed process left it.
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let (obey, ready) = (Data::new(obey), Data::new(ready));
        let server = HttpServer::new(move || {
            App::new()
                .app_data(obey.clone())
                .app_data(ready.clone())
                .route(PATH, web::post().to(take))
                .route(READY, web::get().to(tell_ready))
        });
        let server = server.workers(1).disable_signals().bind_uds(&path)?;
        crate::control::socket::close_to_others(&path)?;
        let server = server.run();
        let handle = server.handle();
        rt::spawn(server);
        Ok(Self {
            path,
            server: handle,
        })
    }

    /// Takes no further order and removes the socket.
    pub async fn close(self) {
        self.server.stop(false).await;
        // It may be gone with the folder.
        let _ = std::fs::remove_file(self.path);
    }
}

async fn take(obey: Data<Obey>, Json(order): Json<Order>) -> Json<Answer> {
    Json((obey.get_ref())(order).await)
}

async fn tell_ready(ready: Data<IsReady>) -> HttpResponse {
    match (ready.get_ref())() {
        (true, text) => HttpResponse::Ok().body(text),
        (false, text) => HttpResponse::ServiceUnavailable().body(text),
    }
}

/// Gives an order to the node that runs on the data folder, and prints its answer.
///
/// # Errors
/// No node runs there, or it refuses.
#[allow(clippy::print_stdout)]
pub fn run(command: ClusterCommand, args: DataArgs) -> anyhow::Result<()> {
    let settings = settings::of_data(args)?;
    let socket = settings.data.join(FILE);
    UnixStream::connect(&socket).with_context(|| {
        let data = settings.data.display();
        format!("no node of a cluster runs on {data}: start one with `frontdesk serve --cluster`, or name its folder with --data")
    })?;
    let order = match command {
        ClusterCommand::Status => Order::Status,
        ClusterCommand::Drain { resume: false } => Order::Drain,
        ClusterCommand::Drain { resume: true } => Order::Resume,
        ClusterCommand::Move { node } => Order::Move { to: node },
    };
    let body = serde_json::to_vec(&order)?;
    let answer = rt::System::new().block_on(async {
        let asked = client(&socket)
            .timeout(PATIENCE)
            .build()?
            .post(format!("http://localhost{PATH}"))
            .header("content-type", "application/json")
            .body(body);
        asked.send().await?.error_for_status()?.bytes().await
    });
    let answer = answer.context("asking the node that runs")?;
    let answer: Answer = serde_json::from_slice(&answer).context("reading the node's answer")?;
    print!("{}", answer.map_err(anyhow::Error::msg)?);
    Ok(())
}
