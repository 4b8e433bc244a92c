//! The wire's names and numbers, translated to and from ours. Legacy numbers and spellings exist only here.
//!
//! | wire | ours |
//! |---|---|
//! | `userId`, `adminId`, `groupId` | `VisitorId`, `AgentId`, `GroupId` |
//! | `sessionId`, `msgId` | `SessionNo`, `MessageId`, with the visitor: [`names`] |
//! | `pollId` | `PollId`, a page |
//! | `waitIndex` | the router's position |
//! | `msgType`, `senderType`, `event`, `outType`, `status` | [`codes`] |
//! | `msgContent` | `Content`: [`message`] |

pub mod account;
pub mod admin;
pub mod agent;
pub mod call;
pub mod cards;
pub mod channel;
pub mod codes;
pub mod customer;
pub mod envelope;
pub mod exported;
pub mod forms;
pub mod history;
pub mod item;
pub mod knowledge;
pub mod leave_message;
pub mod mail;
pub mod message;
pub mod messages;
pub mod names;
pub mod operator;
pub mod page;
pub mod replies;
pub mod reply;
pub mod report;
pub mod scalars;
pub mod service;
pub mod session;
pub mod setup;
pub mod sign_on;
pub mod team;
pub mod transfer;
pub mod trial;
pub mod v1;
pub mod work_order;
