//! Asking for an agent, waiting for one, and giving up (Protocol, 'transferAgent').

use crate::story::{
    Story, assigned, ends, from_line, in_line, no_agent, plain, poll, send, talkative, transfer,
    waiting_at,
};
use actors_core::channel::{ChannelConfig, GroupChoice};
use actors_core::ids::{AgentId, GroupId, LinePlace, VisitorId};
use actors_core::router::lines::Lines;
use actors_core::routing::{InLine, Presence, QueueNumber, RouterNews, RouterRefusal};
use actors_core::session::commands::close::Close;
use actors_core::session::commands::leave_queue::LeaveQueue;
use actors_core::session::commands::send_message::SendMessage;
use actors_core::session::commands::transfer::{OfficeHours, Transfer};
use actors_core::session::phase::Status;
use actors_core::time::Span;

fn with_groups(groups: &[&str]) -> ChannelConfig {
    ChannelConfig {
        groups: GroupChoice::Visitor(groups.iter().map(|group| GroupId::from(*group)).collect()),
        ..plain()
    }
}

fn anywhere(ticket: u64) -> Transfer {
    Transfer {
        group: None,
        ..transfer(ticket)
    }
}

#[test]
fn a_request_for_an_agent_goes_to_the_router_and_waits_for_its_answer() {
    let mut story = Story::with_robot(talkative());

    assert_eq!(story.effects_of(transfer(1)), ["router: agent of sales"]);
    assert_eq!(story.session.status(), Status::Robot);
}

#[test]
fn the_requested_agent_and_group_are_passed_to_the_router() {
    let mut story = Story::with_robot(plain());
    let to_mia = Transfer {
        agent: Some(AgentId::from("mia")),
        ..transfer(1)
    };

    assert_eq!(story.effects_of(to_mia), ["router: agent of sales, mia"]);
    assert_eq!(
        Story::with_robot(plain()).effects_of(anywhere(1)),
        ["router: agent of anyone"]
    );
}

#[test]
fn a_free_agent_is_connected_and_greets() {
    let mut story = Story::with_robot(talkative());
    story.apply(transfer(1));

    assert_eq!(
        story.router(assigned("mia")),
        [
            "+ 2 connected MIA",
            "+ 3 mia: I am MIA.",
            "head mia",
            "desk mia: assigned, 0 unread, last nothing",
            "desk mia: 3 mia: I am MIA.",
            "answer 1: connected MIA",
        ]
    );
}

/// [ST-05]
#[test]
fn a_visitor_who_must_wait_gets_their_position() {
    let mut story = Story::with_robot(talkative());
    story.apply(transfer(1));

    assert_eq!(
        story.router(waiting_at(3)),
        [
            "+ 2 system: You are number 3.",
            "head sales 70, due 600 s",
            "answer 1: Queued",
        ]
    );
}

#[test]
fn without_a_text_of_the_tenant_the_default_line_is_used() {
    let mut story = Story::with_robot(plain());
    story.apply(transfer(1));

    assert_eq!(story.router(waiting_at(3))[0], "+ 1 system: [AgentsBusy]");
}

#[test]
fn if_no_agent_is_online_the_visitor_stays_with_the_robot() {
    let mut story = Story::with_robot(plain());
    story.apply(transfer(1));

    assert_eq!(
        story.router(no_agent()),
        [
            "+ 1 system: [NoAgentOnline]",
            "head robot",
            "answer 1: NoAgent"
        ]
    );
    let mut story = Story::with_robot(talkative());
    story.apply(transfer(1));
    assert_eq!(story.router(no_agent())[0], "+ 2 system: Nobody is in.");
}

/// [ST-06]
#[test]
fn a_request_that_the_router_cannot_serve_fails() {
    let mut story = Story::with_robot(plain());
    story.apply(transfer(1));

    assert_eq!(
        story.router(RouterNews::Refused(RouterRefusal::Failed)),
        [
            "+ 1 system: [TransferFailed]",
            "head robot",
            "answer 1: Failed"
        ]
    );
}

/// [ST-06]
#[test]
fn outside_working_hours_the_router_is_not_asked() {
    let at_night = || Transfer {
        hours: OfficeHours::Closed,
        ..transfer(1)
    };

    assert_eq!(
        Story::with_robot(plain()).effects_of(at_night()),
        ["+ 1 system: [OffWork]", "head robot", "answer 1: OffWork"]
    );
    assert_eq!(
        Story::with_robot(talkative()).effects_of(at_night())[0],
        "+ 2 system: We are asleep."
    );
}

#[test]
fn the_channels_groups_decide_where_a_request_goes() {
    let several = || Story::with_robot(with_groups(&["sales", "support"]));
    let none = || Story::with_robot(with_groups(&[]));

    assert_eq!(
        several().effects_of(anywhere(1)),
        ["answer 1: refused GroupMissing"]
    );
    assert_eq!(
        several().effects_of(transfer(1)),
        ["router: agent of sales"]
    );
    assert_eq!(
        Story::with_robot(with_groups(&["support"])).effects_of(anywhere(1)),
        ["router: agent of support"]
    );
    assert_eq!(
        Story::with_robot(with_groups(&["support"])).effects_of(transfer(1)),
        [
            "+ 1 system: [TransferFailed]",
            "head robot",
            "answer 1: Failed"
        ]
    );
    assert_eq!(
        none().effects_of(anywhere(1)),
        [
            "+ 1 system: [NoAgentOnline]",
            "head robot",
            "answer 1: NoAgent"
        ]
    );
}

