//! Settings of mail by SMTP.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How the connection to the SMTP server is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MailSecurity {
    /// In plain at first, then TLS by STARTTLS. A server without it is refused.
    Starttls,
    /// TLS from the first byte.
    Tls,
    /// Not at all.
    None,
}

/// The SMTP server that takes the program's mails. Without a host, the program sends none, and the pages offer links to
/// copy.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MailSettings {
    /// Host of the SMTP server. Default: none, no mail is sent.
    pub host: Option<String>,
    /// Port of the SMTP server. Default: 0, which means 587 for `starttls`, 465 for `tls` and 25 for `none`.
    pub port: u16,
    /// How the connection is encrypted: `starttls`, `tls` from the first byte, or `none`. Default: `starttls`.
    pub security: MailSecurity,
    /// Whether `none` may also reach another machine, and everybody between reads the mails and the password. Default:
    /// `false`.
    pub unencrypted_to_others: bool,
    /// PEM file with the certificate of an authority of your own, in addition to the system's. Default: none.
    pub authority: Option<PathBuf>,
    /// Name to sign in to the SMTP server with. Default: none, the server asks for no sign-in.
    pub user: Option<String>,
    /// Password of `user`. Default: none.
    pub password: Option<String>,
    /// File whose first line is the password of `user`, instead of `password`. Default: none.
    pub password_file: Option<PathBuf>,
    /// Address that mails come from; needed with `host`. Default: none.
    pub sender: Option<String>,
    /// Address that people's browsers reach this server by, such as `https://chat.example.com`. Links in mails begin with
    /// it; needed with `host`. Default: none.
    pub public_url: Option<String>,
    /// Seconds that the SMTP server may take for each step. Default: 30.
    pub timeout_seconds: u32,
    /// Mails of one tenant that may wait to be sent. Default: 10,000.
    pub waiting_per_tenant: u32,
    /// Mails that one tenant may send in 24 hours. Default: 2,000.
    pub daily_per_tenant: u32,
}

impl Default for MailSettings {
    fn default() -> Self {
        Self {
            host: None,
            port: 0,
            security: MailSecurity::Starttls,
            unencrypted_to_others: false,
            authority: None,
            user: None,
            password: None,
            password_file: None,
            sender: None,
            public_url: None,
            timeout_seconds: 30,
            waiting_per_tenant: 10_000,
            daily_per_tenant: 2_000,
        }
    }
}

impl MailSettings {
    /// Returns the port to connect to.
    pub fn port(&self) -> u16 {
        match (self.port, self.security) {
            (0, MailSecurity::Starttls) => 587,
            (0, MailSecurity::Tls) => 465,
            (0, MailSecurity::None) => 25,
            (port, _) => port,
        }
    }
}
