use super::names::Listed;
use super::*;
use actors_core::care::Assignee;
use actors_core::ids::{TenantId, VisitorKey, WorkOrderId};
use actors_core::item::{ItemAuthor, ItemChange, Plan};
use actors_core::leave_message::Draft as Message;
use actors_core::local_text::LocalText;
use actors_core::work_order::template::Template;
use actors_core::work_order::{Audience, Customer, Draft, Handling, OrderStatus, Owner, ReplyKind};
use actors_runtime::testing::MemoryStore;

const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

struct World {
    store: Arc<dyn Store>,
    orders: Orders,
    tenant: TenantId,
    template: Template,
}

fn world() -> World {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    World {
        orders: Orders::new(Arc::clone(&store), &Arc::default()),
        store,
        tenant: "shop".into(),
        template: Template {
            id: "t".into(),
            type_id: "k".into(),
            type_name: LocalText::from("Kind"),
            fields: Vec::new(),
        },
    }
}

fn at(seconds: u64) -> Timestamp {
    NOW + Span::from_secs(seconds)
}

fn nothing_besides() -> Said<'static> {
    Said {
        client_id: None,
        files: &[],
        uploader: None,
    }
}

fn named(id: &ClientId) -> Said<'_> {
    Said {
        client_id: Some(id),
        ..nothing_besides()
    }
}

impl World {
    fn create(
        &self,
        now: Timestamp,
        visitor: &str,
        content: &str,
        said: Said<'_>,
    ) -> Result<WorkOrderId, ApiError> {
        let draft = Draft {
            owner: Owner::Visitor(visitor.into()),
            channel: None,
            customer: Customer::default(),
            content,
            answers: &[],
            files: Vec::new(),
            language: "en",
        };
        let new = NewOrder {
            tenant: &self.tenant,
            template: &self.template,
            draft,
            said,
        };
        self.orders.create(now, new, |_| Ok(Vec::new()))
    }

    fn handle(
        &self,
        id: &WorkOrderId,
        status: Option<OrderStatus>,
        content: &str,
        said: Said<'_>,
    ) -> Result<(), ApiError> {
        let handling = Handling {
            agent: "mia".into(),
            nick: "Mia".into(),
            audience: Audience::Everybody,
            content,
            files: Vec::new(),
            status,
            priority: None,
            repeat: None,
        };
        let place = (&self.tenant, id.as_str());
        let audited =
            |_: &Plan, _: &Plan| DocumentChange::put(DocumentKind::Audit, "shop/0", b"{}".to_vec());
        let handled = self.orders.handle(at(50), place, (handling, said), audited);
        handled.map(drop)
    }

    /// Gives an item to Lin, due at this time, with a note.
    fn plan(&self, id: &str, due: Timestamp) {
        let mia = ItemAuthor {
            agent: "mia".into(),
            nick: "Mia".into(),
        };
        let change = ItemChange {
            assignee: Some(Some(Assignee {
                agent: "lin".into(),
                nick: "Lin".into(),
            })),
            due: Some(Some(due)),
            ..ItemChange::default()
        };
        let audit = |number: &str| DocumentChange::put(DocumentKind::Audit, number, Vec::new());
        let place = (&self.tenant, id);
        self.orders
            .change_item(at(2), place, (&mia, &change), |_, _| audit(id))
            .unwrap();
        let noted = Noted {
            by: mia,
            text: "A note.",
            client_id: None,
        };
        self.orders
            .note_item(at(3), place, noted, audit("note"))
            .unwrap();
    }

    fn in_state(&self, status: OrderStatus) -> Vec<WorkOrderId> {
        let filter = OrderFilter {
            status: Some(status),
            ..OrderFilter::default()
        };
        let page = self.orders.made_with(&self.tenant, &filter).unwrap();
        page.list.into_iter().map(|order| order.id).collect()
    }
}

#[test]
fn repeats_within_two_days_make_one_order_and_another_text_is_refused() {
    let world = world();
    let id = ClientId::from("c-1");
    let first = world.create(at(0), "v1", "It broke.", named(&id)).unwrap();

    let again = world.create(at(5), "v1", "It broke.", named(&id)).unwrap();
    let other = world.create(at(6), "v1", "It fell.", named(&id));
    let of_another = world.create(at(7), "v2", "It broke.", named(&id)).unwrap();
    let much_later = at(48 * 3_600 + 1);
    let later = world
        .create(much_later, "v1", "It broke.", named(&id))
        .unwrap();

    assert_eq!(first, again);
    assert!(matches!(other, Err(ApiError::IdReused)));
    assert_ne!(first, of_another);
    assert_ne!(first, later);
}

