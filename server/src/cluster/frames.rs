//! Many polls on one connection between nodes.
//!
//! The edge opens it as an upgrade of an HTTP/1.1 request that carries the shared key. Then both sides send frames: the
//! length of what follows (four bytes), a kind (one byte), the number of the poll (four bytes), and for an ask or an
//! answer a plain HTTP/1.1 message. Numbers are big-endian.

use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};

/// The protocol, as the `Upgrade` header names it.
pub const PROTOCOL: &str = "frontdesk-polls-1";

/// The largest message: an answer has at most 100 events.
const MESSAGE_BYTES_MAX: usize = 16 << 20;

/// The bytes of a kind and a number.
const HEAD: usize = 5;

const ASK: u8 = 1;
const LEAVE: u8 = 2;
const ANSWER: u8 = 3;

/// What one side tells the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A poll begins: its request.
    Ask(u32, Bytes),
    /// The visitor of a poll is gone.
    Leave(u32),
    /// The answer of a poll.
    Answer(u32, Bytes),
}

/// Something else than a frame.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("the other node sent no frame")]
pub struct NotAFrame;

/// Appends the beginning of an ask and returns it; [`end`] completes it after its message.
pub fn begin_ask(out: &mut Vec<u8>, number: u32) -> usize {
    begin(out, ASK, number)
}

/// The same of an answer.
pub fn begin_answer(out: &mut Vec<u8>, number: u32) -> usize {
    begin(out, ANSWER, number)
}

/// Appends that the visitor of a poll is gone.
pub fn leave(out: &mut Vec<u8>, number: u32) {
    let at = begin(out, LEAVE, number);
    end(out, at);
}

fn begin(out: &mut Vec<u8>, kind: u8, number: u32) -> usize {
    let at = out.len();
    out.put_u32(0);
    out.put_u8(kind);
    out.put_u32(number);
    at
}

/// Completes the frame that begins at `at`.
pub fn end(out: &mut [u8], at: usize) {
    let length = u32::try_from(out.len() - at - 4).unwrap_or(u32::MAX);
    out[at..at + 4].copy_from_slice(&length.to_be_bytes());
}

/// Takes the next frame of what has arrived; `None` if more must arrive.
///
/// # Errors
/// It is no frame.
pub fn take(came: &mut BytesMut) -> Result<Option<Frame>, NotAFrame> {
    let Some(length) = came.first_chunk::<4>() else {
        return Ok(None);
    };
    let length = u32::from_be_bytes(*length) as usize;
    if !(HEAD..=HEAD + MESSAGE_BYTES_MAX).contains(&length) {
        return Err(NotAFrame);
    }
    if came.len() < 4 + length {
        return Ok(None);
    }
    came.advance(4);
    let mut frame = came.split_to(length).freeze();
    let (kind, number) = (frame.get_u8(), frame.get_u32());
    match kind {
        ASK => Ok(Some(Frame::Ask(number, frame))),
        LEAVE => Ok(Some(Frame::Leave(number))),
        ANSWER => Ok(Some(Frame::Answer(number, frame))),
        _ => Err(NotAFrame),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_arrive_as_they_were_sent_in_pieces_of_any_size() {
        let mut out = Vec::new();
        let at = begin_ask(&mut out, 7);
        out.extend_from_slice(b"request");
        end(&mut out, at);
        leave(&mut out, 7);
        let at = begin_answer(&mut out, u32::MAX);
        end(&mut out, at);

        for size in 1..=out.len() {
            let (mut came, mut frames) = (BytesMut::new(), Vec::new());
            for piece in out.chunks(size) {
                came.extend_from_slice(piece);
                while let Some(frame) = take(&mut came).unwrap() {
                    frames.push(frame);
                }
            }
            assert_eq!(
                frames,
                [
                    Frame::Ask(7, Bytes::from_static(b"request")),
                    Frame::Leave(7),
                    Frame::Answer(u32::MAX, Bytes::new()),
                ]
            );
        }
    }

    #[test]
    fn something_else_is_no_frame() {
        for other in [
            &b"HTTP/1.1 200 OK\r\n"[..],
            &[0, 0, 0, 5, 9, 0, 0, 0, 1],
            &[0, 0, 0, 0],
        ] {
            assert_eq!(take(&mut BytesMut::from(other)), Err(NotAFrame));
        }
    }
}
