//! The talk with the SMTP server, step by step, so that a failure says whose it is: the server's, or the mail's.

use super::letter::one_line;
use super::record::Content;
use crate::settings::mail::{MailSecurity, MailSettings};
use actors_core::contact::check_email;
use anyhow::{Context as _, bail};
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, Message};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::time::{Duration, UNIX_EPOCH};

/// The longest answer of an SMTP server that is kept, in characters.
const ANSWER_CHARS_MAX: usize = 300;

/// The most of a reader's or a sender's name that a mail shows, in characters.
const NAME_CHARS_MAX: usize = 100;

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailProblem)]
pub enum Problem {
    /// There is no connection: no such host, nobody listens, or no answer in time.
    NotReached,
    /// The connection cannot be encrypted: no STARTTLS, or a certificate that nobody vouches for.
    NotEncrypted,
    /// The server refuses user and password, or offers no way to sign in.
    SignInRefused,
    /// The server takes no mail at present (4xx), or greets with a refusal.
    NotNow,
    /// The server refuses this mail (5xx).
    Refused,
    /// The connection ended in the middle of the mail.
    CutOff,
    /// The mail waited for 24 hours.
    TooOld,
    /// The mail cannot be written as a message.
    Unwritable,
}

/// Why a mail was not sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Its kind.
    pub problem: Problem,
    /// The code of the SMTP server's answer, if it gave one.
    pub code: Option<u16>,
    /// The words of that answer, or of the error.
    pub answer: String,
}

impl Failure {
    /// A failure without an answer of the server.
    pub fn new(problem: Problem, answer: &str) -> Self {
        Self {
            problem,
            code: None,
            answer: one_line(answer, ANSWER_CHARS_MAX),
        }
    }

    fn of(problem: Problem, error: &SmtpError) -> Self {
        Self {
            code: error.status().map(u16::from),
            ..Self::new(problem, &words(error))
        }
    }

    /// Whether it says something about the server, and not about one mail.
    pub fn is_of_server(&self) -> bool {
        matches!(
            self.problem,
            Problem::NotReached | Problem::NotEncrypted | Problem::SignInRefused
        ) || self.code == Some(421)
    }

    /// Whether another try may succeed.
    pub fn is_passing(&self) -> bool {
        !matches!(self.problem, Problem::Refused | Problem::Unwritable)
    }
}

/// The words of the innermost cause, which is the server's answer if there is one.
fn words(error: &SmtpError) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

/// The operator's SMTP server.
pub struct SmtpServer {
    host: String,
    port: u16,
    security: MailSecurity,
    tls: Option<TlsParameters>,
    credentials: Option<Credentials>,
    sender: Address,
    hello: ClientId,
    timeout: Duration,
}

impl SmtpServer {
    /// Reads the settings; `None` if they name no server.
    ///
    /// # Errors
    /// A setting is missing or wrong, or a file cannot be read; the text names it.
    pub fn open(settings: &MailSettings) -> anyhow::Result<Option<Self>> {
        let named = settings.host.as_deref().map(str::trim);
        let Some(host) = named.filter(|host| !host.is_empty()) else {
            return Ok(None);
        };
        let sender = settings.sender.as_deref().unwrap_or_default().trim();
        if sender.is_empty() || check_email(sender).is_err() {
            bail!(
                "the setting `mail.host` needs `mail.sender`, an address such as chat@example.com"
            );
        }
        if settings.security == MailSecurity::None
            && !is_this_machine(host)
            && !settings.unencrypted_to_others
        {
            bail!(
                "the setting `mail.security` is `none`, and {host} is another machine: use `starttls` or `tls`, or set `mail.unencrypted_to_others`"
            );
        }
        let sender: Address = sender
            .parse()
            .context("reading the setting `mail.sender`")?;
        Ok(Some(Self {
            tls: tls(host, settings)?,
            credentials: credentials(settings)?,
            hello: ClientId::Domain(sender.domain().to_owned()),
            host: host.to_owned(),
            port: settings.port(),
            security: settings.security,
            timeout: Duration::from_secs(u64::from(settings.timeout_seconds.max(1))),
            sender,
        }))
    }

