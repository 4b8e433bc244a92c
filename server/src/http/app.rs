//! Builds a server from its settings, runs it, and stops it without losing a message (Protocol, 'Program').

use crate::admin::Administration;
use crate::admin::erased::Erased;
use crate::agent_token::AgentTokens;
use crate::api_key::ApiKeys;
use crate::blocks::Blocks;
use crate::catalogue::Catalogue;
use crate::catalogue::teaching::Teacher;
use crate::cluster::membership::Membership;
use crate::control::{Bases, socket::ControlSocket};
use crate::data_folder::make_data_folder;
use crate::disk_space::DiskWatch;
use crate::files::Uploads;
use crate::files::shelf::Shelf;
use crate::forgotten::Asked;
use crate::front::connection_limits::ConnectionLimits;
use crate::front::{Entrance, Way};
use crate::ice::IceServers;
use crate::idempotent::Running;
use crate::identity::sign_on::SignOns;
use crate::inbox::Inbox;
use crate::listeners::{Drains, Listeners, MOMENT};
use crate::mail::Mail;
use crate::marks::Marks;
use crate::model::LargeModels;
use crate::operator;
use crate::orders::Orders;
use crate::passwords::{self, PasswordChecker};
use crate::pulse::Pulse;
use crate::push::Push;
use crate::rates::Limits;
use crate::register;
use crate::rehearsal::Rehearsal;
use crate::relay::customer::Customers;
use crate::relay::page::Pages;
use crate::relay::{Relay, SystemLookup};
use crate::reports::Reports;
use crate::reports::record::{Both, Recorder};
use crate::search::Search;
use crate::secrets::KeyRing;
use crate::serving::{Serving, ServingStopper, room_for_requests, workers};
use crate::settings::{Settings, Switch};
use crate::side_address::SideAddress;
use crate::state::State;
use crate::system_texts::Sentences;
use crate::tasks;
use crate::team::Team;
use crate::telemetry;
use crate::tls::Tls;
use crate::tls::redirect;
use crate::trusted_clock::BelievedTime;
use crate::two_step::TwoSteps;
use crate::wall::Walls;
use crate::webhooks::{Post, Webhooks};
use actix_web::dev::Server;
use actix_web::web::Data;
use actors_runtime::clock::{Clock, SteadyClock};
use actors_runtime::ports::Store;
use actors_runtime::{LanguageModel, Office, Workers};
use anyhow::Context as _;
use dashmap::DashSet;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long a stopping server still answers, so that load balancers see /readyz fail.
const DRAIN_TIME: Duration = Duration::from_secs(1);

/// What a caller has of a server that it builds.
pub struct Given {
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The sockets; `None` opens those of the settings.
    pub listeners: Option<Listeners>,
    /// What the node knows of its cluster; `None` if the server runs alone.
    pub cluster: Option<Membership>,
    /// Where files are kept; `None` means where the settings say.
    pub shelf: Option<Shelf>,
}

impl Default for Given {
    fn default() -> Self {
        Self {
            clock: Arc::new(SteadyClock::from_machine()),
            listeners: None,
            cluster: None,
            shelf: None,
        }
    }
}

/// A server that listens.
pub struct Application {
    address: SocketAddr,
    server: Server,
    serving: ServingStopper,
    state: Data<State>,
    operator: Option<SideAddress>,
    redirect: Option<SideAddress>,
    control: Option<ControlSocket>,
    bases: Bases,
    drains: Drains,
}

impl Application {
    /// Builds a server and starts to listen. Call it inside an actix system.
    ///
    /// # Errors
    /// Any error while building; the text says what was being done.
    pub fn build(
        settings: &Settings,
        store: Arc<dyn Store>,
        catalogue: Arc<Catalogue>,
    ) -> anyhow::Result<Self> {
        Self::build_with(Given::default(), settings, store, catalogue)
    }

