//! docs/import, docs/export, the same for test questions, and jobs/get: a robot's knowledge as a file.

use crate::admin::audit::Action;
use crate::admin::change::guard::Publishing;
use crate::admin::change::import::{self, Import, Outcome, Rest};
use crate::admin::change::questions::{self, Questions};
use crate::admin::export;
use crate::admin::import::{Contents, Format, Line, WrongFile, read};
use crate::admin::jobs::{Begun, Job, JobState, NewJob, Progress};
use crate::admin::thing::Thing;
use crate::admin::volume;
use crate::agent_token::SignedIn;
use crate::authentication::{self, Admin};
use crate::blocking::run;
use crate::error::{Answer, ApiError};
use crate::files::receive::Received;
use crate::rates::ByToken;
use crate::routes::admin::{note, robot_of};
use crate::routes::read::received;
use crate::state::State;
use crate::wire::admin::{ExportDocsRequest, JobRequest};
use crate::wire::envelope::success;
use actix_multipart::Multipart;
use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use actors_core::ids::RobotNo;
use encoding_rs::Encoding;
use std::sync::Arc;

/// docs/import: answered when the file has arrived and the job has started; jobs/get returns its progress.
///
/// # Errors
/// 404 for a robot that is not the tenant's, 409 while another job runs, 422 for an id already used for another file,
/// 400 for a file over 50 MB.
pub async fn import(state: Data<State>, request: HttpRequest, form: Multipart) -> Answer {
    imported(state, request, form, Thing::Docs).await
}

/// testQuestions/import: the same for test questions, which only check later changes.
///
/// # Errors
/// As docs/import.
pub async fn import_test_questions(
    state: Data<State>,
    request: HttpRequest,
    form: Multipart,
) -> Answer {
    imported(state, request, form, Thing::TestQuestions).await
}

/// An uploaded file and how to import it.
struct File {
    robot: RobotNo,
    rest: Rest,
    content: Content,
    /// The encoding that a person chose for a CSV file.
    encoding: Option<&'static Encoding>,
    received: Received,
}

/// The content of a file.
#[derive(Clone, Copy, Debug)]
enum Content {
    Docs(Publishing),
    TestQuestions { is_trial: bool },
}

async fn imported(
    state: Data<State>,
    request: HttpRequest,
    form: Multipart,
    thing: Thing,
) -> Answer {
    let who = authentication::admin(&request).await?;
    let received = received(&state, &request, &who, form).await?;
    let number = received.field("robotNo").unwrap_or_default();
    let robot = robot_of(&state, &who.tenant, number)?;
    let rest = match received.field("mode").unwrap_or_default() {
        "" | "add" => Rest::Stays,
        "replace" => Rest::Goes,
        _ => return Err(ApiError::invalid("mode must be add or replace")),
    };
    let content = match thing {
        Thing::TestQuestions => Content::TestQuestions {
            is_trial: publishing(&received)? == Publishing::Never,
        },
        _ => Content::Docs(publishing(&received)?),
    };
    let encoding = encoding(&received)?;
    let (hashed, received) = hash(received).await?;
    let new = NewJob {
        tenant: who.tenant.clone(),
        client_id: received.field("id").map(str::to_owned),
        kind: match content {
            Content::Docs(Publishing::Never) => "docs/check",
            Content::Docs(Publishing::Guarded | Publishing::Forced) => "docs/import",
            Content::TestQuestions { is_trial: true } => "testQuestions/check",
            Content::TestQuestions { is_trial: false } => "testQuestions/import",
        },
        robot_no: robot.to_string(),
        asked: format!(
            "{robot} {rest:?} {content:?} {} {hashed}",
            encoding.map_or("", Encoding::name)
        ),
    };
    let store = state.office.store();
    let begun = state.admin.jobs.begin(store, new, state.now()).await?;
    Ok(success(&match begun {
        Begun::Before(job) => job,
        Begun::Now(job, progress) => {
            let file = File {
                robot,
                rest,
                content,
                encoding,
                received,
            };
            let told = job.clone();
            actix_web::rt::spawn(carry_out(state.clone(), who, file, job, progress));
            told
        }
    }))
}

/// Reads whether the import is only checked, or published even if test questions get worse answers.
fn publishing(received: &Received) -> Result<Publishing, ApiError> {
    let switch = |field: &str| match received.field(field).unwrap_or_default() {
        "" | "0" | "false" => Ok(false),
        "1" | "true" => Ok(true),
        _ => Err(ApiError::invalid(format!("{field} must be 0 or 1"))),
    };
    Ok(match (switch("check")?, switch("force")?) {
        (true, _) => Publishing::Never,
        (false, true) => Publishing::Forced,
        (false, false) => Publishing::Guarded,
    })
}

/// Reads the encoding of a CSV file by one of its names, such as `gbk`; none is chosen without a name.
fn encoding(received: &Received) -> Result<Option<&'static Encoding>, ApiError> {
    match received.field("encoding").unwrap_or_default() {
        "" => Ok(None),
        name => {
            let found = Encoding::for_label(name.as_bytes());
            let unknown = || {
                ApiError::invalid("encoding must be a name of the Encoding Standard, such as gbk")
            };
            found.map(Some).ok_or_else(unknown)
        }
    }
}

