//! The log and the numbers. Calls that succeed are counted where it costs an addition and are not logged.

use crate::settings::{LogFormat, Settings};
use actors_core::time::Timestamp;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use tracing_subscriber::EnvFilter;

/// Libraries that repeat what they read in their own log lines, however talkative the log is made.
const TELL_TALES: [&str; 2] = ["html5ever", "markup5ever"];

/// Starts the log. A second start, as in tests, changes nothing.
///
/// # Errors
/// A filter (`log`) that cannot be read.
pub fn start_log(settings: &Settings) -> Result<(), tracing_subscriber::filter::ParseError> {
    let mut filter = EnvFilter::builder().parse(&settings.log)?;
    for library in TELL_TALES {
        filter = filter.add_directive(format!("{library}=warn").parse()?);
    }
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let started = match settings.log_format {
        LogFormat::Human => lines.try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
    if started.is_err() {
        tracing::debug!("the log was started before");
    }
    Ok(())
}

/// The process's numbers; made once, shared by every application in it.
pub fn metrics() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("numbers were taken by somebody else");
        }
        metrics::describe_counter!(
            "frontdesk_refused_total",
            "answers that were not 200, by status"
        );
        metrics::describe_counter!(
            "frontdesk_connections_refused_total",
            "connections that were closed because their address had too many"
        );
        metrics::describe_counter!(
            "frontdesk_questions_not_gathered_total",
            "questions without an answer that no inbox has, because too many came at once"
        );
        metrics::describe_counter!(
            "frontdesk_export_alarms_total",
            "exports that were large, or one too many in an hour, by why"
        );
        metrics::describe_counter!(
            "frontdesk_seq_gaps_total",
            "holes that pages found in what they were told; nothing should make one"
        );
        metrics::describe_gauge!("frontdesk_held_polls", "polls that wait");
        metrics::describe_gauge!("frontdesk_sessions", "sessions in memory");
        handle
    })
}

/// A line of the log that anybody can cause is written once a minute, with how often it was caused since the last one.
pub struct OncePerMinute {
    next: AtomicI64,
    unsaid: AtomicU64,
}

impl OncePerMinute {
    /// A line that was never written.
    pub const fn new() -> Self {
        Self {
            next: AtomicI64::new(i64::MIN),
            unsaid: AtomicU64::new(0),
        }
    }

    /// How often it was caused, this time included, if it is to be written now.
    pub fn count(&self, now: Timestamp) -> Option<u64> {
        const MINUTE: i64 = 60_000;
        self.unsaid.fetch_add(1, Ordering::Relaxed);
        let (now, next) = (now.as_millis(), self.next.load(Ordering::Relaxed));
        // A clock that was once ahead does not silence it.
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

/// Counts an answer that was not 200.
pub fn count_refusal(status: u16) {
    metrics::counter!("frontdesk_refused_total", "status" => status.to_string()).increment(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_anybody_can_cause_is_written_once_a_minute() {
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
