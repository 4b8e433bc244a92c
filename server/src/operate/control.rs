//! What the operator orders on the command line (Protocol, 'Command line'): links, tenants, passwords.
//!
//! - [`operators`]: those who run several tenants.
//! - [`socket`]: a running server takes orders on a socket in the data folder, because it holds the store.
//! - [`command`]: the command: it asks the socket, or opens the store itself where no server runs.

pub mod command;
pub mod operators;
pub mod socket;

use crate::account_name;
use crate::admin::audit::{self, Action, OPERATOR};
use crate::admin::change::account::{Turned, totp_record};
use crate::admin::change::password::link_for;
use crate::error::ApiError;
use crate::fixtures::TenantFixture;
use crate::new_shop;
use crate::one_time::{self, Purpose};
use crate::register::{self, ListedTenant};
use crate::routes::admin::people::JOIN_PAGE;
use crate::two_step;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::Timestamp;
use actors_runtime::ports::Store;
use reqwest::Url;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// An order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "order",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Order {
    /// A new link to set up the first tenant; earlier ones end.
    SetupLink,
    /// A link to set up one more tenant.
    AddTenant {
        /// The name the page begins with.
        name: String,
    },
    /// All tenants.
    ListTenants,
    /// Stops serving a tenant. Nothing is deleted.
    DisableTenant {
        /// Which tenant.
        tenant_id: String,
    },
    /// Serves a tenant again.
    EnableTenant {
        /// Which tenant.
        tenant_id: String,
    },
    /// A link for an agent to choose a new password.
    ResetPassword {
        /// Whose agent; the only tenant's where it is left out.
        tenant_id: Option<String>,
        /// What the agent signs in with.
        account: String,
        /// Whether their second step is removed too.
        #[serde(default)]
        totp: bool,
    },
    /// One more operator, and a link for them to choose a password.
    AddOperator {
        /// What they sign in with.
        account: String,
    },
    /// All operators.
    ListOperators,
    /// Removes an operator.
    RemoveOperator {
        /// What they sign in with.
        account: String,
    },
    /// Ends an operator's password and sign-ins, and makes a link to choose a new one.
    ResetOperator {
        /// What they sign in with.
        account: String,
        /// Whether their second step is removed too.
        #[serde(default)]
        totp: bool,
    },
}

/// The result of an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "done",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Done {
    /// A link was made.
    Link {
        /// Its address.
        link: String,
        /// When it ends, in milliseconds since the epoch.
        expires_at: i64,
    },
    /// The tenants.
    Tenants {
        /// By id.
        list: Vec<ListedTenant>,
    },
    /// The operators.
    Operators {
        /// By account.
        list: Vec<operators::Listed>,
    },
    /// The change is stored and in effect.
    Changed,
}

/// Why an order was refused: a sentence for the operator.
pub type Refused = String;

/// Where and when an order is carried out.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The addresses that links begin with.
    pub bases: Bases,
    /// The time.
    pub now: Timestamp,
    /// The time of the audit record.
    pub at: i64,
}

/// The addresses that links begin with.
#[derive(Clone, Debug)]
pub struct Bases {
    /// The public address.
    pub public: String,
    /// The operator's address; `None` if it is not open.
    pub operator: Option<String>,
}

impl Bases {
    /// Those of a server that listens here: by `http` or `https` on the public address, and by HTTP on the operator's.
    pub fn of((scheme, public): (&str, SocketAddr), operator: Option<SocketAddr>) -> Self {
        Self {
            public: base(scheme, public),
            operator: operator.map(|operator| base("http", operator)),
        }
    }
}

/// The address that links to a server begin with, with the scheme `http` or `https`. A server on all addresses is
/// reached on this machine's own.
fn base(scheme: &str, mut address: SocketAddr) -> String {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    format!("{scheme}://{address}")
}

/// Carries an order out in the store alone. A running server does more for [`Order::DisableTenant`] and
/// [`Order::EnableTenant`].
///
/// # Errors
/// A sentence for the operator.
pub fn carry_out(store: &dyn Store, order: Order, setting: &Setting) -> Result<Done, Refused> {
    let by = AgentId::from(OPERATOR);
    match order {
        Order::SetupLink => setup_link(store, setting),
        Order::AddTenant { name } => add_tenant(store, name, setting),
        Order::ListTenants => Ok(Done::Tenants {
            list: register::listed(store).map_err(said)?,
        }),
        Order::DisableTenant { tenant_id } => {
            let tenant = TenantId::from(tenant_id.as_str());
            let kept = register::keep_disabled(store, &tenant, (&by, setting.at));
            kept.map_err(|error| of_tenant(&tenant_id, error))?;
            Ok(Done::Changed)
        }
        Order::EnableTenant { tenant_id } => {
            let tenant = TenantId::from(tenant_id.as_str());
            let kept = register::keep_enabled(store, &tenant, (&by, setting.at));
            kept.map_err(|error| of_tenant(&tenant_id, error))?;
            Ok(Done::Changed)
        }
        Order::ResetPassword {
            tenant_id,
            account,
            totp,
        } => {
            let extent = Extent::of(totp);
            reset_password(store, tenant_id, (&account, extent), setting)
        }
        Order::AddOperator { account } => operators::add(store, &account, setting),
        Order::ListOperators => operators::list(store),
        Order::RemoveOperator { account } => operators::remove(store, &account, setting),
        Order::ResetOperator { account, totp } => {
            operators::reset(store, &account, Extent::of(totp), setting)
        }
    }
}

