//! The memory of a session and the size of its head: a hundred thousand sessions may be in memory, and nearly every
//! step writes a head.

use crate::agent_card::AgentCard;
use crate::channel::{ChannelConfig, ChannelRobot, TransferOffers};
use crate::event::{Entry, Event};
use crate::ids::{
    ChannelId, ClientId, GroupId, Language, LinePlace, PollId, RobotNo, TenantId, Ticket,
    VisitorId, VisitorKey,
};
use crate::message::Content;
use crate::routing::{InLine, RouterNews, Terms};
use crate::session::commands::from_agent::AgentSays;
use crate::session::commands::from_router::FromRouter;
use crate::session::commands::poll::{Poll, Since};
use crate::session::commands::send_message::SendMessage;
use crate::session::commands::start::Start;
use crate::session::commands::transfer::{OfficeHours, Transfer};
use crate::session::details::Details;
use crate::session::phase::{ManualPhase, Phase};
use crate::session::{Met, Session};
use crate::time::{Span, Timestamp};
use bincode::Options;
use std::sync::Arc;

const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

/// With the robot, greeted, everything handled, a poll waiting.
fn with_robot() -> Session {
    let mut channel = ChannelConfig::plain(TenantId::from("demo"), ChannelId::from("demo"));
    channel.robot = Some(ChannelRobot {
        number: RobotNo::from("fern"),
        name: "Fern".into(),
        icon: None,
        welcome: "Hello! Ask me about delivery, returns or your order.".into(),
        offers: TransferOffers::default(),
    });
    let who = VisitorKey {
        tenant: TenantId::from("demo"),
        visitor: VisitorId::from("v_3f1c9a5e7b2d4c60"),
    };
    let start = Start {
        page: page(),
        channel: Arc::new(channel),
        language: Language::default(),
        details: Details::default(),
        vouched: None,
        vouched_anew: None,
    };
    let mut session = Session::start(NOW, who, start).0;
    wait_for_news(&mut session);
    session
}

/// Waiting.
fn in_line() -> Session {
    let mut session = with_robot();
    let transfer = Transfer {
        ticket: Ticket(2),
        group: None,
        agent: None,
        hours: OfficeHours::Open,
    };
    drop(session.handle(NOW, transfer));
    let waiting = RouterNews::Waiting(InLine {
        group: GroupId::from("sales"),
        place: LinePlace(1_790_000_000_000_000),
        position: 3,
        number: None,
    });
    drop(session.handle(NOW, FromRouter(waiting)));
    wait_for_news(&mut session);
    session
}

/// Waiting, with a message to the next agent.
fn in_line_with_a_word() -> Session {
    let mut session = in_line();
    let hello = SendMessage {
        client_id: Some(ClientId::from("5f0c1d2e-7d0e")),
        content: Content::Text("Where is my order?".into()),
    };
    session.handle(NOW, hello).reply.unwrap();
    wait_for_news(&mut session);
    session
}

/// With an agent who has just answered.
fn talking() -> Session {
    let mut session = in_line_with_a_word();
    let agent = AgentCard {
        agent: "mia".into(),
        nick: "Mia".into(),
        face: "/demo/faces/mia.svg".into(),
    };
    let assigned = RouterNews::Assigned {
        agent: agent.clone(),
        group: GroupId::from("sales"),
        terms: Box::new(Terms {
            accept_within: Some(Span::from_secs(30)),
            answer_within: Some(Span::from_secs(60)),
            ..Terms::plain(LinePlace(1_790_000_000_000_000))
        }),
    };
    drop(session.handle(NOW, FromRouter(assigned)));
    let hello = AgentSays {
        agent: agent.into(),
        client_id: Some(ClientId::from("a-91")),
        content: Content::Text("Hello, how can I help?".into()),
        quotes: None,
    };
    session.handle(NOW, hello).reply.unwrap();
    wait_for_news(&mut session);
    session
}

fn page() -> PollId {
    PollId::from("b0c4a1d29e5f47338d6e1f0a2c9b7d85")
}

