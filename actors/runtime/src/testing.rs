//! A test environment for actors: one thread, time that moves only when the test advances it, and a store whose appends
//! finish when the test says so.

mod memory;

pub use memory::MemoryStore;

use crate::clock::SteadyClock;
use crate::office::{Directory, Office, Workers};
use crate::ports::Store;
use actors_core::channel::ChannelConfig;
use actors_core::ids::{ChannelId, Language, PollId, TenantId, VisitorKey};
use actors_core::session::commands::start::Start;
use actors_core::session::details::Details;
use actors_core::time::Timestamp;
use std::sync::Arc;

/// A directory in which every channel exists, with default settings.
pub struct PlainChannels;

impl Directory for PlainChannels {
    fn channel(&self, tenant: &TenantId, channel: &ChannelId) -> Option<Arc<ChannelConfig>> {
        Some(Arc::new(ChannelConfig::plain(
            tenant.clone(),
            channel.clone(),
        )))
    }

    fn revision(&self) -> u64 {
        0
    }
}

/// An office on the caller's own thread. Its time is tokio's, so a test can pause and advance it.
pub fn office(store: &Arc<MemoryStore>) -> Arc<Office> {
    let store: Arc<dyn Store> = Arc::clone(store) as Arc<dyn Store>;
    let start = Timestamp::from_millis(1_790_000_000_000);
    let office = Office::new(
        store,
        Arc::new(SteadyClock::from(start)),
        Arc::new(PlainChannels),
        Workers::Callers(1),
    );
    office.work_here();
    office
}

/// The command that opens a page.
pub fn start(page: &str) -> Start {
    Start {
        page: PollId::from(page),
        channel: Arc::new(ChannelConfig::plain("demo".into(), "web".into())),
        language: Language::default(),
        details: Details::default(),
        vouched: None,
        vouched_anew: None,
    }
}

/// A visitor of the tenant `demo`.
pub fn visitor(name: &str) -> VisitorKey {
    VisitorKey {
        tenant: "demo".into(),
        visitor: name.into(),
    }
}
