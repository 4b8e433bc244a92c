//! The visitor rates the service (evaluate, isEvaluate).

use crate::evaluation::{EvaluationConfig, Rating};
use crate::ids::ClientId;
use crate::session::commands::{Command, sealed};
use crate::session::refusal::Refusal;
use std::sync::Arc;

/// Keeps a rating: once, after the end or when invited.
#[derive(Clone, Debug)]
pub struct Evaluate {
    /// The client's name for it: a repeat with the same content changes nothing.
    pub client_id: Option<ClientId>,
    /// The rating.
    pub rating: Rating,
    /// What the tenant asks of one.
    pub rules: Arc<EvaluationConfig>,
}

impl sealed::Sealed for Evaluate {}

impl Command for Evaluate {
    type Reply = Result<(), Refusal>;
}

/// Asks whether the visitor may rate.
#[derive(Clone, Copy, Debug)]
pub struct IsEvaluated;

/// Whether the visitor may rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluationStanding {
    /// They have.
    pub evaluated: bool,
    /// They may.
    pub enabled: bool,
}

impl sealed::Sealed for IsEvaluated {}

impl Command for IsEvaluated {
    type Reply = EvaluationStanding;
}
