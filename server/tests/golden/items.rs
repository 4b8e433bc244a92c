//! Left messages and work orders as agents work on them, and saved views of them.

use crate::helpers::{reads, writes};
use crate::orders::{ORDER, at, message, order, talk};
use actors_core::care::{Assignee, Care, Priority};
use actors_core::item::{Item, ItemRefusal};
use actors_core::routing::DeskNews;
use actors_core::work_order::{OrderStatus, Reply, ReplyKind};
use server::orders::views::{ItemView, ItemViewFilter};
use server::wire::envelope::Nothing;
use server::wire::item::{
    ChangeItemsRequest, ChangeItemsResponse, DeleteViewRequest, DeskItem, ItemRequest,
    ItemResponse, ListItemsRequest, ListItemsResponse, NoteItemRequest, RefusedItem,
    SaveViewRequest, ViewsResponse, why,
};
use server::wire::session::BareRequest;

/// News of each kind that this room has.
pub fn news() -> [DeskNews; 2] {
    let card = Box::new(planned().card());
    [DeskNews::Item(card.clone()), DeskNews::ItemDue(card)]
}

fn planned() -> Item {
    let mut order = order();
    order.priority = Priority::High;
    order.changed_at = at(240_000);
    order.care = Care {
        assignee: Some(Assignee {
            agent: "mia".into(),
            nick: "Mia".into(),
        }),
        due: Some(at(86_400_000)),
        is_unread: true,
        cursor: 5,
        changed_at: Some(at(240_000)),
        ..Care::default()
    };
    Item::Order(order)
}

fn left() -> Item {
    let mut message = message();
    message.replies = 2;
    message.care.cursor = 1;
    Item::Message(message)
}

fn remarks() -> Vec<Reply> {
    let said = |number: u32, kind, agent: &str, author: &str, content: &str| Reply {
        number,
        at: at(i64::from(number) * 60_000),
        kind,
        agent: Some(agent.into()),
        author: author.into(),
        status: OrderStatus::Resolved,
        content: content.into(),
        files: Vec::new(),
        repeat: None,
    };
    vec![
        said(1, ReplyKind::Agent, "mia", "Mia", "Called back, all well."),
        said(2, ReplyKind::Internal, "lin", "Lin", "She ordered again."),
    ]
}

fn view() -> ItemView {
    ItemView {
        id: "5c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f".into(),
        name: "Urgent today".into(),
        shared: 0,
        filter: ItemViewFilter {
            kind: "workOrder".into(),
            whose: "me".into(),
            priority: "urgent".into(),
            due: "today".into(),
            state: "open".into(),
            ..ItemViewFilter::default()
        },
    }
}

#[test]
fn items_match_their_golden_files() {
    let asked = reads::<ListItemsRequest>("agent/items/list");
    assert_eq!(
        (asked.admin_id.as_deref(), asked.state.as_deref()),
        (Some("mia"), Some("open"))
    );
    let list = [planned(), left()];
    let listed = ListItemsResponse {
        list: list.iter().map(DeskItem::from).collect(),
        cursor: format!("fffffe5f3c1d57ff/{}", left().id()),
        waiting: 2,
    };
    writes("agent/items/list", &listed);
    reads::<ItemRequest>("agent/items/get");
    let got = ItemResponse::new(&left(), &remarks());
    writes("agent/items/get", &got);
    let change = reads::<ChangeItemsRequest>("agent/items/change");
    assert_eq!((change.item_ids.len(), change.due.is_some()), (2, true));
    let changed = ChangeItemsResponse {
        changed: vec![DeskItem::from(&planned())],
        refused: vec![RefusedItem {
            item_id: left().id().to_owned(),
            why: why(&ItemRefusal::Status),
        }],
    };
    writes("agent/items/change", &changed);
    let note = reads::<NoteItemRequest>("agent/items/note");
    assert_eq!(
        (note.id.as_deref(), note.item_id.as_str()),
        (Some("n-1"), ORDER)
    );
    let noted = ItemResponse::new(&planned(), &talk());
    writes("agent/items/note", &noted);
    reads::<ItemRequest>("agent/items/read");
    let mut seen = planned();
    assert!(seen.read(&"mia".into()));
    writes("agent/items/read", &DeskItem::from(&seen));
}

#[test]
fn saved_views_match_their_golden_files() {
    reads::<BareRequest>("agent/views/list");
    let shared = ItemView {
        id: "00112233445566778899aabbccddeeff".into(),
        name: "Nobody's".into(),
        shared: 1,
        filter: ItemViewFilter {
            whose: "nobody".into(),
            state: "open".into(),
            ..ItemViewFilter::default()
        },
    };
    let list = vec![shared, view()];
    writes("agent/views/list", &ViewsResponse { list });
    let asked = reads::<SaveViewRequest>("agent/views/save");
    assert_eq!(
        (asked.name.as_str(), &asked.filter),
        ("Urgent today", &view().filter)
    );
    writes("agent/views/save", &view());
    reads::<DeleteViewRequest>("agent/views/delete");
    writes("agent/views/delete", &Nothing {});
}
