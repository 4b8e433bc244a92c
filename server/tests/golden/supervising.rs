//! Supervisors: rescue, the wall and reports; queue tickets.

use crate::helpers::{VISITOR, reads, writes, writes_other};
use crate::talk::{NAME, channel, reader, sentences};
use actors_core::desk::DeskSeq;
use actors_core::event::Closing;
use actors_core::ids::{LinePlace, SessionNo, VisitorId};
use actors_core::routing::{
    AlarmKind, Conversation, ConversationPlace, DeskNews, Duty, Lapse, RaisedAlarm, Rescue,
    RescuedTo, Terms, Why, WhyAgent, WhyLine, WhyPlace,
};
use actors_core::session::course::{Answers, Rated};
use actors_core::session::report::spans::Spans;
use actors_core::session::report::sums::Sums;
use actors_core::session::report::{RobotOutcome, RobotPart, SessionReport};
use actors_core::tenant::Targets;
use actors_core::time::{Span, Timestamp};
use server::reports::record::Kept;
use server::wire::agent::supervising::{
    StatusOfRequest, WallAgent, WallAlarm, WallConversationsRequest, WallConversationsResponse,
    WallGone, WallGroup, WallRequest, WallResponse, WallThresholds, WhisperRequest,
};
use server::wire::agent::{DeskPollResponse, StatusResponse, VisitorRequest, place_of};
use server::wire::envelope::Nothing;
use server::wire::messages::SendResponse;
use server::wire::report::{
    AgentTimesRequest, AgentTimesResponse, ExportReportRequest, ReportRequest, ReportResponse,
    SessionsRequest, SessionsResponse, WireAgentTime, WireNumbers, WireReported, WireRow,
    WireTargets,
};
use server::wire::session::{TicketRequest, TicketResponse};
use std::sync::Arc;

const NOW: i64 = 1_790_000_000_000;

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(NOW + millis)
}

fn place() -> ConversationPlace {
    ConversationPlace {
        visitor: VISITOR.into(),
        session: SessionNo(1),
    }
}

fn duty() -> Duty {
    Duty {
        terms: Terms {
            why: Why {
                agent: WhyAgent::IdleLongest {
                    idle: Span::from_secs(60),
                    free: 2,
                },
                place: WhyPlace::Rescued {
                    from: "lin".into(),
                    why: Lapse::NotAccepted,
                },
                line: WhyLine::Overflow { to: "help".into() },
                waited: Span::from_secs(20),
            },
            ..Terms::plain(LinePlace(70))
        },
        accept_by: Some(at(30_005)),
        answer_by: None,
    }
}

#[test]
fn events_of_rescues_match_their_golden_file() {
    let (visitor, channel, sentences) = (VisitorId::from(VISITOR), channel(), sentences());
    let reader = reader(&visitor, &channel, &sentences);
    let news = [
        DeskNews::Assigned(Conversation {
            place: place(),
            name: Arc::clone(&NAME),
            channel: "demo".into(),
            group: "sales".into(),
            since: at(5),
            last: None,
            unread: 0,
            tags: Vec::new(),
            duty: Some(Box::new(duty())),
        }),
        DeskNews::Due {
            place: place(),
            duty: Box::new(Duty {
                accept_by: None,
                answer_by: Some(at(60_005)),
                ..duty()
            }),
        },
        DeskNews::Rescued(Box::new(Rescue {
            visitor: VISITOR.into(),
            from: "lin".into(),
            group: "sales".into(),
            why: Lapse::NotAccepted,
            to: RescuedTo::Agent("mia".into()),
            at: at(5),
        })),
        DeskNews::Wall(1_790_000_000_001),
        DeskNews::Alarm(
            Box::new(RaisedAlarm {
                kind: AlarmKind::OldestWait,
                group: Some("sales".into()),
                value: 600,
            }),
            at(5),
        ),
    ];
    let base = 1_790_000_000_000;
    let entries = news.iter().zip(base + 1..);
    let entries = entries
        .filter_map(|(news, seq)| reader.desk_entry(Some(DeskSeq(seq)), place_of(news), news));

    writes_other(
        "agent/getEventMsg",
        "supervising.json",
        &DeskPollResponse {
            cursor: base + 5,
            more: false,
            gap: false,
            msg_list: entries.collect(),
        },
    );
}

#[test]
fn what_supervisors_do_matches_the_golden_files() {
    for call in ["agent/accept", "agent/forceClose"] {
        assert_eq!(reads::<VisitorRequest>(call).user_id, VISITOR);
        writes(call, &Nothing {});
    }
    let asked = reads::<WhisperRequest>("agent/whisper");
    assert_eq!(asked.text, "Offer a refund");
    writes(
        "agent/whisper",
        &SendResponse {
            id: asked.id.unwrap_or_default(),
            msg_id: format!("{VISITOR}.1.7"),
            msg_time: NOW + 7,
            seq: 7,
            sensitive_flag: 0,
        },
    );
    assert_eq!(reads::<StatusOfRequest>("agent/setStatusOf").status, "busy");
    writes(
        "agent/setStatusOf",
        &StatusResponse {
            status: "busy",
            capacity: 3,
        },
    );
}

