//! Follows a flow without a session, as an administrator tries it while drawing it. Services are not called: a node's
//! request gets a pretended reply, or none.

use crate::flow::{Awaits, Guide, Heard, Place, Says, advance};
use crate::form::Value;
use crate::form::validate::{AnswerError, check};
use crate::ids::{FlowId, NodeId};
use crate::message::content::RobotReply;
use crate::robot::Question;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the visitor does.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// They write a text.
    Says(Arc<str>),
    /// They click a button: its node, and its id within the node.
    Clicks(NodeId, Arc<str>),
    /// They submit the form of a node, with answers by the field's id.
    Fills(NodeId, Vec<(Arc<str>, Value)>),
}

/// The replies to pretend, by node: fields with their values.
pub type Pretended = BTreeMap<NodeId, BTreeMap<Arc<str>, Arc<str>>>;

/// What follows an act.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// What the robot says, in order.
    pub replies: Vec<RobotReply>,
    /// The nodes whose service would have been asked.
    pub requests: Vec<NodeId>,
    /// Where the visitor is afterwards.
    pub place: Option<Place>,
    /// Whether the flow expected the act. If not, the knowledge base replies to a text, and the visitor leaves the flow.
    pub is_expected: bool,
    /// The node without a way on, or the node that exceeds [`SILENT_STEPS_MAX`](super::SILENT_STEPS_MAX).
    pub lost: Option<NodeId>,
}

/// The answers to a form do not match its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("said[{act}].{error}")]
pub struct WrongAnswer {
    /// The index of the act.
    pub act: usize,
    /// The answer.
    pub error: AnswerError,
}

/// Returns the start of the flow, and then a step for each act.
///
/// # Errors
/// The first form with a wrong answer.
pub fn rehearse(
    guide: &Guide,
    flow: &FlowId,
    acts: &[Act],
    pretended: &Pretended,
    language: &str,
) -> Result<Vec<Step>, WrongAnswer> {
    let mut rehearsal = Rehearsal {
        guide,
        pretended,
        language,
        place: None,
    };
    let mut steps = vec![rehearsal.step(Heard::Asked(flow.clone()))];
    for (at, act) in acts.iter().enumerate() {
        let heard = rehearsal.heard(act);
        let heard = heard.map_err(|error| WrongAnswer { act: at, error })?;
        let mut step = rehearsal.step(heard);
        if let (false, Act::Says(text)) = (step.is_expected, act) {
            step.replies.push(rehearsal.knows(text));
        }
        steps.push(step);
    }
    Ok(steps)
}

struct Rehearsal<'a> {
    guide: &'a Guide,
    pretended: &'a Pretended,
    language: &'a str,
    place: Option<Place>,
}

impl Rehearsal<'_> {
    fn heard(&self, act: &Act) -> Result<Heard, AnswerError> {
        Ok(match act {
            Act::Says(text) => Heard::Said(Arc::clone(text)),
            Act::Clicks(node, item) => Heard::Clicked(node.clone(), Arc::clone(item)),
            Act::Fills(node, answers) => Heard::Filled(node.clone(), self.filled(node, answers)?),
        })
    }

    /// Returns an answer for each field of the node's form, in the order of the fields.
    fn filled(
        &self,
        node: &NodeId,
        answers: &[(Arc<str>, Value)],
    ) -> Result<Vec<Value>, AnswerError> {
        let flow = self.place.as_ref().map(|place| &place.flow);
        let flow = flow.and_then(|flow| self.guide.flows.get(flow));
        let Some(Says::Form(form)) = flow.and_then(|flow| Some(&flow.nodes.get(node)?.says)) else {
            return Ok(Vec::new());
        };
        let form = form.in_language(self.language);
        let answer = |id: &Arc<str>| {
            let found = answers.iter().find(|(known, _)| known == id);
            found.map_or(Value::Empty, |(_, value)| value.clone())
        };
        let filled: Vec<Value> = form.fields.iter().map(|field| answer(&field.id)).collect();
        check(&form.fields, &filled)?;
        Ok(filled)
    }

    fn step(&mut self, heard: Heard) -> Step {
        let mut step = Step::default();
        let mut next = Some(heard);
        while let Some(heard) = next.take() {
            let went = advance(self.guide, &mut self.place, heard, self.language);
            step.is_expected = went.is_some();
            let Some(went) = went else {
                if let Some(place) = &mut self.place {
                    place.leave();
                }
                break;
            };
            step.lost.clone_from(&went.lost);
            step.replies.push(went.reply(self.guide.offers));
            if let Some(Place {
                awaits: Awaits::Reply(number),
                node,
                ..
            }) = &self.place
            {
                step.requests.push(node.clone());
                next = Some(Heard::Replied(*number, self.pretended.get(node).cloned()));
            }
        }
        step.place.clone_from(&self.place);
        step
    }

    /// Returns the knowledge base's reply.
    fn knows(&self, text: &str) -> RobotReply {
        let asked = Question {
            text,
            doc: None,
            language: self.language,
        };
        self.guide.robot.reply(&asked, self.guide.offers).0
    }
}
