use super::{Action, Owner, PublishError, SHORT_READS_MAX};
use crate::message::{Claim, Group, Message};
use crate::position::{Damage, Position};
use bytes::Bytes;

mod damage;

const NONCE: u64 = 7;

/// The actions of an owner in words, until it wants nothing.
fn wants(owner: &mut Owner) -> Vec<String> {
    let actions = std::iter::from_fn(|| owner.next());
    actions.map(in_words).collect()
}

fn in_words(action: Action) -> String {
    match action {
        Action::Publish {
            publish,
            message,
            after,
        } => match Message::decode(&message).unwrap() {
            Message::Claim(claim) => format!("{publish}: claim {} after {after}", claim.epoch),
            Message::Group(group) => format!("{publish}: group {} after {after}", group.number),
        },
        Action::Read { from } => format!("read from {from}"),
        Action::Own => "own".to_owned(),
        Action::Counts { position } => format!("{} counts at {}", position.number, position.seq),
        Action::Lost { epoch } => format!("lost to {epoch}"),
    }
}

/// A claimant of an empty stream whose claim is outstanding.
fn claimant() -> Owner {
    let mut owner = Owner::claiming(Position::default(), "a", NONCE);
    assert_eq!(wants(&mut owner), ["1: claim 1 after 0"]);
    owner
}

/// An owner of epoch 1 whose claim lies at 1.
fn owner() -> Owner {
    let mut owner = claimant();
    owner.published(1, Ok(1));
    assert_eq!(wants(&mut owner), ["own"]);
    owner
}

/// An owner of epoch 1 with groups 1 to `count` outstanding, as publishes 2 and so on.
fn owner_with_outstanding(count: usize) -> Owner {
    let mut owner = owner();
    for _ in 0..count {
        owner.submit(Bytes::from_static(b"records"));
    }
    assert_eq!(wants(&mut owner).len(), count);
    owner
}

fn claim(epoch: u64, nonce: u64) -> Bytes {
    let node = "b".to_owned();
    Message::Claim(Claim { epoch, node, nonce }).encode()
}

fn group(epoch: u64, nonce: u64, number: u64) -> Bytes {
    let frames = Bytes::from_static(b"records");
    Message::Group(Group {
        epoch,
        nonce,
        number,
        frames,
    })
    .encode()
}

#[test]
fn a_group_that_is_stored_directly_after_the_last_counts_without_a_read() {
    let mut owner = owner();

    owner.submit(Bytes::new());
    assert_eq!(wants(&mut owner), ["2: group 1 after 1"]);
    owner.published(2, Ok(2));

    assert_eq!(wants(&mut owner), ["1 counts at 2"]);
    assert_eq!(owner.in_flight(), 0);
    let position = Position {
        epoch: 1,
        owner: NONCE,
        number: 1,
        seq: 2,
    };
    assert_eq!(owner.position(), position);
}

#[test]
fn several_groups_are_in_flight_and_count_in_order() {
    let mut owner = owner();
    for _ in 0..3 {
        owner.submit(Bytes::new());
    }
    assert_eq!(
        wants(&mut owner),
        [
            "2: group 1 after 1",
            "3: group 2 after 2",
            "4: group 3 after 3"
        ]
    );
    assert_eq!(owner.in_flight(), 3);

    owner.published(2, Ok(2));
    assert_eq!(wants(&mut owner), ["1 counts at 2"]);
    owner.published(3, Ok(3));
    owner.published(4, Ok(4));
    assert_eq!(wants(&mut owner), ["2 counts at 3", "3 counts at 4"]);
}

#[test]
fn groups_submitted_before_the_claim_counts_wait_for_it() {
    let mut owner = claimant();
    owner.submit(Bytes::new());
    assert_eq!(wants(&mut owner), [""; 0]);
    assert_eq!(owner.in_flight(), 1);

    owner.published(1, Ok(1));

    assert_eq!(wants(&mut owner), ["own", "2: group 1 after 1"]);
}

#[test]
fn a_gap_is_read_before_anything_counts() {
    let mut owner = owner_with_outstanding(1);

    owner.published(2, Ok(4));
    assert_eq!(wants(&mut owner), ["read from 2"]);
    owner.has_read(
        &[
            (2, group(0, 3, 9)),
            (3, claim(1, 3)),
            (4, group(1, NONCE, 1)),
        ],
        4,
    );

    assert_eq!(wants(&mut owner), ["1 counts at 4"]);
}

