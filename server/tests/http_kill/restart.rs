//! A restart under load, with a socket that stays open as systemd keeps it (docs/decisions/0019). Pages and desks repeat
//! a failed call as the client does (client/src/session/pause.ts). No call is lost, and no connection is refused.

use crate::client::{Client, message};
use crate::ledger::{Ledger, Sent};
use crate::people::Shop;
use crate::process::Process;
use actix_web::rt;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::net::TcpListener;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Responses before the restart, and further ones after it.
const ANSWERS: usize = 500;
/// The first pause of a page after a failed call, in milliseconds. The second is twice as long.
const FIRST_PAUSE_MS: u64 = 500;
/// Failures in a row of one call. After three of them, a page would have paused for up to 3.5 s.
const FAILURES_MAX: u32 = 2;
/// Timeout of everything together.
const PATIENCE: Duration = Duration::from_secs(60);

/// What all pages share.
#[derive(Default)]
struct Watch {
    answers: Cell<usize>,
    is_over: Cell<bool>,
    /// What pages must not see.
    wrong: RefCell<Vec<String>>,
    /// Failed calls that were repeated.
    repeated: Cell<u32>,
    /// The longest time of one call with its repetitions.
    longest: Cell<Duration>,
}

impl Watch {
    /// Calls until there is an answer. A failure must be of a kind that a page repeats: no response, or 503.
    async fn call(
        &self,
        what: &str,
        mut call: impl AsyncFnMut(u32) -> Result<Value, String>,
    ) -> Option<Value> {
        let begun = Instant::now();
        for failures in 0..=FAILURES_MAX {
            match call(failures).await {
                Ok(data) => {
                    self.answers.set(self.answers.get() + 1);
                    if failures > 0 {
                        self.longest.set(self.longest.get().max(begun.elapsed()));
                    }
                    return Some(data);
                }
                Err(why) if why.contains("no answer") || why.contains("\"code\":503") => {
                    self.repeated.set(self.repeated.get() + 1);
                    let pause = FIRST_PAUSE_MS << failures;
                    rt::time::sleep(Duration::from_millis(pause * 3 / 4)).await;
                }
                Err(why) => {
                    self.wrong.borrow_mut().push(format!("{what}: {why}"));
                    return None;
                }
            }
        }
        let text = format!("{what}: failed {} times in a row", FAILURES_MAX + 1);
        self.wrong.borrow_mut().push(text);
        None
    }

    /// Sends one message after the other, each until it is acknowledged.
    async fn send(&self, client: &Client, by: &Sender) {
        for number in 1.. {
            if self.is_over.get() {
                return;
            }
            let sent = Sent::new(format!("{}-{number}", by.name), by.by_agent);
            let body = message(&by.user, &sent.id, &sent.text);
            let answer = self.call(&by.name, async |_| match by.by_agent {
                true => client.agent("sendMsg", &by.token, &body).await,
                false => client.visitor("sendMsg", &by.token, &body).await,
            });
            let Some(answer) = answer.await else { return };
            by.ledger.borrow_mut().answer(sent, answer);
        }
    }

    /// Polls as a page. After a failure, the next poll does not wait.
    async fn poll(
        &self,
        client: &Client,
        (user, token, poll): (&str, &str, &str),
        ledger: &RefCell<Ledger>,
    ) {
        while !self.is_over.get() {
            let cursor = ledger.borrow().cursor;
            let answer = self.call("a page's poll", async |failures| {
                let wait = if failures == 0 { 1_000 } else { 0 };
                let body =
                    json!({ "userId": user, "pollId": poll, "cursor": cursor, "wait": wait });
                client.visitor("getEventMsg", token, &body).await
            });
            let Some(data) = answer.await else { return };
            let wrong = ledger.borrow_mut().tell(cursor, &data);
            self.wrong.borrow_mut().extend(wrong);
        }
    }

