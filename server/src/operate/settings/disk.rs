//! Limits for a disk that fills up.

use serde::{Deserialize, Serialize};

/// What the server refuses while the disk of the data folder is nearly full. Uploads have limits of their own
/// (`uploads`).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DiskSettings {
    /// Free part of the disk, in percent, below which no new chat begins. Open chats continue. Default: 2.
    pub chat_free_percent: u8,
    /// Free bytes below which the store writes nothing, not even messages. On a disk under 50 GiB it is a 200th of the
    /// disk, but at least 8 MiB. Default: 268,435,456 (256 MiB).
    pub reserve_bytes: u64,
}

impl Default for DiskSettings {
    fn default() -> Self {
        Self {
            chat_free_percent: 2,
            reserve_bytes: 256 << 20,
        }
    }
}
