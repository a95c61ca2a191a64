//! The setup that benchmarks share: site, input, server and browser.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::thread;

use anyhow::{Context as _, Result};
use axum::Router;
use tokio::runtime::Runtime;
use wasm_bindgen_cli::wasm_bindgen;

use super::Options;
use super::input::Input;
use crate::browser::Driver;
use crate::dist::{self, Scripts};
use crate::serve::{bind, serve, static_files};
use crate::session::Session;
use crate::wasm::{TARGET, cargo};
use crate::{npm, process, root};

/// Where benchmarks keep their files, relative to the workspace.
pub(crate) const FOLDER: &str = "target/bench";
/// The JavaScript decoders that the page is compared with.
const PACKAGES: [&str; 2] = ["fflate@0.8.3", "pako@3.0.3"];

/// The folder of the published page.
pub(crate) fn site() -> PathBuf {
    root().join(FOLDER).join("site")
}

/// The environment of all benchmarks.
pub(crate) struct Lab {
    /// How many times each benchmark measures.
    pub(crate) rounds: usize,
    /// Whether to check only that benchmarks run.
    pub(crate) quick: bool,
    /// The file to measure with.
    pub(crate) input: Input,
    /// A browser that benchmarks share: visit a page before using it.
    pub(crate) session: Session,
    driver: Driver,
    /// Where the workspace is served.
    address: String,
    runtime: Runtime,
}

impl Lab {
    /// Builds and starts everything.
    pub(crate) fn prepare(options: &Options) -> Result<Self> {
        let folder = root().join(FOLDER);
        fs::create_dir_all(&folder)?;
        dist::build(&site(), Scripts::Joined)?;
        build_gunzip()?;
        npm::install(&folder, &PACKAGES).context("to compare with JavaScript")?;
        let (rounds, times) = if options.quick { (1, 1) } else { (options.rounds.max(1), 6) };
        let input = Input::write(&folder, options.images.as_deref(), times)?;

        let driver = options.browser.start()?;
        let runtime = Runtime::new()?;
        let session = Session::start(&driver, runtime.handle())?;
        let address = start(&runtime, static_files(root()))?;
        Ok(Self { rounds, quick: options.quick, input, session, driver, address, runtime })
    }

    /// A browser with an empty cache.
    pub(crate) fn fresh_session(&self) -> Result<Session> {
        Session::start(&self.driver, self.runtime.handle())
    }

    /// Serves a router until the benchmarks end; returns its address.
    pub(crate) fn serve(&self, router: Router) -> Result<String> {
        start(&self.runtime, router)
    }

    /// Loads the published page.
    pub(crate) fn visit_site(&self, session: &Session) -> Result<()> {
        session.visit(&format!("{}{FOLDER}/site/", self.address))
    }

    /// Loads the page in benches/, and gives it the input.
    pub(crate) fn visit_benches(&self, session: &Session) -> Result<()> {
        session.visit(&format!("{}benches/", self.address))?;
        session.choose(&self.input.path)
    }

    /// The input, the browser and the machine.
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

/// Serves a router until the runtime ends; returns its address.
fn start(runtime: &Runtime, router: Router) -> Result<String> {
    let listener = bind(0)?;
    let address = format!("http://localhost:{}/", listener.local_addr()?.port());
    runtime.spawn(serve(listener, router));
    Ok(address)
}

/// Compiles benches/gunzip.rs with the settings of the core.
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
