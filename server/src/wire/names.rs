//! How sessions, messages and calls are named on the wire: `userId.number`, `userId.number.seq` and `userId.dice`. Opaque to clients.

use actors_core::ids::{CallId, MessageId, Seq, SessionNo, VisitorId};

/// A session's name.
pub fn session_id(visitor: &VisitorId, session: SessionNo) -> String {
    named(visitor, &[session.0.into()])
}

/// A message's name.
pub fn message_id(visitor: &VisitorId, message: MessageId) -> String {
    named(visitor, &[message.session.0.into(), message.seq.0])
}

/// Without `format!`, which takes several times as long: two names stand in every message that is read.
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

/// Which message of this visitor a name means.
pub fn read_message_id(visitor: &VisitorId, name: &str) -> Option<MessageId> {
    let rest = name.strip_prefix(visitor.as_str())?.strip_prefix('.')?;
    let (session, seq) = rest.split_once('.')?;
    Some(MessageId {
        session: SessionNo(number(session)?),
        seq: Seq(number(seq)?),
    })
}

/// A call's name: with it alone an agent's call finds the visitor.
pub fn call_id(visitor: &VisitorId, call: &CallId) -> String {
    format!("{visitor}.{call}")
}

/// Which call of which visitor a name means.
pub fn read_call_id(name: &str) -> Option<(VisitorId, CallId)> {
    let (visitor, call) = name.rsplit_once('.')?;
    (!visitor.is_empty() && !call.is_empty()).then(|| (visitor.into(), call.into()))
}

/// Which session of this visitor a name means.
pub fn read_session_id(visitor: &VisitorId, name: &str) -> Option<SessionNo> {
    let rest = name.strip_prefix(visitor.as_str())?.strip_prefix('.')?;
    Some(SessionNo(number(rest)?))
}

// `parse` alone would take a sign and leading zeros.
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
