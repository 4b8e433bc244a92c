//! The tenants and what they set up.
//!
//! - [`fixtures`]: reads a tenant's files; [`catalogue`]: the tenants in memory, swapped as a whole on every change.
//! - [`admin`]: changes them through the administration API.
//! - [`system_texts`]: the product's own sentences in every language; [`rich_text`]: makes tenants' HTML safe.

pub mod admin;
pub mod catalogue;
pub mod fixtures;
pub mod rich_text;
pub mod system_texts;
