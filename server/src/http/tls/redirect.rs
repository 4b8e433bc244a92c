//! Plain HTTP beside TLS: redirects every request to https.

use crate::front::connection_limits::ConnectionLimits;
use crate::side_address::{PATIENCE, SideAddress, serve_each};
use actix_http::body::BoxBody;
use actix_http::{
    HttpMessage as _, HttpService, KeepAlive, Protocol, Request, Response, StatusCode,
};
use actix_service::{Service as _, ServiceFactory as _, fn_service};
use actix_web::http::header::{HOST, LOCATION};
use actix_web::rt::net::{TcpListener, TcpStream};
use std::future::ready;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;

/// Connections served at once, each for one request. Further ones wait to be accepted.
const CONNECTIONS_MAX: usize = 1_024;

/// The port that https addresses need not name.
const HTTPS_PORT: u16 = 443;

/// Redirects the listener's requests to `port`, on the calling thread.
///
/// # Errors
/// The operating system's.
pub fn open(
    listener: std::net::TcpListener,
    port: u16,
    limits: Arc<ConnectionLimits>,
) -> std::io::Result<SideAddress> {
    SideAddress::open(listener, |listener| serve(listener, port, limits))
}

async fn serve(listener: TcpListener, port: u16, limits: Arc<ConnectionLimits>) {
    let answering = fn_service(move |request: Request| {
        ready(Ok::<_, actix_http::Error>(answer(&request, port)))
    });
    let http = HttpService::build()
        .keep_alive(KeepAlive::Disabled)
        .client_request_timeout(PATIENCE)
        .client_disconnect_timeout(PATIENCE)
        .finish(answering);
    let Ok(http) = http.new_service(()).await.map(Rc::new) else {
        tracing::error!(code = "FD212", "cannot redirect plain HTTP to https");
        return;
    };
    let begin = |io: TcpStream, peer: SocketAddr| {
        let slot = limits.enter(Some(peer));
        let share = slot.as_ref().and_then(|slot| slot.head());
        let http = Rc::clone(&http);
        async move {
            // An address with too many connections gets no answer.
            if share.is_some() {
                // An error of one connection does not concern the others.
                drop(http.call((io, Protocol::Http1, Some(peer))).await);
            }
            drop((share, slot));
        }
    };
    serve_each(listener, CONNECTIONS_MAX, begin).await;
}

fn answer(request: &Request, port: u16) -> Response<BoxBody> {
    let host = request.headers().get(HOST);
    let name = host.and_then(|host| name_of(host.to_str().ok()?));
    let Some(name) = name else {
        return Response::with_body(StatusCode::BAD_REQUEST, "use https\n").map_into_boxed_body();
    };
    let target = request.uri().path_and_query();
    let target = target.map_or("/", |target| target.as_str());
    let port = match port {
        HTTPS_PORT => String::new(),
        port => format!(":{port}"),
    };
    Response::build(StatusCode::PERMANENT_REDIRECT)
        .insert_header((LOCATION, format!("https://{name}{port}{target}")))
        .body("use https\n")
        .map_into_boxed_body()
}

/// Returns the name in a `Host` header, without the port; `None` if it is no name or address.
fn name_of(host: &str) -> Option<&str> {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        Some(_) | None => host,
    };
    let is_name = |name: &str| {
        let mut bytes = name.bytes();
        bytes.all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte))
    };
    let is_address = |name: &str| {
        let inner = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        inner.is_some_and(|inner| inner.parse::<std::net::Ipv6Addr>().is_ok())
    };
    (!name.is_empty() && (is_name(name) || is_address(name))).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn a_host_names_itself_without_its_port() {
        assert_eq!(name_of("chat.example:80"), Some("chat.example"));
        assert_eq!(name_of("chat.example"), Some("chat.example"));
        assert_eq!(name_of("[2001:db8::1]:80"), Some("[2001:db8::1]"));
        assert_eq!(name_of("[2001:db8::1]"), Some("[2001:db8::1]"));
        for other in [
            "",
            ":80",
            "a/b",
            "a@b",
            "a b",
            "[x]",
            "a:b",
            "2001:db8::1",
            "a\\b",
        ] {
            assert_eq!(name_of(other), None, "{other}");
        }
    }
}
