//! The calls of those who run several tenants.

use super::{Caller, Writer};
use crate::admin::audit::{AuditPage, AuditQuery};
use crate::wire::account::{
    ChangePasswordRequest, RecoveryCodesResponse, SignInsResponse, SignOutOneRequest,
    TotpBeginRequest, TotpBeginResponse, TotpConfirmRequest, TotpProofRequest,
};
use crate::wire::envelope::Nothing;
use crate::wire::operator::{
    OperatorEnteredResponse, OperatorForgotRequest, OperatorJoinInfoResponse, OperatorLoginRequest,
    OperatorResponse, TenantRequest, TenantsResponse,
};
use crate::wire::session::BareRequest;
use crate::wire::setup::{JoinInfoRequest, JoinRequest};
use utoipa::openapi::server::{Server, ServerBuilder};

/// The server of an operator's call: these calls are on the operator's address alone.
pub(super) fn server(at: &str) -> Option<Server> {
    let server = ServerBuilder::new().url("http://127.0.0.1:9090");
    let server = server.description(Some("the operator's address (setting operator_listen)"));
    at.starts_with("/api/operator/").then(|| server.build())
}

pub(super) fn calls(writer: &mut Writer) {
    const AT: &str = "/api/operator/";
    const OWN: &str = "/api/operator/account/";
    use Caller::{Anybody, Operator};
    writer.call::<JoinInfoRequest, OperatorJoinInfoResponse>(AT, "joinInfo", Anybody);
    writer.call::<JoinRequest, OperatorEnteredResponse>(AT, "join", Anybody);
    writer.call::<OperatorLoginRequest, OperatorEnteredResponse>(AT, "login", Anybody);
    writer.call::<OperatorForgotRequest, Nothing>(AT, "forgotPassword", Anybody);
    writer.call::<BareRequest, Nothing>(AT, "logout", Operator);
    writer.call::<BareRequest, OperatorResponse>(AT, "me", Operator);
    writer.call::<ChangePasswordRequest, Nothing>(OWN, "changePassword", Operator);
    writer.call::<BareRequest, SignInsResponse>(OWN, "signIns", Operator);
    writer.call::<SignOutOneRequest, Nothing>(OWN, "signOut", Operator);
    writer.call::<TotpBeginRequest, TotpBeginResponse>(OWN, "totp/begin", Operator);
    writer.call::<TotpConfirmRequest, RecoveryCodesResponse>(OWN, "totp/confirm", Operator);
    writer.call::<TotpProofRequest, RecoveryCodesResponse>(OWN, "totp/recoveryCodes", Operator);
    writer.call::<TotpProofRequest, Nothing>(OWN, "totp/off", Operator);
    writer.call::<AuditQuery, AuditPage>(AT, "audit/list", Operator);
    writer.call::<BareRequest, TenantsResponse>(AT, "tenants/list", Operator);
    writer.call::<TenantRequest, Nothing>(AT, "tenants/disable", Operator);
    writer.call::<TenantRequest, Nothing>(AT, "tenants/enable", Operator);
}