    /// The same, with what the caller has of it.
    ///
    /// # Errors
    /// Any error while building; the text says what was being done.
    pub fn build_with(
        given: Given,
        settings: &Settings,
        store: Arc<dyn Store>,
        catalogue: Arc<Catalogue>,
    ) -> anyhow::Result<Self> {
        telemetry::metrics();
        passwords::prepare();
        make_data_folder(&settings.data)?;
        let (connections_max, held_max) = room_for_requests(settings);
        let workers = workers(settings);
        let threads = (settings.session_threads, workers);
        let office = open_office(threads, given.clock, &store, &catalogue);
        register::start_routers(&office, &catalogue, store.as_ref())?;
        office.start_sweeping();
        let models = let_models_in(&office, &catalogue, settings);
        let sentences = Arc::new(Sentences::load()?);
        let webhooks = open_webhooks(settings, &office, &catalogue, &sentences)?;
        let reports = open_reports(&office, &catalogue, &webhooks);
        let push = Push::watching(&office, &settings.relay)?;
        let search = start_search(settings, &office, &catalogue)?;
        let state = Data::new(State {
            marks: Marks::open(Arc::clone(&store)).context("reading what is known of tenants")?,
            believed: BelievedTime::open(Arc::clone(office.clock()), store.as_ref())
                .context("reading what is known of the clock")?
                .into(),
            erased: Erased::open(Arc::clone(&store), office.clock().now())
                .context("reading who was erased")?,
            blocks: Blocks::open(store.as_ref()).context("reading who is blocked")?,
            running: Running::default(),
            api_keys: ApiKeys::open(store.as_ref()).context("reading the API keys")?,
            agents: AgentTokens::new(Arc::clone(&store)),
            inbox: Arc::new(Inbox::new(Arc::clone(&store))),
            team: Team::new(Arc::clone(&store)),
            reports,
            walls: Walls::default(),
            mail: Mail::open(&settings.mail, Arc::clone(&store), office.clock().now())?.into(),
            orders: Orders::new(store, search.feed())
                .telling(&webhooks, &office)
                .into(),
            search,
            started: office.clock().now(),
            office,
            teacher: Teacher::start(&catalogue, settings.robots).context("starting the teacher")?,
            catalogue,
            keys: KeyRing::open(&settings.data, settings.secret.as_deref())?,
            limits: Arc::new(Limits::new(settings, held_max)),
            passwords: PasswordChecker::default(),
            two_steps: TwoSteps::default(),
            asked_for_links: Asked::default(),
            admin: Administration::default(),
            uploads: Arc::new(open_uploads(settings, given.shelf)?),
            file_usage: Arc::default(),
            disk: DiskWatch::new(&settings.data, &settings.disk),
            rehearsal: Rehearsal::open(&settings.rehearsal)?,
            ice: IceServers::new(&settings.calls).context("reading the setting `calls`")?,
            relay: Relay::new(&settings.relay),
            customers: Customers::new(&settings.relay, Arc::new(SystemLookup)),
            web_pages: Pages::new(&settings.relay, Arc::new(SystemLookup)),
            sign_ons: SignOns::new(&settings.relay),
            models,
            webhooks,
            push,
            sentences,
            names_in_the_making: DashSet::new(),
            pulse: Pulse::default(),
            tls: Tls::open(&settings.tls)?,
            cluster: given.cluster,
            draining: AtomicBool::new(false),
        });
        Self::listen(settings, state, given.listeners, (workers, connections_max))
    }

