//! Stories of an agent's desk: which news its pages receive, and when.

use actors_core::agent_card::AgentCard;
use actors_core::desk::command::{Command, ListConversations, Poll, Read, Tell};
use actors_core::desk::{
    Delivery, Desk, DeskEffect, DeskSeq, LINES_MAX, LOG_BYTES_MAX, LOG_MAX, PARKED_MAX,
};
use actors_core::event::{Closing, Entry, Event};
use actors_core::ids::{ChannelId, GroupId, MessageId, Seq, SessionNo, Ticket, VisitorId};
use actors_core::message::{Content, Message, Sender};
use actors_core::routing::{Conversation, ConversationPlace, DeskNews, LeftKind, SeatStatus};
use actors_core::time::{Span, Timestamp};
use std::sync::Arc;

const BASE: u64 = 1_000;

struct Story {
    desk: Desk,
    now: Timestamp,
}

impl Story {
    fn begin() -> Self {
        let now = Timestamp::from_millis(1_000_000);
        Self {
            desk: Desk::open(now, DeskSeq(BASE)).reply,
            now,
        }
    }

    fn after_secs(&mut self, secs: u64) -> &mut Self {
        self.now = self.now + Span::from_secs(secs);
        self
    }

    fn handle<C: Command>(&mut self, command: C) -> Vec<DeskEffect> {
        self.desk.handle(self.now, command).effects
    }

    fn poll(&mut self, ticket: u64, cursor: u64) -> Vec<DeskEffect> {
        self.handle(Poll {
            ticket: Ticket(ticket),
            cursor: Some(DeskSeq(cursor)),
            wait: Span::from_secs(25),
        })
    }

    fn ask(&mut self, cursor: Option<u64>) -> Delivery {
        let effects = self.handle(Poll {
            ticket: Ticket(99),
            cursor: cursor.map(DeskSeq),
            wait: Span::ZERO,
        });
        let mut answers = effects.into_iter().filter_map(|effect| match effect {
            DeskEffect::Answer(Ticket(99), delivery) => Some(delivery),
            _ => None,
        });
        answers
            .next()
            .expect("a poll that does not wait is answered at once")
    }

    fn conversations(&mut self) -> Vec<Conversation> {
        self.desk.handle(self.now, ListConversations).reply
    }
}

fn answer(ticket: u64, news: &[(u64, DeskNews)], cursor: u64) -> DeskEffect {
    let news = news
        .iter()
        .map(|(seq, news)| (Some(DeskSeq(*seq)), news.clone()));
    DeskEffect::Answer(
        Ticket(ticket),
        Delivery {
            news: news.collect(),
            cursor: DeskSeq(cursor),
            more: false,
            gap: false,
        },
    )
}

fn place(visitor: &str) -> ConversationPlace {
    ConversationPlace {
        visitor: VisitorId::from(visitor),
        session: SessionNo(1),
    }
}

fn conversation(visitor: &str, since: i64, unread: u32) -> Conversation {
    Conversation {
        place: place(visitor),
        name: Arc::from(""),
        channel: ChannelId::from("demo"),
        group: GroupId::from("sales"),
        since: Timestamp::from_millis(since),
        last: None,
        unread,
        tags: Vec::new(),
        duty: None,
    }
}

fn says(sender: Sender, visitor: &str, seq: u64) -> DeskNews {
    DeskNews::Said {
        place: place(visitor),
        name: "".into(),
        seq: Seq(seq),
        entry: Arc::new(Entry {
            at: Timestamp::from_millis(0),
            event: Event::Message(Message {
                sender,
                content: Content::Text(Arc::from("hello")),
                client_id: None,
                attributes: None,
            }),
        }),
    }
}

fn visitor_says(visitor: &str, seq: u64) -> DeskNews {
    says(Sender::Visitor, visitor, seq)
}

fn read_mark(upto: u64) -> DeskNews {
    DeskNews::Read {
        place: place("vic"),
        upto: Seq(upto),
    }
}

