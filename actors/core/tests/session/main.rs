//! Stories of a session that follow docs/protocol.md, and a random walk that looks for unexpected cases.

#![allow(clippy::unwrap_used)]

mod away;
mod beside;
mod call;
mod call_signals;
mod delivery;
mod flow;
mod handover;
mod line;
mod mailing;
mod opening;
mod oversee;
mod people;
mod pushing;
mod random_walk;
mod rating;
mod repeats;
mod report;
mod report_sums;
mod rescue;
mod restart;
mod shop;
mod silence;
mod story;
mod tags;
mod talk;
mod ticket;
mod watching;
mod words;
mod writing;
