//! Responses to the agents' calls.

use actors_core::desk::DeskSeq;
use actors_core::event::Closing;
use actors_core::ids::{GroupId, MessageId, Seq, SessionNo, VisitorId};
use actors_core::message::Sender;
use actors_core::message::content::Content;
use actors_core::routing::{
    Conversation, ConversationPlace, DeskNews, LeftKind, Presence, SeatStatus,
};
use actors_core::time::Timestamp;
use server::fixtures::findings::Flag;
use server::wire::admin::blocks::BlocksResponse;
use server::wire::agent::search::{SearchResponse, WireExcerpt, WireFoundTalk, WireHit};
use server::wire::agent::{
    AgentResponse, DeskPollResponse, ListResponse, StatusResponse, VisitorPastResponse,
    VisitorResponse, WatchResponse, WireBlock, WireConversation, WireGroup, WirePage,
    WirePastConversation, WireTried, WireVariable, WireVisit, place_of,
};
use server::wire::envelope::Nothing;
use server::wire::leave_message::WireLeaveMessage;
use server::wire::messages::SendResponse;
use server::wire::transfer::{ColleaguesResponse, WireColleague};
use std::sync::Arc;

use crate::helpers::{VISITOR, writes};
use crate::items;
use crate::talk::{NAME, at, channel, reader, said, sentences};
use crate::team;

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
        name: Arc::clone(&NAME),
        channel: "demo".into(),
        group: "sales".into(),
        since: Timestamp::from_millis(1_790_000_000_005),
        last: Some((Seq(5), Arc::new(order))),
        unread: 1,
        tags: vec!["refund".into()],
        duty: None,
    }
}

/// What a desk hears of its conversations and lists.
fn news() -> Vec<DeskNews> {
    let (_, order) = listed().last.unwrap();
    vec![
        DeskNews::Assigned(listed()),
        DeskNews::Said {
            place: place(),
            name: Arc::clone(&NAME),
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
        DeskNews::Transferred {
            place: place(),
            by: "lin".into(),
            agent: Some("lin".into()),
            group: "sales".into(),
        },
        DeskNews::Left {
            what: LeftKind::Order,
            id: "6f2a7c1e9b0d4835a1c2e3f405162738".into(),
            waiting: 3,
        },
    ]
}

#[test]
fn desk_events_match_their_golden_file() {
    let (visitor, channel, sentences) = (VisitorId::from(VISITOR), channel(), sentences());
    let reader = reader(&visitor, &channel, &sentences);
    let corrected = DeskNews::Corrected {
        place: place(),
        name: "Ann Baker".into(),
    };
    let news = news().into_iter().chain(team::news(place()));
    let news = news.chain([corrected]).chain(items::news());
    let base = 1_790_000_000_000_000;
    let mut entries: Vec<_> = news
        .zip(base + 1..)
        .filter_map(|(news, seq)| reader.desk_entry(Some(DeskSeq(seq)), place_of(&news), &news))
        .collect();
    let typing = DeskNews::Typing {
        place: place(),
        text: "Where is".into(),
    };
    entries.extend(reader.desk_entry(None, place_of(&typing), &typing));

    writes(
        "agent/getEventMsg",
        &DeskPollResponse {
            cursor: base + 18,
            more: false,
            gap: false,
            msg_list: entries,
        },
    );
}

#[test]
fn conversations_match_their_golden_files() {
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
    writes("agent/stepIn", &conversation());
}

#[test]
fn what_a_search_finds_matches_its_golden_file() {
    let excerpt = |text: &str, ranges: Vec<[usize; 2]>| WireExcerpt {
        text: text.to_owned(),
        ranges,
    };
    writes(
        "agent/search",
        &SearchResponse {
            list: vec![WireFoundTalk {
                kind: "conversation",
                id: format!("{VISITOR}.1"),
                user_id: VISITOR.to_owned(),
                user_name: excerpt("Ann", Vec::new()),
                channel_id: "demo".to_owned(),
                group_ids: vec!["sales".to_owned()],
                admin_ids: vec!["mia".to_owned()],
                tags: vec!["refund".to_owned()],
                rating: Some(5),
                state: "ended",
                time: 1_790_000_000_005,
                hits: vec![WireHit {
                    msg_id: format!("{VISITOR}.1.5"),
                    sender_type: 1,
                    time: 1_790_000_000_005,
                    excerpt: excerpt("我要退款", vec![[2, 4]]),
                }],
            }],
            cursor: "1876951040000005".to_owned(),
            building: Some(1_200),
        },
    );
}

fn sales() -> WireGroup {
    WireGroup {
        group_id: "sales".into(),
        group_name: "Sales".into(),
    }
}

#[test]
fn colleagues_match_their_golden_file() {
    writes(
        "agent/listColleagues",
        &ColleaguesResponse {
            agents: vec![WireColleague {
                admin_id: "lin".into(),
                admin_nick: "Lin".into(),
                admin_face: "/demo/faces/lin.svg".into(),
                status: "online",
                free: 2,
                group_ids: vec!["sales".into()],
            }],
            groups: vec![sales()],
        },
    );
}

#[test]
fn other_responses_to_agents_match_their_golden_files() {
    let agent = || AgentResponse {
        must_set_up_totp: None,
        token: None,
        sign_out_url: None,
        tenant_id: None,
        admin_id: "mia".into(),
        admin_nick: "Mia".into(),
        admin_face: "/demo/faces/mia.svg".into(),
        role: "agent",
        group_ids: vec!["sales".into()],
        capacity: 3,
        status: None,
        groups: None,
        picture_hosts: None,
        sends_mail: None,
        shop_name: None,
        has_model: None,
    };
    writes(
        "agent/login",
        &AgentResponse {
            token: Some("5f0e…".into()),
            tenant_id: Some("demo".into()),
            ..agent()
        },
    );
    writes(
        "agent/me",
        &AgentResponse {
            status: Some("offline"),
            groups: Some(vec![sales()]),
            picture_hosts: Some(vec!["pictures.example.com".into()]),
            sends_mail: Some(Flag(true)),
            shop_name: Some("Fern & Field".into()),
            has_model: Some(Flag(true)),
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
        "unwatch",
        "read",
        "transferConversation",
        "inviteEvaluate",
        "closeConversation",
        "editVisitor",
    ] {
        writes(&format!("agent/{call}"), &Nothing {});
    }
    let sent = SendResponse {
        id: "a-91".into(),
        msg_id: format!("{VISITOR}.1.6"),
        msg_time: 1_790_000_000_006,
        seq: 6,
        sensitive_flag: 0,
    };
    writes("agent/sendMsg", &sent);
    writes("agent/note", &sent);
}

#[test]
fn who_watches_gets_what_the_golden_file_says() {
    let watched = WatchResponse {
        status: 2,
        admin_id: "lin".into(),
        admin_nick: "Lin".into(),
        oversees: Flag(false),
    };
    writes("agent/watch", &watched);
}

#[test]
fn a_visitors_details_match_their_golden_file() {
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
            title: "Fern · Fern & Field".into(),
            context: r#"{"Cart": "2 ferns"}"#.into(),
            priority: 1,
            form_params: r#"{"order": "FF-1042"}"#.into(),
            params: String::new(),
            pid: "p-1".into(),
            fiy_book_code: "spring".into(),
            group_id: String::new(),
            admin_id: String::new(),
            device: "mobile".into(),
            robot_tried: true,
            robot_summary: Some(WireTried {
                asked: 3,
                unknown: 1,
                unsure: 0,
                questions: vec!["How fast do you ship?".into(), "Where is my order?".into()],
                flow_id: "where-is-my-order".into(),
                flow_name: "Where is my order?".into(),
                node_id: "person".into(),
                variables: vec![WireVariable {
                    name: "order".into(),
                    value: "FF-1042".into(),
                }],
            }),
            sessions: 1,
            since: 1_790_000_000_000,
            read_cursor: 5,
            tags: vec!["refund".into()],
            visit: WireVisit {
                browser: "Safari 18".into(),
                system: "iPhone".into(),
                time_zone: "Asia/Tokyo".into(),
                pages: vec![WirePage {
                    url: "https://shop.example.com/fern".into(),
                    title: "Fern · Fern & Field".into(),
                    at: 1_790_000_000_000,
                }],
                corrected: vec!["email"],
            },
            verified_id: "4711".into(),
            block: Some(block()),
        },
    );
}

