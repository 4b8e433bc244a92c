//! Backup and restore, check, export and import (`docs/operation.md`, docs/decisions/0031-backup.md).
//!
//! All five read or write one format: lines of JSON that hold everything a store knows.
//!
//! ```text
//!  running server ─┐                            ┌─► packs in a folder or bucket   (backup)
//!  stopped store  ─┤                            ├─► records.jsonl and files/      (export)
//!  backup         ─┼─► source ─► lines, files ──┼─► a new store                   (restore, import)
//!  export         ─┘                            └─► every checksum and reference  (check)
//! ```
//!
//! - [`line`]: the format. [`walk`]: reads a store into lines.
//! - [`source`]: the four places that lines come from, and their files. [`lines`]: lines on their way.
//! - [`pack`]: cuts lines into packs that stay the same between backups.
//! - [`save`], [`refill`], [`check`]: what becomes of the lines. [`command`]: the commands.

pub mod check;
pub mod command;
pub mod line;
pub mod lines;
pub mod pack;
pub mod refill;
pub mod save;
pub mod source;
pub mod walk;

#[cfg(test)]
mod tests;
