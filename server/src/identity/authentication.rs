//! Who calls (Protocol, 'Tokens'). A call is read only after its token has been; what the token says wins nowhere silently.

pub mod open;

use crate::agent_token::SignedIn;
use crate::body;
use crate::error::ApiError;
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

/// What a visitor's call pays for.
pub trait VisitorCall: DeserializeOwned + 'static {
    /// From which bucket; none for calls that are never refused.
    const BUCKET: Option<ByToken> = Some(ByToken::Call);
}

/// A visitor's call: who, and what.
pub struct Visitor<T> {
    /// Who, as their token says.
    pub key: VisitorKey,
    /// Where their page was opened; none where the channel is gone. Their session may be one of another channel.
    pub channel: Option<Arc<ChannelConfig>>,
    /// What.
    pub body: T,
}

/// An agent's call: who, and what.
pub struct Agent<T> {
    /// Who, as their token says.
    pub who: Arc<SignedIn>,
    /// The language their browser asks for first.
    pub language: Language,
    /// What.
    pub body: T,
}

/// An administrator's call: who, and what.
pub struct Admin<T> {
    /// Who, as their token says.
    pub who: Arc<SignedIn>,
    /// The language their browser asks for first.
    pub language: Language,
    /// What.
    pub body: T,
}

/// The parts of any visitor's call that say who calls.
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
                // Nobody who is unknown learns what is wrong with what they sent.
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
    /// Reads a call whose body is here; who is known already is who the header's token names.
    ///
    /// # Errors
    /// 401 without a valid token or for another's call, 429 for one too many, 400 for a body that is not the call's.
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

/// A visitor, and where their page was opened.
pub type Known = (VisitorKey, Option<Arc<ChannelConfig>>);

/// The visitor whose token the header carries; none where there is no such header.
///
/// # Errors
/// 401: there is a header, and its token is not valid.
pub fn visitor(request: &HttpRequest) -> Result<Option<Known>, ApiError> {
    let Some(token) = bearer(request)? else {
        return Ok(None);
    };
    let state = state(request)?;
    read_token(&state, token)
        .map(Some)
        .ok_or(ApiError::LoginExpired)
}

/// What the token says that a page shows when it opens, in a header or in its body; none where it shows no valid one.
pub fn shown(state: &State, request: &HttpRequest, in_body: Option<&str>) -> Option<Claims> {
    let by_header = bearer(request).ok().flatten();
    by_header
        .and_then(|token| read_claims(state, token))
        .or_else(|| read_claims(state, in_body?))
}

fn read_claims(state: &State, token: &str) -> Option<Claims> {
    let (claims, issued) = visitor_token::read_issued(&state.keys, token, state.now())?;
    (!state.erased.refuses(&claims.visitor, issued)).then_some(claims)
}

/// The visitor a token names.
pub fn read_token(state: &State, token: &str) -> Option<Known> {
    let claims = read_claims(state, token)?;
    let channel = state
        .catalogue
        .channel(claims.channel.as_str())
        .filter(|channel| channel.tenant == claims.visitor.tenant);
    let mut visitor = claims.visitor;
    if let Some(channel) = &channel {
        // The same text, kept once.
        visitor.tenant = channel.tenant.clone();
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

/// The call of somebody who is signed in, read once it is known who they are.
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

/// The administrator whose token the header carries; the call is paid for. 403 for any other agent.
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

/// The agent whose token the header carries; the call is paid for.
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

/// The agent this token names; the call is paid for.
///
/// # Errors
/// 401: nobody who is signed in.
pub async fn agent_of(state: &State, token: &str) -> Result<Arc<SignedIn>, ApiError> {
    let who = state.agents.read(token, state.now()).await?;
    // Whoever was dismissed is signed in no longer.
    if state.catalogue.account(&who.tenant, &who.agent).is_none() {
        return Err(ApiError::LoginExpired);
    }
    state.limits.agent(&who.hash, ByToken::Call)?;
    Ok(who)
}

/// The language a browser asks for first; English where it asks for none.
pub fn first_language(request: &HttpRequest) -> Language {
    let accepted = request.headers().get(header::ACCEPT_LANGUAGE);
    first_accepted(accepted.and_then(|value| value.to_str().ok()))
}

/// The same, of what the header says.
pub fn first_accepted(accepted: Option<&str>) -> Language {
    let first = accepted
        .and_then(|accepted| accepted.split([',', ';']).next())
        .map_or("en", str::trim);
    Language::parse(first)
        .or_else(|| Language::parse("en"))
        .unwrap_or_default()
}

fn bearer(request: &HttpRequest) -> Result<Option<&str>, ApiError> {
    let Some(value) = request.headers().get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    let token = value
        .to_str()
        .ok()
        .and_then(|value| value.strip_prefix("Bearer "));
    token.map(Some).ok_or(ApiError::LoginExpired)
}

/// What the handlers share.
///
/// # Errors
/// Never: it is put there when the server is built.
pub fn state(request: &HttpRequest) -> Result<Data<State>, ApiError> {
    request
        .app_data::<Data<State>>()
        .cloned()
        .ok_or_else(|| ApiError::internal("the server has no state"))
}
