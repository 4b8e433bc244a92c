//! Builds and checks a tenant's settings with a change applied.

use super::fields::{hash_password, weak_password};
use super::guard::Publishing;
use super::import::{Import, Rest};
use super::{Change, wrong_place};
use crate::admin::thing::Thing;
use crate::admin::written::{Written, elsewhere};
use crate::catalogue::TenantSettings;
use crate::error::ApiError;
use crate::fixtures::findings::{About, FieldError};
use crate::fixtures::flows::WrittenFlow;
use crate::fixtures::knowledge::WrittenDocument;
use crate::fixtures::setup::names_of;
use crate::fixtures::{KnownDocuments, TenantFixture, TenantSetup};
use actors_core::ids::{ChannelId, DocId, RobotNo};
use actors_core::robot::{Document, Robot};
use actors_core::tenant::{Role, Tenant};
use actors_core::time::Span;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// The shortest silence after which an agent counts as away. A quiet desk polls every 25 s (Protocol, 'Presence of
/// agents'), and its poll may be late.
const AWAY_AFTER_MIN: Span = Span::from_secs(30);

/// A robot's documents after an import.
pub(super) struct Learned {
    /// All documents.
    pub(super) documents: Vec<Document>,
    /// The ids of the removed documents.
    pub(super) removed: Vec<String>,
}

impl Change {
    pub(super) fn everything(&self) -> Result<TenantFixture, ApiError> {
        TenantFixture::stored_but_documents(self.state.office.store().as_ref(), self.tenant())?
            .ok_or(ApiError::NotFound)
    }

    /// Returns the tenant's settings with this setting, and hashes its password. None for a document, test question,
    /// quick reply or tag, which are not part of them.
    pub(super) fn settings_with(
        &self,
        written: &mut Written,
        id: &str,
        is_new: bool,
    ) -> Result<Option<TenantSettings>, ApiError> {
        if let Some(errors) = written.check_alone() {
            self.check_robot_and_count(id, is_new)?;
            wrong_fields(errors)?;
            if let Written::SignOn(setting) = written {
                wrong_fields(self.sign_on_problems(setting))?;
            }
            return Ok(None);
        }
        let mut all = self.everything()?;
        let place = written.clone().place(&mut all);
        let place = place.ok_or_else(wrong_place)?;
        let known = self.known();
        let mut wrong = Vec::new();
        let read = TenantSetup::read_beside(&all, &known);
        let setup = read.map_err(|errors| wrong = place.errors(errors)).ok();
        let is_told = wrong.iter().any(|error| error.field == "password");
        wrong.extend(weak_password(written, &all).filter(|_| !is_told));
        wrong_fields(wrong)?;
        let mut setup = setup.ok_or_else(|| ApiError::internal("wrong without a reason"))?;
        if hash_password(written)? {
            written.clone().place(&mut all);
            setup = TenantSetup::read_beside(&all, &known)
                .map_err(|wrong| ApiError::InvalidFields(place.errors(wrong)))?;
        }
        let count = match self.thing {
            Thing::Channels => all.channels.len(),
            Thing::Groups => all.groups.len(),
            Thing::Agents => all.agents.len(),
            Thing::Robots => all.robots.len(),
            Thing::Flows => all.flows.len(),
            Thing::Templates => all.templates.len(),
            Thing::Tenant
            | Thing::Evaluation
            | Thing::Docs
            | Thing::TestQuestions
            | Thing::QuickReplies
            | Thing::SensitiveWords
            | Thing::SignOn
            | Thing::Tags => 1,
        };
        if is_new && count > self.thing.count_max() {
            return Err(too_many(self.thing));
        }
        if self.thing == Thing::Tenant {
            let mut wrong = self.connections_not_allowed(&setup.tenant);
            wrong.extend(self.away_time_too_short(&setup.tenant));
            wrong_fields(wrong)?;
        }
        if self.thing == Thing::Channels && self.is_channel_of_another(id) {
            return Err(ApiError::wrong("channelId", "is taken; choose another"));
        }
        let settings = TenantSettings::new(setup, |robot| self.robot(robot));
        if let Written::Flow(flow) = written {
            wrong_fields(self.addresses_not_allowed(flow, &settings))?;
        }
        if let Written::Agent(agent) = written
            && !has_admin(&settings)
        {
            return Err(match agent.disabled.0 {
                true => ApiError::wrong("disabled", "the last administrator cannot be disabled"),
                false => ApiError::wrong("role", "must stay admin: it is the last one"),
            });
        }
        if let Written::Agent(_) = written {
            self.keep_password_admin(&settings)?;
        }
        Ok(Some(settings))
    }

