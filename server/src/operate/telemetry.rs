//! The log and the metrics ([`numbers`]). Successful calls are not logged; a counter counts them only if it costs no
//! more than an addition. Traces ([`spans`]) and a copy of the log go to a collector, if there is one ([`otlp`]).

pub mod numbers;
pub mod otlp;
pub mod spans;

use crate::cluster::membership::{Membership, Role};
use crate::settings::{LogFormat, Settings};
use actors_core::time::Timestamp;
use anyhow::Context as _;
pub use numbers::{count_refusal, metrics, numbers};
use otlp::Export;
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer, Registry};

/// Libraries that log the text they read; they log warnings alone, whatever the filter says.
const TELL_TALES: [&str; 2] = ["html5ever", "markup5ever"];

/// The receivers of log lines and spans.
type Layers = Vec<Box<dyn Layer<Registry> + Send + Sync>>;

/// Starts the log, and the export if the settings name a collector. A second start, as in tests, has no effect.
///
/// # Errors
/// The filter in the setting `log`, or a setting of the export, cannot be used.
pub fn start_log(settings: &Settings) -> anyhow::Result<Option<Export>> {
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(is_coloured())
        .with_writer(std::io::stderr);
    let lines = match settings.log_format {
        LogFormat::Human => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let mut layers: Layers = vec![
        lines.with_filter(log_filter(&settings.log)?).boxed(),
        LinesCounted.with_filter(LevelFilter::WARN).boxed(),
    ];
    let export = Export::start(settings)?;
    if let Some(export) = &export {
        export.collect(settings, &mut layers)?;
    }
    if tracing_subscriber::registry()
        .with(layers)
        .try_init()
        .is_err()
    {
        tracing::debug!("the log was started before");
    }
    Ok(export)
}

/// Whether lines of the log have colours. In a file they would stand between the names and the values that people search.
fn is_coloured() -> bool {
    let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|unwanted| !unwanted.is_empty());
    std::io::stderr().is_terminal() && !is_unwanted
}

/// Sets the metrics of a node of a cluster.
pub fn tell_membership(membership: &Membership) {
    let owns = membership.role() == Role::Owner;
    metrics::gauge!("frontdesk_cluster_owner").set(f64::from(u8::from(owns)));
    if let Some(messages) = membership.lag.messages() {
        metrics::gauge!("frontdesk_cluster_lag").set(messages as f64);
    }
    let takes_writes = membership.availability.takes_writes();
    metrics::gauge!("frontdesk_cluster_writable").set(f64::from(u8::from(takes_writes)));
}

/// Returns the filter of the log: the setting, without spans and without what would tell a person's text.
fn log_filter(setting: &str) -> anyhow::Result<EnvFilter> {
    let mut filter = EnvFilter::builder()
        .parse(setting)
        .context("reading the setting `log`")?
        .add_directive(format!("{}=off", spans::TARGET).parse()?);
    for library in TELL_TALES {
        filter = filter.add_directive(format!("{library}=warn").parse()?);
    }
    Ok(filter)
}

/// Counts warnings and errors, also those that the filter of the log hides.
struct LinesCounted;

impl<S: Subscriber> Layer<S> for LinesCounted {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let level = event.metadata().level();
        if *level == Level::ERROR {
            numbers().errors.increment(1);
        } else {
            numbers().warnings.increment(1);
        }
    }
}

/// Writes a log line that any caller can trigger at most once a minute, with the number of times since the last one.
pub struct OncePerMinute {
    next: AtomicI64,
    unsaid: AtomicU64,
}

impl OncePerMinute {
    /// Creates a line that was never written.
    pub const fn new() -> Self {
        Self {
            next: AtomicI64::new(i64::MIN),
            unsaid: AtomicU64::new(0),
        }
    }

    /// Counts one occurrence. Returns the number since the last line if the line is due.
    pub fn count(&self, now: Timestamp) -> Option<u64> {
        const MINUTE: i64 = 60_000;
        self.unsaid.fetch_add(1, Ordering::Relaxed);
        let (now, next) = (now.as_millis(), self.next.load(Ordering::Relaxed));
        // A clock that was ahead and is set back does not silence the line.
        let is_due = now >= next || now < next.saturating_sub(MINUTE);
        let taken = is_due.then(|| {
            let later = now.saturating_add(MINUTE);
            let order = Ordering::Relaxed;
            self.next.compare_exchange(next, later, order, order)
        });
        taken?.ok()?;
        Some(self.unsaid.swap(0, Ordering::Relaxed))
    }
}

impl Default for OncePerMinute {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_any_caller_can_trigger_is_written_once_a_minute() {
        let line = OncePerMinute::new();
        let at = |millis| line.count(Timestamp::from_millis(millis));

        assert_eq!(at(1_000), Some(1));
        for _ in 0..999 {
            assert_eq!(at(2_000), None);
        }
        assert_eq!(at(61_000), Some(1_000));
        assert_eq!(at(-1_000_000), Some(1), "the clock went back");
    }
}
