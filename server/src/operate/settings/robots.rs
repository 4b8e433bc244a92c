//! Settings of the robots' memory.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long robots that nobody asks stay awake, and how much all that are awake may take.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RobotSettings {
    /// Memory of all robots' indexes together, in MiB; those nobody has asked for longest rest first. The one that was
    /// asked last stays awake however much it takes: ten thousand questions take about 11.
    pub index_mib_max: u32,
    /// After how many minutes without a question a robot's indexes are dropped. The next question makes them anew.
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
    /// Bytes all indexes may take.
    pub fn index_bytes_max(&self) -> usize {
        usize::try_from(u64::from(self.index_mib_max) << 20).unwrap_or(usize::MAX)
    }

    /// How long a robot stays awake that nobody asks.
    pub fn rests_after(&self) -> Duration {
        Duration::from_secs(60 * u64::from(self.rest_minutes))
    }
}
