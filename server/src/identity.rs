//! Who calls, and how they prove it.
//!
//! - [`authentication`]: finds the visitor, agent or administrator behind a request.
//! - [`visitor_token`], [`agent_token`], [`link_token`]: what each token contains; [`secrets`]: the keys that sign them.
//! - [`api_key`]: keys of the shops' own servers.
//! - [`one_time`]: links that are used once; [`new_password`]: what a person may choose.
//! - [`operators`]: those who run several tenants.
//! - [`account_name`]: what accounts may be called.
//! - [`sign_on`]: signing in at a tenant's own provider.
//! - [`two_step`]: codes as a second step; [`device`]: a browser in words.
//! - [`passwords`]: agents' sign-in; [`vouching`]: visitor names that the shop's own server signed.
//! - [`person`]: visitors who are one person; [`queue_ticket`]: a place that another device keeps.
//! - [`webhook_signature`]: how the server proves itself to a shop's own systems.

pub mod account_name;
pub mod agent_token;
pub mod api_key;
pub mod authentication;
pub mod device;
pub mod forgotten;
pub mod link_token;
pub mod new_password;
pub mod one_time;
pub mod operators;
pub mod passwords;
pub mod person;
pub mod queue_ticket;
pub mod secrets;
pub mod sign_on;
pub mod two_step;
pub mod visitor_token;
pub mod vouching;
pub mod webhook_signature;
