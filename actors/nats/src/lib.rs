//! A cluster's side of NATS JetStream: the connection, the stream of a cell, leases and files.
//!
//! What a message of the stream means, and who owns a cell, is decided in `actors-cluster`. Leases only decide who should
//! try. This crate knows no rule of the product.

pub mod cell;
pub mod durability;
pub mod lease;
pub mod link;
mod monitor;
pub mod objects;
pub mod orders;
#[cfg(feature = "testing")]
pub mod testing;
