//! Menus, tips, side bar and form of a channel, in the reader's language.

use super::{color, image, list};
use actors_core::channel::ChannelConfig;
use actors_core::channel::menu::{
    FaqEntry, FaqQuestion, FaqQuestions, PreChatField, PreChatInput, PreChatOption,
    QuickMenuAction, QuickMenuItem, SideBar,
};
use serde_json::{Value, json};

pub(super) fn quick_menu(items: &[QuickMenuItem], language: &str) -> Value {
    let write = |item: &QuickMenuItem| {
        let mut wire = json!({
            "menuName": item.name.or_empty(language),
            "background": color(item.background.as_ref()),
            "color": color(item.color.as_ref()),
        });
        let (number, more) = match &item.action {
            QuickMenuAction::AskRobot { text, doc } => (
                0,
                json!({ "msgText": text.or_empty(language), "docId": doc.as_ref().map(|doc| doc.as_str()).unwrap_or_default() }),
            ),
            QuickMenuAction::Transfer => (1, json!({})),
            QuickMenuAction::Close => (3, json!({})),
            QuickMenuAction::Evaluate => (4, json!({})),
            QuickMenuAction::LeaveMessage => (5, json!({})),
            QuickMenuAction::Open(link) => (6, json!({ "labelLink": link.as_str() })),
            QuickMenuAction::LocalAnswer { question, answer } => (
                7,
                json!({ "menuNamed": question.or_empty(language), "msgText": answer.or_empty(language) }),
            ),
        };
        wire["menuType"] = json!(number);
        if let (Value::Object(wire), Value::Object(more)) = (&mut wire, more) {
            wire.extend(more);
        }
        wire
    };
    Value::Array(items.iter().map(write).collect())
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

pub(super) fn pre_chat_form(channel: &ChannelConfig, language: &str) -> Value {
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

fn pre_chat_field(field: &PreChatField, language: &str) -> Value {
    let no_options: &[PreChatOption] = &[];
    // Spec §3: the numbers of a dynamic form's fields.
    let (number, options) = match &field.input {
        PreChatInput::Line => (1, no_options),
        PreChatInput::Lines => (2, no_options),
        PreChatInput::Dropdown(options) => (6, options.as_slice()),
        PreChatInput::Radio(options) => (7, options.as_slice()),
    };
    let options: Value = options
        .iter()
        .map(|option| json!({ "label": option.label.or_empty(language), "value": option.value.as_ref() }))
        .collect();
    json!({
        "name": field.name.or_empty(language),
        "value": field.key.as_ref(),
        "require": u8::from(field.required),
        "show": u8::from(field.shown),
        "fieldType": number,
        "options": options,
    })
}
