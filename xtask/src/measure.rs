//! Measures the pages of the real program in a browser with a slow network and a slow processor.

use crate::Outcome;
use crate::shell::Command;
use crate::{browser, client, workspace};

/// Builds the release and prints the table of the pages' figures.
pub fn run() -> Outcome {
    client::build()?;
    let chromium = browser::find()?;
    Command::cargo(["build", "--release", "--locked", "-p", "server"]).run()?;
    Command::npm_script("measure")
        .variable("CHROMIUM", chromium)
        .variable("FRONTDESK_BIN", workspace::program("release", "frontdesk")?)
        .run()
}