fn typing(text: &str) -> DeskNews {
    DeskNews::Typing {
        place: place("vic"),
        text: Arc::from(text),
    }
}

#[test]
fn a_desk_that_opens_requests_its_conversations() {
    let step = Desk::open(Timestamp::from_millis(0), DeskSeq(BASE));

    assert_eq!(step.effects, [DeskEffect::Reopened]);
}

#[test]
fn a_waiting_poll_is_answered_by_the_next_news() {
    let mut story = Story::begin();
    let now = story.now;
    assert_eq!(story.poll(1, BASE), [DeskEffect::SignOfLife(now)]);

    let effects = story.handle(Tell(read_mark(1)));

    assert_eq!(effects, [answer(1, &[(BASE + 1, read_mark(1))], BASE + 1)]);
    assert_eq!(story.desk.next_deadline(), None);
}

#[test]
fn the_same_cursor_returns_the_same_news_again() {
    let mut story = Story::begin();
    story.handle(Tell(read_mark(1)));
    story.handle(Tell(read_mark(2)));

    let first = story.ask(Some(BASE));

    assert_eq!(first.news.len(), 2);
    assert_eq!(first, story.ask(Some(BASE)));
    let rest = story.ask(Some(BASE + 1)).news;
    assert_eq!(rest, [(Some(DeskSeq(BASE + 2)), read_mark(2))]);
}

#[test]
fn a_poll_without_news_is_answered_empty_after_its_hold() {
    let mut story = Story::begin();
    story.poll(1, BASE);
    let due = story.desk.next_deadline().unwrap();
    assert_eq!(due, story.now + Span::from_secs(25));

    assert_eq!(story.desk.handle_timeout(due - Span::from_millis(1)), []);
    assert_eq!(story.desk.handle_timeout(due), [answer(1, &[], BASE)]);
    assert_eq!(story.desk.handle_timeout(due), []);
}

#[test]
fn news_answers_all_waiting_pages_and_a_sixth_poll_ends_the_first() {
    let mut story = Story::begin();
    for ticket in 1..=PARKED_MAX as u64 {
        story.poll(ticket, BASE);
    }

    let sixth = story.poll(6, BASE);
    let told = story.handle(Tell(read_mark(1)));

    assert_eq!(sixth, [answer(1, &[], BASE)]);
    let news = [(BASE + 1, read_mark(1))];
    let expected: Vec<DeskEffect> = (2..=6).map(|page| answer(page, &news, BASE + 1)).collect();
    assert_eq!(told, expected);
}

#[test]
fn typing_reaches_only_waiting_pages_and_is_not_logged() {
    let mut story = Story::begin();
    story.handle(Tell(typing("he")));
    story.poll(1, BASE);

    let effects = story.handle(Tell(typing("hello")));

    let DeskEffect::Answer(Ticket(1), delivery) = &effects[0] else {
        panic!("{effects:?}");
    };
    assert_eq!(delivery.news, [(None, typing("hello"))]);
    assert_eq!(delivery.cursor, DeskSeq(BASE));
    assert_eq!(story.ask(Some(BASE)).news, []);
}

#[test]
fn a_cursor_outside_the_log_is_answered_with_a_gap() {
    let mut story = Story::begin();
    story.handle(Tell(read_mark(1)));
    let gap = Delivery {
        news: Vec::new(),
        cursor: DeskSeq(BASE + 1),
        more: false,
        gap: true,
    };

    assert_eq!(story.ask(None), gap, "a page without a cursor");
    assert_eq!(
        story.ask(Some(BASE - 1)),
        gap,
        "a cursor from before a restart"
    );
    assert_eq!(story.ask(Some(BASE + 2)), gap, "a cursor from the future");
    assert!(!story.ask(Some(BASE + 1)).gap);
}

