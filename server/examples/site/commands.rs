//! The help of each command, as the terminal shows it.

use clap::CommandFactory as _;
use server::settings::Cli;

/// Every command with its own section.
pub fn all() -> String {
    // The values of this machine's environment are nobody's business.
    let mut program = hide_values(Cli::command().disable_help_subcommand(true));
    program.build();
    let mut page = String::new();
    describe(&mut program, &mut page);
    page
}

fn describe(command: &mut clap::Command, page: &mut String) {
    let is_group = command.has_subcommands();
    if !is_group {
        let name = command.get_bin_name().unwrap_or_default().to_owned();
        let help = command.render_help();
        page.push_str(&format!("## {name}\n\n```text\n{help}```\n\n"));
    }
    for inner in command.get_subcommands_mut() {
        describe(inner, page);
    }
}

fn hide_values(command: clap::Command) -> clap::Command {
    command
        .mut_args(|argument| argument.hide_env_values(true))
        .mut_subcommands(hide_values)
}
