//! A channel: a place where a tenant offers the chat. Its settings are read and checked.
//!
//! The numbers and spellings of the settings files are not here but in `server`.

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

/// A channel's settings (Protocol, 'Configuration' and 'Session states'). Shared by all its sessions and immutable.
#[derive(Debug, Clone, PartialEq)]
pub struct ChannelConfig {
    /// The tenant.
    pub tenant: TenantId,
    /// The channel's id.
    pub id: ChannelId,
    /// The language the channel always speaks; `None`: the language that the page asks for.
    pub language: Option<Box<str>>,
    /// The channel's robot; `None` on a channel with agents only.
    pub robot: Option<ChannelRobot>,
    /// Who receives the visitor (receiveMode).
    pub receive_mode: ReceiveMode,
    /// Whether the first message of a visitor without an agent transfers them (msgToTransferFlag).
    pub transfers_on_send: bool,
    /// Whether a menu entry lets the visitor ask for an agent (transferUserMode).
    pub offers_transfer: bool,
    /// Whether the visitor may rate the service (evaluateMode).
    pub offers_evaluation: bool,
    /// Whether the visitor may give feedback on an answer (commentDocMode).
    pub takes_doc_feedback: bool,
    /// Whether the agent sees what the visitor types before it is sent; the tenant's setting (typingPreview).
    pub previews_typing: bool,
    /// Hosts besides this server whose pictures pages show; the tenant's setting (pictureHosts).
    pub picture_hosts: Arc<[Box<str>]>,
    /// More phrases that the robot recognizes as a wish for an agent; the tenant's setting (personPhrases).
    pub person_phrases: Arc<[Box<str>]>,
    /// Whether older messages are hidden (historyHideFlag).
    pub hides_history: bool,
    /// What a visitor with an agent may send besides text.
    pub attachments: Attachments,
    /// Which agents serve the channel's visitors.
    pub groups: GroupChoice,
    /// When agents work; `None`: the tenant's hours, or always if it has none (Protocol, 'Working hours').
    pub hours: Option<Arc<WorkingHours>>,
    /// How long a page may be silent; the tenant's setting.
    pub absence: Absence,
    /// The tenant's own sentences for the moments of a session.
    pub lines: Lines,
    /// What happens if an agent does not answer a visitor (adminTimeout…).
    pub agent_silence: Option<AgentSilence>,
    /// What happens if a visitor does not answer an agent (userTimeout…).
    pub visitor_silence: Option<VisitorSilence>,
    /// How long after their page's last poll a visitor gets a mail about what they have not read; `None`: they get
    /// none. The tenant's setting.
    pub mails_after: Option<Span>,
    /// How visitors leave a message when no agent is online; `None`: they cannot (leaveMsgMode).
    pub leave_message: Option<LeaveMessage>,
    /// Colours, sizes and pictures.
    pub look: Look,
    /// A running announcement above the messages; `None`: no banner (noticeMode, noticeMsg).
    pub notice: Option<LocalText>,
    /// Questions shown with the robot's greeting.
    pub faq: FaqMenu,
    /// Buttons above the composer (chatMenuConfigPlan).
    pub quick_menu: Vec<QuickMenuItem>,
    /// Tips for a visitor whose transfer waits for the first message (autoTip).
    pub auto_tips: Vec<AutoTip>,
    /// The side bar on desktops; `None`: there is none (sideBarStatus).
    pub side_bar: Option<SideBar>,
    /// The form before the chat; `None`: there is none (userFormMode).
    pub pre_chat_form: Option<PreChatForm>,
    /// Origins that may embed the chat in a frame; empty: any (Protocol, 'Embedding', `allowedOrigins`).
    pub allowed_origins: Vec<Box<str>>,
    /// The key of the tenant's own visitor identities (Protocol, 'Visitor identity', `identitySecret`). Never leaves
    /// the server.
    pub identity_secret: Option<Secret>,
    /// Words that the tenant masks or flags.
    pub sensitive_words: Arc<SensitiveWords>,
}

impl ChannelConfig {
    /// A channel without settings: no robot, all agents, no time limits, only the product's own texts.
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
            mails_after: None,
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

