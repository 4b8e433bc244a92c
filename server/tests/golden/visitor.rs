//! Responses to a visitor's calls.

use actors_core::event::{Closing, Event};
use actors_core::ids::{Seq, SessionNo, VisitorId};
use actors_core::message::Sender;
use actors_core::message::content::Content;
use actors_core::time::Timestamp;
use server::wire::channel::ChannelInfo;
use server::wire::envelope::Nothing;
use server::wire::history::{HistoryResponse, OfflineResponse};
use server::wire::messages::{AskResponse, SendResponse, UploadResponse, WireThumbnail};
use server::wire::reply::answers;
use server::wire::service::{
    AdminCardResponse, EvaluateInfoResponse, IsEvaluateResponse, RobotDocResponse,
};
use server::wire::session::{ChatStartResponse, PollResponse, TransferResponse, WireWait};

use crate::helpers::{VISITOR, golden, writes, writes_keys};
use crate::talk::{at, channel, conversation, mia, reader, reply, said, sentences, shelf};

#[test]
fn histories_match_their_golden_files() {
    let (visitor, channel, sentences) = (VisitorId::from(VISITOR), channel(), sentences());
    let reader = reader(&visitor, &channel, &sentences);
    let entries = conversation();
    let page = || HistoryResponse {
        msg_list: entries
            .iter()
            .zip(1..)
            .filter_map(|(entry, seq)| reader.history(SessionNo(1), Seq(seq), entry))
            .collect(),
        max_time: 1_790_000_000_001,
        more: true,
    };

    writes("visitor/getHistoryMsg", &page());
    writes("agent/getHistoryMsg", &page());
    let hello = at(
        6,
        said(
            mia(),
            Content::Text("Hello, how can I help?".into()),
            None,
            false,
        ),
    );
    writes(
        "visitor/getOfflineMsg",
        &OfflineResponse {
            msg_list: reader
                .message(SessionNo(1), Seq(6), &hello)
                .into_iter()
                .collect(),
        },
    );
}

#[test]
fn events_match_their_golden_file() {
    let (visitor, channel, sentences) = (VisitorId::from(VISITOR), channel(), sentences());
    let reader = reader(&visitor, &channel, &sentences);
    let connected = Event::Connected {
        agent: "mia".into(),
        nick: "Mia".into(),
        face: "/demo/faces/mia.svg".into(),
    };
    let lines = [
        at(
            5,
            said(
                Sender::Visitor,
                Content::Text("Where is my order?".into()),
                Some("c-7d0e"),
                false,
            ),
        ),
        at(
            6,
            said(
                mia(),
                Content::Text("Hello, how can I help?".into()),
                None,
                false,
            ),
        ),
        at(7, said(mia(), shelf(), None, false)),
        at(8, connected),
        at(9, Event::Recalled(Seq(6))),
        at(10, Event::EvaluationInvited),
        at(11, Event::Closed(Closing::AgentClosed)),
    ];
    let mut events: Vec<_> = lines
        .iter()
        .zip(5..)
        .map(|(entry, seq)| reader.event(SessionNo(1), Seq(seq), entry))
        .collect();
    events.push(reader.typing(SessionNo(1), Timestamp::from_millis(1_790_000_000_012)));

    writes(
        "visitor/getEventMsg",
        &PollResponse {
            status: 2,
            wait_index: 0,
            expected_wait: None,
            cursor: 11,
            epoch: "e5b1".into(),
            more: false,
            gap: false,
            msg_list: events,
        },
    );
}

#[test]
fn a_start_matches_its_golden_file() {
    writes(
        "visitor/chatStart",
        &ChatStartResponse {
            user_id: VISITOR.into(),
            session_id: format!("{VISITOR}.1"),
            poll_id: "b0c4a1d29e5f47338d6e1f0a2c9b7d85".into(),
            status: 1,
            server_time: 1_790_000_000_000,
            admin_nick: String::new(),
            token: golden("visitor/chatStart", "response.json")["data"]["token"]
                .as_str()
                .unwrap()
                .into(),
            epoch: "e5b1".into(),
            verified: true,
            offline: 0,
            enable_evaluate: false,
            wait_index: 0,
            expected_wait: None,
            evaluated: false,
        },
    );
}

#[test]
fn other_responses_to_visitors_match_their_golden_files() {
    let message = format!("{VISITOR}.1.5");
    let sent = SendResponse {
        id: "c-7d0e".into(),
        msg_id: message,
        msg_time: 1_790_000_000_005,
        seq: 5,
        sensitive_flag: 0,
    };
    writes("visitor/sendMsg", &sent);
    writes_keys(
        "visitor/robotAsk",
        &AskResponse {
            answers: answers(&reply(), ""),
            ..AskResponse::default()
        },
    );
    let queued = TransferResponse {
        admin_id: String::new(),
        status: 3,
        admin_nick: String::new(),
        wait_index: 2,
        expected_wait: Some(WireWait {
            from: 60_000,
            to: 240_000,
        }),
    };
    writes("visitor/transferAgent", &queued);
    for call in [
        "chatClose",
        "leaveQueue",
        "typing",
        "msgComplete",
        "evaluate",
    ] {
        writes(&format!("visitor/{call}"), &Nothing {});
    }
    writes(
        "visitor/isEvaluate",
        &IsEvaluateResponse {
            evaluated: false,
            enable_evaluate: true,
        },
    );
    let doc = RobotDocResponse {
        doc_question: "When will my order arrive?".into(),
        doc_answer: "Orders leave our warehouse within one working day.".into(),
    };
    writes("visitor/getRobotDoc", &doc);
    writes_keys(
        "visitor/getEvaluateInfo",
        &EvaluateInfoResponse::new(&Default::default(), "en"),
    );
    writes_keys(
        "visitor/channelInfo",
        &ChannelInfo::new(&channel(), &[], "en"),
    );
}

#[test]
fn cards_and_files_match_their_golden_files() {
    writes(
        "visitor/getAdminCard",
        &AdminCardResponse {
            admin_id: "mia".into(),
            admin_nick: "Mia".into(),
            admin_face: "/demo/faces/mia.svg".into(),
            admin_card_sign: "Plants, pots and patience".into(),
            admin_card_tel: String::new(),
            admin_card_mobile: String::new(),
            admin_card_email: "mia@example.com".into(),
            admin_card_qq: String::new(),
            admin_card_wechat: String::new(),
        },
    );
    let uploaded = UploadResponse {
        url: "/api/files/4c1d0b7a9e3f4d52a1b6c8e0f7d92b35.png".into(),
        name: "shelf.png".into(),
        suffix: "png".into(),
        size: 20_481,
        width: Some(640),
        height: Some(480),
        thumbnail: Some(WireThumbnail {
            url: "/api/files/4c1d0b7a9e3f4d52a1b6c8e0f7d92b35-480.jpg".into(),
            width: 480,
            height: 360,
        }),
    };
    let screenshot = UploadResponse {
        url: "/api/files/8f2d4c60b7a94e1f93d5a0c1e6b7f824.png".into(),
        name: "screenshot.png".into(),
        suffix: "png".into(),
        size: 69,
        width: Some(1),
        height: Some(1),
        thumbnail: None,
    };
    writes("visitor/uploadBase64", &screenshot);
    writes("visitor/upload", &uploaded);
    writes("agent/upload", &uploaded);
}
