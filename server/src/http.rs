//! HTTP: how requests come in, where they go, and how they are answered.
//!
//! - [`front`] reads every connection and answers plain calls itself; [`app`] builds and stops the server around it.
//! - [`guard`], [`admission`], [`rates`], [`proxies`], [`body`]: what a request passes before a handler runs.
//! - [`routes`]: the map of all paths and their handlers; [`state`]: what a handler may reach; [`blocking`]: work that
//!   would block a connection's thread.
//! - [`error`]: the one place that turns errors into codes; [`openapi`]: the API's own description.
//! - [`assets`], [`first_screen`]: the pages.

pub(crate) mod admission;
pub mod app;
pub mod assets;
pub mod blocking;
pub mod body;
pub mod error;
pub mod first_screen;
pub mod front;
pub mod guard;
pub mod openapi;
pub mod proxies;
pub mod rates;
pub mod routes;
pub mod state;
