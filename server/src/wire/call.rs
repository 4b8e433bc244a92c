//! Voice and video calls: userVideoInvitation, callSignal, inviteCall, answerCall, refuseCall (Protocol, 'Calls').

use crate::system_texts;
use crate::wire::codes::{self, event};
use crate::wire::message::Reader;
use crate::wire::names;
use actors_core::call::{CallEnd, CallLine, CallStep, Medium, Party, Signal, SignalKind};
use actors_core::ids::{CallId, Seq, SessionNo};
use actors_core::routing::CallNews;
use actors_core::session::commands::call::Said;
use actors_core::session::commands::poll::CallSignal;
use actors_core::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;

/// userVideoInvitation.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationRequest {
    /// voice or video.
    pub video_type: String,
}

/// callSignal.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignalRequest {
    /// The call.
    pub call_id: String,
    /// offer, answer, candidate, hangup or toVoice.
    pub kind: String,
    /// The browser's data, passed on unchanged, at most 16 KiB.
    #[serde(default)]
    pub payload: Value,
}

/// inviteCall.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InviteCallRequest {
    /// The visitor.
    pub user_id: String,
    /// voice or video.
    pub video_type: String,
}

/// answerCall, refuseCall.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CallRequest {
    /// The call.
    pub call_id: String,
}

/// The response of userVideoInvitation, inviteCall and answerCall.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CallResponse {
    /// The call; the existing one, if there is one.
    pub call_id: String,
    /// voice or video, as agreed so far.
    pub video_type: &'static str,
    /// The agent.
    pub admin_id: String,
    /// The servers that help the browsers connect.
    pub ice_servers: Vec<WireIceServer>,
}

/// A STUN or TURN server, as `RTCPeerConnection` takes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct WireIceServer {
    /// Its addresses.
    pub urls: Vec<String>,
    /// Only for TURN; valid for a limited time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// Only for TURN; valid for a limited time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential: Option<String>,
}

/// News about a call, as a visitor's poll returns it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireCallEvent {
    /// 1207; 1208 if the agent declined.
    pub event: u16,
    /// Its number in the log: only invite, accept, refuse and hangup have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// Rises with each signal: offer, answer, candidate, toVoice. The next poll names the last one it handled as
    /// `callCursor`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call_seq: Option<u64>,
    /// The session.
    pub session_id: String,
    /// The time.
    pub msg_time: i64,
    /// The agent.
    pub admin_id: String,
    /// The step or signal.
    #[serde(flatten)]
    pub call: WireCall,
}

/// A step of a call, or a signal from one browser to the other.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireCall {
    /// The call.
    pub call_id: String,
    /// invite, accept, refuse, hangup (it is over), offer, answer, candidate, toVoice.
    pub kind: &'static str,
    /// The sender: 1 visitor, 2 agent, 4 neither of them.
    pub sender_type: u8,
    /// invite, accept: voice or video.
    pub video_type: Option<&'static str>,
    /// offer, answer, candidate, toVoice: as sent.
    #[schema(value_type = Value)]
    pub payload: Option<Value>,
    /// hangup: hungUp, unanswered, vanished, otherPage, conversationOver or restart.
    pub reason: Option<&'static str>,
    /// hangup: how long they spoke, in seconds; absent if the call was not answered.
    pub duration: Option<u32>,
    /// refuse, hangup: the sentence to show.
    pub msg_content: Option<String>,
    /// invite, accept: the servers that help the browsers connect.
    pub ice_servers: Option<Vec<WireIceServer>>,
}

/// Reads videoType.
pub fn medium(video_type: &str) -> Option<Medium> {
    match video_type {
        "voice" => Some(Medium::Voice),
        "video" => Some(Medium::Video),
        _ => None,
    }
}

/// videoType.
pub fn video_type(medium: Medium) -> &'static str {
    match medium {
        Medium::Voice => "voice",
        Medium::Video => "video",
    }
}

/// Reads a signal; `None` for an unknown kind.
pub fn said(kind: &str, payload: &Value) -> Option<Said> {
    let kind = match kind {
        "offer" => SignalKind::Offer,
        "answer" => SignalKind::Answer,
        "candidate" => SignalKind::Candidate,
        "toVoice" => SignalKind::ToVoice,
        "hangup" => return Some(Said::HangUp),
        _ => return None,
    };
    let payload = payload.to_string().into();
    Some(Said::Signal(Signal { kind, payload }))
}

impl WireCall {
    /// Whether the browser that reads this begins to connect.
    pub fn needs_servers(&self) -> bool {
        matches!(self.kind, "invite" | "accept")
    }
}

