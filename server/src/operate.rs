//! For the operator: the settings, what the server reports, and how it keeps within its disk and its memory.
//!
//! - [`settings`]: every setting of the program; its comments are the help texts.
//! - [`operator`]: `/metrics` and health on an address of their own; [`telemetry`]: the log and the counters.
//! - [`retention`] removes what is too old, by a [`trusted_clock`]; [`disk_space`] refuses what would fill the disk;
//!   [`allocator`] returns memory to the machine.
//! - [`ice`]: the STUN and TURN servers for calls.

pub mod allocator;
pub mod disk_space;
pub mod ice;
pub mod operator;
pub mod retention;
pub mod settings;
pub mod telemetry;
pub mod trusted_clock;
