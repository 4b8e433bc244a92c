//! The tenants' settings in memory, which can change without a restart.
//!
//! All settings are one snapshot behind one pointer. A read costs an atomic load and a map lookup, and never waits for
//! a change. The result stays valid for as long as the caller holds it. A change builds the next snapshot beside the
//! current one (`docs/decisions/0030`).

pub mod answers;
pub mod demo;
mod loaded_robots;
pub mod open;
pub mod teaching;

pub use open::{CatalogueError, Opened, Sources, open};

use crate::first_screen::FirstScreens;
use crate::fixtures::people::Standing;
use actors_core::channel::ChannelConfig;
use actors_core::evaluation::EvaluationConfig;
use actors_core::flow::{Flows, Guide, Writer};
use actors_core::ids::{AgentId, ChannelId, GroupId, RobotNo, TemplateId, TenantId};
use actors_core::robot::Robot;
use actors_core::router::roster::{Roster, RosterAgent};
use actors_core::tenant::{Agent, Group, GroupRule, Tenant};
use actors_core::work_order::template::Template;
use actors_runtime::Directory;
use answers::Answers;
use arc_swap::ArcSwap;
use parking_lot::Mutex;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// One tenant's settings, read and checked.
#[derive(Clone, Debug)]
pub struct TenantSettings {
    /// The tenant itself.
    pub tenant: Tenant,
    /// Its groups.
    pub groups: Vec<Group>,
    /// Its agents.
    pub agents: Agents,
    /// Its channels.
    pub channels: Vec<Arc<ChannelConfig>>,
    /// Its robots' knowledge.
    pub robots: BTreeMap<RobotNo, Arc<Robot>>,
    /// Its robots' button flows.
    pub flows: BTreeMap<RobotNo, Arc<Flows>>,
    /// Its templates for work orders.
    pub templates: BTreeMap<TemplateId, Arc<Template>>,
    /// Its questions to visitors about the service.
    pub evaluation: Arc<EvaluationConfig>,
    /// Cached responses about these settings.
    pub answers: Arc<Answers>,
    /// The HTML pages of its channels.
    pub first_screens: Arc<FirstScreens>,
}

/// An agent with their account.
#[derive(Debug)]
pub struct Account {
    /// The agent.
    pub agent: Agent,
    /// The name for signing in.
    pub account: String,
    /// The address for mails of the program, if one is set.
    pub email: Option<Box<str>>,
    /// Argon2id, as a PHC string. Empty while the agent has chosen none, and cannot sign in.
    pub password_hash: String,
    /// Whether they work for the tenant at present.
    pub standing: Standing,
}

impl Account {
    /// Whether the agent has a password and is not disabled.
    pub fn can_sign_in(&self) -> bool {
        self.is_active() && !self.password_hash.is_empty()
    }

    /// Whether the agent is not disabled.
    pub fn is_active(&self) -> bool {
        self.standing == Standing::Active
    }
}

/// A tenant's agents, by id.
#[derive(Clone, Debug, Default)]
pub struct Agents(Arc<HashMap<AgentId, Arc<Account>>>);

impl FromIterator<Account> for Agents {
    fn from_iter<I: IntoIterator<Item = Account>>(accounts: I) -> Self {
        let accounts = accounts.into_iter();
        let by_id = accounts.map(|account| (account.agent.id.clone(), Arc::new(account)));
        Self(Arc::new(by_id.collect()))
    }
}

impl Agents {
    /// Returns an agent's account.
    pub fn get(&self, agent: &AgentId) -> Option<&Arc<Account>> {
        self.0.get(agent)
    }

    /// Returns the account with this name, in its normal form, for signing in.
    pub fn signing_in_as(&self, account: &str) -> Option<&Arc<Account>> {
        self.iter().find(|known| known.account == account)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// All accounts, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Account>> {
        self.0.values()
    }
}

