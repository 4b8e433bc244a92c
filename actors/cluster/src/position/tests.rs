use super::{Damage, Position, Verdict};
use crate::message::{Claim, Group, Message, MessageError};
use bytes::Bytes;

fn claim(epoch: u64, nonce: u64) -> Message {
    Message::Claim(Claim {
        epoch,
        node: "a".to_owned(),
        nonce,
    })
}

fn group(epoch: u64, nonce: u64, number: u64) -> Message {
    Message::Group(Group {
        epoch,
        nonce,
        number,
        frames: Bytes::new(),
    })
}

/// The verdicts of a stream from its beginning.
fn verdicts(messages: &[Message]) -> Vec<Verdict> {
    let mut position = Position::default();
    let fold = |(seq, message)| position.fold(seq, message);
    (1..).zip(messages).map(fold).collect()
}

use Verdict::{Claimed, Counts, Void};

#[test]
fn groups_of_the_owner_count_in_the_order_of_their_numbers() {
    let stream = [claim(1, 7), group(1, 7, 1), group(1, 7, 2), group(1, 7, 3)];

    assert_eq!(verdicts(&stream), [Claimed, Counts, Counts, Counts]);
}

#[test]
fn a_repeated_group_is_void() {
    let stream = [
        claim(1, 7),
        group(1, 7, 1),
        group(1, 7, 1),
        group(1, 7, 2),
        group(1, 7, 1),
    ];

    assert_eq!(verdicts(&stream), [Claimed, Counts, Void, Counts, Void]);
}

#[test]
fn a_group_is_void_until_its_predecessor_counts() {
    let stream = [claim(1, 7), group(1, 7, 2), group(1, 7, 1), group(1, 7, 2)];

    assert_eq!(verdicts(&stream), [Claimed, Void, Counts, Counts]);
}

#[test]
fn a_group_after_the_next_claim_is_void() {
    let stream = [
        claim(1, 7),
        group(1, 7, 1),
        claim(2, 8),
        group(1, 7, 2),
        group(2, 8, 1),
    ];

    assert_eq!(verdicts(&stream), [Claimed, Counts, Claimed, Void, Counts]);
}

#[test]
fn of_two_claims_with_one_epoch_the_first_rules() {
    let stream = [claim(1, 7), claim(1, 8), group(1, 8, 1), group(1, 7, 1)];

    assert_eq!(verdicts(&stream), [Claimed, Void, Void, Counts]);
}

#[test]
fn a_late_claim_with_a_lower_epoch_is_void() {
    let stream = [claim(2, 8), group(2, 8, 1), claim(1, 7), group(2, 8, 2)];

    assert_eq!(verdicts(&stream), [Claimed, Counts, Void, Counts]);
}

#[test]
fn a_group_before_any_claim_is_void() {
    assert_eq!(verdicts(&[group(0, 0, 1), group(1, 7, 1)]), [Void, Void]);
}

#[test]
fn a_message_that_was_folded_changes_nothing() {
    let mut position = Position::default();
    position.fold(1, &claim(1, 7));
    position.fold(2, &group(1, 7, 1));
    let before = position;

    assert_eq!(position.fold(2, &group(1, 7, 2)), Void);
    assert_eq!(position.fold(1, &claim(9, 9)), Void);
    assert_eq!(position, before);
}

#[test]
fn a_stored_message_is_folded_and_returned() {
    let mut position = Position::default();
    let message = claim(4, 7);

    let folded = position.fold_stored(1, &message.encode());

    assert_eq!(folded, Ok((Claimed, message)));
    let after = Position {
        epoch: 4,
        owner: 7,
        number: 0,
        seq: 1,
    };
    assert_eq!(position, after);
}

#[test]
fn a_hole_and_an_unreadable_message_stop_the_fold() {
    let mut position = Position::default();
    let damage = Damage::Hole {
        expected: 1,
        found: 2,
    };
    assert_eq!(position.fold_stored(2, &claim(1, 7).encode()), Err(damage));
    let damage = Damage::Unreadable {
        seq: 1,
        error: MessageError::Newer { version: 9 },
    };
    assert_eq!(
        position.fold_stored(1, &Bytes::from_static(b"\x09")),
        Err(damage)
    );

    assert_eq!(position, Position::default());
    assert_eq!(
        damage.to_string(),
        "message 1: message of layout 9, written by a newer version; this one reads up to 1"
    );
}

#[test]
fn a_position_keeps_its_stored_bytes() {
    let position = Position {
        epoch: 1,
        owner: 2,
        number: 3,
        seq: 4,
    };

    let stored = bincode::serialize(&position).unwrap();

    assert_eq!(
        stored,
        b"\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0\x04\0\0\0\0\0\0\0"
    );
    assert_eq!(bincode::deserialize::<Position>(&stored).unwrap(), position);
}
