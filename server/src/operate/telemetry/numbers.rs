//! The metrics of the process (Protocol §19.3): their names and help texts, and the handles that count.
//!
//! A handle is looked up once. Counting is then one atomic addition, also on the hot path.

use metrics::{Counter, Gauge, Histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

/// How often recorded times are moved into their buckets, so that they do not pile up when nobody reads `/metrics`.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(5);

/// The upper bounds of the buckets of [`FLUSH`], in seconds: from a fast disk to one that hangs.
const FLUSH_BOUNDS: [f64; 12] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5,
];

/// The histogram of the store's flushes.
const FLUSH: &str = "frontdesk_flush_seconds";

/// The kind of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Only rises, from 0 at the start of the process.
    Counter,
    /// Rises and falls.
    Gauge,
    /// Times by bucket.
    Histogram,
}

/// Every metric of the program with its help text, by name. Those of the process itself (`process_…`) come on top.
const ALL: [(&str, Kind, &str); 32] = [
    (
        "frontdesk_agents_online",
        Kind::Gauge,
        "agents who are online, busy or away",
    ),
    (
        "frontdesk_answers_total",
        Kind::Counter,
        "answers to calls and pages that were not refused",
    ),
    (
        "frontdesk_build_info",
        Kind::Gauge,
        "1, with the version of the program",
    ),
    (
        "frontdesk_cluster_lag",
        Kind::Gauge,
        "messages of the cluster's stream that this node has not folded",
    ),
    (
        "frontdesk_cluster_owner",
        Kind::Gauge,
        "1 while this node owns the cell, else 0",
    ),
    (
        "frontdesk_cluster_writable",
        Kind::Gauge,
        "1 while the cluster's stream takes messages, else 0",
    ),
    (
        "frontdesk_connections_refused_total",
        Kind::Counter,
        "connections closed because their address had too many",
    ),
    (
        "frontdesk_disk_free_bytes",
        Kind::Gauge,
        "bytes that the program may still write to the disk of the data folder",
    ),
    (
        "frontdesk_disk_total_bytes",
        Kind::Gauge,
        "size of the disk of the data folder",
    ),
    (
        "frontdesk_export_alarms_total",
        Kind::Counter,
        "large exports, and exports beyond the hourly number, by reason",
    ),
    (
        FLUSH,
        Kind::Histogram,
        "time to write one group of messages to the journal and sync it",
    ),
    (
        "frontdesk_forwarded_total",
        Kind::Counter,
        "requests for the owner of the cell, by outcome",
    ),
    (
        "frontdesk_held_polls",
        Kind::Gauge,
        "waiting polls of visitors",
    ),
    (
        "frontdesk_journal_bytes",
        Kind::Gauge,
        "size of the journal: messages that are durable and not yet in the database",
    ),
    (
        "frontdesk_log_lines_total",
        Kind::Counter,
        "warnings and errors in the log, by level",
    ),
    (
        "frontdesk_messages_total",
        Kind::Counter,
        "messages acknowledged to their sender, by sender",
    ),
    (
        "frontdesk_model_answers_total",
        Kind::Counter,
        "requests to large models, by outcome",
    ),
    (
        "frontdesk_polls_total",
        Kind::Counter,
        "polls of visitors that began",
    ),
    (
        "frontdesk_push_total",
        Kind::Counter,
        "notifications to agents' browsers, by outcome",
    ),
    (
        "frontdesk_push_waiting",
        Kind::Gauge,
        "notifications that wait for their time or another try",
    ),
    (
        "frontdesk_questions_not_gathered_total",
        Kind::Counter,
        "unanswered questions that no inbox received, because too many came at once",
    ),
    (
        "frontdesk_refused_total",
        Kind::Counter,
        "answers with an error, by status",
    ),
    (
        "frontdesk_seq_gaps_total",
        Kind::Counter,
        "gaps that pages found in the sequence of messages; it should stay 0",
    ),
    (
        "frontdesk_sessions",
        Kind::Gauge,
        "sessions of visitors in memory",
    ),
    (
        "frontdesk_store_failures_total",
        Kind::Counter,
        "groups of writes that the store refused or the disk failed",
    ),
    (
        "frontdesk_store_writable",
        Kind::Gauge,
        "1 while the store accepts writes, else 0",
    ),
    (
        "frontdesk_talking_visitors",
        Kind::Gauge,
        "visitors who have an agent",
    ),
    ("frontdesk_tenants", Kind::Gauge, "tenants that are served"),
    (
        "frontdesk_tls_handshakes_failed_total",
        Kind::Counter,
        "connections that ended before their TLS handshake was done",
    ),
    (
        "frontdesk_uploaded_bytes_total",
        Kind::Counter,
        "bytes of uploaded files that were stored",
    ),
    (
        "frontdesk_uploads_total",
        Kind::Counter,
        "uploaded files that were stored",
    ),
    (
        "frontdesk_waiting_visitors",
        Kind::Gauge,
        "visitors who wait for an agent",
    ),
];

