//! docs/titles and docs/uses: what screens show of a document, and of what refers to it.

use crate::admin::change::uses;
use crate::admin::thing::Thing;
use crate::authentication::Admin;
use crate::blocking::block;
use crate::error::{Answer, ApiError};
use crate::routes::admin::robot_of;
use crate::state::State;
use crate::wire::admin::history::{DocumentRequest, naming};
use crate::wire::admin::titles::{TitlesRequest, TitlesResponse, UsesResponse, WireTitle};
use crate::wire::envelope::success;
use actix_web::web::Data;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most documents of one call.
const DOCUMENTS_MAX: usize = 200;
/// The most languages told of a document.
const LANGUAGES_MAX: usize = 50;
/// The most uses of an answer.
const USES_MAX: usize = 100;

/// docs/titles: returns the questions of documents, by which people know them.
///
/// # Errors
/// 404 for a robot that is not the tenant's, 400 for too many documents.
pub async fn titles(state: Data<State>, call: Admin<TitlesRequest>) -> Answer {
    let tenant = call.who.tenant.clone();
    let robot = robot_of(&state, &tenant, &call.body.robot_no)?;
    if call.body.doc_ids.len() > DOCUMENTS_MAX {
        return Err(ApiError::invalid("docIds has too many entries"));
    }
    let wanted: BTreeSet<String> = call.body.doc_ids.iter().cloned().collect();
    let store = Arc::clone(state.office.store());
    let list = block(move || {
        let mut list = Vec::new();
        let valid = wanted
            .iter()
            .filter(|doc| !doc.is_empty() && !doc.contains('/'));
        for doc in valid {
            let prefix = format!("{}{robot}/{doc}/", Thing::Docs.prefix(&tenant));
            let kind = Thing::Docs.kind();
            let found = store.documents_page(kind, &prefix, None, LANGUAGES_MAX)?;
            let read = |(_, json): &(String, Vec<u8>)| serde_json::from_slice(json).ok();
            list.extend(found.iter().filter_map(read));
        }
        Ok::<Vec<WireTitle>, _>(list)
    });
    let list = list.await?;
    Ok(success(&TitlesResponse { list }))
}

/// docs/uses: returns what refers to a document, and would miss it.
///
/// # Errors
/// 404 for a document that is not the tenant's.
pub async fn uses(state: Data<State>, call: Admin<DocumentRequest>) -> Answer {
    let DocumentRequest {
        robot_no,
        doc_id,
        lang,
    } = &call.body;
    let name = naming(robot_no, doc_id, lang);
    let mut list = uses::of_document(state, call.who, name).await?;
    let total = list.len();
    list.truncate(USES_MAX);
    Ok(success(&UsesResponse { list, total }))
}
