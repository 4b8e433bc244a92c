//! Queue tickets.

use crate::story::{Story, assigned, plain, start, transfer, waiting_at};
use actors_core::session::commands::close::Close;
use actors_core::session::commands::leave_queue::LeaveQueue;
use actors_core::session::commands::ticket::{ClaimTicket, IssueTicket};
use actors_core::session::phase::Status;
use actors_core::session::ticket::{TICKET_LASTS, TicketRefusal};
use actors_core::time::Span;

#[test]
fn a_ticket_keeps_the_place_on_another_device_and_across_restarts() {
    let mut story = Story::waiting(plain());
    let ticket = story.handle(IssueTicket).unwrap();

    story.restarts_after(Span::from_minutes(30));
    story.passes(Span::from_minutes(30));

    assert_eq!(
        story.session.status(),
        Status::Queued,
        "no page polled for an hour"
    );
    let claimed = story.handle(ClaimTicket { ticket }).unwrap();
    assert_eq!(claimed.channel, story.channel.id);
    let opened = start("phone", &story.channel);
    assert_eq!(story.handle(opened).unwrap().status, Status::Queued);
}

#[test]
fn only_a_waiting_visitor_gets_a_ticket() {
    let mut story = Story::with_robot(plain());
    assert_eq!(story.handle(IssueTicket), Err(TicketRefusal::NotWaiting));

    let mut story = Story::talking(plain());
    assert_eq!(story.handle(IssueTicket), Err(TicketRefusal::NotWaiting));
}

#[test]
fn a_ticket_leads_to_the_agent_for_whom_the_visitor_waited() {
    let mut story = Story::waiting(plain());
    let ticket = story.handle(IssueTicket).unwrap();
    story.router(assigned("mia"));

    assert!(story.handle(ClaimTicket { ticket }).is_ok());
}

#[test]
fn a_ticket_ends_with_the_wait_the_session_and_its_time() {
    let over = Err(TicketRefusal::Over);

    let mut story = Story::waiting(plain());
    let ticket = story.handle(IssueTicket).unwrap();
    story.apply(LeaveQueue);
    assert_eq!(story.handle(ClaimTicket { ticket }), over);
    story.apply(transfer(9));
    story.router(waiting_at(1));
    assert_eq!(
        story.handle(ClaimTicket { ticket }),
        over,
        "it is another wait"
    );

    let mut story = Story::waiting(plain());
    let ticket = story.handle(IssueTicket).unwrap();
    story.apply(Close);
    assert_eq!(story.handle(ClaimTicket { ticket }), over);

    let mut story = Story::waiting(plain());
    let ticket = story.handle(IssueTicket).unwrap();
    story.passes(TICKET_LASTS);
    assert_eq!(story.handle(ClaimTicket { ticket }), over);
    assert_eq!(story.session.status(), Status::Robot, "the place is free");
}
