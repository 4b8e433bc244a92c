//! put and delete: changes one setting of one tenant. The setting is checked together with all others of the tenant.
//! The change is durable before it takes effect, with its audit record in the same commit.

pub mod account;
pub mod check;
pub mod customer_draft;
pub mod draft;
mod fields;
pub mod flow_trial;
pub mod guard;
pub mod history;
pub mod import;
pub mod model_draft;
pub mod password;
pub mod preview;
pub mod questions;
mod settings;
pub mod sign_on;
pub mod sign_on_draft;
mod tag;
pub mod uses;

use super::audit::{self, Action, AuditRecord};
use super::difference;
use super::listing::{note_totp, shown, version_of};
use super::publish::{Published, publish};
use super::thing::{SHARED, Thing};
use super::written::Written;
use crate::agent_token::{self, SignedIn};
use crate::blocking::work;
use crate::catalogue::TenantSettings;
use crate::error::ApiError;
use crate::files::references;
use crate::identity::sign_on::link;
use crate::one_time;
use crate::orders::views;
use crate::state::State;
use crate::team;
use crate::two_step;
use actix_web::web::Data;
use actors_core::ids::{AgentId, TenantId};
use actors_core::item::ItemAuthor;
use actors_runtime::ports::{DocumentChange, DocumentKind};
use fields::{
    carry_customer_secret, carry_model_key, carry_secrets, changed_fields, check_version,
    drop_client_secret, take_version,
};
use guard::Publishing;
use serde_json::{Map, Value};
use std::sync::Arc;

/// A change in progress: who makes it, and the tenant's settings before it.
struct Change {
    state: Data<State>,
    who: Arc<SignedIn>,
    thing: Thing,
    at: i64,
    before: Arc<TenantSettings>,
}

/// Creates or replaces a setting. Returns it as the API shows it.
///
/// # Errors
/// 400 with every wrong field, 409 if `version` is not the newest or test questions would be answered worse, 503 if the
/// store failed.
pub async fn put(
    state: Data<State>,
    who: Arc<SignedIn>,
    thing: Thing,
    body: Map<String, Value>,
) -> Result<Map<String, Value>, ApiError> {
    carry_out(state, who, thing, move |change| {
        change.put(body, Vec::new())
    })
    .await
}

/// Deletes a setting.
///
/// # Errors
/// 404 if it does not exist, 409 if another setting refers to it or `version` is not the newest.
pub async fn delete(
    state: Data<State>,
    who: Arc<SignedIn>,
    thing: Thing,
    body: Map<String, Value>,
) -> Result<(), ApiError> {
    carry_out(state, who, thing, move |change| change.delete(&body)).await
}

/// Runs a change under the tenant's lock, on a blocking thread. It completes even if the caller is gone.
async fn carry_out<T: Send + 'static>(
    state: Data<State>,
    who: Arc<SignedIn>,
    thing: Thing,
    make: impl FnOnce(&Change) -> Result<(T, Published), ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let task = actix_web::rt::spawn(async move {
        let _turn = state.admin.turn(&who.tenant).await;
        let _naming = match thing {
            Thing::Channels => Some(state.admin.naming_a_channel().await),
            _ => None,
        };
        let before = state.catalogue.tenant(&who.tenant);
        let change = Change {
            at: state.admin.audit.draw(state.now()),
            before: before.ok_or(ApiError::NotFound)?,
            state: state.clone(),
            who,
            thing,
        };
        let before = Arc::clone(&change.before);
        let (answer, published) = work(move || make(&change)).await?;
        publish(&state, &before, published).await;
        Ok(answer)
    });
    task.await.map_err(ApiError::internal)?
}

impl Change {
    /// A change that is tried and not stored.
    fn dry_run(state: Data<State>, who: Arc<SignedIn>, thing: Thing) -> Result<Self, ApiError> {
        let before = state.catalogue.tenant(&who.tenant);
        Ok(Self {
            at: state.now().as_millis(),
            before: before.ok_or(ApiError::NotFound)?,
            state,
            who,
            thing,
        })
    }

    /// The record of what is done to a thing with this id.
    fn record(&self, action: Action, thing: Thing, id: &str) -> AuditRecord {
        audit::record(self.at, &self.who.agent, action, thing.name(), id)
    }

    fn tenant(&self) -> &TenantId {
        &self.who.tenant
    }

