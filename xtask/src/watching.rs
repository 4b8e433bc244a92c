//! Checks the alert rules, their tests, the dashboard's queries and the metrics of a running server by promtool.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Stdio;

use crate::Outcome;
use crate::schema::Server;
use crate::shell::{Command, is_on_path};
use crate::{browser, workspace};

/// The checker of Prometheus' rules and metrics; Debian's package `prometheus` has it.
const TOOL: &str = "promtool";

/// Checks all of it with this server.
pub fn check(program: &Path) -> Outcome {
    if !is_on_path(TOOL) {
        browser::install_with_apt(TOOL, &["prometheus"])?;
    }
    let folder = workspace::root().join("deploy/prometheus");
    for words in [
        ["check", "config", "prometheus.yml"],
        ["check", "rules", "rules.yml"],
        ["test", "rules", "rules.test.yml"],
    ] {
        Command::new(TOOL, words).inside(&folder).run()?;
    }
    check_dashboard()?;
    let data = workspace::target()?.join("watching");
    if data.exists() {
        std::fs::remove_dir_all(&data).map_err(|error| format!("clearing the data: {error}"))?;
    }
    let server = Server::start(program, &data)?;
    check_metrics(&metrics(server.operator)?)
}

/// Lets promtool parse the dashboard's queries, as rules of a temporary file.
fn check_dashboard() -> Outcome {
    let said = |error: std::io::Error| format!("checking the dashboard: {error}");
    let path = workspace::root().join("deploy/grafana/frontdesk.json");
    let board = std::fs::read_to_string(path).map_err(said)?;
    let queries = board
        .lines()
        .filter_map(|line| line.trim().strip_prefix("\"expr\": \""));
    let mut rules = "groups:\n  - name: dashboard\n    rules:\n".to_owned();
    for (at, query) in queries.enumerate() {
        let query = query.trim_end_matches(',').trim_end_matches('"');
        let query = query
            .replace("\\\"", "\"")
            .replace("$__rate_interval", "5m")
            .replace("$instance", ".*");
        rules += &format!("      - record: query:{at}\n        expr: '{query}'\n");
    }
    let file = workspace::target()?.join("dashboard.rules.yml");
    std::fs::write(&file, rules).map_err(said)?;
    Command::new(TOOL, ["check", "rules", &file.to_string_lossy()]).run()
}

/// Reads `/metrics`.
fn metrics(operator: SocketAddr) -> Outcome<String> {
    let said = |error: std::io::Error| format!("reading /metrics: {error}");
    let mut stream = TcpStream::connect(operator).map_err(said)?;
    let request = "GET /metrics HTTP/1.0\r\n\r\n";
    stream.write_all(request.as_bytes()).map_err(said)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(said)?;
    match answer.split_once("\r\n\r\n") {
        Some((head, text)) if head.contains(" 200 ") => Ok(text.to_owned()),
        _ => Err(format!("reading /metrics: {answer}")),
    }
}

/// `promtool check metrics` reads from its input, and finds metrics without help and unusual names.
fn check_metrics(text: &str) -> Outcome {
    println!("\n$ {TOOL} check metrics");
    let mut tool = std::process::Command::new(TOOL)
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run {TOOL}: {error}"))?;
    let written = tool
        .stdin
        .take()
        .map(|mut input| input.write_all(text.as_bytes()));
    let ended = tool
        .wait()
        .map_err(|error| format!("waiting for {TOOL}: {error}"))?;
    match (written, ended.success()) {
        (Some(Ok(())), true) => {
            let count = text
                .lines()
                .filter(|line| line.starts_with("# TYPE "))
                .count();
            println!("{count} metrics are sound");
            Ok(())
        }
        _ => Err(format!("{TOOL} found something in /metrics ({ended})")),
    }
}
