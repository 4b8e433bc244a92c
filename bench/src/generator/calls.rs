//! The calls of an ordinary day: their proportions and their bodies.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::wire::{Page, Requests};

/// The kind of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mix {
    /// An ordinary day: people talk to agents, and ask the robot questions that it knows word for word.
    Everyday,
    /// A rush: most visitors open a chat, or ask a robot with ten thousand questions in their own words.
    Rush,
}

impl Mix {
    /// Connections that keep a core busy without a refusal.
    pub fn connections_at_capacity(self) -> usize {
        match self {
            Self::Everyday => 48,
            Self::Rush => 6,
        }
    }
}

/// One kind of call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)] // the names are the wire's
pub enum Call {
    Typing,
    SendMsg,
    AgentSendMsg,
    MsgComplete,
    RobotAsk,
    GetHistoryMsg,
    ChannelInfo,
    ChatStart,
    IsEvaluate,
    GetEvaluateInfo,
    GetAdminCard,
    AgentTyping,
    AgentRead,
    AgentGetHistoryMsg,
    Upload,
}

/// Who makes a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// A new visitor.
    Nobody,
    /// A visitor who talks with an agent.
    Talking,
    /// A visitor who is with the robot.
    Asking,
    /// An agent, about one of their visitors.
    Agent,
}

impl Call {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 15] = [
        Self::Typing,
        Self::SendMsg,
        Self::AgentSendMsg,
        Self::MsgComplete,
        Self::RobotAsk,
        Self::GetHistoryMsg,
        Self::ChannelInfo,
        Self::ChatStart,
        Self::IsEvaluate,
        Self::GetEvaluateInfo,
        Self::GetAdminCard,
        Self::AgentTyping,
        Self::AgentRead,
        Self::AgentGetHistoryMsg,
        Self::Upload,
    ];

    /// Who makes it, its path, and how many of a thousand calls are of this kind on an everyday and in a rush. Each
    /// message that reaches a visitor causes a poll as well.
    fn facts(self) -> (Who, &'static str, [u32; 2]) {
        use Who::{Agent, Asking, Nobody, Talking};
        match self {
            Self::Typing => (Talking, "/api/chat/visitor/typing", [240, 0]),
            Self::SendMsg => (Talking, "/api/chat/visitor/sendMsg", [170, 50]),
            Self::AgentSendMsg => (Agent, "/api/agent/sendMsg", [130, 50]),
            Self::MsgComplete => (Talking, "/api/chat/visitor/msgComplete", [110, 0]),
            Self::RobotAsk => (Asking, "/api/chat/visitor/robotAsk", [90, 600]),
            Self::AgentTyping => (Agent, "/api/agent/typing", [80, 0]),
            Self::AgentRead => (Agent, "/api/agent/read", [60, 0]),
            Self::GetHistoryMsg => (Talking, "/api/chat/visitor/getHistoryMsg", [35, 0]),
            Self::ChannelInfo => (Nobody, "/api/chat/visitor/channelInfo", [30, 0]),
            Self::ChatStart => (Nobody, "/api/chat/visitor/chatStart", [20, 300]),
            Self::AgentGetHistoryMsg => (Agent, "/api/agent/getHistoryMsg", [10, 0]),
            Self::IsEvaluate => (Talking, "/api/chat/visitor/isEvaluate", [7, 0]),
            Self::GetEvaluateInfo => (Talking, "/api/chat/visitor/getEvaluateInfo", [7, 0]),
            Self::GetAdminCard => (Talking, "/api/chat/visitor/getAdminCard", [7, 0]),
            Self::Upload => (Talking, "/api/chat/visitor/upload", [4, 0]),
        }
    }

    /// How many of a thousand calls are of this kind.
    pub fn share(self, mix: Mix) -> u32 {
        let (_, _, [everyday, rush]) = self.facts();
        match mix {
            Mix::Everyday => everyday,
            Mix::Rush => rush,
        }
    }

    /// The name in the table.
    pub fn name(self) -> String {
        let path = self.path();
        let (_, name) = path.rsplit_once('/').unwrap_or_default();
        match path.starts_with("/api/agent/") {
            true => format!("agent {name}"),
            false => name.to_owned(),
        }
    }

    /// Whether it may cost more than reading and writing: the robot computes, a picture is encoded again.
    pub fn works(self) -> bool {
        matches!(self, Self::RobotAsk | Self::Upload)
    }

    /// Who makes it.
    pub fn who(self) -> Who {
        self.facts().0
    }

    fn path(self) -> &'static str {
        self.facts().1
    }
}

/// The values that a call is written from.
pub struct Scene<'a> {
    /// The visitor who calls, or the one an agent's call is about.
    pub page: &'a Page,
    /// The agent's token, for an agent's call.
    pub agent_token: &'a str,
    /// The channel.
    pub channel: &'a str,
    /// The tenant.
    pub tenant: &'a str,
    /// A rising number, unique for each call.
    pub number: u64,
    /// The response size for the bare server; 0 for the product.
    pub answer_bytes: u32,
    /// A picture, as a form for `upload`.
    pub form: &'a [u8],
    /// The question to the robot.
    pub question: &'a str,
}

