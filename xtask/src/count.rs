//! Counts the tests that other programs run.

use std::borrow::BorrowMut;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context as _, Error, Result};

use crate::process;

/// The results of the tests so far.
#[derive(Debug, Default)]
pub(crate) struct Count {
    passed: usize,
    failed: usize,
    /// The reason for each skipped test, by the test's name. A test of which a part is skipped is among them.
    skipped: BTreeMap<String, String>,
    /// How many of the passed tests are among the skipped ones.
    passed_in_part: usize,
    /// Stage and name of each Rust test that failed.
    failures: Vec<(String, String)>,
    /// Stage and name of each test that failed, but not alone afterwards.
    unsteady: Vec<(String, String)>,
}

impl Count {
    /// Runs a program to its end, shows its output and counts the tests in it; anything but success is an error.
    pub(crate) fn run(&mut self, stage: &str, command: &mut Command) -> Result<()> {
        let failed = self.run_side_by_side(vec![(stage.to_owned(), command)])?;
        failed.into_iter().next().map_or(Ok(()), |(_, error)| Err(error))
    }

    /// Runs programs at the same time, each to its end, and gives the stages that failed. With more than one program,
    /// each line shows its stage.
    pub(crate) fn run_side_by_side<C: BorrowMut<Command>>(
        &mut self,
        programs: Vec<(String, C)>,
    ) -> Result<Vec<(String, Error)>> {
        let are_many = programs.len() > 1;
        let (sender, lines) = mpsc::channel();
        let mut running = Vec::new();
        for (stage, mut command) in programs {
            let mut child = process::start(command.borrow_mut().stdout(Stdio::piped()))?;
            let output = child.stdout.take().context("the tests have no output")?;
            let (sender, name) = (sender.clone(), stage.clone());
            thread::spawn(move || {
                for line in BufReader::new(output).lines() {
                    if sender.send((name.clone(), line)).is_err() {
                        break;
                    }
                }
            });
            running.push((stage, command, child));
        }
        drop(sender);
        for (stage, line) in lines {
            let line = line?;
            let shown = if are_many { format!("{stage}: {line}") } else { line.clone() };
            writeln!(io::stdout(), "{shown}")?;
            self.read(&stage, &line);
        }
        let mut failed = Vec::new();
        for (stage, command, mut child) in running {
            let result = child.wait().map_err(Into::into).and_then(|status| process::check(command.borrow(), status));
            failed.extend(result.err().map(|error| (stage, error)));
        }
        Ok(failed)
    }

    /// The names of a stage's tests that failed.
    pub(crate) fn failures(&self, stage: &str) -> Vec<String> {
        self.failures.iter().filter(|failure| failure.0 == stage).map(|failure| failure.1.clone()).collect()
    }

    /// Runs a test that failed again, by the program given. The report names it if it passes now: it depends on what
    /// else the machine does, or on luck.
    pub(crate) fn run_again(&mut self, stage: &str, name: &str, command: &mut Command) -> Result<()> {
        let mut again = Self::default();
        again.run(stage, command)?;
        for (test, reason) in again.skipped {
            self.passed_in_part += usize::from(self.skipped.insert(test, reason).is_none());
        }
        self.pass_after_all(stage, name);
        Ok(())
    }

    fn pass_after_all(&mut self, stage: &str, name: &str) {
        self.failed -= 1;
        self.passed += 1;
        self.unsteady.push((stage.to_owned(), name.to_owned()));
    }

    /// Adds a test, or a number of them, that another program does not count.
    pub(crate) fn skip(&mut self, name: &str, reason: &str) {
        self.skipped.insert(name.to_owned(), reason.to_owned());
    }

    /// Counts the tests in a line of the output: of Rust's test harness, of `tests/skip` or of Node's test runner.
    fn read(&mut self, stage: &str, line: &str) {
        if let Some((_, result)) = line.split_once("test result: ") {
            let counts = result.split([' ', '.', ';']).filter(|word| !word.is_empty()).collect::<Vec<_>>();
            for pair in counts.windows(2) {
                match (pair[0].parse::<usize>(), pair[1]) {
                    (Ok(count), "passed") => self.passed += count,
                    (Ok(count), "failed") => self.failed += count,
                    _ => {}
                }
            }
        } else if let Some((name, reason)) = line.split_once("skipped: ").and_then(|(_, skip)| skip.split_once(": ")) {
            let before = self.skipped.insert(format!("{stage} {name}"), reason.to_owned());
            self.passed_in_part += usize::from(before.is_none());
        } else if let Some(count) = line.strip_prefix("# pass ").and_then(|count| count.parse::<usize>().ok()) {
            self.passed += count;
        } else if let Some(count) = line.strip_prefix("# fail ").and_then(|count| count.parse::<usize>().ok()) {
            self.failed += count;
        } else if let Some(name) = failed_test(line) {
            self.failures.push((stage.to_owned(), name.to_owned()));
        }
    }
}

/// The test that a line of the list of failures names, where Rust's test harness ends.
fn failed_test(line: &str) -> Option<&str> {
    let is_name = |name: &&str| name.contains("::") && !name.contains(char::is_whitespace);
    line.strip_prefix("    ").filter(is_name)
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, reason) in &self.skipped {
            writeln!(f, "skipped  {name}: {reason}")?;
        }
        for (stage, name) in &self.unsteady {
            writeln!(f, "unsteady {stage} {name}: failed beside other tests, passed alone")?;
        }
        let passed = self.passed.saturating_sub(self.passed_in_part);
        write!(f, "{passed} passed, {} failed, {} skipped", self.failed, self.skipped.len())
    }
}

#[cfg(test)]
mod tests {
    use super::Count;

    fn count(lines: &[&str]) -> String {
        let mut count = Count::default();
        for line in lines {
            count.read("native", line);
        }
        count.to_string()
    }

    #[test]
    fn results_of_several_programs_are_added_up() {
        let rust =
            "test result: FAILED. 14 passed; 2 failed; 192 ignored; 0 measured; 7 filtered out; finished in 1.25s";
        assert_eq!(count(&[rust, "", rust]), "28 passed, 4 failed, 0 skipped");
        assert_eq!(count(&["# tests 7", "# pass 6", "# fail 1", "# skipped 0"]), "6 passed, 1 failed, 0 skipped");
        assert_eq!(count(&["test pass ... ok", "# passed"]), "0 passed, 0 failed, 0 skipped");
    }

    #[test]
    fn a_test_that_passes_alone_is_named() {
        let mut count = Count::default();
        let output = "
test large::one ... ok
test large::two ... FAILED
failures:

---- large::two stdout ----
Error: \"large.rs:1:1: not 7\"

failures:
    large::two

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.25s";
        output.lines().for_each(|line| count.read("viewer", line));
        assert_eq!(count.failures("viewer"), ["large::two"]);

        count.pass_after_all("viewer", "large::two");
        let expected = "\
unsteady viewer large::two: failed beside other tests, passed alone
2 passed, 0 failed, 0 skipped";
        assert_eq!(count.to_string(), expected);
    }

    #[test]
    fn a_skipped_test_is_named_and_has_not_passed() {
        let lines = [
            "running 3 tests",
            "test one ... skipped: one: there is no file",
            "skipped: two: pigz is missing",
            "skipped: two: pigz is missing",
            "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s",
        ];
        let expected = "\
skipped  native one: there is no file
skipped  native two: pigz is missing
1 passed, 0 failed, 2 skipped";
        assert_eq!(count(&lines), expected);
    }
}
