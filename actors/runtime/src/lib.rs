//! The actix shells around `actors-core`. They perform; they decide nothing.
//!
//! - [`ports`]: what the shells need of the outside world.
//! - [`office`]: everybody who works here and how to reach them.
//! - [`model`]: a large model that writes answers.
//! - [`ask`], `session`, `journal`: how a command gets to a session, and how what comes of it is made durable before
//!   anybody hears of it.
//! - [`router`], `desk`: the same around a tenant's router and an agent's desk.
//! - [`errands`]: what sessions want to know of tenants' own services.
//! - [`clock`], `alarm`, `sweeper`: time, for those in memory and those who are not.
//! - `readers`: threads that read the store.
//! - `forgetting`: what is not kept any more.
//! - [`thread_cache`]: what a thread keeps of what it frees.

mod alarm;
pub mod ask;
pub mod clock;
mod desk;
pub mod errands;
mod forgetting;
mod journal;
mod load;
pub mod model;
pub mod office;
mod parked;
pub mod ports;
mod readers;
pub mod router;
mod session;
mod sweeper;
#[cfg(feature = "testing")]
pub mod testing;
pub mod thread_cache;
mod threads;

pub use ask::{AskError, Waiter};
pub use errands::Errands;
pub use model::LanguageModel;
pub use office::{Directory, Office};
pub use router::RouterDoor;
