//! The HTTP server of Frontdesk. It authenticates, translates and stores; `actors-core` makes the decisions.
//!
//! Each folder is a room:
//!
//! - [`http`]: connections, routes, answers, pages. [`cluster`]: a node of a cluster.
//! - [`identity`]: tokens, passwords, and who calls.
//! - [`tenants`]: the tenants' settings, and the administration API that changes them.
//! - [`files`]: uploads; [`orders`]: left messages and work orders.
//! - [`team`]: what agents keep for themselves and tell each other.
//! - [`robots`]: what robots need from the server; [`relay`]: calls to the shop's own services.
//! - [`webhooks`]: tells the shop's own services what happens.
//! - [`search`]: the full-text search of conversations.
//! - [`reports`]: numbers of ended sessions; [`wall`]: what supervisors see now.
//! - [`store`]: the adapters of the store; [`wire`]: the JSON of every call.
//! - [`operate`]: settings, telemetry, retention, disk and memory.
//!
//! Every module is also re-exported under a short name: `crate::settings` is `crate::operate::settings`.

pub mod cluster;
pub mod files;
pub mod http;
pub mod identity;
pub mod mail;
pub mod operate;
pub mod orders;
pub mod push;
pub mod relay;
pub mod reports;
pub mod robots;
pub mod search;
pub mod store;
pub mod team;
pub mod tenants;
pub mod wall;
pub mod webhooks;
pub mod wire;

pub(crate) use self::http::admission;
pub use self::http::{
    app, assets, blocking, body, error, first_screen, front, guard, idempotent, listeners,
    open_api, openapi, proxies, rates, routes, serving, side_address, state, tasks, tls,
};
pub use identity::{
    account_name, agent_token, api_key, authentication, device, forgotten, link_token,
    new_password, one_time, operators, passwords, person, queue_ticket, secrets, two_step,
    visitor_token, vouching, webhook_signature,
};
pub use operate::{
    allocator, backup, control, data_folder, disk_space, format, ice, operator, pulse, rehearsal,
    retention, service_manager, settings, telemetry, trusted_clock, upgrade,
};
pub use robots::{inbox, model, service_calls, wake};
pub use team::mentions;
pub use tenants::{
    admin, blocks, catalogue, fixtures, marks, new_shop, register, rich_text, system_texts,
    web_page,
};