/// The boundary of the form.
const BOUNDARY: &str = "frontdesk-bench-boundary";

/// Writes a call.
pub fn write<'a>(requests: &'a mut Requests, call: Call, scene: &Scene<'_>) -> &'a [u8] {
    let path = match scene.answer_bytes {
        0 => call.path().to_owned(),
        bytes => format!("{}?bytes={bytes}", call.path()),
    };
    let token = match call.who() {
        Who::Nobody => "",
        Who::Agent => scene.agent_token,
        Who::Talking | Who::Asking => &scene.page.token,
    };
    if call == Call::Upload {
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        return requests.post_bytes(&path, token, &kind, scene.form);
    }
    let mut body = String::new();
    write_body(&mut body, call, scene);
    requests.post_bytes(&path, token, "application/json", body.as_bytes())
}

fn write_body(body: &mut String, call: Call, scene: &Scene<'_>) {
    let Page {
        user_id, poll_id, ..
    } = scene.page;
    let (channel, tenant, number) = (scene.channel, scene.tenant, scene.number);
    // Writing to memory cannot fail.
    let _ = match call {
        Call::Typing => write!(
            body,
            r#"{{"userId":"{user_id}","msgContent":"Where is my ord"}}"#
        ),
        Call::SendMsg => write!(
            body,
            r#"{{"userId":"{user_id}","id":"m-{number:016}","msgType":1,"msgContent":"Where is my order {number}? It should have been here on Monday.","senderType":1}}"#
        ),
        Call::AgentSendMsg => write!(
            body,
            r#"{{"userId":"{user_id}","id":"m-{number:016}","msgType":1,"msgContent":"One moment please, I am looking for order {number}."}}"#
        ),
        Call::MsgComplete => write!(body, r#"{{"userId":"{user_id}","pollId":"{poll_id}"}}"#),
        Call::RobotAsk => write!(
            body,
            r#"{{"userId":"{user_id}","id":"m-{number:016}","question":"{}","robotNo":"bench"}}"#,
            scene.question
        ),
        Call::GetHistoryMsg | Call::AgentGetHistoryMsg => write!(
            body,
            r#"{{"userId":"{user_id}","pageSize":20,"maxTime":0}}"#
        ),
        Call::ChannelInfo => write!(body, r#"{{"id":"{channel}","locale":"en"}}"#),
        Call::ChatStart => write!(
            body,
            r#"{{"channelId":"{channel}","pid":"","params":"{{}}","userName":"","userId":"","email":"","phone":"","groupId":"","adminId":"","locale":"en","fiyBookCode":"","previousUrl":"","refer":"","userHash":"","token":""}}"#
        ),
        Call::IsEvaluate | Call::GetAdminCard | Call::AgentTyping => {
            write!(body, r#"{{"userId":"{user_id}"}}"#)
        }
        Call::GetEvaluateInfo => {
            write!(body, r#"{{"tenantId":"{tenant}","channelId":"{channel}"}}"#)
        }
        Call::AgentRead => write!(body, r#"{{"userId":"{user_id}","cursor":1}}"#),
        Call::Upload => Ok(()),
    };
}

/// A form with a picture of about 120 KB: a simple format with noise, which does not compress.
pub fn picture_form() -> Vec<u8> {
    const SIDE: u32 = 200;
    let mut dice = fastrand::Rng::with_seed(7);
    let pixels: Vec<u8> = std::iter::repeat_with(|| dice.u8(..))
        .take((SIDE * SIDE * 3) as usize)
        .collect();
    let mut picture = b"BM".to_vec();
    for word in [54 + SIDE * SIDE * 3, 0, 54, 40, SIDE, SIDE, 24 << 16 | 1] {
        picture.extend_from_slice(&word.to_le_bytes());
    }
    picture.extend_from_slice(&[0; 24]);
    picture.extend_from_slice(&pixels);
    let mut form = format!(
        "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"noise.bmp\"\r\ncontent-type: image/bmp\r\n\r\n"
    )
    .into_bytes();
    form.extend_from_slice(&picture);
    form.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    form
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_add_up_to_a_thousand() {
        for mix in [Mix::Everyday, Mix::Rush] {
            let shares = Call::ALL.iter().map(|call| call.share(mix));
            assert_eq!(shares.sum::<u32>(), 1_000, "{mix:?}");
        }
    }

    #[test]
    fn every_body_is_json() {
        let page = Page::default();
        for call in Call::ALL {
            let mut body = String::new();
            let scene = Scene {
                page: &page,
                agent_token: "",
                channel: "c",
                tenant: "t",
                number: 7,
                answer_bytes: 0,
                form: &[],
                question: "Where?",
            };
            write_body(&mut body, call, &scene);
            if call != Call::Upload {
                serde_json::from_str::<serde_json::Value>(&body).unwrap();
            }
        }
    }
}