#[test]
fn a_repeated_reply_of_either_side_is_stored_once() {
    let world = world();
    let order = world
        .create(at(0), "v1", "It broke.", nothing_besides())
        .unwrap();
    let id = ClientId::from("c-1");
    let visitor = VisitorKey {
        tenant: "shop".into(),
        visitor: "v1".into(),
    };
    let reply = |content: &str| {
        let access = Access::Visitor(&visitor.visitor);
        let place = (&world.tenant, order.as_str(), access);
        world
            .orders
            .reply(at(9), place, (content, named(&id)), || Ok(()))
    };

    reply("Hello?").unwrap();
    reply("Hello?").unwrap();
    assert!(matches!(reply("Well?"), Err(ApiError::IdReused)));
    world.handle(&order, None, "Hello!", named(&id)).unwrap();
    world.handle(&order, None, "Hello!", named(&id)).unwrap();

    let kept = world
        .orders
        .order(&world.tenant, order.as_str(), Access::Order)
        .unwrap();
    let talk = world.orders.talk(&world.tenant, &kept).unwrap();
    let kinds: Vec<ReplyKind> = talk.iter().map(|reply| reply.kind).collect();
    assert_eq!(kinds, [ReplyKind::Customer, ReplyKind::Agent]);
}

#[test]
fn a_refused_message_is_not_stored_and_may_be_retried() {
    let world = world();
    let id = ClientId::from("c-1");
    let left = |content| Left {
        visitor: &VISITOR,
        channel: "web".into(),
        client_id: Some(&id),
        draft: Message {
            name: "Ann",
            phone: "",
            email: "",
            content,
        },
    };

    let refused = world
        .orders
        .leave(at(0), left("Hi"), |_| Err(ApiError::TooMany(9)));
    assert!(matches!(refused, Err(ApiError::TooMany(9))));
    world
        .orders
        .leave(at(1), left("Hi"), |_| Ok(Vec::new()))
        .unwrap();
    world
        .orders
        .leave(at(2), left("Hi"), |_| Err(ApiError::TooMany(9)))
        .unwrap();

    let page = world.orders.left_by(&VISITOR, None).unwrap();
    assert_eq!(page.list.len(), 1);
}

static VISITOR: std::sync::LazyLock<VisitorKey> = std::sync::LazyLock::new(|| VisitorKey {
    tenant: "shop".into(),
    visitor: "v1".into(),
});

#[test]
fn a_list_is_read_page_by_page_and_shows_each_order_once() {
    let world = world();
    let made: Vec<WorkOrderId> = (0..120)
        .map(|number| {
            let content = format!("number {number}");
            world
                .create(at(number), "v1", &content, nothing_besides())
                .unwrap()
        })
        .collect();

    let (mut seen, mut after, mut sizes) = (Vec::new(), None, Vec::new());
    loop {
        let filter = OrderFilter {
            after,
            ..OrderFilter::default()
        };
        let page = world.orders.made_with(&world.tenant, &filter).unwrap();
        sizes.push(page.list.len());
        seen.extend(page.list.into_iter().map(|order| order.id));
        let Some(next) = page.next else { break };
        after = Cursor::parse(next.as_str()).unwrap();
    }

    let newest_first: Vec<WorkOrderId> = made.into_iter().rev().collect();
    assert_eq!(seen, newest_first);
    assert_eq!(sizes, [50, 50, 20]);
}

#[test]
fn a_search_reads_a_limited_number_and_returns_where_to_continue() {
    let world = world();
    let oldest = world
        .create(at(0), "v1", "A needle.", nothing_besides())
        .unwrap();
    for number in 1..=600 {
        world
            .create(at(number), "v1", "Hay.", nothing_besides())
            .unwrap();
    }
    let search = |after| {
        let filter = OrderFilter {
            search: "NEEDLE".to_owned(),
            after,
            ..OrderFilter::default()
        };
        world.orders.made_with(&world.tenant, &filter).unwrap()
    };

    let first = search(None);
    let second = search(first.next.clone());

    assert_eq!((first.list.len(), first.next.is_some()), (0, true));
    assert_eq!(second.list[0].id, oldest);
    assert_eq!(second.next, None);
}

