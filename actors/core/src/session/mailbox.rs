//! The entries that a page has not acknowledged: a view of the log after a cursor (Protocol, 'Polling' and 'Cursors').
//!
//! Entries stay in memory until a cursor acknowledges them, at most the newest 200. Older ones are read from the store.

use crate::event::Entry;
use crate::ids::{Seq, SessionNo, Ticket};
use crate::session::commands::poll::{Keep, LINES_MAX, News, Served, Since, Stretch};
use crate::session::restore::Marks;
use crate::session::small_list::SmallList;
use std::sync::Arc;

/// Maximum number of entries in memory.
pub(crate) const LINES_KEPT_MAX: usize = 200;

/// The entries of the open session that are in memory, and the parked poll.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mailbox {
    /// The newest lines, the last of them just before `next`.
    lines: SmallList<Arc<Entry>>,
    next: Seq,
    pub marks: Marks,
    pub parked: Option<ParkedPoll>,
}

/// A parked poll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ParkedPoll {
    pub ticket: Ticket,
    pub since: Since,
}

impl Mailbox {
    /// The mailbox of a new session.
    pub fn new(marks: Marks) -> Self {
        Self::with_lines(Seq(1), marks, SmallList::default())
    }

    /// The mailbox of a session whose next line is `next` and whose newest lines are these.
    pub fn with_lines(next: Seq, marks: Marks, lines: SmallList<Arc<Entry>>) -> Self {
        Self {
            lines,
            next,
            marks,
            parked: None,
        }
    }

    /// The seq of the next entry.
    pub fn next(&self) -> Seq {
        self.next
    }

    /// The seq of the last entry; 0 if there is none.
    pub fn last(&self) -> Seq {
        Seq(self.next.0 - 1)
    }

    /// Number of entries in memory.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Heap bytes, without what it shares with the session.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.lines.bytes()
    }

    pub fn push(&mut self, entry: Arc<Entry>) {
        self.lines.push_bounded(entry, LINES_KEPT_MAX);
        self.next = self.next.next();
    }

    /// Drops the entries that a page acknowledged. Returns whether the cursor moved.
    pub fn pass(&mut self, cursor: Seq) -> bool {
        if cursor <= self.marks.passed {
            return false;
        }
        self.marks.passed = cursor;
        let handled = cursor.next().0.saturating_sub(self.first().0);
        self.lines
            .forget_oldest(usize::try_from(handled).unwrap_or(usize::MAX));
        true
    }

    /// The entry at `seq`, if it is in memory.
    pub fn line(&self, seq: Seq) -> Option<&Arc<Entry>> {
        self.lines.get(self.index(seq)?)
    }

    /// Amends the entry at `seq`.
    pub fn amend(&mut self, seq: Seq, entry: &Arc<Entry>) {
        if let Some(index) = self.index(seq)
            && let Some(line) = self.lines.get_mut(index)
        {
            *line = entry.clone();
        }
    }

    fn index(&self, seq: Seq) -> Option<usize> {
        let index = seq.0.checked_sub(self.first().0)?;
        usize::try_from(index).ok()
    }

    /// Whether an entry before `end` is news for a page with this cursor.
    pub fn has_news(&self, since: Since, end: Seq) -> bool {
        let (from, is_news): (Seq, fn(&Entry) -> bool) = match since {
            Since::Cursor(cursor) => (cursor.next(), Entry::is_for_visitors),
            Since::ReadMark => (self.marks.read.next(), |entry| Keep::Others.keeps(entry)),
            Since::OtherEpoch => return true,
        };
        let mut lines = self.between(from, end);
        from < end && (from < self.first() || lines.any(|(_, entry)| is_news(entry)))
    }

    /// The entries before `end` for a page with this cursor.
    pub fn serve(&self, session: SessionNo, since: Since, end: Seq) -> Served {
        let last = Seq(end.0 - 1);
        let (from, keep) = match since {
            Since::Cursor(cursor) => (cursor.next(), Keep::All),
            Since::ReadMark => (self.marks.read.next(), Keep::Others),
            Since::OtherEpoch => {
                return Served {
                    news: News::Gap,
                    cursor: last,
                    more: false,
                };
            }
        };
        if from < self.first() && from < end {
            return serve_from_store(session, from, last, keep);
        }
        let mut lines = Vec::new();
        let mut cursor = Seq(from.0 - 1);
        for (seq, entry) in self.between(from, end) {
            if lines.len() == LINES_MAX {
                break;
            }
            cursor = seq;
            if keep.keeps(entry) {
                lines.push((seq, entry.as_visitors_see()));
            }
        }
        Served {
            news: News::Lines(lines),
            cursor,
            more: cursor < last,
        }
    }

    /// The seq of the first entry in memory; the next seq if there is none.
    fn first(&self) -> Seq {
        Seq(self.next.0 - self.lines.len() as u64)
    }

    /// The entries in memory after this one.
    pub fn after(&self, seq: Seq) -> impl Iterator<Item = (Seq, &Arc<Entry>)> {
        self.between(seq.next(), self.next)
    }

    /// The entries in memory from `from` and before `end`.
    fn between(&self, from: Seq, end: Seq) -> impl Iterator<Item = (Seq, &Arc<Entry>)> {
        let first = self.first();
        let index = |seq: Seq| usize::try_from(seq.0.saturating_sub(first.0)).unwrap_or(usize::MAX);
        let upto = index(end).min(self.lines.len());
        let after = index(from).min(upto);
        let lines = self.lines.get(after..upto).unwrap_or_default();
        (first.max(from).0..).map(Seq).zip(lines)
    }
}

fn serve_from_store(session: SessionNo, from: Seq, last: Seq, keep: Keep) -> Served {
    let upto = match keep {
        Keep::All => Seq(last.0.min(from.0 + LINES_MAX as u64 - 1)),
        Keep::Others | Keep::AgentsSayings => last,
    };
    let stretch = Stretch {
        session,
        from,
        upto,
        keep,
    };
    Served {
        news: News::InStore(stretch),
        cursor: upto,
        more: upto < last,
    }
}
