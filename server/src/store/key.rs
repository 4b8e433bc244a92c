//! The keys of all trees, with examples. Numbers are big-endian, so that keys sort in the order of what they name.
//!
//! | tree | key | example |
//! | --- | --- | --- |
//! | `lines` | visitor, session, first seq | `0004 demo 0002 v7 00000001 0000000000000029` |
//! | `chunks` | number of a record | `0000000000000007` (named in `lines`) |
//! | `heads` | visitor | `0004 demo 0002 v7` |
//! | `standing` | visitor | `0004 demo 0002 v7` |
//! | `due` | time, visitor | `8000019f3c…` `0004 demo 0002 v7` |
//! | `documents` | kind, key | `01 demo/web` (a channel) |
//! | `meta` | a word | `epoch` |
//!
//! A visitor is written as `[length of the tenant][tenant][length of the visitor][visitor]`, so that no visitor's key
//! is a prefix of another's, whatever the names contain.

use actors_core::ids::{Seq, SessionNo, TenantId, VisitorId, VisitorKey};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentKind, StoreError};
use std::sync::Arc;

/// Maximum length of the name of a tenant, a visitor or a document, in bytes.
pub const NAME_BYTES_MAX: usize = 1024;

/// A visitor's key, used for the head and the standing. All keys of their lines begin with it.
pub fn visitor(visitor: &VisitorKey) -> Result<Vec<u8>, StoreError> {
    let mut key = Vec::with_capacity(64);
    push_visitor(&mut key, visitor)?;
    Ok(key)
}

/// The common prefix of the keys of a tenant's visitors.
pub fn tenant(tenant: &TenantId) -> Result<Vec<u8>, StoreError> {
    let mut key = length(tenant.as_str())?.to_be_bytes().to_vec();
    key.extend_from_slice(tenant.as_str().as_bytes());
    Ok(key)
}

/// Fails if one of the visitor's names is too long for a key.
pub fn check_visitor(visitor: &VisitorKey) -> Result<(), StoreError> {
    length(visitor.tenant.as_str())?;
    length(visitor.visitor.as_str()).map(drop)
}

/// The common prefix of the keys of a session's lines.
pub fn session(visitor: &VisitorKey, session: SessionNo) -> Result<Vec<u8>, StoreError> {
    let mut key = Vec::with_capacity(64);
    push_visitor(&mut key, visitor)?;
    key.extend_from_slice(&session.0.to_be_bytes());
    Ok(key)
}

/// Reads the key of a record of lines, which is a number of eight bytes.
pub fn read_number(key: &[u8]) -> Result<u64, StoreError> {
    let number = <[u8; 8]>::try_from(key).map_err(|_| damaged(key))?;
    Ok(u64::from_be_bytes(number))
}

/// The key of a session's lines from `first` on.
pub fn lines(
    visitor: &VisitorKey,
    session_no: SessionNo,
    first: Seq,
) -> Result<Vec<u8>, StoreError> {
    let mut key = session(visitor, session_no)?;
    key.extend_from_slice(&first.0.to_be_bytes());
    Ok(key)
}

/// Reads the session and the first line from a key made by [`lines`].
pub fn read_lines(key: &[u8]) -> Result<(SessionNo, Seq), StoreError> {
    let Some((rest, seq)) = key.split_last_chunk::<8>() else {
        return Err(damaged(key));
    };
    let Some((_, session)) = rest.split_last_chunk::<4>() else {
        return Err(damaged(key));
    };
    Ok((
        SessionNo(u32::from_be_bytes(*session)),
        Seq(u64::from_be_bytes(*seq)),
    ))
}

/// The key of a visitor's due time.
pub fn due(at: Timestamp, visitor: &VisitorKey) -> Result<Vec<u8>, StoreError> {
    let mut key = due_bound(at).to_vec();
    push_visitor(&mut key, visitor)?;
    Ok(key)
}

/// An upper bound, excluded, of the keys of due times before `at`.
pub fn due_bound(at: Timestamp) -> [u8; 8] {
    // Flipping the sign bit sorts times before the epoch below later ones.
    (at.as_millis().cast_unsigned() ^ (1 << 63)).to_be_bytes()
}

/// Reads a key made by [`due`].
pub fn read_due(key: &[u8]) -> Result<(Timestamp, VisitorKey), StoreError> {
    let Some((at, rest)) = key.split_first_chunk::<8>() else {
        return Err(damaged(key));
    };
    let at = (u64::from_be_bytes(*at) ^ (1 << 63)).cast_signed();
    Ok((Timestamp::from_millis(at), read_visitor(rest)?))
}

/// Reads a key made by [`visitor`].
pub fn read_visitor(key: &[u8]) -> Result<VisitorKey, StoreError> {
    let (tenant, rest) = read_name(key).ok_or_else(|| damaged(key))?;
    let (visitor, rest) = read_name(rest).ok_or_else(|| damaged(key))?;
    if !rest.is_empty() {
        return Err(damaged(key));
    }
    Ok(VisitorKey {
        tenant: TenantId::from(tenant),
        visitor: VisitorId::from(visitor),
    })
}