    pub(super) fn settings_without(&self, id: &str) -> Result<Option<TenantSettings>, ApiError> {
        let mut known = self.known();
        match self.thing {
            Thing::QuickReplies | Thing::TestQuestions | Thing::SignOn | Thing::Tags => {
                return Ok(None);
            }
            Thing::Docs => {
                let (robot, rest) = self.documents_with(id, None);
                known.insert(robot, names_of(&rest));
            }
            _ => {}
        }
        let mut all = self.everything()?;
        Written::remove(self.thing, id, &mut all);
        let setup = TenantSetup::read_beside(&all, &known)
            .map_err(|wrong| ApiError::InUse(wrong.into_iter().map(elsewhere).collect()))?;
        let settings = TenantSettings::new(setup, |robot| self.robot(robot));
        if self.thing == Thing::Agents && !has_admin(&settings) {
            return Err(ApiError::Conflict(
                "the last administrator cannot be deleted",
            ));
        }
        Ok(Some(settings))
    }

    /// Returns an error for each address of a tenant's connections that the server would refuse to call.
    fn connections_not_allowed(&self, tenant: &Tenant) -> Vec<FieldError> {
        let mut errors = Vec::new();
        if let Some(model) = &tenant.large_model
            && !self.state.models.permits(&model.address)
        {
            errors.push(FieldError::new(
                "largeModel.address",
                "must be https with a public host name, or a host that the operator allows",
            ));
        }
        if let Some(data) = &tenant.customer_data {
            let permitted = self.state.relay.permit(&data.address, &tenant.relay_hosts);
            errors.extend(
                permitted
                    .err()
                    .map(|_| not_in_relay_hosts("customerData.address")),
            );
        }
        errors
    }

    /// Returns an error for a new time after which quiet desks would count as away. A time from before stays.
    fn away_time_too_short(&self, tenant: &Tenant) -> Option<FieldError> {
        let away_after = |tenant: &Tenant| tenant.service.routing.away_after;
        let time = away_after(tenant);
        let is_wrong = time < AWAY_AFTER_MIN && time != away_after(&self.before.tenant);
        is_wrong.then(|| {
            FieldError::new(
                "service.agentAwayTime",
                "must be at least 0.5 minutes: a quiet desk polls every 25 seconds",
            )
        })
    }

    /// Returns an error for each address that the relay would refuse, so that no visitor has to wait for the refusal.
    fn addresses_not_allowed(
        &self,
        flow: &WrittenFlow,
        settings: &TenantSettings,
    ) -> Vec<FieldError> {
        let hosts = &settings.tenant.relay_hosts;
        let addresses = flow.addresses().into_iter();
        let refused = addresses.filter(|(_, url)| self.state.relay.permit(url, hosts).is_err());
        refused
            .map(|(field, _)| not_in_relay_hosts(field))
            .collect()
    }

    fn check_robot_and_count(&self, id: &str, is_new: bool) -> Result<(), ApiError> {
        if self.thing.is_single() {
            return Ok(());
        }
        let mut within = self.thing.prefix(self.tenant());
        let mut robot = None;
        if self.thing.is_of_robot() {
            let number = id.split('/').next().unwrap_or_default();
            robot = self.before.robots.get(&RobotNo::from(number));
            if robot.is_none() {
                return Err(ApiError::wrong("robotNo", "must be a robot of this tenant"));
            }
            within = format!("{within}{number}/");
        }
        let count = match robot.filter(|_| self.thing == Thing::Docs) {
            Some(robot) => robot.documents().len(),
            None => {
                let store = self.state.office.store();
                store.documents(self.thing.kind(), &within)?.len()
            }
        };
        if is_new && count >= self.thing.count_max() {
            return Err(too_many(self.thing));
        }
        Ok(())
    }

    pub(super) fn is_channel_of_another(&self, channel: &str) -> bool {
        let owner = self.state.catalogue.owner(&ChannelId::from(channel));
        owner.is_some_and(|owner| owner != *self.tenant())
    }

    /// Merges the documents of a file into the robot's documents.
    pub(super) fn learned_from(&self, import: &Import) -> Learned {
        let mut documents = self.robot(&import.robot).documents().to_vec();
        let name = |document: &Document| (document.id.clone(), document.language.clone());
        let mut places: HashMap<_, usize> = documents
            .iter()
            .enumerate()
            .map(|(at, document)| (name(document), at))
            .collect();
        let mut named = vec![false; documents.len()];
        for imported in &import.documents {
            let document = imported.document.clone();
            match places.entry(name(&document)) {
                Entry::Occupied(place) => {
                    named[*place.get()] = true;
                    documents[*place.get()] = document;
                }
                Entry::Vacant(place) => {
                    place.insert(documents.len());
                    named.push(true);
                    documents.push(document);
                }
            }
        }
        let mut removed = Vec::new();
        if import.rest == Rest::Goes {
            let mut named = named.into_iter();
            documents.retain(|document| {
                let stays = named.next().unwrap_or(true);
                if !stays {
                    let robot = &import.robot;
                    removed.push(format!("{robot}/{}/{}", document.id, document.language));
                }
                stays
            });
        }
        Learned { documents, removed }
    }

