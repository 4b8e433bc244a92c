//! Why there is no connection, in words that say what the operator does next.

use std::error::Error as _;
use std::io;
use std::path::PathBuf;

use async_nats::rustls::{AlertDescription as Alert, CertificateError, Error as TlsError};
use async_nats::{ConnectError, ConnectErrorKind, ServerAddr};

/// Why there is no connection. Its text says what the operator does next.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// An address is wrong. The text has it without its user and password.
    #[error(
        "the NATS address '{0}' is wrong: write nats://host:4222 or tls://host:4222. In a user or password, write %2F \
         for /, %3F for ?, %23 for # and %40 for @"
    )]
    Address(String),
    /// No address is given.
    #[error("no NATS address is given: name the servers as nats://host:4222, separated by commas")]
    NoAddress,
    /// Two addresses name different users.
    #[error("the NATS addresses name different users: use one user for all of them")]
    Users,
    /// The credentials file cannot be used.
    #[error(
        "the credentials file {0} cannot be used: {1}; check its path and permissions, and that nsc wrote it"
    )]
    Credentials(PathBuf, io::Error),
    /// A file of a certificate or key cannot be used.
    #[error(
        "the file {0} for TLS to NATS cannot be used: {1}; check its path and permissions, and that it is PEM"
    )]
    Pem(PathBuf, io::Error),
    /// The servers refuse the node.
    #[error("NATS refuses this node: {0}; check the user and password, token or credentials file")]
    Refused(String),
    /// A certificate is missing, unknown or expired.
    #[error("TLS to NATS: {0}")]
    Tls(String),
    /// No server answered in time.
    #[error(
        "no NATS server of {addresses} answers: {reason}; check that they run and the network between"
    )]
    Silent {
        /// The addresses, without users and passwords.
        addresses: String,
        /// What the last attempt met.
        reason: String,
    },
}

impl LinkError {
    pub(super) fn silent(servers: &[ServerAddr], reason: &str) -> Self {
        let shown = |server: &ServerAddr| format!("{}:{}", server.host(), server.port());
        Self::Silent {
            addresses: servers.iter().map(shown).collect::<Vec<_>>().join(", "),
            reason: reason.to_owned(),
        }
    }

    /// The error that every further attempt would meet too. `None` if a server may only be away.
    pub(super) fn lasting(error: &ConnectError) -> Option<Self> {
        match error.kind() {
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                Some(Self::Refused(error.kind().to_string()))
            }
            ConnectErrorKind::Tls => Some(Self::Tls(format!(
                "{}; check the files of the certificates and keys, and that each key belongs to its certificate",
                error.source().unwrap_or(error)
            ))),
            // What rustls says comes as an error of the connection.
            ConnectErrorKind::Io => said_by_rustls(error).map(|said| Self::Tls(advice(said))),
            ConnectErrorKind::ServerParse
            | ConnectErrorKind::Dns
            | ConnectErrorKind::TimedOut
            | ConnectErrorKind::MaxReconnects => None,
        }
    }
}

fn said_by_rustls(error: &ConnectError) -> Option<&TlsError> {
    let source = error.source()?.downcast_ref::<io::Error>()?;
    source.get_ref()?.downcast_ref::<TlsError>()
}

/// What to do about an error of TLS.
fn advice(error: &TlsError) -> String {
    match error {
        TlsError::InvalidCertificate(
            CertificateError::UnknownIssuer | CertificateError::BadSignature,
        ) => format!(
            "no known authority signed the server's certificate ({error}); name the certificate of its authority"
        ),
        TlsError::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        ) => format!("{error}; name the server in its address as its certificate does"),
        TlsError::AlertReceived(Alert::CertificateRequired) => {
            "the server asks for a certificate; name this node's certificate and its key".to_owned()
        }
        TlsError::AlertReceived(
            Alert::BadCertificate
            | Alert::CertificateExpired
            | Alert::CertificateRevoked
            | Alert::CertificateUnknown
            | Alert::UnknownCA
            | Alert::UnsupportedCertificate,
        ) => format!(
            "the server does not accept this node's certificate ({error}); check who signed it, and until when it is \
             valid"
        ),
        TlsError::InvalidMessage(_) => format!(
            "the server does not speak TLS ({error}); add tls to its configuration, or check the port"
        ),
        _ => format!("{error}; check the certificates and the names in them"),
    }
}
