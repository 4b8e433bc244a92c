//! What waits to be pushed, by the time it is due: notices for their agent to stay away, news for visitors, and
//! deliveries for another try.

use super::devices::Device;
use super::notice::{About, Notice};
use actors_core::ids::{AgentId, TenantId, VisitorKey};
use actors_core::session::pushing::PushRequest;
use actors_core::time::{Span, Timestamp};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most that waits. More is dropped: the desk has everything.
pub const WAITING_MAX: usize = 1_000;

/// How long after a try the next one comes: after the first, the second and so on.
const BACK_OFF_SECONDS: [u64; 4] = [10, 60, 300, 900];

/// What waits.
#[derive(Clone, Debug)]
pub enum Item {
    /// A notice, for its agent to stay away.
    Notice(Notice),
    /// What a visitor is told.
    News(VisitorKey, PushRequest),
    /// A delivery to one browser.
    Delivery(Delivery),
}

/// A delivery to one browser.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// Whose browser.
    pub of: Owner,
    /// The browser.
    pub device: Arc<Device>,
    /// What it gets, before it is encrypted.
    pub payload: Arc<[u8]>,
    /// How often it was tried.
    pub tries: usize,
}

/// Whose browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// An agent's.
    Agent(TenantId, AgentId),
    /// A visitor's.
    Visitor(VisitorKey),
}

impl Owner {
    /// Their tenant.
    pub fn tenant(&self) -> &TenantId {
        match self {
            Self::Agent(tenant, _) => tenant,
            Self::Visitor(visitor) => &visitor.tenant,
        }
    }
}

/// Whether there was room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It waits.
    Waits,
    /// There was none.
    Full,
}

type Place = (Timestamp, u64);
type Subject = (TenantId, AgentId, About);

/// What waits.
#[derive(Default)]
pub struct Queue {
    items: BTreeMap<Place, Item>,
    notices: BTreeMap<Subject, Place>,
    number: u64,
}

impl Queue {
    /// Adds a notice. It replaces one about the same conversation or item, and is due when that one was.
    pub fn add(&mut self, due: Timestamp, notice: Notice) -> Added {
        let subject = subject(&notice);
        if let Some(place) = self.notices.get(&subject) {
            self.items.insert(*place, Item::Notice(notice));
            return Added::Waits;
        }
        match self.put(due, Item::Notice(notice)) {
            Some(place) => {
                self.notices.insert(subject, place);
                Added::Waits
            }
            None => Added::Full,
        }
    }

    /// Adds a delivery that was not tried yet.
    pub fn deliver(&mut self, now: Timestamp, delivery: Delivery) -> Added {
        self.tell(now, Item::Delivery(delivery))
    }

    /// Adds what is due at once.
    pub fn tell(&mut self, now: Timestamp, item: Item) -> Added {
        match self.put(now, item) {
            Some(_) => Added::Waits,
            None => Added::Full,
        }
    }

    /// Adds a delivery that failed for another try. None if it was the last one.
    pub fn retry(&mut self, now: Timestamp, mut delivery: Delivery) -> Option<Added> {
        let seconds = BACK_OFF_SECONDS.get(delivery.tries)?;
        delivery.tries += 1;
        let due = now + Span::from_secs(*seconds);
        Some(match self.put(due, Item::Delivery(delivery)) {
            Some(_) => Added::Waits,
            None => Added::Full,
        })
    }

    /// Takes what is due.
    pub fn take(&mut self, now: Timestamp) -> Option<Item> {
        let first = self.items.first_entry()?;
        if first.key().0 > now {
            return None;
        }
        let item = first.remove();
        if let Item::Notice(notice) = &item {
            self.notices.remove(&subject(notice));
        }
        Some(item)
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    fn put(&mut self, due: Timestamp, item: Item) -> Option<Place> {
        if self.items.len() >= WAITING_MAX {
            return None;
        }
        self.number += 1;
        let place = (due, self.number);
        self.items.insert(place, item);
        Some(place)
    }
}

fn subject(notice: &Notice) -> Subject {
    let (tenant, agent) = &notice.of;
    (tenant.clone(), agent.clone(), notice.about.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::notice::What;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(1_790_000_000_000 + seconds * 1_000)
    }

    fn notice(visitor: &str, words: &str) -> Notice {
        Notice {
            of: ("shop".into(), "mia".into()),
            what: What::Message,
            about: About::Talk(visitor.into()),
            name: "Ann".into(),
            words: words.into(),
            at: at(0),
        }
    }

    fn words(item: Option<Item>) -> Option<String> {
        match item? {
            Item::Notice(notice) => Some(notice.words),
            Item::News(..) | Item::Delivery(_) => None,
        }
    }

    #[test]
    fn a_conversation_has_one_notice_with_its_newest_words_at_the_first_time() {
        let mut queue = Queue::default();
        queue.add(at(30), notice("ann", "one"));
        queue.add(at(40), notice("ann", "two"));
        queue.add(at(35), notice("bob", "three"));

        assert_eq!(queue.len(), 2);
        assert_eq!(words(queue.take(at(29))), None);
        assert_eq!(words(queue.take(at(30))), Some("two".into()));
        assert_eq!(words(queue.take(at(60))), Some("three".into()));
        queue.add(at(70), notice("ann", "four"));
        assert_eq!(words(queue.take(at(70))), Some("four".into()));
        assert!(queue.is_empty());
    }

    #[test]
    fn what_waits_is_bounded_and_a_delivery_is_tried_five_times() {
        let mut queue = Queue::default();
        for number in 0..WAITING_MAX {
            assert_eq!(
                queue.add(at(0), notice(&number.to_string(), "")),
                Added::Waits
            );
        }
        assert_eq!(queue.add(at(0), notice("more", "")), Added::Full);

        let mut queue = Queue::default();
        let device = Device {
            id: "d".into(),
            endpoint: String::new(),
            p256dh: String::new(),
            auth: String::new(),
            sign_in: String::new(),
            origin: String::new(),
            browser: String::new(),
            system: String::new(),
            at: at(0),
        };
        let mut delivery = Delivery {
            of: Owner::Agent("shop".into(), "mia".into()),
            device: Arc::new(device),
            payload: Arc::from(Vec::new()),
            tries: 0,
        };
        let mut now = at(0);
        for seconds in BACK_OFF_SECONDS {
            assert_eq!(queue.retry(now, delivery), Some(Added::Waits));
            now = now + Span::from_secs(seconds);
            let Some(Item::Delivery(next)) = queue.take(now) else {
                panic!("not due");
            };
            delivery = next;
        }
        assert_eq!(queue.retry(now, delivery), None);
    }
}
