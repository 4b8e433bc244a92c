//! Messages left for agents, and work orders.

use crate::helpers::{VISITOR, reads, writes};
use actors_core::care::Care;
use actors_core::ids::WorkOrderId;
use actors_core::leave_message::{Handled, LeaveMessage};
use actors_core::local_text::LocalText;
use actors_core::time::Timestamp;
use actors_core::work_order::template::{
    Answer, Answered, Branch, Field, FieldKind, FilledField, Template,
};
use actors_core::work_order::{
    Attachment, Customer, OrderStatus, Owner, Priority, Reply, ReplyKind, WorkOrder,
};
use server::wire::envelope::Nothing;
use server::wire::leave_message::{
    HandleLeaveMsgRequest, LeaveMsgListRequest, LeaveMsgRequest, LeaveMsgResponse,
    ListLeaveMsgsRequest, ListLeaveMsgsResponse, WireLeaveMessage,
};
use server::wire::work_order::agent::{
    AgentOrder, AgentOrderResponse, HandleWorkOrderRequest, ListWorkOrdersRequest,
    ListWorkOrdersResponse,
};
use server::wire::work_order::template::{
    TemplateByIdRequest, TemplateByTypeRequest, TemplateResponse,
};
use server::wire::work_order::{
    AddHandleRequest, AddWoRequest, AddWoResponse, OrderRequest, OrderResponse, OrdersRequest,
    OrdersResponse, WireOrder,
};

pub const ORDER: &str = "0f6b1c2d3e4f5a6b7c8d9e0f1a2b3c4d";
const MESSAGE: &str = "9d1e2f3a4b5c6d7e8f90a1b2c3d4e5f6";

pub fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(1_790_000_000_000 + millis)
}

pub fn message() -> LeaveMessage {
    LeaveMessage {
        id: MESSAGE.into(),
        visitor: VISITOR.into(),
        channel: "demo-leave-message".into(),
        name: "Ann Baker".into(),
        phone: "13800138000".into(),
        email: "ann@example.com".into(),
        content: "Please call me about the monstera.".into(),
        at: at(0),
        handled: Some(Handled {
            at: at(60_000),
            agent: "mia".into(),
            nick: "Mia".into(),
            remark: "Called back, all well.".into(),
        }),
        is_reopened: false,
        priority: Priority::Normal,
        replies: 0,
        care: Care::default(),
    }
}

fn other_message() -> LeaveMessage {
    LeaveMessage {
        id: "1a2b3c4d5e6f708192a3b4c5d6e7f809".into(),
        phone: "".into(),
        email: "".into(),
        content: "Do you have blue pots?".into(),
        at: at(-1_000),
        handled: None,
        ..message()
    }
}

fn picture(name: &str, stored: &str) -> Attachment {
    Attachment {
        url: format!("/api/files/{stored}.png").into(),
        name: name.into(),
    }
}

pub fn order() -> WorkOrder {
    let filled = |id: &str, name: &str, value: &str| FilledField {
        id: id.into(),
        name: name.into(),
        value: value.into(),
    };
    WorkOrder {
        id: ORDER.into(),
        owner: Owner::Visitor(VISITOR.into()),
        channel: Some("demo-work-order".into()),
        template: "after-sales".into(),
        type_id: "after-sales".into(),
        type_name: "After sales".into(),
        content: "The pot arrived in three pieces.".into(),
        at: at(0),
        customer: Customer {
            name: "Ann Baker".into(),
            phone: "13800138000".into(),
        },
        fields: vec![
            filled("order-number", "Order number", "A-1017"),
            filled("wish", "How may we put it right?", "Refund,Advice"),
        ],
        files: vec![picture("pot.png", "4f5e6d7c8b9a0f1e2d3c4b5a69788796")],
        status: OrderStatus::Accepted,
        priority: Priority::Normal,
        replies: 3,
        changed_at: at(180_000),
        last_word: Some(ReplyKind::Customer),
        answered_at: Some(at(60_000)),
        care: Care::default(),
    }
}

pub fn talk() -> Vec<Reply> {
    let reply = |number: u32, kind, agent: Option<&str>, author: &str, content: &str| Reply {
        number,
        at: at(i64::from(number) * 60_000),
        kind,
        agent: agent.map(Into::into),
        author: author.into(),
        status: OrderStatus::Accepted,
        content: content.into(),
        files: Vec::new(),
        repeat: None,
    };
    let mut talk = vec![
        reply(
            1,
            ReplyKind::Agent,
            Some("mia"),
            "Mia",
            "I am sorry. Which colour was it?",
        ),
        reply(2, ReplyKind::Customer, None, "Ann Baker", "The green one."),
        reply(
            3,
            ReplyKind::Internal,
            Some("lin"),
            "Lin",
            "The third from that batch.",
        ),
    ];
    talk[0].status = OrderStatus::Waiting;
    talk[1].files = vec![picture("green.png", "00112233445566778899aabbccddeeff")];
    talk
}