    /// Whether a visitor can get an agent here. They cannot if the robot is alone (receiveMode 2) and nothing offers an
    /// agent.
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

    /// When the robot's answers offer an agent. To a visitor who asks for one, never if the channel offers none.
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

    /// The channel's language for a visitor whose page asks for `asked`.
    pub fn language_for<'a>(&'a self, asked: &'a str) -> &'a str {
        self.language.as_deref().unwrap_or(asked)
    }
}

/// The channel's robot. Its name and face are the channel's own, or else the robot's.
#[derive(Debug, Clone, PartialEq)]
pub struct ChannelRobot {
    /// The robot's number.
    pub number: RobotNo,
    /// The name beside its messages (robotName).
    pub name: LocalText,
    /// The picture beside its messages (robotIcon).
    pub icon: Option<TenantImage>,
    /// Its greeting, the first line of a session (robotWelcomeMsg).
    pub welcome: LocalText,
    /// When its answers offer an agent (robotAnswer/Guide/UnknownTransferUserMode).
    pub offers: TransferOffers,
}

/// Whether an agent is offered, for each kind of reply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TransferOffers {
    /// With an answer.
    pub answer: TransferOffer,
    /// With a clarifying question.
    pub guide: TransferOffer,
    /// With 'I do not know'.
    pub unknown: TransferOffer,
    /// To a visitor who asks for a person (askForPerson).
    pub person: TransferOffer,
}

impl TransferOffers {
    /// The offer that goes with a reply of this kind.
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
    /// The robot, with its greeting and menu; an agent on request.
    RobotFirst,
    /// An agent, at once or with the first message; the robot until an agent comes.
    AgentFirst,
    /// Only the robot.
    RobotOnly,
    /// Only agents.
    AgentOnly,
}

/// What a visitor may send to an agent besides text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Attachments {
    /// Pictures (imageButtonFlag).
    pub images: bool,
    /// Videos (videoButtonFlag).
    pub videos: bool,
    /// PDF, office, text and zip files (fileButtonFlag).
    pub files: bool,
}

/// The limits of a visitor's silence (Protocol, 'Silence').
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absence {
    /// How long a page may go without a poll before the visitor counts as away.
    pub away_after: Span,
    /// How long a waiting visitor's page may go without a poll before they lose their place.
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

/// Which agents serve a channel's visitors (Protocol, 'transferAgent').
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupChoice {
    /// The channel's choice: its own group, or all agents of the tenant (groupMode 0).
    Channel(Option<GroupId>),
    /// The visitor picks one of these (groupMode 1).
    Visitor(Vec<GroupId>),
}

/// The destination of a transfer request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupPick {
    /// Any agent of the tenant.
    Anyone,
    /// This group. The router checks that the tenant has it.
    Group(GroupId),
    /// The group of the requested agent, if it is one of these.
    AgentsOwn(Vec<GroupId>),
    /// None yet: the visitor must name a group (400).
    MustChoose,
    /// None: the channel has no group (the no-agent message).
    NoGroup,
    /// None: the named group does not serve this channel (result 4).
    NotHere,
}

impl GroupChoice {
    /// Decides the destination of a request that may name a group and an agent.
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

/// How a visitor leaves a message when no agent is online.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveMessage {
    /// Rich text above the form, sanitised (leaveMsgTitle).
    pub title: LocalText,
    /// What the message becomes (leaveMsgType).
    pub kind: LeaveMessageKind,
}

/// What a left message becomes.
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
    fn a_channel_without_a_group_uses_any_agent_or_the_requested_group() {
        let choice = GroupChoice::Channel(None);

        assert_eq!(choice.pick(None, None), GroupPick::Anyone);
        assert_eq!(
            choice.pick(Some(&group("sales")), None),
            GroupPick::Group(group("sales"))
        );
    }

    #[test]
    fn a_channel_with_its_own_group_refuses_other_groups() {
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
    fn a_visitor_must_pick_a_group_only_if_there_are_several() {
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
    fn the_offer_of_an_agent_depends_on_the_kind_of_reply() {
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
