//! Button flows and large language models in the walk: services and models answer at any time.

use super::Walk;
use crate::flow::builders::{
    asks, buttons, decides, end, flow, form, guide, local, looks_up, node, text,
};
use crate::story::ask;
use actors_core::event::Event;
use actors_core::flow::{Guide, Heard, Says, Test};
use actors_core::form::Value;
use actors_core::ids::{ClientId, DocId, MessageId, SessionNo};
use actors_core::local_text::LocalText;
use actors_core::message::Content;
use actors_core::model::Written;
use actors_core::record::RecordBody;
use actors_core::routing::Standing;
use actors_core::session::commands::ask_robot::{AskRobot, Asking};
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::forms::{FillForm, Shown};
use actors_core::session::commands::from_model::{ModelDone, ModelSays};
use actors_core::session::commands::from_service::ServiceReplied;
use actors_core::session::phase::Status;
use actors_core::session::{Effect, Effects};
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use std::sync::Arc;

/// Nodes whose buttons and forms a page may show.
const NODES: [&str; 4] = ["topic", "again", "form", "gone"];

/// An event with the robot.
#[derive(Clone, Debug)]
pub(super) enum RobotHappening {
    /// The visitor starts a flow, or says something to it.
    Says { id: u8, words: &'static str },
    /// A button of the current node or of an earlier one.
    Clicks { id: u8, node: usize, item: usize },
    /// The newest form is filled in, again or for the first time.
    Fills { id: u8 },
    /// A service answers an earlier request; `ago` 0 is the newest.
    ServiceReplies { ago: u8, ok: bool },
    /// The visitor asks a question that a model answers.
    AsksModel { id: u8 },
    /// The model of an earlier question writes some text.
    ModelSays { ago: u8 },
    /// The model of an earlier question ends, or fails if not `ok`.
    ModelEnds { ago: u8, ok: bool },
}

pub(super) fn robot_happening() -> impl Strategy<Value = RobotHappening> {
    let words = prop_oneof![
        4 => Just("Start"),
        1 => Just("start again"),
        1 => Just("Late"),
        2 => Just("FF-1"),
        1 => Just("How do I return something?"),
    ];
    let ago = 0..3_u8;
    prop_oneof![
        4 => (any::<u8>(), words).prop_map(|(id, words)| RobotHappening::Says { id, words }),
        6 => (any::<u8>(), 0..NODES.len(), 0..5_usize)
            .prop_map(|(id, node, item)| RobotHappening::Clicks { id, node, item }),
        3 => any::<u8>().prop_map(|id| RobotHappening::Fills { id }),
        4 => (ago.clone(), any::<bool>())
            .prop_map(|(ago, ok)| RobotHappening::ServiceReplies { ago, ok }),
        1 => any::<u8>().prop_map(|id| RobotHappening::AsksModel { id }),
        1 => ago.clone().prop_map(|ago| RobotHappening::ModelSays { ago }),
        1 => (ago, any::<bool>()).prop_map(|(ago, ok)| RobotHappening::ModelEnds { ago, ok }),
    ]
}

/// A guide with one flow that has every kind of node.
fn with_every_source() -> Guide {
    let items = [
        ("Form", "topic=form", "form"),
        ("Number", "topic=number", "number"),
        ("Person", "", "person"),
        ("Bye", "", "end"),
        ("Model", "", "model"),
    ];
    let nodes = vec![
        ("hello", text("Hello {order}", "topic")),
        ("topic", buttons("Which?", &items)),
        (
            "again",
            buttons("Again?", &[("Yes", "", "topic"), ("No", "", "end")]),
        ),
        ("form", form("which")),
        (
            "which",
            decides(&[("order", Test::Filled, "look")], "again"),
        ),
        ("number", asks("Your number?", "order", "look")),
        ("look", looks_up("It is {status}.", "again", "failed")),
        ("failed", text("I cannot look now.", "again")),
        ("faq", node(Says::Faq("returns".into()), "again")),
        ("model", node(Says::Model(LocalText::default()), "faq")),
        ("person", node(Says::Agent(local("Soon")), "")),
        ("end", end()),
    ];
    guide(vec![flow("orders", "Start", nodes)])
}

/// Requests to services and models. The walk answers them late, twice or never.
pub(super) struct OpenRequests {
    guide: Guide,
    services: Vec<(SessionNo, u32)>,
    /// Requests to services that timed out. The office reports them at once.
    given_up: Vec<(SessionNo, u32)>,
    models: Vec<MessageId>,
}

impl Default for OpenRequests {
    fn default() -> Self {
        Self {
            guide: with_every_source(),
            services: Vec::new(),
            given_up: Vec::new(),
            models: Vec::new(),
        }
    }
}

impl OpenRequests {
    /// Whether a model was asked in this session. Its text is recorded only at its end.
    pub(super) fn has_model(&self, session: SessionNo) -> bool {
        self.models.iter().any(|reply| reply.session == session)
    }
}

fn ago<T: Copy>(all: &[T], ago: u8) -> Option<T> {
    all.iter().rev().nth(usize::from(ago)).copied()
}

impl Walk {
    pub(super) fn robot_does(&mut self, happening: &RobotHappening) {
        match *happening {
            RobotHappening::Says { id, words } => {
                self.puts(id, words, Heard::Said(words.into()));
            }
            RobotHappening::Clicks { id, node, item } => {
                let heard = Heard::Clicked(NODES[node].into(), format!("i{item}").into());
                self.puts(id, "clicked", heard);
            }
            RobotHappening::Fills { id } => self.fills(id),
            RobotHappening::ServiceReplies { ago: before, ok } => {
                let Some((session, number)) = ago(&self.open_requests.services, before) else {
                    return;
                };
                let reply = ok.then(|| [(Arc::from("status"), Arc::from("here"))].into());
                self.late(ServiceReplied {
                    session,
                    number,
                    reply,
                    guide: Some(self.open_requests.guide.clone()),
                });
            }
            RobotHappening::AsksModel { id } => self.asks_model(id),
            RobotHappening::ModelSays { ago: before } => {
                if let Some(reply) = ago(&self.open_requests.models, before) {
                    self.late(ModelSays {
                        reply,
                        text: "Within".into(),
                    });
                }
            }
            RobotHappening::ModelEnds { ago: before, ok } => {
                if let Some(reply) = ago(&self.open_requests.models, before) {
                    let written = ok.then(|| Written {
                        text: "Within a week.".into(),
                        docs: vec![DocId::from("shipping")],
                        references: Vec::new(),
                    });
                    self.late(ModelDone { reply, written });
                }
            }
        }
        self.assert_stands_somewhere();
    }

