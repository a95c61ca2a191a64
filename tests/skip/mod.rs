//! Skipped tests, reported in the form that `cargo xtask test` counts.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::{env, thread};

/// Reports that the current test is skipped, or a part of it. The test's output is not captured.
pub(crate) fn report(reason: impl Display) {
    let thread = thread::current();
    writeln!(io::stdout(), "skipped: {}: {reason}", thread.name().unwrap_or_default()).ok();
}

/// Reports that something is missing that every CI has; there, the current test fails.
#[allow(dead_code, reason = "some tests need nothing but data")]
pub(crate) fn missing(what: impl Display) {
    assert!(env::var_os("CI").is_none(), "CI needs {what}");
    report(format_args!("{what} is missing"));
}
