//! Rehearsals of a busy day.

use serde::{Deserialize, Serialize};

/// Who may rehearse a busy day on this installation (Protocol, 'Rehearsal').
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RehearsalSettings {
    /// The key that `frontdesk-bench against` must know, of 32 characters or more. It never travels. Who knows it may
    /// open chats and sign agents in without a limit for their address. Default: none; rehearsals are refused.
    pub key: Option<String>,
}
