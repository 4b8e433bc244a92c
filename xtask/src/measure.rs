//! Drives the pages of the real program in a browser: measures them, and takes their pictures for the documentation.

use crate::Outcome;
use crate::shell::Command;
use crate::{browser, client, workspace};

/// Builds the release, and prints the table of the pages' figures: a slow network, a slow processor.
pub fn run() -> Outcome {
    drive("measure")
}

/// Builds the release, and writes the pictures to `docs/pictures`.
pub fn pictures() -> Outcome {
    drive("pictures")
}

fn drive(script: &str) -> Outcome {
    client::build()?;
    let chromium = browser::find()?;
    Command::cargo(["build", "--release", "--locked", "-p", "server"]).run()?;
    Command::npm_script(script)
        .variable("CHROMIUM", chromium)
        .variable("FRONTDESK_BIN", workspace::program("release", "frontdesk")?)
        .run()
}