impl Reader<'_> {
    /// A line of the log about a call, as a poll returns it.
    pub fn call_line(
        &self,
        session: SessionNo,
        seq: Seq,
        at: Timestamp,
        line: &CallLine,
    ) -> WireCallEvent {
        let declined_by_agent = line.step == CallStep::Declined { by: Party::Agent };
        WireCallEvent {
            event: if declined_by_agent {
                event::ERROR
            } else {
                event::CALL
            },
            seq: Some(seq.0),
            call_seq: None,
            session_id: names::session_id(self.visitor, session),
            msg_time: at.as_millis(),
            admin_id: line.agent.to_string(),
            call: self.call_step(&line.call, line.step),
        }
    }

    /// A signal, as a poll returns it.
    pub fn call_signal(
        &self,
        session: SessionNo,
        now: Timestamp,
        told: &CallSignal,
    ) -> WireCallEvent {
        WireCallEvent {
            event: event::CALL,
            seq: None,
            call_seq: Some(told.number),
            session_id: names::session_id(self.visitor, session),
            msg_time: now.as_millis(),
            admin_id: told.agent.to_string(),
            call: self.signal(&told.call, Party::Agent, &told.signal),
        }
    }

    /// News about a call for a desk.
    pub fn call_news(&self, call: &CallId, news: &CallNews) -> WireCall {
        match news {
            CallNews::Step(step) => self.call_step(call, *step),
            CallNews::Signal(signal) => self.signal(call, Party::Visitor, signal),
        }
    }

    /// A step of a call, without its place in the log.
    pub(super) fn call_step(&self, call: &CallId, step: CallStep) -> WireCall {
        let blank = WireCall {
            call_id: names::call_id(self.visitor, call),
            sender_type: codes::SYSTEM,
            msg_content: self.call_sentence(step),
            ..WireCall::default()
        };
        match step {
            CallStep::Invited { by, medium } => WireCall {
                kind: "invite",
                sender_type: sender_type(by),
                video_type: Some(video_type(medium)),
                ..blank
            },
            CallStep::Answered { by, medium } => WireCall {
                kind: "accept",
                sender_type: sender_type(by),
                video_type: Some(video_type(medium)),
                ..blank
            },
            CallStep::Declined { by } => WireCall {
                kind: "refuse",
                sender_type: sender_type(by),
                ..blank
            },
            CallStep::Ended { why, spoke_secs } => {
                let by = match why {
                    CallEnd::HungUp(by) | CallEnd::Vanished(by) => Some(by),
                    CallEnd::OtherPage => Some(Party::Visitor),
                    CallEnd::Unanswered | CallEnd::ConversationOver | CallEnd::Restart => None,
                };
                WireCall {
                    kind: "hangup",
                    sender_type: by.map_or(codes::SYSTEM, sender_type),
                    reason: Some(reason(why)),
                    duration: spoke_secs,
                    ..blank
                }
            }
        }
    }

    fn signal(&self, call: &CallId, by: Party, signal: &Signal) -> WireCall {
        WireCall {
            call_id: names::call_id(self.visitor, call),
            kind: match signal.kind {
                SignalKind::Offer => "offer",
                SignalKind::Answer => "answer",
                SignalKind::Candidate => "candidate",
                SignalKind::ToVoice => "toVoice",
            },
            sender_type: sender_type(by),
            payload: Some(serde_json::from_str(&signal.payload).unwrap_or_default()),
            ..WireCall::default()
        }
    }

    /// The sentence about a call in a history; `None` while the call is not over.
    pub(super) fn call_sentence(&self, step: CallStep) -> Option<String> {
        let key = system_texts::key_of_call(step)?;
        let spoke_secs = match step {
            CallStep::Ended { spoke_secs, .. } => spoke_secs.unwrap_or_default(),
            CallStep::Invited { .. } | CallStep::Answered { .. } | CallStep::Declined { .. } => 0,
        };
        let duration = clock(spoke_secs);
        Some(
            self.sentences
                .say(key, self.language, &[("duration", &duration)]),
        )
    }
}

/// `1:05`, `1:00:05`.
fn clock(seconds: u32) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

fn sender_type(by: Party) -> u8 {
    match by {
        Party::Visitor => 1,
        Party::Agent => 2,
    }
}

fn reason(why: CallEnd) -> &'static str {
    match why {
        CallEnd::HungUp(_) => "hungUp",
        CallEnd::Unanswered => "unanswered",
        CallEnd::Vanished(_) => "vanished",
        CallEnd::OtherPage => "otherPage",
        CallEnd::ConversationOver => "conversationOver",
        CallEnd::Restart => "restart",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_reads_like_a_clock() {
        assert_eq!(
            (clock(5), clock(65), clock(3_605)),
            ("0:05".into(), "1:05".into(), "1:00:05".into())
        );
    }

    #[test]
    fn only_what_the_contract_names_is_a_signal() {
        assert_eq!(said("hangup", &Value::Null), Some(Said::HangUp));
        assert!(matches!(said("offer", &Value::Null), Some(Said::Signal(_))));
        for kind in ["", "Offer", "invite", "accept", "refuse", "offer "] {
            assert_eq!(said(kind, &Value::Null), None, "{kind}");
        }
        assert_eq!(medium("screen"), None);
    }
}
