//! An SMTP server for one test: it takes mails, or refuses, drops, delays them, as the test says.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What the server does with a mail.
#[derive(Clone, Copy, Debug)]
pub enum Act {
    /// Answers its recipient with this line.
    Answer(&'static str),
    /// Ends the connection in the middle of its text.
    Drop,
    /// Takes it, and ends the connection before it says so.
    TakeAndDrop,
    /// Takes it after this time.
    Slow(Duration),
}

/// A mail that the server took.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: String,
    /// Head and body, as sent.
    pub raw: String,
    /// Whether it came by TLS.
    pub encrypted: bool,
}

#[derive(Default)]
struct Shared {
    mails: Mutex<Vec<Mail>>,
    acts: Mutex<VecDeque<Act>>,
    sign_in: Mutex<Option<(String, String)>>,
    tls: Mutex<Option<Arc<ServerConfig>>>,
    closed: AtomicBool,
}

/// A server that runs until it is closed, or the test's process ends.
pub struct Smtp {
    pub port: u16,
    shared: Arc<Shared>,
}

impl Smtp {
    pub fn start() -> Self {
        Self::start_on(0)
    }

    /// Listens on this port.
    pub fn start_on(port: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::<Shared>::default();
        let kept = Arc::clone(&shared);
        std::thread::spawn(move || {
            for caller in listener.incoming().flatten() {
                if kept.closed.load(Ordering::SeqCst) {
                    return;
                }
                let kept = Arc::clone(&kept);
                std::thread::spawn(move || drop(Talk::new(caller, &kept).run()));
            }
        });
        Self { port, shared }
    }

    /// A port where nobody listens.
    pub fn free_port() -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    }

    /// Listens no more.
    pub fn close(&self) {
        self.shared.closed.store(true, Ordering::SeqCst);
        drop(TcpStream::connect(("127.0.0.1", self.port)));
    }

    /// Demands this user and password.
    pub fn demand(&self, user: &str, password: &str) {
        *self.shared.sign_in.lock().unwrap() = Some((user.to_owned(), password.to_owned()));
    }

    /// Offers STARTTLS with this certificate and key.
    pub fn offer_tls(&self, certificate: &Path, key: &Path) {
        let chain = CertificateDer::pem_file_iter(certificate).unwrap();
        let chain: Vec<_> = chain.map(Result::unwrap).collect();
        let key = PrivateKeyDer::from_pem_file(key).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        *self.shared.tls.lock().unwrap() = Some(Arc::new(config));
    }

    /// Does this with the next mail, after what was said before.
    pub fn then(&self, act: Act) {
        self.shared.acts.lock().unwrap().push_back(act);
    }

    /// The mails taken so far.
    pub fn mails(&self) -> Vec<Mail> {
        self.shared.mails.lock().unwrap().clone()
    }

    /// Waits for so many mails.
    pub async fn until(&self, count: usize) -> Vec<Mail> {
        for _ in 0..1_500 {
            let mails = self.mails();
            if mails.len() >= count {
                return mails;
            }
            actix_web::rt::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{} of {count} mails came", self.mails().len());
    }
}

trait Stream: Read + Write {}
impl<T: Read + Write> Stream for T {}

/// The talk of one connection.
struct Talk<'a> {
    stream: BufReader<Box<dyn Stream>>,
    raw: TcpStream,
    shared: &'a Shared,
    encrypted: bool,
    signed_in: bool,
}

impl<'a> Talk<'a> {
    fn new(caller: TcpStream, shared: &'a Shared) -> Self {
        let raw = caller.try_clone().unwrap();
        Self {
            stream: BufReader::new(Box::new(caller)),
            raw,
            shared,
            encrypted: false,
            signed_in: shared.sign_in.lock().unwrap().is_none(),
        }
    }

    fn say(&mut self, line: &str) -> std::io::Result<()> {
        let stream = self.stream.get_mut();
        stream.write_all(format!("{line}\r\n").as_bytes())?;
        stream.flush()
    }

