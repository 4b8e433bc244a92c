//! Wakes actors at their deadlines. Each thread has one list with, as a rule, one entry per actor.
//!
//! A later deadline leaves the entry in place; the actor wakes early and files itself again. So a renewed poll costs no
//! timer. A sooner deadline is filed as a second entry; the old one wakes the actor once for nothing and is gone.

use crate::clock::Clock;
use actix::{Actor, Context, Handler, Message, WeakAddr};
use actors_core::time::{Span, Timestamp};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// Tells an actor to check its deadlines.
pub(crate) struct Ring;

impl Message for Ring {
    type Result = ();
}

/// The furthest an entry may lie ahead. The entry of a stopped actor is gone after this time.
const AHEAD_MAX: Span = Span::from_secs(60);

/// One actor's alarm.
#[derive(Default)]
pub(crate) struct Alarm {
    filed: Option<Timestamp>,
}

impl Alarm {
    /// Ensures that the actor gets a [`Ring`] at `deadline` or earlier.
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

    /// Must be called on each [`Ring`]: forgets the filed entry if it was due. The ring may also come from an older
    /// entry that a sooner deadline left behind. Forgetting the filed entry then would add one more entry with each
    /// ring.
    pub(crate) fn rung(&mut self, clock: &Arc<dyn Clock>) {
        let now = clock.now();
        self.filed.take_if(|filed| *filed <= now);
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

/// What to ring, by due time and then by the order in which it was filed.
type Entries = BTreeMap<(Timestamp, u64), Box<dyn Fn()>>;

struct List {
    entries: RefCell<Entries>,
    filed: Cell<u64>,
    sooner: Notify,
}

thread_local! {
    static LIST: RefCell<Option<Rc<List>>> = const { RefCell::new(None) };
}

fn file(clock: &Arc<dyn Clock>, due: Timestamp, ring: Box<dyn Fn()>) {
    let list = LIST.with_borrow_mut(|list| {
        // A new runtime on the same thread (tests do this) has no task for the list yet.
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
    let soonest = entries.first_key_value();
    let is_soonest = soonest.is_none_or(|((first, _), _)| due < *first);
    list.filed.set(list.filed.get() + 1);
    entries.insert((due, list.filed.get()), ring);
    drop(entries);
    if is_soonest {
        list.sooner.notify_one();
    }
}

fn start(clock: Arc<dyn Clock>) -> Rc<List> {
    let list = Rc::new(List {
        entries: RefCell::default(),
        filed: Cell::default(),
        sooner: Notify::new(),
    });
    let kept = Rc::clone(&list);
    actix_rt::spawn(async move {
        loop {
            let now = clock.now();
            while let Some(ring) = take_due(&kept, now) {
                ring();
            }
            let next = kept.entries.borrow().keys().next().copied();
            match next {
                Some((due, _)) => {
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

fn take_due(list: &List, now: Timestamp) -> Option<Box<dyn Fn()>> {
    let mut entries = list.entries.borrow_mut();
    let first = entries.first_entry()?;
    let (due, _) = *first.key();
    (due <= now).then(|| first.remove())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SteadyClock;

    /// An actor that waits for the end of a page's poll, and then for the page's return.
    struct Waiting {
        clock: Arc<dyn Clock>,
        alarm: Alarm,
        deadline: Timestamp,
        rings: Rc<RefCell<usize>>,
    }

    /// The page polls again: the next deadline is sooner than the previous one.
    struct Poll;

    impl Message for Poll {
        type Result = ();
    }

    impl Waiting {
        fn file(&mut self, ctx: &Context<Self>) {
            use actix::AsyncContext as _;
            let clock = Arc::clone(&self.clock);
            self.alarm
                .set(Some(self.deadline), &clock, || ctx.address().downgrade());
        }
    }

    impl Actor for Waiting {
        type Context = Context<Self>;
    }

    impl Handler<Poll> for Waiting {
        type Result = ();

        fn handle(&mut self, _: Poll, ctx: &mut Self::Context) {
            self.deadline = self.clock.now() + Span::from_secs(25);
            self.file(ctx);
        }
    }

    impl Handler<Ring> for Waiting {
        type Result = ();

        fn handle(&mut self, _: Ring, ctx: &mut Self::Context) {
            *self.rings.borrow_mut() += 1;
            self.alarm.rung(&self.clock);
            if self.deadline <= self.clock.now() {
                self.deadline = self.clock.now() + Span::from_secs(60);
            }
            self.file(ctx);
        }
    }

    #[actix::test]
    async fn an_hour_of_polls_leaves_no_more_than_a_few_entries() {
        tokio::time::pause();
        let clock: Arc<dyn Clock> = Arc::new(SteadyClock::from(Timestamp::from_millis(0)));
        let rings = Rc::new(RefCell::new(0));
        let actor = Waiting {
            alarm: Alarm::default(),
            deadline: clock.now(),
            rings: Rc::clone(&rings),
            clock,
        };
        let actor = actor.start();

        for _ in 0..144 {
            actor.send(Poll).await.unwrap_or_default();
            tokio::time::sleep(Duration::from_secs(25)).await;
        }

        let filed = LIST.with_borrow(|list| {
            let list = list.as_ref().map(|list| list.entries.borrow().len());
            list.unwrap_or_default()
        });
        assert!(filed <= 4, "{filed} entries");
        assert!(
            *rings.borrow() >= 143,
            "the actor was woken after each poll"
        );
        assert!(*rings.borrow() <= 500, "{} rings", rings.borrow());
    }
}
