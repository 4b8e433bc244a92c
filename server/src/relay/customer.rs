//! Asks a tenant's own system what it knows of a customer (Protocol, 'Customer data').
//!
//! - It is asked when an agent looks at the visitor, never while a chat opens or a message is sent. So a chat that the
//!   robot ends costs the shop nothing, and a shop whose system is slow delays nobody but the agent who looks.
//! - The relay's rules hold for the address. Limits: 2 s, 64 KiB, no redirect, 8 requests of a tenant at once.
//! - An answer is kept in memory for 5 minutes. Agents who look at the same time share one request. A failure is not
//!   kept.

mod answer;

use super::address::{Lookup, NotPublic};
use super::clients::{Clients, Network};
use crate::secrets;
use crate::settings::Relay as RelaySettings;
use crate::webhook_signature;
use actors_core::customer_data::CustomerData;
use actors_core::ids::{TenantId, VisitorKey};
use actors_core::time::{Span, Timestamp};
pub use answer::{CustomerContext, CustomerField, CustomerLink};
use dashmap::DashMap;
use parking_lot::Mutex;
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE, HeaderValue, USER_AGENT};
use std::collections::HashMap;
use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OnceCell, Semaphore};

/// How long a request may take, from the name lookup to the last byte read (Protocol, 'Customer data').
const TIME_MAX: Duration = Duration::from_secs(2);
/// The largest answer, in bytes (Protocol, 'Customer data').
const ANSWER_BYTES_MAX: usize = 64 * 1024;
/// How long an answer is kept (Protocol, 'Customer data').
const KEPT_FOR: Span = Span::from_minutes(5);
/// The most answers that are kept. A whole answer takes about 100 KiB at most.
const KEPT_MAX: usize = 1_000;
/// The most requests of a tenant at once.
const AT_ONCE_MAX: usize = 8;

/// Asks tenants' systems, and keeps their answers for a while.
pub struct Customers {
    clients: Clients,
    kept: Mutex<HashMap<VisitorKey, Arc<Kept>>>,
    under_way: DashMap<TenantId, Arc<Semaphore>>,
}

/// An answer, or the request for it.
struct Kept {
    settings: Arc<CustomerData>,
    asked_at: Timestamp,
    answer: OnceCell<Result<Arc<CustomerContext>, NoContext>>,
}

/// About whom a tenant's system is asked.
#[derive(Clone, Debug)]
pub struct Customer {
    /// The visitor.
    pub visitor: VisitorKey,
    /// The shop's own id of them, which the shop's server signed.
    pub user_id: String,
    /// The channel that they came by; empty for a trial.
    pub channel_id: String,
}

/// Which answer an agent accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// One that is kept, if there is one.
    Kept,
    /// A new one.
    New,
}

/// Where a request may go, and when it is made.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a> {
    /// The tenant's settings.
    pub settings: &'a Arc<CustomerData>,
    /// The hosts on the tenant's relay list.
    pub hosts: &'a [Box<str>],
    /// The time.
    pub now: Timestamp,
}

/// Why there is no answer, as a sentence for the administrator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoContext {
    /// The address is not an allowed target.
    #[error("the address must be https with a host from relayHosts")]
    NotAllowed,
    /// The name leads to a private network.
    #[error("the address leads to a private network, which is not allowed")]
    Private,
    /// The name is unknown, or the connection failed.
    #[error("the shop's system cannot be reached; check the address and its certificate")]
    NotReached,
    /// It took too long.
    #[error("the shop's system did not answer within 2 s")]
    TooSlow,
    /// Too many requests of the tenant are under way.
    #[error("too many requests to the shop's system are under way; try again in a moment")]
    Busy,
    /// 401 or 403.
    #[error("the shop's system refused the request ({0}); check its secret and its clock")]
    Refused(u16),
    /// A redirect, which is not followed.
    #[error("the shop's system redirects ({0}), which is not followed; enter the final address")]
    Redirects(u16),
    /// Any other status.
    #[error("the shop's system answered with status {0}")]
    Status(u16),
    /// The answer is not JSON, or is compressed.
    #[error("the answer is not JSON; its content type must be application/json")]
    NotJson,
    /// The answer is too large.
    #[error("the answer is larger than 64 KiB")]
    TooLarge,
    /// The answer is JSON of another shape.
    #[error("the answer is wrong: {0}")]
    Wrong(String),
}

