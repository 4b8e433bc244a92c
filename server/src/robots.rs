//! What robots need of the server: their indexes in memory, a large model, the shop's services, and an inbox of
//! questions that they could not answer.

pub mod inbox;
pub mod model;
pub mod service_calls;
pub mod wake;
