//! The load harness of Frontdesk.
//!
//! Every figure has a bare counterpart from the same run that does the same transport or disk work and nothing else.
//! Machines differ, but ratios stay. Server, bare server and generator are separate processes, because open files are
//! limited by process, and memory and processor time are read by process.
//!
//! In reading order: [`scenario`] (what is measured), [`generator`] (who makes the load), [`bare`] and [`append`] (the
//! counterparts), [`cluster`] (several nodes), [`process`] (starting, stopping and observing), [`report`] (medians, ratios, the table).
//!
//! [`rehearsal`] stands for itself: it plays a day against an installation that runs already.

pub mod append;
pub mod bare;
pub mod cluster;
pub mod generator;
pub mod knowledge;
pub mod nchan;
pub mod process;
pub mod rehearsal;
pub mod report;
pub mod scenario;
pub mod store;
pub mod tenant;

/// Gives the HTTP clients of this process their TLS. Only the first call has an effect.
fn provide_tls() {
    drop(rustls::crypto::ring::default_provider().install_default());
}
