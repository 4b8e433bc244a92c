//! The headers between nodes. An edge adds them to each request that it forwards, and the owner's internal address
//! believes them, because the request carries the shared key.
//!
//! A caller's own headers with these names never get through an edge. What proxies say (`X-Forwarded-For`) is forwarded
//! unchanged: the owner judges it by the address of the connection, which it reads here.

use super::key::ClusterKey;
use crate::error::ApiError;
use actix_http::RequestHead;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use std::net::SocketAddr;

/// The proof of the shared key.
pub const KEY: HeaderName = HeaderName::from_static("frontdesk-key");

/// The address and port of the connection that the edge accepted.
pub const PEER: HeaderName = HeaderName::from_static("frontdesk-peer");

/// How the edge was reached: `https` or `http`.
pub const SCHEME: HeaderName = HeaderName::from_static("frontdesk-scheme");

/// In an answer of 503: the owner did not begin the request, so another one may take it.
pub const NOT_TAKEN: HeaderName = HeaderName::from_static("frontdesk-not-taken");

/// The refusal of a request without the key.
pub(crate) const NOT_A_NODE: ApiError =
    ApiError::Forbidden("only the nodes of the cluster may call this address");

/// The name that all of these headers begin with.
const PREFIX: &str = "frontdesk-";

/// Where a forwarded request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The peer of the edge's connection; `None` if the edge does not know it.
    pub peer: Option<SocketAddr>,
    /// Whether the edge was reached by TLS.
    pub is_secure: bool,
}

/// Marks a request that reached its edge by TLS.
pub(crate) struct BySecureEdge;

/// Returns whether a header is between nodes only.
pub fn is_between_nodes(name: &str) -> bool {
    name.get(..PREFIX.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
}

/// Reads the headers; `None` without the shared key. `said` yields the values of each header with a name.
pub fn read<'a, H>(key: &ClusterKey, said: impl Fn(&'static str) -> H) -> Option<Origin>
where
    H: Iterator<Item = &'a [u8]>,
{
    let only = |name| {
        let mut values = said(name);
        values.next().filter(|_| values.next().is_none())
    };
    only("frontdesk-key").filter(|shown| key.admits(shown))?;
    let peer = only("frontdesk-peer").and_then(|peer| std::str::from_utf8(peer).ok());
    Some(Origin {
        peer: peer.and_then(|peer| peer.parse().ok()),
        is_secure: only("frontdesk-scheme") == Some(b"https".as_slice()),
    })
}

/// Reads the headers of a request, and removes them.
pub fn take(key: &ClusterKey, head: &mut RequestHead) -> Option<Origin> {
    let headers = &head.headers;
    let origin = read(key, |name| headers.get_all(name).map(HeaderValue::as_bytes))?;
    remove(&mut head.headers);
    Some(origin)
}

/// Removes the headers.
pub fn remove(headers: &mut HeaderMap) {
    for name in [KEY, PEER, SCHEME] {
        headers.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(headers: &[(&str, &str)]) -> Option<Origin> {
        let key = ClusterKey::new("01234567890123456789012345678901");
        let proof = key.as_str().to_owned();
        let named = |wanted: &'static str| {
            let values = headers.iter().filter(move |(name, _)| *name == wanted);
            let values = values.map(|(_, value)| match *value {
                "PROOF" => proof.as_bytes(),
                other => other.as_bytes(),
            });
            values.collect::<Vec<_>>().into_iter()
        };
        read(&key, named)
    }

    #[test]
    fn without_the_key_nothing_is_believed() {
        let peer = ("frontdesk-peer", "1.2.3.4:5");

        assert_eq!(origin(&[peer]), None);
        assert_eq!(origin(&[("frontdesk-key", "guessed"), peer]), None);
        let twice = [("frontdesk-key", "PROOF"), ("frontdesk-key", "PROOF"), peer];
        assert_eq!(origin(&twice), None);
    }

    #[test]
    fn with_the_key_the_edge_tells_the_peer_and_the_scheme() {
        let key = ("frontdesk-key", "PROOF");
        let scheme = ("frontdesk-scheme", "https");

        let told = origin(&[key, scheme, ("frontdesk-peer", "[2001:db8::1]:5")]).unwrap();
        let unknown = origin(&[key]).unwrap();

        assert_eq!(told.peer, Some("[2001:db8::1]:5".parse().unwrap()));
        assert!(told.is_secure);
        assert_eq!((unknown.peer, unknown.is_secure), (None, false));
    }

    #[test]
    fn names_between_nodes_are_known_in_any_case() {
        assert!(is_between_nodes("Frontdesk-Key"));
        assert!(is_between_nodes("frontdesk-anything"));
        assert!(!is_between_nodes("x-frontdesk-pass"));
        assert!(!is_between_nodes("front"));
        assert!(!is_between_nodes("frontdé-key"));
    }
}
