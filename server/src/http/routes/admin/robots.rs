//! robot/ask: what a robot would answer, and why. robot/check: how well it answers its test questions.

use crate::admin::change::check;
use crate::authentication::Admin;
use crate::error::{Answer, ApiError};
use crate::routes::agent::knowledge::{language, question};
use crate::state::State;
use crate::wake::awake;
use crate::wire::envelope::success;
use crate::wire::knowledge::{RobotAskRequest, RobotAskResponse, RobotCheckRequest};
use actix_web::web::Data;
use actors_core::ids::{DocId, RobotNo};
use actors_core::robot::Question;

/// The most documents in an answer.
const CONSIDERED_MAX: usize = 50;

/// robot/ask: stores nothing, and no visitor sees it.
///
/// # Errors
/// 404 for a robot that is not the tenant's, 400 for a blank question.
pub async fn ask(state: Data<State>, call: Admin<RobotAskRequest>) -> Answer {
    let body = &call.body;
    let number = RobotNo::from(body.robot_no.as_str());
    let robot = awake(&state, &call.who.tenant, &number).await;
    let robot = robot.ok_or(ApiError::NotFound)?;
    let settings = state.catalogue.tenant(&call.who.tenant);
    let settings = settings.ok_or(ApiError::NotFound)?;
    let doc = body.doc_id.as_deref().filter(|doc| !doc.is_empty());
    let doc = doc.map(DocId::from);
    let asked = Question {
        text: question(&body.question)?,
        doc: doc.as_ref(),
        language: language(body.lang.as_deref(), call.language.as_str()),
    };
    let flows = settings.flows.get(&number).filter(|_| doc.is_none());
    let flow = flows.and_then(|flows| flows.started_by(asked.text));
    let flow = flow.map(|flow| &flow.id);
    let explained = robot.explain(&asked, CONSIDERED_MAX);
    Ok(success(&RobotAskResponse::new(&robot, flow, explained)))
}

/// robot/check: asks a robot all its test questions; jobs/get returns the result.
///
/// # Errors
/// 404 for a robot that is not the tenant's, 409 while another job runs.
pub async fn check(state: Data<State>, call: Admin<RobotCheckRequest>) -> Answer {
    let robot = RobotNo::from(call.body.robot_no.as_str());
    Ok(success(&check::as_it_is(state, call.who, robot).await?))
}
