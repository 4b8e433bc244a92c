//! Supervisors: rescue, the wall and reports.

use super::{Caller, Writer};
use crate::wire::agent::supervising::{
    StatusOfRequest, WallConversationsRequest, WallConversationsResponse, WallRequest,
    WallResponse, WhisperRequest,
};
use crate::wire::agent::{StatusResponse, VisitorRequest};
use crate::wire::envelope::Nothing;
use crate::wire::messages::SendResponse;
use crate::wire::report::{
    AgentTimesRequest, AgentTimesResponse, ExportReportRequest, ReportRequest, ReportResponse,
    SessionsRequest, SessionsResponse,
};

/// What reports are exported as.
const FILES: [&str; 2] = [
    "text/csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
];

pub(super) fn calls(writer: &mut Writer) {
    const AT: &str = "/api/agent/";
    const V1: &str = "/api/v1/";
    use Caller::{Agent, Key};
    writer.call::<VisitorRequest, Nothing>(AT, "accept", Agent);
    writer.call::<WhisperRequest, SendResponse>(AT, "whisper", Agent);
    writer.call::<VisitorRequest, Nothing>(AT, "forceClose", Agent);
    writer.call::<StatusOfRequest, StatusResponse>(AT, "setStatusOf", Agent);
    writer.call::<WallRequest, WallResponse>(AT, "wall", Agent);
    writer.call::<WallConversationsRequest, WallConversationsResponse>(
        AT,
        "wall/conversations",
        Agent,
    );
    for (at, by) in [(AT, Agent), (V1, Key)] {
        writer.call::<ReportRequest, ReportResponse>(at, "reports/get", by);
        writer.call::<SessionsRequest, SessionsResponse>(at, "reports/sessions", by);
        writer.call::<AgentTimesRequest, AgentTimesResponse>(at, "reports/agents", by);
        writer.file_by::<ExportReportRequest>(at, "reports/export", by, &FILES);
    }
}
