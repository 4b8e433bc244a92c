//! Tenants as a whole: made, disabled, enabled and listed (Protocol, 'Command line' and 'First start'). A change is durable before
//! it takes effect, and takes effect at once.

use crate::account_name;
use crate::admin::audit::{self, Action, AuditRecord};
use crate::admin::difference::FieldChange;
use crate::agent_token::{self, Place, Reach};
use crate::blocking::work;
use crate::catalogue::open::read;
use crate::catalogue::{Catalogue, TenantSettings};
use crate::error::ApiError;
use crate::fixtures::people::WrittenTenant;
use crate::fixtures::{TenantFixture, TenantSetup};
use crate::marks::{self, Mark};
use crate::new_shop::{self, NewShop};
use crate::one_time::{self, Found, Purpose};
use crate::operators;
use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::{AgentId, ChannelId, TenantId, VisitorId};
use actors_core::router::configure::Beginning;
use actors_core::router::roster::SeatChoice;
use actors_core::routing::Standing;
use actors_runtime::Office;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;

/// What a setup link that cannot be used is answered with.
pub const SETUP_LINK_SPENT: ApiError = ApiError::LinkSpent(
    "this link was used or has expired: run `frontdesk setup-link` for a new one",
);

/// A tenant that was just made.
#[derive(Clone, Debug)]
pub struct Created {
    /// The tenant.
    pub tenant: TenantId,
    /// Its channel.
    pub channel: ChannelId,
    /// The number of its robot.
    pub robot: String,
    /// Its administrator.
    pub admin: AgentId,
    /// Signs the administrator in.
    pub token: String,
}

/// A tenant, as the operator reads of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedTenant {
    /// Its id.
    pub tenant_id: String,
    /// Its name.
    pub name: String,
    /// `enabled` or `disabled`.
    pub state: String,
    /// How many channels it has.
    pub channels: usize,
    /// How many agents it has.
    pub agents: usize,
}

/// The setup link of this token, if it may be used.
///
/// # Errors
/// 401 if it may not; 503 if the store cannot be read.
pub fn setup_link(state: &State, token: &str) -> Result<Found, ApiError> {
    let found = one_time::usable(state.office.store().as_ref(), token, state.now())?;
    let found = found.filter(|found| found.link.purpose == Purpose::Setup);
    found.ok_or(SETUP_LINK_SPENT)
}

/// Makes a tenant and uses the link up, in one step. `shop` is checked, and its password hashed.
///
/// # Errors
/// 401 if the link was used meanwhile; 503 if the store did not record it.
pub async fn create(
    state: Data<State>,
    token: String,
    (shop, password_hash): (NewShop, String),
    place: Place,
) -> Result<Created, ApiError> {
    let task = actix_web::rt::spawn(async move {
        let _alone = state.admin.changing_tenants().await;
        let _naming = state.admin.naming_a_channel().await;
        let shared = state.clone();
        let (settings, created) =
            work(move || keep_new(&shared, &token, (&shop, &password_hash), place)).await?;
        serve(&state, settings, HashMap::new())?;
        Ok(created)
    });
    task.await.map_err(ApiError::internal)?
}

fn keep_new(
    state: &State,
    token: &str,
    (shop, password_hash): (&NewShop, &str),
    place: Place,
) -> Result<(TenantSettings, Created), ApiError> {
    let link = setup_link(state, token)?;
    let catalogue = &state.catalogue;
    let id = new_shop::slug(&shop.shop_name, |name| {
        let (tenant, channel) = (TenantId::from(name), ChannelId::from(name));
        catalogue.has_tenant(&tenant) || catalogue.owner(&channel).is_some()
    });
    let fixture = shop
        .fixture(&id, password_hash)
        .map_err(ApiError::internal)?;
    let setup = TenantSetup::read(&fixture).map_err(|wrong| {
        let first = wrong.first();
        ApiError::internal(format!("a new shop is wrong: {first:?}"))
    })?;
    let (tenant, now) = (TenantId::from(id.as_str()), state.now());
    let admin = AgentId::from(account_name::id_of(&account_name::normal(&shop.account)).as_str());
    let who = (tenant.clone(), admin.clone());
    let signed_in = agent_token::draw(who, place, Reach::Full, now);
    let record = audit::record(
        state.admin.audit.draw(now),
        &admin,
        Action::Put,
        "tenant",
        &id,
    );
    let mut changes = fixture.documents(|password| Ok::<_, ApiError>(password.to_owned()))?;
    changes.extend(signed_in.changes);
    changes.extend([link.used(), audit::written(&tenant, &record)]);
    state.office.store().change_documents(&changes)?;
    let robot = setup.robots.keys().next().map(ToString::to_string);
    let created = Created {
        channel: ChannelId::from(id.as_str()),
        robot: robot.unwrap_or_default(),
        admin,
        token: signed_in.token,
        tenant,
    };
    Ok((TenantSettings::from(setup), created))
}

