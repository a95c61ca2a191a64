//! The browser. All that differs from one to another is here.

use std::fs::{self, read_to_string};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value, json};
use thirtyfour::prelude::WebDriverResult;
use thirtyfour::{Capabilities, WebDriver, WebElement};

use crate::Result;
use crate::files::Folder;
use crate::server::variable;
use crate::skip;

/// The browser's window, in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Whether the system asks for dark colours.
    pub(crate) dark: bool,
    /// Whether the system replaces the page's colours with a few of its own, if the browser can simulate that.
    pub(crate) forced: bool,
    /// The size of text that the user has chosen, in CSS pixels.
    pub(crate) text: u32,
}

impl Window {
    pub(crate) const LIGHT: Self = Self { width: 1280, height: 800, dark: false, forced: false, text: 16 };
    pub(crate) const DARK: Self = Self { dark: true, ..Self::LIGHT };
    pub(crate) const NARROW: Self = Self { width: 360, ..Self::LIGHT };
    pub(crate) const NARROW_DARK: Self = Self { dark: true, ..Self::NARROW };
    /// The ordinary window at a zoom of 200 %.
    pub(crate) const ZOOMED: Self = Self { width: 640, height: 400, ..Self::LIGHT };
    /// The ordinary window of a user who has text of twice the usual size.
    pub(crate) const LARGE_TEXT: Self = Self { text: 32, ..Self::LIGHT };
    pub(crate) const FORCED: Self = Self { forced: true, ..Self::LIGHT };
}

/// A browser that remembers nothing, and the program that controls it.
pub(crate) struct Browser {
    pub(crate) driver: WebDriver,
    program: Child,
    /// The folder of Firefox's settings, for those that its driver does not take.
    _profile: Option<Folder>,
}

/// Browsers with an ordinary window that no test is using. Starting one takes longer than most tests do.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

impl Browser {
    /// A browser with an ordinary window and an empty page. Other tests may have used it, at other origins: cookies,
    /// caches, storage and service workers belong to an origin, and each test has its own.
    pub(crate) async fn take() -> Result<Self> {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(browser) => Ok(browser),
            None => Self::start(Window::LIGHT, None).await,
        }
    }

    /// Leaves the browser to the next test, with an empty page and no key held down. A browser with more windows than
    /// its first, which alone has the focus, ends instead.
    pub(crate) async fn give_back(self) -> Result {
        if self.driver.windows().await?.len() > 1 {
            return self.quit().await;
        }
        self.driver.action_chain().reset_actions().await?;
        self.driver.goto("about:blank").await?;
        if variable("IDXLENS_BROWSER")? == "chromium" {
            self.driver.cdp().send_raw("Page.resetNavigationHistory", json!({})).await?;
            // Reading the log empties it.
            self.driver.browser_log().await?;
        }
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(self);
        Ok(())
    }

    /// Ends the browser. The driver would wait for its session and its connections otherwise.
    pub(crate) async fn quit(self) -> Result {
        Ok(self.driver.clone().quit().await?)
    }

    /// Starts a browser that sends all its requests to the proxy, if there is one.
    pub(crate) async fn start(window: Window, proxy: Option<&str>) -> Result<Self> {
        let name = variable("IDXLENS_BROWSER")?;
        let profile = (name == "firefox").then(profile).transpose()?;
        let mut capabilities = match &profile {
            Some(profile) => firefox(window, profile.path())?,
            None if name == "chromium" => chromium(window)?,
            None if name == "webkit" => webkit(window),
            None => return Err(format!("the tests do not know the browser {name}").into()),
        };
        if let Some(proxy) = proxy {
            // Without this, Chromium does not use the proxy for addresses of this machine.
            let everything: &[&str] = if name == "chromium" { &["<-loopback>"] } else { &[] };
            let manual = json!({ "proxyType": "manual", "httpProxy": proxy, "sslProxy": proxy, "noProxy": everything });
            capabilities.set("proxy", manual)?;
        }
        let mut program = Command::new(variable("IDXLENS_XTASK")?)
            .args(["drive", &name])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut address = String::new();
        BufReader::new(program.stdout.take().ok_or("the driver has no output")?).read_line(&mut address)?;
        let driver = WebDriver::new(address.trim(), capabilities).await?;
        if name == "chromium" {
            if window.forced {
                let features = json!({ "features": [{ "name": "forced-colors", "value": "active" }] });
                driver.cdp().send_raw("Emulation.setEmulatedMedia", features).await?;
            }
        } else {
            // There is nothing around the page, so that is its size.
            driver.set_window_rect(0, 0, window.width, window.height).await?;
        }
        Ok(Self { driver, program, _profile: profile })
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends with its input.
        drop(self.program.stdin.take());
        self.program.wait().ok();
    }
}

