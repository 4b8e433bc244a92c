//! The pure machines of the product: session, router, desk and robot. They decide. Nothing here waits, reads a clock,
//! draws a random number, or touches a socket, a file or a log.
//!
//! The folders are layers. A layer uses those above it in this list, never those below (`tests/layers.rs`):
//!
//! - [`words`]: ids, times, texts, what is safe in a page, words that are masked, when a clock is believed.
//! - [`content`]: messages, cards, forms, events, ratings, what is left when nobody is there; why content is refused.
//! - [`settings`]: what a tenant set up: channels, hours, evaluation, a large model.
//! - [`knowledge`]: the robot that answers from documents, button flows, the large model.
//! - [`people`]: the router with its lines and seats, how long visitors wait, an agent's desk, and the words they share
//!   with sessions.
//! - [`session`]: one visitor's session: its states, commands, timers and mailbox; its records and its head.
//!
//! Every module has a short name here, whatever its layer: `actors_core::text` is `actors_core::words::text`.

pub mod content;
pub mod knowledge;
pub mod people;
pub mod session;
pub mod settings;
pub mod words;

pub use content::{
    agent_card, call, care, contact, event, form, item, leave_message, message, problem, rating,
    work_order,
};
pub use knowledge::{flow, model, robot};
pub use people::{desk, router, routing, waiting};
pub use session::{record, tried};
pub use settings::{channel, customer_data, evaluation, large_model, tenant};
pub use words::{clock_trust, ids, local_text, safe, secret, sensitive, text, time};