/// Starts to serve a tenant. Its router starts first, so that a caller who finds the tenant also finds the router.
fn serve(
    state: &State,
    settings: TenantSettings,
    standing: HashMap<TenantId, Vec<(VisitorId, Standing)>>,
) -> Result<(), ApiError> {
    let store = state.office.store();
    if state.office.router(&settings.tenant.id).is_none() {
        let started = start_router(&state.office, &settings, store.as_ref(), standing);
        started.map_err(|error| ApiError::internal(format!("{error:#}")))?;
    }
    state.catalogue.put(Arc::new(settings));
    Ok(())
}

/// Disables a tenant: the server no longer serves it, and keeps everything stored.
///
/// # Errors
/// 404 for an unknown tenant; 503 if the store did not record it.
pub async fn disable(state: &Data<State>, tenant: TenantId, by: AgentId) -> Result<(), ApiError> {
    let _alone = state.admin.changing_tenants().await;
    let _turn = state.admin.turn(&tenant).await;
    let (store, at, of) = (
        Arc::clone(state.office.store()),
        state.admin.audit.draw(state.now()),
        tenant.clone(),
    );
    work(move || keep_disabled(store.as_ref(), &of, (&by, at))).await?;
    state.catalogue.disable(&tenant);
    state.office.close_desks(&tenant);
    Ok(())
}

/// Enables a tenant again, as it was.
///
/// # Errors
/// 404 for an unknown tenant; 503 if the store did not record it.
pub async fn enable(state: &Data<State>, tenant: TenantId, by: AgentId) -> Result<(), ApiError> {
    let _alone = state.admin.changing_tenants().await;
    let _turn = state.admin.turn(&tenant).await;
    let (store, at, of) = (
        Arc::clone(state.office.store()),
        state.admin.audit.draw(state.now()),
        tenant.clone(),
    );
    let (settings, standing) = work(move || {
        keep_enabled(store.as_ref(), &of, (&by, at))?;
        let fixture = TenantFixture::stored_whole(store.as_ref(), &of)?;
        let settings = read(&fixture.ok_or(ApiError::NotFound)?).map_err(ApiError::internal)?;
        Ok((settings, standing_by_tenant(store.as_ref())?))
    })
    .await?;
    if state.catalogue.tenant(&tenant).is_some() {
        return Ok(());
    }
    serve(state, settings, standing)
}

/// Stores that a tenant is disabled. `by` is who does it and the time of the audit record.
///
/// # Errors
/// 404 for an unknown tenant; 503 if the store did not record it.
pub fn keep_disabled(
    store: &dyn Store,
    tenant: &TenantId,
    by: (&AgentId, i64),
) -> Result<(), ApiError> {
    keep(store, tenant, (Mark::Disabled.set(tenant), true), by)
}

/// Stores that a tenant is not disabled. `by` is who does it and the time of the audit record.
///
/// # Errors
/// 404 for an unknown tenant; 503 if the store did not record it.
pub fn keep_enabled(
    store: &dyn Store,
    tenant: &TenantId,
    by: (&AgentId, i64),
) -> Result<(), ApiError> {
    keep(store, tenant, (Mark::Disabled.unset(tenant), false), by)
}

fn keep(
    store: &dyn Store,
    tenant: &TenantId,
    (change, is_disabled): (DocumentChange, bool),
    (operator, at): (&AgentId, i64),
) -> Result<(), ApiError> {
    let known = store.document(DocumentKind::Tenant, tenant.as_str())?;
    known.ok_or(ApiError::NotFound)?;
    let record = AuditRecord {
        fields: vec!["disabled".to_owned()],
        changes: vec![FieldChange {
            field: "disabled".to_owned(),
            before: (!is_disabled).into(),
            after: is_disabled.into(),
        }],
        ..audit::record(at, operator, Action::Put, "tenant", "")
    };
    // In the operators' own log, they go by their account, as with their sign-ins.
    let account = operator.as_str().rsplit(':').next().unwrap_or_default();
    let own = AuditRecord {
        admin_id: account.to_owned(),
        id: tenant.to_string(),
        ..record.clone()
    };
    let records = [
        audit::written(tenant, &record),
        audit::written(&operators::home(), &own),
    ];
    store.change_documents(&[&[change], records.as_slice()].concat())?;
    Ok(())
}

