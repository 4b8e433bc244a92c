//! `/api/admin/`: an administrator's calls (Protocol, 'Administration API'). Any other agent gets 403 before the call
//! is examined.

pub mod documents;
pub mod drafts;
pub mod flows;
pub mod history;
pub mod inbox;
pub mod knowledge;
pub mod people;
pub mod robots;
pub mod tenant;
pub mod things;
pub mod visitors;
pub mod web_page;
