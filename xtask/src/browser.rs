//! The browser that the tests run in, and the `WebDriver` program that steers it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::{env, fs};

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;

use crate::process;

/// A browser that the tests know how to use.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Browser {
    /// Chromium or Chrome, steered by chromedriver
    Chromium,
}

impl Browser {
    /// The name that the tests know it by.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
        }
    }

    /// The variable by which wasm-bindgen's test runner takes a running driver.
    pub(crate) fn runner_variable(self) -> &'static str {
        match self {
            Self::Chromium => "CHROMEDRIVER_REMOTE",
        }
    }

    /// Starts the driver; installs it and the browser first where that is known to work.
    pub(crate) fn start(self) -> Result<Driver> {
        if self.driver().is_none() || !self.is_installed() {
            self.install()?;
        }
        Driver::start(&self.driver().context("the driver is still missing after it was installed")?)
    }

    /// The `WebDriver` program.
    fn driver(self) -> Option<PathBuf> {
        match self {
            Self::Chromium => env::var_os("CHROMEDRIVER").map(PathBuf::from).or_else(|| process::find("chromedriver")),
        }
    }

    /// Whether the browser is there. Only Linux has it on the PATH; elsewhere its driver knows where to look.
    fn is_installed(self) -> bool {
        let names = match self {
            Self::Chromium => ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
        };
        !cfg!(target_os = "linux") || names.into_iter().any(|name| process::find(name).is_some())
    }

    /// Installs browser and driver on Debian, for its administrator; elsewhere says what is missing.
    fn install(self) -> Result<()> {
        let packages = match self {
            Self::Chromium => ["chromium", "chromium-driver"],
        };
        let install = "apt-get install --yes --no-install-recommends";
        if !(is_debian() && is_administrator()) {
            bail!(
                "the browser tests need Chromium or Chrome, and the chromedriver of the same version on the PATH or \
                 in CHROMEDRIVER; on Debian: {install} {}",
                packages.join(" ")
            );
        }
        println!("Installing {}", packages.join(" and "));
        process::run(Command::new("apt-get").args(["update", "--quiet"]))?;
        let mut words = install.split(' ');
        process::run(
            Command::new(words.next().unwrap_or_default())
                .args(words)
                .args(packages)
                .env("DEBIAN_FRONTEND", "noninteractive")
                .stdin(Stdio::null()),
        )
    }
}

fn is_debian() -> bool {
    fs::read_to_string("/etc/os-release").is_ok_and(|text| text.lines().any(|line| line == "ID=debian"))
}

fn is_administrator() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// A running `WebDriver` program; dropping it ends it and the browsers it has started.
pub(crate) struct Driver {
    child: Child,
    port: u16,
    /// Held so that the program can go on writing.
    _output: BufReader<ChildStdout>,
}

impl Driver {
    /// Starts the program on a free port, which its first lines tell.
    fn start(program: &Path) -> Result<Self> {
        let mut child = Command::new(program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("could not start {}", program.display()))?;
        let mut output = BufReader::new(child.stdout.take().context("the driver has no output")?);
        let mut line = String::new();
        let port = loop {
            line.clear();
            if output.read_line(&mut line)? == 0 {
                bail!("{} ended before it was ready: {}", program.display(), child.wait()?);
            }
            let told = line.split_once("started successfully on port ");
            if let Some(port) = told.and_then(|(_, port)| port.trim().trim_end_matches('.').parse().ok()) {
                break port;
            }
        };
        Ok(Self { child, port, _output: output })
    }

    /// Where it takes commands.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Asked rather than killed, because it takes its browsers with it then.
        let asked = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))
            .and_then(|mut stream| stream.write_all(b"GET /shutdown HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        if asked.is_err() {
            self.child.kill().ok();
        }
        self.child.wait().ok();
    }
}
