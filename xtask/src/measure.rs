//! What a visitor's browser takes: the pages against the real program, on a slow network and a slow processor.

use crate::Outcome;
use crate::shell::Command;
use crate::{browser, client, workspace};

/// Builds what people get and prints the table of what the pages took.
pub fn run() -> Outcome {
    client::build()?;
    let chromium = browser::find()?;
    Command::cargo(["build", "--release", "--locked", "-p", "server"]).run()?;
    Command::npm_script("measure")
        .variable("CHROMIUM", chromium)
        .variable("FRONTDESK_BIN", workspace::program("release", "frontdesk")?)
        .run()
}
