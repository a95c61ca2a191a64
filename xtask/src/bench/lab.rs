//! What every benchmark needs: the site, the input, a server, a browser.

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;

use anyhow::{Context as _, Result};
use wasm_bindgen_cli::wasm_bindgen;

use super::Options;
use super::input::Input;
use crate::browser::Driver;
use crate::wasm::{TARGET, cargo};
use crate::webdriver::Session;
use crate::{dist, npm, process, root};

/// Everything that the benchmarks bring along, and what they generate; relative to the workspace.
pub(crate) const FOLDER: &str = "target/bench";
/// What the page is compared with.
const PACKAGES: [&str; 2] = ["fflate@0.8.3", "pako@3.0.3"];

/// The page as it is published.
pub(crate) fn site() -> PathBuf {
    root().join(FOLDER).join("site")
}

/// Where benchmarks run.
pub(crate) struct Lab {
    /// How often each measures.
    pub(crate) rounds: usize,
    /// Whether speed does not matter.
    pub(crate) quick: bool,
    /// The file to measure with.
    pub(crate) input: Input,
    /// A browser. Its window is anywhere; whoever uses it visits a page first.
    pub(crate) session: Session,
    driver: Driver,
    server: Server,
}

impl Lab {
    /// Builds and starts everything.
    pub(crate) fn prepare(options: &Options) -> Result<Self> {
        let folder = root().join(FOLDER);
        fs::create_dir_all(&folder)?;
        dist::build(&site())?;
        build_gunzip()?;
        npm::install(&folder, &PACKAGES).context("to compare with JavaScript")?;
        let (rounds, times) = if options.quick { (1, 1) } else { (options.rounds.max(1), 6) };
        let input = Input::write(&folder, options.images.as_deref(), times)?;

        let driver = options.browser.start()?;
        Ok(Self {
            rounds,
            quick: options.quick,
            input,
            session: Session::start(&driver)?,
            driver,
            server: Server::start()?,
        })
    }

    /// A browser that has seen nothing yet.
    pub(crate) fn fresh_session(&self) -> Result<Session> {
        Session::start(&self.driver)
    }

    /// Goes to the page itself, as it is published.
    pub(crate) fn visit_site(&self, session: &Session) -> Result<()> {
        session.visit(&format!("{}{FOLDER}/site/", self.server.address))
    }

    /// Goes to the page that loads what is in benches/, and gives it the input.
    pub(crate) fn visit_benches(&self, session: &Session) -> Result<()> {
        session.visit(&format!("{}benches/", self.server.address))?;
        session.choose(&self.input.path)
    }

    /// Under what circumstances the figures came about.
    pub(crate) fn description(&self) -> String {
        format!(
            "{}. Medians of {} rounds in {} on {} {} with {} processors.",
            self.input.description,
            self.rounds,
            self.session.browser(),
            env::consts::OS,
            env::consts::ARCH,
            thread::available_parallelism().map_or(1, usize::from),
        )
    }
}

/// This program, serving the workspace; dropping it ends it.
struct Server {
    child: Child,
    address: String,
    /// Held so that the program can go on writing.
    _output: BufReader<ChildStdout>,
}

impl Server {
    fn start() -> Result<Self> {
        let mut child = Command::new(env::current_exe()?)
            .args(["serve", "--port=0", "--no-open", "--site"])
            .arg(root())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut output = BufReader::new(child.stdout.take().context("the server has no output")?);
        let mut address = String::new();
        output.read_line(&mut address)?;
        Ok(Self { child, address: address.trim().into(), _output: output })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Compiles benches/gunzip.rs with what the core is compiled with.
fn build_gunzip() -> Result<()> {
    let target = root().join("target");
    process::run(
        cargo()
            .args(["build", "--package", "idxlens", "--example", "gunzip", "--release"])
            .args(["--target", TARGET, "--target-dir"])
            .arg(&target),
    )?;
    wasm_bindgen::run_cli_with_args([
        "wasm-bindgen".as_ref(),
        "--target=web".as_ref(),
        "--out-dir".as_ref(),
        root().join(FOLDER).join("pkg").as_os_str(),
        target.join(TARGET).join("release/examples/gunzip.wasm").as_os_str(),
    ])
}
