//! The tenants' settings in memory, ready to be asked. Read-only: a change of settings is another catalogue.

use crate::fixtures::people::{self, Password};
use crate::fixtures::{self, FixtureError, SpelledAccount, TenantFixture, TenantSetup, Wrong};
use crate::passwords;
use actors_core::channel::ChannelConfig;
use actors_core::evaluation::EvaluationConfig;
use actors_core::ids::{AgentId, ChannelId, GroupId, RobotNo, TenantId};
use actors_core::robot::Robot;
use actors_core::router::roster::{Roster, RosterAgent};
use actors_core::tenant::{Agent, Group, Tenant};
use actors_runtime::Directory;
use actors_runtime::ports::{DocumentKind, Store, StoreError};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

/// One tenant's settings, read and checked.
#[derive(Debug)]
pub struct TenantSettings {
    /// The tenant itself.
    pub tenant: Tenant,
    /// Its groups.
    pub groups: Vec<Group>,
    /// Its agents.
    pub agents: Vec<Account>,
    /// Its channels.
    pub channels: Vec<Arc<ChannelConfig>>,
    /// Its robots' knowledge.
    pub robots: BTreeMap<RobotNo, Arc<Robot>>,
    /// What it asks of visitors who rate.
    pub evaluation: Arc<EvaluationConfig>,
}

/// An agent with what signing in needs.
#[derive(Debug)]
pub struct Account {
    /// The agent.
    pub agent: Agent,
    /// The name they sign in with.
    pub account: String,
    /// Argon2id, as a PHC string.
    pub password_hash: String,
}

/// All tenants.
#[derive(Debug, Default)]
pub struct Catalogue {
    tenants: BTreeMap<TenantId, TenantSettings>,
    channels: HashMap<ChannelId, Arc<ChannelConfig>>,
}

impl Catalogue {
    /// All these tenants.
    pub fn new(tenants: impl IntoIterator<Item = TenantSettings>) -> Self {
        let tenants: BTreeMap<_, _> = tenants
            .into_iter()
            .map(|settings| (settings.tenant.id.clone(), settings))
            .collect();
        let channels = tenants
            .values()
            .flat_map(|settings| &settings.channels)
            .map(|channel| (channel.id.clone(), Arc::clone(channel)))
            .collect();
        Self { tenants, channels }
    }

    /// Every tenant, by id.
    pub fn tenants(&self) -> impl Iterator<Item = &TenantSettings> {
        self.tenants.values()
    }

    /// A tenant.
    pub fn tenant(&self, tenant: &TenantId) -> Option<&TenantSettings> {
        self.tenants.get(tenant)
    }

    /// A channel, by its id alone, as pages name it.
    pub fn channel(&self, channel: &str) -> Option<&Arc<ChannelConfig>> {
        self.channels.get(&ChannelId::from(channel))
    }

    /// The robot behind a channel.
    pub fn robot(&self, channel: &ChannelConfig) -> Option<&Arc<Robot>> {
        let number = &channel.robot.as_ref()?.number;
        self.tenants.get(&channel.tenant)?.robots.get(number)
    }

    /// An agent's account.
    pub fn account(&self, tenant: &TenantId, agent: &AgentId) -> Option<&Account> {
        self.tenant(tenant)?
            .agents
            .iter()
            .find(|account| account.agent.id == *agent)
    }
}

impl Directory for Catalogue {
    fn channel(&self, tenant: &TenantId, channel: &ChannelId) -> Option<Arc<ChannelConfig>> {
        self.channels
            .get(channel)
            .filter(|config| config.tenant == *tenant)
            .cloned()
    }
}

impl TenantSettings {
    /// Who works for the tenant, as its router wants to know it.
    pub fn roster(&self) -> Roster {
        Roster {
            groups: self.groups.iter().map(|group| group.id.clone()).collect(),
            agents: self
                .agents
                .iter()
                .map(|account| RosterAgent {
                    card: account.agent.card(),
                    groups: account.agent.groups.clone(),
                    capacity: account.agent.capacity.visitors(),
                })
                .collect(),
        }
    }

