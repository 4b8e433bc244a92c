//! Takes the mails of the outbox to the SMTP server, as long as the server runs.
//!
//! While the SMTP server cannot be used at all, one mail after the other tries it, less and less often.

use super::outbox::{Due, Tried};
use super::record::MailState;
use super::smtp::{Connection, Failure, Problem, SmtpServer};
use crate::blocking::block;
use crate::state::State;
use actix_web::web::Data;
use actors_core::time::{Span, Timestamp};
use parking_lot::Mutex;
use std::sync::Arc;

/// Connections at once: one slow answer does not hold all mails up.
const WORKERS: usize = 2;

/// How long the SMTP server rests after the first failure in a row, after the second and so on.
const REST_SECONDS: [u64; 5] = [5, 15, 60, 120, 300];

/// Whether the SMTP server can be used.
#[derive(Default)]
pub struct Health(Mutex<Rest>);

#[derive(Default)]
struct Rest {
    failures: usize,
    until: Option<Timestamp>,
    last: Option<Failure>,
}

impl Health {
    fn until(&self) -> Option<Timestamp> {
        self.0.lock().until
    }

    /// Why the SMTP server cannot be used, if it cannot.
    pub fn failure(&self) -> Option<Failure> {
        self.0.lock().last.clone()
    }

    /// Notes that the server works. Returns whether it did not before.
    fn works(&self) -> bool {
        let was = std::mem::take(&mut *self.0.lock());
        was.failures > 0
    }

    /// Notes a failure. Returns until when the server rests, and whether it is the first in a row.
    fn fails(&self, failure: &Failure, now: Timestamp) -> (Timestamp, bool) {
        let mut rest = self.0.lock();
        let seconds = REST_SECONDS[rest.failures.min(REST_SECONDS.len() - 1)];
        let until = now + Span::from_secs(seconds);
        rest.failures += 1;
        rest.until = Some(until);
        rest.last = Some(failure.clone());
        (until, rest.failures == 1)
    }
}

/// Starts to send.
pub fn start(state: &Data<State>) {
    if !state.mail.is_on() {
        return;
    }
    for _ in 0..WORKERS {
        let state = state.clone();
        actix_web::rt::spawn(async move {
            let mut open = None;
            while !state.is_draining() {
                if !next(&state, &mut open).await {
                    close(&mut open).await;
                    state.mail.outbox.wait().await;
                }
            }
            close(&mut open).await;
        });
    }
}

async fn close(open: &mut Option<Connection>) {
    if let Some(connection) = open.take() {
        connection.close().await;
    }
}

/// Tries the next mail that is due. Returns whether there was one.
async fn next(state: &Data<State>, open: &mut Option<Connection>) -> bool {
    let (mail, now) = (&state.mail, state.now());
    let Some(server) = mail.server() else {
        return false;
    };
    if mail.health.until().is_some_and(|until| now < until) {
        return false;
    }
    let Some(name) = mail.outbox.take(now) else {
        return false;
    };
    let outbox = Arc::clone(&mail.outbox);
    let due = match block(move || outbox.load(name, now)).await {
        Ok(Some(due)) => due,
        Ok(None) => return true,
        Err(error) => {
            let cause = error.cause();
            tracing::warn!(
                code = "FD701",
                cause,
                "a mail could not be read from the store; it is tried again"
            );
            return false;
        }
    };
    let tried = tried(server, &due, open, now).await;
    if !matches!(tried, Tried::Sent) {
        // Its state is unknown.
        open.take();
    }
    end(state, due, tried).await;
    true
}

async fn tried(
    server: &SmtpServer,
    due: &Due,
    open: &mut Option<Connection>,
    now: Timestamp,
) -> Tried {
    if now >= due.fate.until {
        let last = due.fate.failure.clone();
        let answer = last.as_ref().map_or("", |failure| &failure.answer);
        let code = last.as_ref().and_then(|failure| failure.code);
        return Tried::Never(Failure {
            code,
            ..Failure::new(Problem::TooOld, answer)
        });
    }
    let sent = async {
        let message = server.message(&due.name.id, &due.content)?;
        let connection = match open {
            Some(connection) => connection,
            None => open.insert(server.connect().await?),
        };
        connection.send(&message).await
    };
    match sent.await {
        Ok(()) => Tried::Sent,
        Err(failure) if failure.is_passing() => Tried::Later(failure),
        Err(failure) => Tried::Never(failure),
    }
}

/// Stores what came of a try, and rests if the SMTP server cannot be used.
async fn end(state: &Data<State>, due: Due, tried: Tried) {
    let (mail, now) = (&state.mail, state.now());
    let mut rest_until = now;
    match &tried {
        Tried::Later(failure) if failure.is_of_server() => {
            let (until, is_first) = mail.health.fails(failure, now);
            rest_until = until;
            if is_first {
                let Failure { problem, code, .. } = failure;
                tracing::warn!(
                    code = "FD702",
                    ?problem,
                    answered = code,
                    "the SMTP server cannot be used; mails wait"
                );
            }
        }
        Tried::Never(failure) if failure.problem == Problem::TooOld => {}
        Tried::Sent | Tried::Later(_) | Tried::Never(_) => {
            if mail.health.works() {
                tracing::info!("the SMTP server takes mails again");
            }
        }
    }
    let (tenant, kind) = (due.name.tenant.clone(), due.content.kind);
    let failure = match &tried {
        Tried::Sent => None,
        Tried::Later(failure) | Tried::Never(failure) => Some(failure.clone()),
    };
    let outbox = Arc::clone(&mail.outbox);
    match block(move || outbox.ended(due, tried, (now, rest_until))).await {
        Ok(MailState::Bounced) => {
            let problem = failure.as_ref().map(|failure| failure.problem);
            let answered = failure.as_ref().and_then(|failure| failure.code);
            tracing::warn!(code = "FD703", %tenant, ?kind, ?problem, answered, "a mail could not be sent and is given up");
        }
        Ok(MailState::Sent | MailState::Waiting) => {}
        Err(error) => {
            let cause = error.cause();
            tracing::warn!(code = "FD704", %tenant, cause, "the end of a mail was not stored; it may be sent twice");
        }
    }
}
