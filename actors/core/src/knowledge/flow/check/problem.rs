//! What can be wrong with a flow. A page says it in its reader's words by the code; the sentence is for everybody else.

use crate::form::{CHOICES_MAX, FIELDS_MAX};
use crate::ids::NodeId;
use crate::problem::{ContentError, ContentProblem};
use std::sync::Arc;

/// What is wrong with a field of a flow.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Problem {
    /// A required text is empty.
    Empty,
    /// A text is longer than this many characters.
    TooLong(usize),
    /// A list has more entries than this.
    TooMany(usize),
    /// A text is missing in languages that other texts of the flow have.
    MissingIn(Vec<Arc<str>>),
    /// A sentence that starts the flow has no letters or digits.
    NoLetters,
    /// The first node does not exist.
    UnknownStart(NodeId),
    /// The flow has more variables than this.
    TooManyVariables(usize),
    /// A way leads to a node that does not exist; an empty id is a way that is not connected.
    LeadsNowhere(NodeId),
    /// Only a TEXT_REPLY waits for words.
    CannotWait,
    /// Only a TEXT_REPLY asks a service.
    CannotAsk,
    /// A request sends or takes more values than this.
    TooManyValues(usize),
    /// A node that ends the flow leads on.
    NothingFollows,
    /// A node with buttons leads on without them.
    ButtonsLead,
    /// A node of buttons has none.
    NoButtons,
    /// Nothing follows a node that does not end the flow.
    DeadEnd,
    /// Nothing follows where no case applies.
    NoCaseApplies,
    /// A button has neither id nor itemId.
    NamelessButton,
    /// Two buttons of a node have the same ids.
    SameButtons,
    /// A case compares a variable that the flow never sets.
    UnknownVariable,
    /// The name of a variable has other characters than allowed.
    OddVariable,
    /// A form has no fields.
    NoFields,
    /// A field that is answered by options has none.
    NoOptions,
    /// Two fields of a form have the same id, or two options the same name.
    Repeated,
    /// A form could not be shown.
    Form(ContentProblem),
    /// No way from the start leads to the node.
    Unreachable(NodeId),
    /// The nodes lead back to the first without asking the visitor.
    Loop(Vec<NodeId>),
    /// More nodes than this speak without asking the visitor.
    SilentTooLong(usize),
}

impl Problem {
    pub(super) fn of_form(error: ContentError) -> Self {
        match (error.field, error.problem) {
            ("formFields", ContentProblem::Missing) => Self::NoFields,
            ("formFields", ContentProblem::TooMany) => Self::TooMany(FIELDS_MAX),
            ("fieldValue", ContentProblem::Missing) => Self::NoOptions,
            ("fieldValue", ContentProblem::TooMany) => Self::TooMany(CHOICES_MAX),
            (_, ContentProblem::Twice) => Self::Repeated,
            (_, problem) => Self::Form(problem),
        }
    }

