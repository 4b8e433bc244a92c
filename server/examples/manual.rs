//! Writes the manual pages and the shell completions of `frontdesk` to a folder, from the command line itself.
//!
//! `manual FOLDER DATE`: the date, such as 2026-11-25, is the one that the pages show.

use anyhow::Context as _;
use clap::{Command, CommandFactory as _};
use clap_complete::Shell;
use server::settings::Cli;
use std::path::{Path, PathBuf};

fn main() -> anyhow::Result<()> {
    let mut words = std::env::args();
    let (Some(folder), Some(date)) = (words.nth(1), words.next()) else {
        anyhow::bail!("name the folder to write to, and the date of the pages");
    };
    let folder = PathBuf::from(folder);
    let (man, completions) = (folder.join("man"), folder.join("completions"));
    for made in [&man, &completions] {
        std::fs::create_dir_all(made).with_context(|| format!("making {}", made.display()))?;
    }
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    write_pages(&command, &date, &man).context("writing the manual pages")?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut Cli::command(), "frontdesk", &completions)
            .with_context(|| format!("writing the completions for {shell}"))?;
    }
    Ok(())
}

/// Writes the page of a command and those of its subcommands.
fn write_pages(command: &Command, date: &str, folder: &Path) -> std::io::Result<()> {
    for below in command.get_subcommands() {
        write_pages(below, date, folder)?;
    }
    let source = format!("frontdesk {}", env!("CARGO_PKG_VERSION"));
    let page = clap_mangen::Man::new(command.clone());
    page.date(date).source(source).generate_to(folder)?;
    Ok(())
}