    fn line(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(std::io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }

    fn run(mut self) -> std::io::Result<()> {
        self.say("220 test ESMTP")?;
        let mut to = String::new();
        let mut act = None;
        loop {
            let line = self.line()?;
            let word = line
                .split([' ', ':'])
                .next()
                .unwrap_or_default()
                .to_uppercase();
            match word.as_str() {
                "EHLO" => self.greet()?,
                "STARTTLS" => self.encrypt()?,
                "AUTH" => self.sign_in(&line)?,
                "MAIL" if !self.signed_in => self.say("530 5.7.0 Authentication required")?,
                "RCPT" => {
                    to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                    act = self.shared.acts.lock().unwrap().pop_front();
                    match act {
                        Some(Act::Answer(line)) => self.say(line)?,
                        _ => self.say("250 ok")?,
                    }
                }
                "DATA" => {
                    self.say("354 go on")?;
                    if matches!(act, Some(Act::Drop)) {
                        self.line()?;
                        return self.raw.shutdown(std::net::Shutdown::Both);
                    }
                    let raw = self.text()?;
                    if let Some(Act::Slow(time)) = act {
                        std::thread::sleep(time);
                    }
                    let encrypted = self.encrypted;
                    let to = std::mem::take(&mut to);
                    let mail = Mail { to, raw, encrypted };
                    self.shared.mails.lock().unwrap().push(mail);
                    if matches!(act, Some(Act::TakeAndDrop)) {
                        return self.raw.shutdown(std::net::Shutdown::Both);
                    }
                    self.say("250 taken")?;
                }
                "QUIT" => return self.say("221 bye"),
                _ => self.say("250 ok")?,
            }
        }
    }

    fn greet(&mut self) -> std::io::Result<()> {
        self.say("250-test")?;
        if !self.encrypted && self.shared.tls.lock().unwrap().is_some() {
            self.say("250-STARTTLS")?;
        }
        if self.shared.sign_in.lock().unwrap().is_some() {
            self.say("250-AUTH PLAIN")?;
        }
        self.say("250 8BITMIME")
    }

    fn encrypt(&mut self) -> std::io::Result<()> {
        self.say("220 go on")?;
        let config = self.shared.tls.lock().unwrap().clone().unwrap();
        let connection = ServerConnection::new(config).unwrap();
        let stream = StreamOwned::new(connection, self.raw.try_clone()?);
        self.stream = BufReader::new(Box::new(stream));
        self.encrypted = true;
        Ok(())
    }

    fn sign_in(&mut self, line: &str) -> std::io::Result<()> {
        let said = line.split(' ').nth(2).unwrap_or_default();
        let said = STANDARD.decode(said).unwrap_or_default();
        let wanted = self.shared.sign_in.lock().unwrap().clone();
        let is_right = wanted
            .is_some_and(|(user, password)| said == format!("\0{user}\0{password}").into_bytes());
        self.signed_in = is_right;
        match is_right {
            true => self.say("235 welcome"),
            false => self.say("535 5.7.8 Authentication failed"),
        }
    }

    fn text(&mut self) -> std::io::Result<String> {
        let mut text = String::new();
        loop {
            let line = self.line()?;
            if line == "." {
                return Ok(text);
            }
            text.push_str(line.strip_prefix('.').unwrap_or(&line));
            text.push_str("\r\n");
        }
    }
}

impl Mail {
    /// A header, decoded; none if the mail lacks it.
    pub fn header(&self, name: &str) -> Option<String> {
        let (head, _) = self.raw.split_once("\r\n\r\n").unwrap();
        header(head, name).map(|value| decoded_words(&value))
    }

    /// The part as plain text.
    pub fn text(&self) -> String {
        self.part("text/plain")
    }

    /// The part as HTML.
    pub fn html(&self) -> String {
        self.part("text/html")
    }

    fn part(&self, kind: &str) -> String {
        let content = header(&self.raw, "Content-Type").unwrap();
        let boundary = content.split("boundary=\"").nth(1).unwrap();
        let boundary = format!("--{}", boundary.split('"').next().unwrap());
        let parts = self.raw.split(&boundary).skip(1);
        for part in parts {
            let Some((head, body)) = part.trim_start().split_once("\r\n\r\n") else {
                continue;
            };
            if header(head, "Content-Type").is_some_and(|is| is.starts_with(kind)) {
                let encoding = header(head, "Content-Transfer-Encoding").unwrap_or_default();
                return decoded(&encoding, body);
            }
        }
        panic!("no {kind} in {}", self.raw)
    }

    /// The token of the link to choose a password.
    pub fn token(&self) -> String {
        let text = self.text();
        let (_, rest) = text.split_once("#token=").unwrap();
        rest.split_whitespace().next().unwrap().to_owned()
    }
}

fn header(head: &str, name: &str) -> Option<String> {
    let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let begin = format!("{}:", name.to_lowercase());
    unfolded
        .lines()
        .take_while(|line| !line.is_empty())
        .find_map(|line| {
            let is_it = line.to_lowercase().starts_with(&begin);
            is_it.then(|| line[begin.len()..].trim().to_owned())
        })
}

fn decoded(encoding: &str, body: &str) -> String {
    let bytes = match encoding.to_lowercase().as_str() {
        "base64" => {
            let letters: String = body.split_whitespace().collect();
            STANDARD.decode(letters).unwrap()
        }
        "quoted-printable" => quoted_printable(&body.replace("=\r\n", "")),
        _ => body.as_bytes().to_vec(),
    };
    String::from_utf8(bytes).unwrap().replace("\r\n", "\n")
}

fn quoted_printable(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after
            .get(..2)
            .and_then(|code| std::str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        match (first, code) {
            (b'=', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    bytes
}

/// RFC 2047: `=?utf-8?b?…?=`.
fn decoded_words(value: &str) -> String {
    let mut text = String::new();
    // A blank between two encoded words is not part of the text.
    let mut after_encoded = true;
    for word in value.split(' ') {
        let inner = word
            .strip_prefix("=?utf-8?b?")
            .and_then(|word| word.strip_suffix("?="));
        let is_joined = after_encoded && inner.is_some();
        if !text.is_empty() && !is_joined {
            text.push(' ');
        }
        after_encoded = inner.is_some();
        match inner {
            Some(letters) => {
                let bytes = STANDARD.decode(letters).unwrap();
                text.push_str(&String::from_utf8_lossy(&bytes));
            }
            None => text.push_str(word),
        }
    }
    text
}