    /// Puts the setting. `changes` are stored in the same durable step.
    fn put(
        &self,
        mut body: Map<String, Value>,
        mut changes: Vec<DocumentChange>,
    ) -> Result<(Map<String, Value>, Published), ApiError> {
        let thing = self.thing;
        let version = take_version(&mut body)?;
        let publishing = Publishing::of(thing, &body)?;
        self.name_tenant(&mut body)?;
        if thing == Thing::Tags {
            self.name_tag(&mut body)?;
        }
        let id = thing.id(&body).ok_or_else(|| no_name(thing))?;
        let old = self.stored(&id)?;
        check_version(old.as_ref(), version)?;
        if thing == Thing::SignOn {
            drop_client_secret(&mut body, old.as_ref());
        }
        carry_secrets(thing, &mut body, old.as_ref());
        if thing == Thing::Tenant {
            carry_model_key(&mut body, old.as_ref());
            carry_customer_secret(&mut body, old.as_ref(), self.at);
        }
        let mut written = Written::parse(thing, body).map_err(ApiError::InvalidFields)?;
        let mut settings = self.settings_with(&mut written, &id, old.is_none())?;
        if let Written::Document(document) = &written {
            settings = Some(self.learn(&id, Some(document), publishing)?);
            changes.extend(self.version_kept(&id, old.as_ref())?);
        }
        let (json, signed_out) = self.keep_setting(&id, old.as_ref(), &written, changes)?;
        let mut answer = shown(thing, &id, &json).ok_or_else(|| ApiError::internal("not shown"))?;
        let key = thing.key(self.tenant(), &id);
        note_totp(thing, self.state.office.store().as_ref(), &key, &mut answer)?;
        let published = Published {
            settings: settings.map(Arc::new),
            signed_out,
            spared: Some(self.who.hash),
        };
        Ok((answer, published))
    }

    /// Stores the next version of a setting, in one durable step with `changes` and the audit record. A new password
    /// ends the agent's sign-ins, except the caller's own. Returns what is stored, and the agent who is signed out.
    fn keep_setting(
        &self,
        id: &str,
        old: Option<&Map<String, Value>>,
        written: &Written,
        mut changes: Vec<DocumentChange>,
    ) -> Result<(Vec<u8>, Option<AgentId>), ApiError> {
        let thing = self.thing;
        let mut fields = written.json();
        let version = old.map_or(1, |old| version_of(old) + 1);
        let changed = changed_fields(old, &fields);
        fields.insert("version".to_owned(), version.into());
        let json = serde_json::to_vec(&fields).map_err(ApiError::internal)?;
        let key = thing.key(self.tenant(), id);
        changes.push(DocumentChange::put(thing.kind(), key, json.clone()));
        changes.extend(self.files_kept(&json)?);
        let is_disabled = matches!(written, Written::Agent(agent) if agent.disabled.0);
        let signed_out = match is_disabled || changed.iter().any(|field| field == "password") {
            true => self.sign_out(id, &mut changes)?,
            false => None,
        };
        let record = AuditRecord {
            version,
            fields: changed,
            changes: difference::told(thing, old, &fields),
            ..self.record(Action::Put, thing, id)
        };
        self.keep(changes, &record)?;
        Ok((json, signed_out))
    }

    fn delete(&self, body: &Map<String, Value>) -> Result<((), Published), ApiError> {
        let thing = self.thing;
        if thing.is_single() {
            return Err(ApiError::Conflict("this setting cannot be deleted"));
        }
        let id = thing.id(body).ok_or(ApiError::NotFound)?;
        let _turn = (thing == Thing::Agents).then(|| {
            let agent = AgentId::from(id.as_str());
            self.state.two_steps.turn(self.tenant(), &agent)
        });
        let old = self.stored(&id)?.ok_or(ApiError::NotFound)?;
        if let Some(version) = take_version(&mut body.clone())? {
            check_version(Some(&old), Some(version))?;
        }
        let mut changes = vec![DocumentChange::delete(
            thing.kind(),
            thing.key(self.tenant(), &id),
        )];
        let settings = match thing {
            Thing::Docs => Some(self.unlearned(&id, (body, &old), &mut changes)?),
            _ => self.settings_without(&id)?,
        };
        if thing == Thing::Docs {
            changes.extend(self.versions_forgotten(&id)?);
        }
        let signed_out = match thing {
            Thing::Agents => self.dismiss(&id, &mut changes)?,
            _ => None,
        };
        if thing == Thing::Channels {
            changes.push(draft::forgotten(self.tenant(), &id));
        }
        if thing == Thing::Robots {
            self.forget_robot(&id, &mut changes)?;
        }
        let record = AuditRecord {
            version: version_of(&old),
            changes: difference::told(thing, Some(&old), &Map::new()),
            ..self.record(Action::Delete, thing, &id)
        };
        self.keep(changes, &record)?;
        let published = Published {
            settings: settings.map(Arc::new),
            signed_out,
            spared: None,
        };
        Ok(((), published))
    }

    /// Returns the settings without a document. With `detach` 1, `changes` take it out of what refers to it.
    fn unlearned(
        &self,
        id: &str,
        (body, old): (&Map<String, Value>, &Map<String, Value>),
        changes: &mut Vec<DocumentChange>,
    ) -> Result<TenantSettings, ApiError> {
        let freed = match guard::switch(body, "detach")? {
            true => self.freed(id, old)?,
            false => self.settings_without(id).map(|_| None)?,
        };
        let learned = self.learn(id, None, Publishing::of(self.thing, body)?)?;
        let Some(freed) = freed else {
            return Ok(learned);
        };
        changes.extend(freed.changes);
        let robot = |number: &_| learned.robots.get(number).cloned().unwrap_or_default();
        Ok(TenantSettings::new(freed.setup, robot))
    }

