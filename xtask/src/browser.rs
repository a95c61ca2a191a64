//! The browser that the tests run in, and the `WebDriver` program that steers it.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

use anyhow::{Context as _, Result, bail, ensure};
use clap::ValueEnum;

use crate::{process, root};

/// A browser that the tests know how to use.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(crate) enum Browser {
    /// Chromium or Chrome, steered by chromedriver
    Chromium,
    /// Firefox, steered by geckodriver
    Firefox,
    /// `WebKitGTK`'s own browser, steered by `WebKitWebDriver`, on a screen of its own
    Webkit,
}

/// The names of a browser and its driver.
struct Names {
    name: &'static str,
    /// Where the driver is, if not on the PATH.
    variable: &'static str,
    driver: &'static str,
    /// Programs, any of which is the browser.
    programs: &'static [&'static str],
    /// Debian's packages.
    packages: &'static [&'static str],
}

impl Browser {
    fn names(self) -> Names {
        match self {
            Self::Chromium => Names {
                name: "chromium",
                variable: "CHROMEDRIVER",
                driver: "chromedriver",
                programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
                packages: &["chromium", "chromium-driver"],
            },
            Self::Firefox => Names {
                name: "firefox",
                variable: "GECKODRIVER",
                driver: "geckodriver",
                programs: &["firefox", "firefox-esr"],
                packages: &["firefox-esr"],
            },
            Self::Webkit => Names {
                name: "webkit",
                variable: "WEBKITDRIVER",
                driver: "WebKitWebDriver",
                programs: &["Xvfb"],
                packages: &["webkit2gtk-driver", "xvfb"],
            },
        }
    }

