//! The robot: robotAsk, robotTips.

mod given;

use crate::admission;
use crate::authentication::Visitor;
use crate::blocking::read;
use crate::error::{Answer, ApiError};
use crate::inbox::{Reason, Unanswered};
use crate::routes::read::{client_id, filled};
use crate::routes::visitor::{ask, channel_of, no_session};
use crate::state::State;
use crate::telemetry::{numbers, spans};
use crate::wake;
use crate::wire::envelope::success;
use crate::wire::messages::{Answered, AskRequest, AskResponse};
use crate::wire::names;
use crate::wire::page::{TipsRequest, TipsResponse, WireTip};
use actix_web::web::Data;
use actors_core::channel::ChannelConfig;
use actors_core::event::Entry;
use actors_core::flow::{Guide, Heard};
use actors_core::ids::{DocId, FlowId, Language, NodeId, VisitorKey};
use actors_core::message::content::{Content, ReplyKind, RobotReply};
use actors_core::model::Brief;
use actors_core::model::brief::{Earlier, SOURCES_MAX};
use actors_core::robot::{Found, Question};
use actors_core::session::commands::ask_robot::{AskRobot, Asked, Asking};
use actors_core::session::commands::describe::Situate;
use actors_core::session::commands::send_message::Sent;
use actors_core::text::escaped;
use given::given;
use std::ops::Range;
use std::sync::Arc;

/// robotAsk: answered when the question and the reply are durable.
///
/// # Errors
/// 409 with an agent, 403 on a channel without a robot, 400 for a blank question.
pub async fn robot_ask(state: Data<State>, call: Visitor<AskRequest>) -> Answer {
    state.blocks.admit(&call.key, state.now())?;
    let client_id = client_id(call.body.id.as_ref())?;
    if !call.body.is_in_bounds() {
        return Err(ApiError::invalid("a field is too long"));
    }
    let situation = ask(&state, &call.key, Situate).await?;
    let no_robot = || ApiError::Forbidden("the channel has no robot");
    let channel = channel_of(&state, &situation).ok_or_else(no_robot)?;
    let mut guide = state.catalogue.guide(&channel).ok_or_else(no_robot)?;
    let language = situation.language.as_str();
    let Put {
        doc,
        text,
        question,
        heard,
    } = put(&call.body, &guide, language)?;
    let asked = Question {
        text: &question,
        doc: doc.as_ref(),
        language,
    };
    guide.given = given(&call.body)?;
    guide.robot = wake::ready(&state, &channel, &asked)
        .await
        .ok_or_else(no_robot)?;
    let _permit = admission::admit(&state.limits).await?;
    let Known {
        reply,
        score,
        found,
    } = spans::step("robot").in_scope(|| look_up(&channel, &guide, &asked));
    let brief = brief(&state, &channel, &guide, &asked, (reply.kind, score));
    let waiter = state.office.park(&call.key, |ticket| AskRobot {
        ticket,
        client_id,
        question: Arc::clone(&question),
        reply,
        brief,
        flow: Some(Box::new(Asking { guide, heard })),
    });
    let asked = waiter.answer().await.map_err(no_session)?;
    match asked.map_err(ApiError::of_text("question"))? {
        Asked::SessionEnded => Ok(success(&AskResponse::default())),
        Asked::Answered {
            question,
            reply,
            entry,
        } => {
            let entry = stored(&state, &call.key, entry, reply).await?;
            let said = robot_reply(&entry)?;
            numbers().from_robots.increment(1);
            if said.kind == ReplyKind::Unknown {
                spans::outcome("unknown");
                let asked = (text, situation.language);
                gather(&state, &call.key, &channel, asked, reply);
            }
            Ok(success(&AskResponse::from(Answered {
                visitor: &call.key.visitor,
                question,
                reply,
                words: state.sentences.reply(said, situation.language),
                unknown: state.sentences.without_answer(said, situation.language),
                said,
                score,
                found,
            })))
        }
    }
}

/// What the knowledge base answers.
struct Known {
    reply: RobotReply,
    score: f32,
    found: Found,
}

/// Looks a question up. An earlier question to an agent only adds suggestions, because it is not the current question.
fn look_up(channel: &ChannelConfig, guide: &Guide, asked: &Question<'_>) -> Known {
    let robot = &guide.robot;
    let (mut reply, score) = robot.reply_on(channel, asked);
    if reply.kind == ReplyKind::Unknown
        && reply.suggestions.is_empty()
        && let Some(earlier) = earlier(guide)
    {
        reply.suggestions = robot.suggestions(&earlier.question, asked.language);
    }
    Known {
        reply,
        score,
        found: robot.finds_by(asked),
    }
}

/// Returns the visitor's earlier question to an agent, according to their page.
fn earlier(guide: &Guide) -> Option<&Earlier> {
    guide.given.as_ref()?.earlier.as_ref()
}

/// Returns the brief for the tenant's large model; `None` if the model is not asked after such an answer.
fn brief(
    state: &State,
    channel: &ChannelConfig,
    guide: &Guide,
    asked: &Question<'_>,
    (kind, score): (ReplyKind, f32),
) -> Option<Arc<Brief>> {
    let settings = state.catalogue.tenant(&channel.tenant)?;
    let model = settings.tenant.large_model.as_ref()?;
    if !model.asked.applies_to(kind, score) {
        return None;
    }
    // A document may be found once for each of its languages.
    let found = guide.robot.search(asked, SOURCES_MAX * 4);
    let brief = Brief::of(asked.text, asked.language, &channel.id, &found)?;
    Some(Arc::new(brief.with_earlier(earlier(guide))))
}

