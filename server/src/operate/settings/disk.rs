//! Settings of a disk that fills up.

use serde::{Deserialize, Serialize};

/// What is refused while the disk of the data folder is nearly full. Uploads have limits of their own.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DiskSettings {
    /// Below this free part of the disk, in percent, nobody begins a new chat.
    pub chat_free_percent: u8,
    /// Below this free space nothing is written, messages included; a small disk has a smaller limit.
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
