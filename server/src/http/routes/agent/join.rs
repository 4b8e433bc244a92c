//! joinInfo, join: an agent chooses a password by a one-time link (Protocol, 'First start').

use crate::admin::change::password::{self, Joining, joining};
use crate::agent_token::Reach;
use crate::authentication::first_language;
use crate::blocking::work;
use crate::body::Json;
use crate::error::Answer;
use crate::fixtures::findings::Flag;
use crate::one_time::Purpose;
use crate::rates::ByAddress;
use crate::routes::agent::login;
use crate::routes::agent::seat::describe;
use crate::routes::own::joining::hash_chosen;
use crate::state::State;
use crate::wire::agent::AgentResponse;
use crate::wire::envelope::success;
use crate::wire::setup::{JoinInfoRequest, JoinInfoResponse, JoinRequest};
use actix_web::HttpRequest;
use actix_web::web::Data;
use actors_core::ids::Language;

/// joinInfo.
///
/// # Errors
/// 401 for a link that cannot be used, 429 after too many.
pub async fn join_info(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<JoinInfoRequest>,
) -> Answer {
    state.limits.address(&request, ByAddress::Login)?;
    let language = first_language(&request);
    let (shared, token) = (state.clone(), body.token.unwrap_or_default());
    let joining = work(move || joining(&shared, &token)).await?;
    Ok(success(&told(&joining, language)))
}

fn told(joining: &Joining, language: Language) -> JoinInfoResponse {
    let name = &joining.settings.tenant.name;
    JoinInfoResponse {
        shop_name: name.or_empty(language.as_str()).to_owned(),
        account: joining.account.account.clone(),
        nick: joining.account.agent.nick.to_string(),
        purpose: match joining.found.link.purpose {
            Purpose::Invitation => "invite",
            Purpose::Reset | Purpose::Forgotten | Purpose::Setup => "reset",
        },
    }
}

/// join: the password, and the agent is signed in; every earlier sign-in of theirs ends. One with a second step is not
/// signed in: they sign in with password and code.
///
/// # Errors
/// 401 for a link that cannot be used, 400 for a password that is too easy to guess, 429 after too many.
pub async fn join(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<JoinRequest>,
) -> Answer {
    let hashed = hash_chosen(&state, &request, body, |state, token, chosen| {
        let Joining {
            settings, account, ..
        } = joining(state, token)?;
        password::hashed(chosen, &settings, &account)
    });
    let (token, hash) = hashed.await?;
    let from = login::place(&state, &request);
    let chosen = password::choose(state, token, hash, from).await?;
    let reach = chosen.drawn.as_ref().map(|drawn| drawn.signed_in.reach);
    Ok(success(&AgentResponse {
        token: chosen.drawn.map(|drawn| drawn.token),
        tenant_id: Some(chosen.tenant.to_string()),
        must_set_up_totp: (reach == Some(Reach::SetUp)).then_some(Flag(true)),
        ..describe(&chosen.account)
    }))
}