    /// Returns an error for each setting that refers to a document of the robot that is not among these.
    pub(super) fn needed_without(
        &self,
        robot: &RobotNo,
        documents: &[Document],
    ) -> Result<Vec<FieldError>, ApiError> {
        let mut known = self.known();
        known.insert(robot.clone(), names_of(documents));
        let wrong = TenantSetup::read_beside(&self.everything()?, &known).err();
        Ok(wrong.into_iter().flatten().map(elsewhere).collect())
    }

    /// Returns the settings with a robot that has these documents, if its test questions allow it. The previous robot
    /// answers until the settings are published.
    ///
    /// # Errors
    /// 409 with the questions that would be answered worse.
    pub(super) fn publishable(
        &self,
        number: &RobotNo,
        documents: Vec<Document>,
        publishing: Publishing,
    ) -> Result<TenantSettings, ApiError> {
        let robot = match self.guarding(number, publishing)? {
            Some(questions) => self.guarded(number, documents, questions)?,
            None => self.indexed(number, documents),
        };
        Ok(self.settings_of(number, robot))
    }

    /// Returns a robot with these documents and the levels of the previous one.
    pub(super) fn indexed(&self, number: &RobotNo, documents: Vec<Document>) -> Robot {
        let before = self.robot(number);
        let resting = Robot::resting(documents).with(before.levels());
        // A robot that is awake stays awake, so that no question waits for a change.
        match before.index_bytes() {
            0 => resting,
            _ => resting.awake(),
        }
    }

    /// Returns the settings with this robot.
    pub(super) fn settings_of(&self, number: &RobotNo, robot: Robot) -> TenantSettings {
        let mut settings = TenantSettings::clone(&self.before);
        settings.robots.insert(number.clone(), Arc::new(robot));
        settings
    }

    pub(super) fn known(&self) -> KnownDocuments {
        let robots = self.before.robots.iter();
        robots
            .map(|(number, robot)| (number.clone(), names_of(robot.documents())))
            .collect()
    }

    pub(super) fn robot(&self, number: &RobotNo) -> Arc<Robot> {
        self.before.robots.get(number).cloned().unwrap_or_default()
    }

    /// Returns a robot's documents with this one inserted or replaced, or removed if `document` is none.
    pub(super) fn documents_with(
        &self,
        id: &str,
        document: Option<Document>,
    ) -> (RobotNo, Vec<Document>) {
        let mut parts = id.split('/');
        let number = RobotNo::from(parts.next().unwrap_or_default());
        let doc = DocId::from(parts.next().unwrap_or_default());
        let language = parts.next().unwrap_or_default();
        let mut documents = self.robot(&number).documents().to_vec();
        let place = documents
            .iter()
            .position(|known| known.id == doc && known.language.as_ref() == language);
        match (place, document) {
            (Some(place), Some(document)) => documents[place] = document,
            (None, Some(document)) => documents.push(document),
            (Some(place), None) => drop(documents.remove(place)),
            (None, None) => {}
        }
        (number, documents)
    }

    /// Returns the settings with this document inserted or replaced, or removed if `document` is none.
    ///
    /// # Errors
    /// 409 with the test questions that would be answered worse.
    pub(super) fn learn(
        &self,
        id: &str,
        document: Option<&WrittenDocument>,
        publishing: Publishing,
    ) -> Result<TenantSettings, ApiError> {
        let read = document.map(|document| document.read(&mut Default::default()));
        let (number, documents) = self.documents_with(id, read);
        self.publishable(&number, documents, publishing)
    }
}

fn has_admin(settings: &TenantSettings) -> bool {
    let mut agents = settings.agents.iter();
    agents.any(|account| account.agent.role == Role::Admin && account.can_sign_in())
}

/// The error of an address that the relay would refuse.
pub(super) fn not_in_relay_hosts(field: impl Into<String>) -> FieldError {
    let message = "must be https with a host from the tenant's relayHosts";
    FieldError::new(field, message).with_code("relayHost", About::default())
}

fn too_many(thing: Thing) -> ApiError {
    let message = format!(
        "the limit of {} is reached; delete one first",
        thing.count_max()
    );
    ApiError::wrong("", &message)
}

fn wrong_fields(errors: Vec<FieldError>) -> Result<(), ApiError> {
    if errors.is_empty() {
        Ok(())
    } else {
        Err(ApiError::InvalidFields(errors))
    }
}
