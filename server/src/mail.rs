//! Mail by SMTP (Protocol, 'Mail').
//!
//! - [`letter`]: what a mail says, as text and as HTML; [`letters`]: the mails of the product.
//! - [`record`]: what is stored of a mail.
//! - [`outbox`]: the mails that wait. A mail is stored in the same commit as what it belongs to.
//! - [`sending`]: takes them to the SMTP server, beside the requests; [`smtp`]: the talk with it.
//! - [`mailbox`]: mails to a shop's mailbox; [`notices`]: mails to its administrators.
//! - [`missed`]: mails to visitors who left before the answer; [`stopped`]: who wants none.
//!
//! A mail may be sent twice, with the same Message-ID: if the process ends between the server's answer and its record.

pub mod answers;
pub mod letter;
pub mod letters;
pub mod mailbox;
pub mod missed;
pub mod notices;
pub mod outbox;
pub mod record;
pub mod sending;
pub mod smtp;
pub mod stopped;
pub mod words;

use crate::catalogue::{Account, TenantSettings};
use crate::error::ApiError;
use crate::operators;
use crate::settings::mail::MailSettings;
use actors_core::contact::check_email;
use actors_core::ids::VisitorId;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, Store};
use anyhow::{Context as _, bail};
use letter::{Letter, one_line};
use outbox::{Limits, Outbox};
use record::{Content, Kind};
use reqwest::Url;
use sending::Health;
use smtp::SmtpServer;
use std::sync::{Arc, OnceLock};
use words::Tongue;

/// The sender's name of the server's own mails.
pub const PRODUCT: &str = "Frontdesk";

/// Everything that one server has for its mails.
pub struct Mail {
    server: Option<SmtpServer>,
    public_url: String,
    /// Where links for operators begin; unset while their address is not open.
    operators_url: OnceLock<String>,
    /// The mails that wait.
    pub outbox: Arc<Outbox>,
    /// Whether the SMTP server can be used.
    pub health: Health,
}

/// Why a mail was not put into the outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailRefusal {
    /// The operator named no SMTP server.
    Off,
    /// There is no address to send it to.
    NoAddress,
    /// Too many of the tenant's mails wait.
    TooManyWait,
    /// The tenant has sent as many as it may in 24 hours.
    DailyLimit,
}

impl MailRefusal {
    /// The same as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Off => "this server sends no mail",
            Self::NoAddress => "there is no e-mail address",
            Self::TooManyWait => "too many mails wait to be sent",
            Self::DailyLimit => "the shop has sent as many mails as it may in 24 hours",
        }
    }
}

impl From<MailRefusal> for ApiError {
    fn from(refusal: MailRefusal) -> Self {
        Self::Conflict(refusal.sentence())
    }
}

/// A mail to post.
pub struct Posting<'a> {
    /// What it is.
    pub kind: Kind,
    /// Where it goes; empty where nobody gave an address.
    pub to: &'a str,
    /// The reader's name; may be empty.
    pub to_name: &'a str,
    /// Where a reply goes; empty for the shop's own.
    pub reply_to: &'a str,
    /// The visitor it is about. Erasing them erases it too.
    pub visitor: Option<&'a VisitorId>,
    /// What it says.
    pub letter: Letter,
    /// The address that ends such mails (RFC 8058).
    pub stop: Option<&'a str>,
}

impl Mail {
    /// Opens the outbox of this store, for this SMTP server.
    ///
    /// # Errors
    /// A setting is missing or wrong; the text names it. The store's.
    pub fn open(
        settings: &MailSettings,
        store: Arc<dyn Store>,
        now: Timestamp,
    ) -> anyhow::Result<Self> {
        let server = SmtpServer::open(settings)?;
        let public_url = match (&server, &settings.public_url) {
            (None, _) => String::new(),
            (Some(_), None) => {
                bail!("the setting `mail.host` needs `mail.public_url`, where links in mails begin")
            }
            (Some(_), Some(url)) => base(url)?,
        };
        let limits = Limits {
            waiting: settings.waiting_per_tenant,
            daily: settings.daily_per_tenant,
        };
        let outbox = Outbox::open(store, limits, now).context("reading the mails that wait")?;
        Ok(Self {
            server,
            public_url,
            operators_url: OnceLock::new(),
            outbox: Arc::new(outbox),
            health: Health::default(),
        })
    }

    /// Whether the operator named an SMTP server.
    pub fn is_on(&self) -> bool {
        self.server.is_some()
    }

