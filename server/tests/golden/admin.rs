//! The administration's calls, and the agents' document search and quick replies.

use crate::helpers::{VISITOR, folder, golden, reads, writes};
use crate::talk::{at, channel, mia, reader, said, sentences};
use actors_core::call::{CallLine, CallStep, Medium, Party};
use actors_core::event::Entry;
use actors_core::event::{Closing, Event};
use actors_core::form::Value as Filled;
use actors_core::ids::{MessageId, Seq, SessionNo, VisitorId};
use actors_core::message::attributes::{Amendment, Change, Feedback};
use actors_core::message::{Content, Sender};
use actors_core::rating::Occasion;
use actors_core::rating::Rating;
use actors_core::rating::Subject;
use actors_core::robot::trial::{Report, TestQuestion};
use actors_core::robot::{Document, Question, Robot};
use serde_json::{Map, Value, json};
use server::admin::audit::{Action, AuditPage, AuditQuery, AuditRecord};
use server::admin::difference::FieldChange;
use server::admin::jobs::{Counts, Job, JobState, LineError};
use server::admin::listing::{ListQuery, ThingPage, shown};
use server::admin::thing::Thing;
use server::admin::written::Written;
use server::inbox::Group;
use server::wire::admin::{ExportDocsRequest, JobRequest, PersonalRequest, VisitorExport};
use server::wire::envelope::Nothing;
use server::wire::knowledge::{
    InboxRequest, InboxResponse, ResolveRequest, RobotAskRequest, RobotAskResponse,
    RobotCheckRequest, SearchDocsRequest, SearchDocsResponse, WireFound,
};
use server::wire::message::{Eyes, Reader};
use server::wire::replies::{
    QuickRepliesRequest, QuickRepliesResponse, QuickReplyNameRequest, QuickReplyPutRequest,
    WireQuickReply,
};
use server::wire::trial::WireReport;

fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => panic!("not an object: {other}"),
    }
}

/// A thing as the server shows it after the golden request put it at version 2.
fn put(thing: Thing) -> Map<String, Value> {
    let call = format!("admin/{}/put", thing.name());
    let mut body = fields(golden(&call, "request.json"));
    assert_eq!(body.remove("version"), Some(json!(1)), "{call}");
    let id = thing.id(&body).unwrap();
    let mut written = Written::parse(thing, body).unwrap().json();
    if thing == Thing::Agents {
        written.insert("passwordHash".into(), json!("$argon2id$"));
    }
    written.insert("version".into(), json!(2));
    let mut after = shown(thing, &id, &serde_json::to_vec(&written).unwrap()).unwrap();
    if thing == Thing::Agents {
        // From another document of the store.
        after.insert("totpSet".into(), json!(false));
    }
    after
}

#[test]
fn every_thing_matches_its_golden_files() {
    for thing in Thing::ALL {
        let (name, after) = (thing.name(), put(thing));
        writes(&format!("admin/{name}/put"), &after);
        let before = Map::from_iter(after.into_iter().map(|(field, value)| {
            let value = if field == "version" { json!(1) } else { value };
            (field, value)
        }));
        writes(&format!("admin/{name}/get"), &before);
        let listed = fields(golden(&format!("admin/{name}/list"), "response.json"));
        let mut listed_thing = before.clone();
        if thing == Thing::Channels {
            // From another document of the store.
            listed_thing.insert("hasDraft".into(), json!(false));
        }
        let page = ThingPage {
            list: vec![listed_thing],
            cursor: listed["data"]["cursor"].as_str().unwrap().to_owned(),
        };
        writes(&format!("admin/{name}/list"), &page);
        writes(&format!("admin/{name}/delete"), &Nothing {});
    }
}

#[test]
fn the_key_of_a_large_model_is_never_returned() {
    let key = golden("admin/tenant/put", "request.json")["largeModel"]["key"].clone();
    let key = key.as_str().unwrap();

    assert!(!key.is_empty());
    for call in ["put", "get", "list"] {
        let answer = golden(&format!("admin/tenant/{call}"), "response.json").to_string();
        assert!(!answer.contains(key), "{call}");
    }
    let shown = put(Thing::Tenant);
    assert_eq!(shown["largeModel"]["keySet"], true);
    assert!(shown["largeModel"].get("key").is_none());
}

