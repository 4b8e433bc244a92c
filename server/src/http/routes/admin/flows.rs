//! flows/check and flows/try: a flow while it is drawn. Nothing is stored, and no service is called.

use crate::admin::change::flow_trial;
use crate::authentication::Admin;
use crate::blocking::work;
use crate::error::{Answer, ApiError};
use crate::routes::agent::knowledge::{language, question};
use crate::state::State;
use crate::wake::awake;
use crate::wire::admin::flows::{
    FlowCheckRequest, FlowCheckResponse, FlowTryRequest, FlowTryResponse, WireAct, WireProblem,
    WireStep, pretended,
};
use crate::wire::envelope::success;
use crate::wire::messages::{Answered, AskResponse};
use actix_web::web::Data;
use actors_core::flow::Guide;
use actors_core::flow::rehearse::{Act, Step, rehearse};
use actors_core::ids::{Language, MessageId, Seq, SessionNo, VisitorId};
use actors_core::message::content::RobotReply;
use actors_core::robot::Found;
use actors_core::session::commands::send_message::Sent;
use actors_core::time::Timestamp;
use serde_json::Value;

/// The most acts of a trial.
const ACTS_MAX: usize = 100;

/// flows/check: returns what flows/put would refuse.
///
/// # Errors
/// 403 for any other agent.
pub async fn check(state: Data<State>, call: Admin<FlowCheckRequest>) -> Answer {
    let found = flow_trial::problems(state, call.who, call.body.flow).await?;
    let problems = found.into_iter().map(WireProblem::from).collect();
    Ok(success(&FlowCheckResponse { problems }))
}

/// flows/try: returns what a visitor would get from a flow.
///
/// # Errors
/// 400 with every wrong field of the flow, or for an act that is not one.
pub async fn attempt(state: Data<State>, call: Admin<FlowTryRequest>) -> Answer {
    let FlowTryRequest {
        mut flow,
        robot_no,
        lang,
        said,
        pretend,
    } = call.body;
    if let Some(robot) = robot_no.filter(|robot| !robot.is_empty()) {
        flow.entry("robotNo").or_insert_with(|| robot.into());
    }
    // A flow that is still being drawn may have no name yet, or the same triggers as another flow.
    if !is_named(flow.get("name")) {
        flow.insert("name".to_owned(), "-".into());
    }
    flow.remove("triggers");
    let acts = acts(said)?;
    let tenant = call.who.tenant.clone();
    let drawn = flow_trial::read(state.clone(), call.who, flow).await?;
    let robot = awake(&state, &tenant, &drawn.robot).await;
    let guide = Guide {
        robot: robot.ok_or(ApiError::NotFound)?,
        flows: drawn.flows,
        ..Guide::default()
    };
    let asked = language(lang.as_deref(), call.language.as_str());
    let language = Language::parse(asked).unwrap_or(call.language);
    let steps = work(move || {
        let pretended = pretended(pretend);
        rehearse(&guide, &drawn.flow, &acts, &pretended, language.as_str())
            .map_err(|wrong| ApiError::invalid(wrong.to_string()))
    });
    let steps = steps.await?;
    let steps = steps.iter().map(|step| shown(&state, step, language));
    Ok(success(&FlowTryResponse {
        steps: steps.collect(),
    }))
}

fn is_named(name: Option<&Value>) -> bool {
    match name {
        Some(Value::String(name)) => !name.trim().is_empty(),
        Some(Value::Object(names)) => !names.is_empty(),
        _ => false,
    }
}

fn acts(said: Vec<WireAct>) -> Result<Vec<Act>, ApiError> {
    if said.len() > ACTS_MAX {
        return Err(ApiError::invalid(format!(
            "said must have at most {ACTS_MAX} entries"
        )));
    }
    let each = said.into_iter().enumerate().map(|(at, act)| {
        let wrong = "must have text, nodeId and itemId, or nodeId and fields";
        let act = act
            .read()
            .ok_or_else(|| ApiError::invalid(format!("said[{at}] {wrong}")))?;
        if let Act::Says(text) = &act {
            question(text)?;
        }
        Ok(act)
    });
    each.collect()
}

fn shown(state: &State, step: &Step, language: Language) -> WireStep {
    let replies = step.replies.iter();
    let replies = replies.map(|reply| answer(state, reply, language));
    WireStep::new(step, replies.collect())
}

/// A reply as robotAsk answers it. It belongs to no conversation, so its ids and its time are empty.
fn answer(state: &State, said: &RobotReply, language: Language) -> AskResponse {
    let nowhere = Sent {
        message: MessageId {
            session: SessionNo(0),
            seq: Seq(0),
        },
        at: Timestamp::from_millis(0),
        flagged: false,
        repeated: false,
    };
    let mut answer = AskResponse::from(Answered {
        visitor: &VisitorId::from(""),
        question: nowhere,
        reply: nowhere,
        said,
        words: state.sentences.reply(said, language),
        unknown: state.sentences.without_answer(said, language),
        score: 0.0,
        found: Found::Clicked,
    });
    answer.msg_id.clear();
    answer.ask_msg_id.clear();
    answer
}
