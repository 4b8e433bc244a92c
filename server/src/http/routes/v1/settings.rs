//! docs/list, docs/get, docs/put, docs/delete, channels/list, channels/get and channels/put: as the administration's calls.

use crate::admin::change;
use crate::admin::change::guard::Publishing;
use crate::admin::listing::{self, ListQuery, version_of};
use crate::admin::thing::Thing;
use crate::authentication::keyed::Keyed;
use crate::error::{Answer, ApiError};
use crate::idempotent::{Repeat, once};
use crate::state::State;
use crate::wire::envelope::{Nothing, success};
use crate::wire::v1::{StoredChannelResponse, StoredDocResponse};
use actix_web::web::Data;
use serde_json::{Map, Value};

type Fields = Map<String, Value>;

/// docs/list.
///
/// # Errors
/// 400 if the search text is too long or `robotNo` is not valid.
pub async fn list_docs(state: Data<State>, call: Keyed<ListQuery>) -> Answer {
    list(state, call, Thing::Docs).await
}

/// channels/list.
///
/// # Errors
/// 400 if the search text is too long.
pub async fn list_channels(state: Data<State>, call: Keyed<ListQuery>) -> Answer {
    list(state, call, Thing::Channels).await
}

async fn list(state: Data<State>, call: Keyed<ListQuery>, thing: Thing) -> Answer {
    let (store, tenant) = (state.office.store(), call.tenant().clone());
    Ok(success(
        &listing::list(store, &tenant, thing, call.body).await?,
    ))
}

/// docs/get.
///
/// # Errors
/// 404 for a document that is not the tenant's.
pub async fn get_doc(state: Data<State>, call: Keyed<Fields>) -> Answer {
    get(state, call, Thing::Docs).await
}

/// channels/get.
///
/// # Errors
/// 404 for a channel that is not the tenant's.
pub async fn get_channel(state: Data<State>, call: Keyed<Fields>) -> Answer {
    get(state, call, Thing::Channels).await
}

async fn get(state: Data<State>, call: Keyed<Fields>, thing: Thing) -> Answer {
    let store = state.office.store();
    Ok(success(
        &listing::get(store, call.tenant(), thing, &call.body).await?,
    ))
}

/// docs/put: returns the document's id and version.
///
/// # Errors
/// As the administration's docs/put.
pub async fn put_doc(state: Data<State>, call: Keyed<Fields>) -> Answer {
    refuse_trial(&call.body)?;
    let putting = change::put(state.clone(), call.who(), Thing::Docs, call.body);
    let answered = async move {
        let stored = putting.await?;
        Ok(StoredDocResponse {
            robot_no: text(&stored, "robotNo"),
            doc_id: text(&stored, "docId"),
            lang: text(&stored, "lang"),
            version: version_of(&stored),
        })
    };
    once(&state, call.named, Repeat::Kept, answered).await
}

/// docs/delete.
///
/// # Errors
/// As the administration's docs/delete.
pub async fn delete_doc(state: Data<State>, call: Keyed<Fields>) -> Answer {
    refuse_trial(&call.body)?;
    let deleting = change::delete(state.clone(), call.who(), Thing::Docs, call.body);
    let answered = async move {
        deleting.await?;
        Ok(Nothing {})
    };
    once(&state, call.named, Repeat::Kept, answered).await
}

/// channels/put: returns the channel's id and version.
///
/// # Errors
/// As the administration's channels/put.
pub async fn put_channel(state: Data<State>, call: Keyed<Fields>) -> Answer {
    let putting = change::put(state.clone(), call.who(), Thing::Channels, call.body);
    let answered = async move {
        let stored = putting.await?;
        Ok(StoredChannelResponse {
            channel_id: text(&stored, "channelId"),
            version: version_of(&stored),
        })
    };
    once(&state, call.named, Repeat::Kept, answered).await
}

/// A change that is only tried belongs to a job, which the shop's server cannot ask for.
fn refuse_trial(body: &Fields) -> Result<(), ApiError> {
    match Publishing::of(Thing::Docs, body)? {
        Publishing::Never => Err(ApiError::wrong("check", "is not available here")),
        Publishing::Guarded | Publishing::Forced => Ok(()),
    }
}

fn text(fields: &Fields, field: &str) -> String {
    let value = fields.get(field).and_then(Value::as_str);
    value.unwrap_or_default().to_owned()
}
