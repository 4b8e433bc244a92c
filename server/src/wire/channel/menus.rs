//! The menus, tips, side bar and form of a channel, in the reader's language.

use super::{color, image, list};
use actors_core::channel::ChannelConfig;
use actors_core::channel::menu::{
    FaqEntry, FaqQuestion, FaqQuestions, PreChatField, PreChatInput, PreChatOption,
    QuickMenuAction, QuickMenuItem, SideBar,
};
use actors_core::local_text::LocalText;
use serde::Serialize;
use serde_json::{Value, json};
use serde_with::skip_serializing_none;

/// The buttons above the composer.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct MenuPlan {
    /// In display order.
    pub menus: Vec<MenuEntry>,
}

/// A button above the composer (Protocol, 'Configuration', chat menu item).
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MenuEntry {
    /// 0 asks the robot, 1 transfer, 3 close, 4 evaluate, 5 leave a message, 6 open a link, 7 a question with its answer.
    pub menu_type: u8,
    /// Its label.
    pub menu_name: String,
    /// Its colour; empty for the default.
    pub background: String,
    /// The colour of its label; empty for the default.
    pub color: String,
    /// 7: the question.
    pub menu_named: Option<String>,
    /// 0: the question for the robot. 7: the answer.
    pub msg_text: Option<String>,
    /// 0: the document that answers, or the flow that starts.
    pub doc_id: Option<String>,
    /// 6: the link to open.
    pub label_link: Option<String>,
}

/// A field of the form before the chat (Protocol, 'Form before the chat').
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreChatEntry {
    /// The question.
    pub name: String,
    /// The key of the answer.
    pub value: String,
    /// 1 if it must be filled in.
    pub require: u8,
    /// 1 if it is shown.
    pub show: u8,
    /// 1 line, 2 lines, 6 dropdown, 7 radio.
    pub field_type: u8,
    /// 6, 7: the options.
    pub options: Vec<PreChatChoice>,
}

/// An option of a field of the form before the chat.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct PreChatChoice {
    /// The label.
    pub label: String,
    /// The stored value.
    pub value: String,
}

pub(super) fn quick_menu(items: &[QuickMenuItem], language: &str) -> MenuPlan {
    let write = |item: &QuickMenuItem| {
        let text = |text: &LocalText| Some(text.or_empty(language).to_owned());
        let blank = |menu_type: u8| MenuEntry {
            menu_type,
            menu_name: item.name.or_empty(language).to_owned(),
            background: color(item.background.as_ref()),
            color: color(item.color.as_ref()),
            ..MenuEntry::default()
        };
        match &item.action {
            QuickMenuAction::AskRobot { text: asked, doc } => MenuEntry {
                msg_text: text(asked),
                doc_id: Some(
                    doc.as_ref()
                        .map(|doc| doc.as_str().to_owned())
                        .unwrap_or_default(),
                ),
                ..blank(0)
            },
            QuickMenuAction::Transfer => blank(1),
            QuickMenuAction::Close => blank(3),
            QuickMenuAction::Evaluate => blank(4),
            QuickMenuAction::LeaveMessage => blank(5),
            QuickMenuAction::Open(link) => MenuEntry {
                label_link: Some(link.as_str().to_owned()),
                ..blank(6)
            },
            QuickMenuAction::LocalAnswer { question, answer } => MenuEntry {
                menu_named: text(question),
                msg_text: text(answer),
                ..blank(7)
            },
        }
    };
    MenuPlan {
        menus: items.iter().map(write).collect(),
    }
}

pub(super) fn faq_entry(entry: &FaqEntry, language: &str) -> Value {
    let mut wire = json!({
        "id": entry.id.as_ref(),
        "name": entry.name.or_empty(language),
        "labelLink": entry.link.as_ref().map(|link| link.as_str()).unwrap_or_default(),
        "imgUrl": image(entry.image.as_ref()),
    });
    match &entry.questions {
        FaqQuestions::Flat(questions) => {
            wire["type"] = json!(1);
            wire["questionList"] = faq_questions(questions, language);
        }
        FaqQuestions::Tabs(tabs) => {
            wire["type"] = json!(2);
            wire["faqGrouplist"] = tabs
                .iter()
                .map(|tab| {
                    json!({
                        "groupName": tab.name.or_empty(language),
                        "questionList": faq_questions(&tab.questions, language),
                    })
                })
                .collect();
        }
    }
    wire
}

fn faq_questions(questions: &[FaqQuestion], language: &str) -> Value {
    questions
        .iter()
        .map(|question| json!({ "questionName": question.name.or_empty(language), "docId": question.doc.as_str() }))
        .collect()
}

pub(super) fn auto_tips(channel: &ChannelConfig, language: &str) -> String {
    list(&channel.auto_tips, |tip| {
        let buttons: Value = tip
            .buttons
            .iter()
            .map(|name| json!({ "name": name.or_empty(language) }))
            .collect();
        json!({ "text": tip.text.or_empty(language), "btnList": buttons })
    })
}

pub(super) fn side_bar(bar: &SideBar, language: &str) -> String {
    let quick: Value = bar
        .quick_links
        .iter()
        .flatten()
        .map(|entry| {
            json!({ "name": entry.name.or_empty(language), "url": image(entry.image.as_ref()), "link": entry.link.as_str() })
        })
        .collect();
    let questions: Value = bar
        .questions
        .iter()
        .flatten()
        .map(|entry| json!({ "question": entry.question.or_empty(language), "answer": entry.answer.or_empty(language) }))
        .collect();
    let advertisements: Value = bar
        .advertisements
        .iter()
        .flatten()
        .map(|entry| {
            json!({ "url": entry.image.as_str(), "link": entry.link.as_ref().map(|link| link.as_str()).unwrap_or_default() })
        })
        .collect();
    json!({
        "quickFlag": u8::from(bar.quick_links.is_some()),
        "questionFlag": u8::from(bar.questions.is_some()),
        "adFlag": u8::from(bar.advertisements.is_some()),
        "quickList": quick,
        "questionList": questions,
        "adList": advertisements,
    })
    .to_string()
}

pub(super) fn pre_chat_form(channel: &ChannelConfig, language: &str) -> Vec<PreChatEntry> {
    let fields = channel
        .pre_chat_form
        .as_ref()
        .map(|form| form.fields.as_slice())
        .unwrap_or_default();
    let fields = fields.iter();
    fields
        .map(|field| pre_chat_field(field, language))
        .collect()
}

fn pre_chat_field(field: &PreChatField, language: &str) -> PreChatEntry {
    let no_options: &[PreChatOption] = &[];
    // Protocol, 'Forms in a conversation': the numbers of a dynamic form's fields.
    let (field_type, options) = match &field.input {
        PreChatInput::Line => (1, no_options),
        PreChatInput::Lines => (2, no_options),
        PreChatInput::Dropdown(options) => (6, options.as_slice()),
        PreChatInput::Radio(options) => (7, options.as_slice()),
        PreChatInput::Date => (3, no_options),
        PreChatInput::DateTime => (4, no_options),
        PreChatInput::Number => (5, no_options),
        PreChatInput::Checkboxes(options) => (8, options.as_slice()),
    };
    let options = options.iter().map(|option| PreChatChoice {
        label: option.label.or_empty(language).to_owned(),
        value: option.value.to_string(),
    });
    PreChatEntry {
        name: field.name.or_empty(language).to_owned(),
        value: field.key.to_string(),
        require: field.required.into(),
        show: field.shown.into(),
        field_type,
        options: options.collect(),
    }
}
