//! Which calls are refused while the store of a cluster takes no writes.
//!
//! Such a call gets 503 before it reaches an actor. Pages, reads and polls go on. A call that was begun before, and has
//! waited for [`PATIENCE`], gets the same answer; what it began continues, and a repeat with the same id finds it.

use crate::error::ApiError;
use crate::state::State;
use actix_web::HttpResponse;
use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::web::Data;
use std::time::Duration;
use tokio::time::timeout;

/// How long a call may wait while the store takes no writes.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often a call that has waited longer looks whether the store takes writes.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Why a call is refused, for the log.
const PAUSED: &str = "the store of the cluster takes no writes";

/// Words that the last part of a reading call's path begins with.
const READING: [&str; 5] = ["get", "list", "search", "query", "joinInfo"];

/// The other calls that store nothing that a repeat would miss.
const ALSO_READING: [&str; 31] = [
    "/api/chat/visitor/channelInfo",
    "/api/chat/visitor/isEvaluate",
    "/api/chat/visitor/push/key",
    "/api/chat/visitor/robotTips",
    "/api/chat/visitor/typing",
    "/api/agent/me",
    "/api/agent/signOn/info",
    "/api/agent/account/signIns",
    "/api/agent/translate",
    "/api/agent/sumUp",
    "/api/agent/typing",
    "/api/agent/wall",
    "/api/agent/wall/conversations",
    "/api/agent/reports/sessions",
    "/api/agent/reports/agents",
    "/api/admin/start",
    "/api/admin/channels/preview",
    "/api/admin/channels/changes",
    "/api/admin/flows/check",
    "/api/admin/flows/try",
    "/api/admin/docs/titles",
    "/api/admin/docs/uses",
    "/api/admin/docs/history",
    "/api/admin/tenant/retentionCount",
    "/api/admin/mail/state",
    "/api/admin/robot/ask",
    "/api/admin/robot/check",
    "/api/v1/reports/sessions",
    "/api/v1/reports/agents",
    "/api/operator/me",
    "/api/operator/account/signIns",
];

/// Returns why a request is refused at the door; `None` if it goes on.
pub fn refusal(request: &ServiceRequest) -> Option<ApiError> {
    let state = request.app_data::<Data<State>>()?;
    if state.takes_writes() {
        return None;
    }
    let writes = request.method() == Method::POST && writes(request.path());
    writes.then_some(ApiError::ClusterPauses(PAUSED))
}

/// Refuses a call that writes, while the store takes no writes.
///
/// # Errors
/// 503 while the store takes no writes.
pub fn pass(state: &State) -> Result<(), ApiError> {
    match state.takes_writes() {
        true => Ok(()),
        false => Err(ApiError::ClusterPauses(PAUSED)),
    }
}

/// Returns whether a POST to this path may write.
fn writes(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    let reads = READING.iter().any(|word| last.starts_with(word));
    !reads && !ALSO_READING.contains(&path)
}

/// Waits for the answer of a call; but not longer than [`PATIENCE`] while the store takes no writes. `None` means that
/// `work` is still running.
pub(crate) async fn bounded(
    state: &State,
    work: &mut (impl Future<Output = HttpResponse> + Unpin),
) -> Result<HttpResponse, ApiError> {
    let mut patience = PATIENCE;
    loop {
        if let Ok(answer) = timeout(patience, &mut *work).await {
            return Ok(answer);
        }
        pass(state)?;
        patience = LOOK_EVERY;
    }
}

/// Returns whether a call may wait for as long as it likes: polls, and what takes long because it is large.
pub(crate) fn is_unbounded(path: &str) -> bool {
    const LONG: [&str; 6] = [
        "/getEventMsg",
        "/upload",
        "/uploadBase64",
        "/export",
        "/import",
        "/erase",
    ];
    !path.starts_with("/api/") || LONG.iter().any(|end| path.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_calls_go_on_while_the_store_takes_no_writes() {
        for path in [
            "/api/chat/visitor/getEventMsg",
            "/api/chat/visitor/getHistoryMsg",
            "/api/chat/visitor/channelInfo",
            "/api/agent/getEventMsg",
            "/api/agent/listConversations",
            "/api/agent/items/list",
            "/api/admin/docs/get",
            "/api/v1/messages/list",
        ] {
            assert!(!writes(path), "{path}");
        }
        for path in [
            "/api/chat/visitor/chatStart",
            "/api/chat/visitor/sendMsg",
            "/api/chat/visitor/upload",
            "/api/agent/login",
            "/api/agent/items/change",
            "/api/admin/docs/put",
            "/api/v1/messages/send",
            "/mail/stop",
        ] {
            assert!(writes(path), "{path}");
        }
    }

    #[test]
    fn every_named_call_exists() {
        let calls = crate::routes::calls();

        for path in ALSO_READING {
            assert!(calls.iter().any(|call| call == path), "{path}");
        }
    }
}
