//! Single sign-on: checks the setting, and finds, makes and changes the accounts of people who sign in at the provider.
//! Each change of an account is durable with its audit record before anybody is signed in.

use super::{Change, carry_out};
use crate::account_name;
use crate::admin::audit::{self, Action, AuditRecord};
use crate::admin::difference::FieldChange;
use crate::admin::publish::Published;
use crate::admin::thing::Thing;
use crate::admin::written::Written;
use crate::agent_token::{self, Place, Reach};
use crate::blocking::work;
use crate::catalogue::{Account, TenantSettings};
use crate::error::ApiError;
use crate::fixtures::findings::FieldError;
use crate::fixtures::people::WrittenAgent;
use crate::fixtures::sign_on::{SignOn, WrittenSignOn};
use crate::identity::sign_on::link::{self, Link};
use crate::identity::sign_on::person::{Granted, Person};
use crate::identity::sign_on::trouble::Trouble;
use crate::identity::sign_on::{self};
use crate::secrets;
use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::{AgentId, GroupId, TenantId};
use actors_core::tenant::Role;
use actors_runtime::ports::DocumentChange;
use std::sync::Arc;

/// Who changes accounts when somebody signs in at the provider; no agent can be named so.
pub const SIGN_ON: &str = "@signOn";

/// How many visitors a new agent serves at once.
const CAPACITY: u32 = 3;

/// Whose account a person has.
enum Found {
    /// Theirs since an earlier sign-in.
    Linked(AgentId),
    /// The one with their address; the link is new.
    ByEmail(AgentId),
    /// None yet.
    New,
}

/// Returns the agent that a person is. It makes or changes the account where the setting says so.
///
/// # Errors
/// 401 with the reason why they cannot sign in; 503 if the store did not keep a change.
pub async fn admit(
    state: Data<State>,
    tenant: TenantId,
    setting: Arc<SignOn>,
    person: Person,
) -> Result<AgentId, ApiError> {
    let (shared, of) = (state.clone(), (tenant.clone(), Arc::clone(&setting)));
    let known = person.clone();
    // Most people come again: nothing changes, and nobody waits for a change of the settings.
    let settled = work(move || settled(&shared, &of.0, &of.1, &known)).await?;
    if let Some(agent) = settled {
        return Ok(agent);
    }
    let nobody = (tenant, AgentId::from(SIGN_ON));
    let who = agent_token::draw(nobody, Place::default(), Reach::Full, state.now());
    let who = Arc::clone(&who.signed_in);
    carry_out(state, who, Thing::Agents, move |change| {
        change.admit(&setting, &person)
    })
    .await
}

/// The agent that a person is, if nothing of the account changes. It refuses nobody: the store has a new account a
/// moment before the settings do, and only the change, which runs alone, sees both as they are.
fn settled(
    state: &State,
    tenant: &TenantId,
    setting: &SignOn,
    person: &Person,
) -> Result<Option<AgentId>, ApiError> {
    let key = link::key(tenant, &setting.issuer, &person.subject);
    let link = link::read(state.office.store().as_ref(), &key)?;
    let settings = state.catalogue.tenant(tenant).ok_or(Trouble::Off)?;
    let Ok(Found::Linked(agent)) = find(link, &settings, setting, person) else {
        return Ok(None);
    };
    let Some(account) = settings.agents.get(&agent) else {
        return Ok(None);
    };
    let granted = granted(&settings, setting, account, person);
    Ok(granted.is_none().then_some(agent))
}

/// Finds whose account a person has.
fn find(
    link: Option<Link>,
    settings: &TenantSettings,
    setting: &SignOn,
    person: &Person,
) -> Result<Found, Trouble> {
    let active = |account: &Arc<Account>| match account.is_active() {
        true => Ok(account.agent.id.clone()),
        false => Err(Trouble::Disabled),
    };
    let is_removed = link.as_ref().is_some_and(|link| link.is_removed);
    if let Some(link) = link.filter(|link| !link.is_removed) {
        let account = settings.agents.get(&link.admin_id);
        return active(account.ok_or(Trouble::Removed)?).map(Found::Linked);
    }
    let email = person.email.as_deref();
    let named = email.and_then(|email| settings.agents.signing_in_as(email));
    match named {
        Some(account) if setting.links_by_email => active(account).map(Found::ByEmail),
        _ if is_removed => Err(Trouble::Removed),
        Some(_) => Err(Trouble::AccountTaken),
        None if setting.creates_accounts => Ok(Found::New),
        None if person.has_unproven_email && setting.links_by_email => Err(Trouble::EmailUnproven),
        None => Err(Trouble::NoAccount),
    }
}

