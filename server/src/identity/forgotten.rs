//! Another password for an agent or an operator who forgot theirs: a link of one hour, by mail. Whoever asks learns nothing about the
//! account: an unknown one takes as many steps and as many documents.

use crate::admin::audit::{self, Action};
use crate::catalogue::{Account, TenantSettings};
use crate::error::ApiError;
use crate::identity::sign_on;
use crate::mail::letters::{self, Link};
use crate::mail::record::Kind;
use crate::mail::words::Tongue;
use crate::mail::{PRODUCT, Posting, address_of};
use crate::one_time::{self, Purpose};
use crate::operators::{self, Operator};
use crate::routes::admin::people::JOIN_PAGE;
use crate::state::State;
use actors_core::ids::{AgentId, TenantId};
use actors_runtime::ports::DocumentChange;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::Arc;

/// Links for one account in an hour.
const PER_HOUR: NonZeroU32 = NonZeroU32::new(3).expect("three is not zero");

/// How often each account was named, whether it exists or not.
pub struct Asked(DefaultKeyedRateLimiter<u64>);

impl Default for Asked {
    fn default() -> Self {
        Self(RateLimiter::keyed(Quota::per_hour(PER_HOUR)))
    }
}

impl Asked {
    fn permits(&self, tenant: &str, account: &str) -> bool {
        let mut hasher = blake3::Hasher::new();
        hasher.update(tenant.as_bytes()).update(b"\0");
        hasher.update(account.as_bytes());
        let mut key = [0; 8];
        key.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        self.0.check_key(&u64::from_le_bytes(key)).is_ok()
    }

    /// Forgets accounts that were not named for an hour. Call it regularly.
    pub fn sweep(&self) {
        crate::rates::sweep(&self.0);
    }
}

/// Stores a link for the account and a mail with it, if there is such an account with an address.
///
/// # Errors
/// 503 if the store did not keep it.
pub fn ask(
    state: &State,
    settings: Option<&TenantSettings>,
    account: &str,
    tongue: Tongue,
) -> Result<(), ApiError> {
    let tenant = settings.map_or("", |settings| settings.tenant.id.as_str());
    let is_permitted = !state.limits.are_on() || state.asked_for_links.permits(tenant, account);
    let found = settings.and_then(|settings| {
        let account = settings.agents.signing_in_as(account)?;
        let is_meant = account.is_active() && is_permitted;
        is_meant.then_some((settings, account))
    });
    keep(state, found.and_then(|found| posted(state, found, tongue)))
}

/// The same for an operator, whose account must be an address.
///
/// # Errors
/// 503 if the store did not keep it.
pub fn ask_as_operator(state: &State, account: &str, tongue: Tongue) -> Result<(), ApiError> {
    let home = operators::home();
    let is_permitted =
        !state.limits.are_on() || state.asked_for_links.permits(home.as_str(), account);
    let found = operators::find(state.office.store().as_ref(), account)?;
    let found = found.filter(|_| is_permitted);
    keep(
        state,
        found.and_then(|operator| posted_to(state, &operator, tongue)),
    )
}

fn keep(state: &State, posted: Option<Vec<DocumentChange>>) -> Result<(), ApiError> {
    let changes = match posted {
        Some(changes) => changes,
        None => as_if(state)?,
    };
    Ok(state.office.store().change_documents(&changes)?)
}

fn posted(
    state: &State,
    (settings, account): (&TenantSettings, &Arc<Account>),
    tongue: Tongue,
) -> Option<Vec<DocumentChange>> {
    let (tenant, agent) = (&settings.tenant.id, &account.agent.id);
    let setting = sign_on::setting(state.office.store().as_ref(), tenant).ok()?;
    // Who may sign in at the provider only would get a link that is refused.
    if setting.is_some_and(|setting| setting.refuses_password_of(agent)) {
        return None;
    }
    let mut changes = ending(state, tenant, agent).ok()?;
    let now = state.now();
    let made = one_time::for_agent(Purpose::Forgotten, tenant, agent, now);
    let link = state.mail.link(&format!("{JOIN_PAGE}{}", made.token));
    let letter = letters::forgotten(
        tongue,
        &Link {
            shop: settings.tenant.name.or_empty(tongue.code()),
            nick: &account.agent.nick,
            account: &account.account,
            link: &link,
            hours: Purpose::Forgotten.hours(),
        },
    );
    let posting = Posting {
        kind: Kind::Reset,
        to: address_of(account)?,
        to_name: &account.agent.nick,
        reply_to: "",
        visitor: None,
        letter,
        stop: None,
    };
    let mail = state.mail.post(settings, posting, now);
    let mail = mail.inspect_err(|refusal| {
        tracing::info!(%tenant, ?refusal, "a link for a forgotten password was not sent");
    });
    changes.extend(mail.ok()?);
    let at = state.admin.audit.draw(now);
    let record = audit::record(at, agent, Action::Send, "agents", agent.as_str());
    changes.extend([made.change, audit::written(tenant, &record)]);
    Some(changes)
}

fn posted_to(state: &State, operator: &Operator, tongue: Tongue) -> Option<Vec<DocumentChange>> {
    let (home, id, now) = (operators::home(), operator.id(), state.now());
    let mut changes = ending(state, &home, &id).ok()?;
    let made = one_time::for_agent(Purpose::Forgotten, &home, &id, now);
    let page = format!("{}{}", operators::JOIN_PAGE, made.token);
    let letter = letters::operator_forgotten(
        tongue,
        &Link {
            shop: PRODUCT,
            nick: &operator.account,
            account: &operator.account,
            link: &state.mail.operators_link(&page)?,
            hours: Purpose::Forgotten.hours(),
        },
    );
    let mail = state.mail.post_to_operator(&operator.account, letter, now);
    let mail = mail.inspect_err(|refusal| {
        tracing::info!(
            ?refusal,
            "a link for an operator's forgotten password was not sent"
        );
    });
    changes.extend(mail.ok()?);
    let at = state.admin.audit.draw(now);
    let record = audit::record(at, &id, Action::Send, "operators", &operator.account);
    changes.extend([made.change, audit::written(&home, &record)]);
    Some(changes)
}

/// As many changes as a link and its mail, of links that open nothing.
fn as_if(state: &State) -> Result<Vec<DocumentChange>, ApiError> {
    let nobody = (TenantId::from("-"), AgentId::from("-"));
    let mut changes = ending(state, &nobody.0, &nobody.1)?;
    changes.extend((0..4).map(|_| {
        one_time::for_agent(Purpose::Forgotten, &nobody.0, &nobody.1, state.now()).change
    }));
    Ok(changes)
}

/// The end of earlier links of this kind. An invitation, which somebody else sent, stays.
fn ending(
    state: &State,
    tenant: &TenantId,
    agent: &AgentId,
) -> Result<Vec<DocumentChange>, ApiError> {
    let store = state.office.store().as_ref();
    let ended = one_time::voiding(store, |link| {
        let of = link.agent.as_ref();
        link.purpose == Purpose::Forgotten && of.is_some_and(|(t, a)| t == tenant && a == agent)
    });
    Ok(ended?)
}