    /// The name that the tests know it by.
    pub(crate) fn name(self) -> &'static str {
        self.names().name
    }

    /// The variable through which wasm-bindgen's test runner takes a running driver, if it knows the browser.
    pub(crate) fn runner_variable(self) -> Option<&'static str> {
        match self {
            Self::Chromium => Some("CHROMEDRIVER_REMOTE"),
            Self::Firefox => Some("GECKODRIVER_REMOTE"),
            Self::Webkit => None,
        }
    }

    /// Installs browser and driver where that is known to work, if they are missing; elsewhere says what is.
    pub(crate) fn provide(self) -> Result<()> {
        // Only Linux has browsers on the PATH; elsewhere their drivers know where to look.
        let is_installed =
            !cfg!(target_os = "linux") || self.names().programs.iter().any(|name| which::which(name).is_ok());
        // Debian has no package of it.
        let builds_driver = self == Self::Firefox && self.driver().is_none();
        if !is_installed || !builds_driver && self.driver().is_none() {
            self.install()?;
        }
        if builds_driver {
            println!("Installing geckodriver");
            let [tools, target] = [tools(), root().join("target/geckodriver")];
            let install = ["install", "--locked", "geckodriver", "--root"];
            process::run(Command::new("cargo").args(install).arg(tools).arg("--target-dir").arg(target))?;
        }
        Ok(())
    }

    /// Starts the driver.
    pub(crate) fn start(self) -> Result<Driver> {
        self.provide()?;
        Driver::start(self, &self.driver().context("the driver is still missing after it was installed")?)
    }

    /// The `WebDriver` program.
    fn driver(self) -> Option<PathBuf> {
        let Names { variable, driver, .. } = self.names();
        let built = Some(tools().join("bin").join(driver)).filter(|path| path.is_file());
        env::var_os(variable).map(PathBuf::from).or_else(|| which::which(driver).ok()).or(built)
    }

    /// Installs browser and driver on Debian, for its administrator; elsewhere says what is missing.
    fn install(self) -> Result<()> {
        let Names { name, variable, driver, packages, .. } = self.names();
        let install = "apt-get install --yes --no-install-recommends";
        if !(is_debian() && is_administrator()) {
            bail!(
                "the tests in {name} need that browser, and the {driver} that fits it on the PATH or in {variable}; \
                 on Debian: {install} {}",
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

/// Where programs are kept that this one has built.
fn tools() -> PathBuf {
    root().join("target/tools")
}

fn is_debian() -> bool {
    fs::read_to_string("/etc/os-release").is_ok_and(|text| text.lines().any(|line| line == "ID=debian"))
}

#[cfg(unix)]
fn is_administrator() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_administrator() -> bool {
    false
}

/// Says where a driver takes commands, and keeps it running until the standard input ends.
pub(crate) fn drive(browser: Browser) -> Result<()> {
    let driver = browser.start()?;
    println!("{}", driver.url());
    io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}

/// Limit of the time for an answer on the driver's port.
const ANSWER: Duration = Duration::from_secs(5);

/// How long a driver may take to end its browsers on a busy machine.
const FAREWELL: Duration = Duration::from_secs(20);

/// How long a driver may take to start on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running `WebDriver` program; dropping it ends it and the browsers it has started.
pub(crate) struct Driver {
    browser: Browser,
    child: Child,
    port: u16,
    /// Where the browser has its windows, if not on the screen that is there or on none.
    screen: Option<Screen>,
}

impl Driver {
    /// Starts the program on a free port, and waits until it takes commands.
    fn start(browser: Browser, program: &Path) -> Result<Self> {
        const TRIES: u32 = 5;
        let screen = (browser == Browser::Webkit).then(Screen::start).transpose()?;
        for _ in 0..TRIES {
            // Free now; if another program is quicker, the driver ends, and the next port is tried.
            let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
            let mut command = Command::new(program);
            command.arg(format!("--port={port}")).stdout(Stdio::null());
            if let Some(screen) = &screen {
                command.env("DISPLAY", &screen.display).env_remove("WAYLAND_DISPLAY");
                if is_administrator() {
                    command.env("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1");
                }
            }
            let child = command.spawn().with_context(|| format!("could not start {}", program.display()))?;
            let mut driver = Self { browser, child, port, screen: None };
            let begun = Instant::now();
            while driver.child.try_wait()?.is_none() {
                ensure!(begun.elapsed() < PATIENCE, "{} takes no commands", program.display());
                let question = ureq::get(format!("{}/status", driver.url()));
                let answers = question.config().timeout_global(Some(ANSWER)).build().call().is_ok();
                // Or it was another one, on a port that this one could not have.
                if answers && driver.child.try_wait()?.is_none() {
                    driver.screen = screen;
                    return Ok(driver);
                }
                thread::sleep(Duration::from_millis(20));
            }
        }
        bail!("{} ended before it was ready", program.display())
    }

    /// Where it takes commands.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Asks Chromium's driver to end: after a signal its browsers would still run.
    fn shut_down(&self) -> Result<()> {
        let question = ureq::get(format!("{}/shutdown", self.url()));
        question.config().timeout_global(Some(ANSWER)).build().call()?;
        Ok(())
    }
}

impl Drop for Driver {
    /// Asks the driver to end: if it is killed, its browsers still run.
    fn drop(&mut self) {
        let told = match self.browser {
            Browser::Chromium => self.shut_down().is_ok(),
            Browser::Firefox | Browser::Webkit => terminate(&self.child),
        };
        let begun = Instant::now();
        while told && begun.elapsed() < FAREWELL {
            if self.child.try_wait().is_ok_and(|status| status.is_some()) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Asks a program to end, where there are signals; whether that was possible.
#[cfg(unix)]
fn terminate(child: &Child) -> bool {
    use rustix::process::{Pid, Signal, kill_process};
    kill_process(Pid::from_child(child), Signal::TERM).is_ok()
}

#[cfg(not(unix))]
fn terminate(_: &Child) -> bool {
    false
}

/// A virtual screen.
struct Screen {
    child: Child,
    /// The system's name for it.
    display: String,
}

impl Screen {
    fn start() -> Result<Self> {
        let options = ["-displayfd", "1", "-screen", "0", "1600x1400x24", "-nolisten", "tcp"];
        let mut child = Command::new("Xvfb").args(options).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut number = String::new();
        BufReader::new(child.stdout.take().context("Xvfb has no output")?).read_line(&mut number)?;
        ensure!(!number.trim().is_empty(), "Xvfb ended before it was ready");
        Ok(Self { child, display: format!(":{}", number.trim()) })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
