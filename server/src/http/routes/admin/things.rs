//! list, get, put and delete of every kind of thing, and audit/list.

use crate::admin::audit::{self, AuditQuery};
use crate::admin::change::guard::Publishing;
use crate::admin::change::{self, check};
use crate::admin::listing::{self, ListQuery};
use crate::admin::thing::Thing;
use crate::authentication::Admin;
use crate::error::{Answer, ApiError};
use crate::state::State;
use crate::wire::envelope::{Nothing, success};
use actix_web::web::{Data, Path};
use serde_json::{Map, Value};

fn named(thing: &str) -> Result<Thing, ApiError> {
    Thing::named(thing).ok_or(ApiError::NotFound)
}

/// {thing}/list: returns a page of the tenant's things of this kind.
///
/// # Errors
/// 403 for any other agent, 404 for an unknown kind of thing.
pub async fn list(state: Data<State>, thing: Path<String>, call: Admin<ListQuery>) -> Answer {
    let store = state.office.store();
    let page = listing::list(store, &call.who.tenant, named(&thing)?, call.body).await?;
    Ok(success(&page))
}

/// {thing}/get: returns one thing, with its version.
///
/// # Errors
/// 404 for a thing that is not the tenant's.
pub async fn get(
    state: Data<State>,
    thing: Path<String>,
    call: Admin<Map<String, Value>>,
) -> Answer {
    let store = state.office.store();
    let found = listing::get(store, &call.who.tenant, named(&thing)?, &call.body).await?;
    Ok(success(&found))
}

/// {thing}/put: a document may be only checked (`check`), which returns a job, or stored even if test questions get
/// worse answers (`force`).
///
/// # Errors
/// 400 with every invalid field, 409 if `version` is not the newest or test questions would get worse answers.
pub async fn put(
    state: Data<State>,
    thing: Path<String>,
    call: Admin<Map<String, Value>>,
) -> Answer {
    let thing = named(&thing)?;
    if Publishing::of(thing, &call.body)? == Publishing::Never {
        return Ok(success(&check::put(state, call.who, call.body).await?));
    }
    let shown = change::put(state, call.who, thing, call.body).await?;
    Ok(success(&shown))
}

/// {thing}/delete: `check` and `force` as in put.
///
/// # Errors
/// 404 for a thing that is not the tenant's, 409 if another thing refers to it.
pub async fn delete(
    state: Data<State>,
    thing: Path<String>,
    call: Admin<Map<String, Value>>,
) -> Answer {
    let thing = named(&thing)?;
    if Publishing::of(thing, &call.body)? == Publishing::Never {
        return Ok(success(&check::delete(state, call.who, call.body).await?));
    }
    change::delete(state, call.who, thing, call.body).await?;
    Ok(success(&Nothing {}))
}

/// audit/list: returns the audit records, newest first.
///
/// # Errors
/// 403 for any other agent.
pub async fn audit(state: Data<State>, call: Admin<AuditQuery>) -> Answer {
    let store = state.office.store();
    let page = audit::list(store, &call.who.tenant, call.body).await?;
    Ok(success(&page))
}
