//! The whole program on a thread of its own. Everything that it started there ends with it, so a node may own the cell again
//! and again.

use super::Greet;
use crate::app::{Application, Given, Stopper};
use crate::catalogue::{self, Sources};
use crate::cluster::membership::Membership;
use crate::files::shelf::Shelf;
use crate::listeners::Listeners;
use crate::search;
use crate::settings::Settings;
use crate::store::sled::replicated::ReplicatedStore;
use actix_web::rt::System;
use actors_runtime::ports::Store;
use anyhow::{Context as _, anyhow};
use std::sync::Arc;
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// What the program runs with.
pub struct Parts {
    /// The settings.
    pub settings: Settings,
    /// The sockets.
    pub sockets: Listeners,
    /// What the node knows of its cluster.
    pub membership: Membership,
    /// Where uploaded files are, unless the settings say.
    pub files: Option<Shelf>,
    /// The store of the cell, which this node owns.
    pub store: Arc<ReplicatedStore>,
    /// Tells the operator that the program runs.
    pub greet: Option<Greet>,
}

/// A program that runs.
pub struct Program {
    stopper: Stopper,
    thread: JoinHandle<anyhow::Result<()>>,
}

impl Program {
    /// Starts it. It listens when this returns.
    ///
    /// # Errors
    /// It cannot be built; the text says why.
    pub async fn start(parts: Parts) -> anyhow::Result<Self> {
        let (tell, started) = oneshot::channel();
        let thread = std::thread::Builder::new().name("program".to_owned());
        let thread = thread.spawn(move || {
            actors_runtime::thread_cache::enable();
            System::new().block_on(async move {
                let application = build(parts)?;
                // The node waits for it.
                let _ = tell.send(application.stopper());
                application.run().await.context("serving")
            })
        })?;
        match started.await {
            Ok(stopper) => Ok(Self { stopper, thread }),
            Err(_) => Err(ended(thread)
                .await
                .err()
                .unwrap_or_else(|| anyhow!("it ended at once"))),
        }
    }

    /// Accepts no more connections, and lets those that were accepted ask.
    pub async fn pause(&self) {
        self.stopper.pause().await;
    }

    /// Takes no new requests, and answers those that run. The store takes appends until [`Self::end`].
    pub async fn finish(&self) {
        self.stopper.finish().await;
    }

    /// Whether it ended without being told to.
    pub fn has_ended(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// Serving failed, or the thread panicked.
    pub async fn end(self) -> anyhow::Result<()> {
        ended(self.thread).await
    }
}

async fn ended(thread: JoinHandle<anyhow::Result<()>>) -> anyhow::Result<()> {
    let joined = tokio::task::spawn_blocking(move || thread.join()).await?;
    joined.map_err(|_| anyhow!("the thread of the program panicked: its log says where"))?
}

fn build(parts: Parts) -> anyhow::Result<Application> {
    let (settings, store) = (parts.settings, parts.store as Arc<dyn Store>);
    // What other owners wrote is not in this node's index.
    search::index::note_unclean(&settings.data);
    let sources = Sources {
        demo: settings.demo,
        folder: settings.fixtures.as_deref(),
    };
    let opened = catalogue::open(sources, &settings.data, store.as_ref());
    let opened = opened.context("loading the tenants")?;
    let given = Given {
        listeners: Some(parts.sockets),
        cluster: Some(parts.membership),
        shelf: parts.files,
        ..Given::default()
    };
    let built = Application::build_with(given, &settings, store, Arc::new(opened.catalogue))?;
    if let Some(greet) = parts.greet {
        greet(&built, opened.demo.as_ref())?;
    }
    Ok(built)
}
