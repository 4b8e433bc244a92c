//! `/api/admin/`: what an administrator calls (Contract §7). Whoever is no administrator is answered 403 before
//! anything else is looked at.

pub mod inbox;
pub mod knowledge;
pub mod robots;
pub mod things;
pub mod visitors;
