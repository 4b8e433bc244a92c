//! What the robots need from the server.
//!
//! - [`wake`]: builds a robot's indexes before it is asked. [`model`]: calls a tenant's large model.
//! - [`service_calls`]: calls the shop's services for flows. [`inbox`]: stores the questions robots could not answer.

pub mod inbox;
pub mod model;
pub mod service_calls;
pub mod wake;
