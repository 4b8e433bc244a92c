//! When and from where a key was last used. A call only writes memory; the store follows once a minute.

use actors_core::time::Timestamp;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;

/// A key's last use.
#[derive(Debug, Default)]
pub(super) struct Usage(Mutex<Uses>);

#[derive(Debug, Default)]
struct Uses {
    last: Option<Use>,
    is_written: bool,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Use {
    at: Timestamp,
    address: Option<IpAddr>,
}

impl Usage {
    /// Notes a call.
    pub fn note(&self, at: Timestamp, address: IpAddr) {
        let address = Some(address);
        *self.0.lock() = Uses {
            last: Some(Use { at, address }),
            is_written: false,
        };
    }

    pub fn last(&self) -> Option<(Timestamp, Option<IpAddr>)> {
        self.0.lock().last.map(|last| (last.at, last.address))
    }

    /// Returns the JSON to store, if the store does not know the last use.
    pub fn take_unwritten(&self) -> Option<Vec<u8>> {
        let mut uses = self.0.lock();
        let last = uses.last.filter(|_| !uses.is_written)?;
        uses.is_written = true;
        serde_json::to_vec(&last).ok()
    }

    /// Takes what the store knows.
    pub fn restore(&self, json: &[u8]) {
        *self.0.lock() = Uses {
            last: serde_json::from_slice(json).ok(),
            is_written: true,
        };
    }
}
