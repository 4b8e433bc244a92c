//! A provider of OpenID Connect: what it says of itself, the address that people are sent to, and what its tokens prove.
//!
//! Accepted are tokens of this issuer, for this client, not expired, with the nonce of the sign-in, and signed by one of
//! the issuer's public keys. No token without a signature, and none signed with the client's secret.

mod describe;
pub mod trial;

use super::trouble::Trouble;
use super::waiting::Started;
use crate::fixtures::sign_on::SignOn;
use crate::relay::address::Lookup;
use crate::relay::exchange::{Exchange, NoAnswer};
use crate::settings::Relay as RelaySettings;
use actors_core::ids::TenantId;
use actors_core::time::{Span, Timestamp};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use dashmap::DashMap;
use describe::Description;
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreErrorResponseType, CoreIdToken,
    CoreJwsSigningAlgorithm, CoreTokenResponse,
};
use openidconnect::{
    AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, LogoutRequest, Nonce, PkceCodeChallenge,
    PkceCodeVerifier, PostLogoutRedirectUrl, RedirectUrl, RequestTokenError, Scope,
    SignatureVerificationError, StandardErrorResponse, TokenResponse as _,
};
use serde_json::{Map, Value};
use std::sync::Arc;
use tokio::sync::{Semaphore, SemaphorePermit};

/// How far the provider's clock may be off.
const CLOCK_SLACK: Span = Span::from_minutes(1);

/// The most calls to providers at once: one that hangs must not take all.
const CALLS_MAX: usize = 32;

/// The kinds of signature that are accepted: public keys only.
const SIGNATURES: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// The client of one tenant at its provider.
type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// Why a code was not exchanged.
type ExchangeError = RequestTokenError<NoAnswer, StandardErrorResponse<CoreErrorResponseType>>;

/// All tenants' providers.
pub struct Providers {
    exchange: Exchange,
    known: DashMap<TenantId, Arc<Description>>,
    calls: Semaphore,
}

/// A sign-in that begins.
pub struct Begun {
    /// The provider's page.
    pub url: String,
    /// What the provider sends back.
    pub state: String,
    /// What is kept until then.
    pub started: Started,
}

/// What a provider has proven.
pub struct Proven {
    /// The claims of the token.
    pub claims: Map<String, Value>,
    /// Where the person signs out at the provider, if the setting wants it and the provider offers it.
    pub sign_out_url: Option<String>,
}

impl Providers {
    /// Creates the connections. The hosts the operator named for the relay are allowed too.
    pub fn new(settings: &RelaySettings, lookup: Arc<dyn Lookup>) -> Self {
        Self {
            exchange: Exchange::new(settings, lookup),
            known: DashMap::new(),
            calls: Semaphore::new(CALLS_MAX),
        }
    }

    /// Whether the server may call this address.
    pub fn permits(&self, address: &str) -> bool {
        self.exchange.permits(address)
    }

    /// Draws a sign-in, and returns the page to send the person to.
    ///
    /// # Errors
    /// The provider cannot be used.
    pub async fn begin(
        &self,
        tenant: &TenantId,
        setting: &SignOn,
        now: Timestamp,
    ) -> Result<Begun, Trouble> {
        let _call = self.call()?;
        let described = self.described(tenant, setting, now).await?;
        let client = client(&described, setting)?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let mut asked = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                CsrfToken::new_random,
                Nonce::new_random,
            )
            .set_pkce_challenge(challenge);
        for scope in &setting.scopes {
            asked = asked.add_scope(Scope::new(scope.clone()));
        }
        let (url, state, nonce) = asked.url();
        Ok(Begun {
            url: url.into(),
            state: state.into_secret(),
            started: Started {
                tenant: tenant.clone(),
                issuer: setting.issuer.clone(),
                client_id: setting.client_id.clone(),
                nonce,
                verifier,
            },
        })
    }

    /// Exchanges the code of a sign-in for a token, and checks it.
    ///
    /// # Errors
    /// The code or the token is not accepted, or the provider cannot be used.
    pub async fn finish(
        &self,
        setting: &SignOn,
        (started, code): (Started, String),
        now: Timestamp,
    ) -> Result<Proven, Trouble> {
        let Started {
            tenant,
            nonce,
            verifier,
            ..
        } = started;
        let _call = self.call()?;
        let mut described = self.described(&tenant, setting, now).await?;
        let mut client = client(&described, setting)?;
        let answer = self.exchange_code(&client, code, verifier).await;
        let answer = answer.map_err(|error| refused(&error))?;
        let token = answer.id_token().ok_or(Trouble::NoToken)?;
        let mut verified = verify(&client, token, &nonce, now);
        if matches!(verified, Err(Trouble::TokenKey))
            && let Some(newer) = self.with_new_keys(&tenant, &described, now).await?
        {
            described = newer;
            client = self::client(&described, setting)?;
            verified = verify(&client, token, &nonce, now);
        }
        verified?;
        Ok(Proven {
            claims: claims(token)?,
            sign_out_url: sign_out_url(&described, setting, token),
        })
    }

    fn call(&self) -> Result<SemaphorePermit<'_>, Trouble> {
        self.calls.try_acquire().map_err(|_| Trouble::Busy)
    }

    async fn exchange_code(
        &self,
        client: &Client,
        code: String,
        verifier: PkceCodeVerifier,
    ) -> Result<CoreTokenResponse, ExchangeError> {
        let http = |request| self.exchange.call(request);
        let asked = client.exchange_code(AuthorizationCode::new(code));
        let asked = asked.map_err(|error| RequestTokenError::Other(error.to_string()))?;
        asked.set_pkce_verifier(verifier).request_async(&http).await
    }
}

