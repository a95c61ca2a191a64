//! The project's own commands. `cargo xtask help` lists them.

mod bench;
mod browser;
mod count;
mod dist;
mod fuzz;
mod npm;
mod process;
mod sample;
mod serve;
mod session;
mod test;
mod wasm;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

/// The project's own commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Command {
    /// Build the page and serve it on this machine; a reload rebuilds what changed
    Serve(serve::Options),
    /// Write dist/, ready for any static host
    Dist,
    /// Run all tests, or the stages named
    Test(test::Options),
    /// Fuzz all targets, or the targets named; needs a nightly compiler and cargo-fuzz
    Fuzz(fuzz::Options),
    /// Run all benchmarks, or the benchmarks named
    Bench(bench::Options),
    /// Start a browser's `WebDriver` program, print its address, and stop it when standard input ends; the tests call
    /// this
    #[command(hide = true)]
    Drive {
        /// The browser
        #[arg(value_enum)]
        browser: browser::Browser,
    },
    /// Run one compiled wasm test; cargo calls this
    #[command(hide = true, disable_help_flag = true)]
    WasmTestRunner {
        /// The arguments cargo passes to a test
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    let result = match Command::parse() {
        Command::Serve(options) => serve::run(&options),
        Command::Dist => dist::run(),
        Command::Test(options) => test::run(&options),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Drive { browser } => browser::drive(browser),
        Command::WasmTestRunner { arguments } => wasm::run_test(arguments),
    };
    // One line is enough: the programs it called have printed the details.
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's top folder.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}
