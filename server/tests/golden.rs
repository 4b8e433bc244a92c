//! The golden files of `fixtures/wire`: every request is read, every answer is written key for key.

#![allow(clippy::unwrap_used)]

use actors_core::channel::look::ImagePath;
use actors_core::channel::{ChannelConfig, ChannelRobot, TransferOffers};
use actors_core::desk::DeskSeq;
use actors_core::event::{Closing, Event};
use actors_core::ids::{GroupId, Language, MessageId, Seq, SessionNo, VisitorId};
use actors_core::message::content::{
    Content, File, Line, LineKey, ReplyKind, RobotReply, TransferOffer,
};
use actors_core::message::{Entry, Message, Sender};
use actors_core::routing::{Conversation, ConversationPlace, DeskNews, Presence, SeatStatus};
use actors_core::time::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use server::body;
use server::sentences::Sentences;
use server::wire::agent::{
    AgentHistoryRequest, AgentReadRequest, AgentResponse, AgentSendRequest, AgentSendResponse,
    DeskPollRequest, DeskPollResponse, ListRequest, ListResponse, LoginRequest, RecallRequest,
    StatusRequest, StatusResponse, TakeNextRequest, VisitorRequest, VisitorResponse,
    WireConversation, WireGroup, place_of,
};
use server::wire::channel::ChannelInfo;
use server::wire::envelope::Nothing;
use server::wire::message::{Reader, answers};
use server::wire::messages::{
    AskRequest, AskResponse, SendRequest, SendResponse, TypingRequest, UploadResponse,
};
use server::wire::service::{
    AdminCardResponse, ChannelInfoRequest, EvaluateInfoResponse, EvaluateRequest,
    IsEvaluateResponse, RobotDocRequest, RobotDocResponse,
};
use server::wire::session::{
    BareRequest, ChatStartRequest, ChatStartResponse, HistoryRequest, HistoryResponse,
    OfflineResponse, PageRequest, PollRequest, PollResponse, ReadRequest, TransferRequest,
    TransferResponse,
};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

const VISITOR: &str = "v_3f1c9a5e7b2d4c60";

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures/wire")
}

fn golden(call: &str, file: &str) -> Value {
    let path = folder().join(call).join(file);
    serde_json::from_slice(
        &std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
    )
    .unwrap()
}

/// Reads a golden request.
fn reads<T: DeserializeOwned>(call: &str) -> T {
    body::parse(golden(call, "request.json").to_string().as_bytes())
        .unwrap_or_else(|error| panic!("{call}: {}", error.message()))
}

