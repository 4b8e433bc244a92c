//! reports/get, reports/sessions, reports/agents and reports/export: as the supervisors' calls, of the whole tenant.

use crate::authentication::keyed::Keyed;
use crate::error::Answer;
use crate::routes::agent::reports::{self, Reader};
use crate::state::State;
use crate::wire::report::{AgentTimesRequest, ExportReportRequest, ReportRequest, SessionsRequest};
use actix_web::web::Data;
use actors_core::tenant::Oversight;

fn reader<T>(call: &Keyed<T>) -> Reader {
    Reader {
        who: call.who(),
        oversight: Oversight::Everything,
        language: call.language,
    }
}

/// reports/get.
///
/// # Errors
/// 400 with the field.
pub async fn get(state: Data<State>, call: Keyed<ReportRequest>) -> Answer {
    let reader = reader(&call);
    reports::report(state, reader, call.body).await
}

/// reports/sessions.
///
/// # Errors
/// 400 with the field.
pub async fn sessions(state: Data<State>, call: Keyed<SessionsRequest>) -> Answer {
    let reader = reader(&call);
    reports::listed(state, reader, call.body).await
}

/// reports/agents.
///
/// # Errors
/// 400 with the field.
pub async fn agents(state: Data<State>, call: Keyed<AgentTimesRequest>) -> Answer {
    let reader = reader(&call);
    reports::agent_times(state, reader, call.body).await
}

/// reports/export.
///
/// # Errors
/// 400 with the field, 413 with too many rows, 429 over the rate limit.
pub async fn export(state: Data<State>, call: Keyed<ExportReportRequest>) -> Answer {
    let reader = reader(&call);
    reports::exported(state, reader, call.body).await
}
