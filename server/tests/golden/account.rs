//! An agent's own account.

use crate::helpers::{reads, writes};
use actors_core::time::Timestamp;
use server::agent_token::{Place, SignIn};
use server::fixtures::findings::Flag;
use server::push::devices::Device;
use server::wire::account::{
    AccountResponse, AccountUpdateRequest, ChangePasswordRequest, RecoveryCodesResponse,
    ResetTotpRequest, SignInsResponse, SignOutOneRequest, TotpBeginRequest, TotpBeginResponse,
    TotpConfirmRequest, TotpProofRequest, WireSignIn,
};
use server::wire::agent::push::{
    PushKeyResponse, PushListRequest, PushListResponse, PushSubscribeRequest,
    PushSubscribeResponse, PushTestResponse, PushUnsubscribeRequest, WirePushDevice,
};
use server::wire::envelope::Nothing;
use server::wire::session::BareRequest;

#[test]
fn the_own_account_matches_its_golden_files() {
    let account = || AccountResponse {
        admin_id: "mia".into(),
        account: "mia".into(),
        admin_nick: "Mia".into(),
        admin_face: "/demo/faces/mia.svg".into(),
        role: "agent",
        shop_name: "Fern & Field".into(),
        totp_set: Flag(true),
        totp_required: Flag(false),
        recovery_codes_left: 9,
    };
    reads::<BareRequest>("agent/account/get");
    writes("agent/account/get", &account());
    let update = reads::<AccountUpdateRequest>("agent/account/update");
    assert_eq!(update.admin_nick.as_deref(), Some("Mia"));
    writes("agent/account/update", &account());
    let change = reads::<ChangePasswordRequest>("agent/account/changePassword");
    assert_ne!(change.old_password, change.password);
    writes("agent/account/changePassword", &Nothing {});
}

#[test]
fn the_own_sign_ins_match_their_golden_files() {
    let id = "5f0e8d7c6b5a49382716051423324150";
    let at = Timestamp::from_millis(1_790_000_000_000);
    let sign_in = SignIn {
        at,
        until: at,
        place: Place {
            address: "192.0.2.7".into(),
            browser: "Firefox 144".into(),
            system: "Windows".into(),
        },
    };
    reads::<BareRequest>("agent/account/signIns");
    let list = vec![WireSignIn::of(id.into(), sign_in, id)];
    writes("agent/account/signIns", &SignInsResponse { list });
    let ended = reads::<SignOutOneRequest>("agent/account/signOut");
    assert_eq!(ended.id.as_deref(), Some(id));
    writes("agent/account/signOut", &Nothing {});
}

#[test]
fn the_browsers_with_notifications_match_their_golden_files() {
    let asked = reads::<PushListRequest>("agent/push/list");
    let endpoint = asked.endpoint.unwrap();
    let subscribed = reads::<PushSubscribeRequest>("agent/push/subscribe");
    assert_eq!(subscribed.endpoint, endpoint);
    let id = reads::<PushUnsubscribeRequest>("agent/push/unsubscribe").device_id;
    let device = Device {
        id: id.clone(),
        endpoint: endpoint.clone(),
        p256dh: subscribed.p256dh.clone(),
        auth: subscribed.auth,
        sign_in: String::new(),
        origin: String::new(),
        browser: "Firefox 144".into(),
        system: "Windows".into(),
        at: Timestamp::from_millis(1_790_000_000_000),
    };
    let list = PushListResponse {
        public_key: subscribed.p256dh,
        without_content: Flag(false),
        list: vec![WirePushDevice::of(&device, &endpoint)],
    };
    writes("agent/push/list", &list);
    writes(
        "agent/push/subscribe",
        &PushSubscribeResponse {
            device_id: id.clone(),
        },
    );
    writes("agent/push/unsubscribe", &Nothing {});
    reads::<BareRequest>("agent/push/test");
    reads::<BareRequest>("visitor/push/key");
    let public_key = list.public_key.clone();
    writes("visitor/push/key", &PushKeyResponse { public_key });
    let by_visitor = reads::<PushSubscribeRequest>("visitor/push/subscribe");
    assert_eq!(by_visitor.endpoint, endpoint);
    writes(
        "visitor/push/subscribe",
        &PushSubscribeResponse {
            device_id: id.clone(),
        },
    );
    let ended = reads::<PushUnsubscribeRequest>("visitor/push/unsubscribe");
    assert_eq!(ended.device_id, id);
    writes("visitor/push/unsubscribe", &Nothing {});
    let tried = PushTestResponse {
        delivered: 1,
        failed: 0,
    };
    writes("agent/push/test", &tried);
}

#[test]
fn the_second_step_matches_its_golden_files() {
    let secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    let codes = || RecoveryCodesResponse {
        recovery_codes: vec!["aaaa-bbbb-cccc-dddd".into()],
    };
    assert!(
        reads::<TotpBeginRequest>("agent/account/totp/begin")
            .password
            .is_some()
    );
    writes(
        "agent/account/totp/begin",
        &TotpBeginResponse {
            secret: secret.into(),
            uri: server::two_step::address("Fern & Field", "mia", secret).unwrap(),
        },
    );
    let confirm = reads::<TotpConfirmRequest>("agent/account/totp/confirm");
    assert_eq!(confirm.code.len(), 6);
    writes("agent/account/totp/confirm", &codes());
    assert!(
        reads::<TotpProofRequest>("agent/account/totp/recoveryCodes")
            .code
            .is_some()
    );
    writes("agent/account/totp/recoveryCodes", &codes());
    assert!(
        reads::<TotpProofRequest>("agent/account/totp/off")
            .password
            .is_some()
    );
    writes("agent/account/totp/off", &Nothing {});
    let reset = reads::<ResetTotpRequest>("admin/agents/resetTotp");
    assert_eq!(reset.admin_id, "mia");
    writes("admin/agents/resetTotp", &Nothing {});
}