    /// Starts the regular work, and listens.
    fn listen(
        settings: &Settings,
        state: Data<State>,
        listeners: Option<Listeners>,
        (workers, connections_max): (usize, usize),
    ) -> anyhow::Result<Self> {
        tasks::start(&state);
        let listeners = match listeners {
            Some(listeners) => listeners,
            None => Listeners::open(settings)?,
        };
        let address = listeners.public.local_addr()?;
        let operator = operator::open(listeners.operator, settings.operator_listen, state.clone());
        let limits = state.limits.are_on();
        let limited = limits.then(|| state.limits.proxies().clone());
        let connections = ConnectionLimits::new(&settings.connections, connections_max, limited);
        let port = settings.tls.redirect_port(address);
        let redirect = |listener| redirect::open(listener, port, Arc::clone(&connections));
        let redirect = listeners.redirect.map(redirect).transpose();
        let redirect = redirect.context("redirecting plain HTTP to https")?;
        let mut ways = vec![(listeners.public, Entrance::Public, connections)];
        if let (Some(internal), Some(cluster)) = (listeners.internal, &state.cluster) {
            // Nodes have no limit of an address, and what they forward counts for its visitor.
            let of_nodes = ConnectionLimits::new(&settings.connections, connections_max, None);
            ways.push((internal, Entrance::Internal(cluster.key.clone()), of_nodes));
        }
        let (server, serving) = serve(ways, &state, (workers, connections_max))?;
        let bases = Bases::of(
            (settings.tls.scheme(), address),
            operator.as_ref().map(SideAddress::address),
        );
        if let Some(url) = &bases.operator {
            state.mail.open_to_operators(url);
        }
        let control = ControlSocket::open(&settings.data, state.clone(), bases.clone());
        Ok(Self {
            address,
            server,
            serving,
            state,
            operator,
            redirect,
            control,
            bases,
            drains: listeners.drains,
        })
    }

    /// Returns the scheme of its address: `https` or `http`.
    pub fn scheme(&self) -> &'static str {
        self.state.tls.as_ref().map_or("http", |_| "https")
    }

    /// Returns the address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the operator's address, if it could be opened.
    pub fn operator_address(&self) -> Option<SocketAddr> {
        self.operator.as_ref().map(SideAddress::address)
    }

    /// Returns the addresses that links begin with.
    pub fn bases(&self) -> &Bases {
        &self.bases
    }

    /// Returns the address where plain HTTP is redirected to https, if the settings name one.
    pub fn redirect_address(&self) -> Option<SocketAddr> {
        self.redirect.as_ref().map(SideAddress::address)
    }

    /// Returns the state that the handlers share.
    pub fn state(&self) -> &Data<State> {
        &self.state
    }

    /// Returns a handle that stops it from elsewhere.
    pub fn stopper(&self) -> Stopper {
        Stopper {
            serving: self.serving.clone(),
            state: self.state.clone(),
            drains: self.drains,
        }
    }

    /// Runs until it is stopped, and closes the store.
    ///
    /// # Errors
    /// The server failed.
    pub async fn run(self) -> std::io::Result<()> {
        let result = self.server.await;
        drop((self.operator, self.redirect));
        if let Some(control) = self.control {
            control.close().await;
        }
        let state = self.state.clone();
        let closed = actix_web::web::block(move || {
            state.search.close();
            state.office.store().close();
        });
        let closed = closed.await;
        if closed.is_err() {
            tracing::error!(code = "FD107", "closing the store did not finish");
        }
        self.state.office.close();
        result
    }
}

/// Stops a server.
#[derive(Clone)]
pub struct Stopper {
    serving: ServingStopper,
    state: Data<State>,
    drains: Drains,
}

impl Stopper {
    /// Ends waiting polls, gives callers of /readyz time to notice, finishes running requests, and stops.
    pub async fn stop(self) {
        match self.drains {
            Drains::AfterNotice => {
                self.state.drain();
                tokio::time::sleep(DRAIN_TIME).await;
            }
            Drains::AtOnce => self.pause().await,
        }
        self.finish().await;
    }

    /// Accepts no more connections: they wait for the next server, or another one of this process takes them. Those that
    /// were accepted have a moment to ask.
    pub async fn pause(&self) {
        self.serving.pause().await;
        tokio::time::sleep(MOMENT).await;
    }

    /// Ends waiting polls, finishes running requests, and stops.
    pub async fn finish(&self) {
        self.state.drain();
        self.serving.stop().await;
    }
}