/// The role and groups that the provider gives an account, if they are others than it has. The administrator who keeps
/// their password also keeps their role.
fn granted(
    settings: &TenantSettings,
    setting: &SignOn,
    account: &Account,
    person: &Person,
) -> Option<(Role, Option<Vec<GroupId>>)> {
    let Granted::Role(role, groups) = &person.granted else {
        return None;
    };
    let agent = &account.agent;
    if agent.id.as_str() == setting.password_admin {
        return None;
    }
    let groups = groups.as_ref().map(|groups| {
        let known = groups.iter().filter(|group| settings.has_group(group));
        known.cloned().collect::<Vec<_>>()
    });
    let mut own = agent.groups.to_vec();
    own.sort();
    let is_same = agent.role == *role && groups.as_ref().is_none_or(|groups| *groups == own);
    (!is_same).then_some((*role, groups))
}

impl Change {
    fn admit(&self, setting: &SignOn, person: &Person) -> Result<(AgentId, Published), ApiError> {
        let store = self.state.office.store().as_ref();
        let key = link::key(self.tenant(), &setting.issuer, &person.subject);
        let link = link::read(store, &key)?;
        match find(link, &self.before, setting, person)? {
            Found::Linked(agent) => self.follow(agent, Vec::new(), (setting, person)),
            Found::ByEmail(agent) => {
                let changes = self.linked(key, &agent);
                self.follow(agent, changes, (setting, person))
            }
            Found::New => self.create(key, person),
        }
    }

    /// The changes that link a person to an agent, with their audit record.
    fn linked(&self, key: String, agent: &AgentId) -> Vec<DocumentChange> {
        let now = self.state.now();
        let at = self.state.admin.audit.draw(now);
        let record = AuditRecord {
            fields: vec!["signOnLink".to_owned()],
            changes: vec![FieldChange {
                field: "signOnLink".to_owned(),
                before: serde_json::Value::Null,
                after: "set".into(),
            }],
            ..audit::record(
                at,
                &self.who.agent,
                Action::Put,
                Thing::Agents.name(),
                agent.as_str(),
            )
        };
        vec![
            link::linking(key, agent, now),
            audit::written(self.tenant(), &record),
        ]
    }

    /// Gives an account what the provider says, beside `changes`.
    fn follow(
        &self,
        agent: AgentId,
        changes: Vec<DocumentChange>,
        (setting, person): (&SignOn, &Person),
    ) -> Result<(AgentId, Published), ApiError> {
        let account = self.before.agents.get(&agent).ok_or(Trouble::Removed)?;
        let Some((role, groups)) = granted(&self.before, setting, account, person) else {
            let store = self.state.office.store();
            store.change_documents(&changes)?;
            return Ok((agent, Published::default()));
        };
        let amended = self.amend(agent.as_str(), changes, |written| {
            written.grant(role, groups.as_deref());
        });
        match amended {
            Ok(((), published)) => Ok((agent, published)),
            Err(ApiError::InvalidFields(wrong)) if is_about(&wrong, "role") => {
                Err(Trouble::LastAdmin.into())
            }
            Err(error) => Err(error),
        }
    }

    /// Makes an account for a person.
    fn create(&self, key: String, person: &Person) -> Result<(AgentId, Published), ApiError> {
        let settings = &self.before;
        let account = self.account_for(person)?;
        let id = self.id_for(&account);
        let mut agent = WrittenAgent::named(&id, account, person.nick.clone(), CAPACITY);
        let (role, groups) = match &person.granted {
            Granted::AsSet => (Role::Agent, None),
            Granted::Role(role, groups) => (*role, groups.clone()),
        };
        let known = |groups: Vec<GroupId>| {
            let known = groups.into_iter().filter(|group| settings.has_group(group));
            known.collect::<Vec<_>>()
        };
        agent.grant(role, groups.map(known).as_deref());
        let body = Written::Agent(Box::new(agent)).json();
        match self.put(body, self.linked(key, &id)) {
            Ok((_, published)) => Ok((id, published)),
            Err(ApiError::InvalidFields(wrong)) => {
                let fields: Vec<_> = wrong.iter().map(|error| &error.field).collect();
                let tenant = self.tenant();
                tracing::info!(%tenant, ?fields, "no account for a person at the provider");
                Err(Trouble::NotCreated.into())
            }
            Err(error) => Err(error),
        }
    }

