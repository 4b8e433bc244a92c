//! An agent's password by a one-time link: who invites, who chooses, and who ends sign-ins. Each is durable with its audit
//! record before it takes effect.

use super::{Change, carry_out, one_wrong};
use crate::admin::audit::{self, Action, AuditRecord};
use crate::admin::listing::version_of;
use crate::admin::publish::Published;
use crate::admin::thing::Thing;
use crate::admin::written::Written;
use crate::agent_token::{self, Drawn, SignedIn};
use crate::catalogue::{Account, TenantSettings};
use crate::error::ApiError;
use crate::fixtures::people::WrittenAgent;
use crate::new_password;
use crate::one_time::{self, Found, Made, Purpose};
use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store};
use serde_json::Value;
use std::sync::Arc;

/// What a link that cannot be used is answered with.
pub const LINK_SPENT: ApiError =
    ApiError::LinkSpent("this link was used or has expired: ask an administrator for a new one");

/// A link that may be used, and whose password it sets.
pub struct Joining {
    /// The link.
    pub found: Found,
    /// The agent's tenant.
    pub settings: Arc<TenantSettings>,
    /// The agent.
    pub account: Arc<Account>,
}

/// Looks a link up.
///
/// # Errors
/// 401 if it cannot be used; 503 if the store cannot be read.
pub fn joining(state: &State, token: &str) -> Result<Joining, ApiError> {
    let store = state.office.store();
    let found = one_time::usable(store.as_ref(), token, state.now())?;
    let found = found.ok_or(LINK_SPENT)?;
    let (tenant, agent) = found.link.agent.as_ref().ok_or(LINK_SPENT)?;
    let settings = state.catalogue.tenant(tenant).ok_or(LINK_SPENT)?;
    let account = settings.agents.get(agent).cloned().ok_or(LINK_SPENT)?;
    Ok(Joining {
        found,
        settings,
        account,
    })
}

/// Checks and hashes a password that an agent chose.
///
/// # Errors
/// 400 for one that nobody should have.
pub fn hashed(
    password: &str,
    settings: &TenantSettings,
    account: &Account,
) -> Result<String, ApiError> {
    let (shop, nick) = (settings.tenant.name.or_empty("en"), &account.agent.nick);
    let known = [account.account.as_str(), shop, nick];
    if let Some(problem) = new_password::problem(password, &known) {
        return Err(one_wrong("password", &problem));
    }
    new_password::hashed(password)
}

/// Makes a link for an agent to choose a password: an invitation where they have none yet. Earlier links end.
///
/// # Errors
/// 404 for an agent who is not the tenant's, 409 where `version` is not the newest.
pub async fn invite(
    state: Data<State>,
    who: Arc<SignedIn>,
    agent: String,
    version: Option<u64>,
) -> Result<Made, ApiError> {
    carry_out(state, who, Thing::Agents, move |change| {
        let stored = change.stored(&agent)?.ok_or(ApiError::NotFound)?;
        if version.is_some_and(|version| version != version_of(&stored)) {
            return Err(ApiError::Conflict("version is not the newest"));
        }
        let purpose = match stored.get("passwordHash") {
            None | Some(Value::Null) => Purpose::Invitation,
            Some(_) => Purpose::Reset,
        };
        let id = AgentId::from(agent.as_str());
        let store = change.state.office.store().as_ref();
        let now = change.state.now();
        let (made, changes) = link_for(store, (purpose, change.tenant(), &id), now)?;
        let record = AuditRecord {
            version: version_of(&stored),
            ..audit::record(
                change.at,
                &change.who.agent,
                Action::Invite,
                "agents",
                &agent,
            )
        };
        change.keep(changes, &record)?;
        Ok((made, Published::default()))
    })
    .await
}

