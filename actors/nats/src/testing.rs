//! NATS servers on loopback, for tests: started, paused, killed and started again.

mod cluster;
pub mod ports;
mod proxy;

pub use cluster::{Cluster, Wish};
pub use proxy::Proxy;
