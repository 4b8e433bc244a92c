//! The API on the real server: one process, real sockets, a file a room of routes.

#![allow(clippy::unwrap_used)]

mod admin_agents;
mod admin_channel_info;
mod admin_settings;
mod agent;
mod evaluation;
mod helpers;
mod history;
mod identity;
mod matrix;
mod messages;
mod pages;
mod poll;
mod queue;
mod restart;
mod robot;
mod session;
mod transport;
mod uploads;
