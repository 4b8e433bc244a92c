//! Every golden request is parsed, and the golden calls are the paths of the OpenAPI document.

use server::wire::admin::blocks::UnblockRequest;
use server::wire::agent::search::SearchRequest;
use server::wire::agent::{
    AgentHistoryRequest, AgentReadRequest, AgentSendRequest, BlockVisitorRequest, DeskPollRequest,
    EditVisitorRequest, ListRequest, LoginRequest, NoteRequest, RecallRequest, StatusRequest,
    TakeNextRequest, VisitorRequest, WatchRequest,
};
use server::wire::history::HistoryRequest;
use server::wire::messages::{AskRequest, SendRequest, TypingRequest, UploadBase64Request};
use server::wire::page::{
    CommentRequest, RelayRequest, ResetRequest, SessionRequest, SysMsgRequest, TipsRequest,
    UpdateRequest, UserFormRequest,
};
use server::wire::service::{ChannelInfoRequest, EvaluateRequest, RobotDocRequest};
use server::wire::session::{
    BareRequest, ChatStartRequest, PageRequest, PollRequest, ReadRequest, TransferRequest,
};
use server::wire::transfer::TransferConversationRequest;
use std::collections::BTreeSet;
use std::path::Path;

use crate::helpers::{folder, reads};

#[test]
fn every_golden_request_of_a_visitor_is_parsed() {
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
    let rating = reads::<EvaluateRequest>("visitor/evaluate")
        .rating()
        .unwrap();
    assert_eq!(
        (rating.stars, rating.solved, rating.tags.len()),
        (5, true, 2)
    );
    let screenshot = reads::<UploadBase64Request>("visitor/uploadBase64");
    assert!(screenshot.img_data.starts_with("data:image/png;base64,"));
    reads::<BareRequest>("visitor/isEvaluate");
    reads::<UserFormRequest>("visitor/submitUserForm");
    reads::<SessionRequest>("visitor/getSessionMsg");
    reads::<TipsRequest>("visitor/robotTips");
    let reset = reads::<ResetRequest>("visitor/resetInfo");
    assert_eq!((reset.email.as_deref(), reset.refer), (Some(""), None));
    reads::<CommentRequest>("visitor/commentDoc");
    reads::<SysMsgRequest>("visitor/sysMsg");
    reads::<UpdateRequest>("visitor/updateSessionMsg");
    assert_eq!(
        reads::<RelayRequest>("visitor/fromRequest")
            .request_body
            .len(),
        2
    );
    reads::<BareRequest>("visitor/getEvaluateInfo");
    reads::<TypingRequest>("visitor/typing");
    reads::<RobotDocRequest>("visitor/getRobotDoc");
    reads::<ReadRequest>("visitor/msgComplete");
    reads::<BareRequest>("visitor/getAdminCard");
}

#[test]
fn every_golden_request_of_an_agent_is_parsed() {
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
    let search = reads::<SearchRequest>("agent/search");
    assert_eq!(
        (search.text.as_deref(), search.rating),
        (Some("退款"), Some(5))
    );
    reads::<VisitorRequest>("agent/getVisitor");
    for call in ["getVisitorPast", "stepIn"] {
        reads::<VisitorRequest>(&format!("agent/{call}"));
    }
    for call in ["watch", "unwatch"] {
        assert_eq!(
            reads::<WatchRequest>(&format!("agent/{call}")).page,
            "p-7d0e"
        );
    }
    let edit = reads::<EditVisitorRequest>("agent/editVisitor");
    assert_eq!(edit.user_name.as_deref(), Some("Ann Baker"));
    assert_eq!(
        reads::<BlockVisitorRequest>("agent/blockVisitor").length,
        "hour"
    );
    reads::<BareRequest>("admin/blocks/list");
    reads::<UnblockRequest>("admin/blocks/delete");
    reads::<AgentHistoryRequest>("agent/getHistoryMsg");
    reads::<AgentSendRequest>("agent/sendMsg");
    reads::<NoteRequest>("agent/note");
    reads::<RecallRequest>("agent/recallMsg");
    reads::<VisitorRequest>("agent/typing");
    reads::<AgentReadRequest>("agent/read");
    reads::<TakeNextRequest>("agent/takeNext");
    reads::<VisitorRequest>("agent/take");
    reads::<BareRequest>("agent/listColleagues");
    let handed = reads::<TransferConversationRequest>("agent/transferConversation");
    assert_eq!(handed.admin_id.as_deref(), Some("lin"));
    reads::<VisitorRequest>("agent/inviteEvaluate");
    reads::<VisitorRequest>("agent/closeConversation");
}

#[test]
fn the_golden_calls_are_the_paths_of_the_openapi_document() {
    let document = serde_json::to_value(server::openapi::document()).unwrap();
    let described: BTreeSet<String> = document["paths"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    let mut golden = BTreeSet::new();
    for (room, prefix) in [
        ("visitor", "/api/chat/visitor/"),
        ("open", "/api/open/wo/"),
        ("agent", "/api/agent/"),
        ("admin", "/api/admin/"),
        ("setup", "/api/setup/"),
        ("operator", "/api/operator/"),
        ("v1", "/api/v1/"),
    ] {
        for call in calls_in(&folder().join(room), "") {
            golden.insert(format!("{prefix}{call}"));
        }
    }

    assert_eq!(described, golden);
}

/// The calls of a folder, including those of its subfolders.
fn calls_in(folder: &Path, before: &str) -> Vec<String> {
    let mut calls = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        if !entry.path().is_dir() {
            continue;
        }
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        let inside = std::fs::read_dir(entry.path()).unwrap();
        let (folders, files): (Vec<_>, Vec<_>) = inside
            .map(|file| file.unwrap().path())
            .partition(|path| path.is_dir());
        if !folders.is_empty() {
            calls.extend(calls_in(&entry.path(), &format!("{name}/")));
        }
        if !files.is_empty() {
            calls.push(name);
        }
    }
    calls
}
