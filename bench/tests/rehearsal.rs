//! A short day against a real server on loopback, and hosts that do not prove the key.

// Clippy exempts functions with a test attribute, but not the functions that they call.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

use actors_runtime::testing::MemoryStore;
use frontdesk_bench::generator::calls::Mix;
use frontdesk_bench::rehearsal::day::{AgentAccount, Day, Limits};
use frontdesk_bench::rehearsal::diary::Measure;
use frontdesk_bench::rehearsal::ledger::Faults;
use frontdesk_bench::rehearsal::plan::{Plan, Wish};
use frontdesk_bench::rehearsal::play::End;
use frontdesk_bench::rehearsal::verdict::{Verdict, judge};
use frontdesk_bench::rehearsal::{Options, Rehearsed, run};
use frontdesk_bench::tenant;
use server::app::{Application, Stopper};
use server::catalogue::{self, Sources};
use server::settings::{DiskSettings, Settings};
use tempfile::TempDir;

const KEY: &str = "a key for rehearsals of 32 letters";

/// A server that allows one chat a minute for an address.
struct Host {
    url: String,
    metrics: String,
    folder: TempDir,
    stopper: Stopper,
    thread: JoinHandle<()>,
}

impl Host {
    /// `proofs` is the limit of sign-ins and proofs a minute for an address.
    fn start(proofs: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let fixtures = folder.path().join("fixtures");
        tenant::write(&fixtures, Mix::Everyday).unwrap();
        let doc = r#"{"docId":"d1","lang":"en","question":"Where is my order?","similar":[],"answer":"Here."}"#;
        std::fs::write(fixtures.join("bench/docs/bench.jsonl"), format!("{doc}\n")).unwrap();
        // Hashing the passwords of a hundred agents takes long.
        let agents = fixtures.join("bench/agents.json");
        let all: Vec<serde_json::Value> =
            serde_json::from_slice(&std::fs::read(&agents).unwrap()).unwrap();
        let few = [&all[0], &all[1], &all[all.len() - 1]];
        std::fs::write(&agents, serde_json::to_vec(&few).unwrap()).unwrap();
        let mut settings = Settings {
            listen: "127.0.0.1:0".parse().unwrap(),
            operator_listen: "127.0.0.1:0".parse().unwrap(),
            data: folder.path().join("data"),
            fixtures: Some(fixtures),
            workers: 1,
            disk: DiskSettings {
                chat_free_percent: 0,
                ..DiskSettings::default()
            },
            ..Settings::default()
        };
        settings.rehearsal.key = Some(KEY.to_owned());
        settings.rates.start_per_minute = 1;
        settings.rates.login_per_minute = proofs;
        let (tell, told) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let store = Arc::new(MemoryStore::new());
                let sources = Sources {
                    demo: false,
                    folder: settings.fixtures.as_deref(),
                };
                std::fs::create_dir_all(&settings.data).unwrap();
                let opened = catalogue::open(sources, &settings.data, store.as_ref()).unwrap();
                let catalogue = Arc::new(opened.catalogue);
                let application = Application::build(&settings, store, catalogue).unwrap();
                let metrics = application.operator_address().unwrap();
                tell.send((application.address(), metrics, application.stopper()))
                    .unwrap();
                application.run().await.unwrap();
            });
        });
        let (address, metrics, stopper) = told.recv().unwrap();
        Self {
            url: format!("http://{address}"),
            metrics: format!("http://{metrics}/metrics"),
            folder,
            stopper,
            thread,
        }
    }

    async fn stop(self) {
        self.stopper.stop().await;
        self.thread.join().unwrap();
    }
}

fn options(host: &str, folder: &Path) -> Options {
    Options {
        host: host.to_owned(),
        channel: Some(tenant::CHANNEL.to_owned()),
        day: None,
        dry_run: false,
        key_file: None,
        key: Some(KEY.to_owned()),
        report: folder.join("report.html"),
        metrics: None,
        certificate_authority: None,
        peak: None,
        speed_up: None,
        messages: None,
        robot_share: None,
        person_share: None,
    }
}

/// Five seconds with about fifteen visitors, and limits that a busy test machine keeps.
fn short_day(password_file: PathBuf) -> Day {
    let agent = |account: &str| AgentAccount {
        tenant: String::new(),
        account: account.to_owned(),
        password_env: None,
        password_file: Some(password_file.clone()),
        capacity: 2,
    };
    Day {
        begins: 9,
        visitors_per_hour: vec![10_800.0],
        speed_up: 720.0,
        messages: 2.0,
        pause_seconds: 0.3,
        robot_share: 0.4,
        person_share: 0.5,
        reply_seconds: 0.2,
        agents: vec![agent("agent-000"), agent("agent-001")],
        holds: Limits {
            open_ms: 30_000,
            send_ms: 30_000,
            deliver_ms: 30_000,
            robot_ms: 30_000,
            ..Limits::default()
        },
        ..Day::default()
    }
}

