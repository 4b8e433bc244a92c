//! Button flows: their steps, their faults, and random walks through random flows.

#![allow(clippy::unwrap_used)]

mod checks;
mod made;
mod random_walk;
mod rules;
mod sources;
