//! Messages beside webhooks: their delivery with and without ten thousand events that wait for a receiver that fails,
//! and how fast a queue drains to a receiver that answers at once.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use reqwest::Client;
use serde_json::{Value, json};

use super::{Setting, Subject, gather, note_faults};
use crate::generator::{Kind, Order};
use crate::process::Generator;
use crate::report::{Figures, Findings, Side};
use crate::tenant;

/// Events that wait for the receiver that fails.
const WAITING: f64 = 10_000.0;
/// Smallest number of events a second that a quick receiver gets.
const DRAINED_A_SECOND: f64 = 200.0;
/// Time for a queue to drain.
const DRAINS_WITHIN: Duration = Duration::from_secs(300);

/// Measures at `rate` messages a second.
pub fn measure(setting: &Setting, rate: u32) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Webhooks: {} waiting, {rate} messages a second, {} rounds of {} s",
        setting.visitors, setting.rounds, setting.seconds
    ));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    for _ in 0..setting.rounds {
        let receiver = Receiver::start()?;
        let setting = Setting {
            allowed: vec![receiver.address.to_string()],
            ..setting.clone()
        };
        let subject = setting.start(Kind::Frontdesk, true)?;
        let mut generator = gather(&setting, &subject)?;
        generator.order(&Order::Latency { rate, seconds: 1.0 })?;
        latency(
            &setting,
            rate,
            "no webhook",
            (&subject, &mut generator),
            &mut findings,
        )?;

        let admin = runtime.block_on(Admin::sign_in(subject.server.address))?;
        receiver.status.store(500, Ordering::Relaxed);
        let hook = runtime.block_on(admin.put(json!({
            "url": format!("http://{}/", receiver.address), "events": ["message.created"], "enabled": true,
        })))?;
        let seconds = WAITING / f64::from(rate) + 1.0;
        generator.order(&Order::Latency { rate, seconds })?;
        let name = "webhook that fails";
        latency(
            &setting,
            rate,
            name,
            (&subject, &mut generator),
            &mut findings,
        )?;

        let (queued, drained) = runtime.block_on(drain(&admin, &receiver, &hook))?;
        findings.add(
            "quick receiver",
            vec![("queued", queued), ("events a second", drained)],
        );
        drop(generator);
        subject.server.stop()?;
    }
    let drained = findings.figure("quick receiver", "events a second");
    findings.bar("events a second", Side::AtLeast, DRAINED_A_SECOND, drained);
    Ok(findings)
}

fn latency(
    setting: &Setting,
    rate: u32,
    name: &str,
    (subject, generator): (&Subject, &mut Generator),
    findings: &mut Findings,
) -> Result<()> {
    let report = generator.order(&Order::Latency {
        rate,
        seconds: setting.seconds,
    })?;
    note_faults(findings, subject.name, &report);
    let figures: Figures = vec![
        ("p50 us", report.delivery.p50),
        ("p99 us", report.delivery.p99),
        ("answer to the sender p99 us", report.acknowledgement.p99),
        ("server cores", report.server_cpu_us / 1e6 / report.seconds),
    ];
    findings.add(name, figures);
    Ok(())
}