fn wait_for_news(session: &mut Session) {
    let poll = Poll {
        ticket: Ticket(1),
        page: page(),
        since: Since::Cursor(session.mailbox.last()),
        wait: Span::from_secs(25),
    };
    drop(session.handle(NOW, poll));
    assert!(session.mailbox.parked.is_some());
}

/// As an allocator rounds: 8 bytes of its own, multiples of 16.
pub(super) fn allocated(bytes: usize) -> usize {
    if bytes == 0 {
        0
    } else {
        (bytes + 8).next_multiple_of(16).max(32)
    }
}

fn arc(bytes: usize) -> usize {
    allocated(2 * size_of::<usize>() + bytes)
}

/// The bytes of one session; shared values (the channel, the tenant's name) are not counted.
fn bytes(session: &Session) -> usize {
    let phase = match &session.phase {
        Phase::Manual(_) => allocated(size_of::<ManualPhase>()),
        // The router owns the name of the line.
        Phase::Robot(_) | Phase::Ended(_) | Phase::Queued(_) => 0,
    };
    let last = session.last_message.as_ref();
    size_of::<Session>()
        + arc(session.who.visitor.as_str().len())
        + session.repeats.bytes()
        + session.mailbox.bytes()
        + last.map_or(0, |(_, entry)| of_entry(entry))
        + session.unread.bytes()
        + session.offline.bytes()
        + phase
        + session.extras.bytes()
}

fn of_entry(entry: &Entry) -> usize {
    let Event::Message(message) = &entry.event else {
        return arc(size_of::<Entry>());
    };
    let text = match &message.content {
        Content::Text(text) => arc(text.len()),
        _ => 0,
    };
    let id = message
        .client_id
        .as_ref()
        .map_or(0, |id| arc(id.as_str().len()));
    arc(size_of::<Entry>()) + text + id
}

#[test]
fn a_waiting_visitor_takes_at_most_720_bytes() {
    let costs = [with_robot(), in_line(), in_line_with_a_word(), talking()];
    let costs = costs.map(|session| bytes(&session));

    let session = size_of::<Session>();
    println!("session {session} B; robot, line, line with a word, talk: {costs:?} B");
    assert!(session <= 384);
    assert!(costs[0] <= 440 && costs[1] <= 440, "{costs:?}");
    assert!(costs[2] <= 720, "{costs:?}");
    // Few visitors talk at a time: agents are fewer than visitors.
    assert!(costs[3] <= 1_600, "{costs:?}");
    // The last message stays in memory whatever its kind, so larger kinds are boxed.
    assert!(size_of::<Content>() <= 24 && size_of::<Entry>() <= 72);
}

#[test]
fn a_head_is_small_and_reads_back() {
    let codec = || bincode::DefaultOptions::new().with_varint_encoding();
    for (session, bytes_max) in [(with_robot(), 100), (in_line(), 150), (talking(), 200)] {
        let head = session.head();
        let encoded = codec().serialize(&head).unwrap();

        println!("head of {:?}: {} B", session.status(), encoded.len());
        assert!(encoded.len() < bytes_max);
        assert_eq!(
            codec()
                .deserialize::<super::restore::Head>(&encoded)
                .unwrap(),
            head
        );
    }
}

#[test]
fn rare_state_survives_encoding_in_a_head() {
    let mut session = talking();
    let start = |page: &str| Start {
        page: PollId::from(page),
        channel: session.channel.clone(),
        language: Language::parse("en").unwrap(),
        details: Details {
            name: "Ann".into(),
            ..Details::default()
        },
        vouched: None,
        vouched_anew: None,
    };
    let (first, second) = (start("p1"), start("p2"));
    drop(session.handle(NOW, first));
    drop(session.handle(NOW, second));
    session.met = Met::AgentWhoInvites;
    session.extras.rate((1, 2));

    let head = session.head();
    let encoded = bincode::serialize(&head).unwrap();

    assert_eq!(head.displaced.len(), 1);
    assert_eq!(
        bincode::deserialize::<super::restore::Head>(&encoded).unwrap(),
        head
    );
}
