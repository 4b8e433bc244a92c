//! What every answer passes on its way out: the headers all of them carry, and the request id and log line of those
//! that are errors. A call that succeeds leaves no span and no line behind, so a waiting poll holds nothing of this.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use futures_util::future::{MapOk, Ready, TryFutureExt, ready};

/// The header that names a request in the log.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Middleware that closes every answer.
pub struct Guard;

/// The service [`Guard`] makes.
pub struct GuardService<S> {
    service: S,
}

impl<S, B> Transform<S, ServiceRequest> for Guard
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    type Response = ServiceResponse<B>;
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
    type Response = ServiceResponse<B>;
    type Error = Error;
    type Future = MapOk<S::Future, fn(ServiceResponse<B>) -> ServiceResponse<B>>;

    forward_ready!(service);

    fn call(&self, request: ServiceRequest) -> Self::Future {
        self.service.call(request).map_ok(close)
    }
}

fn close<B>(mut response: ServiceResponse<B>) -> ServiceResponse<B> {
    let headers = response.headers_mut();
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    let status = response.status();
    if status.is_client_error() || status.is_server_error() {
        name_and_log(&mut response);
    }
    response
}

#[cold]
fn name_and_log<B>(response: &mut ServiceResponse<B>) {
    let id = uuid::Uuid::new_v4().simple().to_string();
    let status = response.status().as_u16();
    let method = response.request().method().as_str();
    // The pattern and not the path: a path may carry what a log should not.
    let route = response.request().match_pattern().unwrap_or_default();
    let cause = response
        .response()
        .error()
        .and_then(|error| error.as_error::<crate::error::ApiError>())
        .and_then(|error| error.cause())
        .unwrap_or_default();
    if status >= 500 {
        tracing::warn!(request_id = id, status, method, route, cause, "refused");
    } else {
        tracing::info!(request_id = id, status, method, route, "refused");
    }
    crate::telemetry::count_refusal(status);
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
}
