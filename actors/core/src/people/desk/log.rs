//! The log of a desk: numbered lines, as far back as they are kept.

use super::weight::weight;
use crate::call::CallStep;
use crate::ids::{CallId, VisitorId};
use crate::routing::{CallNews, DeskNews, LeftKind};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The maximum number of lines in one response (Protocol, 'Desk polling').
pub const LINES_MAX: usize = 100;

/// The maximum number of lines kept. A cursor further back gets a gap (Protocol, 'Desk polling').
pub const LOG_MAX: usize = 10_000;

/// The approximate limit for the bytes of all lines. Without it, ten thousand of the longest messages would take 160 MB
/// in every desk.
pub const LOG_BYTES_MAX: usize = 8 << 20;

/// The maximum number of call signals kept. They are large, and useful only while their call rings or is active.
pub const SIGNALS_MAX: usize = 256;

/// The number of a line in a desk's log. It rises, with holes where a newer line replaced an older one of its kind.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct DeskSeq(pub u64);

#[derive(Clone, Debug)]
pub(super) struct Log {
    lines: BTreeMap<DeskSeq, DeskNews>,
    /// The estimated bytes of all lines.
    bytes: usize,
    /// The last line that was dropped for its age, or the base. Cursors below it have missed something.
    cut: DeskSeq,
    last: DeskSeq,
    newest_queue: Option<DeskSeq>,
    newest_status: Option<DeskSeq>,
    newest_message: Option<DeskSeq>,
    newest_order: Option<DeskSeq>,
    newest_mentions: Option<DeskSeq>,
    newest_wall: Option<DeskSeq>,
    /// The newest draft of each visitor in the log.
    newest_drafts: BTreeMap<VisitorId, DeskSeq>,
    /// The newest state of each item in the log.
    newest_items: BTreeMap<Arc<str>, DeskSeq>,
    signals: VecDeque<(CallId, DeskSeq)>,
}

/// The result of reading from a cursor.
#[derive(Debug)]
pub(super) enum Reading {
    /// The next lines, and whether there are more.
    News {
        lines: Vec<(Option<DeskSeq>, DeskNews)>,
        more: bool,
    },
    /// The lines after the cursor are dropped, or the cursor is unknown.
    Gap,
}

impl Log {
    pub fn new(base: DeskSeq) -> Self {
        Self {
            lines: BTreeMap::new(),
            bytes: 0,
            cut: base,
            last: base,
            newest_queue: None,
            newest_status: None,
            newest_message: None,
            newest_order: None,
            newest_mentions: None,
            newest_wall: None,
            newest_drafts: BTreeMap::new(),
            newest_items: BTreeMap::new(),
            signals: VecDeque::new(),
        }
    }

    pub fn last(&self) -> DeskSeq {
        self.last
    }

    /// Adds a line. A newer queue count, status, draft, item, wall or message left behind replaces the older one. The end of a call
    /// removes its signals.
    pub fn push(&mut self, news: DeskNews) -> DeskSeq {
        self.last = DeskSeq(self.last.0 + 1);
        let outdated = match &news {
            DeskNews::Queue(_) => self.newest_queue.replace(self.last),
            DeskNews::Status(..) => self.newest_status.replace(self.last),
            DeskNews::Left { what, .. } => match what {
                LeftKind::Message => self.newest_message.replace(self.last),
                LeftKind::Order => self.newest_order.replace(self.last),
            },
            DeskNews::Mentions(_) => self.newest_mentions.replace(self.last),
            DeskNews::Wall(_) => self.newest_wall.replace(self.last),
            DeskNews::Draft(draft) => self.newest_drafts.insert(draft.visitor.clone(), self.last),
            DeskNews::Item(item) => self.newest_items.insert(Arc::clone(&item.id), self.last),
            DeskNews::Assigned(_)
            | DeskNews::Resumed(_)
            | DeskNews::Said { .. }
            | DeskNews::Typing { .. }
            | DeskNews::Read { .. }
            | DeskNews::Recalled { .. }
            | DeskNews::Presence { .. }
            | DeskNews::Closed { .. }
            | DeskNews::Transferred { .. }
            | DeskNews::Evaluated { .. }
            | DeskNews::Corrected { .. }
            | DeskNews::Amended { .. }
            | DeskNews::Tagged { .. }
            | DeskNews::Mentioned(_)
            | DeskNews::ItemDue(_)
            | DeskNews::Due { .. }
            | DeskNews::Rescued(_)
            | DeskNews::Alarm(..) => None,
            DeskNews::Call { call, news, .. } => self.outdated_by(call, news),
        };
        if let Some(outdated) = outdated {
            self.remove(outdated);
        }
        self.bytes += weight(&news);
        self.lines.insert(self.last, news);
        // The newest line stays, whatever its size.
        while self.lines.len() > LOG_MAX || (self.bytes > LOG_BYTES_MAX && self.lines.len() > 1) {
            let Some((cut, news)) = self.lines.pop_first() else {
                break;
            };
            self.bytes -= weight(&news);
            match &news {
                DeskNews::Draft(draft) => {
                    self.newest_drafts.remove(&draft.visitor);
                }
                DeskNews::Item(item) => {
                    self.newest_items.remove(&item.id);
                }
                _ => {}
            }
            self.cut = cut;
        }
        self.last
    }

    fn remove(&mut self, seq: DeskSeq) {
        if let Some(news) = self.lines.remove(&seq) {
            self.bytes -= weight(&news);
        }
    }

    fn outdated_by(&mut self, call: &CallId, news: &CallNews) -> Option<DeskSeq> {
        match news {
            CallNews::Signal(_) => {
                self.signals.push_back((call.clone(), self.last));
                let surplus = self.signals.len() > SIGNALS_MAX;
                surplus
                    .then(|| self.signals.pop_front())?
                    .map(|(_, seq)| seq)
            }
            CallNews::Step(CallStep::Ended { .. } | CallStep::Declined { .. }) => {
                let signals = std::mem::take(&mut self.signals).into_iter();
                let (over, others) = signals.partition::<Vec<_>, _>(|(of, _)| of == call);
                self.signals = others.into();
                for (_, seq) in over {
                    self.remove(seq);
                }
                None
            }
            CallNews::Step(CallStep::Invited { .. } | CallStep::Answered { .. }) => None,
        }
    }

    pub fn read(&self, cursor: Option<DeskSeq>) -> Reading {
        let Some(cursor) = cursor.filter(|cursor| (self.cut..=self.last).contains(cursor)) else {
            return Reading::Gap;
        };
        let mut after = self.lines.range(DeskSeq(cursor.0 + 1)..);
        let lines = after.by_ref().take(LINES_MAX);
        let lines = lines
            .map(|(seq, news)| (Some(*seq), news.clone()))
            .collect();
        Reading::News {
            lines,
            more: after.next().is_some(),
        }
    }
}
