//! channelInfo: a channel's settings, flat, in the reader's language (Spec §3, Contract §4).

use actors_core::channel::look::{Color, ImagePath, Look};
use actors_core::channel::menu::{
    FaqEntry, FaqQuestion, FaqQuestions, PreChatField, PreChatInput, PreChatOption,
    QuickMenuAction, QuickMenuItem, SideBar,
};
use actors_core::channel::{
    ChannelConfig, GroupChoice, LeaveMessageKind, ReceiveMode, TransferOffers,
};
use actors_core::local_text::LocalText;
use actors_core::tenant::Group;
use serde::Serialize;
use serde_json::{Value, json};

use crate::wire::codes;

/// What channelInfo answers. Names and numbers are the specification's.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct ChannelInfo {
    pub tenant_id: String,
    pub channel_id: String,
    pub language: String,
    #[serde(flatten)]
    pub robot: RobotInfo,
    #[serde(flatten)]
    pub look: LookInfo,
    pub notice_mode: u8,
    pub notice_msg: String,
    pub history_hide_flag: u8,
    pub user_form_mode: u8,
    /// JSON inside a string.
    pub user_form_config: String,
    #[schema(value_type = Object)]
    pub chat_menu_config_plan: Value,
    pub faq: Faq,
    pub receive_mode: u8,
    pub msg_to_transfer_flag: u8,
    pub transfer_user_mode: u8,
    pub evaluate_mode: u8,
    pub leave_msg_mode: u8,
    pub leave_msg_type: u8,
    pub leave_msg_title: String,
    pub leave_msg_wo_type: String,
    pub comment_doc_mode: u8,
    pub image_button_flag: u8,
    pub video_button_flag: u8,
    pub file_button_flag: u8,
    pub side_bar_status: u8,
    pub side_bar_width: u16,
    /// JSON inside a string.
    pub side_bar_config: String,
    /// JSON inside a string.
    pub auto_tip: String,
    pub group_mode: u8,
    /// JSON inside a string.
    pub group_config: String,
    pub admin_welcome_mode: u8,
    pub admin_welcome_msg: String,
    pub user_queue_mode: u8,
    pub user_queue_msg: String,
    pub un_working_msg: String,
}

/// The channel's robot.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct RobotInfo {
    pub robot_no: String,
    pub robot_name: String,
    pub robot_welcome_msg: String,
    pub robot_icon: String,
    pub robot_answer_transfer_user_mode: u8,
    pub robot_guide_transfer_user_mode: u8,
    pub robot_unknown_transfer_user_mode: u8,
}

/// How the channel's pages look.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct LookInfo {
    pub main_color: String,
    pub cus_color: String,
    pub kit_bgcolor: String,
    pub kit_txcolor: String,
    pub main_width: u16,
    pub main_height: u16,
    pub background_image: String,
    pub navigation_bar_show_flag: u8,
    pub navigation_bar_color: String,
    pub title_desc: String,
    pub avatar: String,
}

/// The questions shown at the robot's greeting.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Faq {
    /// 1 where they are shown.
    pub show_type: u8,
    /// JSON inside a string.
    pub show_content: String,
}

impl ChannelInfo {
    /// The channel as a reader of this language sees it; `groups` are the tenant's.
    pub fn new(channel: &ChannelConfig, groups: &[Group], language: &str) -> Self {
        let in_language = |text: &LocalText| text.or_empty(language).to_owned();
        let optional =
            |text: &Option<LocalText>| text.as_ref().map(in_language).unwrap_or_default();
        let (leave_type, leave_template) = leave_message(channel);
        let (group_mode, group_config) = group_choice(channel, groups, language);
        Self {
            tenant_id: channel.tenant.to_string(),
            channel_id: channel.id.to_string(),
            language: channel.language.as_deref().unwrap_or_default().to_owned(),
            robot: RobotInfo::new(channel, language),
            look: LookInfo::new(&channel.look, language),
            notice_mode: channel.notice.is_some().into(),
            notice_msg: optional(&channel.notice),
            history_hide_flag: channel.hides_history.into(),
            user_form_mode: channel.pre_chat_form.is_some().into(),
            user_form_config: pre_chat_form(channel, language),
            chat_menu_config_plan: json!({ "menus": quick_menu(&channel.quick_menu, language) }),
            faq: Faq {
                show_type: channel.faq.shown.into(),
                show_content: list(&channel.faq.entries, |entry| faq_entry(entry, language)),
            },
            receive_mode: receive_mode(channel.receive_mode),
            msg_to_transfer_flag: channel.transfers_on_send.into(),
            transfer_user_mode: channel.offers_transfer.into(),
            evaluate_mode: channel.offers_evaluation.into(),
            leave_msg_mode: channel.leave_message.is_some().into(),
            leave_msg_type: leave_type,
            leave_msg_title: channel
                .leave_message
                .as_ref()
                .map(|leave| in_language(&leave.title))
                .unwrap_or_default(),
            leave_msg_wo_type: leave_template,
            comment_doc_mode: channel.takes_doc_feedback.into(),
            image_button_flag: channel.attachments.images.into(),
            video_button_flag: channel.attachments.videos.into(),
            file_button_flag: channel.attachments.files.into(),
            side_bar_status: channel.side_bar.is_some().into(),
            side_bar_width: channel.side_bar.as_ref().map_or(0, |bar| bar.width_px),
            side_bar_config: channel
                .side_bar
                .as_ref()
                .map_or_else(|| "{}".to_owned(), |bar| side_bar(bar, language)),
            auto_tip: auto_tips(channel, language),
            group_mode,
            group_config,
            admin_welcome_mode: channel.lines.agent_welcome.is_some().into(),
            admin_welcome_msg: optional(&channel.lines.agent_welcome),
            user_queue_mode: channel.lines.queue.is_some().into(),
            user_queue_msg: optional(&channel.lines.queue),
            un_working_msg: optional(&channel.lines.off_work),
        }
    }
}

