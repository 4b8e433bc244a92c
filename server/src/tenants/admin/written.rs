//! Parses a body into a setting, field by field, and inserts it among the tenant's other settings.

use super::thing::Thing;
use crate::fixtures::TenantFixture;
use crate::fixtures::channel::WrittenChannel;
use crate::fixtures::evaluation::WrittenEvaluation;
use crate::fixtures::findings::{FieldError, Findings};
use crate::fixtures::flows::WrittenFlow;
use crate::fixtures::groups::WrittenGroup;
use crate::fixtures::knowledge::{WrittenDocument, WrittenRobot};
use crate::fixtures::people::{WrittenAgent, WrittenTenant};
use crate::fixtures::replies::WrittenQuickReply;
use crate::fixtures::setup::Wrong;
use crate::fixtures::sign_on::WrittenSignOn;
use crate::fixtures::tags::WrittenTag;
use crate::fixtures::templates::WrittenTemplate;
use crate::fixtures::test_questions::WrittenTestQuestion;
use crate::fixtures::words::WrittenWords;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

/// The largest number of wrong types reported at once.
const TYPE_ERRORS_MAX: usize = 50;

/// One setting, as the tenant wrote it.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Written {
    Tenant(Box<WrittenTenant>),
    Channel(Box<WrittenChannel>),
    Group(WrittenGroup),
    Agent(Box<WrittenAgent>),
    Robot(WrittenRobot),
    Document(WrittenDocument),
    TestQuestion(WrittenTestQuestion),
    Flow(WrittenFlow),
    Template(WrittenTemplate),
    Evaluation(Box<WrittenEvaluation>),
    QuickReply(WrittenQuickReply),
    SensitiveWords(WrittenWords),
    SignOn(Box<WrittenSignOn>),
    Tag(WrittenTag),
}

/// The place of a setting in the tenant's files: the file, the index in its list, and the name that the API gives to a
/// file that is one list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    file: String,
    within: String,
    under: &'static str,
}

impl Written {
    /// Parses a body, and sanitises its rich text.
    ///
    /// # Errors
    /// Every field with a wrong type.
    pub fn parse(thing: Thing, body: Map<String, Value>) -> Result<Self, Vec<FieldError>> {
        Ok(match thing {
            Thing::Tenant => Self::Tenant(typed(body)?),
            Thing::Channels => Self::Channel(Box::new(typed::<WrittenChannel>(body)?.cleaned())),
            Thing::Groups => Self::Group(typed(body)?),
            Thing::Agents => Self::Agent(typed(body)?),
            Thing::Robots => Self::Robot(typed(body)?),
            Thing::Docs => Self::Document(typed::<WrittenDocument>(body)?.cleaned()),
            Thing::TestQuestions => Self::TestQuestion(typed(body)?),
            Thing::Flows => Self::Flow(typed::<WrittenFlow>(body)?.cleaned()),
            Thing::Templates => Self::Template(typed(body)?),
            Thing::Evaluation => Self::Evaluation(typed(body)?),
            Thing::QuickReplies => Self::QuickReply(typed(body)?),
            Thing::SensitiveWords => Self::SensitiveWords(typed(body)?),
            Thing::SignOn => Self::SignOn(typed(body)?),
            Thing::Tags => Self::Tag(typed(body)?),
        })
    }

    /// The JSON that is stored.
    pub fn json(&self) -> Map<String, Value> {
        match self {
            Self::Tenant(written) => object(written),
            Self::Channel(written) => object(written),
            Self::Group(written) => object(written),
            Self::Agent(written) => object(written),
            Self::Robot(written) => object(written),
            Self::Document(written) => object(written),
            Self::TestQuestion(written) => object(written),
            Self::Flow(written) => object(written),
            Self::Template(written) => object(written),
            Self::Evaluation(written) => object(written),
            Self::QuickReply(written) => object(written),
            Self::SensitiveWords(written) => object(written),
            Self::SignOn(written) => object(written),
            Self::Tag(written) => object(written),
        }
    }

