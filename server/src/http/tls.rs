//! TLS in the program itself: the certificate, and reading it again when its files change (docs/decisions/0019).
//!
//! - [`handshake`]: the beginning of a connection.
//! - [`redirect`]: plain HTTP that leads to https.

pub mod handshake;
pub mod redirect;

use crate::settings::tls::TlsSettings;
use anyhow::{Context as _, anyhow, bail};
use arc_swap::ArcSwap;
use parking_lot::Mutex;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, NoServerSessionStorage, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{Error, ServerConfig};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How often the server looks whether the files have changed.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// What the server does over TLS. Without HTTP/2: its frames need another reader than [`crate::front`].
const PROTOCOL: &[u8] = b"http/1.1";

/// The certificate, and the rustls settings that use it.
pub struct Tls {
    files: Files,
    config: Arc<ServerConfig>,
    current: Arc<Current>,
    seen: Mutex<Seen>,
}

/// The two PEM files.
struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

/// The certificate of new connections.
struct Current(ArcSwap<CertifiedKey>);

/// What was read.
struct Seen {
    /// The mark of the files in use.
    used: blake3::Hash,
    /// The mark of files that could not be used, and whether the log says so.
    broken: Option<(blake3::Hash, bool)>,
}

/// Who asks for the files to be read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The operator, by SIGHUP. The log tells the result in any case.
    ByOperator,
    /// The timer. A broken pair is logged if it is still broken at the next look, because two files cannot be replaced
    /// at once.
    ByTimer,
}

/// The result of reading the files again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reloaded {
    /// New connections get the new certificate.
    Changed,
    /// The files are as before.
    Unchanged,
    /// The files cannot be used. The certificate before them stays in use.
    Broken,
}

impl fmt::Debug for Current {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Current").finish_non_exhaustive()
    }
}

impl ResolvesServerCert for Current {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.0.load_full())
    }
}

impl Tls {
    /// Reads the certificate and its key; `None` if the settings name none.
    ///
    /// # Errors
    /// A file cannot be read or used; the text says which and what to do.
    pub fn open(settings: &TlsSettings) -> anyhow::Result<Option<Arc<Self>>> {
        let files = match (&settings.certificate, &settings.key) {
            (Some(certificate), Some(key)) => Files {
                certificate: certificate.clone(),
                key: key.clone(),
            },
            (None, None) if settings.redirect_from.is_some() => {
                bail!("the setting `tls.redirect_from` needs `tls.certificate` and `tls.key`")
            }
            (None, None) => return Ok(None),
            _ => bail!("the settings `tls.certificate` and `tls.key` are needed both"),
        };
        let provider = Arc::new(ring::default_provider());
        let (used, pair) = files.read(&provider);
        let current = Arc::new(Current(ArcSwap::from_pointee(pair?)));
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(&current) as Arc<dyn ResolvesServerCert>);
        config.alpn_protocols = vec![PROTOCOL.to_vec()];
        // A client that comes back shows a ticket, so the server keeps nothing of earlier connections.
        config.session_storage = Arc::new(NoServerSessionStorage {});
        config.ticketer = ring::Ticketer::new()?;
        config.send_tls13_tickets = 1;
        Ok(Some(Arc::new(Self {
            files,
            config: Arc::new(config),
            current,
            seen: Mutex::new(Seen { used, broken: None }),
        })))
    }

    /// Returns the rustls settings for a new connection.
    pub fn config(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.config)
    }

    /// Reads the files, and uses them for new connections if they have changed and are sound. It blocks.
    pub fn reload(&self, asked: Asked) -> Reloaded {
        let (mark, pair) = self.files.read(self.config.crypto_provider());
        let mut seen = self.seen.lock();
        if mark == seen.used {
            seen.broken = None;
            if asked == Asked::ByOperator {
                tracing::info!(files = %self.files, "the TLS certificate is unchanged");
            }
            return Reloaded::Unchanged;
        }
        match pair {
            Ok(pair) => {
                self.current.0.store(Arc::new(pair));
                *seen = Seen {
                    used: mark,
                    broken: None,
                };
                tracing::info!(files = %self.files, "new connections use the new TLS certificate");
                Reloaded::Changed
            }
            Err(cause) => {
                let before = seen.broken.filter(|(broken, _)| *broken == mark);
                let is_due = asked == Asked::ByOperator || before == Some((mark, false));
                let is_told = is_due || before.is_some();
                seen.broken = Some((mark, is_told));
                if is_due {
                    let cause = format!("{cause:#}");
                    tracing::error!(
                        code = "FD210",
                        cause,
                        "the TLS certificate stays the old one: repair the files"
                    );
                }
                Reloaded::Broken
            }
        }
    }

    /// Looks after the files as long as the server has this.
    pub fn watch(self: &Arc<Self>) {
        let tls = Arc::downgrade(self);
        actix_web::rt::spawn(async move {
            loop {
                actix_web::rt::time::sleep(LOOK_EVERY).await;
                let Some(tls) = tls.upgrade() else { return };
                tls.reload_aside(Asked::ByTimer).await;
            }
        });
    }

    /// Does what [`Self::reload`] does, on a thread that may block.
    pub async fn reload_aside(self: Arc<Self>, asked: Asked) {
        let reading = actix_web::rt::task::spawn_blocking(move || self.reload(asked));
        if let Err(error) = reading.await {
            tracing::error!(code = "FD211", %error, "reading the TLS certificate again ended early");
        }
    }
}

