//! The browser. All that differs from one to another is here.

use std::path::Path;

use serde_json::{Map, Value, json};
use thirtyfour::{Capabilities, WebDriver};

use crate::Result;
use crate::server::variable;

/// The window that a person looks at, in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Whether the system asks for dark colours.
    pub(crate) dark: bool,
}

impl Window {
    pub(crate) const LIGHT: Self = Self { width: 1280, height: 800, dark: false };
    pub(crate) const DARK: Self = Self { dark: true, ..Self::LIGHT };
    pub(crate) const NARROW: Self = Self { width: 360, ..Self::LIGHT };
    pub(crate) const NARROW_DARK: Self = Self { dark: true, ..Self::NARROW };
}

/// Starts a browser that remembers nothing.
pub(crate) async fn start(window: Window) -> Result<WebDriver> {
    let capabilities = match variable("IDXLENS_BROWSER")?.as_str() {
        "chromium" => chromium(window)?,
        other => return Err(format!("the tests do not know the browser {other}").into()),
    };
    Ok(WebDriver::new(variable("WEBDRIVER_URL")?, capabilities).await?)
}

fn chromium(Window { width, height, dark }: Window) -> Result<Capabilities> {
    // What wasm-bindgen's test runner asks for, too.
    let mut capabilities: Map<String, Value> =
        serde_json::from_str(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/webdriver.json")))?;
    let options = &mut capabilities["goog:chromeOptions"];
    // A window of its own accord is never narrower than about 500 pixels.
    options["mobileEmulation"] = json!({ "deviceMetrics": { "width": width, "height": height, "pixelRatio": 1, "mobile": false, "touch": false } });
    if let Some(arguments) = options["args"].as_array_mut() {
        arguments.push(format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)).into());
    }
    capabilities.insert("goog:loggingPrefs".into(), json!({ "browser": "SEVERE" }));
    Ok(capabilities.into())
}

/// Fails if a script has thrown something that nobody caught, where the browser's driver tells that.
pub(crate) async fn has_no_complaint(driver: &WebDriver) -> Result {
    if variable("IDXLENS_BROWSER")? != "chromium" {
        return Ok(());
    }
    let log = driver.browser_log().await?;
    let uncaught = log.into_iter().map(|entry| entry.message).find(|message| message.contains("Uncaught"));
    uncaught.map_or(Ok(()), |message| Err(message.into()))
}

/// Drops files and folders as the system does, where the browser's driver can do that; else says no.
pub(crate) async fn drop_as_system(driver: &WebDriver, paths: &[&Path]) -> Result<bool> {
    if variable("IDXLENS_BROWSER")? != "chromium" {
        println!("skipped: this browser's driver cannot drag files into it");
        return Ok(false);
    }
    for kind in ["dragEnter", "dragOver", "drop"] {
        let data = json!({ "items": [], "files": paths, "dragOperationsMask": 1 });
        let event = json!({ "type": kind, "x": 400, "y": 300, "data": data });
        driver.cdp().send_raw("Input.dispatchDragEvent", event).await?;
    }
    Ok(true)
}
