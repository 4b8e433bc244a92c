//! Applies a file of documents, under the tenant's lock. Documents are written in batches; the robot is replaced once.

use super::guard::Publishing;
use super::settings::Learned;
use super::{Change, carry_out, version_of};
use crate::admin::audit::{self, Action, AuditRecord};
use crate::admin::import::{Imported, WrongFile};
use crate::admin::jobs::{Counts, LineError, Progress};
use crate::admin::publish::Published;
use crate::admin::thing::Thing;
use crate::admin::written::Written;
use crate::agent_token::SignedIn;
use crate::error::ApiError;
use crate::fixtures::findings::FieldError;
use crate::state::State;
use crate::wire::trial::WireReport;
use actix_web::web::Data;
use actors_core::ids::RobotNo;
use actors_runtime::ports::{DocumentChange, DocumentKind};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The number of documents written in one transaction.
const PIECE: usize = 200;

/// What happens to documents that the file does not contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// They stay.
    Stays,
    /// They go.
    Goes,
}

/// A file that was read and is valid.
pub struct Import {
    /// The robot.
    pub robot: RobotNo,
    /// The documents in the file.
    pub documents: Vec<Imported>,
    /// What happens to the robot's other documents.
    pub rest: Rest,
    /// How it takes effect.
    pub publishing: Publishing,
    /// The progress.
    pub progress: Arc<Progress>,
}

/// The result of an import.
#[derive(Debug)]
pub struct Outcome {
    /// What it changed, or would change; otherwise the errors.
    pub made: Result<Counts, WrongFile>,
    /// The result of the test questions, if they were asked and are part of the answer.
    pub check: Option<WireReport>,
}

impl Outcome {
    /// The result for a file with errors.
    pub fn wrong(wrong: WrongFile) -> Self {
        Self {
            made: Err(wrong),
            check: None,
        }
    }

    /// The result for a file that would make these answers worse.
    fn worse(report: WireReport) -> Self {
        let lines = report.worse.iter().map(|tried| LineError {
            line: 0,
            field: format!("testQuestions/{}", tried.question_id),
            message: "would be answered worse".to_owned(),
        });
        Self {
            made: Err(WrongFile {
                errors: lines.collect(),
                total: report.worse_total,
            }),
            check: Some(report),
        }
    }
}

/// Applies a file, unless the test questions forbid it or it is only tried. When this returns, the documents are
/// durable and the robot uses them. Unchanged documents are skipped, so an import is idempotent.
///
/// # Errors
/// 503 if the store failed. Some documents may be stored; a retry completes the import.
pub async fn import(
    state: Data<State>,
    who: Arc<SignedIn>,
    import: Import,
) -> Result<Outcome, ApiError> {
    carry_out(state, who, Thing::Docs, move |change| change.import(import)).await
}

impl Change {
    fn import(&self, import: Import) -> Result<(Outcome, Published), ApiError> {
        let refused = |outcome| Ok((outcome, Published::default()));
        let robot = &import.robot;
        if !self.before.robots.contains_key(robot) {
            let wrong = WrongFile::of(0, "the robot was deleted");
            return refused(Outcome::wrong(wrong));
        }
        let learned = self.learned_from(&import);
        if let Err(wrong) = self.check_learned(robot, &learned) {
            return refused(Outcome::wrong(wrong));
        }
        if import.publishing == Publishing::Never {
            return refused(self.tried(&import, learned)?);
        }
        let guarded = match self.guarding(robot, import.publishing)? {
            None => None,
            Some(questions) => match self.guarded(robot, learned.documents.clone(), questions) {
                Ok(robot) => Some(robot),
                Err(ApiError::Worse(report)) => return refused(Outcome::worse(*report)),
                Err(error) => return Err(error),
            },
        };
        let counts = self.write(&import, &learned)?;
        let published = match counts.added + counts.changed + counts.removed {
            0 => Published::default(),
            _ => {
                let knows = guarded.unwrap_or_else(|| self.indexed(robot, learned.documents));
                Published {
                    settings: Some(Arc::new(self.settings_of(robot, knows))),
                    ..Published::default()
                }
            }
        };
        let outcome = Outcome {
            made: Ok(counts),
            check: None,
        };
        Ok((outcome, published))
    }

    /// Counts what a file would change, and asks the test questions.
    fn tried(&self, import: &Import, learned: Learned) -> Result<Outcome, ApiError> {
        let mut counts = Counts {
            removed: learned.removed.len(),
            ..Counts::default()
        };
        for imported in &import.documents {
            self.change_of(&import.robot, imported, &mut counts)?;
        }
        let report = self.checked(
            &import.robot,
            Some(learned.documents),
            Arc::clone(&import.progress),
        )?;
        Ok(Outcome {
            made: Ok(counts),
            check: Some(WireReport::from(&report)),
        })
    }

