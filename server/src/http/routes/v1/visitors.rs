//! visitors/list and visitors/get.

use super::visitor;
use super::walk::Wanted;
use crate::authentication::keyed::Keyed;
use crate::error::Answer;
use crate::routes::agent::conversations::visitor_shown;
use crate::state::State;
use crate::wire::agent::{VisitorRequest, VisitorResponse};
use crate::wire::envelope::success;
use crate::wire::v1::{VisitorsRequest, VisitorsResponse};
use actix_web::web::Data;

/// visitors/list: returns what is known of the visitors, page by page.
///
/// # Errors
/// 400 for a cursor that is too long.
pub async fn list(state: Data<State>, call: Keyed<VisitorsRequest>) -> Answer {
    let body = &call.body;
    let wanted = Wanted::read(body.cursor.as_ref(), body.limit, body.since)?;
    let (found, cursor) = wanted.page(&state, call.tenant()).await?;
    let found = found.iter();
    let list = found.map(|(_, overview)| VisitorResponse::new(overview, None));
    Ok(success(&VisitorsResponse {
        list: list.collect(),
        cursor,
    }))
}

/// visitors/get: returns what is known of a visitor, and what they tried with the robot.
///
/// # Errors
/// 404 if the tenant has no such visitor.
pub async fn get(state: Data<State>, call: Keyed<VisitorRequest>) -> Answer {
    let key = visitor(&call, &call.body.user_id);
    Ok(success(&visitor_shown(&state, &key, call.language).await?))
}
