//! Messages of a cell's stream and their bytes.
//!
//! Layout, integers little-endian: version (1 byte), kind (1 byte), epoch (8), nonce (8). A claim ends with the node's
//! name in UTF-8. A group ends with its number (8) and its frames. A changed layout gets a new version, and every
//! version stays readable: docs/decisions/0134.

use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};

/// Largest message in bytes, header included. NATS' `max_payload` of 8 MiB leaves room for the headers of a publish.
pub const MESSAGE_BYTES_MAX: usize = 8 * 1024 * 1024 - 4 * 1024;
/// Largest `frames` of a group in bytes.
pub const FRAMES_BYTES_MAX: usize = MESSAGE_BYTES_MAX - GROUP_HEAD_BYTES;

/// Version of the layout that this program writes.
const VERSION: u8 = 1;
const KIND_CLAIM: u8 = 1;
const KIND_GROUP: u8 = 2;
/// Version, kind, epoch and nonce.
const HEAD_BYTES: usize = 18;
const GROUP_HEAD_BYTES: usize = HEAD_BYTES + 8;

/// A message of a cell's stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A node wants to own the cell.
    Claim(Claim),
    /// An owner commits records.
    Group(Group),
}

/// A node's claim of a cell. It rules if its epoch is above that of the present owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// One above the highest epoch that the node has seen.
    pub epoch: u64,
    /// The node's name, for operators. It decides nothing.
    pub node: String,
    /// A random number that tells claims of the same epoch apart. A node draws a new one for each claim.
    pub nonce: u64,
}

/// A commit group of an owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Epoch of the owner's claim.
    pub epoch: u64,
    /// Nonce of the owner's claim.
    pub nonce: u64,
    /// 1 for the first group after the claim, then rising by one.
    pub number: u64,
    /// The records, as the store writes them.
    pub frames: Bytes,
}

/// Bytes that are no message of this layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// The layout is unknown. Only a newer program knows whether the message is a claim.
    #[error(
        "message of layout {version}, written by a newer version; this one reads up to {VERSION}"
    )]
    Newer {
        /// The message's first byte.
        version: u8,
    },
    /// The bytes do not fit the layout.
    #[error("message of the stream is damaged: {0}")]
    Damaged(&'static str),
}

impl Message {
    /// The bytes of the message. Copies the frames once.
    pub fn encode(&self) -> Bytes {
        match self {
            Self::Claim(claim) => {
                let mut bytes = head(KIND_CLAIM, claim.epoch, claim.nonce, claim.node.len());
                bytes.put_slice(claim.node.as_bytes());
                bytes.freeze()
            }
            Self::Group(group) => {
                let rest = GROUP_HEAD_BYTES - HEAD_BYTES + group.frames.len();
                let mut bytes = head(KIND_GROUP, group.epoch, group.nonce, rest);
                bytes.put_u64_le(group.number);
                bytes.put_slice(&group.frames);
                bytes.freeze()
            }
        }
    }

    /// Reads a message. The frames share the memory of `bytes`.
    ///
    /// # Errors
    /// If the layout is unknown or the bytes do not fit it.
    pub fn decode(bytes: &Bytes) -> Result<Self, MessageError> {
        let mut rest = bytes.clone();
        let version = rest.try_get_u8().map_err(|_| TOO_SHORT)?;
        match version {
            VERSION => {}
            0 => return Err(MessageError::Damaged("layout 0 does not exist")),
            version => return Err(MessageError::Newer { version }),
        }
        let kind = rest.try_get_u8().map_err(|_| TOO_SHORT)?;
        let epoch = rest.try_get_u64_le().map_err(|_| TOO_SHORT)?;
        let nonce = rest.try_get_u64_le().map_err(|_| TOO_SHORT)?;
        match kind {
            KIND_CLAIM => {
                let node = String::from_utf8(rest.into())
                    .map_err(|_| MessageError::Damaged("the node's name is no text"))?;
                Ok(Self::Claim(Claim { epoch, node, nonce }))
            }
            KIND_GROUP => {
                let number = rest.try_get_u64_le().map_err(|_| TOO_SHORT)?;
                Ok(Self::Group(Group {
                    epoch,
                    nonce,
                    number,
                    frames: rest,
                }))
            }
            _ => Err(MessageError::Damaged("neither a claim nor a group")),
        }
    }
}

const TOO_SHORT: MessageError = MessageError::Damaged("it is too short");

fn head(kind: u8, epoch: u64, nonce: u64, rest: usize) -> BytesMut {
    let mut bytes = BytesMut::with_capacity(HEAD_BYTES + rest);
    bytes.put_u8(VERSION);
    bytes.put_u8(kind);
    bytes.put_u64_le(epoch);
    bytes.put_u64_le(nonce);
    bytes
}

#[cfg(test)]
mod tests;
