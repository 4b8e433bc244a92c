//! mail/state, mail/test, mail/list and mail/resend: the shop's mails.

use crate::admin::audit::{self, Action, AuditRecord};
use crate::agent_token::SignedIn;
use crate::authentication::Admin;
use crate::blocking::{block, work};
use crate::error::ApiError;
use crate::fixtures::findings::Flag;
use crate::fixtures::mail::ADDRESS_RULE;
use crate::mail::letters;
use crate::mail::record::{self, Content, Fate, Kind, MailState, draw_id};
use crate::mail::smtp::{Failure, Problem, SmtpServer};
use crate::mail::words::Tongue;
use crate::mail::{MailRefusal, Posting, content};
use crate::rates::ByToken;
use crate::routes::read::filled;
use crate::state::State;
use crate::wire::envelope::{Nothing, success};
use crate::wire::mail::{
    MailListRequest, MailListResponse, MailResendRequest, MailStateResponse, MailTestRequest,
    MailTestResponse, WireFailure, WireMail,
};
use crate::wire::session::BareRequest;
use actix_web::HttpResponse;
use actix_web::web::Data;
use actors_core::contact::check_email;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a test may take in all.
const TEST_TIME_MAX: Duration = Duration::from_secs(25);

/// Mails of one page.
const PAGE: usize = 50;

/// mail/state: whether mails can be sent, and how many the shop sends.
///
/// # Errors
/// 403 if the caller is no administrator.
pub async fn state(state: Data<State>, call: Admin<BareRequest>) -> Result<HttpResponse, ApiError> {
    let mail = &state.mail;
    let used = mail.outbox.use_of(&call.who.tenant, state.now());
    let limits = mail.outbox.limits();
    let sender = mail.server().map_or("", SmtpServer::sender);
    Ok(success(&MailStateResponse {
        configured: Flag(mail.is_on()),
        sender: sender.to_owned(),
        waiting: used.waiting,
        waiting_max: limits.waiting,
        of_day: used.of_day,
        of_day_max: limits.daily,
        failure: mail.health.failure().as_ref().map(WireFailure::from),
    }))
}

/// mail/test: sends a mail at once, and returns what the SMTP server answered.
///
/// # Errors
/// 400 for an address that is none, 409 if the operator named no SMTP server, 429 over the rate limit.
pub async fn test(
    state: Data<State>,
    call: Admin<MailTestRequest>,
) -> Result<HttpResponse, ApiError> {
    let to = call.body.to.trim();
    if to.is_empty() || check_email(to).is_err() {
        return Err(ApiError::wrong("to", ADDRESS_RULE));
    }
    let server = state.mail.server().ok_or(MailRefusal::Off)?;
    state.limits.agent(&call.who.hash, ByToken::Personal)?;
    let settings = state.catalogue.tenant(&call.who.tenant);
    let settings = settings.ok_or(ApiError::NotFound)?;
    let tongue = Tongue::for_reader(call.language);
    let posting = Posting {
        kind: Kind::Test,
        to,
        to_name: "",
        reply_to: "",
        visitor: None,
        letter: letters::test(tongue, settings.tenant.name.or_empty(tongue.code())),
        stop: None,
    };
    let begun = Instant::now();
    let written = content(&settings, posting, state.now());
    let failure = match tokio::time::timeout(TEST_TIME_MAX, hand_over(server, &written)).await {
        Ok(Ok(())) => None,
        Ok(Err(failure)) => Some(failure),
        Err(_) => Some(Failure::new(Problem::NotReached, "no answer in time")),
    };
    let ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let fate = Fate {
        state: match failure {
            None => MailState::Sent,
            Some(_) => MailState::Bounced,
        },
        tries: 1,
        ended: Some(state.now()),
        failure: failure.clone(),
        ..Fate::new(&written, written.at)
    };
    let (shared, who, id) = (state.clone(), Arc::clone(&call.who), written.to);
    block(move || {
        let noted = audited(&shared, &who, &id);
        shared.mail.outbox.note(&who.tenant, &fate, noted)
    })
    .await?;
    Ok(success(&MailTestResponse {
        ok: failure.is_none(),
        ms,
        failure: failure.as_ref().map(WireFailure::from),
    }))
}

async fn hand_over(server: &SmtpServer, written: &Content) -> Result<(), Failure> {
    let message = server.message(&draw_id(written.at), written)?;
    let mut connection = server.connect().await?;
    connection.send(&message).await?;
    connection.close().await;
    Ok(())
}

fn audited(state: &State, who: &SignedIn, id: &str) -> actors_runtime::ports::DocumentChange {
    let at = state.admin.audit.draw(state.now());
    let record: AuditRecord = audit::record(at, &who.agent, Action::Send, "mail", id);
    audit::written(&who.tenant, &record)
}

/// mail/list: the shop's mails, newest first.
///
/// # Errors
/// 400 for an unknown cursor.
pub async fn list(
    state: Data<State>,
    call: Admin<MailListRequest>,
) -> Result<HttpResponse, ApiError> {
    let after = filled(call.body.cursor.as_ref()).map(str::to_owned);
    if after.as_deref().is_some_and(|after| !record::is_id(after)) {
        return Err(ApiError::invalid("cursor is not valid"));
    }
    let tenant = call.who.tenant.clone();
    let mut page =
        block(move || state.mail.outbox.page(&tenant, after.as_deref(), PAGE + 1)).await?;
    let is_last = page.len() <= PAGE;
    page.truncate(PAGE);
    let cursor = match page.last() {
        Some((id, _)) if !is_last => id.clone(),
        _ => String::new(),
    };
    let list = page.into_iter().map(|(id, fate)| WireMail::of(id, &fate));
    Ok(success(&MailListResponse {
        list: list.collect(),
        cursor,
    }))
}

/// mail/resend: lets a mail be tried at once, for another 24 hours.
///
/// # Errors
/// 404 for a mail there is not, 409 for one that was sent or if there is no SMTP server.
pub async fn resend(
    state: Data<State>,
    call: Admin<MailResendRequest>,
) -> Result<HttpResponse, ApiError> {
    if !state.mail.is_on() {
        return Err(MailRefusal::Off.into());
    }
    state.limits.agent(&call.who.hash, ByToken::Ask)?;
    work(move || {
        let (who, id) = (&call.who, call.body.id.as_str());
        let noted = audited(&state, who, id);
        let outbox = &state.mail.outbox;
        outbox.resend(&who.tenant, id, (state.now(), noted))
    })
    .await?;
    Ok(success(&Nothing {}))
}
