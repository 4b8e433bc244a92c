//! Answers that a large model writes, from documents of the tenant's alone. What is decided of it stands here; the model
//! itself is a port's (`actors/runtime`).
//!
//! ```text
//! question, documents ──► Brief ──► prompt ──► (the model) ──pieces──► Draft ──► Written, or the knowledge base answers
//! ```
//!
//! - [`brief`]: what the model is told. [`draft`]: what it says, as it comes.
//! - [`large_model`](crate::large_model): what a tenant says of it. [`breaker`], [`budget`]: when it is not asked at all.

pub mod breaker;
pub mod brief;
pub mod budget;
pub mod draft;

pub use brief::{Brief, Source};
pub use draft::{Draft, Finished, Unusable};

use crate::ids::DocId;
use crate::message::reply::Reference;
use std::sync::Arc;

/// An answer that a model has written to the end, sanitised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Rich text, sanitised.
    pub text: Arc<str>,
    /// The documents it names as its sources, each once, as it named them.
    pub docs: Vec<DocId>,
    /// The same for readers: name and address (referenceFile).
    pub references: Vec<Reference>,
}

/// Why there is no answer; the knowledge base's stands then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum NoAnswer {
    /// The tenant has no model, or not any more.
    #[error("there is no model")]
    Off,
    /// The documents do not say.
    #[error("the documents do not say")]
    NotInDocuments,
    /// As many are asked as may be at once.
    #[error("too many are asked at once")]
    Busy,
    /// The day's tokens are used up.
    #[error("the day's tokens are used up")]
    Spent,
    /// It failed so often that it is left alone for a while.
    #[error("it failed too often")]
    Resting,
    /// It took too long.
    #[error("it took too long")]
    TooSlow,
    /// Its address is not one it may be reached at, or nobody is there.
    #[error("it was not reached")]
    NotReached,
    /// It says the key is wrong, or has no right to what was asked.
    #[error("it refused the key")]
    Refused,
    /// It says there are too many questions.
    #[error("it has too much to do")]
    TooMany,
    /// What it said cannot be used.
    #[error("what it said cannot be used")]
    Unusable,
    /// It stopped before the end.
    #[error("it stopped before the end")]
    CutOff,
}

impl NoAnswer {
    /// Whether the model itself is to blame, so that it is better left alone for a while.
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

    /// Its name in numbers and logs.
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
