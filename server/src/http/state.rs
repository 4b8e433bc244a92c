//! The state that all handlers share.

use crate::admin::Administration;
use crate::admin::erased::Erased;
use crate::agent_token::AgentTokens;
use crate::api_key::ApiKeys;
use crate::blocks::Blocks;
use crate::catalogue::Catalogue;
use crate::catalogue::teaching::Teacher;
use crate::cluster::membership::Membership;
use crate::disk_space::DiskWatch;
use crate::error::ApiError;
use crate::files::Uploads;
use crate::files::usage::FileUsage;
use crate::forgotten::Asked;
use crate::ice::IceServers;
use crate::idempotent::Running;
use crate::identity::sign_on::SignOns;
use crate::inbox::Inbox;
use crate::mail::Mail;
use crate::marks::Marks;
use crate::model::LargeModels;
use crate::orders::Orders;
use crate::passwords::PasswordChecker;
use crate::pulse::Pulse;
use crate::push::Push;
use crate::rates::Limits;
use crate::rehearsal::Rehearsal;
use crate::relay::Relay;
use crate::relay::customer::Customers;
use crate::relay::page::Pages;
use crate::reports::Reports;
use crate::search::Search;
use crate::secrets::KeyRing;
use crate::system_texts::Sentences;
use crate::team::Team;
use crate::tls::Tls;
use crate::trusted_clock::BelievedTime;
use crate::two_step::TwoSteps;
use crate::wall::Walls;
use crate::webhooks::Webhooks;
use actors_core::ids::{TenantId, VisitorKey};
use actors_core::time::Timestamp;
use actors_runtime::{Office, RouterDoor};
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
    pub passwords: PasswordChecker,
    /// Agents' sign-ins.
    pub agents: AgentTokens,
    /// The API keys of the shops' servers.
    pub api_keys: ApiKeys,
    /// Calls with an idempotency key that run at the moment.
    pub running: Running,
    /// Agents' second steps of signing in.
    pub two_steps: TwoSteps,
    /// How often each account asked for a link to another password.
    pub asked_for_links: Asked,
    /// Changes of the tenants' settings.
    pub admin: Administration,
    /// Left messages and work orders.
    pub orders: Arc<Orders>,
    /// The full-text search.
    pub search: Search,
    /// The mails that wait, and the SMTP server.
    pub mail: Arc<Mail>,
    /// The visitors who were erased.
    pub erased: Erased,
    /// The visitors whom agents blocked.
    pub blocks: Blocks,
    /// What chats show of their tenants.
    pub marks: Marks,
    /// Uploaded files.
    pub uploads: Arc<Uploads>,
    /// How many bytes of files each tenant has.
    pub file_usage: Arc<FileUsage>,
    /// When the server started.
    pub started: Timestamp,
    /// The disk of the data folder.
    pub disk: DiskWatch,
    /// The time that retention trusts.
    pub believed: Arc<BelievedTime>,
    /// Who may rehearse a busy day.
    pub rehearsal: Rehearsal,
    /// STUN and TURN servers for calls.
    pub ice: IceServers,
    /// Sends forms to tenants' services.
    pub relay: Relay,
    /// Tells tenants' services what happens.
    pub webhooks: Arc<Webhooks>,
    /// Notifies agents whose desk is closed.
    pub push: Arc<Push>,
    /// Asks tenants' systems about their customers.
    pub customers: Customers,
    /// Fetches web pages that administrators name.
    pub web_pages: Pages,
    /// Signing in at the tenants' providers.
    pub sign_ons: SignOns,
    /// Agents' drafts and mentions.
    pub team: Team,
    /// The numbers of ended sessions.
    pub reports: Arc<Reports>,
    /// What supervisors see now.
    pub walls: Walls,
    /// Questions that robots could not answer.
    pub inbox: Arc<Inbox>,
    /// Writes answers from tenants' documents.
    pub models: Arc<LargeModels>,
    /// The product's own texts.
    pub sentences: Arc<Sentences>,
    /// Names of visitors that are being created.
    pub names_in_the_making: DashSet<VisitorKey>,
    /// The HTTP threads' signs of life.
    pub pulse: Pulse,
    /// The server's own TLS; `None` if it speaks plain HTTP.
    pub tls: Option<Arc<Tls>>,
    /// What this node knows of its cluster; `None` if the program runs alone.
    pub cluster: Option<Membership>,
    /// Whether the server is stopping.
    pub draining: AtomicBool,
}

impl State {
    /// Returns the time.
    pub fn now(&self) -> Timestamp {
        self.office.clock().now()
    }

    /// Returns the router of a tenant.
    ///
    /// # Errors
    /// 404 without such a tenant.
    pub fn router(&self, tenant: &TenantId) -> Result<RouterDoor, ApiError> {
        self.office.router(tenant).ok_or(ApiError::NotFound)
    }

    /// Returns whether the store takes writes, as far as the cluster knows; without a cluster, yes.
    pub fn takes_writes(&self) -> bool {
        let cluster = self.cluster.as_ref();
        cluster.is_none_or(|cluster| cluster.availability.takes_writes())
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
