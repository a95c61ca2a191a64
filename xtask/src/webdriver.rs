//! A browser window, steered by [WebDriver](https://www.w3.org/TR/webdriver2/).

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use ureq::Agent;

use crate::browser::Driver;
use crate::root;

/// Under this name `WebDriver` hands out elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with one window and an empty profile; dropping it closes the browser.
pub(crate) struct Session {
    agent: Agent,
    url: String,
    /// The browser's name and version.
    browser: String,
    /// The number of the browser's first process.
    process: Option<u32>,
}

impl Session {
    /// Starts the browser as webdriver.json describes it.
    pub(crate) fn start(driver: &Driver) -> Result<Self> {
        let capabilities: Value = serde_json::from_slice(&fs::read(root().join("webdriver.json"))?)?;
        let mut session = Self {
            agent: Agent::config_builder().http_status_as_error(false).build().into(),
            url: format!("{}/session", driver.url()),
            browser: String::new(),
            process: None,
        };
        let started = session.post("", &json!({ "capabilities": { "alwaysMatch": capabilities } }))?;
        let id = started["sessionId"].as_str().context("the browser did not start")?;
        session.url = format!("{}/{id}", session.url);
        let name = |key: &str| started["capabilities"][key].as_str().unwrap_or_default().to_owned();
        session.browser = format!("{} {}", name("browserName"), name("browserVersion"));
        session.process = started["capabilities"]["goog:processID"].as_u64().and_then(|id| id.try_into().ok());
        session.post("/timeouts", &json!({ "script": 300_000 }))?;
        Ok(session)
    }

    /// The browser's name and version.
    pub(crate) fn browser(&self) -> &str {
        &self.browser
    }

    /// The number of the browser's first process, where the driver tells it.
    pub(crate) fn process(&self) -> Option<u32> {
        self.process
    }

    /// Loads a page.
    pub(crate) fn visit(&self, url: &str) -> Result<()> {
        self.post("/url", &json!({ "url": url })).map(drop)
    }

    /// Calls a function that a module of the page's host exports, and waits for what it promises.
    pub(crate) fn call(&self, module: &str, function: &str, arguments: &Value) -> Result<Value> {
        let script = format!("return import('{module}').then((module) => module.{function}(...arguments))");
        self.post("/execute/sync", &json!({ "script": script, "args": arguments }))
            .with_context(|| format!("{function} of {module}"))
    }

    /// Gives a file to the page's file input.
    pub(crate) fn choose(&self, file: &Path) -> Result<()> {
        let input = self.post("/element", &json!({ "using": "css selector", "value": "input[type=file]" }))?;
        let element = input[ELEMENT].as_str().context("the page has no file input")?;
        self.post(&format!("/element/{element}/value"), &json!({ "text": file })).map(drop)
    }

    /// Drops a file on the page, as a hand would.
    pub(crate) fn drop_file(&self, file: &Path) -> Result<()> {
        for kind in ["dragEnter", "dragOver", "drop"] {
            let event = json!({
                "type": kind,
                "x": 200,
                "y": 200,
                "data": { "items": [], "files": [file], "dragOperationsMask": 1 },
            });
            self.post("/goog/cdp/execute", &json!({ "cmd": "Input.dispatchDragEvent", "params": event }))?;
        }
        Ok(())
    }

    /// Frees what the page has left behind.
    pub(crate) fn collect_garbage(&self) -> Result<()> {
        self.post("/goog/cdp/execute", &json!({ "cmd": "HeapProfiler.collectGarbage", "params": {} })).map(drop)
    }

    fn post(&self, command: &str, body: &Value) -> Result<Value> {
        let mut response = self.agent.post(format!("{}{command}", self.url)).send(body.to_string())?;
        let failed = !response.status().is_success();
        let mut reply: Value = serde_json::from_reader(response.body_mut().as_reader())?;
        let value = reply["value"].take();
        if failed {
            bail!("{}", value["message"].as_str().unwrap_or("the browser gave no reason"));
        }
        Ok(value)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.agent.delete(&self.url).call().ok();
    }
}
