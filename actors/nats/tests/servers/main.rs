//! Tests against real servers.
#![allow(clippy::unwrap_used)] // a failure ends the test

mod cell;
mod durability;
mod faults;
mod lease;
mod link;
mod objects;
