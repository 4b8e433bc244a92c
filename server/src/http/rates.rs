//! Rate limits: token buckets by token first, by address last (Protocol, 'Rates'), so that an office behind one address
//! is not limited as one caller.

mod buckets;
pub mod by_key;

pub use buckets::{ByAddress, ByToken, sweep};

use crate::error::ApiError;
use crate::proxies::{Proxies, network_of};
use crate::settings::{Settings, Switch};
use actix_web::HttpRequest;
use actix_web::http::header::HeaderValue;
use actors_core::ids::{ChannelId, TenantId, VisitorKey};
use buckets::Buckets;
use by_key::Spent;
use dashmap::DashMap;
use governor::clock::{Clock as _, DefaultClock};
use std::hash::{BuildHasher as _, Hash, RandomState};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// Where a message or a work order is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope<'a> {
    /// On a channel.
    Channel(&'a ChannelId),
    /// At a tenant, with a form that belongs to no channel.
    Tenant(&'a TenantId),
}

/// All rate limits of one server.
pub struct Limits {
    buckets: Option<Buckets>,
    // Randomly seeded, so that nobody can choose names that share a bucket with another caller.
    hasher: RandomState,
    clock: DefaultClock,
    proxies: Proxies,
    held: DashMap<IpAddr, Arc<AtomicU32>>,
    held_total: AtomicUsize,
    held_max: usize,
}

impl Limits {
    /// Creates the limits named by the settings. If limits are off, only the total of held polls is limited.
    pub fn new(settings: &Settings, held_max: usize) -> Self {
        Self {
            buckets: (settings.limits == Switch::On).then(|| Buckets::new(&settings.rates)),
            hasher: RandomState::new(),
            clock: DefaultClock::default(),
            proxies: Proxies::new(&settings.trusted_proxies),
            held: DashMap::new(),
            held_total: AtomicUsize::new(0),
            held_max,
        }
    }

    /// Returns whether rate limits apply.
    pub fn are_on(&self) -> bool {
        self.buckets.is_some()
    }

    /// Returns the same as a setting.
    pub fn switch(&self) -> Switch {
        match self.are_on() {
            true => Switch::On,
            false => Switch::Off,
        }
    }

    /// Counts one call of a visitor.
    ///
    /// # Errors
    /// 429 with the time to wait.
    pub fn visitor(&self, visitor: &VisitorKey, bucket: ByToken) -> Result<(), ApiError> {
        self.by_token(bucket, || self.hasher.hash_one(visitor))
    }

    /// Counts one call of an agent.
    ///
    /// # Errors
    /// 429 with the time to wait.
    pub fn agent(&self, token_hash: &[u8; 32], bucket: ByToken) -> Result<(), ApiError> {
        self.by_token(bucket, || self.hasher.hash_one(token_hash))
    }

    /// Counts one call with an API key of a tenant. Returns what the emptier of their two buckets has left; `None` if
    /// limits are off.
    pub fn key(&self, hash: &[u8; 32], tenant: &TenantId) -> Option<Spent> {
        let buckets = self.buckets.as_ref()?;
        let of_key = buckets.by_key.spend(hash);
        if of_key.is_refused {
            // The other keys of the tenant do not pay for it.
            return Some(of_key);
        }
        let of_tenant = buckets.by_tenant.spend(tenant);
        let is_tighter = of_tenant.is_refused || of_tenant.remaining < of_key.remaining;
        Some(if is_tighter { of_tenant } else { of_key })
    }

    /// Counts one call of the holder of a link or a form.
    ///
    /// # Errors
    /// 429 with the time to wait.
    pub fn holder(&self, of: &impl Hash, bucket: ByToken) -> Result<(), ApiError> {
        self.by_token(bucket, || self.hasher.hash_one(of))
    }

    fn by_token(&self, bucket: ByToken, key: impl FnOnce() -> u64) -> Result<(), ApiError> {
        let Some(buckets) = &self.buckets else {
            return Ok(());
        };
        let limiter = &buckets.by_token[bucket as usize];
        limiter.check_key(&key()).map_err(|no| self.too_many(&no))
    }

    /// Counts one call from an address.
    ///
    /// # Errors
    /// 429 with the time to wait.
    pub fn address(&self, request: &HttpRequest, bucket: ByAddress) -> Result<(), ApiError> {
        self.charge_address(self.caller_address(request), bucket)
    }

    /// Counts one call from an address that is already known.
    ///
    /// # Errors
    /// 429 with the time to wait.
    pub fn charge_address(&self, address: IpAddr, bucket: ByAddress) -> Result<(), ApiError> {
        let Some(buckets) = &self.buckets else {
            return Ok(());
        };
        let limiter = &buckets.by_address[bucket as usize];
        limiter.check_key(&address).map_err(|no| self.too_many(&no))
    }

    /// Counts one message or work order left at `scope` from an address. A new token does not reset this limit.
    ///
    /// # Errors
    /// 429 with the time to wait.
    pub fn leave_from(&self, address: IpAddr, scope: Scope<'_>) -> Result<(), ApiError> {
        let Some(buckets) = &self.buckets else {
            return Ok(());
        };
        let paid = buckets
            .leave_by_address
            .check_key(&self.hasher.hash_one((address, scope)));
        paid.map_err(|no| self.too_many(&no))
    }

    /// Counts a wrong guess: returns 404, or 429 if the address has guessed too often.
    pub fn miss(&self, request: &HttpRequest) -> ApiError {
        self.address(request, ByAddress::Miss)
            .err()
            .unwrap_or(ApiError::NotFound)
    }

    /// Takes a place among the held polls; dropping it gives it back.
    ///
    /// # Errors
    /// 429 if the address holds too many, 503 if the server does.
    pub fn hold(self: &Arc<Self>, address: IpAddr) -> Result<Held, ApiError> {
        let total = self.held_total.fetch_add(1, Ordering::Relaxed);
        let mut held = Held {
            limits: Arc::clone(self),
            at_address: None,
        };
        if total >= self.held_max {
            return Err(ApiError::unavailable("too many polls are held"));
        }
        let Some(buckets) = &self.buckets else {
            return Ok(held);
        };
        let count = Arc::clone(&*self.held.entry(address).or_default());
        let here = count.fetch_add(1, Ordering::Relaxed);
        held.at_address = Some(count);
        if here >= buckets.held_per_address {
            Err(ApiError::TooMany(1))
        } else {
            Ok(held)
        }
    }

    /// Returns how many polls are held.
    pub fn held_total(&self) -> usize {
        self.held_total.load(Ordering::Relaxed)
    }

    /// Removes callers whose buckets are full again. Call it regularly.
    pub fn sweep(&self) {
        self.held
            .retain(|_, count| count.load(Ordering::Relaxed) > 0 || Arc::strong_count(count) > 1);
        let Some(buckets) = &self.buckets else { return };
        buckets.by_token.iter().for_each(sweep);
        buckets.by_address.iter().for_each(sweep);
        sweep(&buckets.leave_by_address);
        buckets.by_key.sweep();
        buckets.by_tenant.sweep();
    }

    /// Returns the address that limits count: an IPv4 address, or the /64 of an IPv6 address.
    pub fn caller_address(&self, request: &HttpRequest) -> IpAddr {
        let headers = request.headers();
        self.address_of(request.peer_addr(), |name| {
            headers.get_all(name).map(HeaderValue::as_bytes)
        })
    }

    /// The same, from the peer and a function that yields the values of a header.
    pub fn address_of<'a, H>(
        &self,
        peer: Option<SocketAddr>,
        said: impl Fn(&'static str) -> H,
    ) -> IpAddr
    where
        H: DoubleEndedIterator<Item = &'a [u8]>,
    {
        network_of(self.proxies.caller(peer, said))
    }

    /// Returns the proxies named by the settings.
    pub fn proxies(&self) -> &Proxies {
        &self.proxies
    }

    fn too_many(
        &self,
        no: &governor::NotUntil<<DefaultClock as governor::clock::Clock>::Instant>,
    ) -> ApiError {
        let wait = no.wait_time_from(self.clock.now());
        ApiError::TooMany(wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
    }
}

/// A place among the held polls.
pub struct Held {
    limits: Arc<Limits>,
    at_address: Option<Arc<AtomicU32>>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.limits.held_total.fetch_sub(1, Ordering::Relaxed);
        if let Some(count) = &self.at_address {
            count.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn from(address: &str) -> TestRequest {
        TestRequest::default().peer_addr(format!("{address}:1000").parse().unwrap())
    }

    fn visitor(name: &str) -> VisitorKey {
        VisitorKey {
            tenant: "demo".into(),
            visitor: name.into(),
        }
    }

    #[test]
    fn one_visitors_flood_does_not_limit_another() {
        let limits = Limits::new(&Settings::default(), 10);
        for _ in 0..60 {
            limits.visitor(&visitor("a"), ByToken::Send).unwrap();
        }

        let refused = limits.visitor(&visitor("a"), ByToken::Send).unwrap_err();

        assert!(matches!(refused, ApiError::TooMany(1)));
        assert!(limits.visitor(&visitor("b"), ByToken::Send).is_ok());
        assert!(limits.visitor(&visitor("a"), ByToken::Call).is_ok());
    }

    #[test]
    fn wrong_guesses_are_404_until_there_are_too_many() {
        let limits = Limits::new(&Settings::default(), 10);
        let request = from("10.0.0.9").to_http_request();
        for _ in 0..20 {
            assert!(matches!(limits.miss(&request), ApiError::NotFound));
        }

        assert!(matches!(limits.miss(&request), ApiError::TooMany(_)));
        assert!(matches!(
            limits.miss(&from("10.0.0.8").to_http_request()),
            ApiError::NotFound
        ));
    }

    #[test]
    fn held_polls_are_limited_for_each_address_and_in_total() {
        let mut settings = Settings::default();
        settings.rates.held_polls_per_address = 2;
        let limits = Arc::new(Limits::new(&settings, 3));
        let here = from("10.0.0.9").to_http_request();
        let there = from("10.0.0.8").to_http_request();

        let one = limits.hold(limits.caller_address(&here)).unwrap();
        let _two = limits.hold(limits.caller_address(&here)).unwrap();

        assert!(matches!(
            limits.hold(limits.caller_address(&here)),
            Err(ApiError::TooMany(_))
        ));
        let _three = limits.hold(limits.caller_address(&there)).unwrap();
        assert!(matches!(
            limits.hold(limits.caller_address(&there)),
            Err(ApiError::Unavailable(_))
        ));
        drop(one);
        assert_eq!(limits.held_total(), 2);
        assert!(limits.hold(limits.caller_address(&here)).is_ok());
    }

    #[test]
    fn a_forwarded_address_counts_only_from_a_trusted_proxy() {
        let settings = Settings {
            trusted_proxies: vec!["10.0.0.0/24".parse().unwrap()],
            ..Settings::default()
        };
        let limits = Limits::new(&settings, 1);
        let forwarded = ("x-forwarded-for", "6.6.6.6, 1.2.3.4, 10.0.0.1");

        let proxied = from("10.0.0.1").insert_header(forwarded).to_http_request();
        let direct = from("9.9.9.9").insert_header(forwarded).to_http_request();

        assert_eq!(limits.caller_address(&proxied).to_string(), "1.2.3.4");
        assert_eq!(limits.caller_address(&direct).to_string(), "9.9.9.9");
        let ported = ("x-forwarded-for", "6.6.6.6, 1.2.3.4:5678");
        let ported = from("10.0.0.7").insert_header(ported).to_http_request();
        assert_eq!(limits.caller_address(&ported).to_string(), "1.2.3.4");
    }

    #[test]
    fn with_limits_off_calls_are_not_limited() {
        let settings = Settings {
            limits: Switch::Off,
            ..Settings::default()
        };
        let limits = Limits::new(&settings, 10);

        for _ in 0..1_000 {
            limits.visitor(&visitor("a"), ByToken::Send).unwrap();
        }
    }
}
