//! Finds out who calls `/api/open/` (Protocol, 'Tokens'): a visitor, the holder of an order's link or of an open form,
//! or, if the call allows it, anybody.

use super::{Pending, bearer, first_language, read_token, state};
use crate::body;
use crate::error::ApiError;
use crate::link_token::{self, FormClaims, Opens};
use crate::rates::{ByAddress, ByToken};
use crate::state::State;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use actors_core::channel::ChannelConfig;
use actors_core::ids::{Language, TenantId, VisitorKey, WorkOrderId};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::net::IpAddr;
use std::sync::Arc;

/// Whether a caller without a token may make a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenUse {
    /// Anybody may make it.
    Optional,
    /// Only a caller with a token may make it.
    Required,
}

/// The body of a call under `/api/open/`.
pub trait OpenCall: DeserializeOwned + 'static {
    /// Whether it needs a token.
    const TOKEN: TokenUse = TokenUse::Required;
}

/// A call under `/api/open/`.
pub struct Open<T> {
    /// Who calls.
    pub who: Opener,
    /// The first language in the browser's `Accept-Language`.
    pub language: Language,
    /// The parsed body.
    pub body: T,
    address: IpAddr,
}

/// Who makes an open call.
#[derive(Clone, Debug)]
pub enum Opener {
    /// A caller without a token.
    Nobody,
    /// A visitor, and the channel their page was opened on.
    Visitor(VisitorKey, Option<Arc<ChannelConfig>>),
    /// The holder of this work order's link.
    Order(TenantId, WorkOrderId),
    /// The holder of this form.
    Form(FormClaims),
}

/// The fields of an open call that identify the caller.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Claim {
    user_id: Option<String>,
    tenant_id: Option<String>,
    token: Option<String>,
    form_token: Option<String>,
}

impl<T: OpenCall> FromRequest for Open<T> {
    type Error = ApiError;
    type Future = Pending<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let by_header = bearer(request).map(|token| token.map(str::to_owned));
        let language = first_language(request);
        let state = state(request);
        let address = state
            .as_ref()
            .map(|state| state.limits.caller_address(request));
        let address = address.unwrap_or(IpAddr::from([0, 0, 0, 0]));
        let bytes = body::bytes(request, payload);
        Box::pin(async move {
            let (state, by_header) = (state?, by_header?);
            let bytes = match bytes.await {
                Err(ApiError::Invalid(_))
                    if by_header.is_none() && T::TOKEN == TokenUse::Required =>
                {
                    return Err(ApiError::LoginExpired);
                }
                other => other?,
            };
            let claim = body::parse_part::<Claim>(&bytes);
            let said = claim.as_ref().cloned().unwrap_or_default();
            let who = said.opener(&state, by_header.as_deref(), address)?;
            if matches!(who, Opener::Nobody) && T::TOKEN == TokenUse::Required {
                return Err(ApiError::LoginExpired);
            }
            who.pay(&state, address, ByToken::Call)?;
            claim?;
            Ok(Self {
                who,
                language,
                body: body::parse(&bytes)?,
                address,
            })
        })
    }
}

impl<T> Open<T> {
    /// Returns the caller's address, as rate limits count it.
    pub fn address(&self) -> IpAddr {
        self.address
    }

    /// Counts a wrong guess: returns 404, or 429 if the address has guessed too often.
    pub fn miss(&self, state: &State) -> ApiError {
        missed(state, self.address, ApiError::NotFound)
    }
}

fn missed(state: &State, address: IpAddr, answer: ApiError) -> ApiError {
    let charged = state.limits.charge_address(address, ByAddress::Miss);
    charged.err().unwrap_or(answer)
}

impl Opener {
    /// Counts one call against the rate limit. A caller without a token counts like one who opens a page.
    ///
    /// # Errors
    /// 429 with the time to wait.
    fn pay(&self, state: &State, address: IpAddr, bucket: ByToken) -> Result<(), ApiError> {
        match self {
            Self::Nobody => state.limits.charge_address(address, ByAddress::Start),
            _ => self.pay_by_token(state, bucket),
        }
    }

    /// Counts one call against the caller's own bucket. A caller without a token has none.
    ///
    /// # Errors
    /// 429 with the time to wait.
    pub fn pay_by_token(&self, state: &State, bucket: ByToken) -> Result<(), ApiError> {
        match self {
            Self::Nobody => Ok(()),
            Self::Visitor(key, _) => state.limits.visitor(key, bucket),
            Self::Order(tenant, order) => state.limits.holder(&("order", tenant, order), bucket),
            Self::Form(claims) => state.limits.holder(&("form", &claims.form), bucket),
        }
    }
}

impl Claim {
    /// Finds out who calls. Visitor and tenant in the body must match the token.
    fn opener(
        &self,
        state: &State,
        by_header: Option<&str>,
        address: IpAddr,
    ) -> Result<Opener, ApiError> {
        let tokens = [by_header, self.token.as_deref(), self.form_token.as_deref()];
        let mut tokens = tokens
            .into_iter()
            .flatten()
            .filter(|token| !token.is_empty());
        let Some(token) = tokens.next() else {
            return Ok(Opener::Nobody);
        };
        let who = match read_token(state, token) {
            Some((key, channel)) => Opener::Visitor(key, channel),
            None => match link_token::read(&state.keys, token, state.now()) {
                Some(Opens::Order(tenant, order)) => Opener::Order(tenant, order),
                Some(Opens::Form(claims)) => Opener::Form(claims),
                Some(Opens::Conversation(..) | Opens::Stop { .. }) | None => {
                    return Err(missed(state, address, ApiError::LoginExpired));
                }
            },
        };
        let (tenant, visitor) = match &who {
            Opener::Visitor(key, _) => (&key.tenant, Some(key.visitor.as_str())),
            Opener::Order(tenant, _) => (tenant, None),
            Opener::Form(claims) => (&claims.tenant, None),
            Opener::Nobody => return Ok(who),
        };
        if state.catalogue.tenant(tenant).is_none() {
            return Err(ApiError::LoginExpired);
        }
        let differs = |said: &Option<String>, known: &str| {
            said.as_deref()
                .is_some_and(|said| !said.is_empty() && said != known)
        };
        let is_another = differs(&self.tenant_id, tenant.as_str())
            || visitor.is_some_and(|visitor| differs(&self.user_id, visitor));
        if is_another {
            return Err(ApiError::LoginExpired);
        }
        Ok(who)
    }
}
