//! The golden files of `fixtures/wire`: every request is read, every answer is written key for key.

#![allow(clippy::unwrap_used)]

mod admin;
mod agent;
mod calls;
mod flow;
mod forms;
mod helpers;
mod kinds;
mod orders;
mod partial;
mod requests;
mod talk;
mod visitor;
