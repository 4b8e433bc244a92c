//! `/api/operator/`: the calls of those who run several tenants (Protocol, 'Operators'). They reach no conversation.

pub mod account;
pub mod audit;
pub mod forgotten;
pub mod join;
pub mod login;
pub mod tenants;
