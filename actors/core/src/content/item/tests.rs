use super::*;
use crate::leave_message::{Draft, Origin};
use crate::local_text::LocalText;
use crate::time::Span;
use crate::work_order::Customer;
use crate::work_order::template::Template;

const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

fn at(seconds: u64) -> Timestamp {
    NOW + Span::from_secs(seconds)
}

fn message() -> Item {
    let origin = Origin {
        visitor: "v1".into(),
        channel: "web".into(),
    };
    let draft = Draft {
        name: "Ann",
        phone: "",
        email: "",
        content: "Call me.",
    };
    Item::Message(LeaveMessage::leave(NOW, "m1".into(), origin, draft).unwrap())
}

fn order() -> Item {
    let template = Template {
        id: "t".into(),
        type_id: "k".into(),
        type_name: LocalText::from("Kind"),
        fields: Vec::new(),
    };
    let draft = crate::work_order::Draft {
        owner: Owner::Visitor("v1".into()),
        channel: Some("web".into()),
        customer: Customer::default(),
        content: "It broke.",
        answers: &[],
        files: Vec::new(),
        language: "en",
    };
    Item::Order(WorkOrder::create(NOW, "w1".into(), &template, draft).unwrap())
}

fn mia() -> ItemAuthor {
    ItemAuthor {
        agent: "mia".into(),
        nick: "Mia".into(),
    }
}

fn to(agent: &str) -> ItemChange {
    let assignee = Assignee {
        agent: agent.into(),
        nick: agent.into(),
    };
    ItemChange {
        assignee: Some(Some(assignee)),
        ..ItemChange::default()
    }
}

#[test]
fn two_changes_of_different_things_both_stay() {
    for mut item in [message(), order()] {
        assert!(item.change(at(1), &mia(), &to("lin")).unwrap());
        let urgent = ItemChange {
            priority: Some(Priority::Urgent),
            ..ItemChange::default()
        };

        assert!(item.change(at(2), &mia(), &urgent).unwrap());

        let plan = item.plan();
        assert_eq!(
            (plan.assignee, plan.priority),
            (Some("lin".into()), Priority::Urgent)
        );
        assert_eq!((item.care().cursor, item.card().changed_at), (2, at(2)));
    }
}

#[test]
fn a_repeated_change_changes_nothing() {
    let mut item = message();
    item.change(at(1), &mia(), &to("lin")).unwrap();
    let before = item.clone();

    assert!(!item.change(at(2), &mia(), &to("lin")).unwrap());

    assert_eq!(item, before);
}

#[test]
fn an_item_from_a_colleague_is_unread_until_the_assignee_sees_it() {
    let mut item = message();
    item.change(at(1), &mia(), &to("mia")).unwrap();
    assert!(!item.care().is_unread);

    item.change(at(2), &mia(), &to("lin")).unwrap();

    assert!(item.care().is_unread);
    assert!(!item.read(&"mia".into()));
    assert!(item.read(&"lin".into()));
    assert!(!item.read(&"lin".into()));
    item.note(at(3), mia(), ("Look here.", None)).unwrap();
    assert!(item.care().is_unread);
}

#[test]
fn an_alarm_rings_once_for_each_due_time() {
    let due = |seconds| ItemChange {
        due: Some(Some(at(seconds))),
        ..ItemChange::default()
    };
    let mut item = message();
    item.change(at(1), &mia(), &due(60)).unwrap();
    assert_eq!(item.alarm(), Some(at(60)));

    assert!(!item.ring(at(59)));
    assert!(item.ring(at(60)));
    assert!(!item.ring(at(61)));

    item.change(at(62), &mia(), &due(120)).unwrap();
    assert_eq!(item.alarm(), Some(at(120)));
    let done = ItemChange {
        status: Some(OrderStatus::Resolved),
        ..ItemChange::default()
    };
    item.change(at(63), &mia(), &done).unwrap();
    assert!(!item.ring(at(120)));
}

#[test]
fn a_left_message_is_reopened_and_keeps_its_remark() {
    let mut item = message();
    if let Item::Message(message) = &mut item {
        message
            .handle(at(1), "mia".into(), "Mia".into(), "Called.")
            .unwrap();
    }
    let status = |status| ItemChange {
        status: Some(status),
        ..ItemChange::default()
    };

    item.change(at(2), &mia(), &status(OrderStatus::New))
        .unwrap();

    assert_eq!(item.status(), OrderStatus::New);
    let refused = item.change(at(3), &mia(), &status(OrderStatus::Waiting));
    assert_eq!(refused, Err(ItemRefusal::Status));
    item.change(at(4), &mia(), &status(OrderStatus::Resolved))
        .unwrap();
    assert_eq!(item.remarked().unwrap().content.as_ref(), "Called.");
}

#[test]
fn notes_are_numbered_and_an_order_closed_for_good_takes_none() {
    for mut item in [message(), order()] {
        let first = item.note(at(1), mia(), ("One.", None)).unwrap();
        let second = item.note(at(2), mia(), ("Two.", None)).unwrap();
        assert_eq!((first.number, second.number), (1, 2));
        assert!(!second.is_for_visitor());
        let blank = item.note(at(3), mia(), (" ", None));
        assert_eq!(blank, Err(ItemRefusal::Text(TextError::Blank)));
    }
    let mut filed = order();
    let file = ItemChange {
        status: Some(OrderStatus::Filed),
        ..ItemChange::default()
    };
    filed.change(at(1), &mia(), &file).unwrap();
    let note = filed.note(at(2), mia(), ("Late.", None));
    assert_eq!(note, Err(ItemRefusal::Closed));
    assert_eq!(
        filed.change(at(2), &mia(), &to("lin")),
        Err(ItemRefusal::Closed)
    );
}
