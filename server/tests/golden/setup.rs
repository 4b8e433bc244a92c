//! Setting up a shop, joining one, and who may sign in.

use crate::helpers::{golden, reads, writes};
use actors_core::ids::{AgentId, ChannelId, TenantId};
use server::fixtures::findings::Flag;
use server::register::Created;
use server::wire::envelope::Nothing;
use server::wire::session::BareRequest;
use server::wire::setup::{
    InviteRequest, InviteResponse, JoinInfoRequest, JoinInfoResponse, JoinRequest,
    SetupCreateRequest, SetupCreateResponse, SetupStateRequest, SetupStateResponse, SignOutRequest,
    StartResponse,
};

#[test]
fn the_setup_matches_its_golden_files() {
    assert!(reads::<SetupStateRequest>("setup/state").token.is_some());
    writes(
        "setup/state",
        &SetupStateResponse {
            needed: Flag(true),
            valid: Flag(true),
        },
    );
    let (token, shop) = reads::<SetupCreateRequest>("setup/create").into_shop();
    assert_eq!((token.len(), shop.nick.as_str()), (43, "Ada"));
    assert_eq!(shop.wrong_fields(), []);
    writes(
        "setup/create",
        &SetupCreateResponse::from(Created {
            tenant: TenantId::from("moss-bark"),
            channel: ChannelId::from("moss-bark"),
            robot: "assistant".into(),
            admin: AgentId::from("ada"),
            token: "5f0e…".into(),
        }),
    );
}

#[test]
fn joining_matches_its_golden_files() {
    assert!(reads::<JoinInfoRequest>("agent/joinInfo").token.is_some());
    writes(
        "agent/joinInfo",
        &JoinInfoResponse {
            shop_name: "Fern & Field".into(),
            account: "zoe".into(),
            nick: "Zoe".into(),
            purpose: "invite",
        },
    );
    assert!(reads::<JoinRequest>("agent/join").password.is_some());
    let joined = golden("agent/join", "response.json");
    assert_eq!(joined, golden("agent/login", "response.json"));
}

#[test]
fn the_checklist_and_who_may_sign_in_match_their_golden_files() {
    reads::<BareRequest>("admin/start");
    writes(
        "admin/start",
        &StartResponse {
            answers: 3,
            colours_set: Flag(true),
            embedded: Flag(false),
            agents: 2,
            tried: Flag(true),
            channel_id: "demo".into(),
            shop_name: "Fern & Field".into(),
        },
    );
    let invited = reads::<InviteRequest>("admin/agents/invite");
    assert_eq!(
        (invited.admin_id.as_str(), invited.version),
        ("zoe", Some(1))
    );
    let token = golden("setup/state", "request.json")["token"].clone();
    writes(
        "admin/agents/invite",
        &InviteResponse {
            link: format!("/desk/join#token={}", token.as_str().unwrap()),
            expires_at: 1_790_259_200_000,
            mailed_to: Some("zoe@example.com".into()),
        },
    );
    assert_eq!(
        reads::<SignOutRequest>("admin/agents/signOut").admin_id,
        "mia"
    );
    writes("admin/agents/signOut", &Nothing {});
}