    /// Checks the limit of documents, and that no setting refers to a removed document.
    fn check_learned(&self, robot: &RobotNo, learned: &Learned) -> Result<(), WrongFile> {
        let most = Thing::Docs.count_max();
        if learned.documents.len() > most {
            return Err(WrongFile::of(
                0,
                &format!("the robot would have more than {most} documents"),
            ));
        }
        if learned.removed.is_empty() {
            return Ok(());
        }
        let needed = self.needed_without(robot, &learned.documents);
        match needed {
            Ok(needed) if needed.is_empty() => Ok(()),
            Ok(needed) => Err(WrongFile {
                total: needed.len(),
                errors: needed.into_iter().map(of_the_whole).collect(),
            }),
            Err(_) => Err(WrongFile::of(
                0,
                "the settings that use its documents cannot be read; try again later",
            )),
        }
    }

    fn write(&self, import: &Import, learned: &Learned) -> Result<Counts, ApiError> {
        let mut counts = Counts::default();
        let progress = &import.progress;
        let total = import.documents.len() + learned.removed.len();
        progress.total.store(total, Ordering::Relaxed);
        // The last piece is stored with the audit record. If that fails, a repeat still finds a change to publish.
        let mut held = Vec::new();
        for piece in import.documents.chunks(PIECE) {
            let mut changes = Vec::new();
            for imported in piece {
                changes.extend(self.change_of(&import.robot, imported, &mut counts)?);
            }
            self.write_in_turn(&mut held, changes)?;
            progress.done.fetch_add(piece.len(), Ordering::Relaxed);
        }
        for piece in learned.removed.chunks(PIECE) {
            let mut gone = Vec::new();
            for id in piece {
                let key = Thing::Docs.key(self.tenant(), id);
                gone.push(DocumentChange::delete(DocumentKind::Knowledge, key));
                gone.extend(self.versions_forgotten(id)?);
            }
            self.write_in_turn(&mut held, gone)?;
            counts.removed += piece.len();
            progress.done.fetch_add(piece.len(), Ordering::Relaxed);
        }
        let robot = import.robot.as_str();
        let record = AuditRecord {
            fields: vec![
                format!("{} added", counts.added),
                format!("{} changed", counts.changed),
                format!("{} removed", counts.removed),
            ],
            ..self.record(Action::Import, Thing::Docs, robot)
        };
        held.push(audit::written(self.tenant(), &record));
        self.write_piece(&held)?;
        Ok(counts)
    }

    /// Stores the held piece, and holds the next one. A piece without changes is passed over.
    fn write_in_turn(
        &self,
        held: &mut Vec<DocumentChange>,
        next: Vec<DocumentChange>,
    ) -> Result<(), ApiError> {
        if next.is_empty() {
            return Ok(());
        }
        self.write_piece(held)?;
        *held = next;
        Ok(())
    }

    /// Returns the changes that store a document; empty if it is unchanged.
    fn change_of(
        &self,
        robot: &RobotNo,
        imported: &Imported,
        counts: &mut Counts,
    ) -> Result<Vec<DocumentChange>, ApiError> {
        let id = format!(
            "{robot}/{}/{}",
            imported.written.doc_id, imported.written.lang
        );
        let old = self.stored(&id)?;
        let mut fields = Written::Document(imported.written.clone()).json();
        match &old {
            None => counts.added += 1,
            Some(old) if is_same(old, &fields) => {
                counts.unchanged += 1;
                return Ok(Vec::new());
            }
            Some(_) => counts.changed += 1,
        }
        let next = old.as_ref().map_or(1, |old| version_of(old) + 1);
        fields.insert("version".to_owned(), next.into());
        let json = serde_json::to_vec(&fields).map_err(ApiError::internal)?;
        let mut changes = self.files_kept(&json)?;
        if old.is_some() {
            changes.extend(self.version_kept(&id, old.as_ref())?);
        }
        changes.push(DocumentChange::put(
            DocumentKind::Knowledge,
            Thing::Docs.key(self.tenant(), &id),
            json,
        ));
        Ok(changes)
    }

    fn write_piece(&self, changes: &[DocumentChange]) -> Result<(), ApiError> {
        if changes.is_empty() {
            return Ok(());
        }
        let store = self.state.office.store();
        store
            .change_documents(changes)
            .map_err(ApiError::unavailable)
    }
}

pub(super) fn is_same(old: &Map<String, Value>, new: &Map<String, Value>) -> bool {
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut names = names.into_iter().filter(|name| *name != "version");
    names.all(|name| old.get(name) == new.get(name))
}

fn of_the_whole(error: FieldError) -> LineError {
    LineError {
        line: 0,
        field: error.field,
        message: error.message,
    }
}
