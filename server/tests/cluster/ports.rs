//! Ports that a node keeps while it is down and comes back.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicU32, Ordering};

/// Below the ports of the NATS servers, which are below those that the system gives to outgoing connections.
const FIRST: u32 = 10_000;
const COUNT: u32 = 9_000;

static TRIED: AtomicU32 = AtomicU32::new(0);

/// A port that nobody listens on. Calls of one process return different ports.
pub fn free() -> u16 {
    // Test processes have neighbouring ids, so each starts far from the others.
    let start = std::process::id().wrapping_mul(7_919);
    loop {
        let tried = TRIED.fetch_add(1, Ordering::Relaxed);
        assert!(tried < COUNT, "no port is free");
        let port = u16::try_from(FIRST + start.wrapping_add(tried) % COUNT).unwrap();
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}