#[test]
fn the_log_is_cut_at_its_limit_and_an_older_cursor_is_answered_with_a_gap() {
    let mut story = Story::begin();
    for upto in 0..=LOG_MAX as u64 {
        story.handle(Tell(read_mark(upto)));
    }

    assert!(story.ask(Some(BASE)).gap);
    let oldest = story.ask(Some(BASE + 1));
    assert!(!oldest.gap && oldest.more);
    assert_eq!(oldest.news.len(), LINES_MAX);
    assert_eq!(oldest.cursor, DeskSeq(BASE + 1 + LINES_MAX as u64));
    let last = BASE + 1 + LOG_MAX as u64;
    let newest = story.ask(Some(last - LINES_MAX as u64));
    assert_eq!((newest.news.len(), newest.more), (LINES_MAX, false));
}

#[test]
fn the_log_is_cut_by_bytes_and_always_keeps_the_newest_news() {
    let mut story = Story::begin();
    let long = |bytes: usize| {
        let DeskNews::Said {
            place, name, entry, ..
        } = visitor_says("vic", 1)
        else {
            unreachable!()
        };
        let content = Content::Text("x".repeat(bytes).into());
        let entry = entry.saying(Message::new(Sender::Visitor, content));
        let seq = Seq(1);
        DeskNews::Said {
            place,
            name,
            seq,
            entry,
        }
    };
    let each = 16_000;
    let fit = (LOG_BYTES_MAX / each) as u64;
    for _ in 0..2 * fit {
        story.handle(Tell(long(each)));
    }

    let last = BASE + 2 * fit;
    assert!(
        story.ask(Some(last - fit)).gap,
        "a cursor older than the log"
    );
    let kept = story.ask(Some(last - fit * 9 / 10));
    assert!(!kept.gap && kept.more);

    story.handle(Tell(long(2 * LOG_BYTES_MAX)));
    assert!(story.ask(Some(last - 1)).gap);
    let newest = story.ask(Some(last));
    assert_eq!((newest.gap, newest.news.len()), (false, 1));
    story.handle(Tell(read_mark(1)));
    assert!(story.ask(Some(last)).gap);
    assert_eq!(story.ask(Some(last + 1)).news.len(), 1);
}

#[test]
fn the_log_keeps_only_the_newest_queue_lengths_and_status() {
    let mut story = Story::begin();
    let queue = |count| DeskNews::Queue(vec![(GroupId::from("sales"), count)]);
    let status = |status| DeskNews::Status(status, 3);
    for news in [
        queue(1),
        status(SeatStatus::Online),
        read_mark(1),
        queue(2),
        status(SeatStatus::Busy),
    ] {
        story.handle(Tell(news));
    }

    let delivery = story.ask(Some(BASE));

    let expected = [
        (3, read_mark(1)),
        (4, queue(2)),
        (5, status(SeatStatus::Busy)),
    ];
    let expected = expected.map(|(seq, news)| (Some(DeskSeq(BASE + seq)), news));
    assert_eq!(delivery.news, expected);
}

#[test]
fn the_log_keeps_only_the_newest_news_of_each_kind_left_behind() {
    let mut story = Story::begin();
    let left = |what, waiting| DeskNews::Left {
        what,
        id: "x".into(),
        waiting,
    };
    for news in [
        left(LeftKind::Message, 1),
        left(LeftKind::Order, 1),
        left(LeftKind::Message, 2),
    ] {
        story.handle(Tell(news));
    }

    let delivery = story.ask(Some(BASE));

    let expected = [
        (2, left(LeftKind::Order, 1)),
        (3, left(LeftKind::Message, 2)),
    ];
    let expected = expected.map(|(seq, news)| (Some(DeskSeq(BASE + seq)), news));
    assert_eq!(delivery.news, expected);
}