impl fmt::Display for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.certificate.display(), self.key.display())
    }
}

impl Files {
    /// Reads both files. Returns a mark of their content, or of the failure, and the pair.
    fn read(&self, provider: &CryptoProvider) -> (blake3::Hash, anyhow::Result<CertifiedKey>) {
        let mut mark = blake3::Hasher::new();
        let mut read = |path: &Path, setting: &str| {
            let bytes = std::fs::read(path);
            match &bytes {
                Ok(bytes) => mark.update(blake3::hash(bytes).as_bytes()),
                Err(error) => mark.update(error.to_string().as_bytes()),
            };
            bytes.with_context(|| format!("reading the file of `{setting}`, {}", path.display()))
        };
        let certificate = read(&self.certificate, "tls.certificate");
        let key = read(&self.key, "tls.key");
        let pair = match (certificate, key) {
            (Ok(certificate), Ok(key)) => self.pair(&certificate, &key, provider),
            (Err(error), _) | (_, Err(error)) => Err(error),
        };
        (mark.finalize(), pair)
    }

    fn pair(
        &self,
        certificate: &[u8],
        key: &[u8],
        provider: &CryptoProvider,
    ) -> anyhow::Result<CertifiedKey> {
        let path = self.certificate.display();
        let chain: Vec<_> = CertificateDer::pem_slice_iter(certificate)
            .collect::<Result<_, _>>()
            .map_err(|_| anyhow!("`tls.certificate`, {path}, is not a valid PEM file"))?;
        if chain.is_empty() {
            bail!(
                "`tls.certificate`, {path}, has no part `BEGIN CERTIFICATE`: name the PEM file of the whole chain"
            );
        }
        let path = self.key.display();
        // The reason is left out: it could quote the key.
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| {
            anyhow!(
                "`tls.key`, {path}, has no private key that can be read: it must be PEM, with `BEGIN PRIVATE KEY`, \
                 `BEGIN RSA PRIVATE KEY` or `BEGIN EC PRIVATE KEY`, and not encrypted"
            )
        })?;
        CertifiedKey::from_der(chain, key, provider).map_err(|error| match error {
            Error::InconsistentKeys(_) => anyhow!(
                "the key of `tls.key`, {path}, does not belong to the first certificate of `tls.certificate`, {}: \
                 replace both files",
                self.certificate.display()
            ),
            error => anyhow!(error).context(format!(
                "using the certificate of `tls.certificate`, {}, and the key of `tls.key`, {path}",
                self.certificate.display()
            )),
        })
    }
}

#[cfg(test)]
mod tests;