    /// The name of the problem, by which a page finds its own words.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong(_) => "tooLong",
            Self::TooMany(_) => "tooMany",
            Self::MissingIn(_) => "missingIn",
            Self::NoLetters => "noLetters",
            Self::UnknownStart(_) => "unknownStart",
            Self::TooManyVariables(_) => "tooManyVariables",
            Self::LeadsNowhere(_) => "leadsNowhere",
            Self::CannotWait => "cannotWait",
            Self::CannotAsk => "cannotAsk",
            Self::TooManyValues(_) => "tooManyValues",
            Self::NothingFollows => "nothingFollows",
            Self::ButtonsLead => "buttonsLead",
            Self::NoButtons => "noButtons",
            Self::DeadEnd => "deadEnd",
            Self::NoCaseApplies => "noCaseApplies",
            Self::NamelessButton => "namelessButton",
            Self::SameButtons => "sameButtons",
            Self::UnknownVariable => "unknownVariable",
            Self::OddVariable => "oddVariable",
            Self::NoFields => "noFields",
            Self::NoOptions => "noOptions",
            Self::Repeated => "repeated",
            Self::Form(_) => "form",
            Self::Unreachable(_) => "unreachable",
            Self::Loop(_) => "loop",
            Self::SilentTooLong(_) => "silentTooLong",
        }
    }

    /// The limit that is exceeded; none if the problem is no limit.
    pub fn limit(&self) -> Option<usize> {
        match self {
            Self::TooLong(max)
            | Self::TooMany(max)
            | Self::TooManyVariables(max)
            | Self::TooManyValues(max)
            | Self::SilentTooLong(max) => Some(*max),
            _ => None,
        }
    }

    /// The languages in which a text is missing.
    pub fn languages(&self) -> &[Arc<str>] {
        match self {
            Self::MissingIn(languages) => languages,
            _ => &[],
        }
    }

    /// The other nodes that the problem is about.
    pub fn nodes(&self) -> &[NodeId] {
        match self {
            Self::Loop(nodes) => nodes,
            Self::LeadsNowhere(node) | Self::UnknownStart(node) | Self::Unreachable(node) => {
                std::slice::from_ref(node)
            }
            _ => &[],
        }
    }

    /// A sentence about the node `id`, which is empty if the flow itself is at fault.
    pub(super) fn sentence(&self, id: &str) -> String {
        match self {
            Self::Empty if id.is_empty() => "must not be empty".to_owned(),
            Self::Empty => format!("'{id}' has nothing to say here"),
            Self::TooLong(max) => format!("must have at most {max} characters"),
            Self::TooMany(max) => format!("must be at most {max}"),
            Self::MissingIn(languages) => format!("is missing in {}", languages.join(", ")),
            Self::NoLetters => "must have letters or digits".to_owned(),
            Self::UnknownStart(start) => format!("'{start}' is no node of this flow"),
            Self::TooManyVariables(max) => format!("must bind at most {max} variables"),
            Self::LeadsNowhere(next) => {
                format!("'{id}' leads to '{next}', which is no node of this flow")
            }
            Self::CannotWait => format!("'{id}' cannot wait for words: that is for TEXT_REPLY"),
            Self::CannotAsk => format!("'{id}' cannot ask a service: that is for TEXT_REPLY"),
            Self::TooManyValues(max) => {
                format!("must have at most {max} values and {max} takes")
            }
            Self::NothingFollows => format!("'{id}' ends the flow: nothing can follow it"),
            Self::ButtonsLead => format!("'{id}' leads on by its buttons alone"),
            Self::NoButtons => format!("'{id}' is a dead end: it has no buttons"),
            Self::DeadEnd => {
                format!("'{id}' is a dead end: nothing follows it and it is no END")
            }
            Self::NoCaseApplies => {
                format!("'{id}' is a dead end where none of its cases applies")
            }
            Self::NamelessButton => format!("a button of '{id}' has neither id nor itemId"),
            Self::SameButtons => format!("two buttons of '{id}' have one name"),
            Self::UnknownVariable => {
                format!("'{id}' looks at a variable that nothing in this flow binds")
            }
            Self::OddVariable => format!(
                "'{id}' binds a variable whose name is not 1 to 64 letters, digits, '-', '_' or '.'"
            ),
            Self::NoFields | Self::NoOptions => ContentProblem::Missing.to_string(),
            Self::Repeated => ContentProblem::Twice.to_string(),
            Self::Form(problem) => problem.to_string(),
            Self::Unreachable(start) => format!("'{id}' cannot be reached from '{start}'"),
            Self::Loop(nodes) => {
                let names: Vec<String> = nodes.iter().map(|id| format!("'{id}'")).collect();
                format!("{} goes round without asking anything", names.join(" → "))
            }
            Self::SilentTooLong(max) => {
                format!("from '{id}' on more than {max} nodes speak without asking anything")
            }
        }
    }
}
