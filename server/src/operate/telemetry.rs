//! The log and the metrics. Successful calls are not logged; a counter counts them only if it costs no more than an
//! addition.

use crate::settings::{LogFormat, Settings};
use actors_core::time::Timestamp;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use tracing_subscriber::EnvFilter;

/// Libraries that log the text they read; they log warnings alone, whatever the filter says.
const TELL_TALES: [&str; 2] = ["html5ever", "markup5ever"];

/// Starts the log. A second start, as in tests, has no effect.
///
/// # Errors
/// The filter in the setting `log` cannot be parsed.
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

/// Returns the metrics of the process. Created once; all applications in the process share them.
pub fn metrics() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!(
                code = "FD207",
                "another metrics recorder is installed: /metrics stays empty"
            );
        }
        metrics::describe_counter!(
            "frontdesk_refused_total",
            "answers other than 200, by status"
        );
        metrics::describe_counter!(
            "frontdesk_connections_refused_total",
            "connections closed because their address had too many"
        );
        metrics::describe_counter!(
            "frontdesk_questions_not_gathered_total",
            "unanswered questions that no inbox received, because too many came at once"
        );
        metrics::describe_counter!(
            "frontdesk_export_alarms_total",
            "large exports, and exports beyond the hourly number, by reason"
        );
        metrics::describe_counter!(
            "frontdesk_seq_gaps_total",
            "gaps that pages found in the sequence of messages; it should stay 0"
        );
        metrics::describe_gauge!("frontdesk_held_polls", "waiting polls");
        metrics::describe_gauge!("frontdesk_sessions", "sessions in memory");
        handle
    })
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

/// Counts an answer other than 200.
pub fn count_refusal(status: u16) {
    metrics::counter!("frontdesk_refused_total", "status" => status.to_string()).increment(1);
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
