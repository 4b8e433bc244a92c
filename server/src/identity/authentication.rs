//! Finds out who calls (Protocol, 'Tokens'). The token is checked before the call is parsed, and a body that
//! contradicts the token is refused.

pub mod keyed;
pub mod open;
pub mod operator;

use crate::agent_token::{Reach, SignedIn};
use crate::body;
use crate::error::ApiError;
use crate::link_token::{self, Opens};
use crate::rates::ByToken;
use crate::state::State;
use crate::visitor_token::{self, Claims};
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use actors_core::channel::ChannelConfig;
use actors_core::ids::{Language, VisitorKey};
use actors_core::tenant::Role;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// The body of a visitor's call.
pub trait VisitorCall: DeserializeOwned + 'static {
    /// The rate limit it counts against; `None` for calls that are never refused.
    const BUCKET: Option<ByToken> = Some(ByToken::Call);
}

/// A visitor's call.
pub struct Visitor<T> {
    /// The visitor, from their token.
    pub key: VisitorKey,
    /// The channel their page was opened on; `None` if it was deleted. Their session may be on another channel.
    pub channel: Option<Arc<ChannelConfig>>,
    /// The parsed body.
    pub body: T,
}

/// An agent's call.
pub struct Agent<T> {
    /// The agent, from their token.
    pub who: Arc<SignedIn>,
    /// The first language in the browser's `Accept-Language`.
    pub language: Language,
    /// The parsed body.
    pub body: T,
}

/// The call of an agent who may still have to set up the second step of signing in.
pub struct NewComer<T>(pub Agent<T>);

/// An administrator's call.
pub struct Admin<T> {
    /// The administrator, from their token.
    pub who: Arc<SignedIn>,
    /// The first language in the browser's `Accept-Language`.
    pub language: Language,
    /// The parsed body.
    pub body: T,
}

/// The fields of a visitor's call that identify the visitor.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Claim<'a> {
    #[serde(borrow, default)]
    user_id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    token: Option<Cow<'a, str>>,
}

type Pending<T> = Pin<Box<dyn Future<Output = Result<T, ApiError>>>>;

impl<T: VisitorCall> FromRequest for Visitor<T> {
    type Error = ApiError;
    type Future = Pending<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let by_header = match visitor(request) {
            Ok(key) => key,
            Err(error) => return Box::pin(std::future::ready(Err(error))),
        };
        let state = state(request);
        let bytes = body::bytes(request, payload);
        Box::pin(async move {
            let state = state?;
            let bytes = match bytes.await {
                // An unknown caller does not learn what is wrong with the body.
                Err(ApiError::Invalid(_)) if by_header.is_none() => {
                    return Err(ApiError::LoginExpired);
                }
                other => other?,
            };
            Self::read(&state, by_header, &bytes)
        })
    }
}

impl<T: VisitorCall> Visitor<T> {
    /// Reads a call whose body has arrived. `by_header` is the visitor named by the header's token, if there is one.
    ///
    /// # Errors
    /// 401 without a valid token or for another visitor's call, 429 over the rate limit, 400 for an invalid body.
    pub fn read(state: &State, by_header: Option<Known>, bytes: &[u8]) -> Result<Self, ApiError> {
        let claim = serde_json::from_slice::<Claim>(bytes).ok();
        let (key, channel) = match by_header {
            Some(known) => known,
            None => claim
                .as_ref()
                .and_then(|claim| claim.token.as_deref())
                .and_then(|token| read_token(state, token))
                .ok_or(ApiError::LoginExpired)?,
        };
        let claimed = claim
            .and_then(|claim| claim.user_id)
            .filter(|user| !user.is_empty());
        if claimed.is_some_and(|user| user != key.visitor.as_str()) {
            return Err(ApiError::LoginExpired);
        }
        if let Some(bucket) = T::BUCKET {
            state.limits.visitor(&key, bucket)?;
        }
        Ok(Self {
            key,
            channel,
            body: body::parse(bytes)?,
        })
    }
}

/// A visitor, and the channel their page was opened on.
pub type Known = (VisitorKey, Option<Arc<ChannelConfig>>);

/// Returns the visitor whose token the header carries; `None` without such a header.
///
/// # Errors
/// 401 if the header's token is not valid.
pub fn visitor(request: &HttpRequest) -> Result<Option<Known>, ApiError> {
    let Some(token) = bearer(request)? else {
        return Ok(None);
    };
    let state = state(request)?;
    read_token(&state, token)
        .map(Some)
        .ok_or(ApiError::LoginExpired)
}

/// Returns the claims of the token that a page presents when it opens, in the header or the body; `None` if neither is
/// valid.
pub fn shown(state: &State, request: &HttpRequest, in_body: Option<&str>) -> Option<Claims> {
    let by_header = bearer(request).ok().flatten();
    by_header
        .and_then(|token| read_claims(state, token))
        .or_else(|| read_claims(state, in_body?))
}

/// Returns the claims of the token of a mail's link, if it is valid.
pub fn linked(state: &State, link: Option<&str>) -> Option<Claims> {
    let link = link.filter(|link| !link.is_empty())?;
    match link_token::read(&state.keys, link, state.now())? {
        Opens::Conversation(claims, issued) => {
            (!state.erased.refuses(&claims.visitor, issued)).then_some(claims)
        }
        Opens::Order(..) | Opens::Form(_) | Opens::Stop { .. } => None,
    }
}

fn read_claims(state: &State, token: &str) -> Option<Claims> {
    let (claims, issued) = visitor_token::read_issued(&state.keys, token, state.now())?;
    (!state.erased.refuses(&claims.visitor, issued)).then_some(claims)
}