#[test]
fn a_claim_in_the_gap_ends_the_owner_and_nothing_after_it_counts() {
    let mut owner = owner_with_outstanding(2);

    owner.published(2, Ok(2));
    owner.published(3, Ok(4));
    assert_eq!(wants(&mut owner), ["1 counts at 2", "read from 3"]);
    owner.has_read(&[(3, claim(2, 8)), (4, group(1, NONCE, 2))], 4);

    assert_eq!(wants(&mut owner), ["lost to 2"]);
    assert_eq!(owner.in_flight(), 1);
    assert_eq!(owner.damage(), None);
    owner.submit(Bytes::new());
    owner.published(3, Ok(5));
    owner.has_read(&[(5, group(1, NONCE, 2))], 5);
    assert_eq!(wants(&mut owner), [""; 0]);
}

#[test]
fn groups_stored_before_another_claim_count_before_the_owner_is_lost() {
    let mut owner = owner_with_outstanding(3);

    for publish in 2..=4 {
        owner.published(publish, Err(PublishError::Unknown));
    }
    assert_eq!(wants(&mut owner), ["read from 2"]);
    owner.has_read(
        &[
            (2, group(1, NONCE, 1)),
            (3, group(1, NONCE, 2)),
            (4, claim(2, 8)),
            (5, group(1, NONCE, 3)),
        ],
        5,
    );

    assert_eq!(
        wants(&mut owner),
        ["1 counts at 2", "2 counts at 3", "lost to 2"]
    );
}

#[test]
fn an_owner_publishes_on_while_a_gap_is_read() {
    let mut owner = owner_with_outstanding(1);
    owner.published(2, Ok(3));
    assert_eq!(wants(&mut owner), ["read from 2"]);

    owner.submit(Bytes::new());
    assert_eq!(wants(&mut owner), ["3: group 2 after 3"]);
    owner.published(3, Ok(4));
    assert_eq!(wants(&mut owner), [""; 0]);
    owner.has_read(&[(2, claim(1, 8)), (3, group(1, NONCE, 1))], 3);

    assert_eq!(wants(&mut owner), ["1 counts at 3", "2 counts at 4"]);
}

#[test]
fn acknowledgements_out_of_order_count_in_order() {
    let mut owner = owner_with_outstanding(2);

    owner.published(3, Ok(3));
    assert_eq!(wants(&mut owner), ["read from 2"]);
    owner.published(2, Ok(2));
    assert_eq!(wants(&mut owner), ["1 counts at 2", "2 counts at 3"]);
    owner.has_read(&[(2, group(1, NONCE, 1)), (3, group(1, NONCE, 2))], 3);

    assert_eq!(wants(&mut owner), [""; 0]);
}

#[test]
fn a_lost_acknowledgement_is_found_by_reading_and_nothing_is_published_again() {
    let mut owner = owner_with_outstanding(1);

    owner.published(2, Err(PublishError::Unknown));
    assert_eq!(wants(&mut owner), ["read from 2"]);
    owner.has_read(&[(2, group(1, NONCE, 1))], 2);

    assert_eq!(wants(&mut owner), ["1 counts at 2"]);
}

#[test]
fn an_unknown_outcome_is_settled_when_no_publish_is_outstanding() {
    let mut owner = owner_with_outstanding(3);

    owner.published(2, Err(PublishError::Unknown));
    owner.submit(Bytes::new());
    assert_eq!(wants(&mut owner), [""; 0]);
    owner.published(3, Err(PublishError::NotStored));
    assert_eq!(wants(&mut owner), [""; 0]);
    owner.published(4, Err(PublishError::NotStored));
    assert_eq!(wants(&mut owner), ["read from 2"]);
    owner.has_read(&[], 1);

    assert_eq!(
        wants(&mut owner),
        [
            "5: group 1 after 1",
            "6: group 2 after 2",
            "7: group 3 after 3",
            "8: group 4 after 4"
        ]
    );
}

#[test]
fn a_group_that_is_stored_before_its_lost_predecessor_is_published_again() {
    let mut owner = owner_with_outstanding(2);

    owner.published(2, Err(PublishError::Unknown));
    owner.published(3, Ok(2));
    assert_eq!(wants(&mut owner), ["read from 3"]);
    owner.has_read(&[], 2);

    assert_eq!(
        wants(&mut owner),
        ["4: group 1 after 2", "5: group 2 after 3"]
    );
}