#[test]
fn a_repeated_request_while_waiting_or_connected_changes_nothing() {
    let mut waiting = Story::waiting(plain());
    let mut talking = Story::talking(plain());

    for ticket in 2..10 {
        assert_eq!(
            waiting.effects_of(transfer(ticket)),
            [format!("answer {ticket}: Queued")]
        );
        assert_eq!(
            talking.effects_of(transfer(ticket)),
            [format!("answer {ticket}: connected MIA")]
        );
    }
}

#[test]
fn requests_sent_before_the_routers_answer_are_answered_together() {
    let mut story = Story::with_robot(plain());
    story.apply(transfer(1));

    assert!(story.effects_of(transfer(2)).is_empty());
    let words = story.router(waiting_at(1));

    assert_eq!(words[2..], ["answer 1: Queued", "answer 2: Queued"]);
}

#[test]
fn at_most_eight_requests_wait_for_the_router() {
    let mut story = Story::with_robot(plain());
    for ticket in 1..=8 {
        story.apply(transfer(ticket));
    }

    assert_eq!(story.effects_of(transfer(9)), ["answer 1: Failed"]);
}

#[test]
fn a_request_fails_if_the_router_does_not_answer() {
    let mut story = Story::with_robot(plain());
    story.apply(poll(2, "p1", from_line(0), 25));
    story.apply(transfer(1));

    let words = story.passes(Span::from_secs(10));

    assert_eq!(
        words,
        [
            "+ 1 system: [TransferFailed]",
            "head robot",
            "router: withdraw",
            "answer 1: Failed",
            "answer 2: Robot | 1 system: [TransferFailed] | cursor 1",
        ]
    );
    assert_eq!(story.router(assigned("mia")), ["router: release mia"]);
    assert_eq!(story.router(waiting_at(1)), ["router: withdraw"]);
}

#[test]
fn an_agent_gets_the_messages_sent_while_the_visitor_waited() {
    let mut story = Story::waiting(plain());
    story.apply(send("c1", "are you there"));
    story.apply(send("c2", "hello?"));

    let words = story.router(assigned("mia"));

    assert_eq!(
        words,
        [
            "+ 4 connected MIA",
            "head mia",
            "desk mia: assigned, 2 unread, last 3 visitor: hello?",
        ]
    );
}

#[test]
fn the_router_may_move_a_visitor_to_another_line() {
    let mut story = Story::waiting(plain());
    let moved = RouterNews::Waiting(InLine {
        group: GroupId::from("support"),
        ..in_line(71, 1)
    });

    assert_eq!(story.router(moved.clone()), ["head support 71, due 600 s"]);
    assert!(story.router(moved).is_empty());
}

/// The place of a visitor who has a number in the line of sales.
fn drawn() -> InLine {
    let mut lines = Lines::new();
    let (visitor, group) = (VisitorId::from("v1"), GroupId::from("sales"));
    lines.join(&group, visitor.clone(), LinePlace(70), Presence::Here);
    let drawn = lines.in_line(&visitor).unwrap();
    assert!(drawn.number.is_some());
    drawn
}

fn number_told(story: &mut Story) -> Option<QueueNumber> {
    story.poll("p1", from_line(0)).unwrap().number
}

#[test]
fn the_answer_to_a_poll_carries_the_queue_number_of_a_visitor_who_joined() {
    let mut story = Story::with_robot(plain());
    story.apply(transfer(1));

    let drawn = drawn();
    story.router(RouterNews::Waiting(drawn.clone()));

    assert_eq!(number_told(&mut story), drawn.number);
}

#[test]
fn the_queue_number_follows_every_change_of_the_visitors_place() {
    let mut story = Story::waiting(plain());
    assert_eq!(number_told(&mut story), None);

    let drawn = drawn();
    story.router(RouterNews::Waiting(drawn.clone()));
    assert_eq!(number_told(&mut story), drawn.number);

    // A visitor at the head of the line has no number.
    story.router(RouterNews::Waiting(in_line(-7, 1)));
    assert_eq!(number_told(&mut story), None);
    story.router(RouterNews::LineMoved(drawn.number));
    assert_eq!(number_told(&mut story), drawn.number);
    story.router(assigned("mia"));
    assert_eq!(number_told(&mut story), None);
}

#[test]
fn after_a_restart_the_queue_number_comes_with_the_next_move_of_the_line() {
    let mut story = Story::waiting(plain());
    let drawn = drawn();
    story.router(RouterNews::Waiting(drawn.clone()));

    story.restarts_after(Span::ZERO);
    assert_eq!(story.session.status(), Status::Queued);
    assert_eq!(number_told(&mut story), None);

    story.router(RouterNews::LineMoved(drawn.number));
    assert_eq!(number_told(&mut story), drawn.number);
}

