//! Answers that a large model writes from the tenant's own documents. The decisions are here; a port calls the model
//! (`actors/runtime`).
//!
//! ```text
//! question, documents ──► Brief ──► prompt ──► (the model) ──pieces──► Draft ──► Written, or the knowledge base answers
//! ```
//!
//! - [`brief`]: what the model reads. [`draft`]: what it writes, piece by piece.
//! - [`large_model`](crate::large_model): the tenant's settings. [`breaker`], [`budget`]: when it is not asked.

pub mod breaker;
pub mod brief;
pub mod budget;
pub mod draft;

pub use brief::{Brief, Source};
pub use draft::{Draft, Finished, Unusable};

use crate::ids::DocId;
use crate::message::reply::Reference;
use std::sync::Arc;

/// A complete answer of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Rich text, sanitised.
    pub text: Arc<str>,
    /// The documents it cites, each once, in the order of citation.
    pub docs: Vec<DocId>,
    /// The same documents for readers: name and address (referenceFile).
    pub references: Vec<Reference>,
}

/// Why the model gives no answer. The knowledge base's answer then stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum NoAnswer {
    /// The tenant has no model, or has removed it.
    #[error("there is no model")]
    Off,
    /// The documents do not contain the answer.
    #[error("the documents do not say")]
    NotInDocuments,
    /// The limit of concurrent questions is reached.
    #[error("too many are asked at once")]
    Busy,
    /// The day's tokens are used up.
    #[error("the day's tokens are used up")]
    Spent,
    /// It failed so often that the breaker keeps questions away from it.
    #[error("it failed too often")]
    Resting,
    /// It took too long.
    #[error("it took too long")]
    TooSlow,
    /// Its address is not allowed, or nothing answers there.
    #[error("it was not reached")]
    NotReached,
    /// It rejects the key, or the key lacks the right.
    #[error("it refused the key")]
    Refused,
    /// It reports too many requests.
    #[error("it has too much to do")]
    TooMany,
    /// Its reply cannot be used.
    #[error("what it said cannot be used")]
    Unusable,
    /// Its reply stopped before the end.
    #[error("it stopped before the end")]
    CutOff,
}

impl NoAnswer {
    /// Whether the model is at fault, so that it counts for the breaker.
    pub fn is_models_fault(self) -> bool {
        match self {
            Self::TooSlow
            | Self::NotReached
            | Self::Refused
            | Self::TooMany
            | Self::Unusable
            | Self::CutOff => true,
            Self::Off | Self::NotInDocuments | Self::Busy | Self::Spent | Self::Resting => false,
        }
    }

    /// Its name in metrics and logs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::NotInDocuments => "notInDocuments",
            Self::Busy => "busy",
            Self::Spent => "spent",
            Self::Resting => "resting",
            Self::TooSlow => "tooSlow",
            Self::NotReached => "notReached",
            Self::Refused => "refused",
            Self::TooMany => "tooMany",
            Self::Unusable => "unusable",
            Self::CutOff => "cutOff",
        }
    }
}
