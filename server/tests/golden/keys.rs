//! API keys, and the calls of a shop's own server.

use crate::helpers::{VISITOR, golden, reads, writes};
use serde_json::{Map, Value, json};
use server::admin::listing::ListQuery;
use server::admin::thing::Thing;
use server::api_key::Scope;
use server::fixtures::findings::Flag;
use server::wire::admin::api_keys::{
    ApiKeysResponse, CreateApiKeyRequest, CreateApiKeyResponse, RevokeApiKeyRequest, WireApiKey,
};
use server::wire::agent::VisitorRequest;
use server::wire::envelope::Nothing;
use server::wire::leave_message::{HandleLeaveMsgRequest, ListLeaveMsgsRequest};
use server::wire::session::BareRequest;
use server::wire::v1::{
    ConversationsRequest, HandledMessageResponse, HandledOrderResponse, MessagesRequest,
    SendMessageRequest, SendMessageResponse, StoredChannelResponse, StoredDocResponse,
    VisitorsRequest,
};
use server::wire::work_order::OrderRequest;
use server::wire::work_order::agent::{HandleWorkOrderRequest, ListWorkOrdersRequest};

fn orders_key() -> WireApiKey {
    WireApiKey {
        key_id: "5f0e8d7c6b5a4938".into(),
        name: "Fern & Field orders".into(),
        scopes: vec!["conversations:read".into(), "messages:write".into()],
        hint: "9c1f".into(),
        state: "active",
        created_at: 1_790_000_000_000,
        created_by: "rowan".into(),
        expires_at: Some(1_797_776_000_000),
        revoked_at: None,
        last_used_at: None,
        last_used_address: None,
    }
}

#[test]
fn the_keys_match_their_golden_files() {
    reads::<BareRequest>("admin/apiKeys/list");
    let used = WireApiKey {
        last_used_at: Some(1_790_000_060_000),
        last_used_address: Some("192.0.2.7".into()),
        ..orders_key()
    };
    let revoked = WireApiKey {
        key_id: "0b1c2d3e4f506172".into(),
        name: "Stock import".into(),
        scopes: vec!["knowledge:manage".into()],
        hint: "07aa".into(),
        state: "revoked",
        created_at: 1_789_000_000_000,
        expires_at: None,
        revoked_at: Some(1_790_000_000_000),
        ..orders_key()
    };
    let list = ApiKeysResponse::new(vec![used, revoked]);
    writes("admin/apiKeys/list", &list);
    let asked = reads::<CreateApiKeyRequest>("admin/apiKeys/create");
    assert!(asked.scopes.iter().all(|name| Scope::named(name).is_some()));
    let made = CreateApiKeyResponse {
        key: format!("fdk_live_{}c0de", "0".repeat(68)),
        api_key: orders_key(),
    };
    writes("admin/apiKeys/create", &made);
    let revoke = reads::<RevokeApiKeyRequest>("admin/apiKeys/revoke");
    assert_eq!(revoke.key_id, orders_key().key_id);
    writes("admin/apiKeys/revoke", &Nothing {});
}

/// The `data` of a golden response.
fn shown(call: &str) -> Value {
    golden(call, "response.json")["data"].clone()
}

#[test]
fn what_an_agent_and_the_shops_server_both_read_looks_the_same() {
    for (call, agents) in [
        ("v1/visitors/get", "agent/getVisitor"),
        ("v1/workOrders/list", "agent/listWorkOrders"),
        ("v1/workOrders/get", "agent/getWorkOrder"),
        ("v1/leaveMessages/list", "agent/listLeaveMsgs"),
        ("v1/docs/list", "admin/docs/list"),
        ("v1/docs/get", "admin/docs/get"),
        ("v1/channels/list", "admin/channels/list"),
        ("v1/channels/get", "admin/channels/get"),
    ] {
        assert_eq!(shown(call), shown(agents), "{call}");
    }
    let listed = shown("agent/listConversations")["list"][0].clone();
    assert_eq!(shown("v1/conversations/list")["list"][0], listed);
    assert_eq!(shown("v1/conversations/get"), listed);
    assert_eq!(shown("v1/messages/list")["list"][0], listed["lastMsg"]);
    let mut visitor = shown("agent/getVisitor");
    // A list is cheap: it asks neither for the lines, nor for the person, nor for the blocks.
    let only_in_get = visitor.as_object_mut().unwrap();
    only_in_get.remove("robotSummary");
    only_in_get.remove("block");
    only_in_get["verifiedId"] = json!("");
    assert_eq!(shown("v1/visitors/list")["list"][0], visitor);
}

#[test]
fn the_requests_of_the_shops_server_are_read() {
    let list = reads::<ConversationsRequest>("v1/conversations/list");
    assert_eq!(list.state.as_deref(), Some("manual"));
    assert_eq!(reads::<VisitorsRequest>("v1/visitors/list").limit, Some(50));
    for call in ["conversations/get", "conversations/close", "visitors/get"] {
        let asked = reads::<VisitorRequest>(&format!("v1/{call}"));
        assert_eq!(asked.user_id, VISITOR, "{call}");
    }
    assert_eq!(
        reads::<MessagesRequest>("v1/messages/list").user_id,
        VISITOR
    );
    let send = reads::<SendMessageRequest>("v1/messages/send");
    assert_eq!(send.msg_type.number(), Some(1));
    reads::<ListWorkOrdersRequest>("v1/workOrders/list");
    reads::<OrderRequest>("v1/workOrders/get");
    reads::<ListLeaveMsgsRequest>("v1/leaveMessages/list");
    for thing in [Thing::Docs, Thing::Channels] {
        reads::<ListQuery>(&format!("v1/{}/list", thing.name()));
        for call in ["get", "put"] {
            let fields = reads::<Map<String, Value>>(&format!("v1/{}/{call}", thing.name()));
            assert!(thing.id(&fields).is_some(), "{call}");
        }
    }
    let gone = reads::<Map<String, Value>>("v1/docs/delete");
    assert!(Thing::Docs.id(&gone).is_some());
}

#[test]
fn the_answers_to_changes_have_ids_alone() {
    writes("v1/conversations/close", &Nothing {});
    writes(
        "v1/messages/send",
        &SendMessageResponse {
            msg_id: format!("{VISITOR}.1.9"),
            msg_time: 1_790_000_000_009,
            seq: 9,
            sensitive_flag: 0,
        },
    );
    let handled = reads::<HandleWorkOrderRequest>("v1/workOrders/handle");
    writes(
        "v1/workOrders/handle",
        &HandledOrderResponse {
            wo_id: handled.wo_id,
            handle_wo_status: 1,
        },
    );
    let handled = reads::<HandleLeaveMsgRequest>("v1/leaveMessages/handle");
    writes(
        "v1/leaveMessages/handle",
        &HandledMessageResponse {
            id: handled.id,
            msg_state: 1,
        },
    );
    writes(
        "v1/docs/put",
        &StoredDocResponse {
            robot_no: "fern".into(),
            doc_id: "about-fern".into(),
            lang: "en".into(),
            version: 2,
        },
    );
    writes("v1/docs/delete", &Nothing {});
    let channel = reads::<Map<String, Value>>("v1/channels/put");
    writes(
        "v1/channels/put",
        &StoredChannelResponse {
            channel_id: channel["channelId"].as_str().unwrap().into(),
            version: 2,
        },
    );
    assert_eq!(
        shown("v1/messages/list")["more"],
        serde_json::json!(Flag(false))
    );
}
