//! Opens the catalogue: stores new tenants from the files, then reads all stored tenants into memory.

use super::demo::DemoAccounts;
use super::{Account, Catalogue, TenantSettings};
use crate::fixtures::people::{self, Password};
use crate::fixtures::{self, FixtureError, TenantFixture, TenantSetup, Wrong};
use crate::marks::{self, Mark};
use crate::passwords;
use actors_core::ids::{ChannelId, RobotNo, TenantId};
use actors_core::robot::Robot;
use actors_runtime::ports::{DocumentKind, Store, StoreError};
use std::path::Path;
use std::sync::Arc;

/// Why the catalogue cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// The files are not valid.
    #[error(transparent)]
    Fixtures(#[from] FixtureError),
    /// The store failed.
    #[error("reading the tenants")]
    Store(#[from] StoreError),
    /// A password cannot be hashed.
    #[error("hashing a password")]
    Password(#[from] argon2::password_hash::Error),
    /// The demo's passwords cannot be written to their file.
    #[error("writing the demo's passwords to the data folder")]
    Demo(#[source] std::io::Error),
    /// A tenant's stored settings are not valid.
    #[error("the stored settings of tenant {tenant} are not valid: {file}: {field} {message}")]
    Stored {
        /// The tenant.
        tenant: TenantId,
        /// The file that the setting would be in.
        file: String,
        /// The field.
        field: String,
        /// What is wrong.
        message: String,
    },
}

/// An opened catalogue.
pub struct Opened {
    /// The tenants.
    pub catalogue: Catalogue,
    /// The demo's accounts, if the demo is loaded and the file with its passwords exists.
    pub demo: Option<DemoAccounts>,
}

/// Where tenants come from that are not stored yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sources<'a> {
    /// Whether the built-in demo is one.
    pub demo: bool,
    /// A folder of tenants.
    pub folder: Option<&'a Path>,
}

/// The built-in tenant.
const DEMO: &str = "demo";

/// Stores the tenants of the sources, except those already stored, and then reads all stored tenants (Protocol, 'Tenant
/// folder'). The passwords of the demo go to a file in the folder `data`.
///
/// # Errors
/// [`CatalogueError`]: the server does not start.
pub fn open(
    sources: Sources<'_>,
    data: &Path,
    store: &dyn Store,
) -> Result<Opened, CatalogueError> {
    let mut demo = None;
    if sources.demo {
        for fixture in fixtures::load(None)? {
            if is_new(&fixture, store)? {
                let accounts = DemoAccounts::keep(&fixture, data);
                demo = Some(accounts.map_err(CatalogueError::Demo)?);
                store.change_documents(&fixture.documents(passwords::hash)?)?;
            }
        }
    }
    if let Some(folder) = sources.folder {
        for fixture in fixtures::load(Some(folder))? {
            if is_new(&fixture, store)? {
                store.change_documents(&fixture.documents(passwords::hash)?)?;
            }
        }
    }
    let marks = marks::of_all(store)?;
    let (mut tenants, mut disabled) = (Vec::new(), Vec::new());
    for fixture in TenantFixture::stored(store)? {
        let tenant = fixture.id();
        if marks.contains(&(tenant.clone(), Mark::Disabled)) {
            let channels = fixture.channels.iter();
            let channels = channels.map(|channel| ChannelId::from(channel.channel_id.as_str()));
            disabled.push((tenant, channels.collect()));
            continue;
        }
        if tenant.as_str() == DEMO && demo.is_none() {
            demo = DemoAccounts::kept(data);
        }
        tenants.push(read(&fixture)?);
    }
    let catalogue = Catalogue::new(tenants);
    for (tenant, channels) in disabled {
        catalogue.note_disabled(tenant, channels);
    }
    Ok(Opened { catalogue, demo })
}

fn is_new(fixture: &TenantFixture, store: &dyn Store) -> Result<bool, StoreError> {
    let stored = store.document(DocumentKind::Tenant, fixture.id().as_str())?;
    Ok(stored.is_none())
}

/// A stored tenant, ready to be served.
///
/// # Errors
/// What is stored means nothing.
pub fn read(fixture: &TenantFixture) -> Result<TenantSettings, CatalogueError> {
    let setup = TenantSetup::read(fixture).map_err(|wrong| stored_wrong(fixture.id(), wrong))?;
    Ok(TenantSettings::from(setup))
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
    fn from(mut setup: TenantSetup) -> Self {
        let mut documents = std::mem::take(&mut setup.documents);
        Self::new(setup, |robot| {
            Arc::new(Robot::resting(documents.remove(robot).unwrap_or_default()))
        })
    }
}

impl TenantSettings {
    /// Creates a tenant's settings; `robot` returns the robot of each number.
    pub fn new(setup: TenantSetup, mut robot: impl FnMut(&RobotNo) -> Arc<Robot>) -> Self {
        Self {
            tenant: setup.tenant,
            groups: setup.groups,
            agents: setup.accounts.into_iter().map(Account::from).collect(),
            channels: setup.channels.into_values().collect(),
            robots: setup
                .robots
                .into_iter()
                .map(|(number, profile)| {
                    let robot = robot(&number);
                    let robot = match robot.levels() == profile.levels {
                        true => robot,
                        false => Arc::new(robot.with(profile.levels)),
                    };
                    (number, robot)
                })
                .collect(),
            flows: setup
                .flows
                .into_iter()
                .map(|(robot, flows)| (robot, Arc::new(flows)))
                .collect(),
            templates: setup.templates,
            evaluation: Arc::new(setup.evaluation),
            answers: Arc::default(),
            first_screens: Arc::default(),
        }
    }
}

impl From<people::Account> for Account {
    fn from(account: people::Account) -> Self {
        Self {
            agent: account.agent,
            account: account.name.into(),
            email: account.email,
            password_hash: match account.password {
                Password::Hash(hash) => hash.expose().to_owned(),
                // The store has only hashes. An account with a plain password cannot sign in.
                Password::Plain(_) | Password::None => String::new(),
            },
            standing: account.standing,
        }
    }
}
