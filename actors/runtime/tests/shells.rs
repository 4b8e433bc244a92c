//! The shells' guarantees, independent of the machines inside them, under paused time.

#![allow(clippy::unwrap_used)]

use actors_core::agent_card::AgentCard;
use actors_core::ids::{AgentId, ClientId, PollId, Seq, VisitorKey};
use actors_core::message::Content;
use actors_core::router::command::SetStatus;
use actors_core::router::configure::Beginning;
use actors_core::router::roster::{Roster, RosterAgent, SeatChoice};
use actors_core::routing::{Availability, DeskNews};
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::from_agent::AgentSays;
use actors_core::session::commands::poll::{Delivery, News, Poll, Since};
use actors_core::session::commands::send_message::SendMessage;
use actors_core::session::commands::transfer::{OfficeHours, Transfer, Transferred};
use actors_core::session::phase::Status;
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::Store as _;
use actors_runtime::testing::{MemoryStore, office, start, visitor};
use actors_runtime::{AskError, Office, Waiter};
use futures_util::FutureExt as _;
use std::sync::Arc;
use std::time::Duration;

fn text(text: &str) -> SendMessage {
    SendMessage {
        client_id: Some(ClientId::from(text)),
        content: Content::Text(text.into()),
    }
}

fn poll(office: &Arc<Office>, visitor: &VisitorKey, cursor: u64) -> Waiter<Poll> {
    office.park(visitor, |ticket| Poll {
        ticket,
        page: PollId::from("page"),
        since: Since::Cursor(Seq(cursor)),
        wait: Span::from_secs(25),
    })
}

/// Lets every actor handle what is ready.
async fn settle() {
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
}

async fn opened(store: &Arc<MemoryStore>) -> (Arc<Office>, VisitorKey) {
    let office = office(store);
    let visitor = visitor("v");
    office
        .open_new(&visitor, start("page"))
        .await
        .unwrap()
        .unwrap();
    (office, visitor)
}

fn lines(delivery: &Delivery) -> Vec<u64> {
    match &delivery.news {
        News::Lines(lines) => lines.iter().map(|(seq, _)| seq.0).collect(),
        News::InStore(_) | News::OpenedElsewhere | News::Gap => Vec::new(),
    }
}

#[actix::test]
async fn a_message_is_acknowledged_and_delivered_only_when_it_is_durable() {
    let store = Arc::new(MemoryStore::default());
    let (office, visitor) = opened(&store).await;
    tokio::time::pause();
    let waiter = poll(&office, &visitor, 0);
    settle().await;
    store.hold();

    let mut waiting = Box::pin(waiter.answer());
    let mut sending = Box::pin(office.ask(&visitor, text("hello")));
    for _ in 0..100 {
        assert!(sending.as_mut().now_or_never().is_none());
        assert!(waiting.as_mut().now_or_never().is_none());
        tokio::task::yield_now().await;
    }
    store.finish();

    let sent = sending.await.unwrap().unwrap();
    let delivery = waiting.await.unwrap().unwrap();
    assert_eq!(lines(&delivery), [sent.message.seq.0]);
}

#[actix::test]
async fn a_step_without_records_is_answered_after_earlier_steps() {
    let store = Arc::new(MemoryStore::default());
    let (office, visitor) = opened(&store).await;
    tokio::time::pause();
    store.hold();
    let mut sending = Box::pin(office.ask(&visitor, text("hello")));
    assert!(sending.as_mut().now_or_never().is_none());
    settle().await;

    let mut looking = Box::pin(office.ask(&visitor, Describe));
    for _ in 0..100 {
        assert!(looking.as_mut().now_or_never().is_none());
        tokio::task::yield_now().await;
    }
    store.finish();

    assert!(sending.await.unwrap().is_ok());
    assert!(looking.await.is_ok());
    assert_eq!(store.waiting(), 0);
}