    /// Adds the deletion of what belongs to the robot: documents, their versions, and test questions.
    fn forget_robot(&self, robot: &str, changes: &mut Vec<DocumentChange>) -> Result<(), ApiError> {
        let store = self.state.office.store();
        let prefix = format!("{}/{robot}/", self.tenant());
        for kind in [
            DocumentKind::Knowledge,
            DocumentKind::DocumentVersion,
            DocumentKind::TestQuestion,
        ] {
            let all = store.documents(kind, &prefix)?.into_iter();
            changes.extend(all.map(|(key, _)| DocumentChange::delete(kind, key)));
        }
        Ok(())
    }

    /// Returns the changes that keep the files a setting refers to.
    fn files_kept(&self, json: &[u8]) -> Result<Vec<DocumentChange>, ApiError> {
        let store = self.state.office.store();
        let text = String::from_utf8_lossy(json);
        references::keep_all_in(store.as_ref(), &text).map_err(ApiError::unavailable)
    }

    /// Fills in or checks `tenantId`, which a tenant and a channel contain.
    fn name_tenant(&self, body: &mut Map<String, Value>) -> Result<(), ApiError> {
        if !matches!(self.thing, Thing::Tenant | Thing::Channels) {
            return Ok(());
        }
        let own = Value::from(self.tenant().as_str());
        let written = body.entry("tenantId").or_insert_with(|| own.clone());
        if *written == own {
            return Ok(());
        }
        Err(ApiError::wrong("tenantId", "must be the tenant's id"))
    }

    fn stored(&self, id: &str) -> Result<Option<Map<String, Value>>, ApiError> {
        let key = self.thing.key(self.tenant(), id);
        let store = self.state.office.store();
        let json = store.document(self.thing.kind(), &key)?;
        json.map(|json| serde_json::from_slice(&json).map_err(ApiError::internal))
            .transpose()
    }

    /// Adds the end of an agent's sign-ins, except the caller's own.
    fn sign_out(
        &self,
        agent: &str,
        changes: &mut Vec<DocumentChange>,
    ) -> Result<Option<AgentId>, ApiError> {
        let agent = AgentId::from(agent);
        let store = self.state.office.store();
        let own = crate::secrets::hex(&self.who.hash);
        changes.extend(agent_token::kept_of(
            store.as_ref(),
            (self.tenant(), &agent),
            Some(&own),
        )?);
        // A link of theirs would undo what ends their sign-ins.
        changes.extend(one_time::voiding_agents(
            store.as_ref(),
            self.tenant(),
            &agent,
        )?);
        Ok(Some(agent))
    }

    /// Adds the deletion of what belongs to the agent: sign-ins, second step, seat, quick replies, drafts, mentions and
    /// saved views. Nobody does their messages and orders any longer. Links to people at
    /// a provider stay, so that these people do not get a new account by themselves.
    fn dismiss(
        &self,
        agent: &str,
        changes: &mut Vec<DocumentChange>,
    ) -> Result<Option<AgentId>, ApiError> {
        self.spare_password_admin(agent)?;
        let gone = self.sign_out(agent, changes)?;
        let store = self.state.office.store().as_ref();
        let agents_id = AgentId::from(agent);
        changes.extend(link::removing(store, self.tenant(), &agents_id)?);
        changes.push(two_step::forgotten(self.tenant(), &AgentId::from(agent)));
        changes.push(DocumentChange::delete(
            DocumentKind::Seat,
            format!("{}/{agent}", self.tenant()),
        ));
        let own = format!("{}/{agent}/", self.tenant());
        debug_assert_ne!(agent, SHARED);
        for kind in [DocumentKind::QuickReply, DocumentKind::PushDevice] {
            let all = self.state.office.store().documents(kind, &own)?;
            let all = all.into_iter();
            changes.extend(all.map(|(key, _)| DocumentChange::delete(kind, key)));
        }
        changes.extend(team::dismissing(store, self.tenant(), &agents_id)?);
        changes.extend(views::dismissing(store, self.tenant(), &agents_id)?);
        // Before the deletion, so that none of their items is left behind. The record of the deletion tells of it.
        let by = ItemAuthor {
            agent: self.who.agent.clone(),
            nick: Arc::default(),
        };
        let orders = &self.state.orders;
        orders.unassign(self.state.now(), self.tenant(), (&agents_id, &by))?;
        Ok(gone)
    }

    fn keep(&self, mut changes: Vec<DocumentChange>, record: &AuditRecord) -> Result<(), ApiError> {
        changes.push(audit::written(self.tenant(), record));
        let store = self.state.office.store();
        store
            .change_documents(&changes)
            .map_err(ApiError::unavailable)
    }
}

fn wrong_place() -> ApiError {
    ApiError::internal("a setting without a place")
}

fn no_name(thing: Thing) -> ApiError {
    let field = thing.id_fields().first().copied().unwrap_or_default();
    ApiError::wrong(field, "must be 1 to 64 letters, digits, '-', '_' or '.'")
}
