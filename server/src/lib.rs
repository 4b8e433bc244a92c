//! The HTTP server of Frontdesk. It translates and stores; what may happen is decided in `actors-core`.

pub mod assets;
pub mod body;
pub mod error;
pub mod fixtures;
pub mod guard;
pub mod passwords;
pub mod rates;
pub mod rich_text;
pub mod secrets;
pub mod settings;
pub mod store;
pub mod telemetry;
pub mod uploads;
pub mod visitor_token;
pub mod wire;
