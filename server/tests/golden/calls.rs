//! Calls: requests, responses, and their events in polls. [FM-03]

use crate::helpers::{VISITOR, reads, writes, writes_other};
use crate::talk::{at, channel, reader, sentences};
use actors_core::call::{CallEnd, CallLine, CallStep, Medium, Party, Signal, SignalKind};
use actors_core::desk::DeskSeq;
use actors_core::event::Event;
use actors_core::ids::{Seq, SessionNo, VisitorId};
use actors_core::routing::{CallNews, ConversationPlace, DeskNews};
use actors_core::session::commands::poll::CallSignal;
use actors_core::time::Timestamp;
use serde_json::{Value, json};
use server::wire::agent::{DeskEvent, DeskPollResponse, place_of};
use server::wire::call::{
    CallRequest, CallResponse, InvitationRequest, InviteCallRequest, SignalRequest, WireIceServer,
    said,
};
use server::wire::envelope::Nothing;
use server::wire::names::{call_id, read_call_id};
use server::wire::session::{PollRequest, PollResponse, WireEvent};

const DICE: &str = "9d1e6b02c7a44f3f8e5a1b0c6d7f2e94";

fn servers(user: &str) -> Vec<WireIceServer> {
    let stun = WireIceServer {
        urls: vec!["stun:turn.example.com:3478".into()],
        username: None,
        credential: None,
    };
    let turn = WireIceServer {
        urls: vec!["turn:turn.example.com:3478?transport=udp".into()],
        username: Some(format!("1790014400:{user}")),
        credential: Some("c2lnbmVk".into()),
    };
    vec![stun, turn]
}

#[test]
fn golden_requests_of_calls_are_parsed() {
    assert_eq!(
        reads::<InvitationRequest>("visitor/userVideoInvitation").video_type,
        "video"
    );
    let signal = reads::<SignalRequest>("visitor/callSignal");
    assert!(said(&signal.kind, &signal.payload).is_some());
    let (visitor, call) = read_call_id(&signal.call_id).unwrap();
    assert_eq!((visitor.as_str(), call.as_str()), (VISITOR, DICE));
    assert_eq!(call_id(&visitor, &call), signal.call_id);
    reads::<InviteCallRequest>("agent/inviteCall");
    reads::<CallRequest>("agent/answerCall");
    reads::<CallRequest>("agent/refuseCall");
    let signal = reads::<SignalRequest>("agent/callSignal");
    assert!(said(&signal.kind, &signal.payload).is_some());
    let poll: PollRequest =
        serde_json::from_value(json!({ "pollId": "p", "callCursor": 7 })).unwrap();
    assert_eq!(poll.call_cursor, Some(7));
}

#[test]
fn responses_to_calls_match_their_golden_files() {
    let answer = |user: &str| CallResponse {
        call_id: format!("{VISITOR}.{DICE}"),
        video_type: "video",
        admin_id: "mia".into(),
        ice_servers: servers(user),
    };
    writes("visitor/userVideoInvitation", &answer(VISITOR));
    writes("agent/inviteCall", &answer("mia"));
    writes("agent/answerCall", &answer("mia"));
    for call in ["visitor/callSignal", "agent/refuseCall", "agent/callSignal"] {
        writes(call, &Nothing {});
    }
}

fn signal(kind: SignalKind, payload: &Value) -> Signal {
    Signal {
        kind,
        payload: payload.to_string().into(),
    }
}

#[test]
fn a_visitors_call_events_match_their_golden_file() {
    let (visitor, channel, sentences) = (VisitorId::from(VISITOR), channel(), sentences());
    let reader = reader(&visitor, &channel, &sentences);
    let steps = [
        CallStep::Invited {
            by: Party::Agent,
            medium: Medium::Video,
        },
        CallStep::Answered {
            by: Party::Visitor,
            medium: Medium::Video,
        },
        CallStep::Ended {
            why: CallEnd::HungUp(Party::Visitor),
            spoke_secs: Some(65),
        },
        CallStep::Declined { by: Party::Agent },
    ];
    let mut events: Vec<_> = steps
        .into_iter()
        .zip(12_u32..)
        .map(|(step, seq)| {
            let line = CallLine {
                call: DICE.into(),
                agent: "mia".into(),
                step,
            };
            let line = at(seq.into(), Event::Call(Box::new(line)));
            reader.event(SessionNo(1), Seq(seq.into()), &line)
        })
        .collect();
    let candidate =
        json!({ "candidate": "candidate:1 1 udp 2 192.0.2.1 9 typ host", "sdpMid": "0" });
    let told = CallSignal {
        number: 1_790_000_000_016,
        call: DICE.into(),
        agent: "mia".into(),
        signal: signal(SignalKind::Candidate, &candidate),
    };
    let now = Timestamp::from_millis(1_790_000_000_016);
    let told = reader.call_signal(SessionNo(1), now, &told);
    events.push(WireEvent::Call(Box::new(told)));
    for event in &mut events {
        if let WireEvent::Call(told) = event
            && told.call.needs_servers()
        {
            told.call.ice_servers = Some(servers(VISITOR));
        }
    }

    writes_other(
        "visitor/getEventMsg",
        "calls.json",
        &PollResponse {
            status: 2,
            wait_index: 0,
            expected_wait: None,
            cursor: 15,
            epoch: "e5b1".into(),
            more: false,
            gap: false,
            msg_list: events,
        },
    );
}

#[test]
fn a_desks_call_events_match_their_golden_file() {
    let (visitor, channel, sentences) = (VisitorId::from(VISITOR), channel(), sentences());
    let reader = reader(&visitor, &channel, &sentences);
    let news = [
        CallNews::Step(CallStep::Invited {
            by: Party::Visitor,
            medium: Medium::Video,
        }),
        CallNews::Signal(signal(
            SignalKind::Offer,
            &json!({ "type": "offer", "sdp": "v=0" }),
        )),
        CallNews::Step(CallStep::Ended {
            why: CallEnd::Restart,
            spoke_secs: None,
        }),
    ];
    let base = 1_790_000_000_000_000;
    let entries = news.into_iter().zip(base + 10..).map(|(news, seq)| {
        let place = ConversationPlace {
            visitor: VISITOR.into(),
            session: SessionNo(1),
        };
        let news = DeskNews::Call {
            place,
            call: DICE.into(),
            news,
        };
        let mut entry = reader
            .desk_entry(Some(DeskSeq(seq)), place_of(&news), &news)
            .unwrap();
        if let DeskEvent::CallSignal(told) = &mut entry.what
            && told.needs_servers()
        {
            told.ice_servers = Some(servers("mia"));
        }
        entry
    });

    writes_other(
        "agent/getEventMsg",
        "calls.json",
        &DeskPollResponse {
            cursor: base + 12,
            more: false,
            gap: false,
            msg_list: entries.collect(),
        },
    );
}