/// The disabled tenants of a store and their names, by id.
///
/// # Errors
/// The store's.
pub fn disabled(store: &dyn Store) -> Result<Vec<(TenantId, String)>, StoreError> {
    let mut list = Vec::new();
    for (tenant, _) in marks::of_all(store)?
        .into_iter()
        .filter(|(_, mark)| *mark == Mark::Disabled)
    {
        let json = store.document(DocumentKind::Tenant, tenant.as_str())?;
        let written = json.and_then(|json| serde_json::from_slice::<WrittenTenant>(&json).ok());
        if let Some(written) = written {
            let name = written.display_name().to_owned();
            list.push((tenant, name));
        }
    }
    Ok(list)
}

/// All tenants of a store, by id.
///
/// # Errors
/// The store's.
pub fn listed(store: &dyn Store) -> Result<Vec<ListedTenant>, StoreError> {
    let marks = marks::of_all(store)?;
    let mut list = Vec::new();
    for (id, _) in store.documents(DocumentKind::Tenant, "")? {
        let tenant = TenantId::from(id.as_str());
        let Some(fixture) = TenantFixture::stored_but_documents(store, &tenant)? else {
            continue;
        };
        let is_disabled = marks.contains(&(tenant, Mark::Disabled));
        list.push(ListedTenant {
            name: fixture.tenant.display_name().to_owned(),
            state: if is_disabled { "disabled" } else { "enabled" }.to_owned(),
            channels: fixture.channels.len(),
            agents: fixture.agents.len(),
            tenant_id: id,
        });
    }
    Ok(list)
}

/// Lets each tenant's router go on where it stopped.
///
/// # Errors
/// The store's.
pub fn start_routers(
    office: &Arc<Office>,
    catalogue: &Catalogue,
    store: &dyn Store,
) -> anyhow::Result<()> {
    let mut standing = standing_by_tenant(store).context("reading who waits and talks")?;
    for settings in catalogue.tenants() {
        let of_tenant = standing.remove_entry(&settings.tenant.id);
        start_router(office, &settings, store, of_tenant.into_iter().collect())?;
    }
    Ok(())
}

fn standing_by_tenant(
    store: &dyn Store,
) -> Result<HashMap<TenantId, Vec<(VisitorId, Standing)>>, StoreError> {
    let mut standing: HashMap<TenantId, Vec<(VisitorId, Standing)>> = HashMap::new();
    for (visitor, place) in store.standing()? {
        standing
            .entry(visitor.tenant)
            .or_default()
            .push((visitor.visitor, place));
    }
    Ok(standing)
}

fn start_router(
    office: &Arc<Office>,
    settings: &TenantSettings,
    store: &dyn Store,
    mut standing: HashMap<TenantId, Vec<(VisitorId, Standing)>>,
) -> anyhow::Result<()> {
    let tenant = &settings.tenant.id;
    let beginning = Beginning {
        settings: settings.tenant.service.routing,
        roster: settings.roster(),
        choices: seat_choices(tenant, store)?,
        standing: standing.remove(tenant).unwrap_or_default(),
    };
    office.start_router(tenant, beginning);
    Ok(())
}

fn seat_choices(
    tenant: &TenantId,
    store: &dyn Store,
) -> anyhow::Result<Vec<(AgentId, SeatChoice)>> {
    let prefix = format!("{tenant}/");
    let kept = store
        .documents(DocumentKind::Seat, &prefix)
        .context("reading the agents' choices")?;
    let mut choices = Vec::new();
    for (name, json) in kept {
        let agent = name.strip_prefix(&prefix).unwrap_or(&name);
        let choice = serde_json::from_slice(&json)
            .with_context(|| format!("reading the choice of {name}"))?;
        choices.push((AgentId::from(agent), choice));
    }
    Ok(choices)
}