/// Returns the visitor a token names.
pub fn read_token(state: &State, token: &str) -> Option<Known> {
    let claims = read_claims(state, token)?;
    let channel = state
        .catalogue
        .channel(claims.channel.as_str())
        .filter(|channel| channel.tenant == claims.visitor.tenant);
    let mut visitor = claims.visitor;
    match &channel {
        // Shares the channel's copy of the text.
        Some(channel) => visitor.tenant = channel.tenant.clone(),
        // A disabled tenant's tokens are refused.
        None => drop(state.catalogue.tenant(&visitor.tenant)?),
    }
    Some((visitor, channel))
}

impl<T: DeserializeOwned + 'static> FromRequest for Agent<T> {
    type Error = ApiError;
    type Future = Pending<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        signed_in(agent(request), request, payload)
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for NewComer<T> {
    type Error = ApiError;
    type Future = Pending<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let token = bearer(request).map(|token| token.map(str::to_owned));
        let state = state(request);
        let who = async move {
            let (state, token) = (state?, token?.ok_or(ApiError::LoginExpired)?);
            setting_up(&state, &token).await
        };
        let call = signed_in(who, request, payload);
        Box::pin(async move { Ok(Self(call.await?)) })
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Admin<T> {
    type Error = ApiError;
    type Future = Pending<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let call = signed_in(admin(request), request, payload);
        Box::pin(async move {
            let Agent {
                who,
                language,
                body,
            } = call.await?;
            Ok(Self {
                who,
                language,
                body,
            })
        })
    }
}

/// Reads the call of a signed-in agent, after the agent is authenticated.
fn signed_in<T: DeserializeOwned + 'static>(
    who: impl Future<Output = Result<Arc<SignedIn>, ApiError>> + 'static,
    request: &HttpRequest,
    payload: &mut Payload,
) -> Pending<Agent<T>> {
    let language = first_language(request);
    let bytes = body::bytes(request, payload);
    Box::pin(async move {
        let who = who.await?;
        Ok(Agent {
            who,
            language,
            body: body::parse(&bytes.await?)?,
        })
    })
}

/// Returns the administrator whose token the header carries, and counts the call against the rate limit. 403 for any
/// other agent.
pub fn admin(
    request: &HttpRequest,
) -> impl Future<Output = Result<Arc<SignedIn>, ApiError>> + 'static {
    let (signed_in, state) = (agent(request), state(request));
    async move {
        let (who, state) = (signed_in.await?, state?);
        let account = state.catalogue.account(&who.tenant, &who.agent);
        match account.map(|account| account.agent.role) {
            Some(Role::Admin) => Ok(who),
            _ => Err(ApiError::Forbidden("for administrators alone")),
        }
    }
}

/// Returns the agent whose token the header carries, and counts the call against the rate limit.
pub fn agent(
    request: &HttpRequest,
) -> impl Future<Output = Result<Arc<SignedIn>, ApiError>> + 'static {
    let token = bearer(request).map(|token| token.map(str::to_owned));
    let state = state(request);
    async move {
        let (state, token) = (state?, token?.ok_or(ApiError::LoginExpired)?);
        agent_of(&state, &token).await
    }
}

/// Returns the agent this token names, and counts the call against the rate limit.
///
/// # Errors
/// 401 if the token signs nobody in; 429 over the rate limit; 503 if the store cannot be read.
pub async fn agent_of(state: &State, token: &str) -> Result<Arc<SignedIn>, ApiError> {
    let who = setting_up(state, token).await?;
    match who.reach {
        Reach::Full => Ok(who),
        Reach::SetUp => Err(ApiError::Forbidden(
            "set up the second step of signing in first",
        )),
    }
}

/// Like [`agent_of`], also for a sign-in that may only set up the second step.
async fn setting_up(state: &State, token: &str) -> Result<Arc<SignedIn>, ApiError> {
    let who = state.agents.read(token, state.now()).await?;
    // A dismissed or disabled agent is not signed in, even with a valid token.
    let account = state.catalogue.account(&who.tenant, &who.agent);
    if account.is_none_or(|account| !account.is_active()) {
        return Err(ApiError::LoginExpired);
    }
    state.limits.agent(&who.hash, ByToken::Call)?;
    Ok(who)
}

/// Returns the first language in the browser's `Accept-Language`; English without one.
pub fn first_language(request: &HttpRequest) -> Language {
    let accepted = request.headers().get(header::ACCEPT_LANGUAGE);
    first_accepted(accepted.and_then(|value| value.to_str().ok()))
}

/// Returns the first language in this value of `Accept-Language`; English without one.
pub fn first_accepted(accepted: Option<&str>) -> Language {
    let first = accepted
        .and_then(|accepted| accepted.split([',', ';']).next())
        .map_or("en", str::trim);
    Language::parse(first)
        .or_else(|| Language::parse("en"))
        .unwrap_or_default()
}

/// Returns the token of the header; `None` without such a header.
pub(crate) fn bearer(request: &HttpRequest) -> Result<Option<&str>, ApiError> {
    let Some(value) = request.headers().get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    let token = value
        .to_str()
        .ok()
        .and_then(|value| value.strip_prefix("Bearer "));
    token.map(Some).ok_or(ApiError::LoginExpired)
}

/// Returns the state that the handlers share.
///
/// # Errors
/// Never in practice: the server is built with it.
pub fn state(request: &HttpRequest) -> Result<Data<State>, ApiError> {
    request
        .app_data::<Data<State>>()
        .cloned()
        .ok_or_else(|| ApiError::internal("the server has no state"))
}
