//! Tries a change of a robot's knowledge as a job: asks the test questions and stores only the job with the result. The
//! job does not block other changes.

use super::fields::{check_version, take_version};
use super::{Change, no_name};
use crate::admin::jobs::{Begun, Job, JobState, LineError, NewJob, Progress};
use crate::admin::thing::Thing;
use crate::admin::written::Written;
use crate::agent_token::SignedIn;
use crate::blocking;
use crate::error::ApiError;
use crate::state::State;
use crate::wire::trial::WireReport;
use actix_web::web::Data;
use actors_core::ids::RobotNo;
use actors_core::robot::Document;
use actors_core::robot::trial::Report;
use serde_json::{Map, Value};
use std::sync::Arc;

/// The robot and its documents after the change; none to try the robot as it is.
type Wanted = (RobotNo, Option<Vec<Document>>);

/// Tries docs/put with this body.
///
/// # Errors
/// Those of docs/put; 409 while another job runs.
pub async fn put(
    state: Data<State>,
    who: Arc<SignedIn>,
    body: Map<String, Value>,
) -> Result<Job, ApiError> {
    begin(state, who, move |change| change.wanted_with(body)).await
}

/// Tries docs/delete with this body.
///
/// # Errors
/// Those of docs/delete; 409 while another job runs.
pub async fn delete(
    state: Data<State>,
    who: Arc<SignedIn>,
    body: Map<String, Value>,
) -> Result<Job, ApiError> {
    begin(state, who, move |change| change.wanted_without(body)).await
}

/// robot/check: asks a robot, as it is, its test questions.
///
/// # Errors
/// 404 if the tenant has no such robot; 409 while another job runs.
pub async fn as_it_is(
    state: Data<State>,
    who: Arc<SignedIn>,
    robot: RobotNo,
) -> Result<Job, ApiError> {
    begin(state, who, move |change| {
        let is_known = change.before.robots.contains_key(&robot);
        let wanted = is_known.then_some((robot, None));
        wanted.ok_or(ApiError::NotFound)
    })
    .await
}

async fn begin(
    state: Data<State>,
    who: Arc<SignedIn>,
    read: impl FnOnce(&Change) -> Result<Wanted, ApiError> + Send + 'static,
) -> Result<Job, ApiError> {
    let change = Change::dry_run(state.clone(), who, Thing::Docs)?;
    let read = blocking::work(move || {
        let wanted = read(&change)?;
        Ok((change, wanted))
    });
    let (change, wanted) = read.await?;
    let new = NewJob {
        tenant: change.tenant().clone(),
        client_id: None,
        kind: "docs/check",
        robot_no: wanted.0.to_string(),
        asked: String::new(),
    };
    let store = state.office.store();
    Ok(
        match state.admin.jobs.begin(store, new, state.now()).await? {
            Begun::Before(job) => job,
            Begun::Now(job, progress) => {
                let told = job.clone();
                actix_web::rt::spawn(carry_out(change, wanted, job, progress));
                told
            }
        },
    )
}

async fn carry_out(
    change: Change,
    (robot, documents): Wanted,
    mut job: Job,
    progress: Arc<Progress>,
) {
    let (state, tenant) = (change.state.clone(), change.tenant().clone());
    let checked = blocking::work(move || change.checked(&robot, documents, progress)).await;
    end(&mut job, checked);
    job.ended_at = Some(state.now().as_millis());
    let store = state.office.store();
    if let Err(error) = state.admin.jobs.end(store, &tenant, job).await {
        let cause = error.cause();
        tracing::error!(
            code = "FD604",
            cause,
            "storing the result of a check failed"
        );
    }
}

fn end(job: &mut Job, checked: Result<Report, ApiError>) {
    match checked {
        Ok(report) => {
            job.state = JobState::Done;
            job.total = report.total;
            job.done = report.total;
            job.check = Some(WireReport::from(&report));
        }
        Err(error) => {
            tracing::warn!(code = "FD605", cause = error.cause(), "a check failed");
            job.state = JobState::Failed;
            job.errors_total = 1;
            job.errors = vec![LineError {
                line: 0,
                field: String::new(),
                message: "the check took too long, or too many run; try again later".to_owned(),
            }];
        }
    }
}

impl Change {
    fn wanted_with(&self, mut body: Map<String, Value>) -> Result<Wanted, ApiError> {
        let version = take_version(&mut body)?;
        let id = Thing::Docs.id(&body).ok_or_else(|| no_name(Thing::Docs))?;
        let old = self.stored(&id)?;
        check_version(old.as_ref(), version)?;
        let mut written = Written::parse(Thing::Docs, body).map_err(ApiError::InvalidFields)?;
        self.settings_with(&mut written, &id, old.is_none())?;
        let Written::Document(document) = written else {
            return Err(ApiError::internal("a body of docs that is not a document"));
        };
        let document = document.read(&mut Default::default());
        let (robot, documents) = self.documents_with(&id, Some(document));
        Ok((robot, Some(documents)))
    }

    fn wanted_without(&self, mut body: Map<String, Value>) -> Result<Wanted, ApiError> {
        let id = Thing::Docs.id(&body).ok_or(ApiError::NotFound)?;
        let old = self.stored(&id)?.ok_or(ApiError::NotFound)?;
        if let Some(version) = take_version(&mut body)? {
            check_version(Some(&old), Some(version))?;
        }
        self.settings_without(&id)?;
        let (robot, documents) = self.documents_with(&id, None);
        Ok((robot, Some(documents)))
    }
}