#[test]
fn a_thing_has_the_same_id_in_every_call() {
    for thing in Thing::ALL {
        let named = |call: &str| {
            let request = golden(&format!("admin/{}/{call}", thing.name()), "request.json");
            thing.id(&fields(request)).unwrap()
        };
        assert_eq!(named("get"), named("put"), "{thing:?}");
        assert_eq!(named("get"), named("delete"), "{thing:?}");
        reads::<ListQuery>(&format!("admin/{}/list", thing.name()));
    }
}

fn audit_record() -> AuditRecord {
    AuditRecord {
        at: 1_790_000_000_000,
        admin_id: golden("admin/audit/list", "response.json")["data"]["list"][0]["adminId"]
            .as_str()
            .unwrap()
            .to_owned(),
        action: Action::Put,
        thing: "channels".into(),
        id: "demo".into(),
        version: 2,
        fields: vec!["mainColor".into()],
        changes: vec![FieldChange {
            field: "mainColor".into(),
            before: "#1f6f54".into(),
            after: "#123456".into(),
        }],
    }
}

#[test]
fn audit_records_and_jobs_match_their_golden_files() {
    assert_eq!(
        reads::<AuditQuery>("admin/audit/list").thing.unwrap(),
        "channels"
    );
    let cursor = String::new();
    let list = vec![audit_record()];
    let answer = golden("admin/audit/list", "response.json");
    let written = serde_json::to_value(AuditPage { list, cursor }).unwrap();
    let keys = |value: &Value| {
        value
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&answer["data"]["list"][0]), keys(&written["list"][0]));
    for (call, kind, errors, state) in [
        (
            "admin/docs/import",
            "docs/import",
            Vec::new(),
            JobState::Running,
        ),
        (
            "admin/testQuestions/import",
            "testQuestions/import",
            Vec::new(),
            JobState::Running,
        ),
        (
            "admin/jobs/get",
            "docs/import",
            wrong_lines(),
            JobState::Failed,
        ),
    ] {
        let is_over = state == JobState::Failed;
        let job = Job {
            job_id: golden(call, "response.json")["data"]["jobId"]
                .as_str()
                .unwrap()
                .to_owned(),
            kind: kind.into(),
            robot_no: "fern".into(),
            state,
            total: 0,
            done: 0,
            encoding: None,
            counts: Counts::default(),
            errors_total: errors.len(),
            errors,
            started_at: 1_790_000_000_000,
            ended_at: is_over.then_some(1_790_000_000_450),
            check: None,
        };
        writes(call, &job);
    }
    assert_eq!(reads::<JobRequest>("admin/jobs/get").job_id.len(), 32);
}

fn wrong_lines() -> Vec<LineError> {
    let wrong = |line, field: &str, message: &str| LineError {
        line,
        field: field.into(),
        message: message.into(),
    };
    vec![
        wrong(1, "docId", "must be 1 to 100 bytes without '/'"),
        wrong(1, "question", "must not be empty"),
        wrong(2, "", "is not JSON"),
    ]
}

#[test]
fn reports_of_test_questions_match_their_golden_files() {
    assert_eq!(
        reads::<RobotCheckRequest>("admin/robot/check").robot_no,
        "fern"
    );
    let mut job: Job =
        serde_json::from_value(golden("admin/robot/check", "response.json")["data"].clone())
            .unwrap();
    writes("admin/robot/check", &job);
    let checked = golden("admin/jobs/get", "checked.json")["data"].clone();
    let report: WireReport = serde_json::from_value(checked["check"].clone()).unwrap();
    job.state = JobState::Done;
    (job.total, job.done) = (report.total, report.total);
    job.ended_at = Some(1_790_000_000_450);
    job.check = Some(report.clone());
    assert_eq!(serde_json::to_value(&job).unwrap(), checked);

    let golden = golden("admin/docs/put", "worse.json");
    assert_eq!(serde_json::to_value(&report).unwrap(), golden["data"]);
    let asked = TestQuestion {
        id: "days".into(),
        text: "days".into(),
        language: "en".into(),
        expects: Some("shipping-time".into()),
    };
    let mut made = Report::default();
    let knows_nothing = Robot::default();
    made.add(asked, &knows_nothing, &knows_nothing);
    let made = serde_json::to_value(WireReport::from(&made)).unwrap();
    assert_eq!(keys(&made), keys(&golden["data"]));
    let (one, other) = (&made["failing"][0], &golden["data"]["failing"][0]);
    assert_eq!(keys(one), keys(other));
    assert_eq!(keys(&one["after"]), keys(&other["after"]));
}

