mod calls;
mod cards;
mod sealed;

use super::*;
use crate::store::conformance;
use actors_core::agent_card::AgentCard;
use actors_core::event::{Closing, Event, Tagging};
use actors_core::flow::{Awaits, Place};
use actors_core::ids::{LinePlace, Voucher};
use actors_core::message::content::{
    File, Line, LineKey, Mentioned, Note, ReplyKind, RobotReply, Suggestion, TransferOffer,
};
use actors_core::message::{Content, Message, Sender};
use actors_core::rating::{self, Occasion, Rating};
use actors_core::routing::{Duty, Lapse, LastAgent, Rank, Terms};
use actors_core::session::course::{Answers, Course, Missed, Rated, RobotAnswers, TicketTimes};
use actors_core::session::details::{Details, ShopPage};
use actors_core::session::mailing::Mailing;
use actors_core::session::phase::{EndedPhase, Patience, Turn};
use actors_core::session::pushing::Pushing;
use actors_core::session::restore::{AgentConversation, Evaluation, Marks};
use actors_core::session::visit::{Corrected, PageSeen, Visit};
use actors_core::time::Span;
use std::collections::BTreeMap;

/// A hex dump of sixteen bytes a line, so that a diff shows where a layout changed.
fn dump(bytes: &[u8]) -> String {
    let mut text = String::new();
    for row in bytes.chunks(16) {
        let hex: Vec<String> = row.iter().map(|byte| format!("{byte:02x}")).collect();
        let plain: String = row
            .iter()
            .map(|byte| {
                if byte.is_ascii_graphic() {
                    char::from(*byte)
                } else {
                    '.'
                }
            })
            .collect();
        text.push_str(&format!("{:<48}{plain}\n", hex.join(" ")));
    }
    text
}

/// Reads what [`dump`] wrote.
fn read_dump(text: &str) -> Vec<u8> {
    let bytes = text.lines().flat_map(|row| row[..48].split_whitespace());
    bytes
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect()
}

/// Asserts that the bytes on disk are unchanged and read back as the value, and that an export keeps it.
fn golden<T: Layout + PartialEq + std::fmt::Debug>(name: &str, value: &T) {
    let sealed = seal_value(value).unwrap();

    assert_eq!(&unseal_value::<T>(&sealed).unwrap(), value);
    let exported = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&exported).unwrap(), value);
    insta::with_settings!({ snapshot_path => "golden", prepend_module_to_snapshot => false,
        omit_expression => true }, {
        insta::assert_snapshot!(name, dump(&sealed));
    });
}

fn said(sender: Sender, content: Content) -> Entry {
    Entry {
        at: Timestamp::from_millis(1_700_000_000_000),
        event: Event::Message(Message {
            client_id: Some("c-1".into()),
            ..Message::new(sender, content)
        }),
    }
}

fn file() -> Box<File> {
    Box::new(File {
        url: "/files/x".into(),
        name: "cat.png".into(),
        bytes: 70_000,
        pixels: Some((640, 480)),
    })
}

fn every_content() -> Vec<(&'static str, Content)> {
    vec![
        ("text", Content::Text("hello".into())),
        ("image", Content::Image(file())),
        ("file", Content::File(file())),
        ("video", Content::Video(file())),
        ("rich_text", Content::RichText("<b>hi</b>".into())),
        (
            "robot",
            Content::Robot(Box::new(RobotReply {
                kind: ReplyKind::Guide,
                text: "perhaps".into(),
                doc: Some("d1".into()),
                suggestions: vec![Suggestion {
                    doc: "d2".into(),
                    question: "where?".into(),
                }],
                offer: TransferOffer::Button,
                parts: None,
            })),
        ),
        (
            "note",
            Content::Note(Box::new(Note {
                text: "@Lin look".into(),
                mentions: vec![Mentioned {
                    agent: "a2".into(),
                    nick: "Lin".into(),
                }],
            })),
        ),
        (
            "line",
            Content::Line(Box::new(Line {
                key: LineKey::AgentsBusy,
                params: [("place".into(), "3".into())].into(),
            })),
        ),
    ]
}

