//! Estimates the bytes that a line of a desk's log takes in memory.

use crate::form::{Choice, Field, Value};
use crate::message::Content;
use crate::routing::{CallNews, Conversation, DeskNews};

/// The minimum of every line: the line itself, its map entry, ids and names.
const LINE: usize = 256;

/// An upper limit for cards, menus, files and the product's own sentences. Each of their texts has its own limit.
const BOXED: usize = 8 << 10;

pub(super) fn weight(news: &DeskNews) -> usize {
    let beside = match news {
        DeskNews::Said { entry, .. } | DeskNews::Amended { entry, .. } => said(entry.message()),
        DeskNews::Assigned(Conversation { last, .. })
        | DeskNews::Resumed(Conversation { last, .. }) => {
            said(last.as_ref().and_then(|(_, entry)| entry.message()))
        }
        DeskNews::Call {
            news: CallNews::Signal(signal),
            ..
        } => signal.payload.len(),
        DeskNews::Typing { text, .. } => text.len(),
        DeskNews::Draft(draft) => draft.text.len(),
        DeskNews::Mentioned(mention) => mention.excerpt.len(),
        DeskNews::Item(item) | DeskNews::ItemDue(item) => LINE + item.excerpt.len(),
        DeskNews::Tagged { tags, .. } => tags.len() * 64,
        DeskNews::Queue(lines) => lines.len() * 64,
        DeskNews::Call { .. }
        | DeskNews::Read { .. }
        | DeskNews::Recalled { .. }
        | DeskNews::Presence { .. }
        | DeskNews::Closed { .. }
        | DeskNews::Transferred { .. }
        | DeskNews::Evaluated { .. }
        | DeskNews::Corrected { .. }
        | DeskNews::Status(..)
        | DeskNews::Left { .. }
        | DeskNews::Mentions(_)
        | DeskNews::Due { .. }
        | DeskNews::Rescued(_)
        | DeskNews::Wall(_)
        | DeskNews::Alarm(..) => 0,
    };
    LINE + beside
}

fn said(message: Option<&crate::message::Message>) -> usize {
    match message.map(|message| &message.content) {
        None => 0,
        Some(Content::Text(text) | Content::RichText(text)) => text.len(),
        Some(Content::Note(note)) => LINE * note.mentions.len() + note.text.len(),
        Some(Content::Robot(reply)) => BOXED + reply.text.len(),
        Some(Content::Form(form) | Content::InterfaceForm(form)) => {
            BOXED + fields(&form.fields) + answers(form.answers.iter().flatten())
        }
        Some(Content::FilledForm(form)) => {
            BOXED + fields(&form.fields) + answers(form.answers.iter())
        }
        Some(
            Content::Image(_)
            | Content::File(_)
            | Content::Video(_)
            | Content::Audio(_)
            | Content::Line(_)
            | Content::Card(_)
            | Content::Goods(_)
            | Content::Order(_)
            | Content::Link(_)
            | Content::Menu(_),
        ) => BOXED,
    }
}

fn fields(fields: &[Field]) -> usize {
    let field = |field: &Field| LINE + field.id.len() + field.name.len() + choices(&field.choices);
    fields.iter().map(field).sum()
}

fn choices(all: &[Choice]) -> usize {
    // Without recursion, because the agent decides how deep the choices are nested.
    let (mut bytes, mut levels) = (0, vec![all]);
    while let Some(level) = levels.pop() {
        for choice in level {
            bytes += size_of::<Choice>() + choice.id.len() + choice.name.len();
            levels.push(&choice.children);
        }
    }
    bytes
}

fn answers<'a>(answers: impl Iterator<Item = &'a Value>) -> usize {
    let bytes = |value: &Value| match value {
        Value::Empty => 0,
        Value::One(text) => text.len(),
        Value::Many(texts) => texts.iter().map(|text| text.len() + 32).sum(),
    };
    answers.map(bytes).sum()
}
