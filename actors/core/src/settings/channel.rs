//! A place where a tenant offers the chat, as its settings have been read and checked.
//!
//! The numbers and spellings of the written form are not here: `server` reads and writes them.

pub mod hours;
pub mod lines;
pub mod look;
pub mod menu;

use std::sync::Arc;

use crate::ids::{AgentId, ChannelId, GroupId, RobotNo, TemplateId, TenantId};
use crate::local_text::LocalText;
use crate::message::content::{ReplyKind, TransferOffer};
use crate::safe::TenantImage;
use crate::secret::Secret;
use crate::sensitive::SensitiveWords;
use crate::time::Span;

use hours::WorkingHours;
use lines::{AgentSilence, Lines, VisitorSilence};
use look::Look;
use menu::{AutoTip, FaqMenu, PreChatForm, QuickMenuAction, QuickMenuItem, SideBar};

/// A channel's settings (Protocol, 'Configuration' and 'Session states'). Shared by all its sessions and never changed in place.
#[derive(Debug, Clone, PartialEq)]
pub struct ChannelConfig {
    /// Whose channel.
    pub tenant: TenantId,
    /// Which channel.
    pub id: ChannelId,
    /// The language the channel speaks whatever the page asks for; none: the page's.
    pub language: Option<Box<str>>,
    /// The robot behind it; none on a channel of agents alone.
    pub robot: Option<ChannelRobot>,
    /// Who speaks to the visitor first (receiveMode).
    pub receive_mode: ReceiveMode,
    /// A visitor who is not yet with an agent and sends something is transferred first (msgToTransferFlag).
    pub transfers_on_send: bool,
    /// The visitor may ask for an agent by a menu entry (transferUserMode).
    pub offers_transfer: bool,
    /// The visitor may rate the service (evaluateMode).
    pub offers_evaluation: bool,
    /// The visitor may say whether an answer helped (commentDocMode).
    pub takes_doc_feedback: bool,
    /// The agent reads what the visitor types before it is sent; the tenant's (typingPreview).
    pub previews_typing: bool,
    /// Hosts besides this server whose pictures pages show; the tenant's (pictureHosts).
    pub picture_hosts: Arc<[Box<str>]>,
    /// Ways to ask for a person that the robot hears besides its own; the tenant's (personPhrases).
    pub person_phrases: Arc<[Box<str>]>,
    /// Older messages are not shown (historyHideFlag).
    pub hides_history: bool,
    /// What a visitor may send besides text while with an agent.
    pub attachments: Attachments,
    /// Which agents take the channel's visitors.
    pub groups: GroupChoice,
    /// When agents work; none: the tenant's hours, and always where it has none (Protocol, 'Working hours').
    pub hours: Option<Arc<WorkingHours>>,
    /// How long a page may be silent; the tenant's.
    pub absence: Absence,
    /// The sentences the tenant wrote for the moments of a session.
    pub lines: Lines,
    /// What happens when an agent leaves a visitor without an answer (adminTimeout…).
    pub agent_silence: Option<AgentSilence>,
    /// What happens when a visitor leaves an agent without an answer (userTimeout…).
    pub visitor_silence: Option<VisitorSilence>,
    /// Where an absent agent is replaced by a written message; none: nowhere (leaveMsgMode).
    pub leave_message: Option<LeaveMessage>,
    /// Colours, sizes and pictures.
    pub look: Look,
    /// Announcement that runs above the messages; none: no banner (noticeMode, noticeMsg).
    pub notice: Option<LocalText>,
    /// Questions shown at the robot's greeting.
    pub faq: FaqMenu,
    /// Buttons above the composer (chatMenuConfigPlan).
    pub quick_menu: Vec<QuickMenuItem>,
    /// What is shown to a visitor whose transfer waits for the first message (autoTip).
    pub auto_tips: Vec<AutoTip>,
    /// What stands beside the chat on desktops; none: nothing (sideBarStatus).
    pub side_bar: Option<SideBar>,
    /// What is asked before the chat; none: nothing (userFormMode).
    pub pre_chat_form: Option<PreChatForm>,
    /// Origins whose pages may frame the chat; empty: any (Protocol, 'Embedding', `allowedOrigins`).
    pub allowed_origins: Vec<Box<str>>,
    /// Key of the tenant's own visitor identities (Protocol, 'Visitor identity', `identitySecret`). Never leaves the server.
    pub identity_secret: Option<Secret>,
    /// Words that the tenant does not want to be said.
    pub sensitive_words: Arc<SensitiveWords>,
}

