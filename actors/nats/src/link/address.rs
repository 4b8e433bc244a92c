//! Addresses of servers, and the user that they name.

use std::str::FromStr as _;

use async_nats::ServerAddr;

use super::{LinkError, Settings};

pub(crate) fn addresses(settings: &Settings) -> Result<Vec<ServerAddr>, LinkError> {
    if settings.addresses.is_empty() {
        return Err(LinkError::NoAddress);
    }
    let read = |address: &String| {
        let server = ServerAddr::from_str(address.trim()).ok();
        let server = server.filter(is_a_server);
        server.ok_or_else(|| LinkError::Address(without_user(address)))
    };
    settings.addresses.iter().map(read).collect()
}

/// The client takes WebSocket addresses too, but then sends the password without TLS. A path, query or fragment is a part
/// of a password that is not escaped.
fn is_a_server(server: &ServerAddr) -> bool {
    let url = server.clone().into_inner();
    let ends_with_the_port =
        matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
    !server.is_websocket() && !server.host().is_empty() && ends_with_the_port
}

/// The address for the operator: a log shall not have the password.
fn without_user(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("nats", address));
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    format!("{scheme}://{host}")
}

/// The user and password in the addresses; a token stands alone.
pub fn user(servers: &[ServerAddr]) -> Result<Option<(String, Option<String>)>, LinkError> {
    let mut named = servers.iter().filter_map(|server| {
        let user = decoded(server.username()?);
        Some((user, server.password().map(decoded)))
    });
    let first = named.next();
    if named.any(|other| Some(&other) != first.as_ref()) {
        return Err(LinkError::Users);
    }
    Ok(first)
}

/// Replaces `%40` by `@`, and so on, as in every URL.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = after
            .get(..2)
            .filter(|_| *first == b'%')
            // Rust's own reading of numbers takes a sign too.
            .filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() {
            &after[2..]
        } else {
            after
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