#[test]
fn the_layout_of_lines_is_unchanged() {
    for (name, content) in every_content() {
        golden(&format!("line_{name}"), &said(Sender::Visitor, content));
    }
    let agent = || {
        Sender::Agent(Arc::new(AgentCard {
            agent: "a1".into(),
            nick: "Ann".into(),
            face: "/f".into(),
        }))
    };
    for (name, sender) in [
        ("agent", agent()),
        ("robot", Sender::Robot),
        ("system", Sender::System),
    ] {
        golden(
            &format!("line_from_{name}"),
            &said(sender, Content::Text("hi".into())),
        );
    }
    let events = [
        (
            "connected",
            Event::Connected {
                agent: "a1".into(),
                nick: "Ann".into(),
                face: "/f".into(),
            },
        ),
        ("closed_by_silence", Event::Closed(Closing::VisitorTimeout)),
        ("closed_by_agent", Event::Closed(Closing::AgentClosed)),
        ("closed_over", Event::Closed(Closing::ChatOver)),
        ("invited", Event::EvaluationInvited),
        (
            "evaluated",
            Event::Evaluated(Box::new(Rating {
                stars: 4,
                tags: vec!["fast".into()],
                comment: "thanks".into(),
                solved: true,
                about: rating::Subject::Robot,
                occasion: Occasion::OnClosing,
            })),
        ),
        ("recalled", Event::Recalled(Seq(300))),
        (
            "tagged",
            Event::Tagged(Box::new(Tagging {
                by: "a1".into(),
                tags: vec!["refund".into()],
            })),
        ),
    ];
    for (name, event) in events {
        golden(
            &format!("line_{name}"),
            &Entry {
                at: Timestamp::from_millis(-1),
                event,
            },
        );
    }
}

#[test]
fn the_layout_of_heads_is_unchanged() {
    let since = Timestamp::from_millis(1_700_000_000_000);
    let standings = [
        ("robot", Standing::Robot),
        ("queued", conformance::queued(-2)),
        (
            "manual",
            Standing::Manual {
                agent: "a1".into(),
                group: "sales".into(),
                since,
            },
        ),
        ("ended", Standing::Ended),
    ];
    for (name, standing) in standings {
        golden(&format!("standing_{name}"), &standing);
        golden(
            &format!("head_{name}"),
            &conformance::a_head(7, standing, Some(9)),
        );
    }
    golden("head_full", &full_head(since));
}

#[test]
fn a_head_of_an_older_layout_is_read_without_what_it_lacks() {
    let full = full_head(Timestamp::from_millis(1_700_000_000_000));
    let sixth = Head {
        course: None,
        ..full
    };
    let fifth = Head {
        pushing: None,
        ..sixth.clone()
    };
    let fourth = Head {
        mailing: None,
        ..fifth.clone()
    };
    let third = Head {
        tags: Vec::new(),
        visit: None,
        ..fourth.clone()
    };
    let second = Head {
        shop_page: None,
        ..third.clone()
    };
    let first = Head {
        vouched: None,
        ..second.clone()
    };
    let dumps = [
        (1, include_str!("golden/head_full.layout1"), first),
        (2, include_str!("golden/head_full.layout2"), second),
        (3, include_str!("golden/head_full.layout3"), third),
        (4, include_str!("golden/head_full.layout4"), fourth),
        (5, include_str!("golden/head_full.layout5"), fifth),
        (6, include_str!("golden/head_full.layout6"), sixth),
    ];
    for (version, dump, expected) in dumps {
        let sealed = read_dump(dump);

        let head: Head = unseal_value(&sealed).unwrap();

        assert_eq!(head, expected, "layout {version}");
        // The form in a group of the journal: a version, then the bytes.
        let encoded = [&[version], &sealed[ENVELOPE_BYTES..]].concat();
        assert_eq!(decode::<Head>(&encoded).unwrap(), expected);
    }
}

fn full_head(since: Timestamp) -> Head {
    Head {
        next: Seq(300),
        last_at: since,
        marks: Marks {
            passed: Seq(1),
            served: Seq(2),
            read: Seq(3),
            agent_read: Seq(4),
            before: Some(Seq(5)),
        },
        page: 0x0123_4567_89ab_cdef,
        displaced: vec![1, 2],
        ended: Some(EndedPhase {
            closing: Closing::AgentClosed,
            agent: Some("a1".into()),
        }),
        conversation: Some(Box::new(AgentConversation {
            nick: "Ann".into(),
            face: "/f".into(),
            answered: true,
            turn: Turn::Visitor(Patience::Reminded),
        })),
        evaluation: Evaluation {
            invited: true,
            done: Some(Box::new((6, 7))),
        },
        robot_tried: true,
        details: Some(Box::new(Details {
            name: "Li".into(),
            email: "li@example.com".into(),
            phone: "13800138000".into(),
            params: "{}".into(),
            previous_url: "/before".into(),
            refer: "/from".into(),
            form: "[]".into(),
            pid: "p-1".into(),
            booking_code: "f-1".into(),
            group: "sales".into(),
            agent: "a1".into(),
            device: "mobile".into(),
            // Stored beside the details.
            shop_page: ShopPage::default(),
            visit: Visit::default(),
        })),
        met_agent: true,
        vouched: std::num::NonZeroU64::new(0x0807_0605_0403_0201).map(Voucher),
        shop_page: Some(Box::new(ShopPage {
            title: "Fern".into(),
            context: "{\"cart\":\"2\"}".into(),
            rank: Rank::Ahead,
        })),
        tags: vec!["refund".into(), "退款".into()],
        visit: Some(Box::new(visit(since))),
        mailing: Some(Box::new(mailing(since))),
        pushing: Some(Pushing {
            told: Some(Seq(295)),
        }),
        course: Some(Box::new(full_course(since))),
        ..conformance::a_head(7, Standing::Ended, None)
    }
}

