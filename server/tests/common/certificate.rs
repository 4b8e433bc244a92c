//! Certificates for tests, and clients that trust one of them alone.

use reqwest::Certificate;
use std::path::{Path, PathBuf};

/// A certificate for 127.0.0.1 and localhost in two files.
pub struct Pair {
    pub certificate: PathBuf,
    pub key: PathBuf,
    pem: String,
}

impl Pair {
    /// Makes a new certificate and writes it over an older one in the folder.
    pub fn write(folder: &Path) -> Self {
        let names = ["127.0.0.1".to_owned(), "localhost".to_owned()];
        let made = rcgen::generate_simple_self_signed(names).unwrap();
        let pair = Self {
            certificate: folder.join("certificate.pem"),
            key: folder.join("key.pem"),
            pem: made.cert.pem(),
        };
        std::fs::write(&pair.certificate, &pair.pem).unwrap();
        std::fs::write(&pair.key, made.signing_key.serialize_pem()).unwrap();
        pair
    }

    /// A client that trusts this certificate alone.
    pub fn client(&self) -> reqwest::Client {
        self.builder().build().unwrap()
    }

    /// The same, not yet built.
    pub fn builder(&self) -> reqwest::ClientBuilder {
        let trusted = Certificate::from_pem(self.pem.as_bytes()).unwrap();
        crate::http::builder().tls_certs_only([trusted])
    }
}
