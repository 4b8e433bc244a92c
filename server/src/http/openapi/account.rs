//! An agent's own account.

use super::{Caller, Writer};
use crate::wire::account::{
    AccountResponse, AccountUpdateRequest, ChangePasswordRequest, RecoveryCodesResponse,
    ResetTotpRequest, SignInsResponse, SignOutOneRequest, TotpBeginRequest, TotpBeginResponse,
    TotpConfirmRequest, TotpProofRequest,
};
use crate::wire::agent::push::{
    PushListRequest, PushListResponse, PushSubscribeRequest, PushSubscribeResponse,
    PushTestResponse, PushUnsubscribeRequest,
};
use crate::wire::envelope::Nothing;
use crate::wire::session::BareRequest;

pub(super) fn calls(writer: &mut Writer) {
    const AT: &str = "/api/agent/account/";
    use Caller::Agent;
    writer.call::<BareRequest, AccountResponse>(AT, "get", Agent);
    writer.call::<AccountUpdateRequest, AccountResponse>(AT, "update", Agent);
    writer.call::<ChangePasswordRequest, Nothing>(AT, "changePassword", Agent);
    writer.call::<BareRequest, SignInsResponse>(AT, "signIns", Agent);
    writer.call::<SignOutOneRequest, Nothing>(AT, "signOut", Agent);
    writer.call::<TotpBeginRequest, TotpBeginResponse>(AT, "totp/begin", Agent);
    writer.call::<TotpConfirmRequest, RecoveryCodesResponse>(AT, "totp/confirm", Agent);
    writer.call::<TotpProofRequest, RecoveryCodesResponse>(AT, "totp/recoveryCodes", Agent);
    writer.call::<TotpProofRequest, Nothing>(AT, "totp/off", Agent);
    const PUSH: &str = "/api/agent/push/";
    writer.call::<PushListRequest, PushListResponse>(PUSH, "list", Agent);
    writer.call::<PushSubscribeRequest, PushSubscribeResponse>(PUSH, "subscribe", Agent);
    writer.call::<PushUnsubscribeRequest, Nothing>(PUSH, "unsubscribe", Agent);
    writer.call::<BareRequest, PushTestResponse>(PUSH, "test", Agent);
    writer.call::<ResetTotpRequest, Nothing>("/api/admin/agents/", "resetTotp", Agent);
}
