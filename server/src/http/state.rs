//! The state that all handlers share.

use crate::admin::Administration;
use crate::admin::erased::Erased;
use crate::agent_token::AgentTokens;
use crate::catalogue::Catalogue;
use crate::catalogue::teaching::Teacher;
use crate::disk_space::DiskWatch;
use crate::files::Uploads;
use crate::ice::IceServers;
use crate::inbox::Inbox;
use crate::marks::Marks;
use crate::model::LargeModels;
use crate::orders::Orders;
use crate::passwords::PasswordDoor;
use crate::rates::Limits;
use crate::relay::Relay;
use crate::relay::page::Pages;
use crate::secrets::KeyRing;
use crate::system_texts::Sentences;
use crate::trusted_clock::BelievedTime;
use crate::two_step::TwoSteps;
use actors_core::time::Timestamp;
use actors_runtime::Office;
use dashmap::DashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Everything that one server has.
pub struct State {
    /// Sessions, routers, desks.
    pub office: Arc<Office>,
    /// The tenants' settings.
    pub catalogue: Arc<Catalogue>,
    /// Teaches robots whose documents changed.
    pub teacher: Teacher,
    /// The keys of visitors' and link tokens.
    pub keys: KeyRing,
    /// Rate limits.
    pub limits: Arc<Limits>,
    /// Agents' passwords.
    pub passwords: PasswordDoor,
    /// Agents' sign-ins.
    pub agents: AgentTokens,
    /// Agents' second steps of signing in.
    pub two_steps: TwoSteps,
    /// Changes of the tenants' settings.
    pub admin: Administration,
    /// Left messages and work orders.
    pub orders: Arc<Orders>,
    /// The visitors who were erased.
    pub erased: Erased,
    /// What chats show of their tenants.
    pub marks: Marks,
    /// Uploaded files.
    pub uploads: Arc<Uploads>,
    /// The disk of the data folder.
    pub disk: DiskWatch,
    /// The time that retention trusts.
    pub believed: Arc<BelievedTime>,
    /// STUN and TURN servers for calls.
    pub ice: IceServers,
    /// Sends forms to tenants' services.
    pub relay: Relay,
    /// Fetches web pages that administrators name.
    pub web_pages: Pages,
    /// Questions that robots could not answer.
    pub inbox: Arc<Inbox>,
    /// Writes answers from tenants' documents.
    pub models: Arc<LargeModels>,
    /// The product's own texts.
    pub sentences: Sentences,
    /// Names of visitors that are being created.
    pub names_in_the_making: DashSet<actors_core::ids::VisitorKey>,
    draining: AtomicBool,
}

/// The parts that a server is built from.
pub struct Parts {
    /// See [`State::office`].
    pub office: Arc<Office>,
    /// See [`State::catalogue`].
    pub catalogue: Arc<Catalogue>,
    /// See [`State::teacher`].
    pub teacher: Teacher,
    /// See [`State::keys`].
    pub keys: KeyRing,
    /// See [`State::limits`].
    pub limits: Limits,
    /// See [`State::uploads`].
    pub uploads: Uploads,
    /// See [`State::disk`].
    pub disk: DiskWatch,
    /// See [`State::believed`].
    pub believed: BelievedTime,
    /// See [`State::ice`].
    pub ice: IceServers,
    /// See [`State::relay`].
    pub relay: Relay,
    /// See [`State::web_pages`].
    pub web_pages: Pages,
    /// See [`State::models`].
    pub models: Arc<LargeModels>,
    /// See [`State::sentences`].
    pub sentences: Sentences,
    /// See [`State::erased`].
    pub erased: Erased,
    /// See [`State::marks`].
    pub marks: Marks,
}

impl State {
    /// Creates the state of a server that is not stopping.
    pub fn new(parts: Parts) -> Self {
        Self {
            agents: AgentTokens::new(Arc::clone(parts.office.store())),
            inbox: Arc::new(Inbox::new(Arc::clone(parts.office.store()))),
            orders: Arc::new(Orders::new(Arc::clone(parts.office.store()))),
            office: parts.office,
            catalogue: parts.catalogue,
            teacher: parts.teacher,
            keys: parts.keys,
            limits: Arc::new(parts.limits),
            passwords: PasswordDoor::default(),
            two_steps: TwoSteps::default(),
            admin: Administration::default(),
            erased: parts.erased,
            marks: parts.marks,
            uploads: Arc::new(parts.uploads),
            disk: parts.disk,
            believed: Arc::new(parts.believed),
            ice: parts.ice,
            relay: parts.relay,
            web_pages: parts.web_pages,
            models: parts.models,
            sentences: parts.sentences,
            names_in_the_making: DashSet::new(),
            draining: AtomicBool::new(false),
        }
    }

    /// Returns the time.
    pub fn now(&self) -> Timestamp {
        self.office.clock().now()
    }

    /// Returns whether the server is stopping.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Starts to stop: new polls are refused, and waiting ones end.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
        self.office.end_waiting_requests();
    }
}
