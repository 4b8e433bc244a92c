//! The accounts of the built-in demo. Their passwords are created at the first start, and stored in a file that only
//! its owner can read.

use crate::fixtures::TenantFixture;
use crate::secrets;
use actors_core::secret::Secret;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The file with the passwords in the data folder: one account and its password per line.
const FILE: &str = "demo-accounts";

/// The demo's accounts, for the output at startup.
#[derive(Debug)]
pub struct DemoAccounts {
    /// The file with the passwords.
    pub file: PathBuf,
    /// Accounts and passwords, only at the first start.
    pub made: Vec<(String, Secret)>,
}

impl DemoAccounts {
    /// Writes the passwords of a new demo to the file. This happens before the store gets their hashes, so that a crash
    /// between the two locks nobody out: the next start creates new passwords.
    pub(super) fn keep(fixture: &TenantFixture, folder: &Path) -> io::Result<Self> {
        let (mut text, mut made) = (String::new(), Vec::new());
        for agent in &fixture.agents {
            let Some(password) = &agent.password else {
                continue;
            };
            let _ = writeln!(text, "{} {password}", agent.account);
            made.push((agent.account.clone(), Secret::new(password.as_str())));
        }
        let file = folder.join(FILE);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => secrets::write_private(&file, &text)?,
        }
        Ok(Self { file, made })
    }

    /// Returns the file of an earlier start; `None` if it does not exist.
    pub(super) fn kept(folder: &Path) -> Option<Self> {
        let file = folder.join(FILE);
        file.is_file().then_some(Self {
            file,
            made: Vec::new(),
        })
    }
}
