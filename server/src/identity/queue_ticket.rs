//! Queue tickets (Protocol, 'Expected wait and ticket'): a visitor's wait, signed. A ticket contains what it is for, so that
//! it is accepted as no other token, and no other token as a ticket.

use crate::secrets::KeyRing;
use actors_core::ids::{SessionNo, VisitorKey};
use actors_core::session::ticket::QueueTicket;
use actors_core::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

#[derive(Serialize, Deserialize)]
#[serde(tag = "k")]
enum Payload<'a> {
    #[serde(rename = "queue")]
    Queue {
        #[serde(rename = "t", borrow)]
        tenant: Cow<'a, str>,
        #[serde(rename = "q", borrow)]
        visitor: Cow<'a, str>,
        #[serde(rename = "s")]
        session: u32,
        #[serde(rename = "i")]
        issued: i64,
        #[serde(rename = "e")]
        ends: i64,
    },
}

/// Returns a ticket for a visitor's wait.
pub fn sign(keys: &KeyRing, visitor: &VisitorKey, ticket: QueueTicket) -> String {
    let payload = Payload::Queue {
        tenant: visitor.tenant.as_str().into(),
        visitor: visitor.visitor.as_str().into(),
        session: ticket.session.0,
        issued: ticket.issued.as_millis(),
        ends: ticket.ends.as_millis(),
    };
    keys.sign(&serde_json::to_vec(&payload).unwrap_or_default())
}

/// Returns what a correctly signed ticket names. Whether it still holds, the session knows.
pub fn read(keys: &KeyRing, ticket: &str) -> Option<(VisitorKey, QueueTicket)> {
    let bytes = keys.verify(ticket)?;
    let Payload::Queue {
        tenant,
        visitor,
        session,
        issued,
        ends,
    } = serde_json::from_slice(&bytes).ok()?;
    let visitor = VisitorKey {
        tenant: (&*tenant).into(),
        visitor: (&*visitor).into(),
    };
    let ticket = QueueTicket {
        session: SessionNo(session),
        issued: Timestamp::from_millis(issued),
        ends: Timestamp::from_millis(ends),
    };
    Some((visitor, ticket))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link_token;
    use crate::visitor_token::{self, Claims};

    const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

    fn visitor() -> VisitorKey {
        VisitorKey {
            tenant: "demo".into(),
            visitor: "vic".into(),
        }
    }

    fn ticket() -> QueueTicket {
        QueueTicket {
            session: SessionNo(3),
            issued: NOW,
            ends: Timestamp::from_millis(NOW.as_millis() + 1),
        }
    }

    fn keys() -> (tempfile::TempDir, KeyRing) {
        let folder = tempfile::tempdir().unwrap();
        let keys = KeyRing::open(folder.path(), None).unwrap();
        (folder, keys)
    }

    #[test]
    fn a_ticket_is_read_as_it_was_signed() {
        let (_folder, keys) = keys();
        let signed = sign(&keys, &visitor(), ticket());

        assert_eq!(read(&keys, &signed), Some((visitor(), ticket())));
        let (_other, others) = self::keys();
        assert_eq!(read(&others, &signed), None);
        assert_eq!(read(&keys, &signed[1..]), None);
    }

    #[test]
    fn a_ticket_is_no_other_token_and_no_other_token_a_ticket() {
        let (_folder, keys) = keys();
        let signed = sign(&keys, &visitor(), ticket());
        let claims = Claims {
            visitor: visitor(),
            channel: "web".into(),
            vouched: None,
        };
        let token = visitor_token::issue(&keys, &claims, NOW);

        assert_eq!(visitor_token::read(&keys, &signed, NOW), None);
        assert_eq!(link_token::read(&keys, &signed, NOW), None);
        assert_eq!(read(&keys, &token), None);
        let order = link_token::of_order(&keys, &"demo".into(), &"wo".into());
        assert_eq!(read(&keys, &order), None);
    }
}