fn client(described: &Description, setting: &SignOn) -> Result<Client, Trouble> {
    let secret = setting.client_secret.as_ref();
    let client = CoreClient::from_provider_metadata(
        described.metadata.clone(),
        ClientId::new(setting.client_id.clone()),
        secret.map(|secret| ClientSecret::new(secret.expose().to_owned())),
    );
    let back = RedirectUrl::new(setting.return_address.clone()).map_err(|_| Trouble::Off)?;
    let client = client.set_redirect_uri(back);
    Ok(match described.wants_secret_in_body() {
        true => client.set_auth_type(AuthType::RequestBody),
        false => client,
    })
}

/// Why a provider did not exchange a code.
fn refused(error: &ExchangeError) -> Trouble {
    match error {
        RequestTokenError::Request(no) => Trouble::Provider(*no),
        RequestTokenError::ServerResponse(refusal) => match refusal.error() {
            CoreErrorResponseType::InvalidClient | CoreErrorResponseType::UnauthorizedClient => {
                Trouble::Client
            }
            CoreErrorResponseType::InvalidGrant => Trouble::Code,
            _ => Trouble::Unclear,
        },
        // A token that is none, such as one signed by no known kind of signature.
        RequestTokenError::Parse(..) => Trouble::TokenBroken,
        RequestTokenError::Other(_) => Trouble::Endpoint,
    }
}

fn verify(
    client: &Client,
    token: &CoreIdToken,
    nonce: &Nonce,
    now: Timestamp,
) -> Result<(), Trouble> {
    let slack = i64::try_from(CLOCK_SLACK.as_millis()).unwrap_or_default();
    let (earliest, latest) = (time(now, -slack), time(now, slack));
    let verifier = client
        .id_token_verifier()
        .set_allowed_algs(SIGNATURES)
        .set_time_fn(move || earliest)
        .set_issue_time_verifier_fn(move |issued| match issued <= latest {
            true => Ok(()),
            false => Err("issued in the future".to_owned()),
        });
    token
        .claims(&verifier, nonce)
        .map(|_| ())
        .map_err(|error| unproven(&error))
}

fn time(now: Timestamp, shift: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(now.as_millis() + shift).unwrap_or_default()
}

fn unproven(error: &ClaimsVerificationError) -> Trouble {
    use ClaimsVerificationError as Wrong;
    tracing::info!(%error, "an ID token is not accepted");
    match error {
        Wrong::Expired(_) => Trouble::TokenExpired,
        Wrong::InvalidAudience(_) => Trouble::TokenAudience,
        Wrong::InvalidIssuer(_) => Trouble::TokenIssuer,
        Wrong::InvalidNonce(_) => Trouble::TokenNonce,
        Wrong::SignatureVerification(SignatureVerificationError::NoMatchingKey) => {
            Trouble::TokenKey
        }
        Wrong::SignatureVerification(_) => Trouble::TokenSignature,
        // The only one of ours is the time of issue.
        Wrong::Other(_) => Trouble::TokenExpired,
        _ => Trouble::TokenBroken,
    }
}

/// The claims of a token that is verified, as they stand: a tenant may name any of them.
fn claims(token: &CoreIdToken) -> Result<Map<String, Value>, Trouble> {
    let token = token.to_string();
    let payload = token.split('.').nth(1).unwrap_or_default();
    let payload = URL_SAFE_NO_PAD.decode(payload.trim_end_matches('='));
    let claims = payload
        .ok()
        .and_then(|json| serde_json::from_slice(&json).ok());
    claims.ok_or(Trouble::TokenBroken)
}

fn sign_out_url(described: &Description, setting: &SignOn, token: &CoreIdToken) -> Option<String> {
    if !setting.signs_out_at_provider {
        return None;
    }
    let page = described.sign_out_page()?;
    let back = setting.return_address.strip_suffix("signed-in")?;
    let back = PostLogoutRedirectUrl::new(back.to_owned()).ok()?;
    let asked = LogoutRequest::from(page)
        .set_client_id(ClientId::new(setting.client_id.clone()))
        .set_id_token_hint(token)
        .set_post_logout_redirect_uri(back);
    Some(asked.http_get_url().into())
}
