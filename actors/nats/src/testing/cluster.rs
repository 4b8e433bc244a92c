//! A cluster of processes in a temporary folder.

use std::fs::{self, File};

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use super::ports;
use crate::link::{Link, Settings};
use crate::monitor;

/// Time that servers have to choose a leader.
const READY_WITHIN: Duration = Duration::from_secs(60);

/// What a cluster shall be like.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Number of servers.
    pub servers: usize,
    /// JetStream's `sync_interval`. Without it a server has its default.
    pub sync_interval: Option<&'static str>,
    /// Size of the largest message, in bytes.
    pub max_payload: u64,
    /// Further lines of each server's configuration.
    pub further: String,
}

impl Default for Wish {
    /// Three servers that write at once.
    fn default() -> Self {
        Self {
            servers: 3,
            sync_interval: Some("always"),
            max_payload: 8 << 20,
            further: String::new(),
        }
    }
}

/// Running servers, `n0` to `n2`. Dropping this value ends them and removes what they wrote.
#[derive(Debug)]
pub struct Cluster {
    folder: TempDir,
    servers: Vec<Server>,
}

#[derive(Debug)]
struct Server {
    child: Option<Child>,
    client_port: u16,
    monitor_port: u16,
    route_port: u16,
}

impl Cluster {
    /// Starts three servers that write at once, and waits until they have a leader.
    ///
    /// # Panics
    /// If the program is missing, or the servers do not start.
    pub async fn start() -> Self {
        Self::start_with(Wish::default()).await
    }

