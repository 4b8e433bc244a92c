//! Limits what connections take: for each address, and for all together.

use crate::proxies::{Proxies, network_of};
use crate::settings::connections::ConnectionSettings;
use dashmap::DashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One address may have this part of the unsent bytes.
const UNSENT_PART: usize = 8;

/// The limits of one server, and what is taken.
pub struct ConnectionLimits {
    max: ConnectionSettings,
    /// `None` if addresses have no limits of their own.
    here: Option<DashMap<IpAddr, Arc<Taken>>>,
    taken: Arc<Taken>,
    proxies: Proxies,
}

/// What an address, or all together, have taken.
#[derive(Default)]
struct Taken {
    connections: AtomicUsize,
    heads: AtomicUsize,
    unsent: AtomicUsize,
}

impl ConnectionLimits {
    /// Creates limits for at most `connections` connections. If `are_limited` is `None`, addresses have no limits of
    /// their own.
    pub fn new(
        settings: &ConnectionSettings,
        connections: usize,
        are_limited: Option<Proxies>,
    ) -> Arc<Self> {
        let mut max = settings.clone();
        if max.per_address == 0 {
            max.per_address = ConnectionSettings::PER_ADDRESS.min(connections / 2);
        }
        Arc::new(Self {
            max,
            here: are_limited.is_some().then(DashMap::new),
            taken: Arc::default(),
            proxies: are_limited.unwrap_or_default(),
        })
    }

    /// Takes a slot for a connection; `None` if its address has too many. Trusted proxies have no limit.
    pub fn enter(self: &Arc<Self>, peer: Option<SocketAddr>) -> Option<Slot> {
        let address = peer.map(|peer| peer.ip());
        let limited = address.filter(|address| !self.proxies.has(*address));
        let address = limited.map(network_of);
        let here = self.here.as_ref().zip(address).map(|(here, address)| {
            // Counted before the entry is unlocked: an entry without connections may be removed.
            let taken = here.entry(address).or_default();
            taken.connections.fetch_add(1, Ordering::Relaxed);
            (address, Arc::clone(&taken))
        });
        let slot = Slot {
            limits: Arc::clone(self),
            here,
        };
        let here = slot.here.as_ref();
        let connections = here.map_or(0, |(_, here)| here.connections.load(Ordering::Relaxed));
        (connections <= self.max.per_address).then_some(slot)
    }
}

/// A connection's slot; dropping it gives it back.
pub struct Slot {
    limits: Arc<ConnectionLimits>,
    here: Option<(IpAddr, Arc<Taken>)>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some((address, here)) = self.here.take()
            && here.connections.fetch_sub(1, Ordering::Relaxed) == 1
            && let Some(all) = &self.limits.here
        {
            let is_empty = |taken: &Taken| taken.connections.load(Ordering::Relaxed) == 0;
            all.remove_if(&address, |_, taken| is_empty(taken));
        }
    }
}

impl Slot {
    /// Takes a share of the incomplete requests; `None` beyond the limit.
    pub fn head(&self) -> Option<Share> {
        let max = (self.limits.max.heads, self.limits.max.heads_per_address);
        self.share(|taken| &taken.heads, 1, max)
    }

    /// Takes a share of the unsent bytes; `None` beyond the limit.
    pub fn unsent(&self, bytes: usize) -> Option<Share> {
        let max = self.limits.max.unsent_bytes;
        self.share(|taken| &taken.unsent, bytes, (max, max / UNSENT_PART))
    }

    fn share(
        &self,
        of: fn(&Taken) -> &AtomicUsize,
        size: usize,
        (max, max_here): (usize, usize),
    ) -> Option<Share> {
        let here = self.here.as_ref().map(|(_, here)| Arc::clone(here));
        let taken = Arc::clone(&self.limits.taken);
        let share = Share {
            of,
            size,
            taken,
            here,
        };
        let add = |taken: &Taken| of(taken).fetch_add(size, Ordering::Relaxed) + size;
        let all = add(&share.taken);
        let at_address = share.here.as_deref().map_or(0, add);
        (all <= max && at_address <= max_here).then_some(share)
    }
}

/// A share of a limit; dropping it gives it back.
pub struct Share {
    of: fn(&Taken) -> &AtomicUsize,
    size: usize,
    taken: Arc<Taken>,
    here: Option<Arc<Taken>>,
}

impl Drop for Share {
    fn drop(&mut self) {
        for taken in std::iter::once(&self.taken).chain(&self.here) {
            (self.of)(taken).fetch_sub(self.size, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Arc<ConnectionLimits> {
        let settings = ConnectionSettings {
            per_address: 2,
            heads: 3,
            heads_per_address: 2,
            unsent_bytes: 80,
        };
        let proxies = Proxies::new(&["10.0.0.1".parse().unwrap()]);
        ConnectionLimits::new(&settings, 100, Some(proxies))
    }

    fn from(address: &str) -> Option<SocketAddr> {
        Some(SocketAddr::new(address.parse().unwrap(), 1))
    }

    #[test]
    fn an_address_has_a_limit_of_connections_and_a_proxy_has_none() {
        let limits = limits();
        let one = limits.enter(from("2001:db8::1"));
        let _two = limits.enter(from("2001:db8::2"));
        assert!(
            limits.enter(from("2001:db8::3")).is_none(),
            "all three are of one /64"
        );
        let _other = limits.enter(from("2001:db8:0:1::3")).unwrap();

        drop(one);

        let _three = limits.enter(from("2001:db8::3")).unwrap();
        let proxied: Vec<_> = (0..9).map(|_| limits.enter(from("10.0.0.1"))).collect();
        assert!(proxied.iter().all(Option::is_some));
    }

    #[test]
    fn an_address_without_connections_takes_no_memory() {
        let limits = limits();

        drop(limits.enter(from("1.2.3.4")));

        assert!(limits.here.as_ref().unwrap().is_empty());
    }

    #[test]
    fn heads_and_unsent_bytes_are_limited_for_each_address_and_in_total() {
        let limits = limits();
        let places = ["1.1.1.1", "2.2.2.2"].map(|address| limits.enter(from(address)).unwrap());
        let one = places[0].head();
        let _two = places[0].head().unwrap();
        assert!(places[0].head().is_none());
        let _three = places[1].head().unwrap();
        assert!(places[1].head().is_none());
        drop(one);
        assert!(places[0].head().is_some());

        let _ten = places[0].unsent(10).unwrap();
        assert!(places[0].unsent(1).is_none());
        let proxy = limits.enter(from("10.0.0.1")).unwrap();
        assert!(proxy.unsent(71).is_none());
        assert!(proxy.unsent(70).is_some());
    }
}