#[test]
fn a_queue_ticket_matches_its_golden_file() {
    reads::<TicketRequest>("visitor/queueTicket");
    writes(
        "visitor/queueTicket",
        &TicketResponse {
            ticket: "k1.payload.mac".into(),
            link: "/chat_online/index?channelId=demo#ticket=k1.payload.mac".into(),
            expires_at: NOW + 7_200_000,
        },
    );
}

fn targets() -> Targets {
    Targets {
        first_answer: Some(Span::from_secs(60)),
        ..Targets::default()
    }
}

fn spans(seconds: &[u64]) -> Spans {
    let mut spans = Spans::default();
    for seconds in seconds {
        spans.add(Span::from_secs(*seconds));
    }
    spans
}

fn numbers() -> WireNumbers {
    let sums = Sums {
        sessions: 3,
        asked: 2,
        answered: 1,
        abandoned: 1,
        waiting: spans(&[20, 30]),
        first_answer: spans(&[25]),
        slowest_answer: spans(&[7]),
        resolution: spans(&[30, 40]),
        next_answers: Answers {
            count: 1,
            total: Span::from_secs(7),
            longest: Span::from_secs(7),
        },
        robot_asked: 1,
        robot_resolved: 1,
        robot_answers: 2,
        ratings: 1,
        stars: 4,
        solved: 1,
        rescues: 1,
        ..Sums::default()
    };
    WireNumbers::new(&sums, &targets())
}

fn nothing() -> WireNumbers {
    WireNumbers::new(&Sums::default(), &targets())
}

#[test]
fn the_wall_matches_its_golden_files() {
    assert_eq!(reads::<WallRequest>("agent/wall").since, Some(0));
    writes(
        "agent/wall",
        &WallResponse {
            version: 1_790_000_000_001,
            whole: 1,
            at: NOW + 9,
            groups: vec![WallGroup {
                group_id: "sales".into(),
                group_name: "Sales".into(),
                waiting: 2,
                oldest_since: Some(NOW),
                online: 1,
                busy: 0,
                away: 0,
                talking: 1,
                seats: 3,
                right_share: Some(85),
            }],
            agents: vec![WallAgent {
                admin_id: "mia".into(),
                admin_nick: "Mia".into(),
                admin_face: "/demo/faces/mia.svg".into(),
                group_ids: vec!["sales".into()],
                status: "online",
                since: NOW,
                conversations: 1,
                capacity: 3,
            }],
            gone: WallGone::default(),
            today: nothing(),
            alarms: vec![WallAlarm {
                kind: "waiting",
                group_id: "sales".into(),
                value: 2,
            }],
            thresholds: WallThresholds {
                waiting: Some(2),
                oldest_wait: Some(300),
                missed: None,
            },
        },
    );
    let asked = reads::<WallConversationsRequest>("agent/wall/conversations");
    assert_eq!(asked.admin_id.as_deref(), Some("mia"));
    writes(
        "agent/wall/conversations",
        &WallConversationsResponse {
            list: Vec::new(),
            cursor: String::new(),
        },
    );
}

#[test]
fn reports_match_their_golden_files() {
    for at in ["agent", "v1"] {
        let call = |name: &str| format!("{at}/reports/{name}");
        assert_eq!(reads::<ReportRequest>(&call("get")).by, "group");
        writes(
            &call("get"),
            &ReportResponse {
                total: numbers(),
                before: Some(nothing()),
                rows: vec![WireRow {
                    key: "sales".into(),
                    name: Some("Sales".into()),
                    numbers: numbers(),
                }],
                targets: WireTargets::from(&targets()),
                time_zone: "Europe/Berlin".into(),
            },
        );
        reads::<SessionsRequest>(&call("sessions"));
        writes(
            &call("sessions"),
            &SessionsResponse {
                list: vec![WireReported::from(&reported())],
                cursor: String::new(),
            },
        );
        reads::<AgentTimesRequest>(&call("agents"));
        writes(
            &call("agents"),
            &AgentTimesResponse {
                list: vec![WireAgentTime {
                    admin_id: "mia".into(),
                    admin_nick: "Mia".into(),
                    online: 7_200,
                    busy: 600,
                    away: 60,
                    chatting: 5_400,
                }],
            },
        );
        let asked = reads::<ExportReportRequest>(&call("export"));
        assert_eq!(asked.what.as_deref(), Some("sessions"));
    }
}

fn reported() -> Kept {
    Kept {
        key: String::new(),
        visitor: Some(VISITOR.into()),
        report: SessionReport {
            session: SessionNo(1),
            channel: "demo".into(),
            group: Some("sales".into()),
            started: at(0),
            ended: at(50_000),
            closing: Closing::AgentClosed,
            agents: vec!["mia".into()],
            tags: vec!["refund".into()],
            asked_people: Some(at(10_000)),
            waiting: Some(Span::from_secs(20)),
            first_answer: Some(Span::from_secs(25)),
            next_answers: Answers::default(),
            resolution: Span::from_secs(40),
            missed: None,
            robot: RobotPart {
                outcome: RobotOutcome::NotAsked,
                answers: 0,
                unknown: 0,
            },
            rating: Some(Rated {
                stars: 4,
                solved: true,
                of_robot: false,
            }),
            rescues: 1,
            passed_by: vec!["mia".into()],
        },
    }
}
