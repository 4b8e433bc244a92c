use super::{Claim, FRAMES_BYTES_MAX, Group, MESSAGE_BYTES_MAX, Message, MessageError};
use bytes::Bytes;

fn claim() -> Message {
    Message::Claim(Claim {
        epoch: 3,
        node: "a-1".to_owned(),
        nonce: 0x0102_0304_0506_0708,
    })
}

fn group() -> Message {
    Message::Group(Group {
        epoch: 3,
        nonce: 0x0102_0304_0506_0708,
        number: 258,
        frames: Bytes::from_static(b"abc"),
    })
}

const GOLDEN_CLAIM: &[u8] = b"\x01\x01\x03\0\0\0\0\0\0\0\x08\x07\x06\x05\x04\x03\x02\x01a-1";
const GOLDEN_GROUP: &[u8] =
    b"\x01\x02\x03\0\0\0\0\0\0\0\x08\x07\x06\x05\x04\x03\x02\x01\x02\x01\0\0\0\0\0\0abc";

#[test]
fn a_claim_and_a_group_keep_their_stored_bytes() {
    for (message, golden) in [(claim(), GOLDEN_CLAIM), (group(), GOLDEN_GROUP)] {
        assert_eq!(message.encode(), golden);
        assert_eq!(Message::decode(&Bytes::from_static(golden)), Ok(message));
    }
}

#[test]
fn a_message_of_a_newer_layout_is_refused_in_words() {
    let stored = Bytes::from_static(b"\x02whatever a later version writes");

    let error = Message::decode(&stored).unwrap_err();

    assert_eq!(error, MessageError::Newer { version: 2 });
    assert_eq!(
        error.to_string(),
        "message of layout 2, written by a newer version; this one reads up to 1"
    );
}

#[test]
fn every_shortened_message_is_refused_or_only_lost_its_tail() {
    for (golden, fixed) in [(GOLDEN_CLAIM, 18), (GOLDEN_GROUP, 26)] {
        for length in 0..fixed {
            let error = Message::decode(&Bytes::from_static(&golden[..length])).unwrap_err();
            assert_eq!(error, MessageError::Damaged("it is too short"));
        }
        assert!(Message::decode(&Bytes::from_static(&golden[..fixed])).is_ok());
    }
}

#[test]
fn bytes_that_are_no_message_are_refused_in_words() {
    let no_layout = [&[0], &GOLDEN_CLAIM[1..]].concat();
    let no_kind = [&[1, 3], &GOLDEN_CLAIM[2..]].concat();
    let no_text = [&GOLDEN_CLAIM[..18], &[0xff]].concat();
    for (bytes, words) in [
        (no_layout, "layout 0 does not exist"),
        (no_kind, "neither a claim nor a group"),
        (no_text, "the node's name is no text"),
    ] {
        let error = Message::decode(&bytes.into()).unwrap_err();

        assert_eq!(
            error.to_string(),
            format!("message of the stream is damaged: {words}")
        );
    }
}

#[test]
fn the_largest_frames_make_the_largest_message() {
    let group = Message::Group(Group {
        epoch: u64::MAX,
        nonce: u64::MAX,
        number: u64::MAX,
        frames: vec![0; FRAMES_BYTES_MAX].into(),
    });

    assert_eq!(group.encode().len(), MESSAGE_BYTES_MAX);
}