fn visit(since: Timestamp) -> Visit {
    Visit {
        browser: "Firefox 144".into(),
        system: "Windows".into(),
        time_zone: "Asia/Tokyo".into(),
        pages: vec![PageSeen {
            address: "/fern".into(),
            title: "Fern".into(),
            at: since,
        }],
        corrected: Corrected {
            name: true,
            email: false,
            phone: true,
            by: Some("a1".into()),
        },
    }
}

fn mailing(since: Timestamp) -> Mailing {
    Mailing {
        due: Some(since),
        last: Some(since),
        told: Some(Seq(290)),
        unsent: Some(Seq(280)),
        disputed: true,
        others_due: Some(since),
    }
}

fn full_course(since: Timestamp) -> Course {
    let span = Span::from_secs;
    Course {
        last: Some(LastAgent {
            agent: "a1".into(),
            at: since,
        }),
        duty: Some(Box::new(Duty {
            terms: Terms {
                accept_within: Some(span(30)),
                answer_within: Some(span(60)),
                ..Terms::plain(LinePlace(70))
            },
            accept_by: Some(since),
            answer_by: Some(since),
        })),
        asked: Some(span(1)),
        waited: span(2),
        connected: Some(span(3)),
        unanswered_since: Some(span(4)),
        answered: Some(span(5)),
        next_answers: Answers {
            count: 6,
            total: span(7),
            longest: span(8),
        },
        group: Some("sales".into()),
        agents: vec!["a1".into(), "a2".into()],
        rescues: 9,
        lapse: Some(Lapse::NotAnswered),
        missed: Some(Missed::Abandoned),
        robot: RobotAnswers {
            count: 10,
            unknown: 11,
            knew_last: true,
        },
        rating: Some(Rated {
            stars: 5,
            solved: true,
            of_robot: true,
        }),
        ended: Some(span(12)),
        ticket: Some(TicketTimes {
            issued: since,
            ends: since,
        }),
        silence: Some(since),
    }
}

#[test]
fn the_layout_of_a_place_in_a_flow_is_unchanged() {
    let waits = [
        ("choice", Awaits::Choice),
        ("words", Awaits::Words),
        ("form", Awaits::Form),
        ("reply", Awaits::Reply(3)),
        ("nothing", Awaits::Nothing),
    ];
    for (name, awaits) in waits {
        let place = Place {
            flow: "where-is-my-order".into(),
            node: "topic".into(),
            awaits,
            variables: BTreeMap::from([("order".into(), "FF-1042".into())]),
            words: "Where is it?".into(),
            silent_steps: 2,
            requests: 3,
        };
        let head = Head {
            flow: Some(Box::new(place)),
            ..conformance::a_head(7, Standing::Robot, None)
        };
        golden(&format!("head_flow_{name}"), &head);
    }
    for (name, kind) in [
        ("looking", ReplyKind::Looking),
        ("lost", ReplyKind::Lost),
        ("person", ReplyKind::Person),
    ] {
        let reply = RobotReply {
            kind,
            ..RobotReply::default()
        };
        let said = Message::new(Sender::Robot, Content::Robot(Box::new(reply)));
        let line = Entry {
            at: Timestamp::from_millis(1_790_000_000_000),
            event: Event::Message(said),
        };
        golden(&format!("line_robot_{name}"), &line);
    }
}

#[test]
fn the_layout_of_forget_records_is_unchanged() {
    for (name, what) in [
        ("forget_everything", Forget::Everything),
        (
            "forget_lines",
            Forget::LinesBefore(Timestamp::from_millis(1_790_000_000_000)),
        ),
    ] {
        let visitor = VisitorKey {
            tenant: "demo".into(),
            visitor: "v1".into(),
        };
        let kind = SubjectKind::Forget(what);
        golden(name, &Subject { visitor, kind });
    }
}

#[test]
fn the_layout_of_groups_chunks_and_documents_is_unchanged() {
    let group = sealed::group();
    let chunk = sealed::chunk();
    insta::with_settings!({ snapshot_path => "golden", prepend_module_to_snapshot => false,
        omit_expression => true }, {
        insta::assert_snapshot!("group", dump(&group));
        insta::assert_snapshot!("chunk", dump(&chunk));
        insta::assert_snapshot!("document", dump(&seal_document(b"{\"a\":1}")));
    });
}
