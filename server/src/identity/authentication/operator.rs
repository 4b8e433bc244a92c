//! Finds the operator behind a call to `/api/operator/` (Protocol, 'Operators').

use super::{Pending, bearer, first_language, state};
use crate::agent_token::SignedIn;
use crate::blocking;
use crate::body;
use crate::error::ApiError;
use crate::operators;
use crate::rates::ByToken;
use crate::state::State;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use actors_core::ids::Language;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// An operator's call.
pub struct Operator<T> {
    /// The sign-in.
    pub who: Arc<SignedIn>,
    /// The operator.
    pub operator: operators::Operator,
    /// The first language in the browser's `Accept-Language`.
    pub language: Language,
    /// The parsed body.
    pub body: T,
}

impl<T: DeserializeOwned + 'static> FromRequest for Operator<T> {
    type Error = ApiError;
    type Future = Pending<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let token = bearer(request).map(|token| token.map(str::to_owned));
        let (state, language) = (state(request), first_language(request));
        let bytes = body::bytes(request, payload);
        Box::pin(async move {
            let (state, token) = (state?, token?.ok_or(ApiError::LoginExpired)?);
            let (who, operator) = operator_of(&state, &token).await?;
            Ok(Self {
                who,
                operator,
                language,
                body: body::parse(&bytes.await?)?,
            })
        })
    }
}

/// An agent's token is refused, and so is that of an operator who was removed.
async fn operator_of(
    state: &State,
    token: &str,
) -> Result<(Arc<SignedIn>, operators::Operator), ApiError> {
    let who = state.agents.read(token, state.now()).await?;
    if who.tenant != operators::home() {
        return Err(ApiError::LoginExpired);
    }
    let account = who.agent.clone();
    let found = blocking::read(state, move |store| operators::find(store, account.as_str()));
    let operator = found.await?.ok_or(ApiError::LoginExpired)?;
    state.limits.agent(&who.hash, ByToken::Call)?;
    Ok((who, operator))
}
