//! Running other programs.

use std::process::{Child, Command, ExitStatus, Stdio};

use anyhow::{Context as _, Result, ensure};

/// Runs a program to its end; anything but success is an error that names the command.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = start(command)?.wait()?;
    check(command, status)
}

/// What a program prints until its end; anything but success is an error that names the command.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("could not start {}", line(command)))?;
    check(command, output.status)?;
    Ok(String::from_utf8(output.stdout)?)
}

/// Starts a program.
pub(crate) fn start(command: &mut Command) -> Result<Child> {
    command.spawn().with_context(|| format!("could not start {}", line(command)))
}

/// Makes anything but success an error that names the command.
pub(crate) fn check(command: &Command, status: ExitStatus) -> Result<()> {
    ensure!(status.success(), "{} failed: {status}", line(command));
    Ok(())
}

/// The command as a user would type it.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