#[test]
fn an_order_is_listed_only_under_its_status() {
    let world = world();
    let order = world
        .create(at(0), "v1", "It broke.", nothing_besides())
        .unwrap();
    assert_eq!(
        world.in_state(OrderStatus::New),
        std::slice::from_ref(&order)
    );
    assert_eq!(world.orders.orders_waiting(&world.tenant, 100).unwrap(), 1);

    for status in OrderStatus::ALL.into_iter().skip(1) {
        world
            .handle(&order, Some(status), "", nothing_besides())
            .unwrap();

        for other in OrderStatus::ALL {
            let found = world.in_state(other);
            assert_eq!(found.len(), usize::from(other == status), "{other:?}");
        }
    }
    assert_eq!(world.orders.orders_waiting(&world.tenant, 100).unwrap(), 0);
    let all = Listed::Orders.all(&world.tenant);
    let found = world.store.documents(DocumentKind::OrderIndex, &all);
    assert_eq!(found.unwrap().len(), 1);
}

#[test]
fn concurrent_replies_are_all_stored_and_numbered() {
    let world = world();
    let order = world
        .create(at(0), "v1", "It broke.", nothing_besides())
        .unwrap();

    std::thread::scope(|scope| {
        for writer in 0..8 {
            let (world, order) = (&world, &order);
            scope.spawn(move || {
                for number in 0..10 {
                    let content = format!("{writer}/{number}");
                    world
                        .handle(order, None, &content, nothing_besides())
                        .unwrap();
                }
            });
        }
    });

    let kept = world
        .orders
        .order(&world.tenant, order.as_str(), Access::Order)
        .unwrap();
    let numbers: Vec<u32> = world
        .orders
        .talk(&world.tenant, &kept)
        .unwrap()
        .iter()
        .map(|reply| reply.number)
        .collect();
    assert_eq!(numbers, (1..=80).collect::<Vec<_>>());
    assert_eq!(kept.replies, 80);
}

#[test]
fn unknown_ids_are_not_found_and_invalid_cursors_are_refused() {
    let world = world();
    for id in ["", "x", "../../shop", &"a".repeat(5_000), "order/all/"] {
        let found = world.orders.order(&world.tenant, id, Access::Order);
        assert!(matches!(found, Err(ApiError::NotFound)), "{id}");
    }
    for cursor in [
        "x",
        "zz/1",
        "../",
        &"a".repeat(100),
        "ffffffffffffffff/../x",
    ] {
        assert!(Cursor::parse(cursor).is_err(), "{cursor}");
    }
}

#[test]
fn erasing_a_visitor_removes_everything_of_theirs_and_nothing_of_others() {
    let world = world();
    for visitor in ["v1", "v2"] {
        for number in 0..60 {
            let content = format!("number {number}");
            let order = world
                .create(at(number), visitor, &content, nothing_besides())
                .unwrap();
            world
                .handle(&order, None, "We look into it.", nothing_besides())
                .unwrap();
        }
        let visitor = VisitorKey {
            tenant: "shop".into(),
            visitor: visitor.into(),
        };
        let left = Left {
            visitor: &visitor,
            channel: "web".into(),
            client_id: None,
            draft: Message {
                name: "Ann",
                phone: "",
                email: "",
                content: "Hi",
            },
        };
        world.orders.leave(at(9), left, |_| Ok(Vec::new())).unwrap();
    }

    let erased = world.orders.erase(&VISITOR).unwrap();
    let again = world.orders.erase(&VISITOR).unwrap();

    assert_eq!((erased.messages, erased.orders), (1, 60));
    assert_eq!(again, Erased::default());
    let kept = |kind| world.store.documents(kind, "").unwrap().len();
    assert_eq!(kept(DocumentKind::WorkOrder), 60);
    assert_eq!(kept(DocumentKind::WorkOrderReply), 60);
    assert_eq!(kept(DocumentKind::LeaveMessage), 1);
    assert_eq!(kept(DocumentKind::OrderIndex), 61 * 3);
}

