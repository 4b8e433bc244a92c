//! `/api/admin/`: what an administrator calls (Protocol, 'Administration API'). Whoever is no administrator is answered 403 before
//! anything else is looked at.

pub mod inbox;
pub mod knowledge;
pub mod robots;
pub mod things;
pub mod visitors;
