//! Tests the samples for proxies in `deploy/` with the real programs.

use crate::Outcome;
use crate::browser::install_with_apt;
use crate::shell::Command;

/// The programs, which are Debian packages of the same name.
const PROGRAMS: [&str; 4] = ["nginx", "haproxy", "caddy", "curl"];

/// Installs what is missing, and puts each proxy in front of the server.
pub fn check() -> Outcome {
    let is_there = |program: &&str| {
        let option = if *program == "caddy" { "version" } else { "-V" };
        let option = if *program == "haproxy" { "-v" } else { option };
        Command::new(*program, [option]).works()
    };
    let missing: Vec<&str> = PROGRAMS.into_iter().filter(|it| !is_there(it)).collect();
    if !missing.is_empty() {
        install_with_apt(&missing.join(" "), &missing)?;
    }
    let words = "test --package server --test proxies --locked";
    Command::cargo(words.split(' ')).run()
}
