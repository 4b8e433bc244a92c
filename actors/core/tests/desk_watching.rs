//! Stories of a desk whose pages watch conversations of others.

use actors_core::desk::command::{ListConversations, Poll, TellWatched, Unwatch, Watch};
use actors_core::desk::{Desk, DeskEffect, DeskSeq, WATCHED_FOR, WATCHING_PAGES_MAX};
use actors_core::ids::{Seq, SessionNo, Ticket, VisitorId};
use actors_core::routing::{ConversationPlace, DeskNews};
use actors_core::time::{Span, Timestamp};

const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);
const BASE: u64 = 100;

struct Story {
    desk: Desk,
    now: Timestamp,
}

impl Story {
    fn begin() -> Self {
        Self {
            desk: Desk::open(NOW, DeskSeq(BASE)).reply,
            now: NOW,
        }
    }

    fn watch(&mut self, page: &str, visitor: &str) {
        let watch = Watch {
            page: page.into(),
            visitor: VisitorId::from(visitor),
        };
        assert_eq!(self.desk.handle(self.now, watch).effects, []);
    }

    fn unwatch(&mut self, page: &str, visitor: &str) {
        let unwatch = Unwatch {
            page: page.into(),
            visitor: VisitorId::from(visitor),
        };
        drop(self.desk.handle(self.now, unwatch));
    }

    /// Whether news of a visitor's conversation reach the desk's polls.
    fn hears(&mut self, visitor: &str) -> bool {
        let poll = Poll {
            ticket: Ticket(1),
            cursor: self.cursor(),
            wait: Span::from_secs(25),
        };
        drop(self.desk.handle(self.now, poll));
        let visitor = VisitorId::from(visitor);
        let place = ConversationPlace {
            visitor: visitor.clone(),
            session: SessionNo(1),
        };
        let upto = Seq(3);
        let told = TellWatched {
            visitor,
            news: DeskNews::Read { place, upto },
        };
        let effects = self.desk.handle(self.now, told).effects;
        effects.iter().any(
            |effect| matches!(effect, DeskEffect::Answer(Ticket(1), it) if !it.news.is_empty()),
        )
    }

    fn cursor(&mut self) -> Option<DeskSeq> {
        let poll = Poll {
            ticket: Ticket(9),
            cursor: None,
            wait: Span::ZERO,
        };
        let effects = self.desk.handle(self.now, poll).effects;
        effects.into_iter().find_map(|effect| match effect {
            DeskEffect::Answer(Ticket(9), delivery) => Some(delivery.cursor),
            _ => None,
        })
    }
}

#[test]
fn a_desk_hears_of_what_a_page_watches_and_lists_none_of_it() {
    let mut story = Story::begin();

    story.watch("p1", "ann");

    assert!(story.hears("ann"));
    assert!(!story.hears("bo"), "nobody watches");
    let listed = story.desk.handle(NOW, ListConversations).reply;
    assert_eq!(listed, []);
}

#[test]
fn a_page_watches_one_conversation_and_ends_only_that_one() {
    let mut story = Story::begin();
    story.watch("p1", "ann");
    story.watch("p1", "bo");
    // It left the first one, and says so late.
    story.unwatch("p1", "ann");

    assert!(story.hears("bo") && !story.hears("ann"));
    story.watch("p2", "bo");
    story.unwatch("p1", "bo");
    assert!(story.hears("bo"), "another page of the agent watches it");
    story.unwatch("p2", "bo");
    assert!(!story.hears("bo"));
}

#[test]
fn a_page_that_no_longer_asks_no_longer_watches() {
    let mut story = Story::begin();
    story.watch("p1", "ann");

    story.now = story.now + WATCHED_FOR;

    assert!(!story.hears("ann"));
}

#[test]
fn one_page_more_than_may_watch_replaces_the_first() {
    let mut story = Story::begin();

    for number in 0..=WATCHING_PAGES_MAX {
        story.watch(&format!("p{number}"), &format!("visitor-{number}"));
    }

    assert!(!story.hears("visitor-0"));
    assert!((1..=WATCHING_PAGES_MAX).all(|number| story.hears(&format!("visitor-{number}"))));
}
