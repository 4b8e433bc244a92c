//! When to look at an actor though nobody called. One list a thread and, as a rule, one entry an actor: a deadline
//! that moves away leaves the entry where it is, and the actor, woken early, files itself again. So a poll that is
//! renewed costs no timer.

use crate::clock::Clock;
use actix::{Actor, Context, Handler, Message, WeakAddr};
use actors_core::time::{Span, Timestamp};
use std::cell::RefCell;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// Time to look at the deadlines.
pub(crate) struct Ring;

impl Message for Ring {
    type Result = ();
}

/// No entry lies further ahead than this: what is left of an actor that stopped is gone by then.
const AHEAD_MAX: Span = Span::from_secs(60);

/// One actor's alarm.
#[derive(Default)]
pub(crate) struct Alarm {
    filed: Option<Timestamp>,
}

impl Alarm {
    /// Sees to it that the actor is rung at `deadline` or earlier.
    pub(crate) fn set<A>(
        &mut self,
        deadline: Option<Timestamp>,
        clock: &Arc<dyn Clock>,
        actor: impl FnOnce() -> WeakAddr<A>,
    ) where
        A: Actor<Context = Context<A>> + Handler<Ring>,
    {
        let Some(deadline) = deadline else { return };
        if self.filed.is_some_and(|filed| filed <= deadline) {
            return;
        }
        let due = deadline.min(clock.now() + AHEAD_MAX);
        self.filed = Some(due);
        let actor = actor();
        file(clock, due, Box::new(move || ring(&actor)));
    }

    /// To be called when rung: the entry is gone from the list.
    pub(crate) fn rung(&mut self) {
        self.filed = None;
    }
}

fn ring<A>(actor: &WeakAddr<A>)
where
    A: Actor<Context = Context<A>> + Handler<Ring>,
{
    if let Some(actor) = actor.upgrade() {
        actor.do_send(Ring);
    }
}

struct Filed {
    due: Timestamp,
    ring: Box<dyn Fn()>,
}

impl PartialEq for Filed {
    fn eq(&self, other: &Self) -> bool {
        self.due == other.due
    }
}

impl Eq for Filed {}

impl PartialOrd for Filed {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Filed {
    fn cmp(&self, other: &Self) -> Ordering {
        self.due.cmp(&other.due)
    }
}

struct List {
    entries: RefCell<BinaryHeap<Reverse<Filed>>>,
    sooner: Notify,
}

thread_local! {
    static LIST: RefCell<Option<Rc<List>>> = const { RefCell::new(None) };
}

fn file(clock: &Arc<dyn Clock>, due: Timestamp, ring: Box<dyn Fn()>) {
    let list = LIST.with_borrow_mut(|list| {
        // A list whose runtime has ended (one test after another on a thread) has lost its task.
        let dead = list
            .as_ref()
            .is_some_and(|list| Rc::strong_count(list) == 1);
        if list.is_none() || dead {
            *list = Some(start(Arc::clone(clock)));
        }
        list.as_ref().map(Rc::clone)
    });
    let Some(list) = list else { return };
    let mut entries = list.entries.borrow_mut();
    let is_soonest = entries.peek().is_none_or(|Reverse(first)| due < first.due);
    entries.push(Reverse(Filed { due, ring }));
    drop(entries);
    if is_soonest {
        list.sooner.notify_one();
    }
}

fn start(clock: Arc<dyn Clock>) -> Rc<List> {
    let list = Rc::new(List {
        entries: RefCell::default(),
        sooner: Notify::new(),
    });
    let kept = Rc::clone(&list);
    actix_rt::spawn(async move {
        loop {
            let now = clock.now();
            while let Some(filed) = take_due(&kept, now) {
                (filed.ring)();
            }
            let next = kept.entries.borrow().peek().map(|Reverse(first)| first.due);
            match next {
                Some(due) => {
                    let wait = Duration::from_millis(due.since(clock.now()).as_millis().max(1));
                    tokio::select! {
                        () = tokio::time::sleep(wait) => {}
                        () = kept.sooner.notified() => {}
                    }
                }
                None => kept.sooner.notified().await,
            }
        }
    });
    list
}

fn take_due(list: &List, now: Timestamp) -> Option<Filed> {
    let mut entries = list.entries.borrow_mut();
    if entries
        .peek()
        .is_some_and(|Reverse(first)| first.due <= now)
    {
        entries.pop().map(|Reverse(filed)| filed)
    } else {
        None
    }
}