/// Lets the receiver answer, and returns how many events waited and how many it got a second.
async fn drain(admin: &Admin, receiver: &Receiver, hook: &Value) -> Result<(f64, f64)> {
    let queued = admin.queued().await?;
    receiver.status.store(204, Ordering::Relaxed);
    let before = receiver.taken.load(Ordering::Relaxed);
    let begun = Instant::now();
    // A change of the webhook ends the receiver's rest.
    let mut hook = hook.clone();
    hook["description"] = "repaired".into();
    admin.put(hook).await?;
    while admin.queued().await? > 0 {
        if begun.elapsed() > DRAINS_WITHIN {
            bail!("the queue did not drain within {DRAINS_WITHIN:?}");
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let taken = receiver.taken.load(Ordering::Relaxed) - before;
    Ok((queued as f64, taken as f64 / begun.elapsed().as_secs_f64()))
}

/// The administrator's calls.
struct Admin {
    client: Client,
    address: SocketAddr,
    token: String,
}

impl Admin {
    async fn sign_in(address: SocketAddr) -> Result<Self> {
        let (account, password) = tenant::administrator();
        let login = json!({ "tenantId": tenant::TENANT, "account": account, "password": password });
        crate::provide_tls();
        let mut admin = Self {
            client: Client::new(),
            address,
            token: String::new(),
        };
        let signed_in = admin.post("agent/login", &login).await?;
        let token = signed_in["token"].as_str().context("no token")?;
        token.clone_into(&mut admin.token);
        Ok(admin)
    }

    async fn post(&self, call: &str, body: &Value) -> Result<Value> {
        let request = self
            .client
            .post(format!("http://{}/api/{call}", self.address));
        let request = request.header("content-type", "application/json");
        let request = request.bearer_auth(&self.token).body(body.to_string());
        let answer: Value = serde_json::from_slice(&request.send().await?.bytes().await?)?;
        if answer["code"] != 200 {
            bail!("{call}: {answer}");
        }
        Ok(answer["data"].clone())
    }

    async fn put(&self, hook: Value) -> Result<Value> {
        self.post("admin/webhooks/put", &hook).await
    }

    async fn queued(&self) -> Result<u64> {
        let list = self.post("admin/webhooks/list", &json!({})).await?;
        list["list"][0]["queued"].as_u64().context("no webhook")
    }
}

/// A receiver that answers every request at once.
struct Receiver {
    address: SocketAddr,
    status: Arc<AtomicU16>,
    taken: Arc<AtomicUsize>,
}

impl Receiver {
    fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let receiver = Self {
            address: listener.local_addr()?,
            status: Arc::new(AtomicU16::new(204)),
            taken: Arc::default(),
        };
        let (status, taken) = (Arc::clone(&receiver.status), Arc::clone(&receiver.taken));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (status, taken) = (Arc::clone(&status), Arc::clone(&taken));
                std::thread::spawn(move || answer_all(stream, &status, &taken));
            }
        });
        Ok(receiver)
    }
}

/// Answers the requests of one connection until it ends.
fn answer_all(mut stream: TcpStream, status: &AtomicU16, taken: &AtomicUsize) {
    let (mut read, mut piece) = (Vec::new(), [0; 16 * 1_024]);
    loop {
        match stream.read(&mut piece) {
            Ok(0) | Err(_) => return,
            Ok(bytes) => read.extend_from_slice(&piece[..bytes]),
        }
        while let Some(end) = end_of_request(&read) {
            read.drain(..end);
            let status = status.load(Ordering::Relaxed);
            if status < 300 {
                taken.fetch_add(1, Ordering::Relaxed);
            }
            let answer = format!("HTTP/1.1 {status} OK\r\ncontent-length: 0\r\n\r\n");
            let answer = match status {
                204 => "HTTP/1.1 204 No Content\r\n\r\n".to_owned(),
                _ => answer,
            };
            if stream.write_all(answer.as_bytes()).is_err() {
                return;
            }
        }
    }
}

/// Where the first request ends, if it is there whole.
fn end_of_request(bytes: &[u8]) -> Option<usize> {
    let mut headers = [httparse::EMPTY_HEADER; 32];
    let mut request = httparse::Request::new(&mut headers);
    let httparse::Status::Complete(head) = request.parse(bytes).ok()? else {
        return None;
    };
    let mut headers = request.headers.iter();
    let length = headers.find(|header| header.name.eq_ignore_ascii_case("content-length"))?;
    let length: usize = std::str::from_utf8(length.value).ok()?.parse().ok()?;
    (bytes.len() >= head + length).then_some(head + length)
}