    /// Checks a document, test question, quick reply, tag or single sign-on. None for other kinds, which are checked with
    /// all settings.
    pub fn check_alone(&self) -> Option<Vec<FieldError>> {
        let mut findings = Findings::default();
        match self {
            Self::Document(document) => drop(document.read(&mut findings)),
            Self::TestQuestion(question) => drop(question.read(&mut findings)),
            Self::QuickReply(reply) => reply.check(&mut findings),
            Self::SignOn(setting) => drop(setting.read(&mut findings)),
            Self::Tag(tag) => tag.check(&mut findings),
            _ => return None,
        }
        Some(findings.into_errors())
    }

    /// Inserts the setting, in place of the one with the same id. None for kinds that are not part of the fixture.
    pub fn place(self, all: &mut TenantFixture) -> Option<Location> {
        let mut under = "";
        let (file, within) = match self {
            Self::SensitiveWords(list) => {
                all.words = list.words;
                under = "words";
                ("sensitive-words.json".to_owned(), String::new())
            }
            Self::Tenant(tenant) => {
                all.tenant = *tenant;
                ("tenant.json".to_owned(), String::new())
            }
            Self::Evaluation(evaluation) => {
                all.evaluation = *evaluation;
                ("evaluation.json".to_owned(), String::new())
            }
            Self::Channel(channel) => {
                let file = format!("channels/{}.json", channel.channel_id);
                put(&mut all.channels, *channel, |it| &it.channel_id);
                (file, String::new())
            }
            Self::Robot(robot) => {
                let file = format!("robots/{}.json", robot.robot_no);
                put(&mut all.robots, robot, |it| &it.robot_no);
                (file, String::new())
            }
            Self::Flow(flow) => {
                let file = format!("flows/{}.json", flow.flow_id);
                put(&mut all.flows, flow, |it| &it.flow_id);
                (file, String::new())
            }
            Self::Template(template) => {
                let file = format!("templates/{}.json", template.template_id);
                put(&mut all.templates, template, |it| &it.template_id);
                (file, String::new())
            }
            Self::Group(group) => {
                let at = put(&mut all.groups, group, |it| &it.id);
                ("groups.json".to_owned(), format!("[{at}]"))
            }
            Self::Agent(agent) => {
                let at = put(&mut all.agents, *agent, |it| &it.admin_id);
                ("agents.json".to_owned(), format!("[{at}]"))
            }
            Self::Document(_)
            | Self::TestQuestion(_)
            | Self::QuickReply(_)
            | Self::SignOn(_)
            | Self::Tag(_) => return None,
        };
        Some(Location {
            file,
            within,
            under,
        })
    }

    /// Removes the setting with this id.
    pub fn remove(thing: Thing, id: &str, all: &mut TenantFixture) {
        match thing {
            Thing::Channels => all.channels.retain(|it| it.channel_id != id),
            Thing::Groups => all.groups.retain(|it| it.id != id),
            Thing::Agents => all.agents.retain(|it| it.admin_id != id),
            Thing::Robots => all.robots.retain(|it| it.robot_no != id),
            Thing::Flows => all.flows.retain(|it| it.flow_id != id),
            Thing::Templates => all.templates.retain(|it| it.template_id != id),
            Thing::Tenant
            | Thing::Evaluation
            | Thing::Docs
            | Thing::TestQuestions
            | Thing::QuickReplies
            | Thing::SensitiveWords
            | Thing::SignOn
            | Thing::Tags => {}
        }
    }
}

impl Location {
    /// Converts errors for the editor of this place: own fields by name, fields of other settings with their file.
    pub fn errors(&self, wrong: Vec<Wrong>) -> Vec<FieldError> {
        let tell = |Wrong { file, error }: Wrong| {
            let own = (file == self.file)
                .then(|| error.field.strip_prefix(self.within.as_str()))
                .flatten();
            match own {
                Some(field) => FieldError {
                    field: format!("{}{}", self.under, field.trim_start_matches('.')),
                    ..error
                },
                None => elsewhere(Wrong { file, error }),
            }
        };
        wrong.into_iter().map(tell).collect()
    }
}

/// A wrong field of another setting: `channels/web.groupId`.
pub fn elsewhere(wrong: Wrong) -> FieldError {
    let thing = wrong.file.trim_end_matches(".json");
    let field = &wrong.error.field;
    let dot = if field.is_empty() || field.starts_with('[') {
        ""
    } else {
        "."
    };
    FieldError {
        field: format!("{thing}{dot}{field}"),
        ..wrong.error
    }
}