    /// The SMTP server.
    pub fn server(&self) -> Option<&SmtpServer> {
        self.server.as_ref()
    }

    /// The whole address of a path of this server, for a link in a mail.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// Notes where links for operators begin.
    pub fn open_to_operators(&self, url: &str) {
        // The address is opened once.
        let _ = self.operators_url.set(url.to_owned());
    }

    /// The whole address of a path of the operators' page; `None` if their address is not open.
    pub fn operators_link(&self, path: &str) -> Option<String> {
        let url = self.operators_url.get()?;
        Some(format!("{url}{path}"))
    }

    /// Puts a mail into the outbox. It is sent once the returned changes are committed: commit them with what it belongs
    /// to.
    ///
    /// # Errors
    /// The mail is off, goes nowhere, or is one too many.
    pub fn post(
        &self,
        settings: &TenantSettings,
        posting: Posting<'_>,
        now: Timestamp,
    ) -> Result<Vec<DocumentChange>, MailRefusal> {
        if !self.is_on() {
            return Err(MailRefusal::Off);
        }
        if posting.to.is_empty() || check_email(posting.to).is_err() {
            return Err(MailRefusal::NoAddress);
        }
        self.outbox
            .post(&settings.tenant.id, content(settings, posting, now), now)
    }

    /// The same for a mail to an operator, from the server itself.
    ///
    /// # Errors
    /// The mail is off, goes nowhere, or is one too many.
    pub fn post_to_operator(
        &self,
        to: &str,
        letter: Letter,
        now: Timestamp,
    ) -> Result<Vec<DocumentChange>, MailRefusal> {
        if !self.is_on() {
            return Err(MailRefusal::Off);
        }
        if check_email(to).is_err() {
            return Err(MailRefusal::NoAddress);
        }
        let content = Content {
            kind: Kind::Reset,
            at: now,
            from_name: PRODUCT.to_owned(),
            reply_to: None,
            to: to.to_owned(),
            to_name: String::new(),
            visitor: None,
            letter,
            stop: None,
        };
        self.outbox.post(&operators::home(), content, now)
    }
}

/// What is stored of a mail.
pub fn content(settings: &TenantSettings, posting: Posting<'_>, now: Timestamp) -> Content {
    let own = &settings.tenant.mail;
    let shop = settings.tenant.name.or_empty(posting.letter.tongue.code());
    let sender = match &*own.sender_name {
        "" => shop,
        named => named,
    };
    let reply_to = match posting.reply_to {
        "" => &*own.reply_to,
        given => given,
    };
    Content {
        kind: posting.kind,
        at: now,
        from_name: one_line(sender, 100),
        reply_to: Some(reply_to.to_owned()).filter(|address| !address.is_empty()),
        to: posting.to.to_owned(),
        to_name: one_line(posting.to_name, 100),
        visitor: posting.visitor.map(ToString::to_string),
        letter: posting.letter,
        stop: posting.stop.map(ToOwned::to_owned),
    }
}

/// Where an agent gets mails: their own address, or their account if it is one. Not the address on their card, which
/// several people may read.
pub fn address_of(account: &Account) -> Option<&str> {
    let own = account.email.as_deref().filter(|own| !own.is_empty());
    let is_address = account.account.contains('@');
    own.or(is_address.then_some(account.account.as_str()))
}

/// The language of the shop's own mails.
pub fn shops_tongue(settings: &TenantSettings) -> Tongue {
    Tongue::of(&settings.tenant.mail.language)
}

/// An address for links, without the slash at its end.
fn base(url: &str) -> anyhow::Result<String> {
    let parsed = Url::parse(url.trim());
    let fits = parsed.is_ok_and(|parsed| {
        matches!(parsed.scheme(), "http" | "https")
            && parsed.has_host()
            && parsed.path() == "/"
            && parsed.query().is_none()
            && parsed.fragment().is_none()
    });
    if !fits {
        bail!(
            "the setting `mail.public_url` is '{url}': an address such as https://chat.example.com is expected"
        );
    }
    Ok(url.trim().trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_begin_with_an_address_that_has_no_path() {
        assert_eq!(
            base("https://chat.example.com/").unwrap(),
            "https://chat.example.com"
        );
        assert_eq!(
            base("http://127.0.0.1:8080").unwrap(),
            "http://127.0.0.1:8080"
        );
        for wrong in [
            "",
            "chat.example.com",
            "ftp://a.example",
            "https://a.example/chat",
            "https://a.example/?b=1",
        ] {
            assert!(base(wrong).is_err(), "{wrong}");
        }
    }
}
