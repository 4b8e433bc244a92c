//! Writes the manual pages and the shell completions of `frontdesk` to a folder, from the command line itself.

use anyhow::Context as _;
use clap::CommandFactory as _;
use clap_complete::Shell;
use server::settings::Cli;
use std::path::PathBuf;

fn main() -> anyhow::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.context("name the folder to write to")?;
    let (man, completions) = (folder.join("man"), folder.join("completions"));
    for made in [&man, &completions] {
        std::fs::create_dir_all(made).with_context(|| format!("making {}", made.display()))?;
    }
    clap_mangen::generate_to(Cli::command(), &man).context("writing the manual pages")?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut Cli::command(), "frontdesk", &completions)
            .with_context(|| format!("writing the completions for {shell}"))?;
    }
    Ok(())
}
