//! TLS in the program itself.

use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::PathBuf;

/// TLS in the program itself. Without a certificate, the server speaks plain HTTP.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TlsSettings {
    /// PEM file with the certificate, followed by its intermediate certificates. With it, `listen` speaks https only.
    /// A changed file is read within 30 seconds, or at once on SIGHUP. Default: none.
    pub certificate: Option<PathBuf>,
    /// PEM file with the private key of `certificate`, not encrypted. Default: none.
    pub key: Option<PathBuf>,
    /// Address and port for plain HTTP where every request is redirected to https, such as `0.0.0.0:80`. Default: none.
    pub redirect_from: Option<SocketAddr>,
    /// The port that redirects name. Default: 0, the port of `listen`. Set it if browsers reach that port by another
    /// number.
    pub redirect_port: u16,
}

impl TlsSettings {
    /// Returns the port that redirects lead to, if the server listens on this address.
    pub fn redirect_port(&self, listen: SocketAddr) -> u16 {
        match self.redirect_port {
            0 => listen.port(),
            port => port,
        }
    }

    /// Returns the scheme of the server's own address: `https` or `http`.
    pub fn scheme(&self) -> &'static str {
        match self.certificate {
            Some(_) => "https",
            None => "http",
        }
    }
}
