//! Single sign-on (Protocol, 'Single sign-on').

use crate::fixtures::findings::Flag;
use crate::fixtures::sign_on::WrittenSignOn;
use crate::identity::sign_on::provider::trial::Tried;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// signOn/info.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SignOnInfoRequest {
    /// Whose; empty: of the only tenant there is.
    pub tenant_id: String,
}

/// Whether a tenant offers single sign-on. A tenant that does not exist has none.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignOnInfoResponse {
    /// 1: it does.
    pub enabled: Flag,
    /// The text of the button.
    pub button_text: String,
    /// 1: it is the only way in, but for one administrator.
    pub only: Flag,
    /// Where the provider sends people back; only a page of this origin can finish.
    pub return_address: String,
}

/// signOn/begin.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SignOnBeginRequest {
    /// Whose; empty: of the only tenant there is.
    pub tenant_id: String,
}

/// A sign-in that has begun.
#[derive(Serialize, utoipa::ToSchema)]
pub struct SignOnBeginResponse {
    /// The provider's page, to which the browser goes.
    pub url: String,
    /// What finishes the sign-in together with the provider's answer. The page keeps it for its tab alone.
    pub secret: String,
}

/// signOn/finish.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct SignOnFinishRequest {
    /// `state` of the return page's address.
    pub state: String,
    /// `code` of the return page's address.
    pub code: String,
    /// `iss` of the return page's address, if it has one.
    pub iss: Option<String>,
    /// The secret of signOn/begin.
    pub secret: String,
}

/// admin/signOn/test.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SignOnTestRequest {
    /// The setting to try; by default the stored one. Without `clientSecret`, the stored secret is used if the issuer is
    /// the same.
    #[schema(value_type = Option<WrittenSignOn>)]
    pub sign_on: Option<Map<String, Value>>,
}

/// The response of admin/signOn/test.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SignOnTestResponse {
    /// Whether every step succeeded.
    pub ok: bool,
    /// The steps that were tried, in order.
    pub steps: Vec<SignOnStep>,
}

/// A step of the test.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SignOnStep {
    /// description, keys or client.
    pub step: &'static str,
    /// Whether it succeeded.
    pub ok: bool,
    /// What is wrong, as a code; absent if it succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// The same as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<&'static str>,
}

impl From<Vec<Tried>> for SignOnTestResponse {
    fn from(tried: Vec<Tried>) -> Self {
        let steps = tried.into_iter().map(|(step, trouble)| SignOnStep {
            step: step.name(),
            ok: trouble.is_none(),
            code: trouble.map(|trouble| trouble.code()),
            message: trouble.map(|trouble| trouble.message()),
        });
        let steps: Vec<_> = steps.collect();
        Self {
            ok: steps.iter().all(|step| step.ok),
            steps,
        }
    }
}