impl NoContext {
    /// The name on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotAllowed => "notAllowed",
            Self::Private => "private",
            Self::NotReached => "notReached",
            Self::TooSlow => "tooSlow",
            Self::Busy => "busy",
            Self::Refused(_) => "refused",
            Self::Redirects(_) => "redirects",
            Self::Status(_) => "status",
            Self::NotJson => "notJson",
            Self::TooLarge => "tooLarge",
            Self::Wrong(_) => "wrong",
        }
    }
}

impl Customers {
    /// Creates the connections. Nothing is asked yet.
    pub fn new(settings: &RelaySettings, lookup: Arc<dyn Lookup>) -> Self {
        let clients = Clients::new(settings, lookup, |client| client.timeout(TIME_MAX));
        Self {
            clients,
            kept: Mutex::default(),
            under_way: DashMap::new(),
        }
    }

    /// Returns what the tenant's system knows of a customer, and when it was asked.
    ///
    /// # Errors
    /// The reason why there is no answer.
    pub async fn look(
        &self,
        customer: &Customer,
        way: Way<'_>,
        freshness: Freshness,
    ) -> Result<(Arc<CustomerContext>, Timestamp), NoContext> {
        let kept = self.reserve(&customer.visitor, way, freshness);
        let asked = || async { self.ask(customer, way).await.map(Arc::new) };
        let answer = kept.answer.get_or_init(asked).await.clone();
        if answer.is_err() {
            let mut all = self.kept.lock();
            let is_ours = |it: &Arc<Kept>| Arc::ptr_eq(it, &kept);
            if all.get(&customer.visitor).is_some_and(is_ours) {
                all.remove(&customer.visitor);
            }
        }
        Ok((answer?, kept.asked_at))
    }

    /// Forgets what is kept of a visitor. A request that is under way is not kept either.
    pub fn forget(&self, visitor: &VisitorKey) {
        self.kept.lock().remove(visitor);
    }

    /// Returns the place of the answer: the kept one, or a new one. A request that is under way counts as new.
    fn reserve(&self, visitor: &VisitorKey, way: Way<'_>, freshness: Freshness) -> Arc<Kept> {
        let mut all = self.kept.lock();
        let is_valid = |kept: &&Arc<Kept>| {
            let is_new = freshness == Freshness::Kept || kept.answer.get().is_none();
            is_new && kept.settings == *way.settings && way.now < kept.asked_at + KEPT_FOR
        };
        if let Some(kept) = all.get(visitor).filter(is_valid) {
            return Arc::clone(kept);
        }
        if all.len() >= KEPT_MAX && !all.contains_key(visitor) {
            make_room(&mut all, way.now);
        }
        let kept = Arc::new(Kept {
            settings: Arc::clone(way.settings),
            asked_at: way.now,
            answer: OnceCell::new(),
        });
        all.insert(visitor.clone(), Arc::clone(&kept));
        kept
    }

    /// Sends one signed request, for a trial without the kept answers.
    ///
    /// # Errors
    /// The reason why there is no answer.
    pub async fn ask(
        &self,
        customer: &Customer,
        way: Way<'_>,
    ) -> Result<CustomerContext, NoContext> {
        let tenant = &customer.visitor.tenant;
        let permits = self.under_way.entry(tenant.clone());
        let permits = permits.or_insert_with(|| Arc::new(Semaphore::new(AT_ONCE_MAX)));
        let permits = Arc::clone(&permits);
        let _permit = permits.try_acquire().map_err(|_| NoContext::Busy)?;
        let sent = self.send(customer, way);
        let answer = tokio::time::timeout(TIME_MAX, sent).await;
        let answer = answer.unwrap_or(Err(NoContext::TooSlow));
        if let Err(problem) = &answer {
            tracing::info!(%tenant, problem = problem.name(), "asking for customer data failed");
        }
        answer
    }

