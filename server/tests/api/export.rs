//! Traces and log lines go to a collector by OTLP. The real program runs, because a process has one log.

use crate::collector::{Collector, Taken};
use crate::helpers::answer;
use crate::http;
use opentelemetry_proto::tonic::collector::logs::v1::ExportLogsServiceRequest;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value::Value as Is};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::{Span, span::SpanKind};
use prost::Message as _;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

struct Server {
    child: Child,
    url: String,
    _output: BufReader<ChildStdout>,
}

impl Server {
    fn start(data: &Path, variables: &[(&str, &str)]) -> Self {
        let tenants = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tenants");
        let mut child = Command::new(env!("CARGO_BIN_EXE_frontdesk"))
            .args(["serve", "--listen", "127.0.0.1:0", "--limits", "off"])
            .args(["--operator-listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .arg("--fixtures")
            .arg(tenants)
            .env("FRONTDESK_DISK__CHAT_FREE_PERCENT", "0")
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("listening on ").unwrap();
        Self {
            url: url.to_owned(),
            child,
            _output: output,
        }
    }

    async fn post(&self, call: &str, token: &str, body: Value) -> (u16, Value) {
        let path = format!("{}/api/chat/visitor/{call}", self.url);
        let request = http::client().post(path).bearer_auth(token).json(&body);
        let answer = answer(request.send().await.unwrap()).await;
        (answer.status, answer.body["data"].clone())
    }

    /// Stops it as a service manager does. It exports what is left.
    fn stop(mut self) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
        assert!(self.child.wait().unwrap().success());
    }
}

fn text(of: &[KeyValue], key: &str) -> Option<String> {
    let found = of.iter().find(|pair| pair.key == key)?;
    match found.value.as_ref()?.value.as_ref()? {
        Is::StringValue(text) => Some(text.clone()),
        Is::IntValue(number) => Some(number.to_string()),
        other => panic!("{key}: {other:?}"),
    }
}

/// The spans that the collector got, and who sent them.
fn spans(taken: &[Taken]) -> (Vec<Span>, Resource) {
    let requests = taken
        .iter()
        .filter(|request| request.head.starts_with("post /v1/traces "));
    let mut resource = None;
    let mut spans = Vec::new();
    for request in requests {
        let sent = ExportTraceServiceRequest::decode(request.body.as_slice()).unwrap();
        for part in sent.resource_spans {
            resource = part.resource;
            let scopes = part.scope_spans.into_iter();
            spans.extend(scopes.flat_map(|scope| scope.spans));
        }
    }
    (spans, resource.unwrap())
}

#[actix_web::test]
async fn a_collector_gets_the_spans_of_calls_and_the_lines_of_the_log() {
    let collector = Collector::start();
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(
        folder.path(),
        &[
            ("FRONTDESK_TELEMETRY__OTLP_ENDPOINT", &collector.url),
            ("OTEL_EXPORTER_OTLP_HEADERS", "x-key=of-the-collector"),
        ],
    );
    let start = json!({ "channelId": "web", "locale": "en" });
    let (_, page) = server.post("chatStart", "", start).await;
    let token = page["token"].as_str().unwrap();
    let user = &page["userId"];
    let asked = json!({ "userId": user, "question": "xyzzy" });
    assert_eq!(server.post("robotAsk", token, asked).await.0, 200);
    let sent = json!({ "userId": user, "msgType": 1, "msgContent": "hello" });
    let (_, handed) = server.post("transferAgent", token, json!({})).await;
    let came_of_it = match handed["status"].as_u64().unwrap() {
        1 => "noAgent",
        3 => "queued",
        5 => "offWork",
        other => panic!("{other}"),
    };
    let status = server.post("sendMsg", token, sent).await.0;
    let poll = json!({ "userId": user, "pollId": page["pollId"], "cursor": 0 });
    assert_eq!(server.post("getEventMsg", token, poll).await.0, 200);
    assert_eq!(server.post("sendMsg", "wrong", json!({})).await.0, 401);

    server.stop();

    let taken = collector.taken();
    let is_known = |request: &Taken| request.head.contains("x-key: of-the-collector");
    assert!(taken.iter().all(is_known));
    let (spans, resource) = spans(&taken);
    let service = text(&resource.attributes, "service.name");
    assert_eq!(service.as_deref(), Some("frontdesk"));
    let named =
        |name: &str| -> Vec<&Span> { spans.iter().filter(|span| span.name == name).collect() };
    let code = |span: &Span| text(&span.attributes, "http.response.status_code").unwrap();
    let sends = named("/api/chat/visitor/sendMsg");
    let codes: Vec<String> = sends.iter().map(|span| code(span)).collect();
    assert_eq!(codes, [status.to_string(), "401".to_owned()]);
    assert!(sends.iter().all(|span| span.kind() == SpanKind::Server));
    assert!(sends[0].end_time_unix_nano > sends[0].start_time_unix_nano);
    let asked = named("/api/chat/visitor/robotAsk")[0];
    assert_eq!(
        text(&asked.attributes, "outcome").as_deref(),
        Some("unknown")
    );
    assert_eq!(named("robot")[0].parent_span_id, asked.span_id);
    let handover = named("/api/chat/visitor/transferAgent")[0];
    let outcome = text(&handover.attributes, "outcome");
    assert_eq!(outcome.as_deref(), Some(came_of_it));
    assert!(
        named("/api/chat/visitor/getEventMsg").is_empty(),
        "polls only wait"
    );

    let lines = taken
        .iter()
        .filter(|request| request.head.starts_with("post /v1/logs "));
    let lines: Vec<_> = lines
        .map(|request| ExportLogsServiceRequest::decode(request.body.as_slice()).unwrap())
        .flat_map(|sent| sent.resource_logs)
        .flat_map(|part| part.scope_logs)
        .flat_map(|scope| scope.log_records)
        .collect();
    let refused = lines.iter().find(|line| {
        text(&line.attributes, "route").as_deref() == Some("/api/chat/visitor/sendMsg")
    });
    assert_eq!(
        refused.unwrap().trace_id,
        sends[1].trace_id,
        "line and span belong together"
    );
}

#[actix_web::test]
async fn without_a_sample_no_span_is_exported() {
    let collector = Collector::start();
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(
        folder.path(),
        &[
            ("FRONTDESK_TELEMETRY__OTLP_ENDPOINT", &collector.url),
            ("FRONTDESK_TELEMETRY__SAMPLE", "0"),
        ],
    );
    assert_eq!(server.post("sendMsg", "wrong", json!({})).await.0, 401);

    server.stop();

    let taken = collector.taken();
    let has = |path: &str| taken.iter().any(|request| request.head.starts_with(path));
    assert!(has("post /v1/logs "));
    assert!(!has("post /v1/traces "));
}
