//! Work that takes longer than a call may (Protocol, 'Other calls', `jobs/get`): what it is, how far it is, what came of it. A job is
//! written down when it begins and when it has ended; how far it is stands in memory.

use crate::blocking::block;
use crate::error::ApiError;
use crate::secrets;
use crate::wire::trial::WireReport;
use actors_core::ids::TenantId;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store};
use dashmap::DashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Jobs that are remembered of one tenant, beside the one under way.
const REMEMBERED: usize = 50;

/// Longest name a client may give a job, in characters.
const CLIENT_ID_CHARS_MAX: usize = 128;

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// Under way.
    Running,
    /// Done: all of it took effect.
    Done,
    /// Something is wrong: see `errors`. Nothing was changed.
    Failed,
    /// The server stopped meanwhile. Some of it may have taken effect; asked for again it goes on.
    Interrupted,
}

/// Something wrong in what was handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct LineError {
    /// The line, from 1; 0 for what is wrong with all of it.
    pub line: usize,
    /// The field, as it is written; empty for the whole line.
    pub field: String,
    /// What is wrong, without the value.
    pub message: String,
}

/// What came of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Documents that are new.
    pub added: usize,
    /// Documents that read differently.
    pub changed: usize,
    /// Documents that were there just so.
    pub unchanged: usize,
    /// Documents that were there and are not in the file, where it replaces everything.
    pub removed: usize,
}

/// A job, as it is kept and told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// Its name.
    pub job_id: String,
    /// What it does: `docs/import`, `testQuestions/import`, or `docs/check`, which changes nothing.
    pub kind: String,
    /// For which robot.
    pub robot_no: String,
    /// How it stands.
    pub state: JobState,
    /// How many documents there are, or test questions of a check; 0 until that is known.
    pub total: usize,
    /// How many of them are done.
    pub done: usize,
    /// What came of it.
    pub counts: Counts,
    /// What is wrong, the first hundred.
    pub errors: Vec<LineError>,
    /// How many things are wrong.
    pub errors_total: usize,
    /// When it began, in milliseconds since the epoch.
    pub started_at: i64,
    /// When it ended.
    pub ended_at: Option<i64>,
    /// What the test questions said, where they were asked.
    #[serde(default)]
    pub check: Option<WireReport>,
}

/// A job with what its repeats are known by.
#[derive(Serialize, Deserialize)]
struct Stored {
    #[serde(flatten)]
    job: Job,
    /// A hash of what was asked.
    asked: String,
}

/// How far a job is.
#[derive(Debug, Default)]
pub struct Progress {
    /// How many there are.
    pub total: AtomicUsize,
    /// How many are done.
    pub done: AtomicUsize,
}

/// The jobs under way, one a tenant.
#[derive(Default)]
pub struct Jobs(DashMap<TenantId, (String, Arc<Progress>)>);

/// A job that was begun, or one that was begun before under the same name.
pub enum Begun {
    /// To be carried out, and ended with [`Jobs::end`].
    Now(Job, Arc<Progress>),
    /// Told as it is.
    Before(Job),
}

/// A job that is to begin.
pub struct NewJob {
    /// Whose.
    pub tenant: TenantId,
    /// The client's name for it; none where it gives none.
    pub client_id: Option<String>,
    /// What it does.
    pub kind: &'static str,
    /// For which robot.
    pub robot_no: String,
    /// A hash of everything it is asked to do.
    pub asked: String,
}

impl Jobs {
    /// Begins a job; durable when it returns.
    ///
    /// # Errors
    /// 400 for a name that is none, 422 for one used for something else, 409 while another is under way.
    pub async fn begin(
        &self,
        store: &Arc<dyn Store>,
        new: NewJob,
        now: Timestamp,
    ) -> Result<Begun, ApiError> {
        let job_id = named(new.client_id.as_deref())?;
        let key = key(&new.tenant, &job_id);
        if let Some(before) = self.find(store, &new.tenant, &key).await? {
            if before.asked != new.asked {
                return Err(ApiError::IdReused);
            }
            if before.job.state != JobState::Interrupted {
                return Ok(Begun::Before(before.job));
            }
        }
        let progress = Arc::new(Progress::default());
        match self.0.entry(new.tenant.clone()) {
            dashmap::Entry::Occupied(_) => {
                return Err(ApiError::Conflict("another job is under way"));
            }
            dashmap::Entry::Vacant(place) => {
                place.insert((job_id.clone(), Arc::clone(&progress)));
            }
        }
        let job = Job {
            job_id,
            kind: new.kind.to_owned(),
            robot_no: new.robot_no,
            state: JobState::Running,
            total: 0,
            done: 0,
            counts: Counts::default(),
            errors: Vec::new(),
            errors_total: 0,
            started_at: now.as_millis(),
            ended_at: None,
            check: None,
        };
        let kept = keep(store, &new.tenant, job.clone(), new.asked).await;
        if let Err(error) = kept {
            self.0.remove(&new.tenant);
            return Err(error);
        }
        Ok(Begun::Now(job, progress))
    }