#[test]
fn groups_stored_in_the_wrong_order_are_published_again() {
    let mut owner = owner_with_outstanding(2);

    owner.published(2, Ok(3));
    assert_eq!(wants(&mut owner), ["read from 2"]);
    owner.published(3, Ok(2));
    assert_eq!(wants(&mut owner), ["1 counts at 3"]);
    // This read began while a publish was outstanding. Only the next one settles.
    owner.has_read(&[(2, group(1, NONCE, 2))], 2);
    assert_eq!(wants(&mut owner), ["read from 4"]);
    owner.has_read(&[], 3);

    assert_eq!(wants(&mut owner), ["4: group 2 after 3"]);
}

#[test]
fn a_publish_that_arrives_after_all_is_a_void_repeat() {
    let mut owner = owner_with_outstanding(1);
    owner.published(2, Err(PublishError::Unknown));
    owner.has_read(&[], 1);
    assert_eq!(wants(&mut owner), ["read from 2", "3: group 1 after 1"]);

    // The first publish is stored at 2, the second at 3.
    owner.published(3, Ok(3));
    owner.submit(Bytes::new());
    assert_eq!(wants(&mut owner), ["read from 2", "4: group 2 after 3"]);
    owner.has_read(&[(2, group(1, NONCE, 1)), (3, group(1, NONCE, 1))], 3);
    owner.published(4, Ok(4));

    assert_eq!(wants(&mut owner), ["1 counts at 2", "2 counts at 4"]);
}

#[test]
fn a_read_of_some_messages_is_continued() {
    let mut owner = owner_with_outstanding(2);
    owner.published(2, Err(PublishError::Unknown));
    owner.published(3, Err(PublishError::Unknown));
    assert_eq!(wants(&mut owner), ["read from 2"]);

    owner.has_read(&[(2, group(0, 3, 9))], 4);
    assert_eq!(wants(&mut owner), ["read from 3"]);
    owner.has_read(&[(3, group(1, NONCE, 1)), (4, group(0, 3, 9))], 4);

    assert_eq!(wants(&mut owner), ["1 counts at 3", "4: group 2 after 4"]);
}

#[test]
fn a_failed_read_is_wanted_again() {
    let mut owner = owner_with_outstanding(1);
    owner.published(2, Err(PublishError::Unknown));
    assert_eq!(wants(&mut owner), ["read from 2"]);

    owner.read_failed();

    assert_eq!(wants(&mut owner), ["read from 2"]);
    owner.has_read(&[], 1);
    assert_eq!(wants(&mut owner), ["3: group 1 after 1"]);
}

#[test]
fn a_refused_claim_is_published_again_behind_what_was_read() {
    let position = Position {
        epoch: 3,
        owner: 5,
        number: 8,
        seq: 20,
    };
    let mut owner = Owner::claiming(position, "a", NONCE);
    assert_eq!(wants(&mut owner), ["1: claim 4 after 20"]);

    owner.published(1, Err(PublishError::NotStored));
    assert_eq!(wants(&mut owner), ["read from 21"]);
    owner.has_read(&[(21, group(3, 5, 9))], 21);

    assert_eq!(wants(&mut owner), ["2: claim 4 after 21"]);
    owner.published(2, Ok(22));
    assert_eq!(wants(&mut owner), ["own"]);
}

#[test]
fn a_claim_with_a_lost_acknowledgement_counts_by_reading() {
    let mut owner = claimant();
    owner.published(1, Err(PublishError::Unknown));
    owner.submit(Bytes::new());

    owner.has_read(&[(1, claim(1, NONCE))], 1);

    assert_eq!(
        wants(&mut owner),
        ["read from 1", "own", "2: group 1 after 1"]
    );
}

#[test]
fn of_two_claimants_with_one_epoch_the_second_is_lost() {
    let mut owner = claimant();

    owner.published(1, Ok(2));
    assert_eq!(wants(&mut owner), ["read from 1"]);
    owner.has_read(&[(1, claim(1, 8)), (2, claim(1, NONCE))], 2);

    assert_eq!(wants(&mut owner), ["lost to 1"]);
}
