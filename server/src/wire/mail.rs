//! Mail: the administration's calls, a forgotten password, and a transcript (Protocol, 'Mail').

use crate::fixtures::findings::Flag;
use crate::mail::record::{Fate, Kind, MailState};
use crate::mail::smtp::{Failure, Problem};
use serde::{Deserialize, Serialize};

/// mail/state.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailStateResponse {
    /// 1: the operator named an SMTP server.
    pub configured: Flag,
    /// The address that mails come from; empty without one.
    pub sender: String,
    /// How many of the shop's mails wait.
    pub waiting: usize,
    /// How many may wait.
    pub waiting_max: u32,
    /// How many the shop wrote in the last 24 hours.
    pub of_day: usize,
    /// How many it may write in 24 hours.
    pub of_day_max: u32,
    /// Why the SMTP server cannot be used at present; absent if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<WireFailure>,
}

/// Why a mail was not sent.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WireFailure {
    /// The kind of failure.
    pub problem: Problem,
    /// The code of the SMTP server's answer; absent if it gave none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<u16>,
    /// The words of the answer, or of the error.
    pub answer: String,
}

impl From<&Failure> for WireFailure {
    fn from(failure: &Failure) -> Self {
        Self {
            problem: failure.problem,
            code: failure.code,
            answer: failure.answer.clone(),
        }
    }
}

/// mail/test.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct MailTestRequest {
    /// Where the test goes.
    pub to: String,
}

/// The response of mail/test.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MailTestResponse {
    /// Whether the SMTP server took the mail.
    pub ok: bool,
    /// How long it took, in milliseconds.
    pub ms: u64,
    /// Why it did not; absent if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<WireFailure>,
}

/// mail/list.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct MailListRequest {
    /// The cursor of the previous page.
    pub cursor: Option<String>,
}

/// The response of mail/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MailListResponse {
    /// The mails of the last 30 days, newest first, at most 50.
    pub list: Vec<WireMail>,
    /// Where the next page begins; empty on the last.
    pub cursor: String,
}

/// A mail of the list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireMail {
    /// Its id.
    pub id: String,
    /// When it was written, in milliseconds since the epoch.
    pub at: i64,
    /// What it is.
    pub kind: Kind,
    /// Where it goes.
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// What became of it.
    pub state: MailState,
    /// How often it was tried.
    pub tries: u32,
    /// When it is tried next; 0 if it is not.
    pub next_at: i64,
    /// When it was sent or given up; 0 while it waits.
    pub ended_at: i64,
    /// Why the last try failed; absent if none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<WireFailure>,
}

impl WireMail {
    /// Writes a mail of the store.
    pub fn of(id: String, fate: &Fate) -> Self {
        let is_waiting = fate.state == MailState::Waiting;
        Self {
            id,
            at: fate.at.as_millis(),
            kind: fate.kind,
            to: fate.to.clone(),
            subject: fate.subject.clone(),
            state: fate.state,
            tries: fate.tries,
            next_at: if is_waiting { fate.next.as_millis() } else { 0 },
            ended_at: fate.ended.map_or(0, |ended| ended.as_millis()),
            failure: fate.failure.as_ref().map(WireFailure::from),
        }
    }
}

/// mail/resend.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct MailResendRequest {
    /// The mail: one that waits, which is tried at once, or one that bounced.
    pub id: String,
}

/// An agent's forgotPassword.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ForgotPasswordRequest {
    /// The shop; empty for the only one.
    pub tenant_id: String,
    /// What they sign in with.
    pub account: String,
}

/// An agent's sendTranscript.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SendTranscriptRequest {
    /// The visitor.
    pub user_id: String,
    /// The address that the visitor gave.
    pub email: String,
}