    /// Whether the tenant has this group.
    pub fn has_group(&self, group: &GroupId) -> bool {
        self.groups.iter().any(|known| known.id == *group)
    }

    /// Whether the tenant has this agent.
    pub fn has_agent(&self, agent: &AgentId) -> bool {
        self.agents.iter().any(|account| account.agent.id == *agent)
    }
}

/// Why there is no catalogue.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// Files that are wrong.
    #[error("{0}")]
    Fixtures(#[from] FixtureError),
    /// The store failed.
    #[error("reading the tenants: {0}")]
    Store(#[from] StoreError),
    /// A password cannot be hashed.
    #[error("hashing a password: {0}")]
    Password(#[from] argon2::password_hash::Error),
    /// What is stored of a tenant means nothing.
    #[error("what is stored of tenant {tenant} is wrong: {file}: {field} {message}")]
    Stored {
        /// Whose.
        tenant: TenantId,
        /// Which file it was.
        file: String,
        /// Which field.
        field: String,
        /// What is wrong.
        message: String,
    },
}

/// The tenants of a store, and the accounts whose passwords its files spell out.
pub struct Opened {
    /// The tenants.
    pub catalogue: Catalogue,
    /// For the start to print: tenant and account.
    pub spelled: Vec<(TenantId, SpelledAccount)>,
}

/// Puts the tenants of the files into the store, those apart that it has, and reads all it has then (Contract §8).
///
/// # Errors
/// [`CatalogueError`]: the server does not start.
pub fn open(files: Option<&Path>, store: &dyn Store) -> Result<Opened, CatalogueError> {
    let mut spelled = Vec::new();
    for fixture in fixtures::load(files)? {
        let tenant = fixture.id();
        spelled.extend(
            fixture
                .spelled_accounts()
                .into_iter()
                .map(|account| (tenant.clone(), account)),
        );
        if store
            .document(DocumentKind::Tenant, tenant.as_str())?
            .is_none()
        {
            store.put_documents(&fixture.documents(passwords::hash)?)?;
        }
    }
    let mut tenants = Vec::new();
    for fixture in TenantFixture::stored(store)? {
        let tenant = fixture.id();
        let setup = TenantSetup::read(&fixture).map_err(|wrong| stored_wrong(tenant, wrong))?;
        tenants.push(TenantSettings::from(setup));
    }
    Ok(Opened {
        catalogue: Catalogue::new(tenants),
        spelled,
    })
}

fn stored_wrong(tenant: TenantId, wrong: Vec<Wrong>) -> CatalogueError {
    let (file, field, message) = wrong
        .into_iter()
        .next()
        .map(|wrong| (wrong.file, wrong.error.field, wrong.error.message))
        .unwrap_or_default();
    CatalogueError::Stored {
        tenant,
        file,
        field,
        message,
    }
}

impl From<TenantSetup> for TenantSettings {
    fn from(setup: TenantSetup) -> Self {
        let mut documents = setup.documents;
        let robots = setup.robots.into_keys();
        Self {
            tenant: setup.tenant,
            groups: setup.groups,
            agents: setup.accounts.into_iter().map(Account::from).collect(),
            channels: setup.channels.into_values().collect(),
            robots: robots
                .map(|number| {
                    let robot = Robot::index(documents.remove(&number).unwrap_or_default());
                    (number, Arc::new(robot))
                })
                .collect(),
            evaluation: Arc::new(setup.evaluation),
        }
    }
}

impl From<people::Account> for Account {
    fn from(account: people::Account) -> Self {
        Self {
            agent: account.agent,
            account: account.name.into(),
            password_hash: match account.password {
                Password::Hash(hash) => hash.expose().to_owned(),
                // Only hashes are stored: an account like this opens for nobody.
                Password::Plain(_) => String::new(),
            },
        }
    }
}
