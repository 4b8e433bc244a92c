//! The generator's calls as bytes, and the fields it reads from their responses. Names and bodies are those of the
//! golden files in `fixtures/wire`. The bare server gets the same bytes.

use std::borrow::Cow;
use std::fmt::{Arguments, Write as _};
use std::io::Write as _;
use std::net::SocketAddr;

use serde::Deserialize;

/// Hold time that a poll asks for, ms: the maximum of Protocol, 'Polling' and 'Cursors'.
pub const POLL_WAIT_MS: u32 = 25_000;

/// Writes requests into a reused buffer.
pub struct Requests {
    pub(super) host: SocketAddr,
    body: String,
    pub(super) bytes: Vec<u8>,
}

impl Requests {
    /// Requests to this server.
    pub fn new(host: SocketAddr) -> Self {
        Self {
            host,
            body: String::new(),
            bytes: Vec::new(),
        }
    }

    /// A visitor arrives.
    pub fn chat_start(&mut self, channel: &str) -> &[u8] {
        let body = format_args!(
            r#"{{"channelId":"{channel}","pid":"","params":"{{}}","userName":"","userId":"","email":"","phone":"","groupId":"","adminId":"","locale":"en","fiyBookCode":"","previousUrl":"","refer":"","userHash":"","token":""}}"#
        );
        self.post("/api/chat/visitor/chatStart", "", body)
    }

    /// A visitor asks for an agent.
    pub fn transfer_agent(&mut self, token: &str, user_id: &str) -> &[u8] {
        let body = format_args!(r#"{{"userId":"{user_id}","groupId":"","adminId":""}}"#);
        self.post("/api/chat/visitor/transferAgent", token, body)
    }

    /// A visitor polls for events after `cursor`.
    pub fn get_event_msg(&mut self, page: &Page, cursor: u64) -> &[u8] {
        let Page {
            user_id,
            poll_id,
            epoch,
            token,
        } = page;
        let body = format_args!(
            r#"{{"userId":"{user_id}","pollId":"{poll_id}","wait":{POLL_WAIT_MS},"cursor":{cursor},"epoch":"{epoch}"}}"#
        );
        self.post("/api/chat/visitor/getEventMsg", token, body)
    }

    /// An agent signs in.
    pub fn agent_login(&mut self, tenant: &str, account: &str, password: &str) -> &[u8] {
        let body = format_args!(
            r#"{{"tenantId":"{tenant}","account":"{account}","password":"{password}"}}"#
        );
        self.post("/api/agent/login", "", body)
    }

    /// An agent goes online with a capacity.
    pub fn agent_online(&mut self, token: &str, capacity: u32) -> &[u8] {
        let body = format_args!(r#"{{"status":"online","capacity":{capacity}}}"#);
        self.post("/api/agent/setStatus", token, body)
    }

    /// An agent's poll, which keeps them present and acknowledges earlier entries.
    pub fn agent_get_event_msg(&mut self, token: &str, cursor: Option<u64>) -> &[u8] {
        let path = "/api/agent/getEventMsg";
        match cursor {
            Some(cursor) => self.post(
                path,
                token,
                format_args!(r#"{{"wait":0,"cursor":{cursor}}}"#),
            ),
            None => self.post(path, token, format_args!(r#"{{"wait":0}}"#)),
        }
    }

    /// An agent writes. `text` needs no escaping.
    pub fn agent_send_msg(&mut self, token: &str, user_id: &str, id: &str, text: &str) -> &[u8] {
        let body = format_args!(
            r#"{{"userId":"{user_id}","id":"{id}","msgType":1,"msgContent":"{text}"}}"#
        );
        self.post("/api/agent/sendMsg", token, body)
    }

    fn post(&mut self, path: &str, token: &str, json: Arguments<'_>) -> &[u8] {
        self.body.clear();
        // Writing to memory cannot fail.
        let _ = self.body.write_fmt(json);
        let body = std::mem::take(&mut self.body);
        self.post_bytes(path, token, "application/json", body.as_bytes());
        self.body = body;
        &self.bytes
    }

    /// Any call.
    pub fn post_bytes(&mut self, path: &str, token: &str, kind: &str, body: &[u8]) -> &[u8] {
        self.bytes.clear();
        let (host, length) = (self.host, body.len());
        // Writing to memory cannot fail.
        let _ = write!(self.bytes, "POST {path} HTTP/1.1\r\nhost: {host}\r\n");
        if !token.is_empty() {
            let _ = write!(self.bytes, "authorization: Bearer {token}\r\n");
        }
        let _ = write!(
            self.bytes,
            "content-type: {kind}\r\ncontent-length: {length}\r\n\r\n"
        );
        self.bytes.extend_from_slice(body);
        &self.bytes
    }
}

/// The answer to chatStart: the values that a visitor's page polls with.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// The visitor.
    pub user_id: String,
    /// The page.
    pub poll_id: String,
    /// The store's epoch.
    pub epoch: String,
    /// The visitor's token.
    pub token: String,
}

/// The envelope of every response. Protocol, 'Envelope' and 'Errors'.
#[derive(Deserialize)]
pub struct Envelope<T> {
    /// The result.
    pub data: T,
}

/// The answer to transferAgent.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Transferred {
    /// 2 connected, 3 queued; anything else is a refusal.
    pub status: u8,
    /// The agent, when connected.
    #[serde(default)]
    pub admin_id: String,
}

/// The answer to a visitor's poll.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Events<'a> {
    /// This response or an earlier one contains everything up to here.
    pub cursor: u64,
    /// Events, oldest first.
    #[serde(borrow)]
    pub msg_list: Vec<Event<'a>>,
}

/// One event of a visitor's poll.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event<'a> {
    /// 1200 …
    pub event: u16,
    /// Its `seq` in the session's log; typing has none.
    pub seq: Option<u64>,
    /// 2 is the agent.
    pub sender_type: Option<u8>,
    /// The text of a message.
    #[serde(borrow)]
    pub msg_content: Option<Cow<'a, str>>,
    /// The connected agent.
    #[serde(borrow)]
    pub admin_id: Option<Cow<'a, str>>,
}

/// The answer to an agent's login.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignedIn {
    /// The agent's token.
    pub token: String,
    /// The agent.
    pub admin_id: String,
}

/// The fields read from the response to an agent's poll.
#[derive(Deserialize)]
pub struct DeskEvents {
    /// The cursor for the next poll.
    pub cursor: u64,
    /// Whether more entries wait.
    #[serde(default)]
    pub more: bool,
}
