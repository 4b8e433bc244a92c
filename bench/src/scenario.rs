//! What is measured: one module for each part of the tables in `docs/performance.md`.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::generator::calls::Mix;
use crate::generator::{Kind, Order, Plan, Report};
use crate::nchan::Nchan;
use crate::process::{Generator, Server, frontdesk_binary, raise_open_files, scratch_folder};
use crate::report::{Figures, Findings};
use crate::tenant;

pub mod beside_nchan;
pub mod cluster;
pub mod delivery_latency;
pub mod delivery_throughput;
pub mod idle;
pub mod idle_polls;
pub mod mixed;
pub mod overload;
pub mod queue;
pub mod reports;
pub mod robot;
pub mod search;
pub mod store;
pub mod wall;
pub mod webhooks;

/// What all scenarios over HTTP share.
#[derive(Debug, Clone)]
pub struct Setting {
    /// Folder for a started server's data, removed afterwards.
    pub folder: Option<PathBuf>,
    /// Number of rounds.
    pub rounds: usize,
    /// Visitors waiting.
    pub visitors: usize,
    /// Measured time, s.
    pub seconds: f64,
    /// Whether the product may refuse requests under load.
    pub has_limits: bool,
    /// Workers of the product; 0 means one for each core.
    pub workers: usize,
    /// `host:port` of services that the product may call.
    pub allowed: Vec<String>,
    /// What the robot knows, and the proportion of the calls when all come together.
    pub mix: Mix,
}

/// A server and its folder.
struct Subject {
    name: &'static str,
    server: Server,
    plan: Plan,
    _folder: Option<tempfile::TempDir>,
}

impl Setting {
    /// Starts the server to measure.
    fn start(&self, kind: Kind, with_agents: bool) -> Result<Subject> {
        let files = raise_open_files()?;
        let needed = self.visitors as u64 + 1_200;
        if files < needed {
            bail!(
                "{needed} open files are needed for {} visitors, {files} allowed",
                self.visitors
            );
        }
        let (name, server, folder) = match kind {
            Kind::Bare => ("bare actix-web", Server::bare(self.visitors)?, None),
            Kind::Nchan => {
                let folder = scratch_folder(self.folder.as_deref())?;
                let nchan = Nchan::installed().context("nchan is not installed")?;
                ("nchan", nchan.start(folder.path())?, Some(folder))
            }
            Kind::Frontdesk => {
                let folder = scratch_folder(self.folder.as_deref())?;
                let fixtures = folder.path().join("fixtures");
                tenant::write(&fixtures, self.mix)?;
                let server = Server::frontdesk(
                    &frontdesk_binary()?,
                    folder.path(),
                    Some(&fixtures),
                    (self.has_limits, self.workers),
                    &self.allowed,
                )?;
                ("frontdesk", server, Some(folder))
            }
        };
        let plan = Plan {
            address: server.address,
            kind,
            others: Vec::new(),
            server_pids: vec![server.pid],
            tenant: tenant::TENANT.to_owned(),
            channel: tenant::CHANNEL.to_owned(),
            agents: tenant::accounts(),
            agent_capacity: tenant::CAPACITY,
            with_agents,
        };
        Ok(Subject {
            name,
            server,
            plan,
            _folder: folder,
        })
    }
}

/// Measures the bare server and the product. Their order changes from round to round.
fn in_turns(
    setting: &Setting,
    round: usize,
    with_agents: bool,
    findings: &mut Findings,
    measure: impl Fn(&Subject, &mut Findings) -> Result<Figures>,
) -> Result<()> {
    let mut kinds = [Kind::Bare, Kind::Frontdesk];
    kinds.rotate_left(round % 2);
    for kind in kinds {
        let subject = setting.start(kind, with_agents)?;
        let figures = measure(&subject, findings)?;
        findings.add(subject.name, figures);
        subject.server.stop()?;
    }
    Ok(())
}

/// Starts the generator, and waits until all visitors poll.
fn gather(setting: &Setting, subject: &Subject) -> Result<Generator> {
    let mut generator = Generator::start(&subject.plan)?;
    generator.order(&Order::Gather {
        waiting: setting.visitors,
    })?;
    Ok(generator)
}

/// Notes losses, repeats and refusals under the table.
fn note_faults(findings: &mut Findings, name: &str, report: &Report) {
    let counts = &report.counts;
    if !counts.is_clean() {
        findings.notes.push(format!(
            "{name}: {} lost, {} repeated, {} misdelivered, {} refused {}",
            counts.lost,
            counts.duplicates,
            counts.misdelivered,
            counts.refused,
            counts.first_refusal.as_deref().unwrap_or_default(),
        ));
    }
    if counts.broken + counts.redelivered > 0 {
        findings.notes.push(format!(
            "{name}: {} connections closed without a response, {} events repeated",
            counts.broken, counts.redelivered,
        ));
    }
}
