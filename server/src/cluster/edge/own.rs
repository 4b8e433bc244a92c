//! What an edge answers itself: health checks and metrics.

use crate::cluster::membership::Membership;
use crate::error::ApiError;
use crate::guard::close_answer;
use crate::operator;
use crate::side_address::{PATIENCE, SideAddress, serve_http};
use crate::telemetry;
use actix_http::body::BoxBody;
use actix_http::{HttpService, Request, Response};
use actix_service::{ServiceFactory as _, fn_service};
use actix_web::HttpResponse;
use actix_web::http::Method;
use actix_web::rt::net::TcpListener;
use actors_core::router::Load;
use std::future::ready;

/// Connections served at once at the operator's address.
const CONNECTIONS_MAX: usize = 64;

/// Answers `/healthz` and `/readyz` of an edge; `None` for any other path.
pub(super) fn answer(
    membership: &Membership,
    path: &str,
    is_stopping: bool,
) -> Option<HttpResponse> {
    let text = |text: String| HttpResponse::Ok().content_type("text/plain").body(text);
    let mut answer = match path {
        "/healthz" => text("ok\n".to_owned()),
        "/readyz" if is_stopping => {
            HttpResponse::from_error(ApiError::unavailable("the node is about to stop"))
        }
        "/readyz" => match membership.obstacle() {
            Some(why) => HttpResponse::from_error(ApiError::ClusterPauses(why)),
            None => text(format!("ready\n{}", membership.standing())),
        },
        _ => return None,
    };
    close_answer(&mut answer, &Method::GET, || "");
    Some(answer)
}

/// Opens the operator's address of an edge, on the calling thread. It has the metrics; the operators' page is at the
/// owner.
///
/// # Errors
/// The operating system's.
pub(super) fn open(
    listener: std::net::TcpListener,
    membership: Membership,
) -> std::io::Result<SideAddress> {
    SideAddress::open(listener, |listener| serve(listener, membership))
}

async fn serve(listener: TcpListener, membership: Membership) {
    let answering = fn_service(move |request: Request| {
        let answer = at_operators_address(&membership, request.path());
        ready(Ok::<Response<BoxBody>, actix_http::Error>(answer.into()))
    });
    let http = HttpService::build()
        .keep_alive(PATIENCE)
        .client_request_timeout(PATIENCE)
        .client_disconnect_timeout(PATIENCE)
        .finish(answering);
    let Ok(http) = http.new_service(()).await else {
        tracing::error!(
            code = "FD223",
            "cannot serve the operator's address of an edge: it runs without /metrics"
        );
        return;
    };
    serve_http(listener, CONNECTIONS_MAX, http).await;
}

fn at_operators_address(membership: &Membership, path: &str) -> HttpResponse {
    if path == "/metrics" {
        telemetry::tell_membership(membership);
        operator::tell_load(&Load::default());
        telemetry::numbers::process().collect();
        return HttpResponse::Ok()
            .content_type("text/plain; version=0.0.4")
            .body(telemetry::metrics().render());
    }
    if let Some(own) = answer(membership, path, false) {
        return own;
    }
    let mut refusal = HttpResponse::from_error(ApiError::ClusterPauses(
        "the operators' page is at the node that owns the cell",
    ));
    close_answer(&mut refusal, &Method::GET, || "");
    refusal
}