    /// Polls as a desk.
    async fn poll_desk(&self, client: &Client, desk: &str) {
        let mut cursor = json!(0);
        while !self.is_over.get() {
            let answer = self.call("a desk's poll", async |_| {
                let body = json!({ "cursor": cursor, "wait": 1_000 });
                client.agent("getEventMsg", desk, &body).await
            });
            let Some(data) = answer.await else { return };
            cursor = data["cursor"].clone();
        }
    }

    /// Opens a connection for each request, as new visitors do. Each must be accepted and answered by a server.
    async fn arrive(&self, url: &str) {
        while !self.is_over.get() {
            let client = crate::http::client();
            match client.get(format!("{url}/healthz")).send().await {
                Err(error) if error.is_connect() => {
                    let text = format!("a connection was refused: {error:?}");
                    self.wrong.borrow_mut().push(text);
                }
                Ok(_) | Err(_) => {}
            }
            rt::time::sleep(Duration::from_millis(5)).await;
        }
    }

    async fn until(&self, answers: usize) {
        while self.answers.get() < answers && self.wrong.borrow().is_empty() {
            rt::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// One side of a conversation.
struct Sender {
    user: String,
    token: String,
    name: String,
    by_agent: bool,
    ledger: Rc<RefCell<Ledger>>,
}

#[actix_web::test]
async fn a_restart_under_load_refuses_no_connection_and_fails_only_calls_that_pages_repeat() {
    let folder = TempDir::new().unwrap();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut server = Process::start_on(&socket, folder.path());
    let url = format!("http://{}", socket.local_addr().unwrap());
    assert_eq!(server.url(), url, "it listens on the socket it was given");
    let client = server.client();
    let mut shop = Shop::open(&client).await;
    let watch = Watch::default();

    let mut senders = Vec::new();
    for (number, visitor) in shop.visitors.iter().enumerate() {
        let sides = [
            (Some(&visitor.token), "visitor"),
            (visitor.desk.as_ref(), "agent"),
        ];
        for (token, who) in sides {
            senders.extend(token.map(|token| Sender {
                user: visitor.user.clone(),
                token: token.clone(),
                name: format!("{who} {number}"),
                by_agent: who == "agent",
                ledger: Rc::clone(&visitor.ledger),
            }));
        }
    }
    let sending = senders.iter().map(|by| watch.send(&client, by));
    let polling = shop.visitors.iter().map(|visitor| {
        let who = (&*visitor.user, &*visitor.token, &*visitor.poll);
        watch.poll(&client, who, &visitor.ledger)
    });
    let desks = shop.desks.iter().map(|desk| watch.poll_desk(&client, desk));
    let everybody = async {
        use futures_util::future::join_all;
        tokio::join!(
            join_all(sending),
            join_all(polling),
            join_all(desks),
            watch.arrive(&url)
        )
    };
    let restart = async {
        watch.until(ANSWERS).await;
        let begun = Instant::now();
        let stopped = actix_web::web::block(move || server.stop()).await.unwrap();
        let path = folder.path().to_owned();
        let socket = socket.try_clone().unwrap();
        let started = actix_web::web::block(move || Process::start_on(&socket, &path));
        let server = started.await.unwrap();
        let gap = begun.elapsed();
        watch.until(watch.answers.get() + ANSWERS).await;
        watch.is_over.set(true);
        (server, stopped, gap)
    };
    let all = async { tokio::join!(everybody, restart).1 };
    let (server, stopped, gap) = rt::time::timeout(PATIENCE, all).await.unwrap();

    println!(
        "restarted in {gap:?}; {} calls repeated, the longest took {:?}; {} answers",
        watch.repeated.get(),
        watch.longest.get(),
        watch.answers.get()
    );
    assert_eq!(watch.wrong.take(), Vec::<String>::new());
    assert!(stopped, "the old server ended regularly");
    assert!(watch.answers.get() >= 2 * ANSWERS);
    let wrong = shop.look_after_the_start(&server.client()).await;
    assert_eq!(wrong, Vec::<String>::new());
    let wrong = shop.compare_histories(&server.client()).await;
    assert_eq!(wrong, Vec::<String>::new());
}