async fn rehearse(options: &Options, day: Day) -> anyhow::Result<Rehearsed> {
    let plan = Plan::of(&day).unwrap();
    run(options, plan, day).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_short_day_is_played_and_reported() {
    let host = Host::start(1);
    let password = host.folder.path().join("password");
    std::fs::write(&password, format!("{}\n", tenant::accounts()[0].1)).unwrap();
    let day = short_day(password);
    let plan = Plan::of(&day).unwrap();
    let options = Options {
        metrics: Some(host.metrics.clone()),
        ..options(&host.url, host.folder.path())
    };

    let rehearsed = rehearse(&options, day).await.unwrap();

    let record = &rehearsed.record;
    let visits = plan.visits.len() as u64;
    assert_eq!(rehearsed.verdict, Verdict::Holds, "{}", rehearsed.line);
    assert_eq!(rehearsed.end, End::Complete);
    assert_eq!(record.faults, Faults::default());
    assert!(record.remarks.is_empty(), "{:?}", record.remarks);
    assert!(
        record.all.failures.is_empty(),
        "one address opens all chats and signs two agents in: {:?}",
        record.all.failures
    );
    assert_eq!(record.all.arrived, visits);
    assert_eq!(record.all.times(Measure::Open).len(), visits);
    assert_eq!(record.all.messages, plan.messages);
    let persons = plan
        .visits
        .iter()
        .filter(|visit| visit.wish == Wish::Person);
    let (mut talks, mut said) = (0, 0);
    for visit in persons {
        (talks, said) = (talks + 1, said + u64::from(visit.messages));
    }
    assert!(talks > 3, "{talks}");
    assert_eq!(record.all.times(Measure::Wait).len(), talks);
    assert_eq!(
        record.all.times(Measure::Deliver).len(),
        said * 2,
        "each message and each answer is delivered"
    );
    let report = std::fs::read_to_string(&options.report).unwrap();
    for part in [
        "<strong>Holds</strong>",
        "Delivery",
        "<svg",
        "frontdesk_sessions",
    ] {
        assert!(report.contains(part), "{part}");
    }
    assert!(!report.contains(KEY) && !report.contains("<script") && !report.contains("src="));
    let strict = Limits {
        deliver_ms: 0,
        ..Limits::default()
    };
    assert_ne!(judge(record, &strict), Verdict::Holds);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_channel_or_a_wrong_password_ends_before_any_load() {
    let host = Host::start(2);
    let wrong = host.folder.path().join("password");
    std::fs::write(&wrong, "not the password").unwrap();
    let right = options(&host.url, host.folder.path());
    let no_channel = Options {
        channel: Some("nowhere".to_owned()),
        ..right.clone()
    };

    let without_channel = rehearse(&no_channel, Day::default()).await.err().unwrap();
    let without_password = rehearse(&right, short_day(wrong)).await.err().unwrap();

    let said = without_channel.to_string();
    assert!(said.contains("has no channel nowhere: make one"), "{said}");
    let said = without_password.to_string();
    assert!(
        said.contains("signing agent-000 in: 401") && said.contains("no second step"),
        "{said}"
    );
    assert!(!right.report.exists(), "nothing was played");
    host.stop().await;
}

/// A host that answers every request with the same body, and counts them.
struct Stranger {
    url: String,
    requests: Arc<AtomicUsize>,
}

impl Stranger {
    fn answering(status: &'static str, body: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&requests);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                counted.fetch_add(1, Ordering::SeqCst);
                let head = BufReader::new(&stream).lines().map_while(Result::ok);
                for line in head {
                    if line.is_empty() {
                        break;
                    }
                }
                let length = body.len();
                // The caller may have gone.
                let _ = write!(
                    &stream,
                    "HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
                );
            }
        });
        Self { url, requests }
    }

    /// Returns why the rehearsal is refused, and asserts that there was one request.
    async fn refuses(self) -> String {
        let folder = tempfile::tempdir().unwrap();
        let refused = rehearse(&options(&self.url, folder.path()), Day::default()).await;
        let said = refused.err().unwrap().to_string();
        assert_eq!(self.requests.load(Ordering::SeqCst), 1, "{said}");
        said
    }
}

#[tokio::test]
async fn a_host_that_does_not_prove_the_key_gets_no_second_request() {
    let proof = r#"{"time": 1790000000000, "proof": "00ff"}"#;
    let pages = Stranger::answering("200 OK", "<html>");
    let other_key = Stranger::answering("200 OK", proof);
    let no_key = Stranger::answering("404 Not Found", "{}");
    let moved = Stranger::answering("302 Found\r\nlocation: https://shop.example/", "");

    let said = pages.refuses().await;
    assert!(said.contains("has no rehearsal key"), "{said}");
    let said = other_key.refuses().await;
    assert!(said.contains("has another rehearsal key"), "{said}");
    let said = no_key.refuses().await;
    assert!(said.contains("FRONTDESK_REHEARSAL__KEY"), "{said}");
    let said = moved.refuses().await;
    assert!(
        said.contains("redirects to https://shop.example/"),
        "{said}"
    );
}

#[tokio::test]
async fn another_key_of_a_real_server_is_refused() {
    let host = Host::start(1);
    let options = Options {
        key: Some("another key, also of 32 letters!".to_owned()),
        ..options(&host.url, host.folder.path())
    };

    let refused = rehearse(&options, Day::default()).await.err().unwrap();

    let said = refused.to_string();
    assert!(said.contains("has another rehearsal key"), "{said}");
    host.stop().await;
}
