//! Stories of a desk: tags, drafts, mentions and items.

#![allow(clippy::unwrap_used)]

use actors_core::desk::command::{ListConversations, ListEnded, Poll, Tell};
use actors_core::desk::{Desk, DeskEffect, DeskSeq};
use actors_core::event::Closing;
use actors_core::ids::{Seq, SessionNo, TagId, Ticket, VisitorId};
use actors_core::item::Item;
use actors_core::leave_message::{Draft as Left, LeaveMessage, Origin};
use actors_core::routing::{Conversation, ConversationPlace, DeskNews, Draft, DraftKind};
use actors_core::time::{Span, Timestamp};

const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);
const BASE: u64 = 100;

fn desk() -> Desk {
    Desk::open(NOW, DeskSeq(BASE)).reply
}

fn tell(desk: &mut Desk, news: DeskNews) {
    drop(desk.handle(NOW, Tell(news)));
}

fn place(session: u32) -> ConversationPlace {
    ConversationPlace {
        visitor: VisitorId::from("ann"),
        session: SessionNo(session),
    }
}

fn tagged(session: u32, tags: &[&str]) -> DeskNews {
    DeskNews::Tagged {
        place: place(session),
        seq: Seq(7),
        tags: ids(tags),
    }
}

fn ids(tags: &[&str]) -> Vec<TagId> {
    tags.iter().map(|tag| TagId::from(*tag)).collect()
}

fn draft(visitor: &str, text: &str) -> DeskNews {
    DeskNews::Draft(Box::new(Draft {
        visitor: VisitorId::from(visitor),
        text: text.into(),
        kind: DraftKind::Message,
        at: NOW,
        page: "p1".into(),
    }))
}

#[test]
fn the_lists_show_the_tags_of_open_and_ended_conversations() {
    let mut desk = desk();
    let conversation = Conversation {
        place: place(2),
        name: "Ann".into(),
        channel: "demo".into(),
        group: "sales".into(),
        since: NOW,
        last: None,
        unread: 0,
        tags: Vec::new(),
        duty: None,
    };
    tell(&mut desk, DeskNews::Assigned(conversation));

    tell(&mut desk, tagged(1, &["of an earlier session"]));
    tell(&mut desk, tagged(2, &["refund"]));

    let mine = desk.handle(NOW, ListConversations).reply;
    assert_eq!(mine[0].tags, ids(&["refund"]));
    let closed = DeskNews::Closed {
        place: place(2),
        why: Some(Closing::AgentClosed),
    };
    tell(&mut desk, closed);
    tell(&mut desk, tagged(2, &["refund", "vip"]));
    let ended = desk.handle(NOW, ListEnded).reply;
    assert_eq!(ended[0].tags, ids(&["refund", "vip"]));
}

#[test]
fn the_log_keeps_only_the_newest_draft_to_each_visitor_and_the_newest_wall() {
    let mut desk = desk();
    for news in [
        draft("ann", "He"),
        draft("ben", "Hi"),
        draft("ann", "Hello"),
        DeskNews::Mentions(2),
        DeskNews::Wall(7),
        DeskNews::Wall(8),
        DeskNews::Mentions(1),
    ] {
        tell(&mut desk, news);
    }

    let poll = Poll {
        ticket: Ticket(1),
        cursor: Some(DeskSeq(BASE)),
        wait: Span::ZERO,
    };
    let effects = desk.handle(NOW, poll).effects;

    let Some(DeskEffect::Answer(_, delivery)) = effects
        .into_iter()
        .find(|effect| matches!(effect, DeskEffect::Answer(..)))
    else {
        panic!("no answer");
    };
    let news: Vec<_> = delivery.news.into_iter().map(|(_, news)| news).collect();
    assert_eq!(
        news,
        [
            draft("ben", "Hi"),
            draft("ann", "Hello"),
            DeskNews::Wall(8),
            DeskNews::Mentions(1)
        ]
    );
}

fn item(cursor: u64) -> DeskNews {
    let origin = Origin {
        visitor: "ann".into(),
        channel: "web".into(),
    };
    let draft = Left {
        name: "Ann",
        phone: "",
        email: "",
        content: "Call me.",
    };
    let message = LeaveMessage::leave(NOW, "m1".into(), origin, draft).unwrap();
    let mut card = Item::Message(message).card();
    card.care.cursor = cursor;
    DeskNews::Item(Box::new(card))
}

#[test]
fn only_the_newest_state_of_an_item_waits_in_the_log() {
    let mut desk = desk();
    for news in [item(1), DeskNews::Mentions(2), item(2)] {
        tell(&mut desk, news);
    }

    let poll = Poll {
        ticket: Ticket(1),
        cursor: Some(DeskSeq(BASE)),
        wait: Span::ZERO,
    };
    let effects = desk.handle(NOW, poll).effects;

    let answer = effects.into_iter().find_map(|effect| match effect {
        DeskEffect::Answer(_, delivery) => Some(delivery),
        _ => None,
    });
    let news = answer.unwrap().news.into_iter();
    let news: Vec<_> = news.map(|(_, news)| news).collect();
    assert_eq!(news, [DeskNews::Mentions(2), item(2)]);
}
