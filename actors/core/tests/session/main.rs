//! Stories of a session, told as docs/protocol.md tells them, and a random walk that looks for what nobody thought of.

#![allow(clippy::unwrap_used)]

mod away;
mod call;
mod call_signals;
mod delivery;
mod flow;
mod handed_on;
mod line;
mod opening;
mod people;
mod random_walk;
mod rating;
mod repeats;
mod restart;
mod silence;
mod story;
mod talk;
mod words;
mod writing;