#[actix::test]
async fn a_session_whose_step_failed_is_reloaded_from_the_store() {
    let store = Arc::new(MemoryStore::default());
    let (office, visitor) = opened(&store).await;
    let first = office.ask(&visitor, text("kept")).await.unwrap().unwrap();
    store.set_broken(true);

    let lost = office.ask(&visitor, text("lost")).await;
    store.set_broken(false);
    let next = office
        .ask(&visitor, text("kept too"))
        .await
        .unwrap()
        .unwrap();

    assert_eq!(lost.unwrap_err(), AskError::NotRecorded);
    assert_eq!(next.message.seq, first.message.seq.next());
}

#[actix::test]
async fn a_poll_ends_after_its_hold_when_nothing_happens() {
    let store = Arc::new(MemoryStore::default());
    let (office, visitor) = opened(&store).await;
    tokio::time::pause();
    let begun = tokio::time::Instant::now();

    let delivery = poll(&office, &visitor, 0).answer().await.unwrap().unwrap();

    assert!(lines(&delivery).is_empty());
    assert_eq!(begun.elapsed().as_secs(), 25);
}

#[actix::test]
async fn an_idle_session_leaves_memory_and_is_reloaded_on_a_request() {
    let store = Arc::new(MemoryStore::default());
    let (office, visitor) = opened(&store).await;
    office.ask(&visitor, text("hello")).await.unwrap().unwrap();
    tokio::time::pause();
    assert_eq!(office.sessions_in_memory(), 1);

    for _ in 0..10 {
        tokio::time::sleep(Duration::from_secs(30)).await;
        settle().await;
    }
    assert_eq!(office.sessions_in_memory(), 0);

    tokio::time::resume();
    let overview = office.ask(&visitor, Describe).await.unwrap();
    assert_eq!(overview.place.session.0, 1);
    let repeat = office.ask(&visitor, text("hello")).await.unwrap().unwrap();
    assert_eq!(
        repeat.message.seq,
        Seq(1),
        "a repeated client id returns the same message"
    );
}

#[actix::test]
async fn a_request_for_an_unknown_session_leaves_nothing_in_memory() {
    let store = Arc::new(MemoryStore::default());
    let office = office(&store);

    let answer = office.ask(&visitor("nobody"), Describe).await;
    let parked = poll(&office, &visitor("nobody"), 0).answer().await;
    settle().await;

    assert_eq!(answer.unwrap_err(), AskError::Unknown);
    assert_eq!(parked.unwrap_err(), AskError::Unknown);
    assert_eq!(office.sessions_in_memory(), 0);
}

#[actix::test]
async fn questions_beyond_a_sessions_limit_are_refused_as_busy() {
    let store = Arc::new(MemoryStore::default());
    let (office, visitor) = opened(&store).await;

    let asked = (0..300).map(|_| office.ask(&visitor, Describe));
    let answers = futures_util::future::join_all(asked).await;

    let busy = |answer: &&Result<_, AskError>| matches!(answer, Err(AskError::Busy));
    assert_eq!(answers.iter().filter(busy).count(), 300 - 256);
    assert!(office.ask(&visitor, Describe).await.is_ok());
}

#[actix::test]
async fn polls_end_when_the_process_is_about_to_stop() {
    let store = Arc::new(MemoryStore::default());
    let (office, visitor) = opened(&store).await;
    let waiter = poll(&office, &visitor, 0);
    settle().await;

    office.end_waiting_requests();

    assert_eq!(waiter.answer().await.unwrap_err(), AskError::Gone);
}

fn agent() -> AgentCard {
    AgentCard {
        agent: AgentId::from("mia"),
        nick: "Mia".into(),
        face: "".into(),
    }
}

