//! The actix shells around `actors-core`. They perform; they decide nothing.

pub mod ports;
