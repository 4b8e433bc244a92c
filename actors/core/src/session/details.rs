//! What the visitor or their page said of them (chatStart, resetInfo).

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A visitor's details; empty texts where nothing is known. Not to be trusted, and never shown unescaped.
///
/// Stored by their order: fields are only ever added at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// Name.
    pub name: Arc<str>,
    /// E-mail address.
    pub email: Arc<str>,
    /// Telephone.
    pub phone: Arc<str>,
    /// The tenant's own parameters, as the page was given them.
    pub params: Arc<str>,
    /// The page they were on before (previousUrl).
    pub previous_url: Arc<str>,
    /// Where they came from (refer).
    pub refer: Arc<str>,
}

impl Details {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
