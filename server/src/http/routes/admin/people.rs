//! agents/invite and agents/signOut; start: the facts of the checklist.

use crate::admin::change::{account, password};
use crate::authentication::Admin;
use crate::blocking::block;
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::Flag;
use crate::mail::words::Tongue;
use crate::marks::Mark;
use crate::new_shop::has_own_colours;
use crate::state::State;
use crate::wire::account::ResetTotpRequest;
use crate::wire::envelope::{Nothing, success};
use crate::wire::session::BareRequest;
use crate::wire::setup::{InviteRequest, InviteResponse, SignOutRequest, StartResponse};
use actix_web::web::Data;
use std::sync::Arc;

/// Where an agent chooses a password; the token follows in the fragment, which reaches no log.
pub const JOIN_PAGE: &str = "/desk/join#token=";

/// agents/invite.
///
/// # Errors
/// 404 for an agent who is not the tenant's, 409 where `version` is not the newest, or if no mail can be sent and one is
/// asked for.
pub async fn invite(state: Data<State>, call: Admin<InviteRequest>) -> Answer {
    let InviteRequest {
        admin_id,
        version,
        mail,
    } = call.body;
    let by_mail = mail.is_some_and(|mail| mail.0);
    let tongue = by_mail.then(|| Tongue::for_reader(call.language));
    let invited = password::invite(state, call.who, (admin_id, version), tongue).await?;
    Ok(success(&InviteResponse {
        link: format!("{JOIN_PAGE}{}", invited.made.token),
        expires_at: invited.made.until.as_millis(),
        mailed_to: invited.mailed_to,
    }))
}

/// agents/signOut.
///
/// # Errors
/// 404 for an agent who is not the tenant's.
pub async fn sign_out(state: Data<State>, call: Admin<SignOutRequest>) -> Answer {
    password::sign_out(state, call.who, call.body.admin_id).await?;
    Ok(success(&Nothing {}))
}

/// agents/resetTotp.
///
/// # Errors
/// 404 for an agent who is not the tenant's, 409 if they have no second step.
pub async fn reset_totp(state: Data<State>, call: Admin<ResetTotpRequest>) -> Answer {
    account::reset_totp(state, call.who, call.body.admin_id).await?;
    Ok(success(&Nothing {}))
}

/// start.
///
/// # Errors
/// 403 for an agent who is not an administrator.
pub async fn start(state: Data<State>, call: Admin<BareRequest>) -> Answer {
    let tenant = &call.who.tenant;
    let settings = state.catalogue.tenant(tenant).ok_or(ApiError::NotFound)?;
    let (store, prefix) = (Arc::clone(state.office.store()), format!("{tenant}/"));
    let channels =
        block(move || store.documents(actors_runtime::ports::DocumentKind::Channel, &prefix));
    let colours_set = channels.await?.iter().any(|(_, json)| {
        serde_json::from_slice(json).is_ok_and(|channel| has_own_colours(&channel))
    });
    let robots = settings.robots.values();
    let first = settings.channels.first();
    Ok(success(&StartResponse {
        answers: robots.map(|robot| robot.documents().len()).sum(),
        colours_set: Flag(colours_set),
        embedded: Flag(state.marks.has(tenant, Mark::Embedded)),
        agents: settings
            .agents
            .iter()
            .filter(|account| account.can_sign_in())
            .count(),
        tried: Flag(state.marks.has(tenant, Mark::Tried)),
        channel_id: first
            .map(|channel| channel.id.to_string())
            .unwrap_or_default(),
        shop_name: settings
            .tenant
            .name
            .or_empty(call.language.as_str())
            .to_owned(),
    }))
}
