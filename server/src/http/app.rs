//! Builds a server from its settings, runs it, and stops it without losing a message (Protocol, 'Program').

use crate::admin::Administration;
use crate::admin::erased::Erased;
use crate::agent_token::AgentTokens;
use crate::api_key::ApiKeys;
use crate::blocks::Blocks;
use crate::catalogue::Catalogue;
use crate::catalogue::teaching::Teacher;
use crate::control::{Bases, socket::ControlSocket};
use crate::data_folder::make_data_folder;
use crate::disk_space::DiskWatch;
use crate::files::Uploads;
use crate::forgotten::Asked;
use crate::front::Front;
use crate::front::connection_limits::ConnectionLimits;
use crate::ice::IceServers;
use crate::idempotent::Running;
use crate::identity::sign_on::SignOns;
use crate::inbox::Inbox;
use crate::listeners::{Drains, Listeners};
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
use actix_web::dev::{Server, ServerHandle, fn_factory, fn_service};
use actix_web::rt::net::TcpStream;
use actix_web::web::Data;
use actors_runtime::clock::{Clock, SteadyClock};
use actors_runtime::ports::Store;
use actors_runtime::{LanguageModel, Office, Workers};
use anyhow::Context as _;
use dashmap::DashSet;
use futures_util::FutureExt as _;
use std::net::{SocketAddr, TcpListener};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long running requests may take after the server is told to stop.
const STOP_SECONDS: u64 = 5;

/// How long a stopping server still answers, so that load balancers see /readyz fail.
const DRAIN_TIME: Duration = Duration::from_secs(1);

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 4_096;

/// Files the process needs besides its connections.
const SPARE_FILES: u64 = 256;

/// A server that listens.
pub struct Application {
    address: SocketAddr,
    server: actix_web::dev::Server,
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
        let clock = Arc::new(SteadyClock::from_machine());
        Self::build_by(clock, settings, store, catalogue)
    }

    /// The same, with this clock.
    ///
    /// # Errors
    /// Any error while building; the text says what was being done.
    pub fn build_by(
        clock: Arc<dyn Clock>,
        settings: &Settings,
        store: Arc<dyn Store>,
        catalogue: Arc<Catalogue>,
    ) -> anyhow::Result<Self> {
        let files = raise_file_limit();
        telemetry::metrics();
        passwords::prepare();
        make_data_folder(&settings.data)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = |wanted: usize| if wanted == 0 { cores } else { wanted };
        let (connections_max, held_max) = room_for_requests(settings, files);
        let workers = threads(settings.workers);
        let threads = (settings.session_threads, workers);
        let office = open_office(threads, clock, &store, &catalogue);
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
            uploads: Arc::new(open_uploads(settings)?),
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
            draining: AtomicBool::new(false),
        });
        Self::listen(settings, state, (workers, connections_max))
    }

    /// Starts the regular work, and listens.
    fn listen(
        settings: &Settings,
        state: Data<State>,
        (workers, connections_max): (usize, usize),
    ) -> anyhow::Result<Self> {
        tasks::start(&state);
        let listeners = Listeners::open(settings)?;
        let address = listeners.public.local_addr()?;
        let operator = operator::open(listeners.operator, settings.operator_listen, state.clone());
        let limits = state.limits.are_on();
        let limited = limits.then(|| state.limits.proxies().clone());
        let connections = ConnectionLimits::new(&settings.connections, connections_max, limited);
        let port = settings.tls.redirect_port(address);
        let redirect = |listener| redirect::open(listener, port, Arc::clone(&connections));
        let redirect = listeners.redirect.map(redirect).transpose();
        let redirect = redirect.context("redirecting plain HTTP to https")?;
        let shared = (state.clone(), connections);
        let server = serve(listeners.public, shared, (workers, connections_max))?;
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
            server: self.server.handle(),
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
    server: ServerHandle,
    state: Data<State>,
    drains: Drains,
}

impl Stopper {
    /// Ends waiting polls, gives callers of /readyz time to notice, finishes running requests, and stops.
    pub async fn stop(self) {
        self.state.drain();
        match self.drains {
            Drains::AfterNotice => tokio::time::sleep(DRAIN_TIME).await,
            Drains::AtOnce => {}
        }
        self.server.stop(true).await;
    }
}

/// Starts the worker threads.
fn serve(
    listener: TcpListener,
    (state, connections): (Data<State>, Arc<ConnectionLimits>),
    (workers, connections_max): (usize, usize),
) -> std::io::Result<Server> {
    let builder = Server::build()
        .workers(workers)
        .max_concurrent_connections(connections_max / workers)
        .backlog(BACKLOG)
        .shutdown_timeout(STOP_SECONDS)
        .disable_signals();
    let signal = builder.graceful_shutdown_signal();
    let stopping = move || {
        let signal = signal.clone();
        async move { signal.notified().await }
    };
    let way_in = move || {
        let (state, connections, stopping) =
            (state.clone(), Arc::clone(&connections), stopping.clone());
        fn_factory(move || {
            let (state, connections, stopping) =
                (state.clone(), Arc::clone(&connections), stopping.clone());
            async move {
                let front = Front::open(state, connections, stopping).await?;
                Ok::<_, ()>(fn_service(move |io: TcpStream| {
                    Rc::clone(&front).serve(io).map(Ok::<_, ()>)
                }))
            }
        })
    };
    Ok(builder.listen("frontdesk", listener, way_in)?.run())
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

/// The most connections, and the most polls that are held, for a process that may open so many files.
fn room_for_requests(settings: &Settings, files: u64) -> (usize, usize) {
    let connections_max = usize::try_from(files.saturating_sub(SPARE_FILES))
        .unwrap_or(usize::MAX)
        .max(64);
    let held_max = match settings.held_polls_max {
        0 => connections_max,
        own => own,
    };
    (connections_max, held_max)
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

fn open_uploads(settings: &Settings) -> anyhow::Result<Uploads> {
    let is_limited = settings.limits == Switch::On;
    Uploads::open(&settings.data, &settings.uploads, is_limited)
        .context("opening the storage of uploaded files")
}

/// Raises the limit of open files as far as possible, and returns it.
fn raise_file_limit() -> u64 {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) => files,
        Err(error) => {
            tracing::warn!(code = "FD202", %error, "cannot raise the limit of open files");
            1_024
        }
    }
}
