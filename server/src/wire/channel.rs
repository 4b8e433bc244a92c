//! channelInfo: a channel's settings, flat, in the reader's language (Protocol, 'Configuration').

mod menus;

use actors_core::channel::look::Look;
use actors_core::channel::{ChannelConfig, GroupChoice, LeaveMessageKind, ReceiveMode};
use actors_core::local_text::LocalText;
use actors_core::safe::Color;
use actors_core::safe::TenantImage;
use actors_core::tenant::Group;
use actors_core::time::Span;
use menus::{MenuPlan, PreChatEntry, auto_tips, faq_entry, pre_chat_form, quick_menu, side_bar};
use serde::Serialize;
use serde_json::{Value, json};
use std::time::Duration;

use crate::wire::codes;

/// The response of channelInfo. Names and numbers are those of docs/protocol.md, 'Configuration'.
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
    pub user_form: UserForm,
    /// The id of the plan.
    pub chat_menu_config_list: Vec<MenuPlanName>,
    pub chat_menu_config_plan: MenuPlan,
    /// The plan again, under another name.
    pub chat_menu_config_obj: MenuPlan,
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
    /// 1 if agents read what visitors type before it is sent.
    pub typing_preview: u8,
    /// Hosts, besides this server, whose pictures are shown.
    pub picture_hosts: Vec<String>,
    pub side_bar_status: u8,
    pub side_bar_width: u16,
    /// JSON inside a string.
    pub side_bar_config: String,
    /// JSON inside a string.
    pub auto_tip: String,
    pub group_mode: u8,
    /// JSON inside a string.
    pub group_config: String,
    #[serde(flatten)]
    pub lines: LinesInfo,
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

/// The channel's sentences during a session, and the minutes of silence before some of them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct LinesInfo {
    pub admin_welcome_mode: u8,
    pub admin_welcome_msg: String,
    pub admin_offline_mode: u8,
    pub admin_offline_msg: String,
    pub admin_close_mode: u8,
    pub admin_close_msg: String,
    pub admin_timeout_mode: u8,
    /// Minutes.
    pub admin_timeout_time: f64,
    pub admin_timeout_msg: String,
    pub user_timeout_mode: u8,
    /// Minutes.
    pub user_timeout_time: f64,
    pub user_timeout_msg: String,
    pub user_over_msg: String,
    pub user_queue_mode: u8,
    pub user_queue_msg: String,
    pub un_working_msg: String,
}

/// The form before the chat.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserForm {
    /// Its title.
    pub form_title: String,
    /// Its fields, as in `userFormConfig`.
    pub form_list: Vec<PreChatEntry>,
}

/// The id of a plan of buttons.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MenuPlanName {
    /// The channel's id, because each channel has its own plan.
    pub id: String,
}

/// The questions shown with the robot's greeting.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Faq {
    /// 1 if they are shown.
    pub show_type: u8,
    /// JSON inside a string.
    pub show_content: String,
}

impl ChannelInfo {
    /// The channel in a reader's language. `groups` are the tenant's.
    pub fn new(channel: &ChannelConfig, groups: &[Group], language: &str) -> Self {
        let (leave_type, leave_template) = leave_message(channel);
        let (group_mode, group_config) = group_choice(channel, groups, language);
        let plan = quick_menu(&channel.quick_menu, language);
        let form = pre_chat_form(channel, language);
        let title = channel.pre_chat_form.as_ref().map(|form| &form.title);
        let leave = channel.leave_message.as_ref();
        Self {
            tenant_id: channel.tenant.to_string(),
            channel_id: channel.id.to_string(),
            language: channel.language.as_deref().unwrap_or_default().to_owned(),
            robot: RobotInfo::new(channel, language),
            look: LookInfo::new(&channel.look, language),
            notice_mode: channel.notice.is_some().into(),
            notice_msg: text(channel.notice.as_ref(), language),
            history_hide_flag: channel.hides_history.into(),
            user_form_mode: channel.pre_chat_form.is_some().into(),
            user_form_config: serde_json::to_string(&form).unwrap_or_default(),
            user_form: UserForm {
                form_title: text(title, language),
                form_list: form,
            },
            chat_menu_config_list: vec![MenuPlanName {
                id: channel.id.to_string(),
            }],
            chat_menu_config_obj: plan.clone(),
            chat_menu_config_plan: plan,
            faq: Faq {
                show_type: channel.faq.shown.into(),
                show_content: list(&channel.faq.entries, |entry| faq_entry(entry, language)),
            },
            receive_mode: receive_mode(channel.receive_mode),
            msg_to_transfer_flag: channel.transfers_on_send.into(),
            transfer_user_mode: channel.offers_transfer.into(),
            evaluate_mode: channel.offers_evaluation.into(),
            leave_msg_mode: leave.is_some().into(),
            leave_msg_type: leave_type,
            leave_msg_title: text(leave.map(|leave| &leave.title), language),
            leave_msg_wo_type: leave_template,
            comment_doc_mode: channel.takes_doc_feedback.into(),
            image_button_flag: channel.attachments.images.into(),
            video_button_flag: channel.attachments.videos.into(),
            file_button_flag: channel.attachments.files.into(),
            typing_preview: channel.previews_typing.into(),
            picture_hosts: channel
                .picture_hosts
                .iter()
                .map(ToString::to_string)
                .collect(),
            side_bar_status: channel.side_bar.is_some().into(),
            side_bar_width: channel.side_bar.as_ref().map_or(0, |bar| bar.width_px),
            side_bar_config: channel
                .side_bar
                .as_ref()
                .map_or_else(|| "{}".to_owned(), |bar| side_bar(bar, language)),
            auto_tip: auto_tips(channel, language),
            group_mode,
            group_config,
            lines: LinesInfo::new(channel, language),
        }
    }
}