/// Starts the worker threads.
fn serve(
    entrances: Vec<(TcpListener, Entrance, Arc<ConnectionLimits>)>,
    state: &Data<State>,
    (workers, connections_max): (usize, usize),
) -> std::io::Result<(Server, ServingStopper)> {
    let mut serving = Serving::new(workers, connections_max);
    for (listener, entrance, connections) in entrances {
        let state = state.clone();
        let tls = match entrance {
            Entrance::Public => state.tls.clone(),
            Entrance::Internal(_) => None,
        };
        serving = serving.at(listener, (tls, connections), move || {
            Way::of_app(state.clone(), entrance.clone())
        })?;
    }
    Ok(serving.run())
}

/// Gives the sessions access to the tenants' large models.
fn let_models_in(
    office: &Office,
    catalogue: &Arc<Catalogue>,
    settings: &Settings,
) -> Arc<LargeModels> {
    let (store, clock) = (Arc::clone(office.store()), Arc::clone(office.clock()));
    let models = LargeModels::new(Arc::clone(catalogue), store, clock, &settings.relay);
    let models = Arc::new(models);
    office.set_model(Arc::clone(&models) as Arc<dyn LanguageModel>);
    models
}

/// Reads the webhooks, and lets them hear what happens in sessions.
fn open_webhooks(
    settings: &Settings,
    office: &Arc<Office>,
    catalogue: &Arc<Catalogue>,
    sentences: &Arc<Sentences>,
) -> anyhow::Result<Arc<Webhooks>> {
    let webhooks = Webhooks::open(
        (Arc::clone(office.store()), Arc::clone(office.clock())),
        Arc::clone(catalogue),
        Arc::clone(sentences),
        &settings.relay,
    );
    let webhooks = webhooks.context("reading the webhooks")?;
    Ok(webhooks)
}

/// The reports of what this store keeps. The webhooks and they hear what becomes durable.
fn open_reports(
    office: &Arc<Office>,
    catalogue: &Arc<Catalogue>,
    webhooks: &Arc<Webhooks>,
) -> Arc<Reports> {
    let reports = Reports::new(
        Arc::clone(office.store()),
        Arc::clone(office.clock()),
        Arc::clone(catalogue),
    );
    let told = Both(Post(Arc::clone(webhooks)), Recorder(Arc::clone(&reports)));
    office.set_outbox(Arc::new(told));
    reports
}

/// Starts the search, and lets it hear what becomes durable.
fn start_search(
    settings: &Settings,
    office: &Arc<Office>,
    catalogue: &Arc<Catalogue>,
) -> anyhow::Result<Search> {
    let store = (Arc::clone(office.store()), Arc::clone(office.clock()));
    let search = Search::start(&settings.data, store, Arc::clone(catalogue));
    let search = search.context("starting the search")?;
    office.set_watcher(Arc::clone(search.feed()) as Arc<dyn actors_runtime::ports::Watcher>);
    Ok(search)
}

/// Opens the office. Sessions run on the threads that serve HTTP, or on `own` separate ones (docs/decisions/0014).
fn open_office(
    (own, workers): (usize, usize),
    clock: Arc<dyn Clock>,
    store: &Arc<dyn Store>,
    catalogue: &Arc<Catalogue>,
) -> Arc<Office> {
    let store = Arc::clone(store);
    let directory = Arc::clone(catalogue) as Arc<dyn actors_runtime::Directory>;
    let workers = match own {
        0 => Workers::Callers(workers),
        own => Workers::Own(own),
    };
    Office::new(store, clock, directory, workers)
}

fn open_uploads(settings: &Settings, shelf: Option<Shelf>) -> anyhow::Result<Uploads> {
    let is_limited = settings.limits == Switch::On;
    let (data, of_uploads) = (&settings.data, &settings.uploads);
    let opened = match shelf {
        Some(shelf) => Uploads::open_on(shelf, data, of_uploads, is_limited),
        None => Uploads::open(data, of_uploads, is_limited),
    };
    opened.context("opening the storage of uploaded files")
}
