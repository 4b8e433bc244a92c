//! `frontdesk-bench against`: plays a described day against the operator's own installation, and says whether it holds.
//!
//! It makes no load before the host has proven that it has the operator's key ([`host`]). In reading order: [`day`] (the
//! description), [`plan`] (who arrives when), [`play`] (the run), [`visitor`] and [`agent`] (the people), [`ledger`] (each
//! message once and in order), [`diary`] (what happened), [`verdict`] and [`page`] (the report).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use chrono::Utc;
use clap::Args;
use server::rehearsal::RehearsalKey;
use tokio_util::sync::CancellationToken;

pub mod agent;
pub mod chart;
pub mod day;
pub mod diary;
pub mod host;
pub mod ledger;
pub mod metrics;
pub mod page;
pub mod plan;
pub mod play;
pub mod stage;
pub mod talk;
pub mod verdict;
pub mod visitor;

use day::Day;
use diary::{Diary, Record};
use host::Host;
use page::Report;
use plan::Plan;
use play::End;
use stage::Stage;
use verdict::{Line, Verdict};

/// Open files beside the visitors' connections.
const SPARE_FILES: u64 = 64;

/// The options of `against`.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Your installation: https://HOST
    pub host: String,
    /// Channel for the rehearsal's visitors; choose one that no real visitor uses
    #[arg(long)]
    pub channel: Option<String>,
    /// TOML file that describes the day [default: a sale day of a middling shop, in one hour]
    #[arg(long)]
    pub day: Option<PathBuf>,
    /// Print what would be played and what it costs, and make no request
    #[arg(long)]
    pub dry_run: bool,
    /// File with the key that is set on the installation as `rehearsal.key`
    #[arg(long, conflicts_with = "key")]
    pub key_file: Option<PathBuf>,
    /// The key itself
    #[arg(long, env = "FRONTDESK_REHEARSAL__KEY", hide_env_values = true)]
    pub key: Option<String>,
    /// Where the report goes; an existing file is replaced
    #[arg(long, default_value = "rehearsal.html")]
    pub report: PathBuf,
    /// Address of the installation's metrics, such as http://127.0.0.1:9090/metrics, for the report
    #[arg(long)]
    pub metrics: Option<String>,
    /// PEM file with the certificate of an authority that this machine does not know
    #[arg(long)]
    pub certificate_authority: Option<PathBuf>,
    /// Visitors in the busiest hour; the other hours change in proportion
    #[arg(long)]
    pub peak: Option<f64>,
    /// How many times faster than the clock the day passes
    #[arg(long)]
    pub speed_up: Option<f64>,
    /// Mean messages of a visitor
    #[arg(long)]
    pub messages: Option<f64>,
    /// Share of the visitors who ask the robot, 0 to 1
    #[arg(long)]
    pub robot_share: Option<f64>,
    /// Share of the visitors who ask for a person, 0 to 1
    #[arg(long)]
    pub person_share: Option<f64>,
}

impl Options {
    /// The day that these options describe.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn described_day(&self) -> Result<Day> {
        let mut day = match &self.day {
            Some(path) => Day::read(path)?,
            None => Day::default(),
        };
        day.check()?;
        if let Some(peak) = self.peak {
            let highest = day.visitors_per_hour.iter().copied().fold(0.0, f64::max);
            for value in &mut day.visitors_per_hour {
                *value *= peak / highest;
            }
        }
        day.speed_up = self.speed_up.unwrap_or(day.speed_up);
        day.messages = self.messages.unwrap_or(day.messages);
        day.robot_share = self.robot_share.unwrap_or(day.robot_share);
        day.person_share = self.person_share.unwrap_or(day.person_share);
        Ok(day)
    }

    fn read_key(&self) -> Result<RehearsalKey> {
        let text = match (&self.key, &self.key_file) {
            (_, Some(path)) => std::fs::read_to_string(path)
                .with_context(|| format!("reading the key {}", path.display()))?,
            (Some(key), None) => key.clone(),
            (None, None) => bail!(
                "a rehearsal needs the key that is set on the installation as `rehearsal.key`: give it by --key-file or \
                 FRONTDESK_REHEARSAL__KEY. `openssl rand -hex 32` makes one"
            ),
        };
        Ok(RehearsalKey::new(&text)?)
    }
}

/// What a rehearsal found.
pub struct Rehearsed {
    /// The verdict.
    pub verdict: Verdict,
    /// The last line for the terminal.
    pub line: String,
    /// What happened.
    pub record: Record,
    /// How it ended.
    pub end: End,
}

