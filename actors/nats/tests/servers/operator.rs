//! An operator of NATS with its accounts and users, as `nsc` makes them.

use std::fs;
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use nkeys::KeyPair;
use serde_json::{Value, json};
use tempfile::TempDir;

/// An operator, an account for nodes with JetStream, and the account of the system.
pub struct Operator {
    folder: TempDir,
    key: KeyPair,
    nodes: KeyPair,
    system: KeyPair,
}

impl Operator {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            key: KeyPair::new_operator(),
            nodes: KeyPair::new_account(),
            system: KeyPair::new_account(),
        }
    }

    /// The lines of a server of this operator.
    pub fn server(&self) -> String {
        let system = self.system.public_key();
        let its = json!({ "type": "operator", "system_account": system });
        let operator = signed(&self.key, &self.key.public_key(), its, None);
        let with_jetstream = self.account(&self.nodes, -1);
        // JetStream has no place in the system's account.
        let without = self.account(&self.system, 0);
        let nodes = self.nodes.public_key();
        format!(
            "operator: {operator}\nsystem_account: {system}\nresolver: MEMORY\n\
             resolver_preload {{\n{nodes}: {with_jetstream}\n{system}: {without}\n}}"
        )
    }

    /// The credentials file of a user of the nodes' account. `ends` is a time in seconds since 1970.
    pub fn user(&self, ends: Option<u64>) -> PathBuf {
        let user = KeyPair::new_user();
        let its = json!({ "type": "user", "subs": -1, "data": -1, "payload": -1 });
        let token = signed(&self.nodes, &user.public_key(), its, ends);
        let seed = user.seed().unwrap();
        self.write(&format!(
            "-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n\
             ************************* IMPORTANT *************************\n\
             NKEY Seed printed below can be used to sign and prove identity.\n\
             NKEYs are sensitive and should be treated as secrets.\n\n\
             -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n\n\
             *************************************************************\n"
        ))
    }

    /// A file that has this text.
    pub fn write(&self, text: &str) -> PathBuf {
        let file = tempfile::Builder::new()
            .suffix(".creds")
            .tempfile_in(&self.folder);
        let (_, path) = file.unwrap().keep().unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn account(&self, account: &KeyPair, storage: i64) -> String {
        let limits = json!({
            "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1,
            "leaf": -1, "mem_storage": storage, "disk_storage": storage,
        });
        let its = json!({ "type": "account", "limits": limits });
        signed(&self.key, &account.public_key(), its, None)
    }
}

/// A token of NATS: what the issuer says about the subject.
fn signed(issuer: &KeyPair, subject: &str, mut its: Value, ends: Option<u64>) -> String {
    its["version"] = json!(2);
    let mut claims = json!({
        "jti": subject, "iat": 1_700_000_000, "iss": issuer.public_key(), "name": subject, "sub": subject, "nats": its,
    });
    if let Some(ends) = ends {
        claims["exp"] = json!(ends);
    }
    let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let head = part(json!({ "typ": "JWT", "alg": "ed25519-nkey" }));
    let text = format!("{head}.{}", part(claims));
    let signature = issuer.sign(text.as_bytes()).unwrap();
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}