    /// What a new person signs in with: their verified address, or their name at the provider, if it is free.
    fn account_for(&self, person: &Person) -> Result<String, Trouble> {
        let is_free = |name: &str| self.before.agents.signing_in_as(name).is_none();
        if let Some(email) = &person.email {
            return match is_free(email) {
                true => Ok(email.clone()),
                false => Err(Trouble::AccountTaken),
            };
        }
        let preferred = person.preferred.clone().filter(|name| is_free(name));
        Ok(preferred.unwrap_or_else(|| format!("sso-{}", &secrets::random_name()[..12])))
    }

    /// The id of a new agent: their account without its domain, with a number if it is taken.
    fn id_for(&self, account: &str) -> AgentId {
        let name: String = account_name::id_of(account).chars().take(50).collect();
        let is_free = |id: &AgentId| self.before.agents.get(id).is_none();
        let own = AgentId::from(name.as_str());
        if is_free(&own) {
            return own;
        }
        let mut numbered = (2..1_000).map(|number| AgentId::from(format!("{name}-{number}")));
        let free = numbered.find(is_free);
        free.unwrap_or_else(|| AgentId::from(format!("sso-{}", secrets::random_name())))
    }

    /// What is wrong with the setting beside the tenant's others.
    pub(super) fn sign_on_problems(&self, written: &WrittenSignOn) -> Vec<FieldError> {
        let mut wrong = Vec::new();
        let mut add = |field: String, message: &str| wrong.push(FieldError::new(field, message));
        let providers = &self.state.sign_ons.providers;
        if !written.issuer.is_empty() && !providers.permits(&written.issuer) {
            add(
                "issuer".to_owned(),
                "must be https with a public host name and no port, or a host that the operator allows",
            );
        }
        for (row, of_row) in written.roles.iter().enumerate() {
            for (at, group) in of_row.group_ids.iter().enumerate() {
                if !self.before.has_group(&GroupId::from(group.as_str())) {
                    add(
                        format!("roles[{row}].groupIds[{at}]"),
                        "must be a group of this tenant",
                    );
                }
            }
        }
        if written.only.0 && !keeps_password(&self.before, &written.password_admin) {
            add(
                "passwordAdmin".to_owned(),
                "must be an administrator who has a password and is not disabled",
            );
        }
        wrong
    }

    /// Checks that changed agents leave the administrator who keeps their password.
    pub(super) fn keep_password_admin(&self, after: &TenantSettings) -> Result<(), ApiError> {
        let store = self.state.office.store().as_ref();
        let setting = sign_on::setting(store, self.tenant())?;
        let Some(setting) = setting.filter(|setting| setting.is_only) else {
            return Ok(());
        };
        let admin = &setting.password_admin;
        match keeps_password(after, admin) || !keeps_password(&self.before, admin) {
            true => Ok(()),
            false => Err(ApiError::wrong(
                "role",
                "is needed: this administrator is the one way in by password; choose another in Single sign-on first",
            )),
        }
    }

    /// Checks that the administrator who keeps their password is not deleted.
    pub(super) fn spare_password_admin(&self, agent: &str) -> Result<(), ApiError> {
        let store = self.state.office.store().as_ref();
        let setting = sign_on::setting(store, self.tenant())?;
        match setting.is_some_and(|it| it.is_only && it.password_admin == agent) {
            true => Err(ApiError::Conflict(
                "this administrator is the one way in by password: choose another in Single sign-on first",
            )),
            false => Ok(()),
        }
    }
}

fn keeps_password(settings: &TenantSettings, admin: &str) -> bool {
    let account = settings.agents.get(&AgentId::from(admin));
    account.is_some_and(|account| account.agent.role == Role::Admin && account.can_sign_in())
}

fn is_about(wrong: &[FieldError], field: &str) -> bool {
    wrong.iter().any(|error| error.field == field)
}
