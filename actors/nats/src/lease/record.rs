//! What the key of a lease holds.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// The layout of the value. A node does not touch a lease of a newer one.
const LAYOUT: u32 = 1;

/// The node that holds a lease.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// Its name.
    pub node: String,
    /// Its internal address.
    pub address: String,
    /// The epoch of its claim, once the claim counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epoch: Option<u64>,
    /// The run of the program: another after each start.
    pub instance: String,
}

/// The value of a lease.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    layout: u32,
    /// Who holds it. Nobody does after a release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<Holder>,
    /// After a release: the node that takes it first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// After a release: the run of the program that gave it up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released_by: Option<String>,
}

impl Record {
    /// A lease that is held.
    pub fn held(holder: Holder) -> Self {
        Self {
            layout: LAYOUT,
            holder: Some(holder),
            next: None,
            released_by: None,
        }
    }

    /// A lease that was given up.
    pub fn released(by: &Holder, next: Option<String>) -> Self {
        Self {
            layout: LAYOUT,
            holder: None,
            next,
            released_by: Some(by.instance.clone()),
        }
    }

    /// The value as JSON.
    pub fn encode(&self) -> Bytes {
        serde_json::to_vec(self).unwrap_or_default().into()
    }

    /// Reads a value. `None` for one that this version does not know.
    pub fn decode(value: &[u8]) -> Option<Self> {
        let record: Self = serde_json::from_slice(value).ok()?;
        (record.layout == LAYOUT).then_some(record)
    }
}
