//! Starts what was built: the server, server and Vite for development, or the load harness.

use std::path::PathBuf;

use crate::Outcome;
use crate::client;
use crate::cluster;
use crate::shell::Command;
use crate::workspace;

/// Address that Vite proxies the API to, the default of `frontdesk serve`.
const DEVELOPMENT_ADDRESS: &str = "127.0.0.1:8080";

/// Builds everything and becomes the server, with the demo shop.
pub fn run(options: &[String]) -> Outcome {
    client::build()?;
    build_release(&["server"])?;
    let first = ["serve", "--demo"].map(str::to_owned).into_iter();
    let words = first.chain(options.iter().cloned());
    Command::new(workspace::program("release", "frontdesk")?, words).become_it()
}

/// Builds the server for development and runs it beside Vite. When one ends, the other ends too.
pub fn dev(options: &[String]) -> Outcome {
    client::install()?;
    let server = built()?;
    println!("\nThe server listens on {DEVELOPMENT_ADDRESS}, Vite prints its own address.");
    let words = ["-c".to_owned(), PAIR.to_owned(), "dev".to_owned()].into_iter();
    Command::new("sh", words.chain(options.iter().cloned()))
        .variable("FRONTDESK", server)
        .variable("FRONTDESK_LISTEN", DEVELOPMENT_ADDRESS)
        .become_it()
}

/// Runs two children of one shell, which ends with either: Ctrl-C, a kill and the end of a child all reach the trap.
/// Vite runs by its own Node, not by npm, so that the signal reaches the right process.
const PAIR: &str = r#"
"$FRONTDESK" serve --demo "$@" & server=$!
(cd client && exec node_modules/.bin/node node_modules/vite/bin/vite.js --host 127.0.0.1) & vite=$!
trap 'kill "$server" "$vite" 2>/dev/null; wait' EXIT
trap 'exit 130' INT TERM HUP
while kill -0 "$server" 2>/dev/null && kill -0 "$vite" 2>/dev/null; do sleep 1 & wait $!; done
exit 1
"#;

/// Builds the server and the harness with optimisation and becomes the harness.
pub fn bench(options: &[String]) -> Outcome {
    if options.iter().any(|word| word == "cluster") {
        cluster::install()?;
    }
    client::build()?;
    build_release(&["server", "frontdesk-bench"])?;
    let options = if options.is_empty() {
        vec!["all".to_owned()]
    } else {
        options.to_vec()
    };
    Command::new(workspace::program("release", "frontdesk-bench")?, options)
        .variable("FRONTDESK_BIN", workspace::program("release", "frontdesk")?)
        .become_it()
}

/// Builds the server with debug assertions and returns its path.
pub fn built() -> Outcome<PathBuf> {
    Command::cargo(["build", "--locked", "-p", "server"]).run()?;
    workspace::program("debug", "frontdesk")
}

fn build_release(packages: &[&str]) -> Outcome {
    let mut words = vec!["build", "--release", "--locked"];
    for package in packages {
        words.extend(["-p", package]);
    }
    Command::cargo(words).run()
}