#[test]
fn an_exported_line_can_be_put_again() {
    for thing in [Thing::Docs, Thing::TestQuestions] {
        let call = format!("admin/{}/export", thing.name());
        let request = reads::<ExportDocsRequest>(&call);
        assert_eq!(request.format.as_deref(), Some("jsonl"));
        let lines = std::fs::read_to_string(folder().join(call).join("response.jsonl"));
        for line in lines.unwrap().lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            let written = Written::parse(thing, fields(value.clone())).unwrap();
            assert_eq!(Value::Object(written.json()), value);
        }
    }
}

#[test]
fn an_export_of_a_visitors_data_matches_its_golden_file() {
    for call in ["admin/visitor/export", "admin/visitor/erase"] {
        let request = reads::<PersonalRequest>(call);
        assert_eq!(request.password, "fern-and-field");
    }
    let answer = golden("admin/visitor/export", "response.json")["data"].clone();
    let text = |field: &str| answer[field].as_str().map(str::to_owned);
    let (visitor, channel, sentences) = (VisitorId::from(VISITOR), channel(), sentences());
    let reader = Reader {
        eyes: Eyes::Supervisor,
        channel: None,
        ..reader(&visitor, &channel, &sentences)
    };
    let lines = happenings().into_iter().enumerate();
    let lines =
        lines.map(|(place, entry)| reader.exported(SessionNo(1), Seq(place as u64 + 1), &entry));
    let export = VisitorExport {
        user_id: text("userId").unwrap(),
        channel_id: text("channelId"),
        locale: text("locale"),
        details: serde_json::from_value(answer["details"].clone()).unwrap(),
        lines: lines.collect(),
        leave_msgs: Vec::new(),
        work_orders: Vec::new(),
        mails: Vec::new(),
        visit: None,
        same_person: Some(Vec::new()),
        files: Vec::new(),
    };
    writes("admin/visitor/export", &export);
    writes("admin/visitor/erase", &Nothing {});
}

/// A session with every kind of event.
fn happenings() -> Vec<Entry> {
    let greeting = "Hello, I am Fern. Ask me about delivery, returns or your plants.";
    let greeting = Content::RichText(greeting.into());
    let question = Content::Text("Where is my order?".into());
    let message = MessageId {
        session: SessionNo(1),
        seq: Seq(4),
    };
    let amended = |change| Event::Amended(Box::new(Amendment { message, change }));
    let call = CallLine {
        call: "7c0e".into(),
        agent: "mia".into(),
        step: CallStep::Invited {
            by: Party::Visitor,
            medium: Medium::Voice,
        },
    };
    let rating = Rating {
        stars: 4,
        tags: vec!["friendly".into()],
        comment: "It took a while.".into(),
        solved: true,
        about: Subject::Agent,
        occasion: Occasion::Invited,
    };
    let events = [
        said(Sender::Robot, greeting, None, false),
        said(Sender::Visitor, question, Some("c-7d0e"), false),
        Event::Connected {
            agent: "mia".into(),
            nick: "Mia".into(),
            face: "/demo/faces/mia.svg".into(),
        },
        said(mia(), Content::Text("One moment".into()), None, true),
        Event::Recalled(Seq(4)),
        amended(Change::Rated(Feedback::Up)),
        amended(Change::Noted("{}".into())),
        amended(Change::Filled(vec![
            Filled::One("Ann".into()),
            Filled::Empty,
        ])),
        Event::Call(Box::new(call)),
        Event::EvaluationInvited,
        Event::Closed(Closing::AgentClosed),
        Event::Evaluated(Box::new(rating)),
    ];
    let lines = events.into_iter().enumerate();
    lines
        .map(|(place, event)| at(place as i64, event))
        .collect()
}

