//! A change of a robot's knowledge that is only tried: what its test questions would say, as a job. Nothing is stored but
//! the job, and nobody waits for it: whatever is changed meanwhile is changed.

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

/// What a robot would know; none for what it does.
type Wanted = (RobotNo, Option<Vec<Document>>);

/// What docs/put would do with this body.
///
/// # Errors
/// Those of docs/put; 409 while another job is under way.
pub async fn put(
    state: Data<State>,
    who: Arc<SignedIn>,
    body: Map<String, Value>,
) -> Result<Job, ApiError> {
    begin(state, who, move |change| change.wanted_with(body)).await
}

/// What docs/delete would do with this body.
///
/// # Errors
/// Those of docs/delete; 409 while another job is under way.
pub async fn delete(
    state: Data<State>,
    who: Arc<SignedIn>,
    body: Map<String, Value>,
) -> Result<Job, ApiError> {
    begin(state, who, move |change| change.wanted_without(body)).await
}

/// robot/check: how a robot does as it is.
///
/// # Errors
/// 404 for a robot that is not the tenant's; 409 while another job is under way.
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
    let before = state.catalogue.tenant(&who.tenant);
    let change = Change {
        at: state.now().as_millis(),
        before: before.ok_or(ApiError::NotFound)?,
        state: state.clone(),
        who,
        thing: Thing::Docs,
    };
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
        tracing::error!(cause, "what came of a check was not written down");
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
            tracing::warn!(cause = error.cause(), "a check came to no end");
            job.state = JobState::Failed;
            job.errors_total = 1;
            job.errors = vec![LineError {
                line: 0,
                field: String::new(),
                message: "took too long, or too many are under way; ask again later".to_owned(),
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
            return Err(ApiError::internal("a document that is none"));
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
