//! For the operator: the settings, the log and metrics, and limits on disk and memory.
//!
//! - [`settings`]: every setting of the program; its comments are the help texts.
//! - [`control`]: the operator's commands, to a server that runs or to its store.
//! - [`backup`]: backup, restore, check, export and import.
//! - [`data_folder`]: makes it, and keeps it private.
//! - [`format`]: the number that says which versions read a data folder; [`upgrade`]: takes a folder to a newer format.
//! - [`service_manager`] tells systemd that the server is ready and alive; [`pulse`] asks the HTTP threads.
//! - [`operator`]: `/metrics` on an address of its own; [`telemetry`]: the log and the counters.
//! - [`retention`] removes expired messages, by a [`trusted_clock`]; [`disk_space`] refuses work on a nearly full disk;
//!   [`allocator`] returns memory to the operating system.
//! - [`rehearsal`]: who may rehearse a busy day on this installation.
//! - [`ice`]: the STUN and TURN servers for calls.

pub mod allocator;
pub mod backup;
pub mod control;
pub mod data_folder;
pub mod disk_space;
pub mod format;
pub mod ice;
pub mod operator;
pub mod pulse;
pub mod rehearsal;
pub mod retention;
pub mod service_manager;
pub mod settings;
pub mod telemetry;
pub mod trusted_clock;
pub mod upgrade;
