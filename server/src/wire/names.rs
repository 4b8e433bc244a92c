//! The ids of sessions, messages and calls on the wire: `userId.number`, `userId.number.seq` and `userId.random`.
//! Opaque to clients.

use actors_core::ids::{CallId, MessageId, Seq, SessionNo, VisitorId};

/// A session's id.
pub fn session_id(visitor: &VisitorId, session: SessionNo) -> String {
    named(visitor, &[session.0.into()])
}

/// A message's id.
pub fn message_id(visitor: &VisitorId, message: MessageId) -> String {
    named(visitor, &[message.session.0.into(), message.seq.0])
}

/// Without `format!`, which is several times slower: every message read has two ids.
fn named(visitor: &VisitorId, numbers: &[u64]) -> String {
    let visitor = visitor.as_str();
    let mut name = String::with_capacity(visitor.len() + numbers.len() * 21);
    name.push_str(visitor);
    for number in numbers {
        name.push('.');
        name.push_str(itoa::Buffer::new().format(*number));
    }
    name
}

/// Reads the id of a message of this visitor.
pub fn read_message_id(visitor: &VisitorId, name: &str) -> Option<MessageId> {
    let rest = name.strip_prefix(visitor.as_str())?.strip_prefix('.')?;
    let (session, seq) = rest.split_once('.')?;
    Some(MessageId {
        session: SessionNo(number(session)?),
        seq: Seq(number(seq)?),
    })
}

/// A call's id. It contains the visitor, so that an agent's request finds them.
pub fn call_id(visitor: &VisitorId, call: &CallId) -> String {
    format!("{visitor}.{call}")
}

/// Reads a call's id.
pub fn read_call_id(name: &str) -> Option<(VisitorId, CallId)> {
    let (visitor, call) = name.rsplit_once('.')?;
    (!visitor.is_empty() && !call.is_empty()).then(|| (visitor.into(), call.into()))
}

/// Reads the id of a session of this visitor.
pub fn read_session_id(visitor: &VisitorId, name: &str) -> Option<SessionNo> {
    let rest = name.strip_prefix(visitor.as_str())?.strip_prefix('.')?;
    Some(SessionNo(number(rest)?))
}

// `parse` alone would accept a sign and leading zeros.
fn number<N: std::str::FromStr>(digits: &str) -> Option<N> {
    let plain = !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0');
    if plain { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_back_and_nothing_like_it_is() {
        let visitor = VisitorId::from("v.1");
        let message = MessageId {
            session: SessionNo(2),
            seq: Seq(17),
        };

        assert_eq!(message_id(&visitor, message), "v.1.2.17");
        assert_eq!(read_message_id(&visitor, "v.1.2.17"), Some(message));
        assert_eq!(read_session_id(&visitor, "v.1.2"), Some(SessionNo(2)));
        assert_eq!(read_session_id(&visitor, "v.1.2.17"), None);
        for other in [
            "v.1.2",
            "v.1.2.",
            "v.1.+2.17",
            "v.1.02.17",
            "v.2.2.17",
            "",
            "v.1.2.17.1",
        ] {
            assert_eq!(read_message_id(&visitor, other), None, "{other}");
        }
    }
}
