//! Builds the documentation as a site in `docs` beside the build, and checks its links and samples.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::shell::{Command, is_on_path};
use crate::{Outcome, browser, client, tools, workspace};

const MDBOOK: &str = "0.5.4";

/// Builds the site.
pub fn build() -> Outcome {
    let site = site()?;
    book("build")?.run()?;
    println!(
        "\nThe documentation is in {}",
        site.join("index.html").display()
    );
    Ok(())
}

/// Serves the site, and builds it again when a page changes.
pub fn serve() -> Outcome {
    book("serve")?.become_it()
}

/// Builds the site; checks its links and anchors, and the samples of all languages.
pub fn check() -> Outcome {
    client::install()?;
    build()?;
    links()?;
    php()?;
    let words = "run --silent test -- test/samples.test.ts";
    Command::new("npm", words.split(' '))
        .inside(&workspace::client())
        .run()?;
    let words = "test --locked -p server --test api documentation";
    Command::cargo(words.split(' ')).run()
}

fn site() -> Outcome<PathBuf> {
    Ok(workspace::target()?.join("docs"))
}

fn book(task: &str) -> Outcome<Command> {
    let program = tools::find("mdbook", MDBOOK)?;
    let site = site()?;
    let folder = workspace::root().join("docs/site");
    Ok(Command::new(
        program,
        [
            task.into(),
            folder.into_os_string(),
            "--dest-dir".into(),
            site.into_os_string(),
        ],
    ))
}

/// Checks every link and anchor inside the site. Links to other sites are only listed: the check also works offline.
fn links() -> Outcome {
    let tool = workspace::client().join("node_modules/.bin");
    let path = std::env::var("PATH").unwrap_or_default();
    let words = ". --recurse --check-fragments --verbosity error --skip";
    let others = "^https?://(?!127\\.0\\.0\\.1|localhost)";
    Command::new(tool.join("linkinator"), words.split(' ').chain([others]))
        .inside(&site()?)
        // It runs with the Node that the lock file brings.
        .variable("PATH", format!("{}:{path}", tool.display()))
        .run()?;
    println!("\nLinks to other sites, not checked:");
    for link in links_to_others()? {
        println!("  {link}");
    }
    Ok(())
}

fn links_to_others() -> Outcome<BTreeSet<String>> {
    let pages = Command::new("git", ["ls-files", "docs/*.md", "*.md"]).read()?;
    let mut found = BTreeSet::new();
    for page in pages.lines() {
        let text = std::fs::read_to_string(workspace::root().join(page)).unwrap_or_default();
        let links = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split_once(')'));
        found.extend(
            links
                .map(|(link, _)| link.to_owned())
                .filter(|link| link.starts_with("http")),
        );
    }
    Ok(found)
}

/// The server's tests run the samples in PHP if there is one.
fn php() -> Outcome {
    match is_on_path("php") {
        true => Ok(()),
        false => browser::install_with_apt("php-cli", &["php-cli"]),
    }
}