async fn hash(received: Received) -> Result<(String, Received), ApiError> {
    let hashed = run(move || {
        let mut hasher = blake3::Hasher::new();
        let mut file = std::fs::File::open(&received.file.0)?;
        std::io::copy(&mut file, &mut hasher)?;
        Ok::<_, std::io::Error>((hasher.finalize().to_hex().to_string(), received))
    });
    hashed.await?.map_err(ApiError::internal)
}

/// Runs the import, and stores its result with the job.
async fn carry_out(
    state: Data<State>,
    who: Arc<SignedIn>,
    file: File,
    mut job: Job,
    progress: Arc<Progress>,
) {
    let made = make(&state, &who, file, (&mut job, progress)).await;
    match made {
        Ok(Outcome { made, check }) => {
            job.check = check;
            match made {
                Ok(counts) => {
                    job.state = JobState::Done;
                    job.counts = counts;
                    job.total = counts.added + counts.changed + counts.unchanged + counts.removed;
                    job.done = job.total;
                }
                Err(wrong) => {
                    job.state = JobState::Failed;
                    job.errors = wrong.errors;
                    job.errors_total = wrong.total;
                }
            }
        }
        Err(error) => {
            tracing::error!(
                code = "FD601",
                cause = error.cause(),
                "an import failed; start it again"
            );
            job.state = JobState::Interrupted;
        }
    }
    job.ended_at = Some(state.now().as_millis());
    let store = state.office.store();
    if let Err(error) = state.admin.jobs.end(store, &who.tenant, job).await {
        let cause = error.cause();
        tracing::error!(
            code = "FD602",
            cause,
            "the result of an import was not stored"
        );
    }
}

async fn make(
    state: &Data<State>,
    who: &Arc<SignedIn>,
    file: File,
    (job, progress): (&mut Job, Arc<Progress>),
) -> Result<Outcome, ApiError> {
    let File {
        robot,
        rest,
        content,
        encoding,
        received,
    } = file;
    let (state, who) = (state.clone(), Arc::clone(who));
    match content {
        Content::Docs(publishing) => {
            let documents = match lines(received, encoding, job).await? {
                Ok(documents) => documents,
                Err(wrong) => return Ok(Outcome::wrong(wrong)),
            };
            let import = Import {
                robot,
                documents,
                rest,
                publishing,
                progress,
            };
            import::import(state, who, import).await
        }
        Content::TestQuestions { is_trial } => {
            let questions = match lines(received, encoding, job).await? {
                Ok(questions) => questions,
                Err(wrong) => return Ok(Outcome::wrong(wrong)),
            };
            let file = Questions {
                robot,
                questions,
                rest,
                is_trial,
            };
            questions::import(state, who, file).await
        }
    }
}

/// Reads and checks the lines of a file, and notes its encoding. The file is deleted afterwards.
async fn lines<T: Line + Send + 'static>(
    received: Received,
    chosen: Option<&'static Encoding>,
    job: &mut Job,
) -> Result<Result<Vec<T>, WrongFile>, ApiError> {
    let checked = run(move || read(&received.file.0, Format::of(&received.name), chosen));
    let Contents { lines, encoding } = checked.await?.map_err(ApiError::internal)?;
    job.encoding = encoding.map(|encoding| encoding.name().to_owned());
    Ok(lines)
}

/// jobs/get: returns the state and the result of a job.
///
/// # Errors
/// 404 for a job that is not the tenant's.
pub async fn job(state: Data<State>, call: Admin<JobRequest>) -> Answer {
    let store = state.office.store();
    let jobs = &state.admin.jobs;
    let job = jobs.get(store, &call.who.tenant, &call.body.job_id).await?;
    Ok(success(&job))
}

/// docs/export: streams a robot's documents as a file.
///
/// # Errors
/// 404 for a robot that is not the tenant's, 400 for an unknown format, 429 over the rate limit.
pub async fn export(state: Data<State>, call: Admin<ExportDocsRequest>) -> Answer {
    exported(state, call, Thing::Docs).await
}

/// testQuestions/export: the same for test questions.
///
/// # Errors
/// As docs/export.
pub async fn export_test_questions(state: Data<State>, call: Admin<ExportDocsRequest>) -> Answer {
    exported(state, call, Thing::TestQuestions).await
}

async fn exported(state: Data<State>, call: Admin<ExportDocsRequest>, thing: Thing) -> Answer {
    let who = &call.who;
    let (format, kind, suffix) = match call.body.format.as_deref().unwrap_or_default() {
        "" | "jsonl" => (Format::JsonLines, "application/x-ndjson", "jsonl"),
        "csv" => (Format::Csv, "text/csv; charset=utf-8", "csv"),
        _ => return Err(ApiError::invalid("format must be jsonl or csv")),
    };
    let robot = robot_of(&state, &who.tenant, &call.body.robot_no)?;
    let limit = state.limits.agent(&who.hash, ByToken::Personal);
    volume::watch(who, thing.name(), limit)?;
    note(&state, who, (Action::Export, thing.name(), robot.as_str())).await?;
    // A robot's number consists of characters that are safe in a header, such as letters and digits.
    let name = format!("attachment; filename=\"{robot}.{suffix}\"");
    Ok(HttpResponse::Ok()
        .content_type(kind)
        .insert_header((header::CONTENT_DISPOSITION, name))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(export::of_robot(
            Arc::clone(state.office.store()),
            (thing, &robot),
            format,
            who,
        )))
}