    /// The address that mails come from.
    pub fn sender(&self) -> &str {
        self.sender.as_ref()
    }

    /// The server's host and port.
    pub fn place(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// Opens a connection and signs in.
    ///
    /// # Errors
    /// The server cannot be used at present.
    pub async fn connect(&self) -> Result<Connection, Failure> {
        let wrapped = match self.security {
            MailSecurity::Tls => self.tls.clone(),
            MailSecurity::Starttls | MailSecurity::None => None,
        };
        let place = (self.host.as_str(), self.port);
        let opening = AsyncSmtpConnection::connect_tokio1(
            place,
            Some(self.timeout),
            &self.hello,
            wrapped,
            None,
        );
        let opened = self.timed(opening).await?;
        let mut inner = opened.map_err(|error| opening_failure(&error))?;
        if let (MailSecurity::Starttls, Some(tls)) = (self.security, self.tls.clone()) {
            let encrypted = self.timed(inner.starttls(tls, &self.hello)).await?;
            encrypted.map_err(|error| Failure::of(Problem::NotEncrypted, &error))?;
        }
        if let Some(credentials) = &self.credentials {
            let signing_in = inner.auth(DEFAULT_MECHANISMS, credentials);
            let signed_in = self.timed(signing_in).await?;
            signed_in.map_err(|error| {
                let problem = match error.is_permanent() || error.is_client() {
                    true => Problem::SignInRefused,
                    false => Problem::NotNow,
                };
                Failure::of(problem, &error)
            })?;
        }
        Ok(Connection {
            inner,
            timeout: self.timeout,
        })
    }

    async fn timed<T>(&self, step: impl Future<Output = T>) -> Result<T, Failure> {
        let within = tokio::time::timeout(self.timeout, step).await;
        within.map_err(|_| Failure::new(Problem::NotReached, "no answer in time"))
    }

    /// Writes a mail as a message.
    ///
    /// # Errors
    /// [`Problem::Unwritable`].
    pub fn message(&self, id: &str, content: &Content) -> Result<Message, Failure> {
        let wrong = |error: String| Failure::new(Problem::Unwritable, &error);
        let address = |text: &str| text.parse::<Address>().map_err(|e| wrong(e.to_string()));
        // lettre panics at a line break in a name.
        let named =
            |name: &str| Some(one_line(name, NAME_CHARS_MAX)).filter(|name| !name.is_empty());
        let to = Mailbox::new(named(&content.to_name), address(&content.to)?);
        let from = Mailbox::new(named(&content.from_name), self.sender.clone());
        let written = u64::try_from(content.at.as_millis()).unwrap_or(0);
        let header = |name| HeaderName::new_from_ascii_str(name);
        let mut builder = Message::builder()
            .from(from)
            .to(to)
            .subject(content.letter.subject.as_str())
            .date(UNIX_EPOCH + Duration::from_millis(written))
            .message_id(Some(format!("<{id}@{}>", self.sender.domain())))
            .raw_header(HeaderValue::new(
                header("Auto-Submitted"),
                "auto-generated".to_owned(),
            ))
            .raw_header(HeaderValue::new(
                header("Content-Language"),
                content.letter.tongue.tag().to_owned(),
            ));
        if let Some(reply_to) = &content.reply_to {
            builder = builder.reply_to(Mailbox::new(None, address(reply_to)?));
        }
        if let Some(stop) = &content.stop {
            // Written as it is: encoding would break the address.
            let plain = |name: &'static str, value: String| {
                let name = HeaderName::new_from_ascii_str(name);
                HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value)
            };
            builder = builder
                .raw_header(plain("List-Unsubscribe", format!("<{stop}>")))
                .raw_header(plain(
                    "List-Unsubscribe-Post",
                    "List-Unsubscribe=One-Click".to_owned(),
                ));
        }
        let both = MultiPart::alternative_plain_html(content.letter.text(), content.letter.html());
        builder.multipart(both).map_err(|e| wrong(e.to_string()))
    }
}

