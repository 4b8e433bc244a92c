//! Tenants as files (Contract §8): the demo inside the binary, or folders the operator names.
//!
//! ```text
//! files ──read──► TenantFixture (as written) ──documents──► store ──stored──► TenantFixture ──► TenantSetup
//! ```
//!
//! What is stored is what was written, with passwords hashed: the administration shows it again as it was. What works
//! is the [`TenantSetup`] that is read from it. A file that cannot be read or means nothing stops the start with its
//! path, line and reason; all of them are told at once.

pub mod channel;
pub mod evaluation;
pub mod findings;
pub mod hours;
pub mod knowledge;
mod locate;
pub mod menus;
pub mod people;
pub mod setup;
mod source;

pub use setup::{TenantSetup, Wrong};

use actors_core::channel::Secret;
use actors_core::ids::TenantId;
use actors_core::tenant::Role;
use actors_runtime::ports::{DocumentKind, Store, StoreError};
use channel::WrittenChannel;
use evaluation::WrittenEvaluation;
use knowledge::{WrittenDocument, WrittenRobot};
use people::{WrittenAgent, WrittenGroup, WrittenTenant};
use serde::Serialize;
use serde::de::DeserializeOwned;
use source::{Source, TENANT_FILE};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// Everything one tenant wrote.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TenantFixture {
    /// `tenant.json`.
    pub tenant: WrittenTenant,
    /// `channels/CHANNELID.json`.
    pub channels: Vec<WrittenChannel>,
    /// `groups.json`.
    pub groups: Vec<WrittenGroup>,
    /// `agents.json`.
    pub agents: Vec<WrittenAgent>,
    /// `robots/ROBOTNO.json`.
    pub robots: Vec<WrittenRobot>,
    /// `docs/ROBOTNO.jsonl`, by robot.
    pub documents: BTreeMap<String, Vec<WrittenDocument>>,
    /// `evaluation.json`.
    pub evaluation: WrittenEvaluation,
}

/// Something wrong in a tenant's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub path: String,
    /// The line, from 1; none where the file itself is missing or cannot be read.
    pub line: Option<usize>,
    /// What is wrong, with the field where there is one.
    pub reason: String,
}

/// Everything that is wrong in the files: the server does not start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FixtureError(pub Vec<Problem>);

impl fmt::Display for FixtureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.0.iter().enumerate() {
            let line = problem
                .line
                .map_or_else(String::new, |line| format!(":{line}"));
            let end = if at + 1 < self.0.len() { "\n" } else { "" };
            write!(f, "{}{line}: {}{end}", problem.path, problem.reason)?;
        }
        Ok(())
    }
}

/// The tenants in `dir`, or the built-in demo. Each has been read as a whole and makes a [`TenantSetup`].
///
/// # Errors
/// Every wrong file, line and field.
pub fn load(dir: Option<&Path>) -> Result<Vec<TenantFixture>, FixtureError> {
    let sources = match dir {
        None => vec![source::built_in()],
        Some(dir) => source::folders(dir).map_err(|(path, error)| {
            FixtureError(vec![Problem {
                path,
                line: None,
                reason: error.to_string(),
            }])
        })?,
    };
    if let (Some(dir), true) = (dir, sources.is_empty()) {
        let reason = format!("no folder in it holds a {TENANT_FILE}");
        return Err(FixtureError(vec![Problem {
            path: dir.display().to_string(),
            line: None,
            reason,
        }]));
    }
    let mut tenants = Vec::new();
    let mut problems = Vec::new();
    for source in &sources {
        match read(source) {
            Ok(tenant) => tenants.push(tenant),
            Err(found) => problems.extend(found),
        }
    }
    problems.extend(channels_of_two_tenants(&sources, &tenants));
    if problems.is_empty() {
        Ok(tenants)
    } else {
        Err(FixtureError(problems))
    }
}

fn read(source: &Source) -> Result<TenantFixture, Vec<Problem>> {
    let mut files = Files {
        source,
        problems: Vec::new(),
    };
    let fixture = TenantFixture {
        tenant: files.one(TENANT_FILE).unwrap_or_default(),
        channels: files.folder("channels", |channel: &WrittenChannel| {
            ("channelId", &channel.channel_id)
        }),
        groups: files.one("groups.json").unwrap_or_default(),
        agents: files.one("agents.json").unwrap_or_default(),
        robots: files.folder("robots", |robot: &WrittenRobot| {
            ("robotNo", &robot.robot_no)
        }),
        documents: files.documents(),
        evaluation: files.one("evaluation.json").unwrap_or_default(),
    };
    if !files.problems.is_empty() {
        return Err(files.problems);
    }
    if fixture.tenant.tenant_id != source.name {
        files.add(TENANT_FILE, "tenantId", "must be the folder's name");
    }
    if let Err(wrong) = TenantSetup::read(&fixture) {
        for Wrong { file, error } in wrong {
            files.add(&file, &error.field, &error.message);
        }
    }
    if files.problems.is_empty() {
        Ok(fixture)
    } else {
        Err(files.problems)
    }
}