impl ChannelConfig {
    /// A channel with nothing set: no robot, all agents, no limits of time, every text the product's own.
    pub fn plain(tenant: TenantId, id: ChannelId) -> Self {
        ChannelConfig {
            tenant,
            id,
            language: None,
            robot: None,
            receive_mode: ReceiveMode::RobotFirst,
            transfers_on_send: false,
            offers_transfer: false,
            offers_evaluation: false,
            takes_doc_feedback: false,
            previews_typing: false,
            picture_hosts: Arc::default(),
            person_phrases: Arc::default(),
            hides_history: false,
            attachments: Attachments::default(),
            groups: GroupChoice::Channel(None),
            hours: None,
            absence: Absence::default(),
            lines: Lines::default(),
            agent_silence: None,
            visitor_silence: None,
            leave_message: None,
            look: Look::default(),
            notice: None,
            faq: FaqMenu::default(),
            quick_menu: Vec::new(),
            auto_tips: Vec::new(),
            side_bar: None,
            pre_chat_form: None,
            allowed_origins: Vec::new(),
            identity_secret: None,
            sensitive_words: Arc::default(),
        }
    }

    /// Whether a visitor may get an agent here: not where the robot is alone (receiveMode 2) and nothing offers one.
    pub fn offers_agents(&self) -> bool {
        let by_robot = self.robot.as_ref().is_some_and(|robot| {
            let TransferOffers {
                answer,
                guide,
                unknown,
                person: _,
            } = robot.offers;
            [answer, guide, unknown] != [TransferOffer::None; 3]
        });
        let mut menu = self.quick_menu.iter();
        self.receive_mode != ReceiveMode::RobotOnly
            || self.offers_transfer
            || by_robot
            || menu.any(|item| matches!(item.action, QuickMenuAction::Transfer))
    }

    /// When the robot's answers offer an agent: never where nobody may get one.
    pub fn offers(&self) -> TransferOffers {
        let offers = self.robot.as_ref().map(|robot| robot.offers);
        let offers = offers.unwrap_or_default();
        if self.offers_agents() {
            return offers;
        }
        TransferOffers {
            person: TransferOffer::None,
            ..offers
        }
    }

    /// The language this channel speaks to somebody whose page asks for `asked`.
    pub fn language_for<'a>(&'a self, asked: &'a str) -> &'a str {
        self.language.as_deref().unwrap_or(asked)
    }
}

/// The channel's robot, with the name and face it has there: the channel's own, else the robot's.
#[derive(Debug, Clone, PartialEq)]
pub struct ChannelRobot {
    /// Which robot.
    pub number: RobotNo,
    /// Name shown beside its messages (robotName).
    pub name: LocalText,
    /// Picture shown beside its messages (robotIcon).
    pub icon: Option<TenantImage>,
    /// Its greeting, the first line of a session (robotWelcomeMsg).
    pub welcome: LocalText,
    /// When its answers offer an agent (robotAnswer/Guide/UnknownTransferUserMode).
    pub offers: TransferOffers,
}

/// Whether an agent is offered, by how sure the robot was.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TransferOffers {
    /// With an answer.
    pub answer: TransferOffer,
    /// With a question back.
    pub guide: TransferOffer,
    /// With 'I do not know'.
    pub unknown: TransferOffer,
    /// To a visitor who asks for a person (askForPerson).
    pub person: TransferOffer,
}

impl TransferOffers {
    /// What goes with a reply of this kind.
    pub fn with(self, kind: ReplyKind) -> TransferOffer {
        match kind {
            ReplyKind::Answer => self.answer,
            ReplyKind::Guide => self.guide,
            ReplyKind::Unknown | ReplyKind::Lost => self.unknown,
            ReplyKind::Person => self.person,
            ReplyKind::Looking => TransferOffer::None,
        }
    }
}

/// Who receives the visitor (Protocol, 'receiveMode').
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReceiveMode {
    /// The robot, with its greeting and menu; agents on request.
    RobotFirst,
    /// An agent, at once or with the first message; the robot until then.
    AgentFirst,
    /// The robot alone.
    RobotOnly,
    /// Agents alone.
    AgentOnly,
}

/// What a visitor may send to an agent besides text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Attachments {
    /// Pictures (imageButtonFlag).
    pub images: bool,
    /// Films (videoButtonFlag).
    pub videos: bool,
    /// Pdf, office, text and zip files (fileButtonFlag).
    pub files: bool,
}

/// What a visitor's silence means (Protocol, 'Silence').
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absence {
    /// How long a page may not poll before the visitor counts as away.
    pub away_after: Span,
    /// How long a visitor who waits may not poll before they lose their place.
    pub leaves_line_after: Span,
}

impl Default for Absence {
    fn default() -> Self {
        Absence {
            away_after: Span::from_secs(60),
            leaves_line_after: Span::from_minutes(10),
        }
    }
}

