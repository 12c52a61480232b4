//! Help, completions and manual pages, all generated from the definition of the command line.

use std::fs;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use numberline_cli::{Exit, Failure, Out, Tone};

use crate::args::Args;

/// Shows the help of the whole program.
pub(crate) fn help(out: &mut Out) -> Result<Exit, Failure> {
    out.say(Tone::Plain, Args::command().render_long_help().to_string().trim_end())?;
    Ok(Exit::Done)
}

/// Shows the help of one command, or of the whole program.
pub(crate) fn help_on(words: &[String], out: &mut Out) -> Result<Exit, Failure> {
    let mut command = Args::command();
    // Options such as --color are part of every command's help.
    command.build();
    for word in words {
        let found = command.find_subcommand(word).cloned();
        command = found.ok_or_else(|| {
            Failure::Usage(format!("there is no command '{}'; 'numberline help' lists them", words.join(" ")))
        })?;
    }
    out.say(Tone::Plain, command.render_long_help().to_string().trim_end())?;
    Ok(Exit::Done)
}

/// Prints completions for a shell.
pub(crate) fn completions(shell: Shell, out: &mut Out) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "numberline", &mut text);
    out.raw(&text)?;
    Ok(Exit::Done)
}

/// Prints the manual page, or writes a page for each command into a folder.
pub(crate) fn man(folder: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    if let Some(folder) = folder {
        fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(Args::command(), folder))
            .map_err(|error| Failure::Failed(format!("cannot write to {}: {error}", folder.display())))?;
        return Ok(Exit::Done);
    }
    let mut page = Vec::new();
    Man::new(Args::command()).render(&mut page)?;
    out.raw(&page)?;
    Ok(Exit::Done)
}
