//! The call of a shop's server, after [`crate::open_api::gate`] has let its key in.

use super::{Pending, first_language};
use crate::agent_token::SignedIn;
use crate::api_key::ApiKey;
use crate::body;
use crate::error::ApiError;
use crate::idempotent::Named;
use actix_web::dev::Payload;
use actix_web::http::header::HeaderName;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use actors_core::agent_card::AgentCard;
use actors_core::ids::{Language, TenantId};
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// The header that makes a repeat harmless.
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// The call of a shop's server.
pub struct Keyed<T> {
    /// The key.
    pub key: Arc<ApiKey>,
    /// The first language in the caller's `Accept-Language`.
    pub language: Language,
    /// The name that the caller gave the call, if any.
    pub named: Option<Named>,
    /// The parsed body.
    pub body: T,
}

impl<T> Keyed<T> {
    /// The key's tenant.
    pub fn tenant(&self) -> &TenantId {
        &self.key.tenant
    }

    /// The key as the one who changes something.
    pub fn who(&self) -> Arc<SignedIn> {
        Arc::new(SignedIn::with_key(&self.key))
    }

    /// The key as visitors see it.
    pub fn author(&self) -> Arc<AgentCard> {
        Arc::new(AgentCard {
            agent: self.key.actor(),
            nick: self.key.kept.name.as_str().into(),
            face: "".into(),
        })
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Keyed<T> {
    type Error = ApiError;
    type Future = Pending<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let key = request.extensions().get::<Arc<ApiKey>>().cloned();
        let language = first_language(request);
        let name = request.headers().get(IDEMPOTENCY_KEY);
        let name = name.map(|name| name.as_bytes().to_vec());
        let path = request.path().to_owned();
        let bytes = body::bytes(request, payload);
        Box::pin(async move {
            let key = key.ok_or(ApiError::LoginExpired)?;
            let bytes = bytes.await?;
            let named = name.map(|name| Named::read(&key, &name, (&path, &bytes)));
            Ok(Self {
                key,
                language,
                named: named.transpose()?,
                body: body::parse(&bytes)?,
            })
        })
    }
}