#[test]
fn a_line_that_closes_sends_the_visitor_back_to_the_robot() {
    let mut story = Story::waiting(plain());

    assert_eq!(
        story.router(no_agent()),
        ["+ 2 system: [NoAgentOnline]", "head robot"]
    );
    assert!(story.router(no_agent()).is_empty());
}

#[test]
fn a_visitor_may_leave_the_line_and_leaving_twice_changes_nothing() {
    let mut story = Story::waiting(plain());

    assert_eq!(
        story.effects_of(LeaveQueue),
        ["+ 2 system: [LeftLine]", "head robot", "router: withdraw"]
    );
    assert!(story.effects_of(LeaveQueue).is_empty());
    assert!(Story::talking(plain()).effects_of(LeaveQueue).is_empty());
}

#[test]
fn an_assignment_that_comes_too_late_is_given_back() {
    let mut story = Story::waiting(plain());
    story.apply(LeaveQueue);
    assert_eq!(story.router(assigned("mia")), ["router: release mia"]);

    story.apply(Close);
    assert_eq!(story.router(assigned("mia")), ["router: release mia"]);
    assert_eq!(story.router(waiting_at(1)), ["router: withdraw"]);
}

#[test]
fn closing_while_asking_or_waiting_withdraws_the_request() {
    let mut asking = Story::with_robot(plain());
    asking.apply(transfer(1));
    let mut waiting = Story::waiting(plain());

    assert_eq!(
        asking.effects_of(Close),
        [
            "+ 1 closed ChatOver",
            "head ended",
            "router: withdraw",
            "answer 1: refused ChatEnded",
        ]
    );
    assert_eq!(
        waiting.effects_of(Close),
        ["+ 2 closed ChatOver", "head ended", "router: withdraw"]
    );
    assert_eq!(
        asking.effects_of(transfer(2)),
        ["answer 2: refused ChatEnded"]
    );
}

#[test]
fn a_visitor_whose_page_does_not_poll_for_a_minute_is_skipped_until_it_does() {
    let mut story = Story::waiting(plain());

    assert!(story.passes(Span::from_millis(59_999)).is_empty());
    assert_eq!(story.passes(Span::from_millis(1)), ["router: away"]);
    assert_eq!(
        story.effects_of(poll(2, "p1", from_line(1), 25)),
        ["router: here"]
    );
}

#[test]
fn a_held_poll_is_a_sign_of_life_for_as_long_as_it_is_held() {
    let mut story = Story::waiting(plain());
    story.apply(poll(2, "p1", from_line(1), 25));

    assert_eq!(
        story.passes(Span::from_millis(84_999)),
        ["answer 2: Queued | cursor 1"]
    );
    assert_eq!(story.passes(Span::from_millis(1)), ["router: away"]);
}

#[test]
fn a_page_that_polls_without_waiting_counts_as_here() {
    let mut story = Story::waiting(plain());

    for _ in 0..90 {
        assert!(story.poll("p1", from_line(1)).is_ok());
        assert!(story.passes(Span::from_secs(2)).is_empty());
    }
}

#[test]
fn a_visitor_away_for_ten_minutes_loses_their_place() {
    let mut story = Story::waiting(plain());
    story.passes(Span::from_millis(599_999));

    assert_eq!(
        story.passes(Span::from_millis(1)),
        ["+ 2 system: [LeftLine]", "head robot", "router: withdraw"]
    );
}

#[test]
fn a_visitor_who_polls_keeps_their_place_however_long_they_wait() {
    let mut story = Story::waiting(plain());

    for ticket in 2..100 {
        story.apply(poll(ticket, "p1", from_line(1), 25));
        let words = story.passes(Span::from_secs(26));
        assert!(
            words.iter().all(|word| !word.starts_with("router")),
            "{words:?}"
        );
    }
    assert_eq!(story.session.status(), Status::Queued);
    story.passes(Span::from_secs(598));
    assert_eq!(story.session.status(), Status::Queued);
    story.passes(Span::from_secs(1));
    assert_eq!(story.session.status(), Status::Robot);
}

#[test]
fn a_message_to_the_robot_or_in_the_line_is_recorded_and_not_answered() {
    let mut robot = Story::with_robot(plain());
    let mut waiting = Story::waiting(plain());

    assert_eq!(
        robot.effects_of(send("c1", "hello")),
        ["+ 1 visitor: hello", "head robot"]
    );
    assert_eq!(
        waiting.effects_of(send("c1", "hello")),
        ["+ 2 visitor: hello", "head sales 70, due 600 s"]
    );
    assert!(
        robot
            .handle(SendMessage {
                client_id: None,
                ..send("", "again")
            })
            .is_ok()
    );
}

#[test]
fn news_of_the_line_after_the_end_changes_nothing() {
    let mut story = Story::waiting(plain());
    story.router(assigned("mia"));
    story.handle(ends("mia")).unwrap();

    for news in [no_agent(), RouterNews::LineMoved(None)] {
        assert!(story.router(news).is_empty());
    }
    assert_eq!(story.session.status(), Status::Ended);
}
