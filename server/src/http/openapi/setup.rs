//! Setting up a shop, joining one, and who may sign in.

use super::{Caller, Writer};
use crate::wire::agent::AgentResponse;
use crate::wire::envelope::Nothing;
use crate::wire::session::BareRequest;
use crate::wire::setup::{
    InviteRequest, InviteResponse, JoinInfoRequest, JoinInfoResponse, JoinRequest,
    SetupCreateRequest, SetupCreateResponse, SetupStateRequest, SetupStateResponse, SignOutRequest,
    StartResponse,
};

pub(super) fn calls(writer: &mut Writer) {
    const SETUP: &str = "/api/setup/";
    const AGENT: &str = "/api/agent/";
    const ADMIN: &str = "/api/admin/";
    use Caller::{Agent, Anybody};
    writer.call::<SetupStateRequest, SetupStateResponse>(SETUP, "state", Anybody);
    writer.call::<SetupCreateRequest, SetupCreateResponse>(SETUP, "create", Anybody);
    writer.call::<JoinInfoRequest, JoinInfoResponse>(AGENT, "joinInfo", Anybody);
    writer.call::<JoinRequest, AgentResponse>(AGENT, "join", Anybody);
    writer.call::<BareRequest, StartResponse>(ADMIN, "start", Agent);
    writer.call::<InviteRequest, InviteResponse>(ADMIN, "agents/invite", Agent);
    writer.call::<SignOutRequest, Nothing>(ADMIN, "agents/signOut", Agent);
}
