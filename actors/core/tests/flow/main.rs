//! Button flows, told one step after the other; what is wrong with one; and a walk through flows nobody thought of.

#![allow(clippy::unwrap_used)]

mod checks;
mod made;
mod random_walk;
mod rules;
mod sources;