    /// Writes down what came of a job, and forgets the oldest beyond those that are remembered.
    ///
    /// # Errors
    /// 503: the store did not keep it; the job is interrupted.
    pub async fn end(
        &self,
        store: &Arc<dyn Store>,
        tenant: &TenantId,
        job: Job,
    ) -> Result<(), ApiError> {
        let (reader, whose) = (Arc::clone(store), key(tenant, &job.job_id));
        let stored = block(move || reader.document(DocumentKind::Job, &whose)).await;
        let asked = stored.ok().flatten().and_then(|json| {
            let stored: Stored = serde_json::from_slice(&json).ok()?;
            Some(stored.asked)
        });
        let kept = keep(store, tenant, job, asked.unwrap_or_default()).await;
        self.0.remove(tenant);
        kept?;
        forget_old(store, tenant).await
    }

    /// A job as it stands.
    ///
    /// # Errors
    /// 404 where the tenant has none of this name.
    pub async fn get(
        &self,
        store: &Arc<dyn Store>,
        tenant: &TenantId,
        job_id: &str,
    ) -> Result<Job, ApiError> {
        let is_ours = job_id.len() == 32 && job_id.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_ours {
            return Err(ApiError::NotFound);
        }
        let found = self.find(store, tenant, &key(tenant, job_id)).await?;
        Ok(found.ok_or(ApiError::NotFound)?.job)
    }

    async fn find(
        &self,
        store: &Arc<dyn Store>,
        tenant: &TenantId,
        key: &str,
    ) -> Result<Option<Stored>, ApiError> {
        let Some(mut stored) = read(store, key).await? else {
            return Ok(None);
        };
        stored.job = self.as_it_is(tenant, stored.job);
        if stored.job.state == JobState::Interrupted {
            // It may have ended since it was read: what came of it is written down before it stops being under way.
            if let Some(again) = read(store, key).await? {
                stored.job = self.as_it_is(tenant, again.job);
            }
        }
        Ok(Some(stored))
    }

    /// What is written down, with how far it is; what nobody carries out any more was interrupted.
    fn as_it_is(&self, tenant: &TenantId, mut job: Job) -> Job {
        if job.state != JobState::Running {
            return job;
        }
        let under_way = self.0.get(tenant);
        match under_way.filter(|under_way| under_way.0 == job.job_id) {
            Some(under_way) => {
                job.total = under_way.1.total.load(Ordering::Relaxed);
                job.done = under_way.1.done.load(Ordering::Relaxed);
            }
            None => job.state = JobState::Interrupted,
        }
        job
    }
}

async fn read(store: &Arc<dyn Store>, key: &str) -> Result<Option<Stored>, ApiError> {
    let (store, key) = (Arc::clone(store), key.to_owned());
    let json = block(move || store.document(DocumentKind::Job, &key)).await?;
    json.map(|json| serde_json::from_slice(&json).map_err(ApiError::internal))
        .transpose()
}

/// The name of a job: made by dice, or from the client's.
fn named(client_id: Option<&str>) -> Result<String, ApiError> {
    let Some(id) = client_id.filter(|id| !id.is_empty()) else {
        return Ok(secrets::random_name());
    };
    if id.chars().count() > CLIENT_ID_CHARS_MAX || id.contains(char::is_control) {
        return Err(ApiError::invalid("id is not valid"));
    }
    let hash = blake3::hash(format!("job\0{id}").as_bytes());
    Ok(secrets::hex(&hash.as_bytes()[..16]))
}

fn key(tenant: &TenantId, job_id: &str) -> String {
    format!("{tenant}/{job_id}")
}

async fn keep(
    store: &Arc<dyn Store>,
    tenant: &TenantId,
    job: Job,
    asked: String,
) -> Result<(), ApiError> {
    let key = key(tenant, &job.job_id);
    let json = serde_json::to_vec(&Stored { job, asked }).map_err(ApiError::internal)?;
    let store = Arc::clone(store);
    block(move || store.put_document(DocumentKind::Job, &key, &json)).await
}

async fn forget_old(store: &Arc<dyn Store>, tenant: &TenantId) -> Result<(), ApiError> {
    let (store, prefix) = (Arc::clone(store), format!("{tenant}/"));
    block(move || {
        let mut all: Vec<(i64, String)> = store
            .documents(DocumentKind::Job, &prefix)?
            .into_iter()
            .map(|(key, json)| {
                let stored: Option<Stored> = serde_json::from_slice(&json).ok();
                (stored.map_or(0, |stored| stored.job.started_at), key)
            })
            .collect();
        all.sort_unstable();
        let beyond = all.len().saturating_sub(REMEMBERED);
        let changes: Vec<_> = all
            .into_iter()
            .take(beyond)
            .map(|(_, key)| DocumentChange {
                kind: DocumentKind::Job,
                key,
                json: None,
            })
            .collect();
        match changes.is_empty() {
            true => Ok(()),
            false => store.change_documents(&changes),
        }
    })
    .await
}
