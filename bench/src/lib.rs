//! The load harness of Frontdesk.
//!
//! Every figure stands beside the same figure of something bare that does the same transport or disk work and nothing
//! else, measured in the same run: machines differ, ratios stay. Server, bare server and generator are processes of
//! their own, since a process may open a limited number of files and since memory and processor time are read by
//! process.
//!
//! In reading order: [`scenario`] (what is measured), [`generator`] (who makes the load), [`bare`] and [`append`] (what it
//! is compared with), [`process`] (starting, stopping and observing), [`report`] (medians, ratios, the table).

pub mod append;
pub mod bare;
pub mod generator;
pub mod knowledge;
pub mod nchan;
pub mod process;
pub mod report;
pub mod scenario;
pub mod store;
pub mod tenant;
