//! Checks every request: its head must be unambiguous. Completes every answer: all get the same security header, and
//! errors get a request id and a log line. A successful call has no span and no log line, so a waiting poll holds
//! nothing for it.

use crate::cluster::forwarded::BySecureEdge;
use crate::cluster::gate;
use crate::error::ApiError;
use crate::state::State;
use crate::telemetry::{OncePerMinute, numbers};
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method, Version};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage as _, HttpResponse, ResponseError};
use actors_runtime::clock::{Clock as _, SteadyClock};

/// The most bytes in the head of a request. Tokens and a site's own cookies fit many times.
const HEAD_BYTES_MAX: usize = 32 << 10;

/// The header with the id of a request in the log.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Limits the log lines about calls that a full disk refused.
static DISK_FULL: OncePerMinute = OncePerMinute::new();

/// Limits the log lines about calls that no node of the cluster takes.
static CLUSTER_PAUSES: OncePerMinute = OncePerMinute::new();

/// Runs around every request of the app: refuses unsound heads, and closes the answers.
///
/// # Errors
/// Those of the app.
pub async fn guard<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    if !is_sound(&request) {
        let mut refusal =
            ApiError::invalid("the head of the request is not valid").error_response();
        // The bytes that follow may belong to another request.
        let head = refusal.head_mut();
        head.set_connection_type(ConnectionType::Close);
        return Ok(refuse(request, refusal));
    }
    if let Some(refusal) = gate::refusal(&request) {
        return Ok(refuse(request, refusal.error_response()));
    }
    let is_secure = is_secure(&request);
    let response = close(next.call(request).await?).map_into_left_body();
    Ok(if is_secure {
        secure(response)
    } else {
        response
    })
}

/// Returns whether the request has a `Host`, as HTTP/1.1 requires, and a head within the limit. The decoder refuses
/// other ambiguities.
fn is_sound(request: &ServiceRequest) -> bool {
    let headers = request.headers();
    let is_addressed = request.version() < Version::HTTP_11 || headers.contains_key(header::HOST);
    let bytes = headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len());
    is_addressed && bytes.sum::<usize>() + request.uri().path().len() <= HEAD_BYTES_MAX
}

/// Returns whether a browser requested a document or a file by https. API calls do not need the header, because their
/// page brought it.
fn is_secure(request: &ServiceRequest) -> bool {
    if request.path().starts_with("/api/") {
        return false;
    }
    let Some(state) = request.app_data::<Data<State>>() else {
        return false;
    };
    let headers = request.headers();
    let proxies = state.limits.proxies();
    state.tls.is_some()
        || request.extensions().contains::<BySecureEdge>()
        || proxies.is_https(request.peer_addr(), |name| {
            headers.get_all(name).map(HeaderValue::as_bytes)
        })
}

/// RFC 6797. Without `includeSubDomains`, because other hosts of the domain are not ours.
fn secure<B>(mut response: ServiceResponse<B>) -> ServiceResponse<B> {
    response.headers_mut().insert(
        header::STRICT_TRANSPORT_SECURITY,
        HeaderValue::from_static("max-age=31536000"),
    );
    response
}

#[cold]
fn refuse<B>(request: ServiceRequest, refusal: HttpResponse) -> ServiceResponse<EitherBody<B>> {
    close(request.into_response(refusal)).map_into_right_body()
}

fn close<B>(response: ServiceResponse<B>) -> ServiceResponse<B> {
    let (request, mut response) = response.into_parts();
    // The pattern, not the path: a path may contain something that must not be logged.
    let route = || request.match_pattern().unwrap_or_default();
    close_answer(&mut response, request.method(), route);
    ServiceResponse::new(request, response)
}

/// Adds the headers of every answer, and for an error the request id and the log line.
pub fn close_answer<B, R: AsRef<str>>(
    response: &mut HttpResponse<B>,
    method: &Method,
    route: impl FnOnce() -> R,
) {
    let headers = response.headers_mut();
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    let status = response.status();
    if status.is_client_error() || status.is_server_error() {
        name_and_log(response, method.as_str(), route().as_ref());
    } else {
        numbers().answers.increment(1);
    }
}

#[cold]
fn name_and_log<B>(response: &mut HttpResponse<B>, method: &str, route: &str) {
    let id = uuid::Uuid::new_v4().simple().to_string();
    let status = response.status().as_u16();
    let error = response.error().and_then(|error| error.as_error());
    let cause = error.and_then(ApiError::cause).unwrap_or_default();
    if matches!(error, Some(ApiError::Busy)) {
        // A line at a higher level for each of them would add to the load.
        tracing::debug!(request_id = id, status, method, route, "refused");
    } else if matches!(error, Some(ApiError::DiskFull)) {
        // A line for each of them would fill the disk further.
        match DISK_FULL.count(SteadyClock::from_machine().now()) {
            Some(count) => {
                tracing::warn!(
                    code = "FD104",
                    request_id = id,
                    status,
                    method,
                    route,
                    count,
                    "refused: the disk is nearly full"
                );
            }
            None => tracing::debug!(request_id = id, status, method, route, "refused"),
        }
    } else if matches!(error, Some(ApiError::ClusterPauses(_))) {
        // Every page hears it at once.
        match CLUSTER_PAUSES.count(SteadyClock::from_machine().now()) {
            Some(count) => {
                tracing::warn!(
                    code = "FD222",
                    request_id = id,
                    status,
                    method,
                    route,
                    cause,
                    count,
                    "refused: the cluster takes no calls at the moment"
                );
            }
            None => tracing::debug!(request_id = id, status, method, route, cause, "refused"),
        }
    } else if status >= 500 {
        tracing::warn!(
            code = "FD209",
            request_id = id,
            status,
            method,
            route,
            cause,
            "refused"
        );
    } else {
        tracing::info!(request_id = id, status, method, route, "refused");
    }
    crate::telemetry::count_refusal(status);
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
}
