//! Jobs: work that takes longer than a request may (Protocol, 'Other calls', `jobs/get`). A job is stored when it
//! begins and when it ends. Its progress is only in memory.

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

/// The number of ended jobs stored per tenant.
const REMEMBERED: usize = 50;

/// The longest id a client may give a job, in characters.
const CLIENT_ID_CHARS_MAX: usize = 128;

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// The job is running.
    Running,
    /// Done: everything took effect.
    Done,
    /// Failed: see `errors`. Nothing was changed.
    Failed,
    /// The server stopped, or the store failed, before the end. Some changes may be stored; a repeat of the request
    /// continues.
    Interrupted,
}

/// An error in an uploaded file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct LineError {
    /// The line, from 1; 0 for an error of the whole file.
    pub line: usize,
    /// The name of the field; empty for the whole line.
    pub field: String,
    /// What is wrong, without the value.
    pub message: String,
}

/// The changes of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// New documents.
    pub added: usize,
    /// Changed documents.
    pub changed: usize,
    /// Unchanged documents.
    pub unchanged: usize,
    /// Removed documents: those missing from a file that replaces everything.
    pub removed: usize,
}

/// A job, as it is stored and shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// The job's id.
    pub job_id: String,
    /// The kind of job: `docs/import`, `testQuestions/import`, or `docs/check` and `testQuestions/check`, which change
    /// nothing.
    pub kind: String,
    /// The robot.
    pub robot_no: String,
    /// The job's state.
    pub state: JobState,
    /// The number of documents, or of test questions of a check; 0 until it is known.
    pub total: usize,
    /// How many of them are processed.
    pub done: usize,
    /// The encoding that a CSV file was read in, such as `UTF-8`; absent until the file is read, and for other files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// The changes.
    pub counts: Counts,
    /// The first hundred errors.
    pub errors: Vec<LineError>,
    /// The number of all errors.
    pub errors_total: usize,
    /// When it began, in milliseconds since the epoch.
    pub started_at: i64,
    /// When it ended, in milliseconds since the epoch.
    pub ended_at: Option<i64>,
    /// The result of the test questions, if they were asked.
    pub check: Option<WireReport>,
}

/// A job with what identifies its repeats.
#[derive(Serialize, Deserialize)]
struct Stored {
    #[serde(flatten)]
    job: Job,
    /// A hash of the request.
    asked: String,
}

/// The progress of a job.
#[derive(Debug, Default)]
pub struct Progress {
    /// The number of entries.
    pub total: AtomicUsize,
    /// How many entries are processed.
    pub done: AtomicUsize,
}

/// The running jobs, at most one per tenant.
#[derive(Default)]
pub struct Jobs(DashMap<TenantId, UnderWay>);

/// A running job.
struct UnderWay {
    job_id: String,
    /// A hash of the request. It is stored again with the end, so that a repeat is recognised.
    asked: String,
    progress: Arc<Progress>,
}

/// The result of a request for a job.
pub enum Begun {
    /// A new job. The caller runs it and ends it with [`Jobs::end`].
    Now(Job, Arc<Progress>),
    /// A repeat: the job that began before under the same id.
    Before(Job),
}

/// A request for a job.
pub struct NewJob {
    /// The tenant.
    pub tenant: TenantId,
    /// The client's id for the job, if it gives one.
    pub client_id: Option<String>,
    /// The kind of job.
    pub kind: &'static str,
    /// The robot.
    pub robot_no: String,
    /// A hash of the whole request.
    pub asked: String,
}

impl Jobs {
    /// Begins a job. It is durable when this returns.
    ///
    /// # Errors
    /// 400 if the client's id is not valid, 422 if it was used for another request, 409 while another job runs.
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
                return Err(ApiError::Conflict(
                    "another job is running; try again when it has ended",
                ));
            }
            dashmap::Entry::Vacant(place) => {
                place.insert(UnderWay {
                    job_id: job_id.clone(),
                    asked: new.asked.clone(),
                    progress: Arc::clone(&progress),
                });
            }
        }
        let job = Job {
            job_id,
            kind: new.kind.to_owned(),
            robot_no: new.robot_no,
            state: JobState::Running,
            total: 0,
            done: 0,
            encoding: None,
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

    /// Stores the end of a job, and deletes the oldest jobs beyond the limit.
    ///
    /// # Errors
    /// 503: the store failed; the job then counts as interrupted.
    pub async fn end(
        &self,
        store: &Arc<dyn Store>,
        tenant: &TenantId,
        job: Job,
    ) -> Result<(), ApiError> {
        let asked = self.0.get(tenant).map(|running| running.asked.clone());
        let kept = keep(store, tenant, job, asked.unwrap_or_default()).await;
        self.0.remove(tenant);
        kept?;
        forget_old(store, tenant).await
    }

    /// Returns a job with its progress.
    ///
    /// # Errors
    /// 404 if the tenant has no job with this id.
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
            // The job may have ended after the first read. Its end is stored before it is removed from the running
            // jobs, so a second read finds it.
            if let Some(again) = read(store, key).await? {
                stored.job = self.as_it_is(tenant, again.job);
            }
        }
        Ok(Some(stored))
    }

    /// Adds the progress to a stored job. A stored job that should run but does not was interrupted.
    fn as_it_is(&self, tenant: &TenantId, mut job: Job) -> Job {
        if job.state != JobState::Running {
            return job;
        }
        let under_way = self.0.get(tenant);
        match under_way.filter(|under_way| under_way.job_id == job.job_id) {
            Some(under_way) => {
                job.total = under_way.progress.total.load(Ordering::Relaxed);
                job.done = under_way.progress.done.load(Ordering::Relaxed);
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

/// The id of a job: random, or a hash of the client's id.
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
            .map(|(_, key)| DocumentChange::delete(DocumentKind::Job, key))
            .collect();
        match changes.is_empty() {
            true => Ok(()),
            false => store.change_documents(&changes),
        }
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use actors_runtime::testing::MemoryStore;

    #[actix_web::test]
    async fn a_repeat_is_recognised_even_if_the_running_job_could_not_be_read_at_its_end() {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let jobs = Jobs::default();
        let tenant = TenantId::from("shop");
        let asked = || NewJob {
            tenant: tenant.clone(),
            client_id: Some("1".to_owned()),
            kind: "docs/import",
            robot_no: "fern".to_owned(),
            asked: "the same file".to_owned(),
        };
        let now = Timestamp::from_millis(1);
        let Ok(Begun::Now(mut job, _)) = jobs.begin(&store, asked(), now).await else {
            panic!("the job did not begin");
        };
        let lost = DocumentChange::delete(DocumentKind::Job, key(&tenant, &job.job_id));
        store.change_documents(&[lost]).unwrap();

        job.state = JobState::Done;
        jobs.end(&store, &tenant, job).await.unwrap();

        let again = jobs.begin(&store, asked(), now).await;
        assert!(matches!(again, Ok(Begun::Before(job)) if job.state == JobState::Done));
    }
}
