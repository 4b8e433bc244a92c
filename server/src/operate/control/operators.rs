//! Orders about operators (Protocol, 'Operators').

use super::{Done, Extent, Refused, Setting, said};
use crate::account_name;
use crate::admin::audit::{self, Action, AuditRecord, OPERATOR};
use crate::admin::change::account::{Turned, totp_record};
use crate::one_time::{self, Purpose};
use crate::operators::{self, JOIN_PAGE, MOST, Operator, home};
use crate::two_step;
use actors_core::ids::AgentId;
use actors_runtime::ports::{DocumentChange, Store};
use serde::{Deserialize, Serialize};

/// An operator, as the command line lists them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Listed {
    /// What they sign in with.
    pub account: String,
    /// Whether they chose a password.
    pub has_password: bool,
    /// Whether signing in needs a code.
    pub has_totp: bool,
}

/// Adds an operator, and makes a link for them to choose a password.
///
/// # Errors
/// The name cannot be used, or is taken.
pub fn add(store: &dyn Store, account: &str, setting: &Setting) -> Result<Done, Refused> {
    let base = base(setting)?;
    let account = account_name::normal(account);
    if !account_name::is_valid(&account) {
        return Err(format!("the name {}", account_name::RULE));
    }
    let known = operators::all(store).map_err(said)?;
    if known.iter().any(|operator| operator.account == account) {
        return Err(format!(
            "there is an operator '{account}' already: `frontdesk operator reset-password` makes a new link"
        ));
    }
    if known.len() >= MOST {
        return Err(format!("there are {MOST} operators already: remove one"));
    }
    let operator = Operator::new(account);
    let changes = vec![operator.change()];
    link(
        store,
        (&operator, Purpose::Invitation),
        changes,
        (base, setting),
    )
}

/// All operators.
///
/// # Errors
/// The store's.
pub fn list(store: &dyn Store) -> Result<Done, Refused> {
    let mut list = Vec::new();
    for operator in operators::all(store).map_err(said)? {
        let held = two_step::read(store, &home(), &operator.id()).map_err(said)?;
        list.push(Listed {
            has_password: operator.password_hash.is_some(),
            has_totp: held.is_on(),
            account: operator.account,
        });
    }
    Ok(Done::Operators { list })
}

/// Removes an operator: their sign-ins, links and second step end.
///
/// # Errors
/// There is no such operator.
pub fn remove(store: &dyn Store, account: &str, setting: &Setting) -> Result<Done, Refused> {
    let operator = known(store, account)?;
    let mut changes = operator.shut_out(store, None).map_err(said)?;
    changes.push(operator.removed());
    changes.push(two_step::forgotten(&home(), &operator.id()));
    changes.push(noted(&operator, Action::Delete, setting));
    store.change_documents(&changes).map_err(said)?;
    Ok(Done::Changed)
}

/// Ends an operator's password and sign-ins at once, and makes a link to choose a new password.
///
/// # Errors
/// There is no such operator.
pub(super) fn reset(
    store: &dyn Store,
    account: &str,
    extent: Extent,
    setting: &Setting,
) -> Result<Done, Refused> {
    let base = base(setting)?;
    let mut operator = known(store, account)?;
    operator.password_hash = None;
    let mut changes = operator.shut_out(store, None).map_err(said)?;
    changes.push(operator.change());
    if extent == Extent::WithTotp {
        let (by, of) = (AgentId::from(OPERATOR), operator.account.as_str());
        let record = AuditRecord {
            thing: "operators".to_owned(),
            ..totp_record(setting.at + 1, &by, of, Turned::Off)
        };
        changes.push(two_step::forgotten(&home(), &operator.id()));
        changes.push(audit::written(&home(), &record));
    }
    link(store, (&operator, Purpose::Reset), changes, (base, setting))
}

fn known(store: &dyn Store, account: &str) -> Result<Operator, Refused> {
    let found = operators::find(store, account).map_err(said)?;
    found.ok_or_else(|| {
        format!("there is no operator '{account}': `frontdesk operator list` shows all")
    })
}

/// The operator's address. Nothing is stored if it is not open, because the link would lead nowhere.
fn base(setting: &Setting) -> Result<&str, Refused> {
    setting.bases.operator.as_deref().ok_or_else(|| {
        "the operator's address is not open, so the link would lead nowhere: start the server with a free \
         --operator-listen, and give the command again"
            .to_owned()
    })
}

/// Commits the changes with a new link.
fn link(
    store: &dyn Store,
    (operator, purpose): (&Operator, Purpose),
    mut changes: Vec<DocumentChange>,
    (base, setting): (&str, &Setting),
) -> Result<Done, Refused> {
    let made = one_time::for_agent(purpose, &home(), &operator.id(), setting.now);
    changes.push(made.change);
    changes.push(noted(operator, Action::Invite, setting));
    store.change_documents(&changes).map_err(said)?;
    Ok(Done::Link {
        link: format!("{base}{JOIN_PAGE}{}", made.token),
        expires_at: made.until.as_millis(),
    })
}

fn noted(operator: &Operator, action: Action, setting: &Setting) -> DocumentChange {
    let by = AgentId::from(OPERATOR);
    let record = audit::record(setting.at, &by, action, "operators", &operator.account);
    audit::written(&home(), &record)
}
