//! Idempotency keys of the open API (Protocol, 'Open API'): a repeat of a call gets the answer of the first. The answer is
//! acknowledged when it is durable with its name. What is kept names no visitor: hashes, and the ids of the shop's own
//! settings and orders.

use crate::api_key::ApiKey;
use crate::blocking::block;
use crate::error::{Answer, ApiError};
use crate::secrets;
use crate::state::State;
use crate::store::pick_documents;
use crate::wire::envelope::success;
use actix_web::web::Data;
use actors_core::ids::ClientId;
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use dashmap::DashSet;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// How long a name is known at least.
pub const KEPT_FOR: Span = Span::from_minutes(24 * 60);

const NAME_BYTES_MAX: usize = 255;
/// Names removed at a time.
const AT_ONCE: usize = 500;

/// The name of a call, and what was asked.
#[derive(Clone, Debug)]
pub struct Named {
    /// The key of its document.
    key: String,
    /// The hash of the name, in hex.
    name: String,
    /// The hash of the path and the body, in hex.
    asked: String,
}

/// What is kept of a call.
#[derive(Serialize, Deserialize)]
struct Kept {
    at: Timestamp,
    asked: String,
    /// `None` if the call itself recognises a repeat.
    answer: Option<Value>,
}

/// What a repeat gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// The answer that was kept. It has no content of a visitor.
    Kept,
    /// The call runs again, and recognises itself by its client id.
    RunsAgain,
}

/// Calls with a name that run at the moment.
#[derive(Default)]
pub struct Running(DashSet<String>);

/// One of them; dropping it ends it.
struct Turn {
    state: Data<State>,
    key: String,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.state.running.0.remove(&self.key);
    }
}

impl Named {
    /// Reads the name of a call of this key.
    ///
    /// # Errors
    /// 400 for a name that is empty, too long or not visible ASCII.
    pub fn read(key: &ApiKey, name: &[u8], (path, body): (&str, &[u8])) -> Result<Self, ApiError> {
        let is_plain = name.iter().all(|byte| (b' '..=b'~').contains(byte));
        if name.is_empty() || name.len() > NAME_BYTES_MAX || !is_plain {
            return Err(ApiError::invalid(
                "Idempotency-Key must have 1 to 255 visible characters of ASCII",
            ));
        }
        let name = secrets::hex(blake3::hash(name).as_bytes());
        let mut asked = blake3::Hasher::new();
        asked.update(path.as_bytes()).update(&[0]).update(body);
        Ok(Self {
            key: format!("{}/{}/{name}", key.tenant, key.id),
            name,
            asked: secrets::hex(asked.finalize().as_bytes()),
        })
    }

    /// The client id of what the call writes, so that even a repeat after a crash writes it once.
    pub fn client_id(&self) -> ClientId {
        ClientId::from(self.name.as_str())
    }
}

/// Runs a call that changes something, once for each name. It completes even if the caller is gone.
///
/// # Errors
/// The call's; 409 while the same name runs, 422 if the name was used for another call, 503 if the name was not kept.
pub async fn once<A: Serialize + 'static>(
    state: &Data<State>,
    named: Option<Named>,
    repeat: Repeat,
    call: impl Future<Output = Result<A, ApiError>> + 'static,
) -> Answer {
    let Some(named) = named else {
        return Ok(success(&call.await?));
    };
    let state = state.clone();
    let task = actix_web::rt::spawn(async move {
        if !state.running.0.insert(named.key.clone()) {
            return Err(ApiError::Conflict(
                "a call with this Idempotency-Key is under way",
            ));
        }
        let _turn = Turn {
            state: state.clone(),
            key: named.key.clone(),
        };
        let before = read(&state, &named).await?;
        if before
            .as_ref()
            .is_some_and(|kept| kept.asked != named.asked)
        {
            return Err(ApiError::IdReused);
        }
        match before {
            Some(Kept {
                answer: Some(answer),
                ..
            }) => Ok(success(&answer)),
            Some(Kept { answer: None, .. }) => Ok(success(&call.await?)),
            None => {
                let answer = call.await?;
                keep(&state, named, repeat, &answer).await?;
                Ok(success(&answer))
            }
        }
    });
    task.await.map_err(ApiError::internal)?
}

async fn read(state: &State, named: &Named) -> Result<Option<Kept>, ApiError> {
    let (store, key) = (Arc::clone(state.office.store()), named.key.clone());
    let json = block(move || store.document(DocumentKind::Idempotent, &key)).await?;
    json.map(|json| serde_json::from_slice(&json).map_err(ApiError::internal))
        .transpose()
}

async fn keep(
    state: &State,
    named: Named,
    repeat: Repeat,
    answer: &impl Serialize,
) -> Result<(), ApiError> {
    let answer = match repeat {
        Repeat::Kept => Some(serde_json::to_value(answer).map_err(ApiError::internal)?),
        Repeat::RunsAgain => None,
    };
    let kept = Kept {
        at: state.now(),
        asked: named.asked,
        answer,
    };
    let json = serde_json::to_vec(&kept).map_err(ApiError::internal)?;
    let store = Arc::clone(state.office.store());
    block(move || store.put_document(DocumentKind::Idempotent, &named.key, &json)).await
}

/// Removes names that are older than [`KEPT_FOR`], and returns how many. Reads all of them: call it rarely, on a blocking
/// pool.
///
/// # Errors
/// The store's.
pub fn remove_ended(store: &dyn Store, now: Timestamp) -> Result<usize, StoreError> {
    let ended = pick_documents(store, (DocumentKind::Idempotent, ""), |key, json| {
        let kept = serde_json::from_slice::<Kept>(json).ok();
        let is_over = kept.is_none_or(|kept| now.since(kept.at) > KEPT_FOR);
        is_over.then(|| DocumentChange::delete(DocumentKind::Idempotent, key))
    })?;
    for few in ended.chunks(AT_ONCE) {
        store.change_documents(few)?;
    }
    Ok(ended.len())
}
