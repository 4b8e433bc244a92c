//! The accounts of the built-in demo: their passwords are made at the first start and kept in a file of the owner's.

use crate::fixtures::TenantFixture;
use crate::secrets;
use actors_core::secret::Secret;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Where the passwords are kept inside the data folder: an account and its password a line.
const FILE: &str = "demo-accounts";

/// What the start says of the demo's accounts.
#[derive(Debug)]
pub struct DemoAccounts {
    /// Where the passwords are kept.
    pub file: PathBuf,
    /// Account and password, at the first start alone.
    pub made: Vec<(String, Secret)>,
}

impl DemoAccounts {
    /// Keeps the passwords of a demo that is new. They are on disk before the store takes their hashes, so that a crash
    /// between the two locks nobody out: the next start makes new ones.
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

    /// Where an earlier start kept them; `None` where it kept none, or they were removed since.
    pub(super) fn kept(folder: &Path) -> Option<Self> {
        let file = folder.join(FILE);
        file.is_file().then_some(Self {
            file,
            made: Vec::new(),
        })
    }
}
