//! conversations/list, conversations/get and conversations/close.

use super::walk::Wanted;
use super::{reader, visitor};
use crate::authentication::keyed::Keyed;
use crate::error::{Answer, ApiError};
use crate::idempotent::{Repeat, once};
use crate::routes::agent::ask;
use crate::routes::agent::recorded::{self, CONVERSATIONS};
use crate::routes::read::filled;
use crate::routes::visitor::poll::wait_index;
use crate::state::State;
use crate::wire::agent::{VisitorRequest, WireConversation};
use crate::wire::envelope::{Nothing, success};
use crate::wire::v1::{ConversationsRequest, ConversationsResponse};
use actix_web::web::Data;
use actors_core::ids::VisitorKey;
use actors_core::routing::Standing;
use actors_core::session::commands::describe::{Describe, Overview};
use actors_core::session::commands::from_shop::ShopEnds;
use actors_core::session::phase::Status;

/// conversations/list: returns the visitors' newest conversations, page by page.
///
/// # Errors
/// 400 for an unknown state or cursor.
pub async fn list(state: Data<State>, call: Keyed<ConversationsRequest>) -> Answer {
    let body = &call.body;
    let wanted = Wanted::read(body.cursor.as_ref(), body.limit, body.since)?;
    let wanted = wanted.standing(standing(filled(body.state.as_ref()))?);
    let (found, cursor) = wanted.page(&state, call.tenant()).await?;
    let list = found
        .iter()
        .map(|(key, overview)| shown(&state, &call, key, overview))
        .collect();
    Ok(success(&ConversationsResponse { list, cursor }))
}

fn standing(state: Option<&str>) -> Result<fn(&Standing) -> bool, ApiError> {
    Ok(match state {
        None => |_| true,
        Some("robot") => |standing| matches!(standing, Standing::Robot),
        Some("queued") => |standing| matches!(standing, Standing::Queued { .. }),
        Some("manual") => |standing| matches!(standing, Standing::Manual { .. }),
        Some("ended") => |standing| matches!(standing, Standing::Ended),
        Some(_) => return Err(ApiError::invalid("state is not valid")),
    })
}

/// conversations/get: returns a visitor's newest conversation.
///
/// # Errors
/// 404 if the tenant has no such visitor.
pub async fn get(state: Data<State>, call: Keyed<VisitorRequest>) -> Answer {
    let key = visitor(&call, &call.body.user_id);
    let overview = ask(&state, &key, Describe).await?;
    Ok(success(&shown(&state, &call, &key, &overview)))
}

fn shown<T>(
    state: &State,
    call: &Keyed<T>,
    key: &VisitorKey,
    overview: &Overview,
) -> WireConversation {
    let place = wait_index(state, key, overview.status, None);
    reader(state, call, &key.visitor).overview(overview, place)
}

/// conversations/close: ends the conversation in any state. Ending an ended one changes nothing.
///
/// # Errors
/// 404 if the tenant has no such visitor.
pub async fn close(state: Data<State>, call: Keyed<VisitorRequest>) -> Answer {
    let key = visitor(&call, &call.body.user_id);
    let (at, by) = (state.clone(), call.who());
    let closing = async move {
        let before = ask(&at, &key, Describe).await?.status;
        ask(&at, &key, ShopEnds).await?;
        if before != Status::Ended {
            let deed = (CONVERSATIONS, key.visitor.as_str(), "closed");
            recorded::done(&at, &by, deed).await?;
        }
        Ok(Nothing {})
    };
    once(&state, call.named, Repeat::Kept, closing).await
}