/// The settings of all tenants.
#[derive(Debug, Default)]
pub struct Catalogue {
    now: ArcSwap<Snapshot>,
    /// Held while the next snapshot is built.
    changing: Mutex<()>,
    /// Counts the changes of settings. A robot that wakes or learns does not count.
    revision: AtomicU64,
    /// When each robot was last asked.
    last_asked: loaded_robots::LastAsked,
}

#[derive(Clone, Debug, Default)]
struct Snapshot {
    tenants: BTreeMap<TenantId, Arc<TenantSettings>>,
    channels: HashMap<ChannelId, Arc<ChannelConfig>>,
    /// Tenants that are stored and not served, with the channels that stay theirs.
    disabled: BTreeMap<TenantId, Vec<ChannelId>>,
}

impl Snapshot {
    fn put(&mut self, settings: Arc<TenantSettings>) {
        let tenant = settings.tenant.id.clone();
        self.take_away(&tenant);
        self.disabled.remove(&tenant);
        for channel in &settings.channels {
            self.channels
                .insert(channel.id.clone(), Arc::clone(channel));
        }
        self.tenants.insert(tenant, settings);
    }

    fn take_away(&mut self, tenant: &TenantId) -> Vec<ChannelId> {
        let before = self.tenants.remove(tenant);
        let channels = before.iter().flat_map(|before| &before.channels);
        let channels: Vec<ChannelId> = channels.map(|channel| channel.id.clone()).collect();
        for channel in &channels {
            self.channels.remove(channel);
        }
        channels
    }
}

impl Catalogue {
    /// Creates a catalogue of these tenants.
    pub fn new(tenants: impl IntoIterator<Item = TenantSettings>) -> Self {
        let mut first = Snapshot::default();
        for settings in tenants {
            first.put(Arc::new(settings));
        }
        Self {
            now: ArcSwap::from_pointee(first),
            changing: Mutex::default(),
            revision: AtomicU64::new(1),
            last_asked: loaded_robots::LastAsked::default(),
        }
    }

    /// Replaces a tenant's settings, or adds the tenant. Later reads return the new settings.
    pub fn put(&self, settings: Arc<TenantSettings>) {
        let _alone = self.changing.lock();
        let mut next = Snapshot::clone(&self.now.load());
        next.put(settings);
        self.now.store(Arc::new(next));
        self.revision.fetch_add(1, Ordering::Release);
    }

    /// Stops serving a tenant: later reads know neither it nor its channels.
    pub fn disable(&self, tenant: &TenantId) {
        let _alone = self.changing.lock();
        let mut next = Snapshot::clone(&self.now.load());
        let channels = next.take_away(tenant);
        next.disabled
            .entry(tenant.clone())
            .or_default()
            .extend(channels);
        self.now.store(Arc::new(next));
        self.revision.fetch_add(1, Ordering::Release);
    }

    /// Notes a tenant that is stored and not served, and the names of its channels.
    pub fn note_disabled(&self, tenant: TenantId, channels: Vec<ChannelId>) {
        let _alone = self.changing.lock();
        let mut next = Snapshot::clone(&self.now.load());
        next.disabled.insert(tenant, channels);
        self.now.store(Arc::new(next));
    }

    /// Whether there is no tenant at all, not even a disabled one.
    pub fn is_empty(&self) -> bool {
        let now = self.now.load();
        now.tenants.is_empty() && now.disabled.is_empty()
    }

    /// The tenant that is served, where it is the only one.
    pub fn only_tenant(&self) -> Option<Arc<TenantSettings>> {
        let now = self.now.load();
        let mut tenants = now.tenants.values();
        let first = tenants.next().cloned();
        first.filter(|_| tenants.next().is_none())
    }

    /// Whether a tenant, served or not, has this name.
    pub fn has_tenant(&self, tenant: &TenantId) -> bool {
        let now = self.now.load();
        now.tenants.contains_key(tenant) || now.disabled.contains_key(tenant)
    }

