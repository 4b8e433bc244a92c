//! sendTranscript: a visitor's conversation, by mail to the address that they gave the agent (Protocol, 'Mail').

use crate::admin::audit::{self, Action};
use crate::authentication::Agent;
use crate::blocking::work;
use crate::error::ApiError;
use crate::mail::MailRefusal;
use crate::mail::answers::{self, LINES_MAX, Spoken};
use crate::rates::ByToken;
use crate::routes::agent::reading::readable;
use crate::routes::agent::visitor;
use crate::state::State;
use crate::wire::envelope::{Nothing, success};
use crate::wire::mail::SendTranscriptRequest;
use actix_web::HttpResponse;
use actix_web::web::Data;
use actors_core::contact::check_email;
use actors_core::time::Timestamp;

/// sendTranscript: has what the visitor sees, without notes.
///
/// # Errors
/// 400 for an address that is none, 404 if the tenant has no such visitor, or if the caller may not read about them. 409 if
/// there is nothing to send or no mail can be sent, 429 over the rate limit.
pub async fn send_transcript(
    state: Data<State>,
    call: Agent<SendTranscriptRequest>,
) -> Result<HttpResponse, ApiError> {
    let email = call.body.email.trim().to_owned();
    if email.is_empty() || check_email(&email).is_err() {
        return Err(ApiError::invalid("email must be an e-mail address"));
    }
    let key = visitor(&call.who, &call.body.user_id);
    let situation = readable(&state, &call.who, &key).await?;
    if !state.mail.is_on() {
        return Err(MailRefusal::Off.into());
    }
    state.limits.agent(&call.who.hash, ByToken::Personal)?;
    let end = Timestamp::from_millis(i64::MAX);
    let lines = state.office.history(&key, end, LINES_MAX).await?;
    let lines = lines.map_err(ApiError::unavailable)?;
    let settings = state.catalogue.tenant(&key.tenant);
    let settings = settings.ok_or(ApiError::NotFound)?;
    let language = situation.language;
    work(move || {
        let spoken = Spoken {
            visitor: &key,
            channel: &situation.channel,
            language,
            lines: &lines,
        };
        let mut changes = answers::transcript(&state, &settings, &spoken, &email)?
            .ok_or(ApiError::Conflict("there is nothing to send"))?;
        let at = state.admin.audit.draw(state.now());
        let id = key.visitor.as_str();
        let record = audit::record(at, &call.who.agent, Action::Send, "transcript", id);
        changes.push(audit::written(&key.tenant, &record));
        Ok(state.office.store().change_documents(&changes)?)
    })
    .await?;
    Ok(success(&Nothing {}))
}
