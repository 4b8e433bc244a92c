//! HTTP: how requests arrive, which handler gets them, and how they are answered.
//!
//! - [`front`] reads every connection and answers the most frequent calls itself; [`app`] builds and stops the server;
//!   [`listeners`] are its sockets, [`serving`] its threads; [`side_address`] serves the addresses beside the public one; [`tasks`] runs beside
//!   the requests.
//! - [`guard`], [`admission`], [`rates`], [`proxies`], [`body`]: the checks a request passes before its handler runs.
//! - [`open_api`], [`idempotent`]: who calls `/api/v1/`, and repeats of those calls.
//! - [`routes`]: all paths and their handlers; [`state`]: what handlers share; [`blocking`]: work that would block a
//!   connection's thread.
//! - [`error`]: the one place that turns errors into codes; [`openapi`]: the API's own description.
//! - [`assets`], [`first_screen`]: the pages. [`tls`]: the certificate.

pub(crate) mod admission;
pub mod app;
pub mod assets;
pub mod blocking;
pub mod body;
pub mod error;
pub mod first_screen;
pub mod front;
pub mod guard;
pub mod idempotent;
pub mod listeners;
pub mod open_api;
pub mod openapi;
pub mod proxies;
pub mod rates;
pub mod routes;
pub mod serving;
pub mod side_address;
pub mod state;
pub mod tasks;
pub mod tls;
