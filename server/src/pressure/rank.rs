//! What is given up first.

use std::fmt;

/// A request's place in the order of refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// Nobody loses anything: typing, tips while typing, searches and reports.
    Comfort,
    /// Somebody has to try again: pages, starts, questions, histories, files.
    Service,
    /// What people say to each other, and hearing it.
    Talk,
    /// Never refused: whether the server is well.
    Vital,
}

impl Rank {
    /// Of a path.
    pub fn of(path: &str) -> Self {
        if path.starts_with("/api/admin/") {
            return Self::Comfort;
        }
        match path.rsplit('/').next().unwrap_or_default() {
            "healthz" | "readyz" | "metrics" => Self::Vital,
            "typing" | "robotTips" | "searchDocs" | "listConversations" | "listWorkOrders"
            | "listLeaveMsgs" | "getAdminCard" | "openapi.json" => Self::Comfort,
            "sendMsg" | "getEventMsg" | "msgComplete" | "chatClose" | "recallMsg" | "evaluate"
            | "leaveMsg" | "addWo" | "addWoHandleInfo" | "closeConversation" | "setStatus"
            | "callSignal" => Self::Talk,
            _ => Self::Service,
        }
    }

    /// Of a thousand requests of this rank, how many are refused by a valve closed this far (0 to 3,000).
    pub fn refused(self, closed: u32) -> u32 {
        let before = match self {
            Self::Comfort => 0,
            Self::Service => 1_000,
            Self::Talk => 2_000,
            Self::Vital => return 0,
        };
        closed.saturating_sub(before).min(1_000)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Comfort => "comfort",
            Self::Service => "service",
            Self::Talk => "talk",
            Self::Vital => "vital",
        })
    }
}
