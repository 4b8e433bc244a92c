//! Settings of traces and logs for an OpenTelemetry collector.

use anyhow::bail;
use serde::{Deserialize, Serialize};

/// Where traces and log lines go, in addition to the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TelemetrySettings {
    /// Address of a collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318`. Traces and log lines are sent
    /// to it; they never contain texts, names or tokens. Headers come from `OTEL_EXPORTER_OTLP_HEADERS`. Default: none,
    /// nothing is sent.
    pub otlp_endpoint: Option<String>,
    /// Part of the calls that are traced, from 0 to 1. A busy server needs few: 0.01 is one in a hundred. Default: 1.
    pub sample: f64,
}

impl Default for TelemetrySettings {
    fn default() -> Self {
        Self {
            otlp_endpoint: None,
            sample: 1.0,
        }
    }
}

impl TelemetrySettings {
    /// Returns the collector's address without a slash at its end; `None` if there is no collector.
    ///
    /// # Errors
    /// A setting cannot be used; the error says what is expected.
    pub fn endpoint(&self) -> anyhow::Result<Option<&str>> {
        let named = self.otlp_endpoint.as_deref().map(str::trim);
        let Some(named) = named.filter(|named| !named.is_empty()) else {
            return Ok(None);
        };
        if !(named.starts_with("http://") || named.starts_with("https://")) {
            bail!(
                "the setting telemetry.otlp_endpoint is '{named}': an address such as http://127.0.0.1:4318 is expected"
            );
        }
        if !(0.0..=1.0).contains(&self.sample) {
            bail!(
                "the setting telemetry.sample is {}: a number from 0 to 1 is expected",
                self.sample
            );
        }
        Ok(Some(named.trim_end_matches('/')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collector_needs_an_address_and_a_sample_between_0_and_1() {
        let endpoint = |named: Option<&str>, sample| {
            let settings = TelemetrySettings {
                otlp_endpoint: named.map(str::to_owned),
                sample,
            };
            let endpoint = settings.endpoint().map(|found| found.map(str::to_owned));
            endpoint.map_err(|error| error.to_string())
        };

        assert_eq!(endpoint(None, 1.0), Ok(None));
        assert_eq!(endpoint(Some(" "), 1.0), Ok(None));
        let found = endpoint(Some("https://otel.example/"), 0.0);
        assert_eq!(found, Ok(Some("https://otel.example".to_owned())));
        let refused = endpoint(Some("otel.example:4318"), 1.0).unwrap_err();
        assert!(refused.contains("http://127.0.0.1:4318"), "{refused}");
        let refused = endpoint(Some("http://otel.example"), 1.5).unwrap_err();
        assert!(refused.contains("from 0 to 1"), "{refused}");
    }
}