/// A channel is named without its tenant on the wire, so no two tenants may have one of the same name.
fn channels_of_two_tenants(sources: &[Source], tenants: &[TenantFixture]) -> Vec<Problem> {
    let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
    let mut problems = Vec::new();
    for tenant in tenants {
        for channel in &tenant.channels {
            let owner = owners
                .entry(&channel.channel_id)
                .or_insert(&tenant.tenant.tenant_id);
            if *owner != tenant.tenant.tenant_id {
                let folder = sources
                    .iter()
                    .find(|source| source.name == tenant.tenant.tenant_id);
                let folder = folder.map_or("", |source| source.folder.as_str());
                problems.push(Problem {
                    path: format!("{folder}/channels/{}.json", channel.channel_id),
                    line: Some(1),
                    reason: format!("channelId belongs to tenant '{owner}' already"),
                });
            }
        }
    }
    problems
}

/// A tenant's files while they are read.
struct Files<'a> {
    source: &'a Source,
    problems: Vec<Problem>,
}

impl Files<'_> {
    fn one<T: DeserializeOwned>(&mut self, file: &str) -> Option<T> {
        let text = self.source.files.get(file)?;
        self.parse(file, 0, text)
    }

    /// Every file of a folder; each is named like the thing in it.
    fn folder<T: DeserializeOwned>(
        &mut self,
        folder: &str,
        name: impl Fn(&T) -> (&'static str, &String),
    ) -> Vec<T> {
        let files: Vec<&String> = self
            .source
            .files
            .keys()
            .filter(|file| is_in(file, folder, "json"))
            .collect();
        let mut things = Vec::new();
        for file in files {
            let Some(thing) = self.one::<T>(file) else {
                continue;
            };
            let (field, name) = name(&thing);
            if *file != format!("{folder}/{name}.json") {
                self.add(file, field, "must be the file's name");
            }
            things.push(thing);
        }
        things
    }

    fn documents(&mut self) -> BTreeMap<String, Vec<WrittenDocument>> {
        let mut documents = BTreeMap::new();
        for (file, text) in self
            .source
            .files
            .iter()
            .filter(|(file, _)| is_in(file, "docs", "jsonl"))
        {
            let robot = file
                .trim_start_matches("docs/")
                .trim_end_matches(".jsonl")
                .to_owned();
            let lines = text.lines().enumerate();
            let of_robot = lines
                .filter_map(|(before, line)| self.parse(file, before, line))
                .collect();
            documents.insert(robot, of_robot);
        }
        documents
    }

    fn parse<T: DeserializeOwned>(
        &mut self,
        file: &str,
        lines_before: usize,
        text: &str,
    ) -> Option<T> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            let field = error.path().to_string();
            let field = field.trim_end_matches('?').trim_end_matches('.');
            let field = if field.is_empty() {
                String::new()
            } else {
                format!("{field}: ")
            };
            (
                error.inner().line(),
                format!("{field}{}", without_place(error.inner())),
            )
        });
        let value = value.and_then(|value: T| {
            let end = reader
                .end()
                .map_err(|error| (error.line(), without_place(&error)));
            end.map(|()| value)
        });
        value
            .map_err(|(line, reason)| {
                let line = Some(lines_before + line.max(1));
                self.problems.push(Problem {
                    path: self.path(file),
                    line,
                    reason,
                });
            })
            .ok()
    }

    fn add(&mut self, file: &str, field: &str, message: &str) {
        let text = self.source.files.get(file);
        let (line, field) = match field
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']'))
        {
            Some((index, rest)) if file.ends_with(".jsonl") => (
                index.parse::<usize>().ok().map(|index| index + 1),
                rest.trim_start_matches('.'),
            ),
            _ => (text.map(|text| locate::line_of(text, field)), field),
        };
        let reason = if field.is_empty() {
            message.to_owned()
        } else {
            format!("{field} {message}")
        };
        self.problems.push(Problem {
            path: self.path(file),
            line,
            reason,
        });
    }

    fn path(&self, file: &str) -> String {
        format!("{}/{file}", self.source.folder)
    }
}

fn is_in(file: &str, folder: &str, suffix: &str) -> bool {
    file.strip_prefix(folder).is_some_and(|rest| {
        rest.starts_with('/') && Path::new(rest).extension().is_some_and(|own| own == suffix)
    })
}

/// serde_json ends its message with line and column; the line is told before it.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ")
        .map_or(text.clone(), |(reason, _)| reason.to_owned())
}

