//! Opens the catalogue: stores new tenants from the files, then reads all stored tenants into memory.

use super::demo::DemoAccounts;
use super::{Account, Catalogue, TenantSettings};
use crate::fixtures::people::{self, Password};
use crate::fixtures::{self, FixtureError, TenantFixture, TenantSetup, Wrong};
use crate::passwords;
use actors_core::ids::{RobotNo, TenantId};
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

/// Stores the tenants of the files, except those already stored, and then reads all stored tenants (Protocol, 'Tenant
/// folder'). Without files it loads the demo, whose passwords go to a file in the folder `data`.
///
/// # Errors
/// [`CatalogueError`]: the server does not start.
pub fn open(
    files: Option<&Path>,
    data: &Path,
    store: &dyn Store,
) -> Result<Opened, CatalogueError> {
    let mut demo = None;
    for fixture in fixtures::load(files)? {
        let tenant = fixture.id();
        let is_demo = files.is_none();
        let is_new = store
            .document(DocumentKind::Tenant, tenant.as_str())?
            .is_none();
        if is_demo {
            demo = match is_new {
                true => Some(DemoAccounts::keep(&fixture, data).map_err(CatalogueError::Demo)?),
                false => DemoAccounts::kept(data),
            };
        }
        if is_new {
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
        demo,
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
            password_hash: match account.password {
                Password::Hash(hash) => hash.expose().to_owned(),
                // The store has only hashes. An account with a plain password cannot sign in.
                Password::Plain(_) => String::new(),
            },
        }
    }
}
