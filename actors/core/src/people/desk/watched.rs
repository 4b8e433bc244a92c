//! The conversations that the agent's pages watch: one for each page.

use super::PARKED_MAX;
use crate::ids::VisitorId;
use crate::time::{Span, Timestamp};
use std::sync::Arc;

/// How long a desk hears of a conversation after a page last asked (Protocol, 'Visitors', watch).
pub const WATCHED_FOR: Span = Span::from_secs(60);

/// The most pages of an agent that watch, as many as may poll. One more replaces the one that asked first.
pub const WATCHING_PAGES_MAX: usize = PARKED_MAX;

#[derive(Clone, Debug, Default)]
pub(super) struct Watched(Vec<Watching>);

#[derive(Clone, Debug)]
struct Watching {
    /// The page, as it calls itself.
    page: Arc<str>,
    visitor: VisitorId,
    until: Timestamp,
}

impl Watched {
    /// A page watches this visitor from now on, and no other.
    pub fn begin(&mut self, page: Arc<str>, visitor: VisitorId, now: Timestamp) {
        let watching = &mut self.0;
        watching.retain(|watching| watching.page != page && watching.until > now);
        if watching.len() == WATCHING_PAGES_MAX {
            watching.remove(0);
        }
        watching.push(Watching {
            page,
            visitor,
            until: now + WATCHED_FOR,
        });
    }

    /// A page no longer watches this visitor. It may watch another one already.
    pub fn end(&mut self, page: &str, visitor: &VisitorId) {
        let ends = |watching: &Watching| &*watching.page == page && watching.visitor == *visitor;
        self.0.retain(|watching| !ends(watching));
    }

    /// Whether a page watches this visitor.
    pub fn has(&self, visitor: &VisitorId, now: Timestamp) -> bool {
        let mut watching = self.0.iter();
        watching.any(|watching| watching.visitor == *visitor && watching.until > now)
    }
}
