//! The `frontdesk` program: reads the settings, starts the log, runs the server until it is told to stop.

use actors_core::ids::TenantId;
use actors_runtime::ports::Store;
use anyhow::Context as _;
use clap::Parser as _;
use server::app::{Application, Stopper, make_data_folder};
use server::fixtures::SpelledAccount;
use server::settings::{self, Cli, Command, ServeArgs, Settings, StoreKind};
use server::store::memory::MemoryStore;
use server::store::sled::{SledOptions, SledStore};
use server::{catalogue, telemetry};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};

/// Many threads make and drop small things of one size; see `docs/decisions/0061`.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Contract §1: gone by then, come what may.
const STOP_TIME_MAX: Duration = Duration::from_secs(9);

fn main() -> ExitCode {
    let Cli {
        command: Command::Serve(args),
    } = Cli::parse();
    actors_runtime::thread_cache::enable();
    match actix_web::rt::System::new().block_on(serve(args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// What kept the server from serving, and why: one line for the operator, no stack.
#[allow(clippy::print_stderr)]
fn complain(error: &anyhow::Error) {
    eprintln!("frontdesk: {error:#}");
}

async fn serve(args: ServeArgs) -> anyhow::Result<()> {
    let settings = settings::read(&args).context("reading the settings")?;
    telemetry::start_log(&settings).context("reading the setting `log`")?;
    let store = open_store(&settings)?;
    let opened = catalogue::open(settings.fixtures.as_deref(), store.as_ref())
        .context("loading the tenants")?;
    let application = Application::build(&settings, store, Arc::new(opened.catalogue))?;
    greet(&application, &opened.spelled);
    actix_web::rt::spawn(stop_on_signal(application.stopper()));
    application.run().await.context("serving")
}

async fn stop_on_signal(stopper: Stopper) {
    let (Ok(mut terminated), Ok(mut interrupted)) = (
        signal(SignalKind::terminate()),
        signal(SignalKind::interrupt()),
    ) else {
        tracing::error!("signals cannot be heard");
        return;
    };
    tokio::select! {
        _ = terminated.recv() => {}
        _ = interrupted.recv() => {}
    }
    tracing::info!("stopping");
    actix_web::rt::spawn(async {
        tokio::time::sleep(STOP_TIME_MAX).await;
        tracing::error!("stopping took too long");
        std::process::exit(1);
    });
    stopper.stop().await;
}

fn open_store(settings: &Settings) -> anyhow::Result<Arc<dyn Store>> {
    match settings.store {
        StoreKind::Memory => Ok(Arc::new(MemoryStore::new())),
        StoreKind::Sled => {
            make_data_folder(&settings.data)?;
            Ok(Arc::new(SledStore::open(SledOptions::new(
                &settings.data.join("store"),
            ))?))
        }
    }
}

/// What the operator reads at the start.
#[allow(clippy::print_stdout)]
fn greet(application: &Application, spelled: &[(TenantId, SpelledAccount)]) {
    let address = application.address();
    println!("listening on http://{address}");
    if application
        .state()
        .catalogue
        .tenant(&TenantId::from(DEMO))
        .is_some()
    {
        println!("  the demo shop   http://{address}/demo/");
        println!("  the chat alone  http://{address}/chat_online/index?channelId={DEMO}");
    }
    println!("  the desk        http://{address}/desk/");
    for (tenant, account) in spelled {
        let (name, password) = (&account.account, account.password.expose());
        println!("    tenant {tenant}, account {name}, password {password}");
    }
}

/// The tenant that is built in.
const DEMO: &str = "demo";
