//! Calls as a page makes them. A call without an answer, or with 503, is repeated with the same content until there is an
//! answer (client/src/session/sender.ts). A page whose node is gone or refuses twice goes to another one, as a load
//! balancer would send it.

use crate::watch::Watch;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The pause after the first failure; it doubles (client/src/session/pause.ts).
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// A page waits up to 20 s. Some seconds show how soon the cluster answers.
const LONGEST_PAUSE: Duration = Duration::from_secs(4);
/// What a proxy before the nodes waits for an answer.
const ANSWERS_WITHIN: Duration = Duration::from_secs(7);

/// When a page leaves its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loyalty {
    /// When the node does not answer, or refuses twice.
    MovesOn,
    /// Never, and it waits for an answer for this time.
    Stays(Duration),
}

/// What all pages share.
#[derive(Clone)]
pub struct Outside {
    /// The connections.
    pub http: reqwest::Client,
    /// The URLs of the nodes.
    pub nodes: Arc<[String]>,
    /// What they have met.
    pub watch: Arc<Watch>,
}

/// A page, or a desk.
pub struct Page {
    outside: Outside,
    home: usize,
    at: AtomicUsize,
    loyalty: Loyalty,
}

/// What came of one attempt.
enum Attempt {
    Done(Value),
    /// 503: try again after this time.
    Later(Duration),
    /// No answer.
    Lost,
    /// What a page would show as an error.
    Wrong(String),
}

impl Page {
    /// A page at this node.
    pub fn new(outside: &Outside, at: usize, loyalty: Loyalty) -> Self {
        let home = at % outside.nodes.len();
        Self {
            outside: outside.clone(),
            home,
            at: AtomicUsize::new(home),
            loyalty,
        }
    }

    /// Returns to the node where it began.
    pub fn return_home(&self) {
        self.at.store(self.home, Ordering::Relaxed);
    }

    /// What all pages have met.
    pub fn watch(&self) -> &Watch {
        &self.outside.watch
    }

    /// Calls this node once. An error says why there is no answer of 200.
    pub async fn call_once(
        &self,
        node: usize,
        path: &str,
        token: &str,
        body: &Value,
    ) -> Result<Value, String> {
        let url = format!("{}{path}", self.outside.nodes[node]);
        let request = self.outside.http.post(url).timeout(ANSWERS_WITHIN);
        match attempt(request.bearer_auth(token).json(body)).await {
            Attempt::Done(data) => Ok(data),
            Attempt::Later(_) => Err(format!("{path} at node {node}: 503")),
            Attempt::Lost => Err(format!("{path} at node {node}: no answer")),
            Attempt::Wrong(why) => Err(format!("{path} at node {node}: {why}")),
        }
    }

    /// Whether it stays at its node.
    pub fn stays(&self) -> bool {
        self.loyalty != Loyalty::MovesOn
    }

    /// Calls until there is an answer. `None` after an answer that a page would show as an error; the watch knows it.
    pub async fn call(&self, path: &str, token: Option<&str>, body: &Value) -> Option<Value> {
        self.hold(path, token, Duration::ZERO, &mut |_| body.clone())
            .await
    }

    /// The same for a call that the node may hold for `hold`. `body` gets the number of failures so far.
    pub async fn hold(
        &self,
        path: &str,
        token: Option<&str>,
        hold: Duration,
        body: &mut (dyn FnMut(u32) -> Value + Send),
    ) -> Option<Value> {
        let patience = match self.loyalty {
            Loyalty::MovesOn => ANSWERS_WITHIN,
            Loyalty::Stays(patience) => patience,
        };
        let mut failures = 0;
        loop {
            let at = self.at.load(Ordering::Relaxed);
            let nodes = &self.outside.nodes;
            let url = format!("{}{path}", nodes[at]);
            let mut request = self.outside.http.post(url).timeout(hold + patience);
            if let Some(token) = token {
                request = request.bearer_auth(token);
            }
            let attempt = attempt(request.json(&body(failures))).await;
            let (asked, is_gone) = match attempt {
                Attempt::Done(data) => return Some(data),
                Attempt::Wrong(why) => {
                    let what = format!("{path} at node {at}: {why}");
                    self.watch().complain(what);
                    return None;
                }
                Attempt::Later(asked) => {
                    self.watch().refuse();
                    (asked, failures > 0)
                }
                Attempt::Lost => (Duration::ZERO, true),
            };
            failures += 1;
            self.watch().repeat();
            // Nobody stays to the end: everything is read back where it can be.
            if is_gone && (!self.stays() || self.watch().is_over()) {
                // Another call of this page may have moved on already.
                let next = (at + 1) % nodes.len();
                let relaxed = Ordering::Relaxed;
                let _ = self.at.compare_exchange(at, next, relaxed, relaxed);
            }
            tokio::time::sleep(pause(failures).max(asked)).await;
        }
    }
}

/// The pause after so many failures in a row, with a random part so that pages spread out.
fn pause(failures: u32) -> Duration {
    let full = FIRST_PAUSE * 2_u32.saturating_pow(failures.saturating_sub(1));
    full.min(LONGEST_PAUSE).mul_f64(0.5 + fraction() / 2.0)
}

/// From 0 to 1.
pub fn fraction() -> f64 {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).unwrap();
    f64::from(u32::from_le_bytes(bytes)) / f64::from(u32::MAX)
}

async fn attempt(request: reqwest::RequestBuilder) -> Attempt {
    let Ok(answer) = request.send().await else {
        return Attempt::Lost;
    };
    let status = answer.status().as_u16();
    let after = answer.headers().get("retry-after").cloned();
    let Ok(bytes) = answer.bytes().await else {
        return Attempt::Lost;
    };
    let text = || String::from_utf8_lossy(&bytes).into_owned();
    if status == 503 {
        let seconds = after.and_then(|after| after.to_str().ok()?.parse().ok());
        return match seconds {
            Some(seconds) => Attempt::Later(Duration::from_secs(seconds)),
            None => Attempt::Wrong(format!("503 without Retry-After: {}", text())),
        };
    }
    match serde_json::from_slice::<Value>(&bytes) {
        Ok(mut answer) if status == 200 && answer["code"] == 200 => {
            Attempt::Done(answer["data"].take())
        }
        Ok(_) | Err(_) => Attempt::Wrong(format!("{status}: {}", text())),
    }
}