/// Makes a link to set up the first tenant. An unused older one ends.
///
/// # Errors
/// There is a tenant already.
pub fn setup_link(store: &dyn Store, setting: &Setting) -> Result<Done, Refused> {
    if !register::listed(store).map_err(said)?.is_empty() {
        let text =
            "there is a tenant already: `frontdesk tenant add NAME` makes a link for one more";
        return Err(text.to_owned());
    }
    let is_older = |link: &one_time::Link| link.purpose == Purpose::Setup && link.name.is_none();
    let mut changes = one_time::voiding(store, is_older).map_err(said)?;
    let made = one_time::for_tenant(None, setting.now);
    changes.push(made.change);
    store.change_documents(&changes).map_err(said)?;
    Ok(Done::Link {
        link: format!("{}/setup#token={}", setting.bases.public, made.token),
        expires_at: made.until.as_millis(),
    })
}

fn add_tenant(store: &dyn Store, name: String, setting: &Setting) -> Result<Done, Refused> {
    if let Some(problem) = new_shop::name_problem(&name) {
        return Err(format!("the name {problem}"));
    }
    let made = one_time::for_tenant(Some(name.clone()), setting.now);
    store.change_documents(&[made.change]).map_err(said)?;
    let base = &setting.bases.public;
    let mut fragment = Url::parse(base).map_err(said)?;
    fragment
        .query_pairs_mut()
        .append_pair("token", &made.token)
        .append_pair("name", &name);
    let fragment = fragment.query().unwrap_or_default();
    Ok(Done::Link {
        link: format!("{base}/setup#{fragment}"),
        expires_at: made.until.as_millis(),
    })
}

/// What an agent or operator must set up again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The password.
    Password,
    /// The password; and the second step is removed at once.
    WithTotp,
}

impl Extent {
    fn of(with_totp: bool) -> Self {
        match with_totp {
            true => Self::WithTotp,
            false => Self::Password,
        }
    }
}

fn reset_password(
    store: &dyn Store,
    tenant: Option<String>,
    (account, extent): (&str, Extent),
    setting: &Setting,
) -> Result<Done, Refused> {
    let tenant = TenantId::from(enabled(store, tenant)?.as_str());
    let fixture = TenantFixture::stored_but_documents(store, &tenant).map_err(said)?;
    let agents = fixture.map(|fixture| fixture.agents).unwrap_or_default();
    let wanted = account_name::normal(account);
    let agent = agents
        .iter()
        .find(|agent| account_name::normal(&agent.account) == wanted);
    let agent = agent.ok_or_else(|| format!("tenant {tenant} has no account '{account}'"))?;
    let id = AgentId::from(agent.admin_id.as_str());
    let of = (Purpose::Reset, &tenant, &id);
    let (made, mut changes) = link_for(store, of, setting.now).map_err(said)?;
    let operator = AgentId::from(OPERATOR);
    let record = audit::record(
        setting.at,
        &operator,
        Action::Invite,
        "agents",
        &agent.admin_id,
    );
    changes.push(audit::written(&tenant, &record));
    if extent == Extent::WithTotp {
        let record = totp_record(setting.at + 1, &operator, &agent.admin_id, Turned::Off);
        changes.push(two_step::forgotten(&tenant, &id));
        changes.push(audit::written(&tenant, &record));
    }
    store.change_documents(&changes).map_err(said)?;
    Ok(Done::Link {
        link: format!("{}{JOIN_PAGE}{}", setting.bases.public, made.token),
        expires_at: made.until.as_millis(),
    })
}

/// The tenant that is named, or the only enabled one.
fn enabled(store: &dyn Store, tenant: Option<String>) -> Result<String, Refused> {
    let all = register::listed(store).map_err(said)?;
    if let Some(id) = tenant {
        let known = all.into_iter().find(|known| known.tenant_id == id);
        let known = known.ok_or_else(|| of_tenant(&id, ApiError::NotFound))?;
        return match known.state.as_str() {
            "enabled" => Ok(id),
            _ => Err(format!("tenant {id} is disabled: enable it first")),
        };
    }
    let mut ids = all.into_iter().filter(|known| known.state == "enabled");
    match (ids.next(), ids.next()) {
        (Some(only), None) => Ok(only.tenant_id),
        (Some(_), Some(_)) => {
            Err("there are several tenants: name one with --tenant ID".to_owned())
        }
        (None, _) => Err("there is no enabled tenant".to_owned()),
    }
}

/// What the operator reads of an order about a tenant that failed.
fn of_tenant(tenant: &str, error: ApiError) -> Refused {
    match error {
        ApiError::NotFound => {
            format!("there is no tenant '{tenant}': `frontdesk tenant list` shows all")
        }
        error => error.cause().unwrap_or(error.message()).to_owned(),
    }
}

fn said(error: impl fmt::Display) -> Refused {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_all_addresses_is_reached_on_this_machines_own() {
        let base_of = |address: &str| base("http", address.parse().unwrap());

        assert_eq!(base_of("127.0.0.1:8080"), "http://127.0.0.1:8080");
        assert_eq!(base_of("0.0.0.0:80"), "http://127.0.0.1:80");
        assert_eq!(base_of("[::]:8080"), "http://[::1]:8080");
        assert_eq!(base_of("192.0.2.7:8080"), "http://192.0.2.7:8080");
    }
}