impl RobotInfo {
    fn new(channel: &ChannelConfig, language: &str) -> Self {
        let in_language = |text: &LocalText| text.or_empty(language).to_owned();
        let robot = channel.robot.as_ref();
        let TransferOffers {
            answer,
            guide,
            unknown,
        } = robot.map(|robot| robot.offers).unwrap_or_default();
        Self {
            robot_no: robot
                .map(|robot| robot.number.to_string())
                .unwrap_or_default(),
            robot_name: robot
                .map(|robot| in_language(&robot.name))
                .unwrap_or_default(),
            robot_welcome_msg: robot
                .map(|robot| in_language(&robot.welcome))
                .unwrap_or_default(),
            robot_icon: image(robot.and_then(|robot| robot.icon.as_ref())),
            robot_answer_transfer_user_mode: codes::transfer_offer(answer),
            robot_guide_transfer_user_mode: codes::transfer_offer(guide),
            robot_unknown_transfer_user_mode: codes::transfer_offer(unknown),
        }
    }
}

impl LookInfo {
    fn new(look: &Look, language: &str) -> Self {
        let in_language = |text: &LocalText| text.or_empty(language).to_owned();
        Self {
            main_color: color(look.main_color.as_ref()),
            cus_color: color(look.visitor_color.as_ref()),
            kit_bgcolor: color(look.launcher_background.as_ref()),
            kit_txcolor: color(look.launcher_text.as_ref()),
            main_width: look.width_px,
            main_height: look.height_px,
            background_image: image(look.background.as_ref()),
            navigation_bar_show_flag: look.shows_header.into(),
            navigation_bar_color: color(look.header_color.as_ref()),
            title_desc: in_language(&look.title),
            avatar: image(look.avatar.as_ref()),
        }
    }
}

fn color(color: Option<&Color>) -> String {
    color.map(ToString::to_string).unwrap_or_default()
}

fn image(image: Option<&ImagePath>) -> String {
    image.map(ToString::to_string).unwrap_or_default()
}

fn list<T>(items: &[T], write: impl Fn(&T) -> Value) -> String {
    Value::Array(items.iter().map(write).collect()).to_string()
}

fn receive_mode(mode: ReceiveMode) -> u8 {
    match mode {
        ReceiveMode::RobotFirst => 0,
        ReceiveMode::AgentFirst => 1,
        ReceiveMode::RobotOnly => 2,
        ReceiveMode::AgentOnly => 3,
    }
}

fn leave_message(channel: &ChannelConfig) -> (u8, String) {
    match channel.leave_message.as_ref().map(|leave| &leave.kind) {
        Some(LeaveMessageKind::WorkOrder(template)) => (2, template.to_string()),
        Some(LeaveMessageKind::Message) | None => (1, String::new()),
    }
}

fn group_choice(channel: &ChannelConfig, groups: &[Group], language: &str) -> (u8, String) {
    let GroupChoice::Visitor(choice) = &channel.groups else {
        return (0, "[]".to_owned());
    };
    let named = list(choice, |id| {
        let name = groups
            .iter()
            .find(|group| group.id == *id)
            .map(|group| group.name.or_empty(language));
        json!({ "groupId": id.as_str(), "id": id.as_str(), "groupName": name.unwrap_or_default() })
    });
    (1, named)
}

fn quick_menu(items: &[QuickMenuItem], language: &str) -> Value {
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

fn faq_entry(entry: &FaqEntry, language: &str) -> Value {
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

fn auto_tips(channel: &ChannelConfig, language: &str) -> String {
    list(&channel.auto_tips, |tip| {
        let buttons: Value = tip
            .buttons
            .iter()
            .map(|name| json!({ "name": name.or_empty(language) }))
            .collect();
        json!({ "text": tip.text.or_empty(language), "btnList": buttons })
    })
}

fn side_bar(bar: &SideBar, language: &str) -> String {
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

fn pre_chat_form(channel: &ChannelConfig, language: &str) -> String {
    let fields = channel
        .pre_chat_form
        .as_ref()
        .map(|form| form.fields.as_slice())
        .unwrap_or_default();
    list(fields, |field| pre_chat_field(field, language))
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
