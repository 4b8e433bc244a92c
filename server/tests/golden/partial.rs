//! A large model's reply in a poll, partial and finished. [RB-04]

use crate::helpers::{VISITOR, writes_other};
use crate::talk::{at, channel, reader, reply, said, sentences};
use actors_core::event::Entry;
use actors_core::ids::{DocId, Seq, SessionNo, VisitorId};
use actors_core::message::Sender;
use actors_core::message::content::{Content, RobotReply};
use actors_core::message::reply::Reference;
use actors_core::session::commands::poll::Partial;
use server::wire::session::PollResponse;
use std::sync::Arc;

fn written(text: &str, docs: &[DocId], references: &[Reference]) -> Entry {
    let before: RobotReply = reply();
    let reply = before.with_model_text(&text.into(), docs, references);
    at(
        3,
        said(Sender::Robot, Content::Robot(Box::new(reply)), None, false),
    )
}

#[test]
fn a_partial_and_a_finished_reply_match_their_golden_file() {
    let (visitor, channel, sentences) = (VisitorId::from(VISITOR), channel(), sentences());
    let reader = reader(&visitor, &channel, &sentences);
    let so_far = Partial {
        seq: Seq(3),
        entry: Arc::new(written("<p>Within one working</p>", &[], &[])),
    };
    let reference = Reference {
        name: "How fast do you ship?".into(),
        link: "/chat_online/question?docId=shipping-time&channelId=demo"
            .parse()
            .unwrap(),
    };
    let end = written(
        "<p>Within <strong>one working day</strong>.</p>",
        &[DocId::from("shipping-time")],
        &[reference],
    );

    let mut events: Vec<_> = reader.partial(SessionNo(1), &so_far).into_iter().collect();
    events.push(reader.event(SessionNo(1), Seq(3), &end));

    writes_other(
        "visitor/getEventMsg",
        "partial.json",
        &PollResponse {
            status: 1,
            wait_index: 0,
            expected_wait: None,
            cursor: 3,
            epoch: "e5b1".into(),
            more: false,
            gap: false,
            msg_list: events,
        },
    );
}