/// The handles of metrics that are counted where something happens.
pub struct Numbers {
    /// Answers without an error.
    pub answers: Counter,
    /// Polls of visitors.
    pub polls: Counter,
    /// Messages of visitors.
    pub from_visitors: Counter,
    /// Messages of agents.
    pub from_agents: Counter,
    /// Replies of robots to questions.
    pub from_robots: Counter,
    /// Stored uploads.
    pub uploads: Counter,
    /// Their bytes.
    pub uploaded_bytes: Counter,
    /// Times of writing and syncing a group.
    pub flush: Histogram,
    /// The journal's size.
    pub journal_bytes: Gauge,
    /// Groups of writes that failed.
    pub store_failures: Counter,
    /// Errors in the log.
    pub errors: Counter,
    /// Warnings in the log.
    pub warnings: Counter,
}

/// Returns the handles.
pub fn numbers() -> &'static Numbers {
    static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
        metrics();
        let from =
            |sender: &'static str| metrics::counter!("frontdesk_messages_total", "from" => sender);
        let lines =
            |level: &'static str| metrics::counter!("frontdesk_log_lines_total", "level" => level);
        Numbers {
            answers: metrics::counter!("frontdesk_answers_total"),
            polls: metrics::counter!("frontdesk_polls_total"),
            from_visitors: from("visitor"),
            from_agents: from("agent"),
            from_robots: from("robot"),
            uploads: metrics::counter!("frontdesk_uploads_total"),
            uploaded_bytes: metrics::counter!("frontdesk_uploaded_bytes_total"),
            flush: metrics::histogram!(FLUSH),
            journal_bytes: metrics::gauge!("frontdesk_journal_bytes"),
            store_failures: metrics::counter!("frontdesk_store_failures_total"),
            errors: lines("error"),
            warnings: lines("warn"),
        }
    });
    &NUMBERS
}

/// Returns the metrics of the process. Created once; all applications in the process share them.
pub fn metrics() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let flush = Matcher::Full(FLUSH.to_owned());
        let builder = PrometheusBuilder::new().set_buckets_for_metric(flush, &FLUSH_BOUNDS);
        let recorder = builder
            .unwrap_or_else(|_| PrometheusBuilder::new())
            .build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!(
                code = "FD207",
                "another metrics recorder is installed: /metrics stays empty"
            );
        }
        describe();
        begin_at_zero();
        handle
    })
}

