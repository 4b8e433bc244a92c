//! Button flows: their steps, their faults, and random walks through random flows.

#![allow(clippy::unwrap_used)]

mod builders;
mod checks;
mod random_walk;
mod rehearsals;
mod rules;
mod sources;
