use super::template::{Answer, Field, FieldKind};
use super::*;
use crate::local_text::LocalText;

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

fn template() -> Template {
    Template {
        id: "after-sales".into(),
        type_id: "t-1".into(),
        type_name: LocalText::from_iter([("en", "After sales"), ("zh", "售后")]),
        fields: vec![Field {
            id: "order".into(),
            name: LocalText::from("Order number"),
            kind: FieldKind::Line,
            required: true,
        }],
    }
}

fn answers() -> Vec<Answered> {
    vec![Answered {
        field: "order".into(),
        answer: Answer::One("A-17".into()),
    }]
}

fn pictures(count: usize) -> Vec<Attachment> {
    (0..count)
        .map(|number| Attachment {
            url: format!("/api/files/{number}.png").into(),
            name: "a.png".into(),
        })
        .collect()
}

fn draft<'a>(content: &'a str, answers: &'a [Answered]) -> Draft<'a> {
    Draft {
        owner: Owner::Visitor("v1".into()),
        channel: Some("web".into()),
        customer: Customer {
            name: "Ann".into(),
            phone: "13800138000".into(),
        },
        content,
        answers,
        files: pictures(3),
        language: "en",
    }
}

fn order() -> WorkOrder {
    let answers = answers();
    WorkOrder::create(
        at(10),
        "w1".into(),
        &template(),
        draft("It broke.", &answers),
    )
    .unwrap()
}

fn handling(content: &str) -> Handling<'_> {
    Handling {
        agent: "mia".into(),
        nick: "Mia".into(),
        audience: Audience::Everybody,
        content,
        files: Vec::new(),
        status: None,
        priority: None,
        repeat: None,
    }
}

/// [LM-03]
#[test]
fn a_new_order_has_normal_priority_and_the_fields_of_its_template() {
    let order = order();

    assert_eq!(
        (order.status, order.priority),
        (OrderStatus::New, Priority::Normal)
    );
    assert_eq!(
        (order.type_id.as_ref(), order.type_name.as_ref()),
        ("t-1", "After sales")
    );
    assert_eq!(order.fields[0].value.as_ref(), "A-17");
    assert_eq!((order.replies, order.last_word), (0, None));
}

/// [LM-03]
#[test]
fn an_order_needs_a_text_and_its_required_fields() {
    let answers = answers();
    let create = |draft| WorkOrder::create(at(10), "w1".into(), &template(), draft);

    assert_eq!(
        create(draft(" \u{200b}", &answers)),
        Err(OrderRefusal::Content(TextError::Blank))
    );
    assert_eq!(
        create(draft("words", &[])),
        Err(OrderRefusal::Field(FieldRefusal::Missing(
            "Order number".into()
        )))
    );
}

#[test]
fn the_customers_name_and_phone_are_optional_but_must_be_valid() {
    assert!(Customer::checked(" Ann ", "13800138000").is_ok());
    assert_eq!(Customer::checked("", ""), Ok(Customer::default()));
    assert_eq!(
        Customer::checked("Ann", "23800138000"),
        Err(OrderRefusal::Customer(ContactError::Phone))
    );
    assert_eq!(
        Customer::checked("a\nb", ""),
        Err(OrderRefusal::CustomerName)
    );
}

/// [LM-09]
#[test]
fn on_a_card_form_the_fields_alone_may_make_an_order() {
    let answers = answers();
    let form = |content, answers| Draft {
        owner: Owner::Form("f1".into()),
        ..draft(content, answers)
    };
    let mut nothing_required = template();
    nothing_required.fields[0].required = false;

    let order = WorkOrder::create(at(10), "w1".into(), &template(), form("", &answers)).unwrap();

    assert_eq!(order.content.as_ref(), "");
    let empty = WorkOrder::create(at(10), "w1".into(), &nothing_required, form("", &[]));
    assert_eq!(empty, Err(OrderRefusal::Content(TextError::Blank)));
}

/// [LM-04]
#[test]
fn an_order_and_a_reply_have_at_most_three_files() {
    let answers = answers();
    let four = Draft {
        files: pictures(4),
        ..draft("words", &answers)
    };

    assert_eq!(
        WorkOrder::create(at(10), "w1".into(), &template(), four),
        Err(OrderRefusal::TooManyFiles)
    );
    assert_eq!(
        order().reply(at(11), "and this", pictures(4), None),
        Err(OrderRefusal::TooManyFiles)
    );
    assert!(order().reply(at(11), "and this", pictures(3), None).is_ok());
}

