//! Forms that are not sent to an agent: fromRequest, submitUserForm.

use crate::authentication::Visitor;
use crate::error::{Answer, ApiError};
use crate::relay::Relayed;
use crate::routes::visitor::ask;
use crate::routes::visitor::messages::{guide, shown};
use crate::routes::visitor::session::short;
use crate::state::State;
use crate::wire::envelope::{Nothing, success};
use crate::wire::forms::{body_kind, method};
use crate::wire::page::{RelayRequest, RelayResponse, UserFormRequest};
use actix_web::web::Data;
use actors_core::channel::menu::{PreChatField, PreChatForm};
use actors_core::form::Value;
use actors_core::form::request::Outgoing;
use actors_core::ids::VisitorKey;
use actors_core::session::commands::forms::{BeginRelay, Claimed, EndRelay, Shown};
use actors_core::session::commands::learn::SubmitUserForm;
use actors_core::session::details::JSON_CHARS_MAX;
use std::sync::Arc;

/// How deep lists and objects in formParams may be nested. A form is a list of fields, and a field has a few values.
const FORM_DEPTH_MAX: usize = 8;

/// fromRequest: sends the answers of a form to the tenant's service.
///
/// # Errors
/// 404 for an unknown form, 409 for one that is filled in, being sent or withdrawn, 403 for a request that differs from
/// the form or a host that is not allowed, 400 for invalid answers.
pub async fn from_request(state: Data<State>, call: Visitor<RelayRequest>) -> Answer {
    state.blocks.admit(&call.key, state.now())?;
    let form = shown(&state, &call.key, "msgId", Some(&call.body.msg_id)).await?;
    let begin = BeginRelay {
        form: form.clone(),
        claimed: claimed(call.body)?,
    };
    let outgoing = ask(&state, &call.key, begin).await??;
    // A separate task: if the visitor disconnects, the request is still sent and the form is still marked as filled in.
    let sending = actix_web::rt::spawn(send(state, call.key, form, outgoing));
    let relayed = sending.await.map_err(ApiError::internal)??;
    Ok(success(&RelayResponse {
        ok: relayed.ok,
        message: relayed.message,
    }))
}

/// Sends a form's answers, and reports the result to the session.
async fn send(
    state: Data<State>,
    key: VisitorKey,
    form: Shown,
    outgoing: Outgoing,
) -> Result<Relayed, ApiError> {
    let tenant = state.catalogue.tenant(&key.tenant);
    let hosts = tenant
        .as_ref()
        .map(|settings| settings.tenant.relay_hosts.as_slice());
    let sent = state.relay.send(&outgoing, hosts.unwrap_or_default()).await;
    let is_taken = matches!(&sent, Ok(relayed) if relayed.ok);
    let answers = outgoing.answers.into_iter().map(|(_, answer)| answer);
    let end = EndRelay {
        form,
        taken: is_taken.then(|| answers.collect()),
        guide: guide(&state, &key).await?,
    };
    ask(&state, &key, end).await?;
    sent.map_err(|_| ApiError::Forbidden("form not available"))
}

fn claimed(body: RelayRequest) -> Result<Claimed, ApiError> {
    let invalid = |field: &str| ApiError::invalid(format!("{field} is not valid"));
    let method = body.method.filter(|word| !word.is_empty());
    let method = method
        .map(|word| self::method(&word).ok_or_else(|| invalid("method")))
        .transpose()?;
    let kind = body.content_type.filter(|word| !word.is_empty());
    let kind = kind
        .map(|word| body_kind(&word).ok_or_else(|| invalid("contentType")))
        .transpose()?;
    let headers = body.headers.map(|headers| {
        // The content type has a field of its own.
        let headers = headers.into_iter();
        let headers = headers.filter(|(name, _)| !name.eq_ignore_ascii_case("content-type"));
        headers
            .map(|(name, value)| (name.into(), value.into()))
            .collect()
    });
    let answers = body.request_body.into_iter();
    Ok(Claimed {
        url: body.url.filter(|url| !url.is_empty()).map(Into::into),
        method,
        headers,
        body: kind,
        answers: answers
            .map(|(name, value)| (name.into(), value.map(Value::from).unwrap_or_default()))
            .collect(),
    })
}