/// Which agents take a channel's visitors (Protocol, 'transferAgent').
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupChoice {
    /// The channel decides: its own group, or all agents of the tenant (groupMode 0).
    Channel(Option<GroupId>),
    /// The visitor picks one of these (groupMode 1).
    Visitor(Vec<GroupId>),
}

/// Where a transfer request goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupPick {
    /// To any agent of the tenant.
    Anyone,
    /// To this group. Whether the tenant has it the router knows.
    Group(GroupId),
    /// To the group of the agent asked for, if it is one of these.
    AgentsOwn(Vec<GroupId>),
    /// Nowhere yet: the visitor has to name a group (400).
    MustChoose,
    /// Nowhere: the channel has no group at all (the no-agent message).
    NoGroup,
    /// Nowhere: the group named does not take this channel (result 4).
    NotHere,
}

impl GroupChoice {
    /// Decides where a request goes that named `asked`, or no group, and perhaps an agent.
    pub fn pick(&self, asked: Option<&GroupId>, agent: Option<&AgentId>) -> GroupPick {
        match (self, asked) {
            (GroupChoice::Channel(Some(own)), Some(asked)) if own != asked => GroupPick::NotHere,
            (GroupChoice::Channel(Some(own)), _) => GroupPick::Group(own.clone()),
            (GroupChoice::Channel(None), Some(asked)) => GroupPick::Group(asked.clone()),
            (GroupChoice::Channel(None), None) => GroupPick::Anyone,
            (GroupChoice::Visitor(groups), Some(asked)) if groups.contains(asked) => {
                GroupPick::Group(asked.clone())
            }
            (GroupChoice::Visitor(_), Some(_)) => GroupPick::NotHere,
            (GroupChoice::Visitor(groups), None) => match groups.as_slice() {
                [] => GroupPick::NoGroup,
                [only] => GroupPick::Group(only.clone()),
                several if agent.is_some() => GroupPick::AgentsOwn(several.to_vec()),
                _ => GroupPick::MustChoose,
            },
        }
    }
}

/// How a visitor writes when no agent is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveMessage {
    /// Rich text above the form, sanitised (leaveMsgTitle).
    pub title: LocalText,
    /// What becomes of it (leaveMsgType).
    pub kind: LeaveMessageKind,
}

/// What a written message becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeaveMessageKind {
    /// A plain record (1).
    Message,
    /// A work order made from this template (2, leaveMsgWoType).
    WorkOrder(TemplateId),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(id: &str) -> GroupId {
        GroupId::from(id)
    }

    #[test]
    fn a_channel_without_groups_takes_any_agent_or_the_group_asked_for() {
        let choice = GroupChoice::Channel(None);

        assert_eq!(choice.pick(None, None), GroupPick::Anyone);
        assert_eq!(
            choice.pick(Some(&group("sales")), None),
            GroupPick::Group(group("sales"))
        );
    }

    #[test]
    fn a_channel_with_a_group_of_its_own_takes_no_other() {
        let choice = GroupChoice::Channel(Some(group("sales")));

        assert_eq!(choice.pick(None, None), GroupPick::Group(group("sales")));
        assert_eq!(
            choice.pick(Some(&group("sales")), None),
            GroupPick::Group(group("sales"))
        );
        assert_eq!(
            choice.pick(Some(&group("support")), None),
            GroupPick::NotHere
        );
    }

    #[test]
    fn a_visitor_picks_one_of_several_groups_and_needs_not_pick_the_only_one() {
        let several = GroupChoice::Visitor(vec![group("sales"), group("support")]);
        let one = GroupChoice::Visitor(vec![group("sales")]);

        assert_eq!(several.pick(None, None), GroupPick::MustChoose);
        assert_eq!(
            several.pick(Some(&group("support")), None),
            GroupPick::Group(group("support"))
        );
        assert_eq!(
            several.pick(Some(&group("other")), None),
            GroupPick::NotHere
        );
        assert_eq!(one.pick(None, None), GroupPick::Group(group("sales")));
        assert_eq!(
            GroupChoice::Visitor(vec![]).pick(None, None),
            GroupPick::NoGroup
        );
    }

    #[test]
    fn the_offer_of_an_agent_follows_how_sure_the_robot_was() {
        let offers = TransferOffers {
            guide: TransferOffer::Button,
            unknown: TransferOffer::Automatic,
            ..TransferOffers::default()
        };

        assert_eq!(offers.with(ReplyKind::Answer), TransferOffer::None);
        assert_eq!(offers.with(ReplyKind::Guide), TransferOffer::Button);
        assert_eq!(offers.with(ReplyKind::Unknown), TransferOffer::Automatic);
    }

    #[test]
    fn a_secret_is_not_printed() {
        assert_eq!(format!("{:?}", Secret::new("hunter2")), "Secret(…)");
    }
}
