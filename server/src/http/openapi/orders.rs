//! Left messages and work orders.

use super::{Caller, Writer};
use crate::orders::views::ItemView;
use crate::wire::envelope::Nothing;
use crate::wire::item::{
    ChangeItemsRequest, ChangeItemsResponse, DeleteViewRequest, DeskItem, ItemRequest,
    ItemResponse, ListItemsRequest, ListItemsResponse, NoteItemRequest, SaveViewRequest,
    ViewsResponse,
};
use crate::wire::leave_message::{
    HandleLeaveMsgRequest, LeaveMsgListRequest, LeaveMsgRequest, LeaveMsgResponse,
    ListLeaveMsgsRequest, ListLeaveMsgsResponse, WireLeaveMessage,
};
use crate::wire::session::BareRequest;
use crate::wire::work_order::agent::{
    AgentOrderResponse, HandleWorkOrderRequest, ListWorkOrdersRequest, ListWorkOrdersResponse,
};
use crate::wire::work_order::template::{
    TemplateByIdRequest, TemplateByTypeRequest, TemplateResponse,
};
use crate::wire::work_order::{
    AddHandleRequest, AddWoRequest, AddWoResponse, OrderRequest, OrderResponse, OrdersRequest,
    OrdersResponse,
};

pub(super) fn visitor_calls(writer: &mut Writer) {
    const AT: &str = "/api/chat/visitor/";
    use Caller::Visitor;
    writer.call::<LeaveMsgRequest, LeaveMsgResponse>(AT, "leaveMsg", Visitor);
    writer.call::<LeaveMsgListRequest, Vec<WireLeaveMessage>>(AT, "getLeaveMsgList", Visitor);
}

pub(super) fn open_calls(writer: &mut Writer) {
    const AT: &str = "/api/open/wo/";
    use Caller::{Anybody, Visitor};
    writer.call::<TemplateByIdRequest, TemplateResponse>(
        AT,
        "getTemplateFiledInfoByTemplateId",
        Anybody,
    );
    writer.call::<TemplateByTypeRequest, TemplateResponse>(
        AT,
        "getTemplateFiledInfoByTypeId",
        Anybody,
    );
    writer.call::<OrderRequest, OrderResponse>(AT, "queryWoById", Visitor);
    writer.call::<OrdersRequest, OrdersResponse>(AT, "queryWoByCustom", Visitor);
    writer.call::<AddWoRequest, AddWoResponse>(AT, "addWo", Visitor);
    writer.call::<AddHandleRequest, Nothing>(AT, "addWoHandleInfo", Visitor);
}

pub(super) fn agent_calls(writer: &mut Writer) {
    const AT: &str = "/api/agent/";
    use Caller::Agent;
    writer.call::<ListWorkOrdersRequest, ListWorkOrdersResponse>(AT, "listWorkOrders", Agent);
    writer.call::<OrderRequest, AgentOrderResponse>(AT, "getWorkOrder", Agent);
    writer.call::<HandleWorkOrderRequest, AgentOrderResponse>(AT, "handleWorkOrder", Agent);
    writer.call::<ListLeaveMsgsRequest, ListLeaveMsgsResponse>(AT, "listLeaveMsgs", Agent);
    writer.call::<HandleLeaveMsgRequest, WireLeaveMessage>(AT, "handleLeaveMsg", Agent);
    writer.call::<ListItemsRequest, ListItemsResponse>(AT, "items/list", Agent);
    writer.call::<ItemRequest, ItemResponse>(AT, "items/get", Agent);
    writer.call::<ChangeItemsRequest, ChangeItemsResponse>(AT, "items/change", Agent);
    writer.call::<NoteItemRequest, ItemResponse>(AT, "items/note", Agent);
    writer.call::<ItemRequest, DeskItem>(AT, "items/read", Agent);
    writer.call::<BareRequest, ViewsResponse>(AT, "views/list", Agent);
    writer.call::<SaveViewRequest, ItemView>(AT, "views/save", Agent);
    writer.call::<DeleteViewRequest, Nothing>(AT, "views/delete", Agent);
}
