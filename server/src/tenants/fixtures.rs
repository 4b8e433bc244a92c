//! Reads tenants from files (Protocol, 'Tenant folder'): the demo inside the binary, or folders the operator names.
//!
//! ```text
//! files ──read──► TenantFixture (as written) ──documents──► store ──stored──► TenantFixture ──► TenantSetup
//! ```
//!
//! The store holds what the tenant wrote, with passwords hashed, so that the administration API can show it unchanged.
//! The server works with the [`TenantSetup`] read from it. Invalid files stop the start, with the path, line and reason
//! of every error.

pub mod channel;
pub mod customer_data;
pub mod evaluation;
pub mod findings;
pub mod flows;
pub mod groups;
pub mod hours;
pub mod knowledge;
pub mod large_model;
mod locate;
pub mod mail;
pub mod menus;
pub mod people;
mod read;
pub mod replies;
pub mod reporting;
pub mod service;
pub mod setup;
pub mod sign_on;
mod source;
mod stored;
pub mod tags;
pub mod templates;
pub mod test_questions;
mod text;
pub mod words;

pub use read::{FixtureError, Problem, load};
pub use setup::{KnownDocuments, TenantSetup, Wrong};

use actors_core::ids::TenantId;
use channel::WrittenChannel;
use evaluation::WrittenEvaluation;
use flows::WrittenFlow;
use groups::WrittenGroup;
use knowledge::{WrittenDocument, WrittenRobot};
use people::{WrittenAgent, WrittenTenant};
use std::collections::BTreeMap;
use templates::WrittenTemplate;
use test_questions::WrittenTestQuestion;
use words::WrittenWord;

/// All settings of one tenant, as written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TenantFixture {
    /// `tenant.json`.
    pub tenant: WrittenTenant,
    /// `channels/CHANNELID.json`.
    pub channels: Vec<WrittenChannel>,
    /// `groups.json`.
    pub groups: Vec<WrittenGroup>,
    /// `agents.json`.
    pub agents: Vec<WrittenAgent>,
    /// `robots/ROBOTNO.json`.
    pub robots: Vec<WrittenRobot>,
    /// `docs/ROBOTNO.jsonl`, by robot.
    pub documents: BTreeMap<String, Vec<WrittenDocument>>,
    /// `tests/ROBOTNO.jsonl`, by robot.
    pub test_questions: BTreeMap<String, Vec<WrittenTestQuestion>>,
    /// `flows/FLOWID.json`.
    pub flows: Vec<WrittenFlow>,
    /// `templates/TEMPLATEID.json`.
    pub templates: Vec<WrittenTemplate>,
    /// `sensitive-words.json`.
    pub words: Vec<WrittenWord>,
    /// `evaluation.json`.
    pub evaluation: WrittenEvaluation,
}

impl TenantFixture {
    /// The tenant's id.
    pub fn id(&self) -> TenantId {
        TenantId::from(self.tenant.tenant_id.as_str())
    }
}

#[cfg(test)]
mod tests;