    fn puts(&mut self, id: u8, words: &str, heard: Heard) {
        let ticket = self.ticket(None);
        let asking = Asking {
            guide: self.open_requests.guide.clone(),
            heard: Some(heard),
        };
        self.handle(AskRobot {
            flow: Some(Box::new(asking)),
            ..ask(ticket.0, &format!("r{id}"), words)
        });
    }

    fn asks_model(&mut self, id: u8) {
        let ticket = self.ticket(None);
        self.handle(crate::writing::asks(ticket.0, &format!("m{id}")));
    }

    /// Fills in the newest of the robot's lines. If it is not a form, the session refuses.
    fn fills(&mut self, id: u8) {
        let newest = self.kept.lines.iter().rev();
        let mut robots = newest.filter(|(_, line)| is_robots(&line.event));
        let Some((&(session, seq), line)) = robots.next() else {
            return;
        };
        let form = Shown {
            message: MessageId { session, seq },
            line: Some(Arc::clone(line)),
        };
        let fill = FillForm {
            client_id: Some(ClientId::from(format!("f{id}").as_str())),
            form,
            answers: vec![("order".into(), Value::One("FF-1".into()))],
            guide: Some(self.open_requests.guide.clone()),
        };
        let again = fill.clone();
        if self.handle(fill).is_ok() {
            assert!(self.handle(again).is_ok(), "a repeat is harmless");
        }
    }

    /// The office reports the services that timed out.
    pub(super) fn answers_for_the_silent(&mut self) {
        for (session, number) in std::mem::take(&mut self.open_requests.given_up) {
            self.late(ServiceReplied {
                session,
                number,
                reply: None,
                guide: Some(self.open_requests.guide.clone()),
            });
        }
    }

    /// Delivers an answer of a service or a model. With an agent and after the end, it is too late.
    fn late<C: actors_core::session::commands::Command>(&mut self, answer: C) {
        let (last, status) = (self.last(), self.session.status());
        self.handle(answer);
        if matches!(status, Status::Manual | Status::Ended) {
            assert_eq!(self.last(), last, "a late answer is dropped");
        }
    }

    /// Notes the requests to services and models. Checks that the robot is silent with an agent and after the end.
    pub(super) fn robot_in(&mut self, effects: &Effects) {
        let before = self.kept.head.as_ref();
        let session = before.map_or(SessionNo(1), |head| head.session);
        let is_silent = before
            .is_some_and(|head| matches!(head.standing, Standing::Manual { .. } | Standing::Ended));
        for effect in effects.as_slice() {
            match effect {
                Effect::CallService(request) if request.request.is_none() => {
                    self.open_requests.given_up.push((session, request.number));
                }
                Effect::CallService(request) => {
                    self.open_requests.services.push((session, request.number))
                }
                Effect::AskModel(reply, _) => self.open_requests.models.push(*reply),
                Effect::Record(record) => {
                    if let RecordBody::Entry {
                        session: of, entry, ..
                    } = &record.body
                    {
                        let speaks = is_silent && *of == session && is_robots(&entry.event);
                        assert!(!speaks, "the robot speaks with an agent or after the end");
                    }
                }
                _ => {}
            }
        }
    }

    fn assert_stands_somewhere(&mut self) {
        let told = self.handle(Describe);
        let Some(place) = told.flow else { return };
        assert!(place.variables.len() <= 30);
        let robots = matches!(told.status, Status::Robot | Status::Queued);
        assert!(
            robots || !place.is_inside(),
            "a visitor with an agent is inside a flow"
        );
    }
}

fn is_robots(event: &Event) -> bool {
    let Event::Message(message) = event else {
        return false;
    };
    matches!(message.content, Content::Robot(_))
}
