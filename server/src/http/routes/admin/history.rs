//! docs/history and docs/restore: earlier versions of a document.

use crate::admin::change::history;
use crate::authentication::Admin;
use crate::error::Answer;
use crate::state::State;
use crate::wire::admin::history::{
    DocHistoryResponse, DocumentRequest, RestoreRequest, WireVersion, naming,
};
use crate::wire::envelope::success;
use actix_web::web::Data;

/// docs/history: returns a document's earlier versions, newest first.
///
/// # Errors
/// 404 for a document that is not the tenant's.
pub async fn list(state: Data<State>, call: Admin<DocumentRequest>) -> Answer {
    let DocumentRequest {
        robot_no,
        doc_id,
        lang,
    } = &call.body;
    let name = naming(robot_no, doc_id, lang);
    let found = history::list(state.office.store(), &call.who.tenant, &name).await?;
    let list = found.into_iter().map(WireVersion::from).collect();
    Ok(success(&DocHistoryResponse { list }))
}

/// docs/restore: puts an earlier version of a document. Returns the document.
///
/// # Errors
/// 404 for a document that is not the tenant's or an unknown version, 409 if test questions would get worse answers.
pub async fn restore(state: Data<State>, call: Admin<RestoreRequest>) -> Answer {
    let RestoreRequest {
        robot_no,
        doc_id,
        lang,
        version,
        force,
    } = &call.body;
    let name = naming(robot_no, doc_id, lang);
    let forced = force.then(|| true.into());
    let restored = history::restore(state, call.who, name, *version, forced).await?;
    Ok(success(&restored))
}
