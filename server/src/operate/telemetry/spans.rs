//! The spans of a trace. They exist only while they are exported ([`super::otlp`]); otherwise a call pays for one read.
//!
//! A span holds the names of calls and outcomes, and times. It never holds a text, a name, a token or an id of a person.

use actix_web::HttpResponse;
use futures_util::future::LocalBoxFuture;
use std::sync::atomic::{AtomicBool, Ordering};
use tracing::field::Empty;
use tracing::{Instrument as _, Span};

/// The target of all spans. The log does not show them, at any filter.
pub const TARGET: &str = "frontdesk::span";

static ON: AtomicBool = AtomicBool::new(false);

/// Turns the spans on, for the whole process.
pub(super) fn turn_on() {
    ON.store(true, Ordering::Relaxed);
}

fn are_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// What answers a call.
type Work = LocalBoxFuture<'static, HttpResponse>;

/// Begins a call in a span. Polls have none, because they only wait; neither have pages and files.
pub fn call(path: &str, begin: impl FnOnce() -> Option<Work>) -> Option<Work> {
    if !are_on() || !path.starts_with("/api/") || path.ends_with("/getEventMsg") {
        return begin();
    }
    let route = route(path);
    let span = tracing::info_span!(
        target: TARGET,
        "call",
        otel.name = route,
        otel.kind = "server",
        http.route = route,
        http.response.status_code = Empty,
        otel.status_code = Empty,
        outcome = Empty,
    );
    let work = span.in_scope(begin)?;
    let within = span.clone();
    let answered = async move {
        let response = work.await;
        let status = response.status();
        within.record("http.response.status_code", status.as_u16());
        if status.is_server_error() {
            within.record("otel.status_code", "ERROR");
        }
        response
    };
    Some(Box::pin(answered.instrument(span)))
}

/// Puts a step of a call into a span of its own. `name` is one of the program's words.
pub fn step(name: &'static str) -> Span {
    if are_on() {
        tracing::info_span!(target: TARGET, "step", otel.name = name, outcome = Empty)
    } else {
        Span::none()
    }
}

/// A span for a request to another service.
pub fn request(name: &'static str) -> Span {
    if are_on() {
        tracing::info_span!(
            target: TARGET,
            "request",
            otel.name = name,
            otel.kind = "client",
            outcome = Empty,
        )
    } else {
        Span::none()
    }
}

/// Records what came of the call or step that runs. `outcome` is one of the program's words.
pub fn outcome(outcome: &'static str) {
    if are_on() {
        Span::current().record("outcome", outcome);
    }
}

/// Returns the name of a path's call. A path that is no call may contain anything, so it is not shown.
fn route(path: &str) -> &'static str {
    use crate::routes;
    use std::collections::HashMap;
    use std::sync::LazyLock;
    static ROUTES: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
        let calls = routes::calls().into_iter();
        calls
            .map(|call| {
                let name: &'static str = call.clone().leak();
                (call, name)
            })
            .collect()
    });
    let known = ROUTES.get(path).copied();
    known.unwrap_or(match path {
        path if path.starts_with("/api/admin/") => "/api/admin/",
        path if path.starts_with("/api/files/") => "/api/files/",
        _ => "/api/",
    })
}

#[cfg(test)]
mod tests {
    use super::route;

    #[test]
    fn only_names_of_calls_are_shown() {
        assert_eq!(route("/api/agent/sendMsg"), "/api/agent/sendMsg");
        assert_eq!(route("/api/admin/channels/put"), "/api/admin/");
        assert_eq!(route("/api/files/8f2c.png"), "/api/files/");
        assert_eq!(route("/api/agent/Anna Miller"), "/api/");
    }
}
