//! `frontdesk backup`, `restore`, `check`, `export` and `import`.

use super::save::{Saved, backup, export, prune};
use super::source::Source;
use super::{check::check, refill::refill};
use crate::files::shelf::Shelf;
use crate::settings::commands::{DataArgs, FromArgs};
use crate::settings::{self, Settings};
use actors_runtime::ports::StoreError;
use anyhow::{Context as _, bail};
use std::io::{self, ErrorKind, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often progress is shown on a terminal, and otherwise.
const SHOWN_EVERY: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(10)];

/// A command.
pub enum Command {
    /// Adds a backup.
    Backup {
        /// The place.
        to: String,
        /// How many backups the place keeps; all if left out.
        keep: Option<usize>,
    },
    /// Fills a data folder from a backup.
    Restore(FromArgs),
    /// Checks the data, or a backup.
    Check(Option<FromArgs>),
    /// Writes everything as JSON lines.
    Export {
        /// A new folder.
        to: PathBuf,
    },
    /// Fills a data folder from an export.
    Import {
        /// The folder.
        from: PathBuf,
    },
}

impl Command {
    /// Runs it and prints what came of it.
    ///
    /// # Errors
    /// It failed, or `check` found problems.
    pub fn run(self, args: DataArgs) -> anyhow::Result<()> {
        let settings = settings::of_data(args)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let remedy = self.remedy_for_a_full_disk();
        let ended = runtime.block_on(self.perform(&settings));
        ended.map_err(|error| match is_about_a_full_disk(&error) {
            true => error.context(format!("the disk is full: {remedy}")),
            false => error,
        })
    }

    fn remedy_for_a_full_disk(&self) -> String {
        match self {
            Self::Backup { .. } | Self::Restore(_) | Self::Check(_) | Self::Import { .. } => {
                "free space and run it again".to_owned()
            }
            // An export needs a new folder each time.
            Self::Export { to } => {
                format!("free space, remove {}, and run it again", to.display())
            }
        }
    }

    #[allow(clippy::print_stdout)]
    async fn perform(self, settings: &Settings) -> anyhow::Result<()> {
        let mut shown = Shown::new();
        let mut progress = |text: String| shown.show(&text);
        match self {
            Self::Backup { to, keep } => {
                let place = place(&to)?;
                let source = Source::live(settings).await?;
                let saved = backup(source, &place, &mut progress).await?;
                println!("{}", told(&saved, &to));
                if let Some(keep) = keep {
                    let removed = prune(&place, keep.max(1)).await?;
                    println!("removed {removed} older backups");
                }
            }
            Self::Restore(from) => {
                let source = Source::backup(existing(&from.from)?, from.backup.as_deref()).await?;
                let counts = refill(source, settings, &mut progress).await?;
                println!("restored {counts} into {}", settings.data.display());
            }
            Self::Check(from) => {
                let source = match from {
                    Some(from) => {
                        Source::backup(existing(&from.from)?, from.backup.as_deref()).await?
                    }
                    None => Source::live(settings).await?,
                };
                let problems = check(source, &mut progress).await?;
                for problem in &problems.first {
                    println!("{problem}");
                }
                if problems.count > 0 {
                    bail!("the check found {} problems", problems.count);
                }
                println!("everything can be read, and every reference leads somewhere");
            }
            Self::Export { to } => {
                let source = Source::live(settings).await?;
                let saved = export(source, &to, &mut progress).await?;
                println!(
                    "exported the records and {} files to {}",
                    saved.total,
                    to.display()
                );
            }
            Self::Import { from } => {
                let counts = refill(Source::export(&from)?, settings, &mut progress).await?;
                println!("imported {counts} into {}", settings.data.display());
            }
        }
        Ok(())
    }
}

/// Whether a lack of space, or a quota, is among the causes.
fn is_about_a_full_disk(error: &anyhow::Error) -> bool {
    let is_full = |kind| matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded);
    error.chain().any(|cause| {
        let system = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        // Such an error is not among its own causes.
        let json = cause.downcast_ref::<serde_json::Error>();
        let json = json.and_then(serde_json::Error::io_error_kind);
        system.or(json).is_some_and(is_full)
            || matches!(cause.downcast_ref(), Some(StoreError::Full(_)))
    })
}

fn place(address: &str) -> anyhow::Result<Shelf> {
    Shelf::at(address).with_context(|| format!("opening {address}"))
}

/// A place to read from: a folder is not made.
fn existing(address: &str) -> anyhow::Result<Shelf> {
    if !address.starts_with("s3://") && !Path::new(address).is_dir() {
        bail!("there is no folder {address}");
    }
    place(address)
}

fn told(saved: &Saved, to: &str) -> String {
    let Saved {
        name,
        total,
        written,
        written_bytes,
        ..
    } = saved;
    let kib = written_bytes.div_ceil(1024);
    format!("backup {name} is in {to}: {written} of {total} packs and files were new ({kib} KiB)")
}

/// Shows progress on the standard error output, not too often.
struct Shown {
    last: Instant,
    is_terminal: bool,
}

impl Shown {
    fn new() -> Self {
        Self {
            last: Instant::now(),
            is_terminal: std::io::stderr().is_terminal(),
        }
    }

    #[allow(clippy::print_stderr)]
    fn show(&mut self, text: &str) {
        let [terminal, other] = SHOWN_EVERY;
        let every = if self.is_terminal { terminal } else { other };
        if self.last.elapsed() < every {
            return;
        }
        self.last = Instant::now();
        match self.is_terminal {
            true => eprint!("\r\x1b[K{text}"),
            false => eprintln!("{text}"),
        }
    }
}

impl Drop for Shown {
    #[allow(clippy::print_stderr)]
    fn drop(&mut self) {
        if self.is_terminal {
            eprint!("\r\x1b[K");
        }
    }
}
