//! What people, robots and the system say to each other, and why something is refused.

pub mod agent_card;
pub mod call;
pub mod care;
pub mod contact;
pub mod event;
pub mod form;
pub mod item;
pub mod leave_message;
pub mod message;
pub mod problem;
pub mod rating;
pub mod work_order;