/// Removes the entry with the same name and appends `one`. Returns its index.
fn put<T>(all: &mut Vec<T>, one: T, name: impl Fn(&T) -> &String) -> usize {
    all.retain(|other| name(other) != name(&one));
    all.push(one);
    all.len() - 1
}

fn object<T: Serialize>(written: &T) -> Map<String, Value> {
    match serde_json::to_value(written) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// Parses `body`. A field with a wrong type is noted and removed, so that the next one is found too.
pub(super) fn typed<T: DeserializeOwned>(body: Map<String, Value>) -> Result<T, Vec<FieldError>> {
    let mut body = Value::Object(body);
    let mut errors = Vec::new();
    loop {
        let error = match serde_path_to_error::deserialize::<_, T>(&body) {
            Ok(value) if errors.is_empty() => return Ok(value),
            Ok(_) => return Err(errors),
            Err(error) => error,
        };
        let path: Vec<Segment> = error.path().iter().cloned().collect();
        let message = type_message(&error.inner().to_string());
        errors.push(FieldError::new(field_name(&path), message));
        if errors.len() == TYPE_ERRORS_MAX || !leave_out(&mut body, &path) {
            return Err(errors);
        }
    }
}

fn field_name(path: &[Segment]) -> String {
    let mut name = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => name.push_str(&format!("[{index}]")),
            Segment::Map { key } => {
                if !name.is_empty() {
                    name.push('.');
                }
                name.push_str(key);
            }
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    name
}

/// Returns a message for a wrong type. serde's own message would repeat the value.
fn type_message(text: &str) -> String {
    const SWITCH: &str = "must be 0 or 1";
    if text.starts_with(SWITCH) {
        SWITCH.to_owned()
    } else {
        "has the wrong type".to_owned()
    }
}

/// Removes the innermost named field of a path.
fn leave_out(body: &mut Value, path: &[Segment]) -> bool {
    let Some(last) = path
        .iter()
        .rposition(|segment| matches!(segment, Segment::Map { .. }))
    else {
        return false;
    };
    let mut at = body;
    for segment in &path[..last] {
        let next = match segment {
            Segment::Seq { index } => at.get_mut(*index),
            Segment::Map { key } => at.get_mut(key.as_str()),
            Segment::Enum { .. } | Segment::Unknown => return false,
        };
        let Some(next) = next else { return false };
        at = next;
    }
    match (&path[last], at) {
        (Segment::Map { key }, Value::Object(fields)) => fields.remove(key.as_str()).is_some(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields(thing: Thing, body: Value) -> Vec<(String, String)> {
        let Value::Object(body) = body else {
            panic!("not an object")
        };
        let errors = Written::parse(thing, body).unwrap_err().into_iter();
        errors.map(|error| (error.field, error.message)).collect()
    }

    #[test]
    fn every_wrong_type_is_reported_without_the_value() {
        let wrong = fields(
            Thing::Channels,
            json!({
                "mainWidth": "<script>", "noticeMode": 7, "allowedOrigins": [1],
                "autoTip": [{"text": "ok"}, {"text": 5}], "titleDesc": {"en": 1}
            }),
        );

        let names: Vec<&str> = wrong.iter().map(|(field, _)| field.as_str()).collect();
        for expected in [
            "mainWidth",
            "noticeMode",
            "allowedOrigins[0]",
            "autoTip[1].text",
            "titleDesc",
        ] {
            assert!(names.contains(&expected), "{names:?}");
        }
        assert!(wrong.iter().all(|(_, message)| !message.contains("script")));
        assert!(wrong.contains(&("noticeMode".into(), "must be 0 or 1".into())));
    }

    #[test]
    fn a_wrong_field_of_another_setting_is_named_with_its_file() {
        let wrong = |file: &str, field: &str| Wrong {
            file: file.into(),
            error: FieldError::new(field, "must be a group of this tenant"),
        };
        let location = Location {
            file: "agents.json".into(),
            within: "[2]".into(),
            under: "",
        };

        let errors = location.errors(vec![
            wrong("agents.json", "[2].groupIds[0]"),
            wrong("agents.json", "[1].capacity"),
            wrong("channels/web.json", "groupId"),
        ]);

        let names: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(
            names,
            ["groupIds[0]", "agents[1].capacity", "channels/web.groupId"]
        );
    }
}
