//! The caller of a request and whether they use https, according to the proxies in front of the server.
//!
//! A proxy appends what it knows to the header it received. So entries are read backwards, as long as a trusted proxy
//! wrote them. An entry that cannot be parsed ends the walk, because entries before it may be forged.

mod forwarded;

use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The addresses of proxies: one address, or a range such as `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ProxyRange(IpNet);

impl std::str::FromStr for ProxyRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let range = match text.parse::<IpAddr>() {
            Ok(address) => Ok(IpNet::from(address)),
            Err(_) => text.parse::<IpNet>(),
        };
        let range = range.map(Self);
        range.map_err(|_| {
            format!("`{text}` is neither an IP address nor a range such as 10.0.0.0/8")
        })
    }
}

impl TryFrom<String> for ProxyRange {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<ProxyRange> for String {
    fn from(range: ProxyRange) -> Self {
        range.0.to_string()
    }
}

/// The proxies that the settings trust.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    trusted: Box<[IpNet]>,
}

impl Proxies {
    /// Creates the list of trusted proxies.
    pub fn new(ranges: &[ProxyRange]) -> Self {
        Self {
            trusted: ranges.iter().map(|range| range.0).collect(),
        }
    }

    /// Returns whether the address is a trusted proxy.
    pub fn has(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted.iter().any(|range| range.contains(&address))
    }

    /// Returns the caller of a request. `said` yields the values of each header with a name.
    ///
    /// Proxies write `X-Forwarded-For` or `Forwarded`, and many forward the other header unchanged from the caller. If
    /// both exist and disagree, the proxy's own address counts.
    pub fn caller<'a, H>(
        &self,
        peer: Option<SocketAddr>,
        said: impl Fn(&'static str) -> H,
    ) -> IpAddr
    where
        H: DoubleEndedIterator<Item = &'a [u8]>,
    {
        let peer = address_of(peer);
        if !self.has(peer) {
            return peer;
        }
        let listed = said("x-forwarded-for").rev();
        let listed = listed.flat_map(|value| value.rsplit(|byte| *byte == b',').map(node));
        let told = said("forwarded").rev().flat_map(|value| {
            let elements = forwarded::elements(value).unwrap_or_else(|| vec![None]);
            elements.into_iter().rev()
        });
        let told = told.map(|element| node(element?.node?));
        match (self.walk(peer, listed), self.walk(peer, told)) {
            (Some(address), None) | (None, Some(address)) => address,
            (Some(one), Some(other)) if one == other => one,
            _ => peer,
        }
    }

    /// Walks the entries backwards to the first address that is not a trusted proxy's; `None` without entries.
    fn walk(&self, peer: IpAddr, entries: impl Iterator<Item = Option<IpAddr>>) -> Option<IpAddr> {
        let mut reached = None;
        for entry in entries {
            match entry {
                None => return reached.or(Some(peer)),
                Some(address) if !self.has(address) => return Some(address),
                Some(address) => reached = Some(address),
            }
        }
        reached
    }

    /// Returns whether a browser used https to reach one of the proxies. Forging this gains nothing: browsers ignore
    /// the resulting header on a connection without TLS.
    pub fn is_https<'a, H>(
        &self,
        peer: Option<SocketAddr>,
        said: impl Fn(&'static str) -> H,
    ) -> bool
    where
        H: DoubleEndedIterator<Item = &'a [u8]>,
    {
        if self.trusted.is_empty() || !self.has(address_of(peer)) {
            return false;
        }
        let is_https = |scheme: &[u8]| scheme.trim_ascii().eq_ignore_ascii_case(b"https");
        let first = said("x-forwarded-proto").next();
        let first = first.and_then(|value| value.split(|byte| *byte == b',').next());
        if let Some(scheme) = first {
            return is_https(scheme);
        }
        let first = said("forwarded").next().and_then(forwarded::elements);
        let first = first.and_then(|elements| elements.into_iter().next().flatten());
        first
            .and_then(|element| element.scheme)
            .is_some_and(is_https)
    }
}

fn address_of(peer: Option<SocketAddr>) -> IpAddr {
    let unknown = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    peer.map_or(unknown, |peer| peer.ip().to_canonical())
}

/// Returns the network that one customer of a provider has: an IPv4 address, or the /64 of an IPv6 address.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let half = u128::from(address) & (u128::MAX << 64);
            IpAddr::V6(Ipv6Addr::from(half))
        }
        address => address,
    }
}

/// Parses an address as proxies write it: with or without a port; IPv6 in brackets, or bare without a port.
fn node(text: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(text).ok()?.trim_matches([' ', '\t']);
    let address = match text.parse::<IpAddr>() {
        Ok(address) => address,
        Err(_) => match text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'))
        {
            Some(bracketed) => IpAddr::V6(bracketed.parse().ok()?),
            None => text.parse::<SocketAddr>().ok()?.ip(),
        },
    };
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMED: [&str; 3] = ["10.0.0.0/8", "192.0.2.1", "2001:db8:1::/48"];

    fn proxies() -> Proxies {
        Proxies::new(&NAMED.map(|range| range.parse().unwrap()))
    }

    fn caller(peer: &str, headers: &[(&str, &[u8])]) -> String {
        let peer = peer.parse().unwrap();
        let said = |name| {
            let named = headers.iter().filter(move |(known, _)| *known == name);
            named.map(|(_, value)| *value)
        };
        let caller = proxies().caller(Some(SocketAddr::new(peer, 1000)), said);
        caller.to_string()
    }

    fn listed(value: &str) -> String {
        caller("10.0.0.1", &[("x-forwarded-for", value.as_bytes())])
    }

    fn told(value: &str) -> String {
        caller("10.0.0.1", &[("forwarded", value.as_bytes())])
    }

    #[test]
    fn an_entry_may_have_a_port() {
        assert_eq!(listed("6.6.6.6, 1.2.3.4"), "1.2.3.4");
        assert_eq!(listed("6.6.6.6, 1.2.3.4:5678"), "1.2.3.4");
        assert_eq!(listed("6.6.6.6, 2001:db8::7"), "2001:db8::7");
        assert_eq!(listed("6.6.6.6, [2001:db8::7]"), "2001:db8::7");
        assert_eq!(listed("6.6.6.6, [2001:db8::7]:5678"), "2001:db8::7");
        assert_eq!(listed("6.6.6.6, ::ffff:1.2.3.4"), "1.2.3.4");
    }

    #[test]
    fn an_unreadable_entry_invalidates_all_earlier_ones() {
        let nothing = [
            "unknown",
            "_hidden",
            "unix:",
            "",
            "1.2.3",
            "1.2.3.4:",
            "1.2.3.4:99999",
            "[1.2.3.4]",
            "[2001:db8::7",
            "fe80::1%eth0",
            "1.2.3.4;5.6.7.8",
            "\"1.2.3.4\"",
        ];
        for entry in nothing {
            assert_eq!(listed(&format!("6.6.6.6, {entry}")), "10.0.0.1", "{entry}");
            let inner = format!("6.6.6.6, {entry}, 10.9.9.9");
            assert_eq!(listed(&inner), "10.9.9.9", "{entry}");
            let told_by = format!("for=6.6.6.6, for={entry}");
            assert_ne!(told(&told_by), "6.6.6.6", "{entry}");
        }
        let forged: &[u8] = b"6.6.6.6, \xff";
        assert_eq!(
            caller("10.0.0.1", &[("x-forwarded-for", forged)]),
            "10.0.0.1"
        );
        let headers: [(&str, &[u8]); 2] = [
            ("x-forwarded-for", b"6.6.6.6"),
            ("x-forwarded-for", b"\xff"),
        ];
        assert_eq!(caller("10.0.0.1", &headers), "10.0.0.1");
    }

    #[test]
    fn entries_of_trusted_proxies_are_skipped_and_other_senders_are_not_trusted() {
        assert_eq!(listed("6.6.6.6, 1.2.3.4, 192.0.2.1, 10.1.2.3"), "1.2.3.4");
        assert_eq!(listed("6.6.6.6, 1.2.3.4, 192.0.2.2"), "192.0.2.2");
        assert_eq!(listed("10.7.7.7"), "10.7.7.7");
        let headers: [(&str, &[u8]); 2] = [
            ("x-forwarded-for", b"6.6.6.6"),
            ("forwarded", b"for=6.6.6.6"),
        ];
        assert_eq!(caller("9.9.9.9", &headers), "9.9.9.9");
        assert_eq!(caller("::ffff:10.0.0.1", &headers), "6.6.6.6");
        assert_eq!(caller("2001:db8:1::5", &headers), "6.6.6.6");
        assert_eq!(caller("10.0.0.1", &[]), "10.0.0.1");
        let lines: [(&str, &[u8]); 2] = [
            ("x-forwarded-for", b"6.6.6.6"),
            ("x-forwarded-for", b"1.2.3.4"),
        ];
        assert_eq!(caller("10.0.0.1", &lines), "1.2.3.4");
    }

    #[test]
    fn forwarded_is_parsed_as_in_rfc_7239() {
        assert_eq!(
            told("for=6.6.6.6, for=1.2.3.4;proto=https;by=10.0.0.1"),
            "1.2.3.4"
        );
        assert_eq!(told("For=\"1.2.3.4:5678\""), "1.2.3.4");
        assert_eq!(
            told("proto=http ; FOR=\"[2001:db8::7]:5678\""),
            "2001:db8::7"
        );
        assert_eq!(told("for=1.2.3.4;host=\"a, for=6.6.6.6\""), "1.2.3.4");
        assert_eq!(told("for=1.2.3.4, for=10.3.3.3"), "1.2.3.4");
    }

    #[test]
    fn a_caller_cannot_forge_forwarded() {
        for forged in [
            "for=\"",
            "for=6.6.6.6, for=\"",
            "for=\"6.6.6.6",
            "for=6.6.6.6;for=6.6.6.6",
            "6.6.6.6",
        ] {
            assert_eq!(
                told(&format!("{forged}, by=10.0.0.1")),
                "10.0.0.1",
                "{forged}"
            );
            let told = told(&format!("{forged}, for=\"[2001:db8::7]:1\""));
            assert!(
                ["10.0.0.1", "2001:db8::7"].contains(&told.as_str()),
                "{forged}: {told}"
            );
        }
        let headers: [(&str, &[u8]); 2] = [
            ("x-forwarded-for", b"1.2.3.4"),
            ("forwarded", b"for=6.6.6.6"),
        ];
        assert_eq!(caller("10.0.0.1", &headers), "10.0.0.1", "the two disagree");
        let headers: [(&str, &[u8]); 2] = [
            ("x-forwarded-for", b"6.6.6.6"),
            ("forwarded", b"for=1.2.3.4"),
        ];
        assert_eq!(caller("10.0.0.1", &headers), "10.0.0.1", "the two disagree");
        let headers: [(&str, &[u8]); 2] = [
            ("x-forwarded-for", b"1.2.3.4:80"),
            ("forwarded", b"for=1.2.3.4"),
        ];
        assert_eq!(caller("10.0.0.1", &headers), "1.2.3.4");
    }

    #[test]
    fn only_a_trusted_proxy_can_report_https() {
        let asked = |peer: &str, name: &'static str, value: &'static str| {
            let peer = SocketAddr::new(peer.parse().unwrap(), 1000);
            proxies().is_https(Some(peer), |asked| {
                (asked == name).then_some(value.as_bytes()).into_iter()
            })
        };
        assert!(asked("10.0.0.1", "x-forwarded-proto", "https"));
        assert!(asked("10.0.0.1", "x-forwarded-proto", "HTTPS, http"));
        assert!(asked("10.0.0.1", "forwarded", "for=1.2.3.4;proto=https"));
        assert!(!asked("10.0.0.1", "x-forwarded-proto", "http"));
        assert!(!asked("10.0.0.1", "forwarded", "for=1.2.3.4"));
        assert!(!asked("9.9.9.9", "x-forwarded-proto", "https"));
    }

    #[test]
    fn an_ipv6_address_counts_as_its_64_bit_network() {
        let of = |address: &str| network_of(address.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("::ffff:1.2.3.4"), "1.2.3.4");
        assert_eq!(of("1.2.3.4"), "1.2.3.4");
    }
}
