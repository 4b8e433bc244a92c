//! An authority of a test, and certificates that it signs.

use std::fs;
use std::path::PathBuf;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use tempfile::TempDir;

/// Signs certificates into a folder of its own.
pub struct Authority {
    folder: TempDir,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    pub fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let key = KeyPair::generate().unwrap();
        let mut its = CertificateParams::default();
        its.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        its.distinguished_name.push(DnType::CommonName, name);
        let certificate = its.self_signed(&key).unwrap().pem();
        fs::write(folder.path().join("authority.pem"), certificate).unwrap();
        let issuer = Issuer::new(its, key);
        Self { folder, issuer }
    }

    /// The authority's own certificate.
    pub fn certificate(&self) -> PathBuf {
        self.folder.path().join("authority.pem")
    }

    /// A certificate with these names or addresses, and its key.
    pub fn sign(&self, names: &[&str]) -> (PathBuf, PathBuf) {
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        self.write(&CertificateParams::new(names).unwrap())
    }

    /// A certificate of a client, and its key. Its last day is long past.
    pub fn sign_for_the_past(&self) -> (PathBuf, PathBuf) {
        let mut past = CertificateParams::new(vec!["node".to_owned()]).unwrap();
        past.not_after = rcgen::date_time_ymd(2001, 1, 1);
        self.write(&past)
    }

    /// The lines of a server that shows a certificate with these names, and these lines of its `tls` too.
    pub fn server(&self, names: &[&str], further: &str) -> String {
        let (certificate, key) = self.sign(names);
        format!("tls {{ cert_file: {certificate:?}, key_file: {key:?}\n{further} }}")
    }

    /// The lines of a server that serves only clients with a certificate of this authority.
    pub fn server_that_verifies(&self, names: &[&str]) -> String {
        let authority = self.certificate();
        self.server(names, &format!("ca_file: {authority:?}, verify: true"))
    }

    fn write(&self, its: &CertificateParams) -> (PathBuf, PathBuf) {
        let key = KeyPair::generate().unwrap();
        let signed = its.signed_by(&key, &self.issuer).unwrap().pem();
        // Each certificate has files of its own.
        let folder = tempfile::tempdir_in(&self.folder).unwrap().keep();
        let paths = (folder.join("certificate.pem"), folder.join("key.pem"));
        fs::write(&paths.0, signed).unwrap();
        fs::write(&paths.1, key.serialize_pem()).unwrap();
        paths
    }
}
