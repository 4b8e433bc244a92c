//! A collector of traces and log lines for one test: it takes OTLP over HTTP and keeps what it gets.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// One request to the collector.
#[derive(Clone)]
pub struct Taken {
    /// The request's line and headers, in lower case.
    pub head: String,
    /// A message of protobuf.
    pub body: Vec<u8>,
}

/// A collector that runs until the test's process ends.
pub struct Collector {
    /// Where it listens, as `http://…`.
    pub url: String,
    taken: Arc<Mutex<Vec<Taken>>>,
}

impl Collector {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let taken = Arc::<Mutex<Vec<Taken>>>::default();
        let kept = Arc::clone(&taken);
        std::thread::spawn(move || {
            for caller in listener.incoming().flatten() {
                let kept = Arc::clone(&kept);
                std::thread::spawn(move || take(caller, &kept));
            }
        });
        Self { url, taken }
    }

    /// What came so far.
    pub fn taken(&self) -> Vec<Taken> {
        self.taken.lock().unwrap().clone()
    }
}

/// Answers the requests of one connection.
fn take(caller: TcpStream, kept: &Mutex<Vec<Taken>>) {
    let mut reader = BufReader::new(caller);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if !matches!(reader.read_line(&mut head), Ok(1..)) {
                return;
            }
        }
        let head = head.to_lowercase();
        let length = head.split("content-length: ").nth(1);
        let length = length.and_then(|rest| rest.lines().next()?.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        if reader.read_exact(&mut body).is_err() {
            return;
        }
        kept.lock().unwrap().push(Taken { head, body });
        let answer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
        if reader.get_mut().write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}
