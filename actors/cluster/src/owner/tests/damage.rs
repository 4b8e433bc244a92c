//! What a damaged, purged or shorter stream does to an owner.

use super::*;

#[test]
fn a_claimant_that_was_purged_away_is_lost_with_a_word() {
    let mut owner = claimant();
    owner.published(1, Ok(9));
    assert_eq!(wants(&mut owner), ["read from 1"]);

    owner.stream_begins(5);

    assert_eq!(wants(&mut owner), ["lost to 0"]);
    let words = owner.damage().unwrap().to_string();
    assert_eq!(
        words,
        "the stream continues at 5, but 1 is next: load a snapshot"
    );
}

#[test]
fn a_read_that_begins_later_than_asked_ends_the_owner() {
    let mut owner = owner_with_outstanding(1);
    owner.published(2, Ok(6));
    assert_eq!(wants(&mut owner), ["read from 2"]);

    owner.has_read(&[(6, group(1, NONCE, 1))], 6);

    assert_eq!(wants(&mut owner), ["lost to 1"]);
    let hole = Damage::Hole {
        expected: 2,
        found: 6,
    };
    assert_eq!(owner.damage(), Some(hole));
}

#[test]
fn a_stream_that_begins_at_the_next_message_harms_nobody() {
    let mut owner = owner_with_outstanding(1);
    owner.published(2, Err(PublishError::Unknown));

    owner.stream_begins(2);
    owner.has_read(&[], 1);

    assert_eq!(wants(&mut owner), ["read from 2", "3: group 1 after 1"]);
}

#[test]
fn a_message_of_a_newer_version_ends_the_owner() {
    let mut owner = owner_with_outstanding(1);
    owner.published(2, Ok(3));
    assert_eq!(wants(&mut owner), ["read from 2"]);

    owner.has_read(&[(2, Bytes::from_static(b"\x02"))], 3);

    assert_eq!(wants(&mut owner), ["lost to 1"]);
    assert!(
        owner
            .damage()
            .unwrap()
            .to_string()
            .contains("newer version")
    );
}

#[test]
fn a_group_that_is_too_large_for_the_stream_ends_the_owner() {
    let mut owner = owner_with_outstanding(1);

    owner.published(2, Err(PublishError::TooLarge));

    assert_eq!(wants(&mut owner), ["lost to 1"]);
    let bytes = group(1, NONCE, 1).len();
    assert_eq!(owner.damage(), Some(Damage::TooLarge { bytes }));
}

#[test]
fn a_stream_that_stores_again_what_was_folded_ends_the_owner() {
    let mut owner = owner_with_outstanding(1);

    owner.published(2, Ok(1));

    assert_eq!(wants(&mut owner), ["lost to 1"]);
    let short = Damage::Short { end: 1, folded: 1 };
    assert_eq!(owner.damage(), Some(short));
}

#[test]
fn an_answer_of_a_former_leader_is_asked_for_again_and_a_shorter_stream_ends_the_owner() {
    let mut owner = owner_with_outstanding(1);
    owner.published(2, Err(PublishError::Unknown));
    for _ in 1..SHORT_READS_MAX {
        assert_eq!(wants(&mut owner), ["read from 2"]);
        owner.has_read(&[], 0);
    }

    let mut followed = owner;
    assert_eq!(wants(&mut followed), ["read from 2"]);
    followed.has_read(&[], 0);

    assert_eq!(wants(&mut followed), ["lost to 1"]);
    let short = Damage::Short { end: 0, folded: 1 };
    assert_eq!(followed.damage(), Some(short));
}

#[test]
fn a_late_answer_of_the_right_length_settles_as_usual() {
    let mut owner = owner_with_outstanding(1);
    owner.published(2, Err(PublishError::Unknown));
    owner.has_read(&[], 0);

    owner.has_read(&[], 1);

    assert_eq!(
        wants(&mut owner),
        ["read from 2", "read from 2", "3: group 1 after 1"]
    );
}

#[test]
fn a_nonce_that_is_used_twice_ends_the_owner() {
    let mut owner = owner_with_outstanding(1);

    owner.published(2, Ok(3));
    assert_eq!(wants(&mut owner), ["read from 2"]);
    owner.has_read(&[(2, group(1, NONCE, 1)), (3, group(1, NONCE, 2))], 3);

    assert_eq!(wants(&mut owner), ["1 counts at 2", "lost to 1"]);
}

#[test]
fn outcomes_and_reads_that_nobody_asked_for_change_nothing() {
    let mut owner = owner();

    owner.published(1, Ok(9));
    owner.published(77, Err(PublishError::Unknown));
    owner.has_read(&[(2, claim(9, 9))], 2);
    owner.read_failed();
    owner.stream_begins(50);

    assert_eq!(wants(&mut owner), [""; 0]);
    assert_eq!(owner.position().seq, 1);
}