    /// Starts servers as wished.
    ///
    /// # Panics
    /// If the program is missing, or the servers do not start.
    pub async fn start_with(wish: Wish) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let server = |_| Server {
            child: None,
            client_port: ports::free(),
            monitor_port: ports::free(),
            route_port: ports::free(),
        };
        let servers: Vec<Server> = (0..wish.servers).map(server).collect();
        let mut cluster = Self { folder, servers };
        for index in 0..wish.servers {
            let text = cluster.configuration(index, &wish);
            fs::write(cluster.path(index, "conf"), text).expect("a file in the folder");
            cluster.start_again(index);
        }
        cluster.ready().await;
        cluster
    }

    /// The servers' addresses.
    #[must_use]
    pub fn addresses(&self) -> Vec<String> {
        let ports = self.servers.iter().map(|server| server.client_port);
        ports
            .map(|port| format!("nats://127.0.0.1:{port}"))
            .collect()
    }

    /// The port of this server for clients.
    #[must_use]
    pub fn port(&self, index: usize) -> u16 {
        self.servers[index].client_port
    }

    /// The addresses of the servers' monitoring.
    #[must_use]
    pub fn monitors(&self) -> Vec<String> {
        let ports = self.servers.iter().map(|server| server.monitor_port);
        ports
            .map(|port| format!("http://127.0.0.1:{port}"))
            .collect()
    }

    /// Connects to any server.
    ///
    /// # Panics
    /// If no server accepts the connection.
    pub async fn link(&self, node: &str) -> Link {
        let settings = Settings::new(node, self.addresses());
        Link::connect(&settings).await.expect("a server that runs")
    }

    /// Connects to this server only.
    ///
    /// # Panics
    /// If the server does not accept the connection.
    pub async fn link_to(&self, index: usize, node: &str) -> Link {
        let address = self.addresses().remove(index);
        let settings = Settings::new(node, vec![address]);
        Link::connect(&settings).await.expect("a server that runs")
    }

    /// The index of a server by its name.
    ///
    /// # Panics
    /// If there is no such server.
    #[must_use]
    pub fn index(&self, name: &str) -> usize {
        let indices = 0..self.servers.len();
        indices
            .into_iter()
            .find(|index| name == server_name(*index))
            .expect("n0 to n2")
    }

    /// Kills a server, as `kill -9` does.
    ///
    /// # Panics
    /// If it does not run.
    pub fn kill(&mut self, index: usize) {
        let mut child = self.servers[index]
            .child
            .take()
            .expect("a server that runs");
        child.kill().expect("a process of this test");
        child.wait().expect("a process of this test");
    }

    /// Ends a server as an operator does, by SIGTERM, and waits for its end.
    ///
    /// # Panics
    /// If it does not run.
    pub fn stop(&mut self, index: usize) {
        self.signal(index, Signal::TERM);
        let child = self.servers[index].child.take();
        let mut child = child.expect("a server that runs");
        child.wait().expect("a process of this test");
    }

    /// The folder of a server's JetStream.
    #[must_use]
    pub fn store(&self, index: usize) -> PathBuf {
        self.path(index, "store")
    }

    /// The process of a server.
    ///
    /// # Panics
    /// If it does not run.
    #[must_use]
    pub fn process(&self, index: usize) -> u32 {
        let child = self.servers[index].child.as_ref();
        child.expect("a server that runs").id()
    }

    /// Starts a server that is down, with what it wrote before.
    ///
    /// # Panics
    /// If the program is missing.
    pub fn start_again(&mut self, index: usize) {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.path(index, "log"));
        let child = Command::new(program())
            .arg("-c")
            .arg(self.path(index, "conf"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log.expect("a file in the folder"))
            .spawn();
        self.servers[index].child = Some(child.expect("nats-server starts"));
    }

    /// Stops a server without ending it, as `kill -STOP` does.
    pub fn pause(&self, index: usize) {
        self.signal(index, Signal::STOP);
    }

    /// Lets a paused server go on.
    pub fn resume(&self, index: usize) {
        self.signal(index, Signal::CONT);
    }

    /// Waits until every server that runs answers and has JetStream's leader.
    ///
    /// # Panics
    /// If that takes longer than a minute, or a server ended.
    pub async fn ready(&mut self) {
        let until = Instant::now() + READY_WITHIN;
        for index in 0..self.servers.len() {
            if self.servers[index].child.is_none() {
                continue;
            }
            while !self.is_ready(index).await {
                let child = self.servers[index]
                    .child
                    .as_mut()
                    .expect("a server that runs");
                let has_ended = child.try_wait().is_ok_and(|status| status.is_some());
                if has_ended || Instant::now() > until {
                    let log = fs::read_to_string(self.path(index, "log")).unwrap_or_default();
                    panic!("server {} is not ready:\n{log}", server_name(index));
                }
                sleep(Duration::from_millis(50)).await;
            }
        }
    }

    async fn is_ready(&self, index: usize) -> bool {
        let address = self.monitors().remove(index);
        let Ok(server) = monitor::varz(&address).await else {
            return false;
        };
        let is_alone = self.servers.len() == 1;
        let running = self.servers.iter().filter(|server| server.child.is_some());
        // A server that is killed before the others know it does not count as down later.
        let knows_all = |size: usize| size >= running.count();
        is_alone
            || server
                .jetstream
                .meta
                .is_some_and(|meta| meta.leader.is_some() && knows_all(meta.cluster_size))
    }

    fn signal(&self, index: usize, signal: Signal) {
        let child = self.servers[index]
            .child
            .as_ref()
            .expect("a server that runs");
        kill_process(Pid::from_child(child), signal).expect("a process of this test");
    }

    fn path(&self, index: usize, kind: &str) -> PathBuf {
        self.folder
            .path()
            .join(format!("{}.{kind}", server_name(index)))
    }

    fn configuration(&self, index: usize, wish: &Wish) -> String {
        let server = &self.servers[index];
        let name = server_name(index);
        let store = self.path(index, "store");
        let sync = wish.sync_interval.map_or(String::new(), |interval| {
            format!(", sync_interval: {interval}")
        });
        let mut text = format!(
            "server_name: {name}\nlisten: 127.0.0.1:{}\nhttp: 127.0.0.1:{}\nmax_payload: {}\n\
             jetstream {{ store_dir: {store:?}{sync} }}\n{}\n",
            server.client_port, server.monitor_port, wish.max_payload, wish.further
        );
        if wish.servers > 1 {
            let routes = self.servers.iter().map(|server| server.route_port);
            let routes: Vec<_> = routes
                .map(|port| format!("nats://127.0.0.1:{port}"))
                .collect();
            let (port, routes) = (server.route_port, routes.join(", "));
            text += &format!(
                "cluster {{ name: test, listen: 127.0.0.1:{port}, routes: [{routes}] }}\n"
            );
        }
        text
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for server in &mut self.servers {
            if let Some(mut child) = server.child.take() {
                // It may have ended by itself.
                let _ = child.kill();
                let _ = child.wait();
            }
        }
    }
}

fn server_name(index: usize) -> String {
    format!("n{index}")
}

/// The program `nats-server`: `NATS_SERVER` names it, or `cargo xtask` has installed it beside the build.
fn program() -> PathBuf {
    if let Some(named) = std::env::var_os("NATS_SERVER") {
        return named.into();
    }
    let own = std::env::current_exe().expect("the path of this program");
    let installed = own
        .ancestors()
        .map(|folder| folder.join("nats/venv/bin/nats-server"));
    installed.into_iter().find(|path| Path::is_file(path)).unwrap_or_else(|| {
        panic!("nats-server is missing: run `cargo xtask cluster`, which installs it, or set NATS_SERVER")
    })
}
