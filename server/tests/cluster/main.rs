//! What a cluster promises, seen from outside: three NATS servers and three nodes on loopback, and faults while visitors
//! and agents write to each other at every node (docs/decisions/0134).
//!
//! A ledger outside the nodes has every message acknowledged with 200 and every polled event. After each fault all of it
//! is read back: nothing acknowledged is lost, doubled, changed or in another order, and everybody has their place. An
//! owner without its checks proves that the test detects a loss.
//!
//! | variable | meaning | default |
//! | --- | --- | --- |
//! | `FRONTDESK_CLUSTER_VISITORS` | visitors; a tenth as many agents | 60 |
//! | `FRONTDESK_CLUSTER_PROGRAM` | the program of the nodes, such as an optimised build | the one under test |
//! | `FRONTDESK_CLUSTER_KILLS` | kills of nodes | 5 |
//! | `FRONTDESK_CLUSTER_PAUSE` | seconds that an owner is paused | 8 |

// Clippy exempts functions with a test attribute, but not the functions that they call.
#![allow(clippy::unwrap_used)]
// A test prints how long the pages waited.
#![allow(clippy::print_stdout)]

mod cells;
mod cut_off;
mod full_disk;
#[path = "../common/http.rs"]
#[allow(dead_code)]
mod http;
mod kill;
#[path = "../common/ledger.rs"]
#[allow(dead_code)]
mod ledger;
mod moves;
mod nats_servers;
mod node;
mod null_control;
mod onlooker;
mod page;
mod pause;
mod people;
mod restarts;
mod roles;
mod servers;
mod shop;
mod tenant;
mod watch;
mod wire;

use std::time::Duration;

/// Messages before a fault, and after it.
const SOME: usize = 150;
/// No conversation may wait longer than this in any test. The figures that are printed say what is usual.
const LONGEST: Duration = Duration::from_secs(60);
