//! Ports that servers keep while they are down and come back.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicU32, Ordering};

/// Below the ports that systems give to outgoing connections, so that none of these takes one meanwhile.
const FIRST: u32 = 20_000;

/// Number of ports to choose from.
const COUNT: u32 = 12_000;

static TRIED: AtomicU32 = AtomicU32::new(0);

/// A port that nobody listens on. Calls of one process return different ports.
pub fn free() -> u16 {
    // Test processes have neighbouring ids, so each starts far from the others.
    let start = std::process::id().wrapping_mul(7_919);
    loop {
        let tried = TRIED.fetch_add(1, Ordering::Relaxed);
        assert!(tried < COUNT, "no port is free");
        let port = FIRST + start.wrapping_add(tried) % COUNT;
        let port = u16::try_from(port).expect("below 65536");
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}
