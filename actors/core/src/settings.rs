//! What a tenant sets up.

pub mod channel;
pub mod customer_data;
pub mod evaluation;
pub mod large_model;
pub mod tenant;