/// submitUserForm: stores the answers of the form before the chat with the session.
///
/// # Errors
/// 400 for an invalid telephone number or e-mail address, or an empty required field.
pub async fn submit_user_form(state: Data<State>, call: Visitor<UserFormRequest>) -> Answer {
    state.blocks.admit(&call.key, state.now())?;
    let body = call.body;
    let form = body.form_params.unwrap_or_default();
    let fields = form_params(&form)?;
    let submit = SubmitUserForm {
        name: short(&body.user_name, 100),
        phone: whole(body.phone),
        email: whole(body.email),
        form: form.into(),
    };
    let asked = call.channel.as_ref();
    if let Some(asked) = asked.and_then(|channel| channel.pre_chat_form.as_ref()) {
        let known = [
            ("userName", &submit.name),
            ("phone", &submit.phone),
            ("email", &submit.email),
        ];
        require(asked, &known, &fields)?;
    }
    ask(&state, &call.key, submit).await??;
    Ok(success(&Nothing {}))
}

/// Returns the trimmed text, not cut: the whole text is checked.
fn whole(text: Option<String>) -> Arc<str> {
    Arc::from(text.unwrap_or_default().trim())
}

fn form_params(form: &str) -> Result<serde_json::Value, ApiError> {
    if form.len() > JSON_CHARS_MAX {
        return Err(ApiError::invalid("formParams is too long"));
    }
    if form.is_empty() {
        return Ok(serde_json::Value::Null);
    }
    let read = serde_json::from_str(form);
    let read = read
        .ok()
        .filter(|form: &serde_json::Value| form.is_object() || form.is_array())
        .ok_or_else(|| ApiError::invalid("formParams is not valid"))?;
    if is_deeper(&read, FORM_DEPTH_MAX) {
        return Err(ApiError::invalid("formParams is nested too deep"));
    }
    Ok(read)
}

/// Returns whether lists and objects are nested deeper than this.
fn is_deeper(value: &serde_json::Value, depth: usize) -> bool {
    let (list, fields) = (value.as_array(), value.as_object());
    let mut inside = list
        .into_iter()
        .flatten()
        .chain(fields.into_iter().flat_map(serde_json::Map::values));
    match depth.checked_sub(1) {
        None => list.is_some() || fields.is_some(),
        Some(depth) => inside.any(|value| is_deeper(value, depth)),
    }
}

/// Protocol, 'Form before the chat': every field that is both required and shown must be filled. The first three are
/// name, phone and email.
fn require(
    asked: &PreChatForm,
    known: &[(&str, &Arc<str>); 3],
    params: &serde_json::Value,
) -> Result<(), ApiError> {
    for (at, field) in asked.fields.iter().enumerate() {
        if !field.required || !field.shown {
            continue;
        }
        let said_outright = known.get(at).is_some_and(|(_, text)| !text.is_empty());
        if !said_outright && !is_filled(params, field) {
            let name = known.get(at).map_or("formParams", |(name, _)| *name);
            return Err(ApiError::invalid(format!("{name} is missing")));
        }
    }
    Ok(())
}

/// Returns whether the field has a value, in an object of values by key or in a list of fields with a key and a value.
fn is_filled(params: &serde_json::Value, field: &PreChatField) -> bool {
    let says = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => !actors_core::text::is_blank(text),
        serde_json::Value::Array(list) => !list.is_empty(),
        serde_json::Value::Null => false,
        _ => true,
    };
    match params {
        serde_json::Value::Object(fields) => fields.get(&*field.key).is_some_and(says),
        serde_json::Value::Array(list) => list.iter().any(|entry| {
            let is = |key: &str| entry[key].as_str() == Some(&*field.key);
            let holds = |key: &str| says(&entry[key]);
            let by_name = (is("name") || is("key") || is("fieldId")) && holds("value");
            let by_key = (is("value") || is("key") || is("fieldId")) && holds("chooseValue");
            by_name || by_key
        }),
        _ => false,
    }
}
