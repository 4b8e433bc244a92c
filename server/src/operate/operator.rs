//! The operator's address: the only one that serves `/metrics`, and the page and calls of operators (Protocol §19.3).
//!
//! It runs on the thread that builds the server. It needs no thread of its own and no connection of the public address.

use crate::guard::guard;
use crate::routes;
use crate::side_address::{PATIENCE, SideAddress, serve_http};
use crate::state::State;
use crate::telemetry;
use actix_http::HttpService;
use actix_service::{ServiceFactory as _, map_config};
use actix_web::dev::AppConfig;
use actix_web::middleware::from_fn;
use actix_web::rt::net::TcpListener;
use actix_web::web::Data;
use actix_web::{App, HttpResponse};
use actors_core::router::{Load, Router};
use std::net::SocketAddr;

/// Connections served at once. A monitor needs one or two, a browser six; further ones wait to be accepted.
const CONNECTIONS_MAX: usize = 64;

/// Opens the address, or serves the socket that systemd handed over. If that fails, the server runs without it, and the
/// log gives the reason.
pub fn open(
    handed: Option<std::net::TcpListener>,
    address: SocketAddr,
    state: Data<State>,
) -> Option<SideAddress> {
    let listener = match handed {
        Some(listener) => Ok(listener),
        None => std::net::TcpListener::bind(address),
    };
    let opened = listener
        .and_then(|listener| SideAddress::open(listener, |listener| serve(listener, state)));
    if let Err(cause) = &opened {
        tracing::warn!(code = "FD205", %address, %cause, "cannot listen on the operator's address: the server runs without /metrics and the operators' page");
    }
    opened.ok()
}

async fn serve(listener: TcpListener, state: Data<State>) {
    let app = App::new()
        .app_data(state)
        .wrap(from_fn(guard))
        .configure(routes::configure_operator);
    let http = HttpService::build()
        .keep_alive(PATIENCE)
        .client_request_timeout(PATIENCE)
        .client_disconnect_timeout(PATIENCE)
        .finish(map_config(app, |()| AppConfig::default()));
    let Ok(http) = http.new_service(()).await else {
        tracing::error!(
            code = "FD206",
            "cannot serve the operator's address: the server runs without /metrics and the operators' page"
        );
        return;
    };
    serve_http(listener, CONNECTIONS_MAX, http).await;
}

/// `/metrics`.
pub async fn metrics(state: Data<State>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4")
        .body(render(&state))
}

/// Says how many people are served. A node of a cluster that no longer owns the cell serves nobody.
pub(crate) fn tell_load(load: &Load) {
    let set = |name: &'static str, value: usize| metrics::gauge!(name).set(value as f64);
    set("frontdesk_waiting_visitors", load.waiting);
    set("frontdesk_talking_visitors", load.talking);
    set("frontdesk_agents_online", load.agents_online);
}

/// Renders the metrics in the text format of Prometheus. What changes all the time is read here, once a scrape.
fn render(state: &State) -> String {
    let set = |name: &'static str, value: usize| metrics::gauge!(name).set(value as f64);
    set("frontdesk_held_polls", state.limits.held_total());
    set("frontdesk_sessions", state.office.sessions_in_memory());
    let tenants = state.catalogue.tenants();
    set("frontdesk_tenants", tenants.len());
    let mut load = Load::default();
    for tenant in &tenants {
        if let Some(router) = state.office.router(&tenant.tenant.id) {
            let its = router.read(Router::load);
            load.waiting += its.waiting;
            load.talking += its.talking;
            load.agents_online += its.agents_online;
        }
    }
    tell_load(&load);
    let is_writable = state.office.store().health().is_ok();
    set("frontdesk_store_writable", usize::from(is_writable));
    if let Some(space) = state.disk.space() {
        metrics::gauge!("frontdesk_disk_free_bytes").set(space.free as f64);
        metrics::gauge!("frontdesk_disk_total_bytes").set(space.total as f64);
    }
    if let Some(membership) = &state.cluster {
        telemetry::tell_membership(membership);
    }
    telemetry::numbers::process().collect();
    telemetry::metrics().render()
}
