//! Sends spans and log lines to an OpenTelemetry collector by OTLP over HTTP, if the setting `telemetry` names one.
//!
//! Two threads of the SDK send in the background. If the collector is slow or gone, spans and lines are dropped, and
//! nothing waits for them.

use super::{Layers, log_filter, spans};
use crate::settings::Settings;
use anyhow::Context as _;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_appender_tracing::layer::OpenTelemetryTracingBridge;
use opentelemetry_otlp::{LogExporter, Protocol, SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::logs::SdkLoggerProvider;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use std::time::Duration;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::filter_fn;

/// How long the end of the program waits for the last spans, and as long again for the last lines.
const FLUSH_TIME_MAX: Duration = Duration::from_secs(2);

/// The variable that names the service; `frontdesk` if it is not set.
const SERVICE_NAME: &str = "OTEL_SERVICE_NAME";

/// The libraries that export. Their own lines are only in the log: each export would cause more of them, without end.
const EXPORTERS: [&str; 5] = ["opentelemetry", "reqwest", "hyper", "h2", "rustls"];

/// The export of spans and log lines.
pub struct Export {
    spans: SdkTracerProvider,
    lines: SdkLoggerProvider,
}

impl Export {
    /// Starts the export; `None` if the settings name no collector. Headers, such as a key of the collector's, and the
    /// timeout come from the usual variables `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_EXPORTER_OTLP_TIMEOUT`.
    ///
    /// # Errors
    /// The address or a variable cannot be used.
    pub fn start(settings: &Settings) -> anyhow::Result<Option<Self>> {
        let Some(endpoint) = settings.telemetry.endpoint()? else {
            return Ok(None);
        };
        // The exporters' client finds the provider here.
        drop(rustls::crypto::ring::default_provider().install_default());
        let spans = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{endpoint}/v1/traces"))
            .build()
            .context("exporting spans by OTLP")?;
        let lines = LogExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{endpoint}/v1/logs"))
            .build()
            .context("exporting log lines by OTLP")?;
        Ok(Some(Self {
            spans: SdkTracerProvider::builder()
                .with_batch_exporter(spans)
                .with_sampler(Sampler::TraceIdRatioBased(settings.telemetry.sample))
                .with_resource(resource())
                .build(),
            lines: SdkLoggerProvider::builder()
                .with_batch_exporter(lines)
                .with_resource(resource())
                .build(),
        }))
    }

    /// Adds what collects spans, and those lines that the log has too.
    ///
    /// # Errors
    /// The filter in the setting `log` cannot be parsed.
    pub(super) fn collect(&self, settings: &Settings, layers: &mut Layers) -> anyhow::Result<()> {
        let spans = tracing_opentelemetry::layer()
            .with_tracer(self.spans.tracer("frontdesk"))
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false)
            .with_target(false)
            .with_level(false)
            .with_filter(filter_fn(|about| about.target() == spans::TARGET));
        let mut filter = log_filter(&settings.log)?;
        for library in EXPORTERS {
            filter = filter.add_directive(format!("{library}=off").parse()?);
        }
        let lines = OpenTelemetryTracingBridge::new(&self.lines).with_filter(filter);
        layers.push(spans.boxed());
        layers.push(lines.boxed());
        spans::turn_on();
        Ok(())
    }

    /// Sends what is left. Blocks for some seconds at most.
    pub fn finish(self) {
        // The exporters' client must not be dropped where async code runs.
        let sending = std::thread::spawn(move || {
            let spans = self.spans.shutdown_with_timeout(FLUSH_TIME_MAX);
            let lines = self.lines.shutdown_with_timeout(FLUSH_TIME_MAX);
            if let Err(error) = spans.and(lines) {
                tracing::warn!(code = "FD219", %error, "the last spans or log lines were not exported");
            }
        });
        drop(sending.join());
    }
}

/// What the collector learns about the program. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` add to it.
fn resource() -> Resource {
    let resource = Resource::builder().with_attribute(opentelemetry::KeyValue::new(
        "service.version",
        env!("CARGO_PKG_VERSION"),
    ));
    match std::env::var_os(SERVICE_NAME) {
        Some(_) => resource.build(),
        None => resource.with_service_name("frontdesk").build(),
    }
}