fn template() -> Template {
    let field = |id: &str, name: &str, kind, required| Field {
        id: id.into(),
        name: LocalText::from(name),
        kind,
        required,
    };
    let branch = |id: &str, name: &str, children| Branch {
        id: id.into(),
        name: LocalText::from(name),
        children,
    };
    Template {
        id: "after-sales".into(),
        type_id: "after-sales".into(),
        type_name: LocalText::from("After sales"),
        fields: vec![
            field("order-number", "Order number", FieldKind::Line, true),
            field(
                "wish",
                "How may we put it right?",
                FieldKind::Checkboxes(vec!["Refund".into(), "Advice".into()]),
                true,
            ),
            field(
                "item",
                "Which item?",
                FieldKind::Cascader(vec![branch(
                    "pots",
                    "Pots",
                    vec![branch("glazed", "Glazed", vec![])],
                )]),
                false,
            ),
        ],
    }
}

#[test]
fn golden_requests_about_messages_and_orders_are_parsed() {
    let left = reads::<LeaveMsgRequest>("visitor/leaveMsg");
    assert_eq!(
        (left.draft().name, left.draft().phone),
        ("Ann Baker", "13800138000")
    );
    assert_eq!(
        reads::<LeaveMsgListRequest>("visitor/getLeaveMsgList").max_time,
        0
    );
    reads::<TemplateByIdRequest>("open/getTemplateFiledInfoByTemplateId");
    reads::<TemplateByTypeRequest>("open/getTemplateFiledInfoByTypeId");
    reads::<OrderRequest>("open/queryWoById");
    reads::<OrdersRequest>("open/queryWoByCustom");
    let made = reads::<AddWoRequest>("open/addWo");
    let answers: Vec<Answered> = made
        .cus_field_config_info_vo_list
        .iter()
        .map(Answered::from)
        .collect();
    let several = Answer::Several(vec!["Refund".into(), "Advice".into()]);
    assert_eq!(answers[0].answer, Answer::One("A-1017".into()));
    assert_eq!(answers[1].answer, several);
    let reply = reads::<AddHandleRequest>("open/addWoHandleInfo");
    assert_eq!(reply.wo_file_rel_vo_list.len(), 1);
    reads::<ListWorkOrdersRequest>("agent/listWorkOrders");
    reads::<OrderRequest>("agent/getWorkOrder");
    let handled = reads::<HandleWorkOrderRequest>("agent/handleWorkOrder");
    assert_eq!(
        (handled.handle_wo_status, handled.handle_type),
        (Some(1), 3)
    );
    let listed = reads::<ListLeaveMsgsRequest>("agent/listLeaveMsgs");
    assert_eq!(listed.msg_state, Some(0));
    reads::<HandleLeaveMsgRequest>("agent/handleLeaveMsg");
}

/// [LM-02] [LM-08]
#[test]
fn left_messages_match_their_golden_files() {
    let list = [&message(), &other_message()].map(WireLeaveMessage::from);

    writes("visitor/getLeaveMsgList", &list);
    writes("visitor/leaveMsg", &LeaveMsgResponse { id: MESSAGE.into() });
    writes(
        "agent/listLeaveMsgs",
        &ListLeaveMsgsResponse {
            list: vec![WireLeaveMessage::from(&other_message())],
            cursor: String::new(),
            waiting: 1,
        },
    );
    writes("agent/handleLeaveMsg", &WireLeaveMessage::from(&message()));
}

/// [LM-03] [LM-05] [LM-06] [LM-08]
#[test]
fn a_visitors_orders_match_their_golden_files() {
    writes(
        "open/queryWoById",
        &OrderResponse::for_visitor(&order(), &talk()),
    );
    writes(
        "open/queryWoByCustom",
        &OrdersResponse {
            list: vec![WireOrder::from(&order())],
            cursor: format!("fffffe5f3c1d57ff/{ORDER}"),
        },
    );
    let token = "k1.link.mac".to_owned();
    writes(
        "open/addWo",
        &AddWoResponse {
            wo_id: WorkOrderId::from(ORDER).to_string(),
            token,
        },
    );
    writes("open/addWoHandleInfo", &Nothing {});
}

/// [LM-07]
#[test]
fn an_agents_orders_match_their_golden_files_with_internal_notes() {
    let whole = || AgentOrderResponse::new(&order(), &talk());
    writes("agent/getWorkOrder", &whole());
    writes("agent/handleWorkOrder", &whole());
    writes(
        "agent/listWorkOrders",
        &ListWorkOrdersResponse {
            list: vec![AgentOrder::from(&order())],
            cursor: String::new(),
            waiting: 3,
        },
    );
}

/// [LM-03] [LM-09]
#[test]
fn templates_match_their_golden_files() {
    let token = Some("k1.form.mac".to_owned());
    writes(
        "open/getTemplateFiledInfoByTemplateId",
        &TemplateResponse::new(&template(), "en", token),
    );
    writes(
        "open/getTemplateFiledInfoByTypeId",
        &TemplateResponse::new(&template(), "en", None),
    );
}