#[test]
fn an_alarm_rings_once_and_erasing_leaves_nothing_of_a_plan_or_a_note() {
    let world = world();
    let left = Left {
        visitor: &VISITOR,
        channel: "web".into(),
        client_id: None,
        draft: Message {
            name: "Ann",
            phone: "",
            email: "",
            content: "Hi",
        },
    };
    let message = world.orders.leave(at(0), left, |_| Ok(Vec::new())).unwrap();
    let order = world
        .create(
            at(1),
            VISITOR.visitor.as_str(),
            "It broke.",
            nothing_besides(),
        )
        .unwrap();
    world.plan(message.as_str(), at(60));
    world.plan(order.as_str(), at(90));

    assert_eq!(world.orders.ring_due(at(59)).unwrap(), Some(at(60)));
    assert_eq!(world.orders.ring_due(at(60)).unwrap(), Some(at(90)));
    let rung = world.orders.item(&world.tenant, message.as_str()).unwrap();
    assert!(rung.care().has_rung && rung.care().is_unread);
    assert_eq!(world.orders.ring_due(at(61)).unwrap(), Some(at(90)));
    let theirs = ItemFilter {
        whose: Whose::Of("lin".into()),
        ..ItemFilter::default()
    };
    let listed = world.orders.items(&world.tenant, &theirs).unwrap();
    assert_eq!(listed.list.len(), 2);

    world.orders.erase(&VISITOR).unwrap();

    for kind in [
        DocumentKind::LeaveMessage,
        DocumentKind::WorkOrder,
        DocumentKind::WorkOrderReply,
        DocumentKind::OrderIndex,
        DocumentKind::ItemDue,
    ] {
        let kept = world.store.documents(kind, "").unwrap();
        assert!(kept.is_empty(), "{kind:?}: {kept:?}");
    }
    assert_eq!(world.orders.ring_due(at(99)).unwrap(), None);
}

/// Records of existing stores. A change that breaks them needs a reader of the old layout.
#[test]
fn existing_records_stay_readable() {
    use actors_core::leave_message::LeaveMessage;
    use actors_core::work_order::{Reply, WorkOrder};
    let order = r#"{"id":"w","owner":{"Visitor":"v"},"channel":"c","template":"t","type_id":"k","type_name":"Kind","content":"It broke.","at":7,"customer":{"name":"Ann","phone":"13800138000"},"fields":[{"id":"f","name":"F","value":"x"}],"files":[{"url":"/api/files/a.png","name":"a.png"}],"status":"Waiting","priority":"Urgent","replies":2,"changed_at":9,"last_word":"Agent","dealt_at":9}"#;
    let of_form = r#"{"id":"w","owner":{"Form":"f"},"channel":null,"template":"t","type_id":"k","type_name":"Kind","content":"","at":7,"customer":{"name":"","phone":""},"fields":[],"files":[],"status":"New","priority":"Normal","replies":0,"changed_at":7,"last_word":null,"dealt_at":null}"#;
    let reply = r#"{"number":1,"at":9,"kind":"Internal","agent":"mia","author":"Mia","status":"Filed","content":"Third.","files":[],"repeat":{"id":18446744073709551615,"content":2}}"#;
    let message = r#"{"id":"m","visitor":"v","channel":"c","name":"Ann","phone":"","email":"","content":"Hi","at":7,"handled":{"at":9,"agent":"mia","nick":"Mia","remark":"Called."}}"#;

    assert_eq!(again::<WorkOrder>(order), order);
    assert_eq!(again::<WorkOrder>(of_form), of_form);
    assert_eq!(again::<Reply>(reply), reply);
    assert_eq!(again::<LeaveMessage>(message), message);
    let id = ClientId::from("c-1");
    let repeat = repeat("visitor", Some(&id), &"text").unwrap();
    assert_eq!(again::<Option<Repeat>>("null"), "null");
    assert_eq!(
        serde_json::to_string(&repeat).unwrap(),
        r#"{"id":4022247617576022137,"content":6968805556726663266}"#
    );
}

fn again<T: Serialize + DeserializeOwned>(stored: &str) -> String {
    serde_json::to_string(&parsed::<T>(stored.as_bytes()).unwrap()).unwrap()
}