    /// Whose channel this is, whether or not it is served.
    pub fn owner(&self, channel: &ChannelId) -> Option<TenantId> {
        let now = self.now.load();
        let served = now.channels.get(channel);
        served.map(|channel| channel.tenant.clone()).or_else(|| {
            let mut disabled = now.disabled.iter();
            let owner = disabled.find(|(_, channels)| channels.contains(channel));
            owner.map(|(tenant, _)| tenant.clone())
        })
    }

    /// All tenants, sorted by id.
    pub fn tenants(&self) -> Vec<Arc<TenantSettings>> {
        self.now.load().tenants.values().cloned().collect()
    }

    /// Returns a tenant's settings.
    pub fn tenant(&self, tenant: &TenantId) -> Option<Arc<TenantSettings>> {
        self.now.load().tenants.get(tenant).cloned()
    }

    /// Returns a channel by its id alone, as pages name it.
    pub fn channel(&self, channel: &str) -> Option<Arc<ChannelConfig>> {
        self.now
            .load()
            .channels
            .get(&ChannelId::from(channel))
            .cloned()
    }

    /// Returns the channel's robot.
    pub fn robot(&self, channel: &ChannelConfig) -> Option<Arc<Robot>> {
        let number = &channel.robot.as_ref()?.number;
        let now = self.now.load();
        now.tenants
            .get(&channel.tenant)?
            .robots
            .get(number)
            .cloned()
    }

    /// Returns the guide of the channel's robot.
    pub fn guide(&self, channel: &ChannelConfig) -> Option<Guide> {
        let robot = channel.robot.as_ref()?;
        let now = self.now.load();
        let settings = now.tenants.get(&channel.tenant)?;
        Some(Guide {
            robot: settings.robots.get(&robot.number)?.clone(),
            flows: settings
                .flows
                .get(&robot.number)
                .cloned()
                .unwrap_or_default(),
            offers: channel.offers(),
            writer: match settings.tenant.large_model {
                Some(_) => Writer::Model(channel.id.clone()),
                None => Writer::Knowledge,
            },
            given: None,
        })
    }

    /// Returns an agent's account.
    pub fn account(&self, tenant: &TenantId, agent: &AgentId) -> Option<Arc<Account>> {
        let now = self.now.load();
        now.tenants.get(tenant)?.agents.get(agent).cloned()
    }
}

impl Directory for Catalogue {
    fn channel(&self, tenant: &TenantId, channel: &ChannelId) -> Option<Arc<ChannelConfig>> {
        let now = self.now.load();
        let channel = now.channels.get(channel)?;
        (channel.tenant == *tenant).then(|| Arc::clone(channel))
    }

    fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }
}

impl TenantSettings {
    /// The tenant's groups and agents, for its router.
    pub fn roster(&self) -> Roster {
        let mut agents: Vec<RosterAgent> = self
            .agents
            .iter()
            .filter(|account| account.is_active())
            .map(|account| RosterAgent {
                card: account.agent.card(),
                groups: account.agent.groups.clone(),
                capacity: account.agent.capacity.visitors(),
            })
            .collect();
        agents.sort_by(|one, other| one.card.agent.cmp(&other.card.agent));
        let active = self.agents.iter().filter(|account| account.is_active());
        let supervisors = active.filter_map(|account| {
            let oversight = account.agent.oversight()?;
            Some((account.agent.id.clone(), oversight))
        });
        let rules = self.groups.iter();
        let rules = rules.filter(|group| group.rule != GroupRule::default());
        Roster {
            groups: self.groups.iter().map(|group| group.id.clone()).collect(),
            agents,
            rules: rules
                .map(|group| (group.id.clone(), group.rule.clone()))
                .collect(),
            supervisors: supervisors.collect(),
        }
    }

    /// Whether the tenant has this group.
    pub fn has_group(&self, group: &GroupId) -> bool {
        self.groups.iter().any(|known| known.id == *group)
    }