/// Texts that are JSON inside are compared as JSON.
fn unfold(value: &Value) -> Value {
    match value {
        Value::String(text) if text.starts_with(['[', '{']) => serde_json::from_str(text)
            .map_or_else(|_| value.clone(), |inside: Value| unfold(&inside)),
        Value::Array(items) => items.iter().map(unfold).collect(),
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .map(|(key, value)| (key.clone(), unfold(value)))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// The answer is the golden one, value for value.
fn writes(call: &str, data: &impl Serialize) {
    let written =
        json!({ "code": 200, "message": "SUCCESS", "data": serde_json::to_value(data).unwrap() });
    let (mut written, mut golden) = (unfold(&written), unfold(&golden(call, "response.json")));
    // The words about the end are the locales' business.
    for answer in [&mut written, &mut golden] {
        for event in answer["data"]["msgList"]
            .as_array_mut()
            .into_iter()
            .flatten()
        {
            if event["event"] == 1202 {
                event["msgContent"] = json!("");
            }
        }
    }
    assert_eq!(written, golden, "{call}:\n{written:#}\n{golden:#}");
}

/// The answer has the golden one's keys, at the top and in what lies directly below.
fn writes_keys(call: &str, data: &impl Serialize) {
    let keys = |value: &Value| -> BTreeSet<String> {
        value
            .as_object()
            .into_iter()
            .flat_map(|fields| fields.keys().cloned())
            .collect()
    };
    let (written, golden) = (
        serde_json::to_value(data).unwrap(),
        golden(call, "response.json")["data"].clone(),
    );
    assert_eq!(keys(&written), keys(&golden), "{call}");
    for (key, value) in golden.as_object().unwrap() {
        assert_eq!(keys(&written[key]), keys(value), "{call}: {key}");
        assert_eq!(written[key].is_string(), value.is_string(), "{call}: {key}");
    }
}

#[test]
fn every_request_is_read() {
    reads::<ChannelInfoRequest>("visitor/channelInfo");
    reads::<ChatStartRequest>("visitor/chatStart");
    reads::<PageRequest>("visitor/getOfflineMsg");
    reads::<TransferRequest>("visitor/transferAgent");
    let poll = reads::<PollRequest>("visitor/getEventMsg");
    assert_eq!((poll.wait, poll.cursor), (Some(25_000), Some(4)));
    reads::<HistoryRequest>("visitor/getHistoryMsg");
    reads::<BareRequest>("visitor/chatClose");
    reads::<BareRequest>("visitor/leaveQueue");
    assert_eq!(
        reads::<AskRequest>("visitor/robotAsk").question.unwrap(),
        "How fast do you ship?"
    );
    assert_eq!(
        reads::<SendRequest>("visitor/sendMsg").msg_type.number(),
        Some(1)
    );
    let rating = reads::<EvaluateRequest>("visitor/evaluate").rating();
    assert_eq!(
        (rating.stars, rating.solved, rating.tags.len()),
        (5, true, 2)
    );
    reads::<BareRequest>("visitor/isEvaluate");
    reads::<BareRequest>("visitor/getEvaluateInfo");
    reads::<TypingRequest>("visitor/typing");
    reads::<RobotDocRequest>("visitor/getRobotDoc");
    reads::<ReadRequest>("visitor/msgComplete");
    reads::<BareRequest>("visitor/getAdminCard");
    reads::<LoginRequest>("agent/login");
    reads::<BareRequest>("agent/logout");
    reads::<BareRequest>("agent/me");
    reads::<StatusRequest>("agent/setStatus");
    reads::<DeskPollRequest>("agent/getEventMsg");
    assert_eq!(
        reads::<ListRequest>("agent/listConversations")
            .which
            .as_deref(),
        Some("mine")
    );
    reads::<VisitorRequest>("agent/getVisitor");
    reads::<AgentHistoryRequest>("agent/getHistoryMsg");
    reads::<AgentSendRequest>("agent/sendMsg");
    reads::<RecallRequest>("agent/recallMsg");
    reads::<VisitorRequest>("agent/typing");
    reads::<AgentReadRequest>("agent/read");
    reads::<TakeNextRequest>("agent/takeNext");
    reads::<VisitorRequest>("agent/take");
    reads::<VisitorRequest>("agent/inviteEvaluate");
    reads::<VisitorRequest>("agent/closeConversation");
}

#[test]
fn every_golden_call_has_a_path() {
    let document = serde_json::to_value(server::openapi::document()).unwrap();
    let described: BTreeSet<String> = document["paths"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    let mut golden = BTreeSet::new();
    for (rooms, prefix) in [("visitor", "/api/chat/visitor/"), ("agent", "/api/agent/")] {
        for call in std::fs::read_dir(folder().join(rooms)).unwrap() {
            golden.insert(format!(
                "{prefix}{}",
                call.unwrap().file_name().to_string_lossy()
            ));
        }
    }

    assert_eq!(described, golden);
}

fn sentences() -> Sentences {
    Sentences::load().unwrap()
}

fn channel() -> ChannelConfig {
    let mut channel = ChannelConfig::plain("demo".into(), "demo".into());
    channel.robot = Some(ChannelRobot {
        number: "fern".into(),
        name: "Fern".into(),
        icon: None::<ImagePath>,
        welcome: "Hello!".into(),
        offers: TransferOffers::default(),
    });
    channel
}

fn at(millis: i64, event: Event) -> Entry {
    Entry {
        at: Timestamp::from_millis(1_790_000_000_000 + millis),
        event,
    }
}

fn said(sender: Sender, content: Content, id: Option<&str>, recalled: bool) -> Event {
    Event::Message(Message {
        sender,
        content,
        client_id: id.map(Into::into),
        recalled,
    })
}

fn mia() -> Sender {
    Sender::Agent {
        agent: "mia".into(),
        nick: "Mia".into(),
        face: "/demo/faces/mia.svg".into(),
    }
}

fn shelf() -> Content {
    Content::Image(File {
        url: "/api/files/4c1d0b7a9e3f4d52a1b6c8e0f7d92b35.png".into(),
        name: "shelf.png".into(),
        bytes: 20_481,
        pixels: Some((640, 480)),
    })
}

fn reply() -> RobotReply {
    RobotReply {
        kind: ReplyKind::Answer,
        text: "Orders leave our warehouse within one working day.".into(),
        doc: Some("shipping-time".into()),
        suggestions: Vec::new(),
        offer: TransferOffer::None,
    }
}

/// The conversation the golden files tell, up to the picture.
fn conversation() -> Vec<Entry> {
    let welcome = "Hello! Ask me about delivery, returns or your order.";
    let no_agent = Line {
        key: LineKey::NoAgentOnline,
        params: Default::default(),
    };
    vec![
        at(
            1,
            said(
                Sender::Robot,
                Content::RichText(welcome.into()),
                None,
                false,
            ),
        ),
        at(
            2,
            said(
                Sender::Visitor,
                Content::Text("How fast do you ship?".into()),
                Some("c-11aa"),
                false,
            ),
        ),
        at(
            3,
            said(
                Sender::Robot,
                Content::Robot(Box::new(reply())),
                None,
                false,
            ),
        ),
        at(
            4,
            said(Sender::System, Content::Line(no_agent), None, false),
        ),
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
                true,
            ),
        ),
        at(7, said(mia(), shelf(), None, false)),
    ]
}

fn reader<'a>(
    visitor: &'a VisitorId,
    channel: &'a ChannelConfig,
    sentences: &'a Sentences,
) -> Reader<'a> {
    let language = Language::parse("en").unwrap();
    Reader {
        visitor,
        channel: Some(channel),
        language,
        sentences,
        sees_recalled: false,
    }
}

