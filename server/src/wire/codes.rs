//! The numbers of the wire (Protocol, 'Events' and 'Message kinds').

use actors_core::event::Closing;
use actors_core::message::Sender;
use actors_core::message::content::{Content, ReplyKind, TransferOffer};
use actors_core::routing::{Availability, Rank, SeatStatus};
use actors_core::session::commands::transfer::Transferred;
use actors_core::session::phase::Status;

/// The event numbers of a poll (Protocol, 'Events').
pub mod event {
    /// An agent took over.
    pub const AGENT_CONNECTED: u16 = 1200;
    /// A message was sent.
    pub const MESSAGE: u16 = 1201;
    /// The session ended, or another page was opened.
    pub const SESSION_CLOSED: u16 = 1202;
    /// The visitor is asked to rate.
    pub const EVALUATION_INVITED: u16 = 1203;
    /// The agent is typing.
    pub const AGENT_TYPING: u16 = 1204;
    /// A message was recalled.
    pub const MESSAGE_RECALLED: u16 = 1205;
    /// A message has changed. Without a message, a line that this reader may not see.
    pub const MESSAGE_AMENDED: u16 = 1206;
    /// News about a call.
    pub const CALL: u16 = 1207;
    /// The agent declined a call.
    pub const ERROR: u16 = 1208;
}

/// Protocol, 'Kinds of content', msgType.
pub mod message_type {
    /// Plain text.
    pub const TEXT: u8 = 1;
    /// A picture.
    pub const IMAGE: u8 = 2;
    /// A product card; also 'card' and 'json'.
    pub const CARD: u8 = 3;
    /// A file.
    pub const FILE: u8 = 4;
    /// A sound.
    pub const AUDIO: u8 = 5;
    /// A film.
    pub const VIDEO: u8 = 6;
    /// Goods.
    pub const GOODS: u8 = 7;
    /// An order.
    pub const ORDER: u8 = 8;
    /// A link with a picture.
    pub const LINK: u8 = 9;
    /// A form, or the answers to one.
    pub const FORM: u8 = 10;
    /// A form for a service of the tenant's.
    pub const INTERFACE_FORM: u8 = 11;
    /// Rich text.
    pub const RICH_TEXT: u8 = 12;
    /// A menu of questions.
    pub const MENU: u8 = 99;
}

/// The outType for a page that another page replaced (Protocol, 'Events').
pub const OPENED_ELSEWHERE: u8 = 3;

/// The outType of a session's end.
pub fn out_type(closing: Closing) -> u8 {
    match closing {
        Closing::VisitorTimeout => 1,
        Closing::AgentClosed => 2,
        // Protocol, 'Events': 'other chat over'.
        Closing::ChatOver => 4,
    }
}

/// The msgType of a content.
pub fn msg_type(content: &Content) -> u8 {
    match content {
        Content::Text(_) | Content::Line(_) => message_type::TEXT,
        Content::Image(_) => message_type::IMAGE,
        Content::File(_) => message_type::FILE,
        Content::Video(_) => message_type::VIDEO,
        Content::RichText(_) | Content::Robot(_) => message_type::RICH_TEXT,
        Content::Audio(_) => message_type::AUDIO,
        Content::Card(_) => message_type::CARD,
        Content::Goods(_) => message_type::GOODS,
        Content::Order(_) => message_type::ORDER,
        Content::Link(_) => message_type::LINK,
        Content::Form(_) | Content::FilledForm(_) => message_type::FORM,
        Content::InterfaceForm(_) => message_type::INTERFACE_FORM,
        Content::Menu(_) => message_type::MENU,
        Content::Note(_) => message_type::TEXT,
    }
}

/// senderType.
pub fn sender_type(sender: &Sender) -> u8 {
    match sender {
        Sender::Visitor => VISITOR,
        Sender::Agent(_) => AGENT,
        Sender::Robot => ROBOT,
        Sender::System => SYSTEM,
    }
}

/// The senderType of a visitor.
pub const VISITOR: u8 = 1;

/// The senderType of an agent.
pub const AGENT: u8 = 2;

/// The senderType of a robot.
pub const ROBOT: u8 = 3;

/// The senderType of a notice.
pub const SYSTEM: u8 = 4;

/// The status of a session, in chatStart and getEventMsg.
pub fn status(status: Status) -> u8 {
    match status {
        Status::Ended => 0,
        Status::Robot => 1,
        Status::Manual => 2,
        Status::Queued => 3,
    }
}

/// The status of a transfer.
pub fn transfer_status(transferred: &Transferred) -> u8 {
    match transferred {
        Transferred::NoAgent => 1,
        Transferred::Connected(_) => 2,
        Transferred::Queued => 3,
        Transferred::Failed => 4,
        Transferred::OffWork => 5,
    }
}

/// answerType.
pub fn answer_type(kind: ReplyKind) -> u8 {
    match kind {
        ReplyKind::Answer | ReplyKind::Looking | ReplyKind::Person => 1,
        ReplyKind::Guide => 2,
        ReplyKind::Unknown | ReplyKind::Lost => 3,
    }
}

/// showTransferBtn.
pub fn transfer_offer(offer: TransferOffer) -> u8 {
    match offer {
        TransferOffer::None => 0,
        TransferOffer::Button => 1,
        TransferOffer::Automatic => 2,
    }
}

/// priority.
pub fn priority(rank: Rank) -> u8 {
    match rank {
        Rank::Usual => 0,
        Rank::Ahead => 1,
    }
}

/// An agent's status, as the agent and the desk see it (Protocol, 'Seat').
pub fn seat_status(status: SeatStatus) -> &'static str {
    match status {
        SeatStatus::Online => "online",
        SeatStatus::Busy => "busy",
        SeatStatus::Away => "away",
        SeatStatus::Offline => "offline",
    }
}

/// The availability that an agent may set.
pub fn availability(word: &str) -> Option<Availability> {
    match word {
        "online" => Some(Availability::Online),
        "busy" => Some(Availability::Busy),
        "offline" => Some(Availability::Offline),
        _ => None,
    }
}
