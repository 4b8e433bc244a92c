//! The calls of those who run several tenants.

use crate::helpers::{golden, reads, writes};
use server::admin::audit::{Action, AuditPage, AuditQuery, AuditRecord};
use server::admin::difference::FieldChange;
use server::fixtures::findings::Flag;
use server::wire::account::{
    ChangePasswordRequest, SignOutOneRequest, TotpBeginRequest, TotpConfirmRequest,
    TotpProofRequest,
};
use server::wire::envelope::Nothing;
use server::wire::operator::{
    OperatorEnteredResponse, OperatorForgotRequest, OperatorJoinInfoResponse, OperatorLoginRequest,
    OperatorResponse, TenantRequest, TenantsResponse, WireLoad, WireTenant,
};
use server::wire::session::BareRequest;
use server::wire::setup::{JoinInfoRequest, JoinRequest};

#[test]
fn signing_in_matches_its_golden_files() {
    assert!(
        reads::<JoinInfoRequest>("operator/joinInfo")
            .token
            .is_some()
    );
    writes(
        "operator/joinInfo",
        &OperatorJoinInfoResponse {
            account: "olga".into(),
            purpose: "invite",
        },
    );
    assert!(reads::<JoinRequest>("operator/join").password.is_some());
    assert!(
        reads::<OperatorLoginRequest>("operator/login")
            .code
            .is_some()
    );
    for call in ["operator/join", "operator/login"] {
        writes(
            call,
            &OperatorEnteredResponse {
                token: Some("5f0e…".into()),
                account: "olga".into(),
            },
        );
    }
    let forgot = reads::<OperatorForgotRequest>("operator/forgotPassword");
    assert_eq!(forgot.account, "olga@example.com");
    writes("operator/forgotPassword", &Nothing {});
    reads::<BareRequest>("operator/logout");
    writes("operator/logout", &Nothing {});
}

#[test]
fn the_own_account_matches_its_golden_files() {
    reads::<BareRequest>("operator/me");
    writes(
        "operator/me",
        &OperatorResponse {
            account: "olga".into(),
            totp_set: Flag(true),
            recovery_codes_left: 9,
        },
    );
    reads::<ChangePasswordRequest>("operator/account/changePassword");
    reads::<BareRequest>("operator/account/signIns");
    reads::<SignOutOneRequest>("operator/account/signOut");
    reads::<TotpBeginRequest>("operator/account/totp/begin");
    reads::<TotpConfirmRequest>("operator/account/totp/confirm");
    reads::<TotpProofRequest>("operator/account/totp/recoveryCodes");
    reads::<TotpProofRequest>("operator/account/totp/off");
    for call in [
        "changePassword",
        "signIns",
        "signOut",
        "totp/begin",
        "totp/confirm",
        "totp/recoveryCodes",
        "totp/off",
    ] {
        let agents = golden(&format!("agent/account/{call}"), "response.json");
        let operators = golden(&format!("operator/account/{call}"), "response.json");
        assert_eq!(agents, operators, "{call}");
    }
}

#[test]
fn the_tenants_match_their_golden_files() {
    reads::<BareRequest>("operator/tenants/list");
    writes(
        "operator/tenants/list",
        &TenantsResponse {
            list: vec![
                WireTenant {
                    tenant_id: "demo".into(),
                    name: "Fern & Field".into(),
                    enabled: Flag(true),
                    file_bytes: Some(1_234_567),
                    load: Some(WireLoad {
                        visitors: 14,
                        with_robot: 6,
                        waiting: 3,
                        talking: 5,
                        agents_online: 2,
                        agents: 5,
                        messages: 420,
                    }),
                },
                WireTenant {
                    tenant_id: "moss-bark".into(),
                    name: "Moss & Bark".into(),
                    enabled: Flag(false),
                    file_bytes: Some(0),
                    load: None,
                },
            ],
            counted_from: 1_790_000_000_000,
        },
    );
    for call in ["operator/tenants/disable", "operator/tenants/enable"] {
        assert_eq!(reads::<TenantRequest>(call).tenant_id, "moss-bark");
        writes(call, &Nothing {});
    }
}

#[test]
fn the_operators_audit_log_matches_its_golden_files() {
    let asked = reads::<AuditQuery>("operator/audit/list");
    assert_eq!(asked.admin_id.as_deref(), Some("olga"));
    let record = AuditRecord {
        at: 1_790_000_000_000,
        admin_id: "olga".into(),
        action: Action::Put,
        thing: "tenant".into(),
        id: "moss-bark".into(),
        version: 0,
        fields: vec!["disabled".into()],
        changes: vec![FieldChange {
            field: "disabled".into(),
            before: false.into(),
            after: true.into(),
        }],
    };
    let (list, cursor) = (vec![record], String::new());
    writes("operator/audit/list", &AuditPage { list, cursor });
}
