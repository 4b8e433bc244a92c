//! `/api/v1/`: the calls of a shop's own server (Protocol, 'Open API'). They go through the same functions as the
//! agents' and the administration's calls.

pub mod conversations;
pub mod messages;
pub mod orders;
pub mod reports;
pub mod settings;
pub mod visitors;
mod walk;

use crate::authentication::keyed::Keyed;
use crate::state::State;
use crate::wire::message::{Eyes, Reader};
use actors_core::ids::{VisitorId, VisitorKey};

/// Returns the key of a visitor of the caller's tenant, by name.
fn visitor<T>(call: &Keyed<T>, user_id: &str) -> VisitorKey {
    VisitorKey {
        tenant: call.tenant().clone(),
        visitor: VisitorId::from(user_id),
    }
}

/// Returns how the shop's server reads: as an agent does.
fn reader<'a, T>(state: &'a State, call: &Keyed<T>, visitor: &'a VisitorId) -> Reader<'a> {
    Reader {
        visitor,
        name: None,
        channel: None,
        language: call.language,
        sentences: &state.sentences,
        eyes: Eyes::Agent,
    }
}