fn chromium(Window { width, height, dark, text, .. }: Window) -> Result<Capabilities> {
    let mut options = options("goog:chromeOptions")?;
    // A window of its own accord is never narrower than about 500 pixels.
    options["mobileEmulation"] = json!({ "deviceMetrics": { "width": width, "height": height, "pixelRatio": 1, "mobile": false, "touch": false } });
    options["prefs"] = json!({ "webkit.webprefs.default_font_size": text });
    if let Some(arguments) = options["args"].as_array_mut() {
        arguments.push(format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)).into());
    }
    Ok(capabilities_of(json!({ "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "SEVERE" } })))
}

fn firefox(Window { dark, forced, text, .. }: Window, profile: &Path) -> Result<Capabilities> {
    let mut options = options("moz:firefoxOptions")?;
    options["args"] = json!(["-headless", "-kiosk", "-profile", profile]);
    for (name, value) in [
        // The proxy gets requests for addresses of this machine, too.
        ("network.proxy.allow_hijacking_localhost", json!(true)),
        ("browser.display.document_color_use", json!(if forced { 2 } else { 1 })),
        ("layout.css.prefers-color-scheme.content-override", json!(u8::from(!dark))),
        ("font.size.variable.x-western", json!(text)),
        ("toolkit.legacyUserProfileCustomizations.stylesheets", json!(true)),
    ] {
        options["prefs"][name] = value;
    }
    Ok(capabilities_of(json!({ "moz:firefoxOptions": options })))
}

/// The options that wasm-bindgen's test runner uses, too. They make Firefox end idle connections: a server with few
/// threads lets others wait behind them.
fn options(name: &str) -> Result<Value> {
    let mut capabilities: Map<String, Value> =
        serde_json::from_str(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../webdriver.json")))?;
    Ok(capabilities.remove(name).ok_or_else(|| format!("webdriver.json does not know {name}"))?)
}

/// Firefox's windows are as narrow as one likes only with a stylesheet of their own.
fn profile() -> Result<Folder> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = Folder::new(&format!("firefox-{}", COUNT.fetch_add(1, Ordering::Relaxed)))?;
    folder.write("chrome/userChrome.css", b":root { min-width: 0 !important; }")?;
    Ok(folder)
}

fn webkit(Window { dark, .. }: Window) -> Capabilities {
    let places =
        ["x86_64-linux-gnu", "aarch64-linux-gnu"].map(|kind| format!("/usr/lib/{kind}/webkit2gtk-4.1/MiniBrowser"));
    let mut arguments = vec!["--automation", "--full-screen"];
    arguments.extend(dark.then_some("--dark-mode"));
    let binary = places.into_iter().find(|place| Path::new(place).exists());
    capabilities_of(json!({ "webkitgtk:browserOptions": { "binary": binary, "args": arguments } }))
}

fn capabilities_of(value: Value) -> Capabilities {
    let Value::Object(capabilities) = value else { return Capabilities::new() };
    capabilities.into()
}

/// Fails if a script threw an error that was not caught, if the browser's driver reports that.
pub(crate) async fn has_no_problem(driver: &WebDriver) -> Result {
    if variable("IDXLENS_BROWSER")? != "chromium" {
        return Ok(());
    }
    let log = driver.browser_log().await?;
    let uncaught = log.into_iter().map(|entry| entry.message).find(|message| message.contains("Uncaught"));
    uncaught.map_or(Ok(()), |message| Err(message.into()))
}

/// Collects the garbage of the page, where the browser's driver can do that; else says no.
pub(crate) async fn collect_garbage(driver: &WebDriver) -> Result<bool> {
    if variable("IDXLENS_BROWSER")? != "chromium" {
        skip::report("this browser's driver cannot collect garbage");
        return Ok(false);
    }
    driver.cdp().send_raw("HeapProfiler.collectGarbage", json!({})).await?;
    Ok(true)
}

/// Drops files and folders as the system does, where the browser's driver can do that; else says no.
pub(crate) async fn drop_as_system(driver: &WebDriver, paths: &[&Path]) -> Result<bool> {
    if variable("IDXLENS_BROWSER")? != "chromium" {
        skip::report("this browser's driver cannot drag files");
        return Ok(false);
    }
    for kind in ["dragEnter", "dragOver", "drop"] {
        let data = json!({ "items": [], "files": paths, "dragOperationsMask": 1 });
        let event = json!({ "type": kind, "x": 400, "y": 300, "data": data });
        driver.cdp().send_raw("Input.dispatchDragEvent", event).await?;
    }
    Ok(true)
}

/// Whether a request is the browser's own, to those who make it. The page's policy would not let it ask them.
pub(crate) fn asks_by_itself(address: &str) -> bool {
    let host = address.trim_start_matches("http://").split(['/', ':']).next().unwrap_or_default();
    let makers =
        ["google.com", "googleapis.com", "gvt1.com", "mozilla.com", "mozilla.net", "mozilla.org", "firefox.com"];
    makers.iter().any(|maker| host.strip_suffix(maker).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
}

/// Whether the browser can be made to use the colours of the system. `WebKit` does not know such a thing.
pub(crate) fn forces_colours() -> Result<bool> {
    Ok(variable("IDXLENS_BROWSER")? != "webkit")
}

/// Whether the browser's driver can enlarge text.
pub(crate) fn enlarges_text() -> Result<bool> {
    Ok(variable("IDXLENS_BROWSER")? != "webkit")
}

/// Whether the browser refuses to read a file that was written to since it was dropped. Firefox reads what is there
/// now, and tells no page.
pub(crate) fn notices_writes() -> Result<bool> {
    Ok(variable("IDXLENS_BROWSER")? != "firefox")
}

/// Whether the browser's driver can choose a folder. Others than Chromium's take it for a file.
pub(crate) fn picks_folders() -> Result<bool> {
    Ok(variable("IDXLENS_BROWSER")? == "chromium")
}

/// Brings an element to where the browser's driver can click at it; whether it is in view. `WebKitGTK`'s takes what is
/// folded away for seen, scrolls no part of a page, and clicks where the element was some frames before. And what was
/// chosen before is chosen still for it, whatever the page has set since, unless the choice gets the focus as if the
/// user had done it.
pub(crate) async fn approach(driver: &WebDriver, element: &WebElement) -> Result<bool> {
    const APPROACH: &str = "
        const [element] = arguments;
        if (!element.checkVisibility()) return false;
        element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        if (element.matches('select')) {
            element.blur();
            element.focus();
        }
        return new Promise((resolve) => {
            let [before, frames] = ['', 0];
            const look = () => {
                const place = JSON.stringify(element.getBoundingClientRect());
                frames = place === before ? frames + 1 : 0;
                before = place;
                if (frames < 6) requestAnimationFrame(look);
                else resolve(true);
            };
            look();
        });";
    if variable("IDXLENS_BROWSER")? != "webkit" {
        return Ok(true);
    }
    Ok(driver.execute(APPROACH, vec![element.to_json()?]).await?.convert()?)
}

/// Clicks an element; whether that has hit it. `WebKitGTK`'s driver clicks where the element was some frames before:
/// what is there now is not to feel it.
pub(crate) async fn click(driver: &WebDriver, element: &WebElement) -> WebDriverResult<bool> {
    const GUARD: &str = "
        const [element] = arguments;
        const end = new AbortController();
        window.guard = { end, isHit: false };
        for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
            addEventListener(type, (event) => {
                if (element.contains(event.target)) guard.isHit ||= type === 'click';
                else if (!guard.isHit) {
                    event.preventDefault();
                    event.stopImmediatePropagation();
                }
            }, { capture: true, signal: end.signal });
        }";
    // A click that left the page has hit the element.
    const HIT: &str = "
        window.guard?.end.abort();
        return window.guard?.isHit ?? true;";
    if variable("IDXLENS_BROWSER").is_ok_and(|name| name != "webkit") {
        return element.click().await.map(|()| true);
    }
    driver.execute(GUARD, vec![element.to_json()?]).await?;
    let clicked = element.click().await;
    let hit = driver.execute(HIT, vec![]).await;
    clicked?;
    hit?.convert()
}

/// The number of the page's workers, if the browser reports it.
pub(crate) async fn workers(driver: &WebDriver) -> Result<Option<usize>> {
    match &*variable("IDXLENS_BROWSER")? {
        "chromium" => {
            let targets = driver.cdp().send_raw("Target.getTargets", json!({})).await?;
            let targets = targets["targetInfos"].as_array().ok_or("no targets")?;
            Ok(Some(targets.iter().filter(|target| target["type"] == "worker").count()))
        }
        "firefox" => {
            // By the names that Linux keeps, of 15 characters. Service workers have a process of their own.
            let named = |entry: &Path, name: &str| read_to_string(entry.join("comm")).is_ok_and(|comm| comm == name);
            let pages = processes(driver).into_iter().filter(|process| named(process, "Isolated Web Co\n"));
            let pages: Vec<_> = pages.collect();
            let workers = pages.iter().flat_map(|page| threads(page)).filter(|thread| named(thread, "DOM Worker\n"));
            Ok((!pages.is_empty()).then_some(workers.count()))
        }
        _ => Ok(None),
    }
}

/// The folders of the browser's processes, where system and driver tell that.
pub(crate) fn processes(driver: &WebDriver) -> Vec<PathBuf> {
    let capabilities = driver.capabilities();
    let first = ["goog:processID", "moz:processID"].iter().find_map(|&name| capabilities.get(name)?.as_u64());
    let mut found: Vec<_> = first.map(|number| Path::new("/proc").join(number.to_string())).into_iter().collect();
    let mut next = 0;
    while let Some(process) = found.get(next) {
        let children = threads(process).map(|thread| read_to_string(thread.join("children")).unwrap_or_default());
        let children = children.collect::<String>();
        found.extend(children.split_whitespace().map(|number| Path::new("/proc").join(number)));
        next += 1;
    }
    found.retain(|process| process.exists());
    found
}

fn threads(process: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(process.join("task")).into_iter().flatten().flatten().map(|entry| entry.path())
}