fn describe() {
    for (name, kind, help) in ALL {
        match kind {
            Kind::Counter => metrics::describe_counter!(name, help),
            Kind::Gauge => metrics::describe_gauge!(name, help),
            Kind::Histogram => metrics::describe_histogram!(name, help),
        }
    }
    process().describe();
    metrics::gauge!("frontdesk_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1);
}

/// Prometheus sees a first occurrence only if the counter was 0 before.
fn begin_at_zero() {
    for name in [
        "frontdesk_connections_refused_total",
        "frontdesk_questions_not_gathered_total",
        "frontdesk_seq_gaps_total",
        "frontdesk_tls_handshakes_failed_total",
    ] {
        metrics::counter!(name).increment(0);
    }
    for outcome in ["delivered", "retried", "gone", "failed", "dropped"] {
        metrics::counter!("frontdesk_push_total", "outcome" => outcome).increment(0);
    }
    for outcome in ["answered", "repeated", "refused"] {
        metrics::counter!("frontdesk_forwarded_total", "outcome" => outcome).increment(0);
    }
    for status in ["400", "401", "404", "409", "429", "500", "503"] {
        metrics::counter!("frontdesk_refused_total", "status" => status).increment(0);
    }
    for why in ["frequency", "volume"] {
        metrics::counter!("frontdesk_export_alarms_total", "why" => why).increment(0);
    }
    for outcome in ["answered", "notReached", "tooSlow"] {
        metrics::counter!("frontdesk_model_answers_total", "outcome" => outcome).increment(0);
    }
}

/// The collector of the process's own metrics: memory, processor time, open files, start time.
pub fn process() -> metrics_process::Collector {
    metrics_process::Collector::default()
}

/// Counts an answer with an error.
pub fn count_refusal(status: u16) {
    metrics::counter!("frontdesk_refused_total", "status" => status.to_string()).increment(1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn read(path: &str) -> String {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        std::fs::read_to_string(root.join(path)).unwrap()
    }

    /// The names in a text that look like metrics of the program or its process.
    fn named(text: &str) -> BTreeSet<&str> {
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let ours = words.filter(|word| {
            let ours = word
                .strip_prefix("frontdesk_")
                .filter(|rest| *rest != "user");
            ours.or(word.strip_prefix("process_")).is_some()
        });
        ours.collect()
    }

    /// The names after `# HELP` in what Prometheus reads.
    fn helped(text: &str) -> BTreeSet<&str> {
        let helps = text.lines().filter_map(|line| line.strip_prefix("# HELP "));
        helps.filter_map(|help| help.split(' ').next()).collect()
    }

    fn rendered() -> String {
        numbers();
        for (name, kind, _) in ALL {
            if kind == Kind::Gauge && name != "frontdesk_build_info" {
                metrics::gauge!(name).increment(0);
            }
        }
        numbers().flush.record(0.002);
        process().collect();
        metrics().render()
    }

    #[test]
    fn every_metric_is_documented_and_has_a_help_text() {
        let text = rendered();
        let types = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
        let shown: BTreeSet<&str> = types.filter_map(|line| line.split(' ').next()).collect();
        let protocol = read("docs/protocol.md");
        let section = protocol.split("### 19.3").nth(1).unwrap();
        let rows = section.lines().filter(|line| line.starts_with("| `"));
        let documented: String = rows
            .filter_map(|row| row.split(" | ").next())
            .collect::<Vec<_>>()
            .join("\n");

        assert_eq!(helped(&text), shown, "a metric without a help text");
        assert_eq!(named(&documented), shown, "Protocol §19.3 names others");
        assert!(ALL.is_sorted_by_key(|(name, ..)| *name));
        assert!(text.contains("frontdesk_flush_seconds_bucket{le=\"0.0025\"}"));
    }

    #[test]
    fn dashboard_and_alerts_use_metrics_that_exist() {
        let text = rendered();
        let exist = named(&text);

        for path in [
            "deploy/grafana/frontdesk.json",
            "deploy/prometheus/rules.yml",
            "deploy/prometheus/rules.test.yml",
        ] {
            let file = read(path);
            let used = named(&file);
            assert!(!used.is_empty(), "{path} names no metric");
            let unknown: Vec<_> = used.difference(&exist).collect();
            assert!(unknown.is_empty(), "{path}: {unknown:?}");
        }
    }

    #[test]
    fn every_alert_is_tested_and_says_what_to_do() {
        let (rules, tests) = (
            read("deploy/prometheus/rules.yml"),
            read("deploy/prometheus/rules.test.yml"),
        );
        let operation = read("docs/operation.md");
        let alerts: Vec<&str> = rules
            .lines()
            .filter_map(|line| line.trim().strip_prefix("- alert: "))
            .collect();

        assert!(alerts.len() > 10);
        for alert in alerts {
            let anchor = alert.to_lowercase();
            assert!(rules.contains(&format!("runbook: docs/operation.md#{anchor}\n")));
            let row = format!("<a id=\"{anchor}\"></a>{alert} |");
            assert!(operation.contains(&row), "{alert} is not in the table");
            assert!(tests.contains(alert), "{alert} has no test");
        }
    }

    #[test]
    fn the_dashboard_is_one_that_grafana_reads() {
        let text = read("deploy/grafana/frontdesk.json");
        let board: serde_json::Value = serde_json::from_str(&text).unwrap();
        let panels = board["panels"].as_array().unwrap();
        let mut ids = BTreeSet::new();

        assert!(board["schemaVersion"].as_u64().unwrap() >= 36);
        for panel in panels {
            let title = panel["title"].as_str().unwrap();
            let place = |side: &str| panel["gridPos"][side].as_u64().unwrap();
            assert!(ids.insert(panel["id"].as_u64().unwrap()), "{title}");
            assert!(place("x") + place("w") <= 24, "{title}");
            if panel["type"] == "row" {
                continue;
            }
            assert_eq!(panel["datasource"]["uid"], "${datasource}", "{title}");
            let targets = panel["targets"].as_array().unwrap();
            let says = |target: &serde_json::Value| target["expr"].as_str().unwrap().len() > 5;
            assert!(!targets.is_empty() && targets.iter().all(says), "{title}");
        }
    }
}
