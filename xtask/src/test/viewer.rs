//! The stage "viewer": the page in browsers, side by side.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, thread};

use anyhow::{Context as _, Result, ensure};

use super::Options;
use crate::browser::Browser;
use crate::count::Count;
use crate::dist::{self, Scripts};
use crate::wasm::cargo;
use crate::{npm, process, root, serve};

/// The checker of accessibility.
const AXE: &str = "axe-core@4.14.1";

/// Up to so many failed tests run again, alone, in each browser. Browsers that share two processors can be too slow for a
/// test, or end by themselves. A defect fails a test twice, or many tests.
const MOST_UNSTEADY: usize = 4;

/// The pictures that the README shows, of those in target/screenshots/chromium.
const SCREENSHOTS: [&str; 5] =
    ["page-light.png", "page-dark.png", "page-narrow.png", "panel-light.png", "error-light.png"];

/// The modules whose tests run in every browser, because browsers differ in them: files that are dropped, history, keys,
/// offline use, layout.
const EVERYWHERE: [&str; 11] = [
    "folders",
    "history",
    "keyboard",
    "links",
    "narrow_screens",
    "opening",
    "paging",
    "presentation",
    "privacy",
    "reloading",
    "stillness",
];

/// The modules whose tests run in the first browser: they take the others minutes.
const FIRST: [&str; 3] = ["accessibility", "checking", "large"];

/// Of the tests that are dealt to the third browser, `WebKit` in CI, one in so many runs in the second: it takes longest for each.
const MOVED: usize = 5;

/// Runs the tests in all browsers at the same time.
pub(super) fn run(options: &Options, program: &Path, count: &mut Count) -> Result<()> {
    let site = serve::folder();
    dist::build(&site, Scripts::Joined)?;
    let [plain, without_worker] = ["plain-site", "site-without-worker"].map(|name| root().join("target").join(name));
    dist::publish(&plain, Scripts::Plain)?;
    // The service worker's work takes a quarter of a test's time, and few tests need it.
    dist::publish(&without_worker, Scripts::Joined)?;
    fs::remove_file(without_worker.join(dist::WORKER))?;
    for browser in &options.browser {
        browser.provide()?;
    }
    let tests = ["test", "--package", "viewer"];
    process::run(cargo().args(tests).arg("--no-run"))?;
    let axe = axe()?;
    // The engines share the processors.
    let threads = thread::available_parallelism()?.get().div_ceil(options.browser.len());
    let threads = format!("--test-threads={threads}");
    let command = |browser: Browser| -> Result<Command> {
        let mut command = cargo();
        command.args(tests).args(["--", "--include-ignored", &threads]);
        command.env("IDXLENS_SITE", site.canonicalize()?).env("IDXLENS_XTASK", program);
        command
            .env("IDXLENS_PLAIN_SITE", plain.canonicalize()?)
            .env("IDXLENS_SITE_WITHOUT_WORKER", without_worker.canonicalize()?);
        command.env("IDXLENS_BROWSER", browser.name());
        command.envs(axe.as_ref().map(|file| ("IDXLENS_AXE", file)));
        Ok(command)
    };
    let names = names(cargo().args(tests).args(["--", "--list", "--format", "terse"]))?;
    for module in EVERYWHERE.into_iter().chain(FIRST) {
        ensure!(names.iter().any(|name| module_of(name) == module), "no viewer test is in the module {module}");
    }
    let are_dealt = options.browser.len() > 1 && options.names.is_empty() && !options.everywhere;
    // A browser spends a part of a test waiting, and leaves the processors to the others.
    let programs = options.browser.iter().enumerate().map(|(number, &browser)| {
        let mut command = command(browser)?;
        if are_dealt {
            command.arg("--exact").args(names.iter().filter(|name| is_dealt(name, number, options.browser.len())));
        } else {
            command.args(&options.names);
        }
        Ok((stage_of(browser), command))
    });
    let failed = count.run_side_by_side(programs.collect::<Result<_>>()?)?;
    for (stage, error) in failed {
        let failures = count.failures(&stage);
        let browser = options.browser.iter().find(|&&browser| stage_of(browser) == stage);
        let Some(&browser) = browser.filter(|_| (1..=MOST_UNSTEADY).contains(&failures.len())) else {
            return Err(error);
        };
        for test in failures {
            println!("\n== again, alone: {stage} {test}");
            count.run_again(&stage, &test, command(browser)?.args(["--exact", &test]))?;
        }
    }
    if options.screenshots {
        let [taken, kept] = ["target/screenshots/chromium", ".github/screenshots"].map(|folder| root().join(folder));
        fs::create_dir_all(&kept)?;
        for name in SCREENSHOTS {
            fs::copy(taken.join(name), kept.join(name)).with_context(|| format!("{name} was not taken"))?;
        }
    }
    Ok(())
}

/// The name of the stage "viewer" in one browser.
fn stage_of(browser: Browser) -> String {
    format!("viewer {}", browser.name())
}

/// The names of the tests that a program lists.
fn names(list: &mut Command) -> Result<Vec<String>> {
    let output = list.output()?;
    ensure!(output.status.success(), "the viewer tests cannot be listed");
    let list = String::from_utf8(output.stdout)?;
    Ok(list.lines().filter_map(|line| line.strip_suffix(": test")).map(Into::into).collect())
}

fn module_of(name: &str) -> &str {
    name.split("::").next().unwrap_or_default()
}

/// Whether a test runs in this one of several browsers. A sum over its name decides where no module does.
fn is_dealt(name: &str, browser: usize, browsers: usize) -> bool {
    let module = module_of(name);
    if FIRST.contains(&module) {
        return browser == 0;
    }
    let sum: usize = name.bytes().map(usize::from).sum();
    let dealt = match sum % browsers {
        2 if (sum / browsers).is_multiple_of(MOVED) => 1,
        dealt => dealt,
    };
    EVERYWHERE.contains(&module) || dealt == browser
}

/// The script of the accessibility checker; none without npm.
fn axe() -> Result<Option<PathBuf>> {
    if which::which("npm").is_err() {
        return Ok(None);
    }
    let folder = root().join("target/axe");
    npm::install(&folder, &[AXE])?;
    Ok(Some(folder.join("node_modules/axe-core/axe.min.js")))
}

#[cfg(test)]
mod tests {
    use super::is_dealt;

    #[test]
    fn each_test_has_a_browser_and_some_have_all() {
        for name in ["panel::a_copied_value", "labels::hexadecimal", "labels::hexadecimals", "keyboards::arrows"] {
            assert_eq!((0..3).filter(|&browser| is_dealt(name, browser, 3)).count(), 1, "{name}");
        }
        assert!((0..3).all(|browser| is_dealt("keyboard::arrows", browser, 3)));
        assert!((0..3).all(|browser| is_dealt("accessibility::axe", browser, 3) == (browser == 0)));
    }
}
