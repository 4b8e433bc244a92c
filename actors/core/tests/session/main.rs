//! Stories of a session, told as the specification tells them, and a random walk that looks for what nobody thought of.

#![allow(clippy::unwrap_used)]

mod call;
mod delivery;
mod flow;
mod handed_on;
mod line;
mod opening;
mod random_walk;
mod rating;
mod repeats;
mod restart;
mod story;
mod talk;
mod words;
mod writing;