    async fn send(&self, customer: &Customer, way: Way<'_>) -> Result<CustomerContext, NoContext> {
        let target = self.clients.target(&way.settings.address, way.hosts);
        let (url, network) = target.map_err(|_| NoContext::NotAllowed)?;
        let client = self.clients.client(network).ok_or(NoContext::NotReached)?;
        let body = serde_json::json!({
            "tenantId": customer.visitor.tenant.as_str(),
            "channelId": customer.channel_id,
            "userId": customer.user_id,
        });
        let body = body.to_string();
        let id = format!("msg_{}", secrets::random_name());
        let secrets = way.settings.secrets(way.now);
        let mut request = client
            .post(url)
            .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
            .header(ACCEPT, HeaderValue::from_static("application/json"))
            .header(ACCEPT_ENCODING, HeaderValue::from_static("identity"))
            .header(
                USER_AGENT,
                HeaderValue::from_static("Frontdesk customer data"),
            );
        for (name, value) in webhook_signature::headers(secrets, id, way.now, &body) {
            request = request.header(name, value);
        }
        let answer = request.body(body).send().await;
        let answer = answer.map_err(|error| no_answer(&error, network))?;
        answer::read(answer, ANSWER_BYTES_MAX).await
    }
}

/// Removes the answers that are too old, or else the oldest one.
fn make_room(all: &mut HashMap<VisitorKey, Arc<Kept>>, now: Timestamp) {
    all.retain(|_, kept| now < kept.asked_at + KEPT_FOR);
    if all.len() < KEPT_MAX {
        return;
    }
    let oldest = all.iter().min_by_key(|(_, kept)| kept.asked_at);
    if let Some(oldest) = oldest.map(|(visitor, _)| visitor.clone()) {
        all.remove(&oldest);
    }
}

fn no_answer(error: &reqwest::Error, network: Network) -> NoContext {
    let mut cause = error.source();
    while let Some(why) = cause {
        if network == Network::Public && why.is::<NotPublic>() {
            return NoContext::Private;
        }
        cause = why.source();
    }
    match error.is_timeout() {
        true => NoContext::TooSlow,
        false => NoContext::NotReached,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relay::address::SystemLookup;
    use actors_core::secret::Secret;

    fn visitor(name: &str) -> VisitorKey {
        VisitorKey {
            tenant: "shop".into(),
            visitor: name.into(),
        }
    }

    fn settings() -> Arc<CustomerData> {
        Arc::new(CustomerData {
            address: "https://shop.example.com/customer".into(),
            secret: Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
            previous: None,
        })
    }

    fn answered(kept: &Kept) {
        kept.answer.set(Ok(Arc::default())).unwrap();
    }

    #[test]
    fn an_answer_is_kept_for_five_minutes_of_the_same_settings() {
        let customers = Customers::new(&RelaySettings::default(), Arc::new(SystemLookup));
        let (settings, other) = (settings(), Arc::new(CustomerData::clone(&settings())));
        let changed = Arc::new(CustomerData {
            address: "https://shop.example.com/other".into(),
            ..CustomerData::clone(&other)
        });
        let at = |settings, minutes| Way {
            settings,
            hosts: &[],
            now: Timestamp::from_millis(0) + Span::from_minutes(minutes),
        };
        let ann = visitor("ann");
        let first = customers.reserve(&ann, at(&settings, 0), Freshness::Kept);
        let again = customers.reserve(&ann, at(&settings, 0), Freshness::New);
        assert!(Arc::ptr_eq(&first, &again), "it is under way");
        answered(&first);

        let same = customers.reserve(&ann, at(&other, 4), Freshness::Kept);
        assert!(Arc::ptr_eq(&first, &same));
        let late = customers.reserve(&ann, at(&settings, 5), Freshness::Kept);
        assert!(!Arc::ptr_eq(&first, &late));
        answered(&late);
        let new = customers.reserve(&ann, at(&settings, 6), Freshness::New);
        assert!(!Arc::ptr_eq(&late, &new));
        answered(&new);
        let elsewhere = customers.reserve(&ann, at(&changed, 6), Freshness::Kept);
        assert!(!Arc::ptr_eq(&new, &elsewhere));
        customers.forget(&ann);
        assert!(customers.kept.lock().is_empty());
    }

    #[test]
    fn no_more_answers_are_kept_than_allowed_and_the_oldest_goes_first() {
        let customers = Customers::new(&RelaySettings::default(), Arc::new(SystemLookup));
        let settings = settings();
        for number in 0..=KEPT_MAX {
            let now = Timestamp::from_millis(i64::try_from(number).unwrap());
            let way = Way {
                settings: &settings,
                hosts: &[],
                now,
            };
            customers.reserve(&visitor(&number.to_string()), way, Freshness::Kept);
        }

        let kept = customers.kept.lock();
        assert_eq!(kept.len(), KEPT_MAX);
        assert!(!kept.contains_key(&visitor("0")));
        assert!(kept.contains_key(&visitor("1")));
    }
}
