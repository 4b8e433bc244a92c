//! Settings of the robots' memory.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Limits on the memory of robots' indexes. A robot rests when its indexes are dropped; its next question rebuilds
/// them.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RobotSettings {
    /// Memory for the indexes of all robots, in MiB. Beyond it, the robots with the oldest questions rest. The robot
    /// asked last never rests for this reason; ten thousand questions need about 11 MiB. Default: 512.
    pub index_mib_max: u32,
    /// Minutes without a question after which a robot rests. Default: 360 (6 hours).
    pub rest_minutes: u32,
}

impl Default for RobotSettings {
    fn default() -> Self {
        Self {
            index_mib_max: 512,
            rest_minutes: 360,
        }
    }
}

impl RobotSettings {
    /// Returns the memory for all indexes, in bytes.
    pub fn index_bytes_max(&self) -> usize {
        usize::try_from(u64::from(self.index_mib_max) << 20).unwrap_or(usize::MAX)
    }

    /// Returns how long a robot stays in memory without a question.
    pub fn rests_after(&self) -> Duration {
        Duration::from_secs(60 * u64::from(self.rest_minutes))
    }
}