/// A robot with the documents of the golden response.
fn robot(answer: &Value) -> Robot {
    let documents = answer["data"]["list"].as_array().unwrap().iter();
    Robot::index(
        documents
            .map(|found| {
                let text = |field: &str| found[field].as_str().unwrap();
                Document {
                    id: text("docId").into(),
                    language: text("lang").into(),
                    question: text("question").into(),
                    similar: Vec::new(),
                    answer: text("answer").into(),
                }
            })
            .collect(),
    )
}

#[test]
fn found_documents_have_the_golden_keys() {
    let request = reads::<SearchDocsRequest>("agent/searchDocs");
    let answer = golden("agent/searchDocs", "response.json");
    let robot = robot(&answer);
    let asked = Question {
        text: &request.question,
        doc: None,
        language: request.lang.as_deref().unwrap(),
    };
    let found = robot.search(&asked, 2);
    let list = found.iter().map(|found| WireFound::new("fern", found));
    let written = serde_json::to_value(SearchDocsResponse {
        list: list.collect(),
    });
    let first = &written.unwrap()["list"][0];
    assert_eq!(first["docId"], answer["data"]["list"][0]["docId"]);
    assert_eq!(keys(first), keys(&answer["data"]["list"][0]));

    let request = reads::<RobotAskRequest>("admin/robot/ask");
    assert_eq!(request.robot_no, "fern");
    let answer = golden("admin/robot/ask", "response.json")["data"].clone();
    let explained = RobotAskResponse::new(&robot, None, robot.explain(&asked, 2));
    let written = serde_json::to_value(explained).unwrap();
    assert_eq!(keys(&written), keys(&answer));
    assert_eq!(
        keys(&written["considered"][0]),
        keys(&answer["considered"][0])
    );
}

#[test]
fn the_inbox_of_a_robot_matches_its_golden_file() {
    let asked = reads::<InboxRequest>("admin/robot/inbox");
    assert_eq!((asked.robot_no.as_str(), asked.limit), ("fern", Some(1)));
    let resolve = reads::<ResolveRequest>("admin/robot/resolve");
    assert_eq!(
        (resolve.action.as_str(), resolve.ids.len()),
        ("document", 2)
    );
    let questions = ["do you sell giftcards", "Do you sell gift cards?"];
    let group = Group {
        question: questions[0].into(),
        questions: questions.map(str::to_owned).into(),
        ids: resolve.ids,
        langs: vec!["en".into()],
        unknown: 1,
        disliked: 1,
        doc_ids: vec!["payment".into()],
        newest: 1_790_000_000_007,
        oldest: 1_790_000_000_002,
    };
    let list = vec![group];
    let inbox = InboxResponse {
        list,
        total: 2,
        cursor: "0007-1790000000007".into(),
    };
    writes("admin/robot/inbox", &inbox);
}

fn keys(value: &Value) -> Vec<&String> {
    value.as_object().unwrap().keys().collect()
}

#[test]
fn quick_replies_match_their_golden_files() {
    reads::<QuickRepliesRequest>("agent/quickReplies/list");
    let put = reads::<QuickReplyPutRequest>("agent/quickReplies/put");
    let kept = WireQuickReply {
        reply: put.reply,
        shared: put.shared,
        version: 1,
    };
    writes("agent/quickReplies/put", &kept);
    let shared = golden("admin/quickReplies/put", "request.json");
    let Ok(Written::QuickReply(reply)) = Written::parse(Thing::QuickReplies, fields(shared)) else {
        panic!("no quick reply");
    };
    let list = vec![WireQuickReply {
        reply,
        shared: true,
        version: 2,
    }];
    let cursor = String::new();
    writes(
        "agent/quickReplies/list",
        &QuickRepliesResponse { list, cursor },
    );
    assert!(!reads::<QuickReplyNameRequest>("agent/quickReplies/delete").shared);
    writes("agent/quickReplies/delete", &Nothing {});
}