#[actix::test]
async fn the_desk_receives_an_assigned_visitor_and_their_messages() {
    let store = Arc::new(MemoryStore::default());
    let (office, visitor) = opened(&store).await;
    let roster = Roster {
        groups: Vec::new(),
        agents: vec![RosterAgent {
            card: agent(),
            groups: Vec::new(),
            capacity: 1,
        }],
        ..Roster::default()
    };
    office.start_router(
        &visitor.tenant,
        Beginning {
            roster,
            ..Beginning::default()
        },
    );
    let mia = agent().agent;
    let gap = office
        .poll_desk(&visitor.tenant, &mia, None, Span::ZERO)
        .await
        .unwrap();
    let choice = SeatChoice {
        availability: Availability::Online,
        capacity: None,
    };
    let router = office.router(&visitor.tenant).unwrap();
    router
        .ask(SetStatus {
            agent: mia.clone(),
            choice,
        })
        .await
        .unwrap()
        .unwrap();

    let transfer = office.park(&visitor, |ticket| Transfer {
        ticket,
        group: None,
        agent: None,
        hours: OfficeHours::Open,
    });
    let transferred = transfer.answer().await.unwrap().unwrap();
    office.ask(&visitor, text("hello")).await.unwrap().unwrap();
    let said = AgentSays {
        agent: agent().into(),
        client_id: None,
        content: Content::Text("hi".into()),
        quotes: None,
    };
    office.ask(&visitor, said).await.unwrap().unwrap();
    let heard = office
        .poll_desk(&visitor.tenant, &mia, Some(gap.cursor), Span::from_secs(1))
        .await
        .unwrap();

    assert_eq!(transferred, Transferred::Connected(agent()));
    assert_eq!(
        office.ask(&visitor, Describe).await.unwrap().status,
        Status::Manual
    );
    let assigned = heard
        .news
        .iter()
        .filter(|(_, news)| matches!(news, DeskNews::Assigned(_)))
        .count();
    let said = heard
        .news
        .iter()
        .filter(|(_, news)| matches!(news, DeskNews::Said { .. }))
        .count();
    assert!(gap.gap);
    assert_eq!((assigned, said >= 2), (1, true));
}

#[actix::test]
async fn an_erased_visitor_is_gone_from_memory_and_store_despite_steps_in_flight() {
    let store = Arc::new(MemoryStore::default());
    let (office, visitor) = opened(&store).await;
    office.ask(&visitor, text("hello")).await.unwrap().unwrap();
    store.hold();
    let mut sending = Box::pin(office.ask(&visitor, text("again")));
    let mut erasing = Box::pin(office.erase(&visitor));
    assert!(sending.as_mut().now_or_never().is_none());
    assert!(erasing.as_mut().now_or_never().is_none());
    settle().await;

    store.finish();

    sending.await.unwrap().unwrap();
    erasing.await.unwrap();
    assert!(!office.knows(&visitor).unwrap());
    assert!(matches!(
        office.ask(&visitor, Describe).await,
        Err(AskError::Unknown)
    ));
    // A visitor who comes back starts again at session 1, also after a restart.
    let started = office.open(&visitor, start("page")).await.unwrap().unwrap();
    assert_eq!(started.session.0, 1);
    assert_eq!(store.head(&visitor).unwrap().unwrap().session.0, 1);
}

#[actix::test]
async fn retention_spares_a_visitor_whose_session_cannot_be_read() {
    let store = Arc::new(MemoryStore::default());
    let (_, visitor) = opened(&store).await;
    let restarted = office(&store);
    let from = Timestamp::from_millis(i64::MAX);
    store.set_unreadable(true);

    let spared = restarted.erase_unless_kept_from(&visitor, from).await;
    store.set_unreadable(false);
    assert_eq!(spared, Err(AskError::Unreadable));
    assert!(store.head(&visitor).unwrap().is_some());

    settle().await;
    let erased = restarted.erase_unless_kept_from(&visitor, from).await;
    assert_eq!(erased, Ok(true));
}

/// a fault case, 'session flood'
#[actix::test]
async fn a_flood_of_sessions_has_left_memory_after_a_minute() {
    const FLOOD: usize = 5_000;
    tokio::time::pause();
    let store = Arc::new(MemoryStore::default());
    let (office, _) = opened(&store).await;
    for number in 1..FLOOD {
        let visitor = visitor(&format!("v{number}"));
        office
            .open_new(&visitor, start("page"))
            .await
            .unwrap()
            .unwrap();
    }
    assert_eq!(office.sessions_in_memory(), FLOOD);

    // A page that opens and never polls counts as abandoned.
    tokio::time::sleep(Duration::from_secs(62)).await;
    settle().await;

    assert_eq!(office.sessions_in_memory(), 0);
    let last = visitor(&format!("v{}", FLOOD - 1));
    assert_eq!(store.head(&last).unwrap().unwrap().session.0, 1);
}