/// [LM-05] [LM-07]
#[test]
fn a_visitors_reply_counts_as_the_customers_and_gets_the_next_number() {
    let mut order = order();

    let first = order.reply(at(11), "Any news?", vec![], None).unwrap();
    let second = order.reply(at(5), "Hello?", vec![], None).unwrap();

    assert_eq!(
        (first.number, first.kind, first.author.as_ref()),
        (1, ReplyKind::Customer, "Ann")
    );
    assert_eq!(
        (second.number, second.at),
        (2, at(11)),
        "time never decreases"
    );
    assert_eq!(
        (order.replies, order.last_word),
        (2, Some(ReplyKind::Customer))
    );
    assert_eq!(order.status, OrderStatus::New);
}

#[test]
fn a_blank_reply_is_refused() {
    for blank in ["", "   ", "\u{200b}"] {
        assert_eq!(
            order().reply(at(11), blank, pictures(1), None),
            Err(OrderRefusal::Content(TextError::Blank))
        );
    }
}

#[test]
fn a_visitor_cannot_reply_to_a_closed_order() {
    for status in OrderStatus::ALL {
        let mut order = order();
        order.status = status;

        let replied = order.reply(at(11), "Hello?", vec![], None);

        assert_eq!(
            replied.is_err(),
            [OrderStatus::Closed, OrderStatus::Filed].contains(&status),
            "{status:?}"
        );
    }
}

#[test]
fn a_reply_moves_a_waiting_order_back_to_accepted() {
    let mut order = order();
    let question = Handling {
        status: Some(OrderStatus::Waiting),
        ..handling("Which colour?")
    };
    order.handle(at(11), question).unwrap();

    let reply = order.reply(at(12), "Green.", vec![], None).unwrap();

    assert_eq!(
        (reply.status, order.status),
        (OrderStatus::Accepted, OrderStatus::Accepted)
    );
}

/// [LM-07]
#[test]
fn the_visitor_can_read_an_agents_reply_but_not_a_note() {
    let mut order = order();
    let note = Handling {
        audience: Audience::Agents,
        ..handling("Third time this week.")
    };

    let note = order.handle(at(11), note).unwrap();
    let answer = order.handle(at(12), handling("On its way.")).unwrap();

    assert!(!note.is_for_visitor());
    assert!(answer.is_for_visitor());
    assert_eq!(
        note.status,
        OrderStatus::New,
        "a note does not accept the order"
    );
    assert_eq!(
        (answer.status, order.last_word),
        (OrderStatus::Accepted, Some(ReplyKind::Agent))
    );
    assert_eq!(
        order.answered_at,
        Some(at(12)),
        "a note does not count as dealt with"
    );
}

/// [LM-08]
#[test]
fn an_agent_changes_status_and_priority_with_or_without_a_text() {
    for status in OrderStatus::ALL {
        let mut order = order();
        let silent = Handling {
            status: Some(status),
            priority: Some(Priority::Urgent),
            ..handling("")
        };

        let reply = order.handle(at(11), silent).unwrap();

        assert_eq!((order.status, order.priority), (status, Priority::Urgent));
        assert_eq!((reply.status, reply.content.as_ref()), (status, ""));
    }
    let nothing = Handling {
        status: Some(OrderStatus::New),
        ..handling(" ")
    };
    assert_eq!(
        order().handle(at(11), nothing),
        Err(OrderRefusal::Content(TextError::Blank))
    );
}

#[test]
fn an_agent_may_reopen_a_closed_order_but_not_a_filed_one() {
    let mut order = order();
    order.status = OrderStatus::Closed;
    let again = || Handling {
        status: Some(OrderStatus::Accepted),
        ..handling("")
    };

    order.handle(at(11), again()).unwrap();
    assert!(order.reply(at(12), "Thanks.", vec![], None).is_ok());
    order.status = OrderStatus::Filed;

    assert_eq!(order.handle(at(13), again()), Err(OrderRefusal::Closed));
}

#[test]
fn the_number_of_replies_is_limited_first_for_visitors_then_for_agents() {
    let mut order = order();
    order.replies = REPLIES_MAX;

    assert_eq!(
        order.reply(at(11), "More", vec![], None),
        Err(OrderRefusal::Full)
    );
    assert!(order.handle(at(11), handling("That will do.")).is_ok());
    order.replies = REPLIES_MAX * 2;
    assert_eq!(
        order.handle(at(12), handling("More")),
        Err(OrderRefusal::Full)
    );
}
