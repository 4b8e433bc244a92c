//! An agent's password by a one-time link: who invites, who chooses, and who ends sign-ins. Each is durable with its audit
//! record before it takes effect.

use super::{Change, carry_out};
use crate::admin::audit::{Action, AuditRecord};
use crate::admin::listing::version_of;
use crate::admin::publish::Published;
use crate::admin::thing::Thing;
use crate::agent_token::{self, Drawn, Place, SignedIn};
use crate::blocking::work;
use crate::catalogue::{Account, TenantSettings};
use crate::error::ApiError;
use crate::identity::sign_on;
use crate::mail::letters::{self, Link};
use crate::mail::record::Kind;
use crate::mail::words::Tongue;
use crate::mail::{MailRefusal, Posting, address_of};
use crate::new_password;
use crate::one_time::{self, Found, Made, Purpose};
use crate::routes::admin::people::JOIN_PAGE;
use crate::routes::agent::login::reach_of;
use crate::state::State;
use crate::two_step;
use actix_web::web::Data;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, Store};
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
    let account = settings.agents.get(agent).cloned();
    let account = account.filter(|account| account.is_active());
    let account = account.ok_or(LINK_SPENT)?;
    if sign_on::setting(store.as_ref(), tenant)?.is_some_and(|it| it.refuses_password_of(agent)) {
        return Err(ApiError::LinkSpent(sign_on::ONLY));
    }
    Ok(Joining {
        found,
        settings,
        account,
    })
}

/// Checks and hashes a password that an agent chose.
///
/// # Errors
/// 400 for a password that is too easy to guess.
pub fn hashed(
    password: &str,
    settings: &TenantSettings,
    account: &Account,
) -> Result<String, ApiError> {
    let (shop, nick) = (settings.tenant.name.or_empty("en"), &account.agent.nick);
    let known = [account.account.as_str(), shop, nick];
    if let Some(problem) = new_password::problem(password, &known) {
        return Err(ApiError::wrong("password", &problem));
    }
    new_password::hashed(password)
}

/// A link that was made for an agent.
pub struct Invited {
    /// The link.
    pub made: Made,
    /// Where it goes by mail.
    pub mailed_to: Option<String>,
}

/// Makes a link for an agent to choose a password: an invitation where they have none yet. Earlier links end. With a
/// language, a mail with the link is posted in the same commit.
///
/// # Errors
/// 404 for an agent who is not the tenant's, 409 where `version` is not the newest or the mail cannot be posted.
pub async fn invite(
    state: Data<State>,
    who: Arc<SignedIn>,
    (agent, version): (String, Option<u64>),
    by_mail: Option<Tongue>,
) -> Result<Invited, ApiError> {
    carry_out(state, who, Thing::Agents, move |change| {
        let stored = change.stored(&agent)?.ok_or(ApiError::NotFound)?;
        if version.is_some_and(|version| version != version_of(&stored)) {
            return Err(ApiError::Conflict("version is not the newest"));
        }
        let id = AgentId::from(agent.as_str());
        let known = change.before.agents.get(&id);
        if known.is_some_and(|account| !account.is_active()) {
            return Err(ApiError::Conflict(
                "the agent is disabled: enable them first",
            ));
        }
        let purpose = match stored.get("passwordHash") {
            None | Some(Value::Null) => Purpose::Invitation,
            Some(_) => Purpose::Reset,
        };
        let store = change.state.office.store().as_ref();
        let setting = sign_on::setting(store, change.tenant())?;
        if setting.is_some_and(|setting| setting.refuses_password_of(&id)) {
            return Err(ApiError::Conflict(sign_on::ONLY));
        }
        let now = change.state.now();
        let (made, mut changes) = link_for(store, (purpose, change.tenant(), &id), now)?;
        let mailed_to = match by_mail {
            None => None,
            Some(tongue) => {
                let account = known.ok_or(ApiError::NotFound)?;
                let (to, posted) = mailed(change, account, (purpose, &made), tongue)?;
                changes.extend(posted);
                Some(to)
            }
        };
        let record = AuditRecord {
            version: version_of(&stored),
            ..change.record(Action::Invite, Thing::Agents, &agent)
        };
        change.keep(changes, &record)?;
        Ok((Invited { made, mailed_to }, Published::default()))
    })
    .await
}

/// The mail with an agent's link, and where it goes.
fn mailed(
    change: &Change,
    account: &Account,
    (purpose, made): (Purpose, &Made),
    tongue: Tongue,
) -> Result<(String, Vec<DocumentChange>), ApiError> {
    let (state, settings) = (&change.state, &change.before);
    if !state.mail.is_on() {
        return Err(MailRefusal::Off.into());
    }
    let to = address_of(account).ok_or(MailRefusal::NoAddress)?;
    let address = state.mail.link(&format!("{JOIN_PAGE}{}", made.token));
    let link = Link {
        shop: settings.tenant.name.or_empty(tongue.code()),
        nick: &account.agent.nick,
        account: &account.account,
        link: &address,
        hours: purpose.hours(),
    };
    let (kind, letter) = match purpose {
        Purpose::Invitation => (Kind::Invitation, letters::invitation(tongue, &link)),
        Purpose::Reset | Purpose::Forgotten | Purpose::Setup => {
            (Kind::Reset, letters::reset(tongue, &link))
        }
    };
    let posting = Posting {
        kind,
        to,
        to_name: &account.agent.nick,
        reply_to: "",
        visitor: None,
        letter,
        stop: None,
    };
    let posted = state.mail.post(settings, posting, state.now())?;
    Ok((to.to_owned(), posted))
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
            ..change.record(Action::SignOut, Thing::Agents, &agent)
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
/// Nobody is signed in without the code of a second step: the link replaces the password alone.
///
/// # Errors
/// 401 if the link was used meanwhile; 503 if the store did not record it.
pub async fn choose(
    state: Data<State>,
    token: String,
    hash: String,
    place: Place,
) -> Result<Chosen, ApiError> {
    let (shared, of_link) = (state.clone(), token.clone());
    let looked = move || {
        let joins = joining(&shared, &of_link)?;
        let (tenant, agent) = joins.found.link.agent.ok_or(LINK_SPENT)?;
        let held = two_step::read(shared.office.store().as_ref(), &tenant, &agent)?;
        let reach = reach_of(&joins.settings, &held);
        let drawn = agent_token::draw((tenant, agent), place, reach, shared.now());
        Ok((drawn, held.is_on()))
    };
    let (drawn, needs_code) = work(looked).await?;
    let own = match needs_code {
        true => Vec::new(),
        false => drawn.changes.clone(),
    };
    let (who, at) = (Arc::clone(&drawn.signed_in), state.clone());
    carry_out(state, Arc::clone(&who), Thing::Agents, move |change| {
        let used = joining(&change.state, &token)?.found.used();
        let changes = own.into_iter().chain([used]).collect();
        let agent = change.who.agent.as_str();
        change.amend(agent, changes, |agent| agent.password_hash = Some(hash))
    })
    .await?;
    let account = at.catalogue.account(&who.tenant, &who.agent);
    Ok(Chosen {
        account: account.ok_or(LINK_SPENT)?,
        tenant: who.tenant.clone(),
        drawn: (!needs_code).then_some(drawn),
    })
}

/// A password that an agent chose by a link.
pub struct Chosen {
    /// The agent's tenant.
    pub tenant: TenantId,
    /// The agent.
    pub account: Arc<Account>,
    /// Their sign-in; none if it needs a code.
    pub drawn: Option<Drawn>,
}
