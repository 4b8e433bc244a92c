//! The conversation of the golden histories and events.

use actors_core::agent_card::AgentCard;
use actors_core::channel::{ChannelConfig, ChannelRobot, TransferOffers};
use actors_core::event::Entry;
use actors_core::event::Event;
use actors_core::ids::{Language, VisitorId};
use actors_core::message::content::{
    Content, File, Line, LineKey, ReplyKind, RobotReply, TransferOffer,
};
use actors_core::message::{Message, Sender};
use actors_core::safe::TenantImage;
use actors_core::time::Timestamp;
use server::system_texts::Sentences;
use server::wire::message::{Eyes, Reader};
use std::sync::{Arc, LazyLock};

pub fn sentences() -> Sentences {
    Sentences::load().unwrap()
}

pub fn channel() -> ChannelConfig {
    let mut channel = ChannelConfig::plain("demo".into(), "demo".into());
    channel.robot = Some(ChannelRobot {
        number: "fern".into(),
        name: "Fern".into(),
        icon: None::<TenantImage>,
        welcome: "Hello!".into(),
        offers: TransferOffers::default(),
    });
    channel
}

pub fn at(millis: i64, event: Event) -> Entry {
    Entry {
        at: Timestamp::from_millis(1_790_000_000_000 + millis),
        event,
    }
}

pub fn said(sender: Sender, content: Content, id: Option<&str>, recalled: bool) -> Event {
    let message = Message {
        client_id: id.map(Into::into),
        ..Message::new(sender, content)
    };
    Event::Message(message.with_attributes(|attributes| attributes.recalled = recalled))
}

pub fn mia() -> Sender {
    Sender::Agent(Arc::new(AgentCard {
        agent: "mia".into(),
        nick: "Mia".into(),
        face: "/demo/faces/mia.svg".into(),
    }))
}

pub fn shelf() -> Content {
    Content::Image(Box::new(File {
        url: "/api/files/4c1d0b7a9e3f4d52a1b6c8e0f7d92b35.png".into(),
        name: "shelf.png".into(),
        bytes: 20_481,
        pixels: Some((640, 480)),
    }))
}

pub fn reply() -> RobotReply {
    RobotReply {
        kind: ReplyKind::Answer,
        text: "Orders leave our warehouse within one working day.".into(),
        doc: Some("shipping-time".into()),
        suggestions: Vec::new(),
        offer: TransferOffer::None,
        parts: None,
    }
}

/// The conversation of the golden files, up to the picture.
pub fn conversation() -> Vec<Entry> {
    let welcome = "Hello! Ask me about delivery, returns or your order.";
    let no_agent = Line {
        key: LineKey::NoAgentOnline,
        params: Default::default(),
    };
    vec![
        at(
            1,
            said(
                Sender::Robot,
                Content::RichText(welcome.into()),
                None,
                false,
            ),
        ),
        at(
            2,
            said(
                Sender::Visitor,
                Content::Text("How fast do you ship?".into()),
                Some("c-11aa"),
                false,
            ),
        ),
        at(
            3,
            said(
                Sender::Robot,
                Content::Robot(Box::new(reply())),
                None,
                false,
            ),
        ),
        at(
            4,
            said(
                Sender::System,
                Content::Line(Box::new(no_agent)),
                None,
                false,
            ),
        ),
        at(
            5,
            said(
                Sender::Visitor,
                Content::Text("Where is my order?".into()),
                Some("c-7d0e"),
                false,
            ),
        ),
        at(
            6,
            said(
                mia(),
                Content::Text("Hello, how can I help?".into()),
                None,
                true,
            ),
        ),
        at(7, said(mia(), shelf(), None, false)),
    ]
}

/// The name that the visitor gave.
pub static NAME: LazyLock<Arc<str>> = LazyLock::new(|| "Ann".into());

pub fn reader<'a>(
    visitor: &'a VisitorId,
    channel: &'a ChannelConfig,
    sentences: &'a Sentences,
) -> Reader<'a> {
    let language = Language::parse("en").unwrap();
    Reader {
        visitor,
        name: Some(&NAME),
        channel: Some(channel),
        language,
        sentences,
        eyes: Eyes::Visitor,
    }
}