/// The key of a config document. Also the common prefix of all documents whose names begin with `name`.
pub fn document(kind: DocumentKind, name: &str) -> Result<Vec<u8>, StoreError> {
    if name.len() > NAME_BYTES_MAX {
        return Err(too_long(name));
    }
    let mut key = Vec::with_capacity(1 + name.len());
    key.push(kind as u8);
    key.extend_from_slice(name.as_bytes());
    Ok(key)
}

/// Reads the document's kind from a key made by [`document`].
pub fn read_kind(key: &[u8]) -> Result<DocumentKind, StoreError> {
    let number = key.first().copied();
    let mut kinds = DocumentKind::ALL.into_iter();
    let kind = kinds.find(|kind| Some(*kind as u8) == number);
    kind.ok_or_else(|| damaged(key))
}

/// Reads the document's name from a key made by [`document`].
pub fn read_document(key: &[u8]) -> Result<String, StoreError> {
    key.get(1..)
        .and_then(|name| std::str::from_utf8(name).ok())
        .map(str::to_owned)
        .ok_or_else(|| damaged(key))
}

fn push_visitor(key: &mut Vec<u8>, visitor: &VisitorKey) -> Result<(), StoreError> {
    for name in [visitor.tenant.as_str(), visitor.visitor.as_str()] {
        key.extend_from_slice(&length(name)?.to_be_bytes());
        key.extend_from_slice(name.as_bytes());
    }
    Ok(())
}

fn length(name: &str) -> Result<u16, StoreError> {
    let length = u16::try_from(name.len()).ok();
    let length = length.filter(|length| usize::from(*length) <= NAME_BYTES_MAX);
    length.ok_or_else(|| too_long(name))
}

fn read_name(key: &[u8]) -> Option<(&str, &[u8])> {
    let (length, rest) = key.split_first_chunk::<2>()?;
    let (name, rest) = rest.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
    Some((std::str::from_utf8(name).ok()?, rest))
}

fn too_long(name: &str) -> StoreError {
    StoreError::TooLarge(Arc::from(format!("a name of {} bytes", name.len())))
}

fn damaged(key: &[u8]) -> StoreError {
    StoreError::Damaged(Arc::from(format!("a key of {} bytes", key.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn someone(tenant: &str, name: &str) -> VisitorKey {
        VisitorKey {
            tenant: TenantId::from(tenant),
            visitor: VisitorId::from(name),
        }
    }

    #[test]
    fn no_visitors_key_is_a_prefix_of_anothers() {
        let names = ["", "a", "ab", "abc", "b", "bc", "\0", "a\0", "\u{1}a"];
        let mut keys = Vec::new();
        for tenant in names {
            for name in names {
                keys.push(visitor(&someone(tenant, name)).unwrap());
            }
        }

        for (place, key) in keys.iter().enumerate() {
            let begun = keys.iter().filter(|other| other.starts_with(key)).count();
            assert_eq!(begun, 1, "{place}");
        }
    }

    #[test]
    fn keys_are_read_back() {
        let who = someone("demo", "访客");
        let at = Timestamp::from_millis(-5);

        assert_eq!(read_visitor(&visitor(&who).unwrap()).unwrap(), who);
        assert_eq!(
            read_due(&due(at, &who).unwrap()).unwrap(),
            (at, who.clone())
        );
        assert_eq!(
            read_lines(&lines(&who, SessionNo(3), Seq(41)).unwrap()).unwrap(),
            (SessionNo(3), Seq(41))
        );
        assert_eq!(
            read_document(&document(DocumentKind::Channel, "demo/web").unwrap()).unwrap(),
            "demo/web"
        );
        for kind in DocumentKind::ALL {
            assert_eq!(read_kind(&document(kind, "x").unwrap()).unwrap(), kind);
        }
    }

    #[test]
    fn keys_of_due_times_sort_by_time() {
        let times = [i64::MIN, -1, 0, 1, 1_700_000_000_000, i64::MAX];
        let keys = times.map(|at| due_bound(Timestamp::from_millis(at)));

        assert!(keys.is_sorted());
    }

    #[test]
    fn a_name_beyond_the_limit_is_refused() {
        let who = someone("demo", &"v".repeat(NAME_BYTES_MAX + 1));

        assert!(matches!(visitor(&who), Err(StoreError::TooLarge(_))));
    }

    #[test]
    fn a_truncated_key_is_an_error() {
        let key = due(Timestamp::from_millis(7), &someone("demo", "v1")).unwrap();

        for end in 0..key.len() {
            assert!(read_due(&key[..end]).is_err(), "{end}");
        }
    }

    #[test]
    fn every_kind_of_document_is_listed_once() {
        let unknown = serde_json::from_str::<DocumentKind>("\"unknown\"").unwrap_err();
        let known = unknown.to_string().matches('`').count() / 2 - 1;

        let keys = DocumentKind::ALL.map(|kind| document(kind, "").unwrap());

        assert_eq!(
            keys.iter().collect::<std::collections::BTreeSet<_>>().len(),
            known
        );
        assert_eq!(keys.len(), known);
    }
}
