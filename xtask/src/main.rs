//! The project's tasks: `cargo xtask run`, `test`, `dev`, `bench`, `measure`, `pictures`,
//! `docs`, `proxies`, `samples`, `connections`, `cluster`, `watching`, `deny`, `advisories`, `requirements`, `release`,
//! `ci`.
//!
//! It uses only the standard library, so that the first command of a fresh clone compiles in seconds. Tasks print what
//! they run, fail when anything fails and leave nothing running.
#![allow(clippy::print_stdout, clippy::print_stderr)] // a command line tool speaks on its terminal

use std::process::ExitCode;

mod advisories;
mod browser;
mod checks;
mod client;
mod cluster;
mod connections;
mod deny;
mod docs;
mod measure;
mod proxies;
mod python;
mod release;
mod requirements;
mod samples;
mod schema;
mod serve;
mod shell;
mod tools;
mod watching;
mod workspace;

/// The result of a task. The error text is for the person at the terminal.
type Outcome<T = ()> = Result<T, String>;

const USAGE: &str = "\
cargo xtask run [options]           build the client and the server (release) and serve the demo;
                                    the options are those of `frontdesk serve`
cargo xtask test [rust|client|server|schema|e2e]
                                    run every check and test, or one part of them
cargo xtask dev [options]           run the server with debug assertions, and Vite with hot reload
cargo xtask bench [options]         run the load harness (release build, loopback only)
cargo xtask measure                 measure the pages on a slow phone, and the desk (release build)
cargo xtask pictures                take the pictures in docs/pictures again (release build)
cargo xtask docs [--serve|--check]  build the documentation in target/docs; serve it; or also check its links and samples
cargo xtask watching                check alert rules and metrics by promtool
cargo xtask proxies                 test the samples for nginx, HAProxy and Caddy in deploy/
cargo xtask samples                 check the samples for a cluster in deploy/ by NATS servers and Kubernetes' schemas
cargo xtask connections             test mail, sign-on and webhooks with servers from PyPI
cargo xtask cluster                 test the cluster with NATS servers from PyPI
cargo xtask deny                    check licences, bans and sources of the dependencies
cargo xtask advisories              look for known weaknesses in the dependencies
cargo xtask requirements            fill in the tests of each requirement in docs/requirements.md
cargo xtask release [--target x86_64|aarch64] [--check]
                                    build the packages of a release into target/release-packages,
                                    for both targets by default; --check also installs and starts
                                    those of this machine
cargo xtask ci                      run what CI runs: requirements, test, deny";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let task = words.next().unwrap_or_default();
    let options: Vec<String> = words.collect();
    match perform(&task, &options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn perform(task: &str, options: &[String]) -> Outcome {
    if options.iter().any(|word| word == "--help") && !matches!(task, "run" | "dev" | "bench") {
        println!("{USAGE}");
        return Ok(());
    }
    match (task, options) {
        ("run", options) => serve::run(options),
        ("dev", options) => serve::dev(options),
        ("bench", options) => serve::bench(options),
        ("test", []) => checks::all(),
        ("test", [part]) => match part.as_str() {
            "rust" => checks::rust(),
            "client" => checks::client(),
            "server" => checks::server(),
            "schema" => checks::api_description(),
            "e2e" => checks::end_to_end(),
            other => Err(format!("unknown part of the tests: {other}\n{USAGE}")),
        },
        ("ci", []) => checks::continuous_integration(),
        ("measure", []) => measure::run(),
        ("pictures", []) => measure::pictures(),
        ("docs", []) => docs::build(),
        ("docs", [part]) if part == "--serve" => docs::serve(),
        ("docs", [part]) if part == "--check" => docs::check(),
        ("watching", []) => watching::check(&serve::built()?),
        ("proxies", []) => proxies::check(),
        ("samples", []) => samples::check(),
        ("connections", []) => connections::check(&serve::built()?),
        ("cluster", []) => cluster::check(),
        ("deny", []) => deny::check(),
        ("advisories", []) => advisories::check(),
        ("release", options) => release::run(options),
        ("requirements", []) => requirements::write(),
        ("" | "help" | "--help" | "-h", _) => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(format!(
            "unknown task: {task} {}\n{USAGE}",
            options.join(" ")
        )),
    }
}
