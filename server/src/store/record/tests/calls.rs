//! The layout of lines about calls.

use super::*;
use actors_core::call::{CallEnd, CallLine, CallStep, Medium, Party};

#[test]
fn the_layout_of_lines_about_calls_is_unchanged() {
    let ended = |why, spoke_secs| CallStep::Ended { why, spoke_secs };
    for (name, step) in [
        (
            "invited",
            CallStep::Invited {
                by: Party::Agent,
                medium: Medium::Video,
            },
        ),
        (
            "answered",
            CallStep::Answered {
                by: Party::Visitor,
                medium: Medium::Voice,
            },
        ),
        ("declined", CallStep::Declined { by: Party::Agent }),
        ("hung_up", ended(CallEnd::HungUp(Party::Visitor), Some(65))),
        ("unanswered", ended(CallEnd::Unanswered, None)),
        ("vanished", ended(CallEnd::Vanished(Party::Agent), Some(1))),
        ("other_page", ended(CallEnd::OtherPage, None)),
        ("conversation_over", ended(CallEnd::ConversationOver, None)),
        ("restart", ended(CallEnd::Restart, None)),
    ] {
        let line = CallLine {
            call: "c1".into(),
            agent: "a1".into(),
            step,
        };
        golden(
            &format!("line_call_{name}"),
            &Entry {
                at: Timestamp::from_millis(1),
                event: Event::Call(Box::new(line)),
            },
        );
    }
}
