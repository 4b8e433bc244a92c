//! The one place that turns refusals and failures into codes (Protocol, 'Errors').
//!
//! Texts here contain no path, query, stack or input. `cause` is for the log and never leaves the server.

use crate::fixtures::findings::FieldError;
use crate::wire::envelope;
use crate::wire::trial::WireReport;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use actors_core::session::Refusal;
use actors_runtime::AskError;
use actors_runtime::ports::StoreError;
use std::borrow::Cow;
use std::fmt;

/// Protocol, 'Errors': the text for code 500, whatever the reason.
pub const NETWORK_ERROR: &str = "网络连接异常，请稍后重试！";

/// `Retry-After` of a full disk, in seconds: it seldom has room again sooner.
const DISK_FULL_SECONDS: u64 = 10;

/// `Retry-After` while a cluster has no owner, in seconds: about the time until there is one again.
const PAUSE_SECONDS: u64 = 2;

/// How a call is answered.
pub type Answer = Result<HttpResponse, ApiError>;

/// Why a call is not answered with 200.
#[derive(Clone, Debug)]
pub enum ApiError {
    /// 400: malformed or invalid; the text names the field.
    Invalid(Cow<'static, str>),
    /// 400: an administrator's input is invalid, field by field.
    InvalidFields(Vec<FieldError>),
    /// 401: no token, or an invalid or expired one.
    LoginExpired,
    /// 401: no such account, or a wrong password; the answer does not tell which.
    LoginWrong,
    /// 401: a one-time link that was used, has expired or never was; the sentence says what to do.
    LinkSpent(&'static str),
    /// 401: the password is right, and this field is still needed or wrong; or single sign-on failed for this reason.
    SignInNeeds(Box<FieldError>),
    /// 403: the channel or the role does not allow it.
    Forbidden(&'static str),
    /// 403: the visitor is blocked; the text is what they read.
    Blocked(Cow<'static, str>),
    /// 404: unknown, or another caller's.
    NotFound,
    /// 405, with the allowed methods.
    MethodNotAllowed(&'static str),
    /// 408: the body came too slowly.
    SlowBody,
    /// 408: the head of the request came too slowly.
    SlowHead,
    /// 409: the current state does not allow it.
    Conflict(&'static str),
    /// 409: these fields still refer to what was to be deleted.
    InUse(Vec<FieldError>),
    /// 409: test questions would get worse answers.
    Worse(Box<WireReport>),
    /// 413: the body is too large.
    TooLarge,
    /// 422: a client id was used before with other content.
    IdReused,
    /// 429, with the seconds to wait.
    TooMany(u64),
    /// 503: the server is overloaded (`admission`).
    Busy,
    /// 503: the disk has too little free space (docs/decisions/0115).
    DiskFull,
    /// 503: no node of the cluster takes the call at the moment; with the reason for the log.
    ClusterPauses(&'static str),
    /// 500, with the reason for the log.
    Internal(Cow<'static, str>),
    /// 503: the server is stopping or at a limit, or the store accepts no writes; with the reason for the log.
    Unavailable(Cow<'static, str>),
}

impl ApiError {
    /// A 400 that names the field in its text.
    pub fn invalid(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Invalid(text.into())
    }

    /// A 401 that names what the sign-in still needs.
    pub fn sign_in_needs(field: &str, message: &str) -> Self {
        Self::SignInNeeds(Box::new(FieldError::new(field, message)))
    }

    /// A 400 for one field of a form.
    pub fn wrong(field: &str, message: &str) -> Self {
        Self::InvalidFields(vec![FieldError::new(field, message)])
    }

    /// A 400 for the content of a field: the field's name and the problem.
    pub fn of_field(field: &'static str, problem: impl fmt::Display) -> Self {
        Self::invalid(format!("{field}: {problem}"))
    }

    /// Converts the refusal of a call whose text is in `field`.
    pub fn of_text(field: &'static str) -> impl Fn(Refusal) -> Self {
        move |refusal| match refusal {
            Refusal::Text(error) => Self::of_field(field, error),
            other => other.into(),
        }
    }

    /// A 500; `cause` goes to the log alone.
    pub fn internal(cause: impl fmt::Display) -> Self {
        Self::Internal(cause.to_string().into())
    }

    /// A 503; `cause` goes to the log alone.
    pub fn unavailable(cause: impl fmt::Display) -> Self {
        Self::Unavailable(cause.to_string().into())
    }

    /// Returns the text that the caller reads.
    pub fn message(&self) -> &str {
        match self {
            Self::Invalid(text) | Self::Blocked(text) => text,
            Self::LoginExpired => "login state expired",
            Self::LoginWrong => "the account or the password is wrong",
            Self::InvalidFields(_) => "some fields are not valid",
            Self::InUse(_) => "in use",
            Self::Worse(_) => "test questions would be answered worse",
            Self::SignInNeeds(field) => &field.message,
            Self::LinkSpent(text) | Self::Forbidden(text) | Self::Conflict(text) => text,
            Self::NotFound => "not found",
            Self::MethodNotAllowed(_) => "method not allowed",
            Self::SlowBody => "the body came too slowly",
            Self::SlowHead => "the request came too slowly",
            Self::TooLarge => "the body is too large",
            Self::IdReused => "id already used",
            Self::TooMany(_) => "too many requests",
            Self::Internal(_) => NETWORK_ERROR,
            Self::DiskFull => "the server has no room to store this at the moment",
            Self::Busy | Self::Unavailable(_) | Self::ClusterPauses(_) => {
                "not available at the moment"
            }
        }
    }

    /// Returns the reason for the log, if the answer does not contain it.
    pub fn cause(&self) -> Option<&str> {
        match self {
            Self::Internal(cause) | Self::Unavailable(cause) => Some(cause),
            Self::ClusterPauses(cause) => Some(cause),
            _ => None,
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::ChatEnded => Self::Conflict("chat ended"),
            Refusal::NotVouched => Self::LoginExpired,
            Refusal::Displaced => Self::Conflict("opened in another window"),
            Refusal::NotWithAgent => Self::Conflict("not with an agent"),
            Refusal::WithAgent => Self::Conflict("with an agent"),
            Refusal::EvaluationClosed => Self::Conflict("evaluation is not open"),
            Refusal::NobodyToRate => Self::Conflict("nobody to rate"),
            Refusal::AlreadyEvaluated => Self::Conflict("already evaluated"),
            Refusal::NotYours => Self::Conflict("the conversation is not yours"),
            Refusal::WatchedByMany => Self::Conflict("too many agents watch the conversation"),
            Refusal::Text(error) => Self::of_field("msgContent", error),
            Refusal::KindNotAllowed => Self::of_field("msgType", refusal),
            Refusal::GroupMissing => Self::of_field("groupId", refusal),
            Refusal::CursorAhead
            | Refusal::Content(_)
            | Refusal::Answer(_)
            | Refusal::Phone
            | Refusal::Email
            | Refusal::SignalTooLong
            | Refusal::TooManyTags
            | Refusal::Rating(_) => Self::invalid(refusal.to_string()),
            Refusal::IdTaken => Self::IdReused,
            Refusal::FilesOff => Self::Forbidden("the channel does not take this kind of file"),
            Refusal::AlreadyFilled => Self::Conflict("the form is already filled in"),
            Refusal::Recalled => Self::Conflict("the message was withdrawn"),
            Refusal::BeingSent => Self::Conflict("the form is being sent"),
            Refusal::AlreadyCommented => Self::Conflict("already commented"),
            Refusal::FormNotAvailable => Self::Forbidden("form not available"),
            Refusal::FeedbackOff => Self::Forbidden("feedback is off"),
            Refusal::EvaluationOff => Self::Forbidden("evaluation is off"),
            Refusal::NoSuchMessage | Refusal::NoSuchCall => Self::NotFound,
            Refusal::TooManySignals => Self::TooMany(1),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Full(_) => Self::DiskFull,
            StoreError::Closed(_)
            | StoreError::Damaged(_)
            | StoreError::Disk(_)
            | StoreError::TooLarge(_) => Self::unavailable(error),
        }
    }
}

impl From<AskError> for ApiError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Unknown => Self::NotFound,
            AskError::Unreadable => Self::internal(error),
            AskError::DiskFull => Self::DiskFull,
            AskError::NotRecorded | AskError::Gone | AskError::Busy => Self::unavailable(error),
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::Invalid(_) | Self::InvalidFields(_) => StatusCode::BAD_REQUEST,
            Self::LoginExpired | Self::LoginWrong | Self::LinkSpent(_) | Self::SignInNeeds(_) => {
                StatusCode::UNAUTHORIZED
            }
            Self::Forbidden(_) | Self::Blocked(_) => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::SlowBody | Self::SlowHead => StatusCode::REQUEST_TIMEOUT,
            Self::Conflict(_) | Self::InUse(_) | Self::Worse(_) => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::IdReused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Busy | Self::DiskFull | Self::Unavailable(_) | Self::ClusterPauses(_) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
        }
    }

    fn error_response(&self) -> HttpResponse {
        let (status, message) = (self.status_code(), self.message());
        let mut response = match self {
            Self::InvalidFields(fields) | Self::InUse(fields) => {
                envelope::refusal_with(status, message, fields)
            }
            Self::SignInNeeds(field) => envelope::refusal_with(status, message, [field.as_ref()]),
            Self::Worse(report) => envelope::refusal_with(status, message, report),
            _ => envelope::refusal(status, message),
        };
        let headers = response.headers_mut();
        match self {
            Self::MethodNotAllowed(allowed) => {
                headers.insert(header::ALLOW, header::HeaderValue::from_static(allowed));
            }
            Self::TooMany(seconds) => {
                headers.insert(header::RETRY_AFTER, header::HeaderValue::from(*seconds));
            }
            Self::Busy | Self::Unavailable(_) => {
                headers.insert(header::RETRY_AFTER, header::HeaderValue::from(1));
            }
            Self::ClusterPauses(_) => {
                let seconds = header::HeaderValue::from(PAUSE_SECONDS);
                headers.insert(header::RETRY_AFTER, seconds);
            }
            Self::DiskFull => {
                let seconds = header::HeaderValue::from(DISK_FULL_SECONDS);
                headers.insert(header::RETRY_AFTER, seconds);
            }
            // The rest of the body is not read, so the connection cannot be used again.
            Self::SlowBody | Self::TooLarge => response
                .head_mut()
                .set_connection_type(actix_web::http::ConnectionType::Close),
            _ => {}
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::body::to_bytes;

    #[actix_web::test]
    async fn errors_match_the_golden_files() {
        let golden = [
            (
                ApiError::LoginExpired,
                include_str!("../../../fixtures/wire/errors/401.json"),
            ),
            (
                ApiError::NotFound,
                include_str!("../../../fixtures/wire/errors/404.json"),
            ),
            (
                ApiError::Conflict("chat ended"),
                include_str!("../../../fixtures/wire/errors/409.json"),
            ),
            (
                ApiError::IdReused,
                include_str!("../../../fixtures/wire/errors/422.json"),
            ),
            (
                ApiError::internal("disk"),
                include_str!("../../../fixtures/wire/errors/500.json"),
            ),
        ];

        for (error, expected) in golden {
            let response = error.error_response();
            let status = response.status().as_u16();
            let body = to_bytes(response.into_body()).await.unwrap();
            let body: serde_json::Value = serde_json::from_slice(&body).unwrap();

            assert_eq!(
                body,
                serde_json::from_str::<serde_json::Value>(expected).unwrap()
            );
            assert_eq!(body["code"], status);
        }
    }

    #[test]
    fn the_cause_is_not_in_the_message() {
        let error = ApiError::internal("/data/db is full");

        assert_eq!(error.message(), NETWORK_ERROR);
        assert_eq!(error.cause(), Some("/data/db is full"));
    }
}