/// Adds a question without an answer to the robot's inbox. The visitor does not wait for it.
fn gather(
    state: &Data<State>,
    key: &VisitorKey,
    channel: &ChannelConfig,
    (text, language): (Option<&str>, Language),
    reply: Sent,
) {
    let (Some(text), Some(robot)) = (text, &channel.robot) else {
        return;
    };
    let asked = Unanswered {
        question: channel.sensitive_words.masked(text),
        lang: language.as_str().to_owned(),
        reason: Reason::Unknown,
        doc_id: String::new(),
        user_id: key.visitor.to_string(),
        msg_id: names::message_id(&key.visitor, reply.message),
        time: reply.at.as_millis(),
    };
    let (tenant, robot) = (key.tenant.clone(), robot.number.clone());
    state.inbox.gather(tenant, robot, asked);
}

/// What a visitor asked the robot.
struct Put<'a> {
    /// The clicked document, or the flow with that name.
    doc: Option<DocId>,
    /// The visitor's own words, or a button's.
    text: Option<&'a str>,
    /// The text that is stored.
    question: Arc<str>,
    /// The input for flows; `None` for a clicked document.
    heard: Option<Heard>,
}

fn put<'a>(body: &'a AskRequest, guide: &Guide, language: &str) -> Result<Put<'a>, ApiError> {
    let doc = filled(body.doc_id.as_ref()).map(DocId::from);
    let clicked = doc
        .as_ref()
        .and_then(|doc| guide.robot.document(doc, language));
    let flow = doc.as_ref().filter(|_| clicked.is_none());
    let flow = flow.and_then(|doc| guide.flows.get(&FlowId::from(doc.as_str())));
    let button = body.button.as_ref().map(|button| &button.name);
    let text = filled(body.question.as_ref()).or(filled(button));
    let question: Arc<str> = match (text, clicked, flow) {
        (Some(text), _, _) => text.into(),
        (None, Some(document), _) => Arc::clone(&document.question),
        (None, None, Some(flow)) => flow.name.or_empty(language).into(),
        (None, None, None) => return Err(ApiError::invalid("question is missing")),
    };
    let heard = match flow {
        Some(flow) => Some(Heard::Asked(flow.id.clone())),
        None if clicked.is_some() => None,
        None => Some(heard(body, &question)),
    };
    Ok(Put {
        doc,
        text,
        question,
        heard,
    })
}

/// Returns the input for flows: a button, if one is named, or else words.
fn heard(body: &AskRequest, question: &Arc<str>) -> Heard {
    let button = body.button.as_ref().map(|button| &button.id);
    let item = filled(body.item_id.as_ref()).or(filled(button));
    match (filled(body.node_id.as_ref()), item) {
        (Some(node), Some(item)) => Heard::Clicked(NodeId::from(node), item.into()),
        _ => Heard::Said(Arc::clone(question)),
    }
}

fn robot_reply(entry: &Entry) -> Result<&RobotReply, ApiError> {
    match entry.message().map(|message| &message.content) {
        Some(Content::Robot(reply)) => Ok(reply),
        _ => Err(ApiError::internal("the entry is not a reply of the robot")),
    }
}

/// Returns the reply's entry; reads it if it answers an earlier question and is not in memory.
async fn stored(
    state: &State,
    key: &VisitorKey,
    entry: Option<Arc<Entry>>,
    reply: Sent,
) -> Result<Arc<Entry>, ApiError> {
    if let Some(entry) = entry {
        return Ok(entry);
    }
    let (key, message) = (key.clone(), reply.message);
    let lines = read(state, move |store| {
        store.entries(&key, message.session, message.seq, 1)
    });
    let lines = lines.await?;
    let line = lines
        .into_iter()
        .next()
        .ok_or_else(|| ApiError::internal("a reply of the robot is missing in the store"))?;
    Ok(line.entry)
}

/// robotTips: returns questions of the knowledge base that begin with or contain the typed text.
///
/// # Errors
/// 401 without the visitor's token.
pub async fn robot_tips(state: Data<State>, call: Visitor<TipsRequest>) -> Answer {
    let typed = filled(call.body.question.as_ref())
        .unwrap_or_default()
        .trim();
    let typed: String = typed.chars().take(TIPPED_CHARS_MAX).collect();
    let _permit = admission::admit(&state.limits).await?;
    let situation = ask(&state, &call.key, Situate).await?;
    let channel = channel_of(&state, &situation);
    let robot = channel.and_then(|channel| wake::soon_awake(&state, &channel));
    let tips: Vec<WireTip> = robot.map_or_else(Vec::new, |robot| {
        let tips = robot.tips(&typed, situation.language.as_str());
        let tips = tips.into_iter().map(|tip| WireTip {
            tips: marked(&tip.question, tip.matched),
            doc_id: tip.doc.to_string(),
        });
        tips.collect()
    });
    Ok(success(&TipsResponse(tips)))
}

/// The most characters of the typed text that are used.
const TIPPED_CHARS_MAX: usize = 100;

fn marked(question: &str, matched: Range<usize>) -> String {
    if matched.is_empty() {
        return escaped(question);
    }
    format!(
        "{}<rhi>{}</rhi>{}",
        escaped(&question[..matched.start]),
        escaped(&question[matched.clone()]),
        escaped(&question[matched.end..])
    )
}
