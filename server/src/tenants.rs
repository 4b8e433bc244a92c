//! The tenants and their settings.
//!
//! - [`fixtures`]: reads a tenant's files; [`catalogue`]: the settings in memory, replaced as a whole on every change.
//! - [`admin`]: changes them through the administration API.
//! - [`register`]: tenants as a whole: made, disabled, enabled, listed. [`new_shop`]: what a new one begins with.
//! - [`blocks`]: visitors whom agents blocked.
//! - [`marks`]: what is true of a tenant beside its settings.
//! - [`system_texts`]: the product's own sentences in every language; [`rich_text`]: sanitises HTML.
//! - [`web_page`]: reads a web page as documents.

pub mod admin;
pub mod blocks;
pub mod catalogue;
pub mod fixtures;
pub mod marks;
pub mod new_shop;
pub mod register;
pub mod rich_text;
pub mod system_texts;
pub mod web_page;