/// Plays the day and writes the report.
///
/// # Errors
/// The day, the key, the host, the channel or an agent is refused, before any load. Or the report cannot be written.
pub async fn run(options: &Options, plan: Plan, day: Day) -> Result<Rehearsed> {
    let Some(channel) = options.channel.clone() else {
        bail!("name a channel of the installation that no real visitor uses: --channel ID");
    };
    let key = options.read_key()?;
    raise_open_files(&plan)?;
    let authority = options.certificate_authority.as_deref();
    let host = Host::prove(&options.host, key, authority).await?;
    let stage = Stage {
        host,
        channel,
        diary: Diary::begin(plan.duration),
        day,
        talks: parking_lot::Mutex::default(),
        stop: CancellationToken::new(),
        close: CancellationToken::new(),
    };
    stage.check_channel().await?;
    let agents = play::sign_in(&stage).await?;
    let before = read_metrics(options).await?;
    // Before the load: an hour's report must not be lost because its folder does not exist.
    write(&options.report, "The rehearsal has not ended.")?;
    let began = Utc::now().format("%Y-%m-%d %H:%M UTC").to_string();
    // The day begins when everybody is ready.
    let stage = Arc::new(Stage {
        diary: Diary::begin(plan.duration),
        ..stage
    });
    let (end, record) = play::play(Arc::clone(&stage), &plan, agents).await;
    let after = read_metrics(options).await.ok().flatten();
    let metrics = before.zip(after);
    let metrics = metrics.map(|(before, after)| metrics::changes(&before, &after));
    let mut verdict = verdict::judge(&record, &stage.day.holds);
    if let (End::Stopped(after), Verdict::Holds) = (&end, &verdict) {
        let clock = stage.day.clock(*after);
        verdict = Verdict::Unclear(format!(
            "stopped at {clock}; until then all limits were kept"
        ));
    }
    let line = Line(&verdict, &record, &stage.day).to_string();
    let report = Report {
        host: stage.host.address(),
        channel: &stage.channel,
        began,
        day: &stage.day,
        plan: &plan,
        end: end.clone(),
        record: &record,
        verdict: &verdict,
        metrics,
    };
    write(&options.report, &report.page())?;
    Ok(Rehearsed {
        verdict,
        line,
        record,
        end,
    })
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("writing the report {}", path.display()))
}

async fn read_metrics(options: &Options) -> Result<Option<metrics::Metrics>> {
    let Some(address) = &options.metrics else {
        return Ok(None);
    };
    let text = host::text(address, options.certificate_authority.as_deref()).await;
    let text = text.context("reading the metrics (--metrics)")?;
    Ok(Some(metrics::read(&text)))
}

fn raise_open_files(plan: &Plan) -> Result<()> {
    let files = crate::process::raise_open_files()?;
    let needed = (plan.at_once * 2.0) as u64 + SPARE_FILES;
    if files < needed {
        bail!(
            "the day needs {needed} open files, and this machine allows {files}: raise `ulimit -Hn`"
        );
    }
    Ok(())
}

impl Verdict {
    /// The exit code: 0 holds, 2 does not hold, 3 cannot say. An error is 1.
    pub fn code(&self) -> u8 {
        match self {
            Self::Holds => 0,
            Self::Gives(_) => 2,
            Self::Unclear(_) => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        options: Options,
    }

    fn options(words: &[&str]) -> Options {
        let words = ["against", "https://shop.example"].iter().chain(words);
        CommandLine::parse_from(words).options
    }

    #[test]
    fn options_change_the_day() {
        let day = options(&["--peak", "600", "--speed-up", "12", "--robot-share", "0.5"])
            .described_day()
            .unwrap();

        assert_eq!(
            day.visitors_per_hour.iter().copied().fold(0.0, f64::max),
            600.0
        );
        assert_eq!(day.visitors_per_hour[0], 40.0);
        assert_eq!((day.speed_up, day.robot_share), (12.0, 0.5));
    }

    #[test]
    fn a_short_key_is_refused_and_a_file_gives_one() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), format!("{}\n", "k".repeat(32))).unwrap();

        let short = options(&["--key", "short"]).read_key();
        let read = options(&["--key-file", file.path().to_str().unwrap()]).read_key();

        assert!(
            short
                .err()
                .unwrap()
                .to_string()
                .contains("openssl rand -hex 32")
        );
        read.unwrap();
    }
}
