//! How a tenant's settings read with a change in them.

use super::fields::hash_password;
use super::import::{Import, Rest};
use super::{Change, one_wrong};
use crate::admin::thing::Thing;
use crate::admin::written::{Written, elsewhere};
use crate::catalogue::TenantSettings;
use crate::error::ApiError;
use crate::fixtures::findings::FieldError;
use crate::fixtures::flows::WrittenFlow;
use crate::fixtures::knowledge::WrittenDocument;
use crate::fixtures::setup::names_of;
use crate::fixtures::{KnownDocuments, TenantFixture, TenantSetup};
use actors_core::ids::{DocId, RobotNo};
use actors_core::robot::{Document, Robot};
use actors_core::tenant::Role;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// A robot's documents once a file has taken effect.
pub(super) struct Learned {
    /// All of them.
    pub(super) documents: Vec<Document>,
    /// The names of those that are gone.
    pub(super) removed: Vec<String>,
}

impl Change {
    fn everything(&self) -> Result<TenantFixture, ApiError> {
        TenantFixture::stored_but_documents(self.state.office.store().as_ref(), self.tenant())
            .map_err(ApiError::unavailable)?
            .ok_or(ApiError::NotFound)
    }

    /// The tenant's settings once this is written, its password hashed; none where it changes none of them, or changes
    /// a robot's knowledge.
    pub(super) fn settings_with(
        &self,
        written: &mut Written,
        id: &str,
        is_new: bool,
    ) -> Result<Option<TenantSettings>, ApiError> {
        if let Some(errors) = written.check_alone() {
            self.check_robot_and_count(id, is_new)?;
            return wrong_fields(errors).map(|()| None);
        }
        let mut all = self.everything()?;
        let place = written.clone().place(&mut all);
        let place = place.ok_or_else(|| ApiError::internal("a thing without a place"))?;
        let known = self.known();
        let mut setup = TenantSetup::read_beside(&all, &known)
            .map_err(|wrong| ApiError::InvalidFields(place.errors(wrong)))?;
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
            | Thing::QuickReplies
            | Thing::SensitiveWords => 1,
        };
        if is_new && count > self.thing.count_max() {
            return Err(too_many(self.thing));
        }
        if let (Thing::Tenant, Some(model)) = (self.thing, &setup.tenant.large_model)
            && !self.state.models.permits(&model.address)
        {
            return Err(one_wrong(
                "largeModel.address",
                "must be https to a public name, or what the operator allows",
            ));
        }
        if self.thing == Thing::Channels && self.is_channel_of_another(id) {
            return Err(one_wrong("channelId", "is taken"));
        }
        let settings = TenantSettings::new(setup, |robot| self.robot(robot));
        if let Written::Flow(flow) = written {
            wrong_fields(self.addresses_not_allowed(flow, &settings))?;
        }
        if self.thing == Thing::Agents && !has_admin(&settings) {
            return Err(one_wrong("role", "somebody has to stay an administrator"));
        }
        Ok(Some(settings))
    }

    pub(super) fn settings_without(&self, id: &str) -> Result<Option<TenantSettings>, ApiError> {
        let mut known = self.known();
        match self.thing {
            Thing::QuickReplies => return Ok(None),
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
            return Err(ApiError::Conflict("the last administrator"));
        }
        Ok(Some(settings))
    }

    /// What could never be sent is refused before anybody waits for it.
    fn addresses_not_allowed(
        &self,
        flow: &WrittenFlow,
        settings: &TenantSettings,
    ) -> Vec<FieldError> {
        let hosts = &settings.tenant.relay_hosts;
        let addresses = flow.addresses().into_iter();
        let refused = addresses.filter(|(_, url)| self.state.relay.permit(url, hosts).is_err());
        let errors = refused.map(|(field, _)| FieldError {
            field,
            message: "must be https, to a host on the tenant's relayHosts".to_owned(),
        });
        errors.collect()
    }

    fn check_robot_and_count(&self, id: &str, is_new: bool) -> Result<(), ApiError> {
        let count = match self.thing {
            Thing::Docs => {
                let number = RobotNo::from(id.split('/').next().unwrap_or_default());
                let robot = self.before.robots.get(&number);
                let robot = robot.ok_or_else(|| one_wrong("robotNo", "is no robot of this tenant"));
                robot?.documents().len()
            }
            _ => {
                let store = self.state.office.store();
                let all = store.documents(self.thing.kind(), &self.thing.prefix(self.tenant()));
                all.map_err(ApiError::unavailable)?.len()
            }
        };
        if is_new && count >= self.thing.count_max() {
            return Err(too_many(self.thing));
        }
        Ok(())
    }

    fn is_channel_of_another(&self, channel: &str) -> bool {
        let known = self.state.catalogue.channel(channel);
        known.is_some_and(|known| known.tenant != *self.tenant())
    }

    /// How a robot's documents read with those of a file among them.
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

    /// What needs a document of a robot that is not among these.
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

    /// The settings with a robot that knows these.
    pub(super) fn robot_of(&self, robot: &RobotNo, documents: Vec<Document>) -> TenantSettings {
        let mut settings = TenantSettings::clone(&self.before);
        let levels = self.robot(robot).levels();
        let indexed = Arc::new(Robot::index(documents).with(levels));
        settings.robots.insert(robot.clone(), indexed);
        settings
    }

    fn known(&self) -> KnownDocuments {
        let robots = self.before.robots.iter();
        robots
            .map(|(number, robot)| (number.clone(), names_of(robot.documents())))
            .collect()
    }

    fn robot(&self, number: &RobotNo) -> Arc<Robot> {
        self.before.robots.get(number).cloned().unwrap_or_default()
    }

    /// A robot's documents with this one in its place, or without it.
    fn documents_with(&self, id: &str, document: Option<Document>) -> (RobotNo, Vec<Document>) {
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

    /// Indexes a robot anew; the one before answers until this one is published.
    pub(super) fn learn(&self, id: &str, document: Option<&WrittenDocument>) -> TenantSettings {
        let read = document.map(|document| document.read(&mut Default::default()));
        let (number, documents) = self.documents_with(id, read);
        self.robot_of(&number, documents)
    }
}

fn has_admin(settings: &TenantSettings) -> bool {
    let mut agents = settings.agents.iter();
    agents.any(|account| account.agent.role == Role::Admin)
}

fn too_many(thing: Thing) -> ApiError {
    let message = format!("there are {} already", thing.count_max());
    one_wrong("", &message)
}

fn wrong_fields(errors: Vec<FieldError>) -> Result<(), ApiError> {
    if errors.is_empty() {
        Ok(())
    } else {
        Err(ApiError::InvalidFields(errors))
    }
}
