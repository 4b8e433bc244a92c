//! Checks every request: its head must be unambiguous. Completes every answer: all get the same security header, and
//! errors get a request id and a log line. A successful call has no span and no log line, so a waiting poll holds
//! nothing for it.

use crate::error::ApiError;
use crate::state::State;
use crate::telemetry::OncePerMinute;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method, Version};
use actix_web::web::Data;
use actix_web::{Error, HttpResponse, ResponseError};
use actors_runtime::clock::{Clock as _, SteadyClock};
use futures_util::future::{Either, MapOk, Ready, TryFutureExt, ready};

/// The most bytes in the head of a request. Tokens and a site's own cookies fit many times.
const HEAD_BYTES_MAX: usize = 32 << 10;

/// The header with the id of a request in the log.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Limits the log lines about calls that a full disk refused.
static DISK_FULL: OncePerMinute = OncePerMinute::new();

/// Middleware that checks requests and completes answers.
pub struct Guard;

/// The service that [`Guard`] creates.
pub struct GuardService<S> {
    service: S,
}

impl<S, B> Transform<S, ServiceRequest> for Guard
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    type Response = ServiceResponse<EitherBody<B>>;
    type Error = Error;
    type Transform = GuardService<S>;
    type InitError = ();
    type Future = Ready<Result<Self::Transform, Self::InitError>>;

    fn new_transform(&self, service: S) -> Self::Future {
        ready(Ok(GuardService { service }))
    }
}

impl<S, B> Service<ServiceRequest> for GuardService<S>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    type Response = ServiceResponse<EitherBody<B>>;
    type Error = Error;
    type Future = Either<
        Ready<Result<Self::Response, Error>>,
        MapOk<S::Future, fn(ServiceResponse<B>) -> Self::Response>,
    >;

    forward_ready!(service);

    fn call(&self, request: ServiceRequest) -> Self::Future {
        if !is_sound(&request) {
            return Either::Left(ready(Ok(refuse(request))));
        }
        let pass: fn(ServiceResponse<B>) -> Self::Response = if is_secure(&request) {
            |response| secure(close(response)).map_into_left_body()
        } else {
            |response| close(response).map_into_left_body()
        };
        Either::Right(self.service.call(request).map_ok(pass))
    }
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
    proxies.is_https(request.peer_addr(), |name| {
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
fn refuse<B>(request: ServiceRequest) -> ServiceResponse<EitherBody<B>> {
    let mut refusal = ApiError::invalid("the head of the request is not valid").error_response();
    // The bytes that follow may belong to another request.
    let head = refusal.head_mut();
    head.set_connection_type(ConnectionType::Close);
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
    } else if status >= 500 {
        tracing::warn!(request_id = id, status, method, route, cause, "refused");
    } else {
        tracing::info!(request_id = id, status, method, route, "refused");
    }
    crate::telemetry::count_refusal(status);
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
}
