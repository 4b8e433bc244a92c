//! Decides which IP addresses the server may connect to.

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

/// Resolves a host name to addresses.
pub trait Lookup: Send + Sync + 'static {
    /// Looks up the current addresses of a name.
    fn addresses(&self, name: String) -> Addresses;
}

/// A lookup in progress.
pub type Addresses = Pin<Box<dyn Future<Output = std::io::Result<Vec<IpAddr>>> + Send>>;

/// The system's name lookup.
pub struct SystemLookup;

impl Lookup for SystemLookup {
    fn addresses(&self, name: String) -> Addresses {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// A name does not lead to public addresses alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the host name has an address that is not public")]
pub(super) struct NotPublic;

/// Gives the HTTP client only checked addresses. The client resolves once per connection and uses the result.
pub(super) struct Guarded(pub Arc<dyn Lookup>);

impl Resolve for Guarded {
    fn resolve(&self, name: Name) -> Resolving {
        let found = self.0.addresses(name.as_str().to_owned());
        Box::pin(async move {
            let found = found.await?;
            // One private address suggests an attack, so the whole answer is refused.
            if found.is_empty() || !found.iter().all(|address| is_public(*address)) {
                return Err(NotPublic.into());
            }
            let addresses = found.into_iter().map(|address| SocketAddr::new(address, 0));
            let addresses: Addrs = Box::new(addresses);
            Ok(addresses)
        })
    }
}

/// Whether an address belongs to the public internet.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = match (a, b, c) {
        // This network, carrier-grade NAT, protocol assignments, documentation, 6to4 relays.
        (0, ..) | (100, 64..=127, _) | (192, 0, 0 | 2) | (192, 88, 99) => true,
        // Benchmarks, documentation.
        (198, 18 | 19, _) | (198, 51, 100) | (203, 0, 113) => true,
        // Multicast, reserved, broadcast.
        (224..=255, ..) => true,
        _ => false,
    };
    !is_special && !address.is_private() && !address.is_loopback() && !address.is_link_local()
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let embedded = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        // IPv4-mapped, NAT64 and 6to4 addresses contain an IPv4 address.
        [0, 0, 0, 0, 0, 0xffff, high, low] => embedded(high, low),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => embedded(high, low),
        [0x2002, high, low, ..] => embedded(high, low),
        // Teredo and other protocol assignments; documentation.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, ..] => false,
        [first, ..] => (0x2000..=0x3fff).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::str::FromStr as _;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn private_addresses_do_not_count_as_public() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "240.0.0.1",
            "198.18.0.1",
            "192.0.0.8",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2001::1",
            "2001:db8::1",
            "::7f00:1",
            "fec0::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in [
            "1.1.1.1",
            "93.184.216.34",
            "2606:4700::1111",
            "::ffff:1.1.1.1",
            "172.32.0.1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    /// Returns a public and a private address in turn, like a DNS rebinding attack.
    struct Rebinding(AtomicUsize);

    impl Lookup for Rebinding {
        fn addresses(&self, _: String) -> Addresses {
            let asked = self.0.fetch_add(1, Ordering::Relaxed);
            let address = if asked.is_multiple_of(2) {
                "1.1.1.1"
            } else {
                "127.0.0.1"
            };
            Box::pin(async move { Ok(vec![address.parse().unwrap()]) })
        }
    }

    #[actix_web::test]
    async fn a_name_with_changing_addresses_never_leads_to_a_private_one() {
        let lookup = Arc::new(Rebinding(AtomicUsize::new(0)));
        let guarded = Guarded(lookup.clone());
        let mut allowed = 0;

        for _ in 0..1_000 {
            let name = Name::from_str("forms.example.com").unwrap();
            if let Ok(addresses) = guarded.resolve(name).await {
                assert!(addresses.into_iter().all(|address| is_public(address.ip())));
                allowed += 1;
            }
        }

        assert_eq!((allowed, lookup.0.load(Ordering::Relaxed)), (500, 1_000));
    }
}