/// An agent's account as a fixture spells it, for the start of the demo to print.
#[derive(Clone, Debug, PartialEq)]
pub struct SpelledAccount {
    /// What the agent signs in with.
    pub account: String,
    /// The password.
    pub password: Secret,
    /// What they may do.
    pub role: Role,
}

impl TenantFixture {
    /// Which tenant.
    pub fn id(&self) -> TenantId {
        TenantId::from(self.tenant.tenant_id.as_str())
    }

    /// The accounts whose passwords are spelled out.
    pub fn spelled_accounts(&self) -> Vec<SpelledAccount> {
        let spelled = |agent: &WrittenAgent| {
            let account = agent.read(&mut findings::Findings::default())?;
            let people::Password::Plain(password) = account.password else {
                return None;
            };
            Some(SpelledAccount {
                account: agent.account.clone(),
                password,
                role: account.agent.role,
            })
        };
        self.agents.iter().filter_map(spelled).collect()
    }

    /// What is stored of the tenant: kind, key and JSON. `hash` turns a password into what may be kept; it is slow.
    ///
    /// # Errors
    /// Those of `hash`.
    pub fn documents<E>(
        &self,
        hash: impl Fn(&str) -> Result<String, E>,
    ) -> Result<Vec<(DocumentKind, String, Vec<u8>)>, E> {
        let tenant = &self.tenant.tenant_id;
        let mut documents = vec![
            (DocumentKind::Tenant, tenant.clone(), json(&self.tenant)),
            (
                DocumentKind::Evaluation,
                tenant.clone(),
                json(&self.evaluation),
            ),
        ];
        let mut put =
            |kind, name: &str, json| documents.push((kind, format!("{tenant}/{name}"), json));
        for channel in &self.channels {
            put(DocumentKind::Channel, &channel.channel_id, json(channel));
        }
        for group in &self.groups {
            put(DocumentKind::Group, &group.id, json(group));
        }
        for agent in &self.agents {
            let mut agent = agent.clone();
            if let Some(password) = agent.password.take() {
                agent.password_hash = Some(hash(&password)?);
            }
            put(DocumentKind::Agent, &agent.admin_id, json(&agent));
        }
        for robot in &self.robots {
            put(DocumentKind::Robot, &robot.robot_no, json(robot));
        }
        for (robot, of_robot) in &self.documents {
            for document in of_robot {
                let name = format!("{robot}/{}/{}", document.doc_id, document.lang);
                put(DocumentKind::Knowledge, &name, json(document));
            }
        }
        Ok(documents)
    }

    /// The tenants a store holds.
    ///
    /// # Errors
    /// The store's; `Damaged` where a document cannot be read.
    pub fn stored(store: &dyn Store) -> Result<Vec<TenantFixture>, StoreError> {
        let tenants = store.documents(DocumentKind::Tenant, "")?;
        tenants
            .iter()
            .map(|(tenant, json)| Self::stored_tenant(store, tenant, json))
            .collect()
    }

    fn stored_tenant(store: &dyn Store, tenant: &str, json: &[u8]) -> Result<Self, StoreError> {
        let prefix = format!("{tenant}/");
        let mut documents: BTreeMap<String, Vec<WrittenDocument>> = BTreeMap::new();
        for (key, json) in store.documents(DocumentKind::Knowledge, &prefix)? {
            let robot = key[prefix.len()..]
                .split('/')
                .next()
                .unwrap_or_default()
                .to_owned();
            documents
                .entry(robot)
                .or_default()
                .push(parsed(&key, &json)?);
        }
        let evaluation = store.document(DocumentKind::Evaluation, tenant)?;
        Ok(TenantFixture {
            tenant: parsed(tenant, json)?,
            channels: all(store, DocumentKind::Channel, &prefix)?,
            groups: all(store, DocumentKind::Group, &prefix)?,
            agents: all(store, DocumentKind::Agent, &prefix)?,
            robots: all(store, DocumentKind::Robot, &prefix)?,
            documents,
            evaluation: evaluation.map_or(Ok(WrittenEvaluation::default()), |json| {
                parsed(tenant, &json)
            })?,
        })
    }
}

fn all<T: DeserializeOwned>(
    store: &dyn Store,
    kind: DocumentKind,
    prefix: &str,
) -> Result<Vec<T>, StoreError> {
    store
        .documents(kind, prefix)?
        .iter()
        .map(|(key, json)| parsed(key, json))
        .collect()
}

fn parsed<T: DeserializeOwned>(key: &str, json: &[u8]) -> Result<T, StoreError> {
    serde_json::from_slice(json)
        .map_err(|error| StoreError::Damaged(format!("config document {key}: {error}").into()))
}

fn json<T: Serialize>(written: &T) -> Vec<u8> {
    serde_json::to_vec(written).expect("texts, numbers and lists under text keys are always JSON")
}

#[cfg(test)]
mod tests;