impl LinesInfo {
    fn new(channel: &ChannelConfig, language: &str) -> Self {
        let lines = &channel.lines;
        let agent = channel.agent_silence.as_ref();
        let visitor = channel.visitor_silence.as_ref();
        Self {
            admin_welcome_mode: lines.agent_welcome.is_some().into(),
            admin_welcome_msg: text(lines.agent_welcome.as_ref(), language),
            admin_offline_mode: lines.agent_offline.is_some().into(),
            admin_offline_msg: text(lines.agent_offline.as_ref(), language),
            admin_close_mode: lines.agent_close.is_some().into(),
            admin_close_msg: text(lines.agent_close.as_ref(), language),
            admin_timeout_mode: agent.is_some().into(),
            admin_timeout_time: agent.map_or(0.0, |rule| minutes(rule.after)),
            admin_timeout_msg: text(agent.map(|rule| &rule.line), language),
            user_timeout_mode: visitor.is_some().into(),
            user_timeout_time: visitor.map_or(0.0, |rule| minutes(rule.after)),
            user_timeout_msg: text(visitor.map(|rule| &rule.reminder), language),
            user_over_msg: text(visitor.and_then(|rule| rule.farewell.as_ref()), language),
            user_queue_mode: lines.queue.is_some().into(),
            user_queue_msg: text(lines.queue.as_ref(), language),
            un_working_msg: text(lines.off_work.as_ref(), language),
        }
    }
}

impl RobotInfo {
    fn new(channel: &ChannelConfig, language: &str) -> Self {
        let robot = channel.robot.as_ref();
        let offers = robot.map(|robot| robot.offers).unwrap_or_default();
        Self {
            robot_no: robot
                .map(|robot| robot.number.to_string())
                .unwrap_or_default(),
            robot_name: text(robot.map(|robot| &robot.name), language),
            robot_welcome_msg: text(robot.map(|robot| &robot.welcome), language),
            robot_icon: image(robot.and_then(|robot| robot.icon.as_ref())),
            robot_answer_transfer_user_mode: codes::transfer_offer(offers.answer),
            robot_guide_transfer_user_mode: codes::transfer_offer(offers.guide),
            robot_unknown_transfer_user_mode: codes::transfer_offer(offers.unknown),
        }
    }
}

impl LookInfo {
    fn new(look: &Look, language: &str) -> Self {
        Self {
            main_color: color(look.main_color.as_ref()),
            cus_color: color(look.visitor_color.as_ref()),
            kit_bgcolor: color(look.kit_background.as_ref()),
            kit_txcolor: color(look.kit_text.as_ref()),
            main_width: look.width_px,
            main_height: look.height_px,
            background_image: image(look.background.as_ref()),
            navigation_bar_show_flag: look.shows_header.into(),
            navigation_bar_color: color(look.header_color.as_ref()),
            title_desc: look.title.or_empty(language).to_owned(),
            avatar: image(look.avatar.as_ref()),
        }
    }
}

/// The text in this language; empty if there is none.
fn text(text: Option<&LocalText>, language: &str) -> String {
    let text = text.map(|text| text.or_empty(language));
    text.unwrap_or_default().to_owned()
}

fn color(color: Option<&Color>) -> String {
    color.map(ToString::to_string).unwrap_or_default()
}

fn image(image: Option<&TenantImage>) -> String {
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

/// A span in minutes, the unit of silence on pages.
fn minutes(span: Span) -> f64 {
    // A day in milliseconds is far below the precision limit of f64.
    Duration::from_millis(span.as_millis()).as_secs_f64() / 60.0
}
