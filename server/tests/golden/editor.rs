//! The administration's calls for its editors: drafts and previews, flows while they are drawn, earlier versions of
//! documents, and trials of settings.

use crate::helpers::{golden, reads, unfold, writes, writes_other};
use crate::talk::channel;
use actors_core::flow::rehearse::{Act, Step};
use actors_core::flow::{Awaits, Place};
use actors_core::form::Value as Answer;
use actors_core::ids::{FlowId, MessageId, NodeId, Seq, SessionNo, VisitorId};
use actors_core::message::content::RobotReply;
use actors_core::message::reply::{Button, NodeReply, ReplyBody};
use actors_core::model::NoAnswer;
use actors_core::robot::Found;
use actors_core::session::commands::send_message::Sent;
use actors_core::time::Timestamp;
use serde_json::{Map, Value, json};
use server::admin::change::draft::{Differences, Draft, Save, Shown};
use server::admin::change::flow_trial::FlowProblem;
use server::admin::change::history::Earlier;
use server::admin::difference::FieldChange;
use server::fixtures::findings::{About, FieldError};
use server::model::trial::Tried;
use server::retention::count::Count;
use server::web_page::{Part, WebPage};
use server::wire::admin::drafts::{
    ChangesResponse, ChannelRequest, DraftRequest, DraftResponse, PreviewRequest, PreviewResponse,
    SaveDraftRequest,
};
use server::wire::admin::flows::{
    FlowCheckRequest, FlowCheckResponse, FlowTryRequest, FlowTryResponse, WireProblem, WireStep,
    pretended,
};
use server::wire::admin::history::{
    DocHistoryResponse, DocumentRequest, RestoreRequest, WireVersion,
};
use server::wire::admin::tenant::{
    ModelTestRequest, ModelTestResponse, RetentionCountRequest, RetentionCountResponse,
};
use server::wire::admin::titles::{TitlesRequest, TitlesResponse, UsesResponse, WireTitle};
use server::wire::admin::web_page::{ReadPageRequest, ReadPageResponse};
use server::wire::channel::ChannelInfo;
use server::wire::envelope::Nothing;
use server::wire::messages::{Answered, AskResponse};

fn data(call: &str) -> Value {
    golden(call, "response.json")["data"].clone()
}

fn map(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

fn drafted() -> Shown {
    Shown {
        draft: Draft {
            draft: map(&data("admin/channels/getDraft")["draft"]),
            draft_version: 3,
            based_on: 2,
            admin_id: "ada".into(),
            at: 1_790_000_000_000,
        },
        version: 2,
    }
}

#[test]
fn drafts_of_channels_match_their_golden_files() {
    let asked = reads::<PreviewRequest>("admin/channels/preview");
    assert_eq!(
        (asked.draft["channelId"].as_str(), asked.locale.as_deref()),
        (Some("demo"), Some("en"))
    );
    let info = ChannelInfo::new(&channel(), &[], "en");
    let written = serde_json::to_value(PreviewResponse { channel_info: info }).unwrap();
    let keys = |value: &Value| {
        map(&value["channelInfo"])
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&written), keys(&data("admin/channels/preview")));
    let save = Save::from(reads::<SaveDraftRequest>("admin/channels/saveDraft"));
    assert_eq!((save.based_on, save.draft_version), (Some(2), Some(2)));
    for call in ["admin/channels/saveDraft", "admin/channels/getDraft"] {
        writes(call, &DraftResponse::from(drafted()));
    }
    assert_eq!(
        reads::<ChannelRequest>("admin/channels/getDraft").channel_id,
        "demo"
    );
    assert_eq!(
        reads::<ChannelRequest>("admin/channels/changes").channel_id,
        "demo"
    );
    let change = |field: &str, before: Value, after: &str| FieldChange {
        field: field.into(),
        before,
        after: after.into(),
    };
    let differences = Differences {
        list: vec![
            change("mainColor", json!("#1f6f54"), "#123456"),
            change("identitySecret", json!(null), "set"),
        ],
        of: drafted(),
    };
    writes(
        "admin/channels/changes",
        &ChangesResponse::from(differences),
    );
    for call in ["admin/channels/discardDraft", "admin/channels/publish"] {
        assert_eq!(reads::<DraftRequest>(call).draft_version, Some(3));
    }
    writes("admin/channels/discardDraft", &Nothing {});
}

fn step() -> Step {
    Step {
        replies: Vec::new(),
        requests: vec![NodeId::from("look")],
        place: Some(Place {
            flow: FlowId::from("returns"),
            node: NodeId::from("ask"),
            awaits: Awaits::Choice,
            variables: [("subject".into(), "plant".into())].into(),
            words: "".into(),
            silent_steps: 1,
            requests: 1,
        }),
        is_expected: true,
        lost: Some(NodeId::from("gone")),
    }
}

fn asks() -> AskResponse {
    let button = Button {
        id: "1".into(),
        item: "plant".into(),
        name: "A plant".into(),
        bind_code: "subject".into(),
        bind_value: "plant".into(),
        link: None,
    };
    let said = RobotReply::of_nodes(vec![NodeReply {
        node: Some("ask".into()),
        body: ReplyBody::Buttons {
            text: "What is it about?".into(),
            items: vec![button],
        },
    }]);
    let nowhere = Sent {
        message: MessageId {
            session: SessionNo(0),
            seq: Seq(0),
        },
        at: Timestamp::from_millis(0),
        flagged: false,
        repeated: false,
    };
    let mut answer = AskResponse::from(Answered {
        visitor: &VisitorId::from(""),
        question: nowhere,
        reply: nowhere,
        said: &said,
        words: "What is it about?".into(),
        unknown: String::new(),
        score: 0.0,
        found: Found::Clicked,
    });
    answer.msg_id.clear();
    answer.ask_msg_id.clear();
    answer
}