/// A connection that takes mails.
pub struct Connection {
    inner: AsyncSmtpConnection,
    timeout: Duration,
}

impl Connection {
    /// Hands a mail over. The server has it when this returns.
    ///
    /// # Errors
    /// The server did not take it; the connection is no longer of use.
    pub async fn send(&mut self, message: &Message) -> Result<(), Failure> {
        let formatted = message.formatted();
        let sending = self.inner.send(message.envelope(), &formatted);
        // All its steps together; each has an answer of its own.
        match tokio::time::timeout(self.timeout * 5, sending).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(sending_failure(&error)),
            Err(_) => Err(Failure::new(Problem::CutOff, "no answer in time")),
        }
    }

    /// Takes leave of the server.
    pub async fn close(mut self) {
        drop(tokio::time::timeout(Duration::from_secs(2), self.inner.quit()).await);
    }
}

fn opening_failure(error: &SmtpError) -> Failure {
    let problem = match error.status() {
        Some(_) => Problem::NotNow,
        None if error.is_tls() => Problem::NotEncrypted,
        None => Problem::NotReached,
    };
    Failure::of(problem, error)
}

fn sending_failure(error: &SmtpError) -> Failure {
    // Codes that ask for another sign-in (RFC 4954): the operator's settings are wrong, not the mail.
    const SIGN_IN: [u16; 4] = [530, 534, 535, 538];
    let problem = match error.status().map(u16::from) {
        Some(code) if SIGN_IN.contains(&code) => Problem::SignInRefused,
        Some(_) if error.is_permanent() => Problem::Refused,
        Some(_) => Problem::NotNow,
        None if error.is_client() => Problem::Refused,
        None => Problem::CutOff,
    };
    Failure::of(problem, error)
}

fn is_this_machine(host: &str) -> bool {
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

fn tls(host: &str, settings: &MailSettings) -> anyhow::Result<Option<TlsParameters>> {
    if settings.security == MailSecurity::None {
        return Ok(None);
    }
    // Fails if another part of the program has installed a provider, which serves as well.
    drop(rustls::crypto::ring::default_provider().install_default());
    let mut builder = TlsParameters::builder(host.to_owned());
    if let Some(file) = &settings.authority {
        let read = || format!("reading the setting `mail.authority`, {}", file.display());
        let pem = std::fs::read(file).with_context(read)?;
        builder = builder.add_root_certificate(Certificate::from_pem(&pem).with_context(read)?);
    }
    Ok(Some(builder.build().context("preparing TLS for mail")?))
}

fn credentials(settings: &MailSettings) -> anyhow::Result<Option<Credentials>> {
    let password = match (&settings.password, &settings.password_file) {
        (Some(_), Some(_)) => {
            bail!("the settings `mail.password` and `mail.password_file` exclude each other")
        }
        (Some(password), None) => Some(password.clone()),
        (None, Some(file)) => {
            let read = || {
                format!(
                    "reading the setting `mail.password_file`, {}",
                    file.display()
                )
            };
            let text = std::fs::read_to_string(file).with_context(read)?;
            Some(text.lines().next().unwrap_or_default().to_owned())
        }
        (None, None) => None,
    };
    match (&settings.user, password) {
        (Some(user), Some(password)) => Ok(Some(Credentials::new(user.clone(), password))),
        (None, None) => Ok(None),
        (Some(_), None) => {
            bail!("the setting `mail.user` needs `mail.password` or `mail.password_file`")
        }
        (None, Some(_)) => bail!("the password of mail needs the setting `mail.user`"),
    }
}

#[cfg(test)]
mod tests;