#[test]
fn histories_are_written() {
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
fn events_are_written() {
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
            cursor: 11,
            epoch: "e5b1".into(),
            more: false,
            gap: false,
            msg_list: events,
        },
    );
}

fn place() -> ConversationPlace {
    ConversationPlace {
        visitor: VISITOR.into(),
        session: SessionNo(1),
    }
}

fn listed() -> Conversation {
    let order = at(
        5,
        said(
            Sender::Visitor,
            Content::Text("Where is my order?".into()),
            Some("c-7d0e"),
            false,
        ),
    );
    Conversation {
        place: place(),
        name: "".into(),
        channel: "demo".into(),
        group: "sales".into(),
        since: Timestamp::from_millis(1_790_000_000_005),
        last: Some((Seq(5), Arc::new(order))),
        unread: 1,
    }
}

#[test]
fn desk_events_are_written() {
    let (visitor, channel, sentences) = (VisitorId::from(VISITOR), channel(), sentences());
    let reader = reader(&visitor, &channel, &sentences);
    let (_, order) = listed().last.unwrap();
    let news = [
        DeskNews::Assigned(listed()),
        DeskNews::Said {
            place: place(),
            seq: Seq(5),
            entry: order,
        },
        DeskNews::Read {
            place: place(),
            upto: Seq(6),
        },
        DeskNews::Recalled {
            place: place(),
            message: MessageId {
                session: SessionNo(1),
                seq: Seq(6),
            },
        },
        DeskNews::Presence {
            place: place(),
            presence: Presence::Away,
        },
        DeskNews::Queue(vec![(GroupId::from("sales"), 2)]),
        DeskNews::Status(SeatStatus::Online, 1),
        DeskNews::Closed {
            place: place(),
            why: Some(Closing::VisitorTimeout),
        },
        DeskNews::Evaluated {
            place: place(),
            star: 5,
            solved: true,
        },
    ];
    let base = 1_790_000_000_000_000;
    let mut entries: Vec<_> = news
        .iter()
        .zip(base + 1..)
        .filter_map(|(news, seq)| reader.desk_entry(Some(DeskSeq(seq)), place_of(news), news))
        .collect();
    let typing = DeskNews::Typing {
        place: place(),
        text: "Where is".into(),
    };
    entries.extend(reader.desk_entry(None, place_of(&typing), &typing));

    writes(
        "agent/getEventMsg",
        &DeskPollResponse {
            cursor: base + 9,
            more: false,
            gap: false,
            msg_list: entries,
        },
    );
}

