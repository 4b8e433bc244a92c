//! The HTTP server of Frontdesk. It translates and stores; what may happen is decided in `actors-core`.
//!
//! - [`settings`], [`app`], [`state`]: how a server is built and stopped. [`operator`]: what its operator reads.
//! - [`front`]: how requests come in. [`routes`]: the map of all paths. [`caller`], [`body`], [`rates`], [`proxies`]: what
//!   a call passes before it is heard.
//! - [`wire`]: the dictionary; [`error`], [`guard`]: how calls are answered.
//! - [`store`], [`uploads`]: where things last; [`retention`]: what does not. [`catalogue`]: the tenants' settings;
//!   [`admin`]: changing them.

pub mod admin;
mod admission;
pub mod agent_token;
pub mod app;
pub mod assets;
pub mod believed;
pub mod blocking;
pub mod body;
pub mod caller;
pub mod catalogue;
pub mod errands;
pub mod error;
pub mod first_screen;
pub mod fixtures;
pub mod front;
pub mod guard;
pub mod ice;
pub mod inbox;
pub mod link_token;
pub mod memory;
pub mod model;
pub mod openapi;
pub mod operator;
pub mod orders;
pub mod passwords;
pub mod proxies;
pub mod rates;
pub mod relay;
pub mod retention;
pub mod rich_text;
pub mod robots;
pub mod routes;
pub mod secrets;
pub mod sentences;
pub mod settings;
pub mod space;
pub mod state;
pub mod store;
pub mod telemetry;
pub mod uploads;
pub mod visitor_token;
pub mod vouching;
pub mod wire;