/// A link for an agent, and the changes that keep it and void the agent's earlier ones.
///
/// # Errors
/// 503 if the store cannot be read.
pub fn link_for(
    store: &dyn Store,
    (purpose, tenant, agent): (Purpose, &TenantId, &AgentId),
    now: Timestamp,
) -> Result<(Made, Vec<DocumentChange>), ApiError> {
    let made = one_time::for_agent(purpose, tenant, agent, now);
    let mut changes = one_time::voiding_agents(store, tenant, agent)?;
    changes.push(made.change.clone());
    Ok((made, changes))
}

/// Ends an agent's sign-ins, all but the caller's own.
///
/// # Errors
/// 404 for an agent who is not the tenant's.
pub async fn sign_out(
    state: Data<State>,
    who: Arc<SignedIn>,
    agent: String,
) -> Result<(), ApiError> {
    let spared = who.hash;
    carry_out(state, who, Thing::Agents, move |change| {
        let stored = change.stored(&agent)?.ok_or(ApiError::NotFound)?;
        let mut changes = Vec::new();
        let signed_out = change.sign_out(&agent, &mut changes)?;
        let record = AuditRecord {
            version: version_of(&stored),
            ..audit::record(
                change.at,
                &change.who.agent,
                Action::SignOut,
                "agents",
                &agent,
            )
        };
        change.keep(changes, &record)?;
        let published = Published {
            signed_out,
            spared: Some(spared),
            ..Published::default()
        };
        Ok(((), published))
    })
    .await
}

/// Sets the password that an agent chose by a link, uses the link up, ends their sign-ins, and signs them in: one step.
///
/// # Errors
/// 401 if the link was used meanwhile; 503 if the store did not keep it.
pub async fn choose(
    state: Data<State>,
    token: String,
    hash: String,
) -> Result<(Drawn, Arc<Account>), ApiError> {
    let (shared, of_link) = (state.clone(), token.clone());
    let joins = crate::blocking::work(move || joining(&shared, &of_link)).await?;
    let (tenant, agent) = joins.found.link.agent.ok_or(LINK_SPENT)?;
    let drawn = agent_token::draw(tenant.clone(), agent.clone(), state.now());
    let (signed_in, own) = (Arc::clone(&drawn.signed_in), drawn.change.clone());
    let at = state.clone();
    carry_out(state, signed_in, Thing::Agents, move |change| {
        let used = joining(&change.state, &token)?.found.used();
        change.choose(agent.as_str(), hash, vec![used, own])
    })
    .await?;
    let account = at
        .catalogue
        .account(&drawn.signed_in.tenant, &drawn.signed_in.agent);
    Ok((drawn, account.ok_or(LINK_SPENT)?))
}

impl Change {
    fn choose(
        &self,
        id: &str,
        hash: String,
        mut changes: Vec<DocumentChange>,
    ) -> Result<((), Published), ApiError> {
        let stored = self.stored(id)?.ok_or(LINK_SPENT)?;
        let mut fields = stored.clone();
        fields.remove("version");
        let mut agent: WrittenAgent =
            serde_json::from_value(Value::Object(fields)).map_err(ApiError::internal)?;
        agent.password_hash = Some(hash);
        let mut written = Written::Agent(Box::new(agent));
        let settings = self.settings_with(&mut written, id, false)?;
        let version = version_of(&stored) + 1;
        let mut fields = written.json();
        fields.insert("version".to_owned(), version.into());
        changes.push(DocumentChange {
            kind: DocumentKind::Agent,
            key: Thing::Agents.key(self.tenant(), id),
            json: Some(serde_json::to_vec(&fields).map_err(ApiError::internal)?),
        });
        let signed_out = self.sign_out(id, &mut changes)?;
        let record = AuditRecord {
            version,
            fields: vec!["password".to_owned()],
            ..audit::record(self.at, &self.who.agent, Action::Put, "agents", id)
        };
        self.keep(changes, &record)?;
        let published = Published {
            settings: settings.map(Arc::new),
            signed_out,
            spared: Some(self.who.hash),
        };
        Ok(((), published))
    }
}