    /// Whether this agent works for the tenant: not for one who is disabled.
    pub fn has_agent(&self, agent: &AgentId) -> bool {
        let account = self.agents.get(agent);
        account.is_some_and(|account| account.is_active())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tenant(name: &str, channels: &[&str]) -> Arc<TenantSettings> {
        let id = TenantId::from(name);
        let channel =
            |channel: &&str| Arc::new(ChannelConfig::plain(id.clone(), ChannelId::from(*channel)));
        Arc::new(TenantSettings {
            channels: channels.iter().map(channel).collect(),
            ..tenant_with(name, BTreeMap::new())
        })
    }

    /// A tenant with these robots and no other settings.
    pub(super) fn tenant_with(name: &str, robots: BTreeMap<RobotNo, Arc<Robot>>) -> TenantSettings {
        let id = TenantId::from(name);
        TenantSettings {
            tenant: Tenant {
                id: id.clone(),
                name: name.into(),
                hours: None,
                relay_hosts: Vec::new(),
                picture_hosts: Arc::default(),
                person_phrases: Arc::default(),
                previews_typing: false,
                hides_push_content: false,
                requires_totp: false,
                retention_days: None,
                service: actors_core::tenant::Service::default(),
                large_model: None,
                customer_data: None,
                mail: Arc::default(),
                reporting: Arc::default(),
            },
            groups: Vec::new(),
            agents: Agents::default(),
            channels: Vec::new(),
            robots,
            flows: BTreeMap::new(),
            templates: BTreeMap::new(),
            evaluation: Arc::default(),
            answers: Arc::default(),
            first_screens: Arc::default(),
        }
    }

    #[test]
    fn a_change_is_seen_by_later_reads_and_earlier_results_stay_valid() {
        let catalogue = Catalogue::default();
        catalogue.put(tenant("shop", &["web", "old"]));
        catalogue.put(tenant("rival", &["other"]));
        let held = catalogue.channel("old").unwrap();

        catalogue.put(tenant("shop", &["web", "new"]));

        assert_eq!(held.id, ChannelId::from("old"));
        assert!(catalogue.channel("old").is_none());
        assert!(catalogue.channel("new").is_some());
        assert_eq!(
            catalogue.channel("other").unwrap().tenant,
            TenantId::from("rival")
        );
        assert_eq!(catalogue.tenants().len(), 2);
    }

    #[test]
    fn a_disabled_tenant_is_unknown_and_its_names_stay_taken() {
        let catalogue = Catalogue::default();
        assert!(catalogue.is_empty());
        catalogue.put(tenant("shop", &["web"]));
        catalogue.put(tenant("rival", &["other"]));
        let (shop, web) = (TenantId::from("shop"), ChannelId::from("web"));
        assert!(catalogue.only_tenant().is_none());

        catalogue.disable(&shop);

        assert!(catalogue.channel("web").is_none() && catalogue.tenant(&shop).is_none());
        assert_eq!(catalogue.only_tenant().unwrap().tenant.id.as_str(), "rival");
        assert!(catalogue.has_tenant(&shop) && !catalogue.is_empty());
        assert_eq!(catalogue.owner(&web), Some(shop.clone()));

        catalogue.put(tenant("shop", &["web"]));

        assert!(catalogue.channel("web").is_some());
        assert_eq!(catalogue.owner(&web), Some(shop));
    }

    #[test]
    fn readers_never_see_half_a_change() {
        let catalogue = Catalogue::default();
        catalogue.put(tenant("shop", &["web-0"]));

        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for _ in 0..2_000 {
                        let shop = catalogue.tenant(&TenantId::from("shop")).unwrap();
                        assert_eq!(shop.channels.len(), 1);
                    }
                });
            }
            for number in 1..500 {
                catalogue.put(tenant("shop", &[&format!("web-{number}")]));
            }
        });

        assert!(catalogue.channel("web-499").is_some());
        assert!(catalogue.channel("web-0").is_none());
    }
}
