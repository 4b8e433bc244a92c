//! Where everything lasts: the adapters of [`actors_runtime::ports::Store`].
//!
//! - [`record`]: bytes of everything that is kept, with their versions and checksums.
//! - [`key`]: where it lies.
//! - [`memory`]: keeps nothing beyond the process; for tests.
//! - [`sled`]: keeps everything.
//!
//! Only this room knows keys and bytes. What an adapter owes its callers is what `conformance` asks of each.

pub mod key;
pub mod memory;
pub mod record;
pub mod sled;

use actors_core::routing::Standing;

/// Whether a visitor who stands so is found by [`actors_runtime::ports::Store::standing`].
fn is_indexed(standing: &Standing) -> bool {
    match standing {
        Standing::Queued { .. } | Standing::Manual { .. } => true,
        Standing::Robot | Standing::Ended => false,
    }
}

#[cfg(test)]
pub(crate) mod conformance;
