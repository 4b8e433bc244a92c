//! The actix shells around `actors-core`. They perform effects and decide nothing.
//!
//! - [`ports`]: what the shells need from the outside world.
//! - [`office`]: all actors of the process and how to reach them.
//! - [`model`]: a large language model that writes answers.
//! - [`ask`], `session`, `journal`: how a command reaches a session, and how its records become durable before any
//!   other effect is released.
//! - [`router`], `desk`: the same for a tenant's router and an agent's desk.
//! - [`desk_watcher`]: hears what agents' desks are told.
//! - [`postman`]: mails and pushes from sessions to their visitors.
//! - [`service_client`]: requests from sessions to tenants' own services.
//! - [`clock`], `alarm`, `sweeper`: time, for sessions in memory and sessions that are only stored.
//! - `counts`: what is counted of each tenant.
//! - `readers`: threads that read the store.
//! - `forgetting`: erases visitors and old lines.
//! - [`thread_cache`]: the allocator's per-thread cache.

mod alarm;
pub mod ask;
pub mod clock;
mod counts;
mod desk;
pub mod desk_watcher;
mod forgetting;
mod journal;
mod load;
pub mod model;
pub mod office;
mod parked;
pub mod ports;
pub mod postman;
mod readers;
pub mod router;
pub mod service_client;
mod session;
mod sweeper;
#[cfg(feature = "testing")]
pub mod testing;
pub mod thread_cache;
mod threads;

pub use ask::{AskError, Waiter};
pub use desk_watcher::DeskWatcher;
pub use model::LanguageModel;
pub use office::{Directory, Office, Workers};
pub use postman::{Notifier, Postman};
pub use router::RouterDoor;
pub use service_client::ServiceClient;
