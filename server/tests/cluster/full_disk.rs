//! The disk of one NATS server is full: the other two go on, and the server comes back when there is room.
//!
//! The disk is a tmpfs in a mount namespace of this test, so that the test needs no rights and leaves nothing mounted.

use crate::SOME;
use crate::node::Kind;
use crate::onlooker;
use crate::servers::{Cluster, NODES, Wiring};
use crate::shop::Shop;
use crate::tenant::Size;
use serde_json::Value;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Says that this process may mount.
const MAY_MOUNT: &str = "CLUSTER_MAY_MOUNT";
/// Size of the disk in MiB. JetStream needs a part of it for itself.
const SIZE: u64 = 64;
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs the drill below in a process that may mount.
#[test]
fn a_full_disk_of_one_nats_server_leaves_two_that_go_on() {
    let ended = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "full_disk::the_drill", "--nocapture"])
        .env(MAY_MOUNT, "1")
        .output()
        .unwrap();

    let said = [ended.stdout, ended.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    println!("{said}");
    assert!(
        ended.status.success(),
        "if the system forbids user namespaces: sysctl kernel.apparmor_restrict_unprivileged_userns=0\n{said}"
    );
    assert!(said.contains("1 passed"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_drill() {
    if std::env::var_os(MAY_MOUNT).is_none() {
        return;
    }
    let mut cluster = Cluster::start(Kind::Program, Wiring::Direct, Size::wanted()).await;
    let shop = Shop::open(&cluster).await;
    let watch = shop.watch();
    // The stream's leader, because that is the hardest.
    let server = onlooker::leader(&cluster).await;
    let other = (server + 1) % NODES;
    let store = cluster.nats.store(server);
    cluster.nats.kill(server);
    mount(&store);
    cluster.nats.start_again(server);
    cluster.nats.ready().await;
    has_caught_up(&cluster, server, other).await;

    let (seen, wrong) = shop
        .during(async {
            watch.acknowledges(SOME).await;
            fill(&store.join("ballast"));
            watch.acknowledges(6 * SOME).await;
            let (behind, ahead) = (last(&cluster, server).await, last(&cluster, other).await);
            assert!(
                behind < ahead,
                "{behind:?} of {ahead:?}: the disk was not full"
            );
            fs::remove_file(store.join("ballast")).unwrap();
            // A server without room ends JetStream until it is started again.
            cluster.nats.stop(server);
            cluster.nats.start_again(server);
            cluster.nats.ready().await;
            has_caught_up(&cluster, server, other).await;
            watch.acknowledges(SOME).await;
        })
        .await;

    println!("a full disk of NATS server {server}: {seen}");
    assert_eq!(wrong, Vec::<String>::new());
}

fn mount(folder: &Path) {
    let size = format!("size={SIZE}m");
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
        .arg(folder)
        .status();
    assert!(mounted.unwrap().success());
}

/// Writes until there is no room.
fn fill(path: &Path) {
    let mut file = File::create(path).unwrap();
    let piece = vec![1; 64 << 10];
    while file.write_all(&piece).is_ok() {}
    while file.write_all(&[1]).is_ok() {}
}

/// The last sequence of the cell's stream on one server; `None` while it serves no stream.
async fn last(cluster: &Cluster, server: usize) -> Option<u64> {
    let monitor = cluster.nats.monitors().remove(server);
    let url = format!("{monitor}/jsz?streams=true");
    let answer = crate::http::client().get(url).send().await.ok()?;
    let seen: Value = serde_json::from_slice(&answer.bytes().await.ok()?).ok()?;
    let accounts = seen["account_details"].as_array()?.iter();
    let mut streams =
        accounts.flat_map(|account| account["stream_detail"].as_array().into_iter().flatten());
    let cell = streams.find(|stream| stream["name"] == "FD_CELL_0")?;
    cell["state"]["last_seq"].as_u64()
}

async fn has_caught_up(cluster: &Cluster, server: usize, other: usize) {
    let until = Instant::now() + PATIENCE;
    let wanted = last(cluster, other).await;
    while last(cluster, server).await < wanted {
        assert!(Instant::now() < until, "server {server} does not catch up");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