#[test]
fn flows_that_are_drawn_match_their_golden_files() {
    assert!(
        reads::<FlowCheckRequest>("admin/flows/check")
            .flow
            .contains_key("nodes")
    );
    let nowhere = FieldError::new(
        "nodes[0].itemList[0].next",
        "'ask' leads to 'nowhere', which is no node of this flow",
    );
    let about = About {
        nodes: vec!["nowhere".to_owned()],
        ..About::default()
    };
    let problems = vec![
        FlowProblem {
            node: Some("ask".to_owned()),
            error: nowhere.with_code("leadsNowhere", about),
        },
        FlowProblem {
            node: None,
            error: FieldError::new("lang", "must be a text"),
        },
    ];
    let problems = problems.into_iter().map(WireProblem::from).collect();
    writes("admin/flows/check", &FlowCheckResponse { problems });

    let asked = reads::<FlowTryRequest>("admin/flows/try");
    let acts: Vec<Act> = asked
        .said
        .into_iter()
        .map(|act| act.read().unwrap())
        .collect();
    let answers = vec![
        ("order".into(), Answer::One("FF-1042".into())),
        (
            "topics".into(),
            Answer::Many(vec!["late".into(), "broken".into()]),
        ),
    ];
    assert_eq!(
        acts,
        [
            Act::Says("A plant".into()),
            Act::Clicks(NodeId::from("ask"), "plant".into()),
            Act::Fills(NodeId::from("form"), answers),
        ]
    );
    assert_eq!(pretended(asked.pretend).len(), 1);
    let steps = vec![WireStep::new(&step(), vec![asks()])];
    writes("admin/flows/try", &FlowTryResponse { steps });
}

#[test]
fn earlier_versions_match_their_golden_files() {
    assert_eq!(
        reads::<DocumentRequest>("admin/docs/history").doc_id,
        "water"
    );
    assert_eq!(reads::<RestoreRequest>("admin/docs/restore").version, 1);
    let list = data("admin/docs/history")["list"].clone();
    let earlier = list.as_array().unwrap().iter().map(|version| Earlier {
        version: version["version"].as_u64().unwrap(),
        at: version["at"].as_i64(),
        admin: version["adminId"].as_str().map(str::to_owned),
        document: map(version),
    });
    let list = earlier.map(WireVersion::from).collect();
    writes("admin/docs/history", &DocHistoryResponse { list });
}

#[test]
fn titles_and_uses_of_documents_match_their_golden_files() {
    let asked = reads::<TitlesRequest>("admin/docs/titles");
    assert_eq!(asked.doc_ids, ["water", "gone"]);
    let list = vec![WireTitle {
        doc_id: "water".into(),
        lang: "en".into(),
        question: "How often do I water a fern?".into(),
    }];
    writes("admin/docs/titles", &TitlesResponse { list });

    assert_eq!(reads::<DocumentRequest>("admin/docs/uses").doc_id, "water");
    let used = |field: &str, message: &str| FieldError::new(field, message);
    let list = vec![
        used(
            "channels/web.faq.showContent",
            "'water' is not a document or flow of the channel's robot",
        ),
        used("testQuestions/fern/thirst", "Is my fern thirsty?"),
    ];
    writes("admin/docs/uses", &UsesResponse { list, total: 2 });
}

#[test]
fn a_web_page_matches_its_golden_files() {
    let asked = reads::<ReadPageRequest>("admin/docs/readPage");
    let golden = data("admin/docs/readPage")["list"][0].clone();
    let text = |field: &str| golden[field].as_str().unwrap().to_owned();
    let page = WebPage {
        title: "Help".to_owned(),
        language: "en".to_owned(),
        parts: vec![Part {
            question: text("question"),
            answer: text("answer"),
        }],
    };
    writes(
        "admin/docs/readPage",
        &ReadPageResponse::new(&asked.address, page, "en"),
    );
}

#[test]
fn trials_of_settings_match_their_golden_files() {
    let days = reads::<RetentionCountRequest>("admin/tenant/retentionCount");
    assert_eq!(days.retention_days, 365);
    let count = Count {
        messages: 1_204,
        visitors: 96,
        erased: 31,
        is_complete: false,
    };
    writes(
        "admin/tenant/retentionCount",
        &RetentionCountResponse::from(count),
    );
    let draft = reads::<ModelTestRequest>("admin/model/test").large_model;
    assert_eq!(draft.unwrap()["model"], "small-1");
    let tried = |said, millis| ModelTestResponse::from(Tried { said, millis });
    writes(
        "admin/model/test",
        &tried(Ok("Yes, I am here.".into()), 412),
    );
    let refused = tried(Err(NoAnswer::Refused), 85);
    writes_other("admin/model/test", "refused.json", &refused);
    assert!(unfold(&data("admin/model/test"))["ok"].is_boolean());
}
