//! What a caller reads when a message, an order or a change of them is refused.

use crate::error::ApiError;
use actors_core::contact::ContactError;
use actors_core::item::ItemRefusal;
use actors_core::leave_message::LeaveRefusal;
use actors_core::work_order::OrderRefusal;
use actors_core::work_order::template::FieldRefusal;

impl From<LeaveRefusal> for ApiError {
    fn from(refusal: LeaveRefusal) -> Self {
        match refusal {
            LeaveRefusal::NameBlank => Self::invalid("customerName must not be blank"),
            LeaveRefusal::NameUnfit => Self::invalid("customerName is not valid"),
            LeaveRefusal::Contact(ContactError::Phone) => {
                Self::invalid("rightPhone: customerPhone must have 11 digits and begin with 1")
            }
            LeaveRefusal::Contact(ContactError::Email) => {
                Self::invalid("rightEmail: customerEmail must be an e-mail address")
            }
            LeaveRefusal::Content(refusal) => Self::invalid(format!("msgContent: {refusal}")),
            LeaveRefusal::Remark(refusal) => Self::invalid(format!("msgDesc: {refusal}")),
        }
    }
}

impl From<OrderRefusal> for ApiError {
    fn from(refusal: OrderRefusal) -> Self {
        match refusal {
            OrderRefusal::Content(refusal) => Self::of_field("handleContent", refusal),
            OrderRefusal::TooManyFiles => Self::invalid("woFileRelVoList: max 3"),
            OrderRefusal::Field(FieldRefusal::Missing(name)) => {
                Self::invalid(format!("{name} must be filled in"))
            }
            OrderRefusal::Field(FieldRefusal::Wrong(name)) => {
                Self::invalid(format!("{name} is not valid"))
            }
            OrderRefusal::Field(FieldRefusal::Twice(name)) => {
                Self::invalid(format!("{name} is answered twice"))
            }
            OrderRefusal::Field(FieldRefusal::TooMuch) => {
                Self::invalid("cusFieldConfigInfoVoList is too long")
            }
            OrderRefusal::Field(FieldRefusal::Unknown) => {
                Self::invalid("cusFieldConfigInfoVoList has a field that is not asked for")
            }
            OrderRefusal::Customer(ContactError::Phone) => Self::invalid(
                "rightPhone: crmCustomerVo.phone must have 11 digits and begin with 1",
            ),
            OrderRefusal::Customer(ContactError::Email) | OrderRefusal::CustomerName => {
                Self::invalid("crmCustomerVo.name is not valid")
            }
            OrderRefusal::Closed => Self::Conflict("the work order is closed"),
            OrderRefusal::Full => Self::Conflict("the work order has too many replies"),
        }
    }
}

impl From<ItemRefusal> for ApiError {
    fn from(refusal: ItemRefusal) -> Self {
        match refusal {
            ItemRefusal::Closed => Self::Conflict("the work order is closed"),
            ItemRefusal::Full => Self::Conflict("there are too many replies and notes"),
            ItemRefusal::Status => Self::wrong("status", "of a left message is new or resolved"),
            ItemRefusal::Text(refusal) => Self::of_field("text", refusal),
        }
    }
}
