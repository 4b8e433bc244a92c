//! The `frontdesk` program: reads the settings, starts the log, and runs the server until SIGTERM or SIGINT.

use actors_core::ids::TenantId;
use actors_core::secret::Secret;
use actors_runtime::ports::Store;
use anyhow::Context as _;
use clap::Parser as _;
use server::app::{Application, Stopper};
use server::backup::command::Command as Saving;
use server::catalogue::Sources;
use server::catalogue::demo::DemoAccounts;
use server::cluster::node::Node;
use server::control::{self, Done, command::Command as Ordered};
use server::data_folder::{make_data_folder, make_files_private};
use server::service_manager;
use server::settings::commands::FromArgs;
use server::settings::{self, Cli, Command, ServeArgs, Settings};
use server::store::sled::{SledOptions, SledStore};
use server::tls::{Asked, Tls};
use server::{catalogue, format, telemetry, upgrade};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

/// Many threads allocate and free small objects of the same size; see `docs/decisions/0016`.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Protocol, 'Program': the process exits within this time, even if stopping hangs.
const STOP_TIME_MAX: Duration = Duration::from_secs(9);

fn main() -> ExitCode {
    let Cli { command } = Cli::parse();
    actors_runtime::thread_cache::enable();
    make_files_private();
    let ended = match command {
        Command::Serve(args) => actix_web::rt::System::new().block_on(serve(args)),
        Command::SetupLink { data } => Ordered::setup_link().run(data),
        Command::Cluster { command, data } => server::cluster::control::run(command, data),
        Command::Tenant { command, data } => Ordered::tenant(command).run(data),
        Command::Operator { command, data } => Ordered::operator(command).run(data),
        Command::Admin { command, data } => Ordered::admin(command).run(data),
        Command::Healthcheck { data } => control::command::check_health(data),
        Command::Backup { to, keep, data } => Saving::Backup { to, keep }.run(data),
        Command::Restore { from, data } => Saving::Restore(from).run(data),
        Command::Check { from, backup, data } => {
            Saving::Check(from.map(|from| FromArgs { from, backup })).run(data)
        }
        Command::Export { to, data } => Saving::Export { to }.run(data),
        Command::Import { from, data } => Saving::Import { from }.run(data),
        Command::Upgrade { check, data } => upgrade::run(check, data),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// Prints why the server does not start or run: one line for the operator, without a stack.
#[allow(clippy::print_stderr)]
fn complain(error: &anyhow::Error) {
    eprintln!("frontdesk: {error:#}");
}

async fn serve(args: ServeArgs) -> anyhow::Result<()> {
    let settings = settings::read(&args).context("reading the settings")?;
    settings::cluster::check(&settings)?;
    let export = telemetry::start_log(&settings)?;
    let served = serve_by(&settings).await;
    if let Some(export) = export {
        export.finish();
    }
    served
}

async fn serve_by(settings: &Settings) -> anyhow::Result<()> {
    format::refuse_newer(&settings.data)?;
    make_data_folder(&settings.data)?;
    format::begin(&settings.data)?;
    if settings.cluster.is_on() {
        return serve_in_cluster(settings).await;
    }
    let store = open_store(settings)?;
    let sources = Sources {
        demo: settings.demo,
        folder: settings.fixtures.as_deref(),
    };
    let opened =
        catalogue::open(sources, &settings.data, store.as_ref()).context("loading the tenants")?;
    let application = Application::build(settings, store, Arc::new(opened.catalogue))?;
    // The greeting comes after this, because its reader may send a signal at once.
    let hangups = signal(SignalKind::hangup()).context("listening for SIGHUP")?;
    actix_web::rt::spawn(reload_on_hangup(hangups, application.state().tls.clone()));
    let signals = signal(SignalKind::terminate())
        .and_then(|terminated| Ok((terminated, signal(SignalKind::interrupt())?)))
        .context("listening for SIGTERM and SIGINT")?;
    actix_web::rt::spawn(stop_on_signal(signals, application.stopper()));
    greet(&application, opened.demo.as_ref())?;
    service_manager::ready(&format!("listening on {}", application.address()));
    service_manager::feed_watchdog(application.state().clone());
    application.run().await.context("serving")
}

/// Runs a node of a cluster.
async fn serve_in_cluster(settings: &Settings) -> anyhow::Result<()> {
    let mut hangups = signal(SignalKind::hangup()).context("listening for SIGHUP")?;
    actix_web::rt::spawn(async move {
        while hangups.recv().await.is_some() {
            tracing::info!("SIGHUP: a node of a cluster reads a changed certificate by itself");
        }
    });
    let mut terminated = signal(SignalKind::terminate()).context("listening for SIGTERM")?;
    let mut interrupted = signal(SignalKind::interrupt()).context("listening for SIGINT")?;
    let (stop, stopping) = watch::channel(false);
    actix_web::rt::spawn(async move {
        tokio::select! {
            _ = terminated.recv() => {}
            _ = interrupted.recv() => {}
        }
        exit_in_time();
        stop.send_replace(true);
        // A node that listens for the end of this task would take it for the signal.
        std::future::pending::<()>().await;
    });
    let node = Node::join(settings.clone(), stopping).await?;
    let address = node.listens_at()?;
    let (name, internal) = node.name();
    let scheme = settings.tls.scheme();
    say(&format!(
        "listening on {scheme}://{address}\n  node {name} of a cluster, for other nodes at {internal}"
    ));
    service_manager::ready(&format!("node {name}, listening on {address}"));
    node.run(greet).await
}

/// Prints a line, and what follows it, in one write.
#[allow(clippy::print_stdout)]
fn say(text: &str) {
    println!("{text}");
}

/// Reads the certificate again at each SIGHUP. Without TLS there is nothing to read, but the signal must not end the
/// program.
async fn reload_on_hangup(mut hangups: Signal, tls: Option<Arc<Tls>>) {
    while hangups.recv().await.is_some() {
        match &tls {
            Some(tls) => Arc::clone(tls).reload_aside(Asked::ByOperator).await,
            None => tracing::info!("SIGHUP: nothing to read again without `tls.certificate`"),
        }
    }
}

async fn stop_on_signal((mut terminated, mut interrupted): (Signal, Signal), stopper: Stopper) {
    tokio::select! {
        _ = terminated.recv() => {}
        _ = interrupted.recv() => {}
    }
    exit_in_time();
    stopper.stop().await;
}

/// Says that the process stops, and ends it if that takes too long.
fn exit_in_time() {
    tracing::info!("stopping");
    service_manager::stopping();
    actix_web::rt::spawn(async {
        tokio::time::sleep(STOP_TIME_MAX).await;
        tracing::error!(code = "FD201", "stopping took too long: exiting at once");
        std::process::exit(1);
    });
}

fn open_store(settings: &Settings) -> anyhow::Result<Arc<dyn Store>> {
    Ok(Arc::new(SledStore::open(SledOptions {
        free_bytes_min: settings.disk.reserve_bytes,
        ..SledOptions::new(&settings.data.join("store"))
    })?))
}

/// Prints the addresses and accounts at startup in one write, so that a program that waits for the first line reads
/// all.
#[allow(clippy::print_stdout)]
fn greet(application: &Application, demo: Option<&DemoAccounts>) -> anyhow::Result<()> {
    let scheme = application.scheme();
    let address = application.address();
    let mut lines = vec![format!("listening on {scheme}://{address}")];
    let demo_shop = TenantId::from(DEMO);
    if application.state().catalogue.tenant(&demo_shop).is_some() {
        lines.push(format!("  the demo shop   {scheme}://{address}/demo/"));
        lines.push(format!(
            "  the chat alone  {scheme}://{address}/chat_online/index?channelId={DEMO}"
        ));
    }
    lines.push(format!("  the desk        {scheme}://{address}/desk/"));
    if let Some(redirect) = application.redirect_address() {
        lines.push(format!("  leads to https  http://{redirect}/"));
    }
    if let Some(operator) = application.operator_address() {
        lines.push(format!("  the metrics     http://{operator}/metrics"));
        lines.push(format!("  the operators   http://{operator}/desk/operator"));
    }
    lines.extend(demo.into_iter().flat_map(accounts));
    if application.state().catalogue.is_empty() {
        lines.push(format!("Set up your shop: {}", setup_link(application)?));
    }
    // The final newline is part of the same write; `println` would write it separately.
    lines.push(String::new());
    print!("{}", lines.join("\n"));
    Ok(())
}

/// A new link for the first tenant; a link of an earlier start ends.
fn setup_link(application: &Application) -> anyhow::Result<String> {
    let state = application.state();
    let setting = control::socket::setting(state, application.bases().clone());
    let made = control::setup_link(state.office.store().as_ref(), &setting);
    match made.map_err(anyhow::Error::msg)? {
        Done::Link { link, .. } => Ok(link),
        Done::Tenants { .. } | Done::Operators { .. } | Done::Changed => {
            anyhow::bail!("no link was made")
        }
    }
}

fn accounts(DemoAccounts { file, made }: &DemoAccounts) -> Vec<String> {
    let said = |(account, password): &(String, Secret)| {
        let password = password.expose();
        format!("    tenant {DEMO}, account {account}, password {password}")
    };
    let file = file.display();
    let kept = match made.is_empty() {
        true => format!("    the passwords from the first start are in {file}"),
        false => format!("    the passwords are printed only this once; they are also in {file}"),
    };
    made.iter().map(said).chain([kept]).collect()
}

/// The built-in tenant.
const DEMO: &str = "demo";