#[test]
fn signs_of_life_from_polls_are_throttled_without_losing_the_last() {
    let mut story = Story::begin();
    let first = story.now;
    assert_eq!(story.poll(1, BASE), [DeskEffect::SignOfLife(first)]);
    let second = story.after_secs(9).now;
    assert_eq!(story.poll(2, BASE), []);

    let due = story.desk.next_deadline().unwrap();

    assert_eq!(due, first + Span::from_secs(10));
    let effects = story.desk.handle_timeout(due);
    assert_eq!(effects, [DeskEffect::SignOfLife(second)]);
    let effects = story.desk.handle_timeout(due + Span::from_secs(1));
    assert_eq!(effects, []);
}

#[test]
fn conversations_are_listed_oldest_first_until_they_are_closed() {
    let mut story = Story::begin();
    story.handle(Tell(DeskNews::Assigned(conversation("ann", 20, 0))));
    story.handle(Tell(DeskNews::Resumed(conversation("vic", 10, 2))));

    let visitors = |story: &mut Story| -> Vec<String> {
        let listed = story.conversations();
        let visitors = listed.iter().map(|listed| &listed.place.visitor);
        visitors.map(ToString::to_string).collect()
    };
    assert_eq!(visitors(&mut story), ["vic", "ann"]);

    let why = Some(Closing::ChatOver);
    let other_session = ConversationPlace {
        session: SessionNo(2),
        ..place("vic")
    };
    story.handle(Tell(DeskNews::Closed {
        place: other_session,
        why,
    }));
    let expected = ["vic", "ann"];
    assert_eq!(
        visitors(&mut story),
        expected,
        "the end of another session changes nothing"
    );

    story.handle(Tell(DeskNews::Closed {
        place: place("vic"),
        why,
    }));
    assert_eq!(visitors(&mut story), ["ann"]);
}

#[test]
fn conversations_of_the_same_moment_are_listed_in_order_of_arrival() {
    let mut story = Story::begin();
    for visitor in ["zoe", "ann", "mo"] {
        story.handle(Tell(DeskNews::Assigned(conversation(visitor, 20, 0))));
    }

    let listed = story.conversations();

    let visitors = listed.iter().map(|listed| listed.place.visitor.to_string());
    assert_eq!(visitors.collect::<Vec<_>>(), ["zoe", "ann", "mo"]);
}

#[test]
fn unread_counts_the_visitors_messages_since_the_agent_read() {
    let mut story = Story::begin();
    let mut resumed = conversation("vic", 10, 2);
    let DeskNews::Said { entry, .. } = visitor_says("vic", 4) else {
        unreachable!();
    };
    resumed.last = Some((Seq(4), entry));
    story.handle(Tell(DeskNews::Resumed(resumed)));
    let agent = Sender::Agent(Arc::new(AgentCard {
        agent: "mia".into(),
        nick: "Mia".into(),
        face: "".into(),
    }));
    let unread = |story: &mut Story| story.conversations()[0].unread;

    for news in [
        visitor_says("vic", 4),
        visitor_says("vic", 5),
        says(agent, "vic", 6),
        visitor_says("vic", 7),
    ] {
        story.handle(Tell(news));
    }
    let seen = unread(&mut story);
    assert_eq!(seen, 4, "a repeated message counts once");

    let read = |upto| Read {
        visitor: VisitorId::from("vic"),
        upto: Seq(upto),
    };
    story.handle(read(3));
    assert_eq!(unread(&mut story), 4);
    story.handle(read(5));
    assert_eq!(unread(&mut story), 1);
    story.handle(read(7));
    assert_eq!(unread(&mut story), 0);
    let last = story.conversations()[0].last.clone().unwrap();
    assert_eq!(last.0, Seq(7));
}

#[test]
fn a_recalled_message_is_recalled_in_the_list_too() {
    let mut story = Story::begin();
    story.handle(Tell(DeskNews::Assigned(conversation("vic", 10, 0))));
    story.handle(Tell(visitor_says("vic", 5)));

    story.handle(Tell(DeskNews::Recalled {
        place: place("vic"),
        message: MessageId {
            session: SessionNo(1),
            seq: Seq(5),
        },
    }));

    let listed = story.conversations();
    assert!(listed[0].last.as_ref().unwrap().1.is_recalled());
}
