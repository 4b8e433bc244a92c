//! Commands and news of visitors, agents and the router, for the stories.

use crate::story::Kept;
use actors_core::agent_card::AgentCard;
use actors_core::channel::ChannelConfig;
use actors_core::evaluation::EvaluationConfig;
use actors_core::ids::{
    AgentId, ClientId, GroupId, Language, LinePlace, MessageId, PollId, Seq, Ticket,
};
use actors_core::message::Content;
use actors_core::message::content::{File, ReplyKind, RobotReply, TransferOffer};
use actors_core::rating::{Occasion, Rating, Subject};
use actors_core::routing::{Assignment, HandedOver, InLine, RouterNews, RouterRefusal, Terms};
use actors_core::session::commands::ask_robot::AskRobot;
use actors_core::session::commands::evaluate::Evaluate;
use actors_core::session::commands::from_agent::{
    AgentEnds, AgentInvitesEvaluation, AgentReads, AgentRecalls, AgentSays, AgentTypes,
};
use actors_core::session::commands::from_shop::ShopSays;
use actors_core::session::commands::poll::{Poll, Since};
use actors_core::session::commands::send_message::SendMessage;
use actors_core::session::commands::start::Start;
use actors_core::session::commands::transfer::{OfficeHours, Transfer};
use actors_core::session::details::Details;
use actors_core::tenant::Reach;
use actors_core::time::Span;
use std::sync::Arc;

pub fn start(page: &str, channel: &Arc<ChannelConfig>) -> Start {
    Start {
        page: PollId::from(page),
        channel: channel.clone(),
        language: Language::parse("en").unwrap(),
        details: Details::default(),
        vouched: None,
        vouched_anew: None,
    }
}

pub fn poll(ticket: u64, page: &str, since: Since, wait_secs: u64) -> Poll {
    Poll {
        ticket: Ticket(ticket),
        page: PollId::from(page),
        since,
        wait: Span::from_secs(wait_secs),
    }
}

pub fn from_line(seq: u64) -> Since {
    Since::Cursor(Seq(seq))
}

pub fn send(id: &str, text: &str) -> SendMessage {
    SendMessage {
        client_id: Some(ClientId::from(id)),
        content: Content::Text(text.into()),
    }
}

pub fn picture() -> Content {
    Content::Image(Box::new(File {
        url: "/api/files/4c1d.png".into(),
        name: "shelf.png".into(),
        bytes: 20_481,
        pixels: Some((640, 480)),
    }))
}

pub fn ask(ticket: u64, id: &str, question: &str) -> AskRobot {
    AskRobot {
        brief: None,
        flow: None,
        ticket: Ticket(ticket),
        client_id: Some(ClientId::from(id)),
        question: question.into(),
        reply: RobotReply {
            kind: ReplyKind::Answer,
            text: format!("About {question}").into(),
            doc: None,
            suggestions: Vec::new(),
            offer: TransferOffer::None,
            parts: None,
        },
    }
}

pub fn transfer(ticket: u64) -> Transfer {
    Transfer {
        ticket: Ticket(ticket),
        group: Some(GroupId::from("sales")),
        agent: None,
        hours: OfficeHours::Open,
    }
}

pub fn card(agent: &str) -> AgentCard {
    AgentCard {
        agent: AgentId::from(agent),
        nick: agent.to_uppercase().into(),
        face: "".into(),
    }
}

pub fn assigned(agent: &str) -> RouterNews {
    RouterNews::Assigned {
        agent: card(agent),
        group: GroupId::from("sales"),
        terms: Box::new(Terms::plain(LinePlace(70))),
    }
}

/// The agent must open the conversation within 30 s and answer within 60 s.
pub fn assigned_with_times(agent: &str) -> RouterNews {
    RouterNews::Assigned {
        agent: card(agent),
        group: GroupId::from("sales"),
        terms: Box::new(Terms {
            accept_within: Some(Span::from_secs(30)),
            answer_within: Some(Span::from_secs(60)),
            ..Terms::plain(LinePlace(70))
        }),
    }
}

/// A place in the line of sales.
pub fn in_line(place: i64, position: u32) -> InLine {
    InLine {
        group: GroupId::from("sales"),
        place: LinePlace(place),
        position,
        number: None,
    }
}

pub fn waiting_at(position: u32) -> RouterNews {
    RouterNews::Waiting(in_line(70, position))
}

pub fn no_agent() -> RouterNews {
    RouterNews::Refused(RouterRefusal::NoAgent)
}

pub fn away(agent: &str) -> RouterNews {
    RouterNews::AgentAway(AgentId::from(agent))
}

pub fn gone(agent: &str) -> RouterNews {
    RouterNews::AgentGone(AgentId::from(agent))
}

pub fn says(agent: &str, id: &str, text: &str) -> AgentSays {
    AgentSays {
        agent: card(agent).into(),
        client_id: Some(ClientId::from(id)),
        content: Content::Text(text.into()),
        quotes: None,
    }
}

pub fn shop_says(id: &str, text: &str) -> ShopSays {
    ShopSays {
        author: card("@key:1").into(),
        client_id: Some(ClientId::from(id)),
        content: Content::Text(text.into()),
    }
}

pub fn recalls(agent: &str, message: MessageId, kept: &Kept) -> AgentRecalls {
    AgentRecalls {
        agent: AgentId::from(agent),
        message,
        line: kept.lines.get(&(message.session, message.seq)).cloned(),
    }
}

pub fn types(agent: &str) -> AgentTypes {
    AgentTypes {
        agent: AgentId::from(agent),
    }
}

pub fn ends(agent: &str) -> AgentEnds {
    AgentEnds {
        agent: AgentId::from(agent),
        reach: Reach::Own,
    }
}

/// A supervisor ends another agent's conversation.
pub fn closes_for_others(agent: &str) -> AgentEnds {
    AgentEnds {
        reach: Reach::Tenant,
        ..ends(agent)
    }
}

/// A hand-over to an agent, or to the head of a line.
pub fn handed_over(by: &str, to: Option<&str>) -> RouterNews {
    handed_over_with(by, to, None)
}

/// The same with a note for the next agent.
pub fn handed_over_with(by: &str, to: Option<&str>, note: Option<&str>) -> RouterNews {
    let group = GroupId::from("sales");
    let to = match to {
        Some(agent) => Assignment::With {
            agent: card(agent),
            group,
            terms: Box::new(Terms::plain(LinePlace(70))),
        },
        None => Assignment::Waiting(in_line(-7, 1)),
    };
    RouterNews::HandedOver(Box::new(HandedOver {
        by: card(by).into(),
        note: note.map(Into::into),
        to,
    }))
}

pub fn invites(agent: &str) -> AgentInvitesEvaluation {
    AgentInvitesEvaluation {
        agent: AgentId::from(agent),
    }
}

pub fn agent_reads(agent: &str, upto: u64) -> AgentReads {
    AgentReads {
        agent: AgentId::from(agent),
        upto: Seq(upto),
    }
}

pub fn rate(id: Option<&str>, stars: u8) -> Evaluate {
    Evaluate {
        client_id: id.map(ClientId::from),
        rating: Rating {
            stars,
            tags: Vec::new(),
            comment: "".into(),
            solved: true,
            about: Subject::Agent,
            occasion: Occasion::OwnWish,
        },
        rules: Arc::new(EvaluationConfig::default()),
        labels: Arc::default(),
    }
}