#[test]
fn conversations_are_written() {
    let (visitor, channel, sentences) = (VisitorId::from(VISITOR), channel(), sentences());
    let conversation =
        || -> WireConversation { reader(&visitor, &channel, &sentences).listed(&listed(), "mia") };

    writes(
        "agent/listConversations",
        &ListResponse {
            list: vec![conversation()],
            cursor: String::new(),
        },
    );
    writes("agent/takeNext", &conversation());
    writes("agent/take", &conversation());
}

#[test]
fn a_start_is_written() {
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
            evaluated: false,
        },
    );
}

#[test]
fn the_rest_of_the_visitors_answers_is_written() {
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
            answers: answers(&reply()),
            ..AskResponse::default()
        },
    );
    let queued = TransferResponse {
        admin_id: String::new(),
        status: 3,
        admin_nick: String::new(),
        wait_index: 2,
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
fn cards_and_files_are_written() {
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
    };
    writes("visitor/upload", &uploaded);
    writes("agent/upload", &uploaded);
}

#[test]
fn the_rest_of_the_agents_answers_is_written() {
    let agent = || AgentResponse {
        token: None,
        admin_id: "mia".into(),
        admin_nick: "Mia".into(),
        admin_face: "/demo/faces/mia.svg".into(),
        role: "agent",
        group_ids: vec!["sales".into()],
        capacity: 3,
        status: None,
        groups: None,
    };
    writes(
        "agent/login",
        &AgentResponse {
            token: Some("5f0e…".into()),
            ..agent()
        },
    );
    let sales = WireGroup {
        group_id: "sales".into(),
        group_name: "Sales".into(),
    };
    writes(
        "agent/me",
        &AgentResponse {
            status: Some("offline"),
            groups: Some(vec![sales]),
            ..agent()
        },
    );
    writes(
        "agent/setStatus",
        &StatusResponse {
            status: "online",
            capacity: 1,
        },
    );
    for call in [
        "logout",
        "recallMsg",
        "typing",
        "read",
        "inviteEvaluate",
        "closeConversation",
    ] {
        writes(&format!("agent/{call}"), &Nothing {});
    }
    let sent = AgentSendResponse {
        id: "a-91".into(),
        msg_id: format!("{VISITOR}.1.6"),
        msg_time: 1_790_000_000_006,
        seq: 6,
    };
    writes("agent/sendMsg", &sent);
}

#[test]
fn a_visitor_is_described() {
    writes(
        "agent/getVisitor",
        &VisitorResponse {
            user_id: VISITOR.into(),
            session_id: format!("{VISITOR}.1"),
            user_name: String::new(),
            email: String::new(),
            phone: String::new(),
            channel_id: "demo".into(),
            locale: "en".into(),
            previous_url: String::new(),
            refer: String::new(),
            robot_tried: true,
            sessions: 1,
            since: 1_790_000_000_000,
        },
    );
}
