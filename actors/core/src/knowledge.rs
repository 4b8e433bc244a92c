//! What answers a visitor without an agent.

pub mod flow;
pub mod model;
pub mod robot;