fn block() -> WireBlock {
    WireBlock {
        user_id: VISITOR.into(),
        user_name: "Ann".into(),
        verified_id: String::new(),
        reason: "Insults".into(),
        admin_id: "mia".into(),
        admin_nick: "Mia".into(),
        at: 1_790_000_000_000,
        until: Some(1_790_003_600_000),
    }
}

#[test]
fn blocks_match_their_golden_files() {
    writes("agent/blockVisitor", &block());
    writes(
        "admin/blocks/list",
        &BlocksResponse {
            list: vec![block()],
        },
    );
    writes("admin/blocks/delete", &Nothing {});
}

#[test]
fn what_a_visitor_did_before_matches_its_golden_file() {
    let left = WireLeaveMessage {
        id: "6f2a7c1e9b0d4835a1c2e3f405162738".into(),
        customer_name: "Ann".into(),
        customer_phone: String::new(),
        customer_email: "ann@example.com".into(),
        msg_content: "Please call me back.".into(),
        channel_id: "demo".into(),
        user_id: VISITOR.into(),
        create_time: 1_790_000_000_000,
        msg_state: 0,
        update_time: 0,
        update_user_name: String::new(),
        msg_desc: String::new(),
    };
    let conversation = WirePastConversation {
        user_id: VISITOR.into(),
        session_id: format!("{VISITOR}.1"),
        since: 1_790_000_000_000,
        until: 1_790_000_060_000,
        messages: 4,
        first_words: "Where is my order?".into(),
        agents: vec!["Mia".into()],
        star: Some(5),
        solved: Some(1),
    };
    writes(
        "agent/getVisitorPast",
        &VisitorPastResponse {
            conversations: vec![conversation],
            more: false,
            leave_msgs: vec![left],
            work_orders: Vec::new(),
            same_person: vec!["4711~0123456789abcdef".into()],
        },
    );
}
