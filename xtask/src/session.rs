//! A browser window that benchmarks control through `WebDriver`, without async code of their own.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};
use thirtyfour::{By, WebDriver};
use tokio::runtime::Handle;

use crate::browser::Driver;
use crate::root;

/// How long a script may take: reading a file of several gigabytes takes minutes.
const SCRIPT_TIMEOUT: Duration = Duration::from_mins(5);

/// How long a user drags a file over the page, at least.
const DRAG: Duration = Duration::from_millis(500);

/// A browser with one window and an empty profile; dropping it closes the browser.
pub(crate) struct Session {
    driver: WebDriver,
    runtime: Handle,
}

impl Session {
    /// Starts the browser as webdriver.json describes it.
    pub(crate) fn start(driver: &Driver, runtime: &Handle) -> Result<Self> {
        let capabilities: Map<String, Value> = serde_json::from_slice(&fs::read(root().join("webdriver.json"))?)?;
        // Longer than a script may take, so that the browser itself reports the script that takes too long.
        let builder = WebDriver::builder(driver.url(), capabilities).request_timeout(2 * SCRIPT_TIMEOUT);
        let session = Self { driver: runtime.block_on(builder.connect())?, runtime: runtime.clone() };
        runtime.block_on(session.driver.set_script_timeout(SCRIPT_TIMEOUT))?;
        Ok(session)
    }

    /// The browser's name and version.
    pub(crate) fn browser(&self) -> String {
        ["browserName", "browserVersion"].map(|key| self.capability(key).as_str().unwrap_or_default()).join(" ")
    }

    /// The id of the browser's first process, if the driver reports it.
    pub(crate) fn process(&self) -> Option<u32> {
        self.capability("goog:processID").as_u64()?.try_into().ok()
    }

    fn capability(&self, key: &str) -> &Value {
        self.driver.capabilities().get(key).unwrap_or(&Value::Null)
    }

    /// Loads a page.
    pub(crate) fn visit(&self, url: &str) -> Result<()> {
        Ok(self.runtime.block_on(self.driver.goto(url))?)
    }

    /// Runs a script in the page, and waits for the promise it returns.
    pub(crate) fn run(&self, script: &str, arguments: &[Value]) -> Result<Value> {
        Ok(self.runtime.block_on(self.driver.execute(script, arguments))?.json().clone())
    }

    /// Calls a function exported by a module on the page's host, and waits for the promise it returns.
    pub(crate) fn call(&self, module: &str, function: &str, arguments: &[Value]) -> Result<Value> {
        let script = format!("return import('{module}').then((module) => module.{function}(...arguments))");
        self.run(&script, arguments).with_context(|| format!("{function} of {module}"))
    }

    /// Gives a file to the page's file input.
    pub(crate) fn choose(&self, file: &Path) -> Result<()> {
        self.runtime.block_on(async {
            let input = self.driver.find(By::Css("input[type=file]")).await?;
            Ok(input.send_keys(file.to_string_lossy()).await?)
        })
    }

    /// Drops a file on the page, as a user would, after dragging it for a moment.
    pub(crate) fn drop_file(&self, file: &Path) -> Result<()> {
        for kind in ["dragEnter", "dragOver", "drop"] {
            if kind == "drop" {
                thread::sleep(DRAG);
            }
            let data = json!({ "items": [], "files": [file], "dragOperationsMask": 1 });
            let event = json!({ "type": kind, "x": 200, "y": 200, "data": data });
            self.command("Input.dispatchDragEvent", event)?;
        }
        Ok(())
    }

    /// Frees unreachable memory.
    pub(crate) fn collect_garbage(&self) -> Result<()> {
        self.command("HeapProfiler.collectGarbage", json!({}))
    }

    /// Sends a command of the Chrome `DevTools` Protocol.
    pub(crate) fn command(&self, name: &str, parameters: Value) -> Result<()> {
        self.runtime.block_on(self.driver.cdp().send_raw(name, parameters))?;
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.runtime.block_on(self.driver.clone().quit()).ok();
    }
}
