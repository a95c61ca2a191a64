//! The page, as the user handles and sees it.

use std::panic::Location;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thirtyfour::error::WebDriverErrorInner;
use thirtyfour::{By, Key, TypingData, WebDriver, WebElement};

use crate::Result;
use crate::browser::{self, Browser, Window};
use crate::files::files_in;
use crate::host::Host;
use crate::server::{Server, site_without_worker};
use crate::skip;

/// How long something that has to happen may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(20);

/// An expression that has no value, as JSON.
const NOTHING: &str = "null";

/// Functions for every script: the visible elements that a selector finds, the first of them, and the text of one,
/// around and within which browsers differ in white space; and whether the page has one column.
const PRELUDE: &str = "
    const $$ = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    const $ = (selector) => $$(selector)[0];
    const text = (element) => element.innerText.replace(/\\s+/g, ' ').trim();
    const isNarrow = matchMedia('(max-width: 47.5em)').matches;
";

/// A number as the page writes it: 4,821.
pub(crate) fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(",")
}

/// A page in a browser of its own, from a server of its own.
pub(crate) struct Page {
    pub(crate) driver: WebDriver,
    pub(crate) server: Server,
}

impl Page {
    /// Opens the page without its service worker, in an ordinary window. If the test fails, the browser ends with it; else
    /// the next test may use it.
    pub(crate) async fn open(test: impl AsyncFnOnce(Self) -> Result) -> Result {
        Self::open_from(Server::start(&site_without_worker()?, "/")?, test).await
    }

    /// Opens what a server serves, in an ordinary window.
    pub(crate) async fn open_from(server: Server, test: impl AsyncFnOnce(Self) -> Result) -> Result {
        let browser = Browser::take().await?;
        match Self::open_by(&browser, server, test).await {
            Ok(()) => browser.give_back().await,
            failure => failure.and(browser.quit().await),
        }
    }

    /// Opens the page in such a window, in a browser that no other test uses.
    pub(crate) async fn open_in(window: Window, test: impl AsyncFnOnce(Self) -> Result) -> Result {
        Self::open_alone(window, Server::start(&site_without_worker()?, "/")?, test).await
    }

    /// Opens a server's page in such a window, in a browser that no other test uses.
    pub(crate) async fn open_alone(window: Window, server: Server, test: impl AsyncFnOnce(Self) -> Result) -> Result {
        let browser = Browser::start(window, None).await?;
        let result = Self::open_by(&browser, server, test).await;
        result.and(browser.quit().await)
    }

    /// Opens what a host serves, in a browser that has it as its proxy, too.
    pub(crate) async fn open_through(host: &Host, test: impl AsyncFnOnce(Self) -> Result) -> Result {
        let proxy = host.address.trim_start_matches("http://").trim_end_matches('/');
        let browser = Browser::start(Window::LIGHT, Some(proxy)).await?;
        let result = Self::open_by(&browser, Server::at(&host.address), test).await;
        result.and(browser.quit().await)
    }

    async fn open_by(browser: &Browser, server: Server, test: impl AsyncFnOnce(Self) -> Result) -> Result {
        let page = Self { driver: browser.driver.clone(), server };
        page.visit("").await?;
        test(page).await?;
        browser::has_no_problem(&browser.driver).await
    }

    /// Goes to the page afresh, at the view that a hash describes.
    pub(crate) async fn visit(&self, hash: &str) -> Result {
        // The same address with another hash would be the same document.
        self.driver.goto("about:blank").await?;
        self.driver.goto(format!("{}{hash}", self.server.address)).await?;
        // The driver of WebKit may return while the empty document is still there.
        self.gives("location.protocol !== 'about:' && document.readyState", "complete").await
    }

    /// Reloads the page as the user does. The command of Firefox's driver would ignore caches, as with Shift held down.
    pub(crate) async fn reload(&self) -> Result {
        self.run("window.isLeft = true; location.reload();", vec![]).await?;
        self.gives("!window.isLeft && document.readyState", "complete").await
    }

    /// Drops files onto the middle of the window.
    pub(crate) async fn drop(&self, files: &[PathBuf]) -> Result {
        self.drag(files, &["dragenter", "dragover", "drop"]).await
    }

    /// Drags files over the middle of the window, through these events.
    pub(crate) async fn drag(&self, files: &[PathBuf], events: &[&str]) -> Result {
        const DRAG: &str = "
            const [input, events] = arguments;
            const dataTransfer = new DataTransfer();
            for (const file of input.files) dataTransfer.items.add(file);
            input.remove();
            const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
            for (const event of events) {
                target.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer }));
            }";
        self.run(DRAG, vec![self.hold(files).await?.to_json()?, json!(events)]).await
    }

    /// Pastes files.
    pub(crate) async fn paste(&self, files: &[PathBuf]) -> Result {
        const PASTE: &str = "
            const [input] = arguments;
            const clipboardData = new DataTransfer();
            for (const file of input.files) clipboardData.items.add(file);
            input.remove();
            const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
            // Firefox would hand on an empty copy.
            Object.defineProperty(paste, 'clipboardData', { value: clipboardData });
            document.activeElement.dispatchEvent(paste);";
        self.run(PASTE, vec![self.hold(files).await?.to_json()?]).await
    }

    /// Chooses files by the page's own input.
    pub(crate) async fn pick(&self, files: &[PathBuf]) -> Result {
        let input = self.driver.find(By::Css("input[type=file][multiple]")).await?;
        Ok(input.send_keys(lines(files)).await?)
    }

    /// Chooses a folder by the page's own input, as its button does; the system's dialogue is out of the driver's
    /// reach.
    pub(crate) async fn pick_folder(&self, folder: &Path) -> Result {
        const PICK: &str = "
            const [held, names] = arguments;
            const dataTransfer = new DataTransfer();
            for (const [at, file] of [...held.files].entries()) {
                Object.defineProperty(file, 'webkitRelativePath', { value: names[at] });
                dataTransfer.items.add(file);
            }
            held.remove();
            const input = document.querySelector('input[type=file]');
            input.files = dataTransfer.files;
            input.dispatchEvent(new Event('change', { bubbles: true }));";
        self.run("document.querySelector('input[type=file]').webkitdirectory = true;", vec![]).await?;
        if browser::picks_folders()? {
            return self.pick(&[folder.into()]).await;
        }
        let files = files_in(folder)?;
        let parent = folder.parent().unwrap_or(folder);
        let names = files.iter().map(|file| file.strip_prefix(parent)).collect::<Result<Vec<_>, _>>()?;
        self.run(PICK, vec![self.hold(&files).await?.to_json()?, json!(names)]).await
    }

    /// Real files in a script's reach: those of an input that the page knows nothing of.
    pub(crate) async fn hold(&self, files: &[PathBuf]) -> Result<WebElement> {
        const HOLD: &str = "
            const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
            // It takes no room.
            input.style.position = 'fixed';
            return document.documentElement.appendChild(input);";
        let input = self.driver.execute(HOLD, vec![]).await?.element()?;
        if !files.is_empty() {
            input.send_keys(lines(files)).await?;
        }
        Ok(input)
    }

    /// Opens the sample of 10,000 digits.
    pub(crate) async fn open_sample(&self) -> Result {
        self.click_at("//button[@value='digits']").await?;
        self.says(&["10,000 images", "page 1 of"]).await?;
        self.rests().await
    }

    /// Waits until everything is read and painted, for as long as something comes.
    pub(crate) async fn rests(&self) -> Result {
        let (mut told, mut begun, end) = (String::new(), Instant::now(), Instant::now() + 10 * PATIENCE);
        while begun.elapsed() < PATIENCE && Instant::now() < end {
            let tells = self.watch("$('[role=progressbar]')?.ariaValueText", &told).await?;
            if tells == NOTHING {
                break;
            }
            if tells != told {
                (told, begun) = (tells, Instant::now());
            }
        }
        self.gives("$$('[role=progressbar]').length", 0).await?;
        self.gives("$$('[role=gridcell]').length > 0", true).await
    }

    /// Waits until the browser has so many workers, where its driver can count them.
    pub(crate) async fn has_workers(&self, count: usize) -> Result {
        let end = Instant::now() + PATIENCE;
        loop {
            match browser::workers(&self.driver).await? {
                None => {
                    skip::report("this browser's driver cannot count workers");
                    return Ok(());
                }
                Some(found) if found == count => return Ok(()),
                Some(found) if Instant::now() > end => return Err(format!("{found} workers, not {count}").into()),
                Some(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Presses keys, one after the other, wherever the focus is.
    pub(crate) async fn press(&self, keys: impl Into<TypingData>) -> Result {
        Ok(self.driver.action_chain().send_keys(keys).perform().await?)
    }

    /// Goes into the image of the item that has the focus.
    pub(crate) async fn enter_item(&self) -> Result {
        self.press(Key::Enter).await?;
        self.gives("document.activeElement.matches('.picture')", true).await
    }

    /// Presses a key while Ctrl is held down.
    pub(crate) async fn press_with_control(&self, key: impl Into<TypingData>) -> Result {
        let chain = self.driver.action_chain().key_down(Key::Control).send_keys(key).key_up(Key::Control);
        Ok(chain.perform().await?)
    }

    /// Clicks the button of this name.
    pub(crate) async fn click(&self, button: &str) -> Result {
        let name = format!("//button[@aria-label='{button}' or (not(@aria-label) and normalize-space()='{button}')]");
        self.click_at(&name).await
    }

    /// Clicks an element in view; if it is replaced or moved as soon as it is found, the one that is there then.
    /// `WebKitGTK`'s driver cannot tell that from an element out of reach, or hits what is where it was.
    pub(crate) async fn click_at(&self, xpath: &str) -> Result {
        use WebDriverErrorInner::{ElementClickIntercepted, ElementNotInteractable, StaleElementReference};
        let has_gone = |error: &_| {
            matches!(error, StaleElementReference(_) | ElementClickIntercepted(_) | ElementNotInteractable(_))
        };
        let begun = Instant::now();
        loop {
            match browser::click(&self.driver, &self.find(xpath).await?).await {
                Ok(true) => return Ok(()),
                Ok(false) if begun.elapsed() < PATIENCE => {}
                Ok(false) => return Err(format!("no click hits {xpath}").into()),
                Err(error) if has_gone(error.as_inner()) && begun.elapsed() < PATIENCE => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Changes to another dataset.
    pub(crate) async fn dataset(&self, name: &str) -> Result {
        self.click_at(&format!("//dataset-tabs/button[bdi='{name}']")).await
    }

    /// Clicks an item on the page shown.
    pub(crate) async fn click_item(&self, item: u32) -> Result {
        self.click_at(&format!("//*[@role='gridcell'][@data-index='{item}']")).await
    }

    /// The field, slider or choice of this name.
    pub(crate) async fn field(&self, name: &str) -> Result<WebElement> {
        let labelled = format!("//label[starts-with(normalize-space(), '{name}')]//*[self::input or self::select]");
        self.find(&format!("//*[self::input or self::select][@aria-label='{name}'] | {labelled}")).await
    }

    /// Writes into the field of this name, in place of what is there, and presses Enter.
    pub(crate) async fn enter(&self, field: &str, text: &str) -> Result {
        self.field(field).await?.focus().await?;
        self.press_with_control("a").await?;
        self.press(text + Key::Enter).await
    }

    /// Takes one of the options of a choice.
    pub(crate) async fn choose(&self, choice: &str, option: &str) -> Result {
        let choice = self.field(choice).await?;
        Ok(choice.find(By::XPath(format!("./option[normalize-space()='{option}']"))).await?.click().await?)
    }

    /// Chooses how many items a page has.
    pub(crate) async fn choose_per_page(&self, size: &str) -> Result {
        self.on("style-controls", "querySelector('.more').open = true").await?;
        self.choose("Per page", size).await?;
        self.on(".more", "open = false").await
    }

    /// Undoes all that was chosen for how items look.
    pub(crate) async fn reset_view(&self) -> Result {
        self.on("style-controls", "querySelector('.more').open = true").await?;
        self.click("Reset view").await?;
        self.on(".more", "open = false").await
    }

    /// Waits for an element in view.
    pub(crate) async fn find(&self, xpath: &str) -> Result<WebElement> {
        let begun = Instant::now();
        loop {
            // `WebKitGTK`'s driver fails if one of them goes while it looks.
            let found = self.driver.find_all(By::XPath(xpath)).await;
            for element in found.as_deref().unwrap_or_default() {
                // An element that was just replaced is not in view.
                if element.is_displayed().await.unwrap_or(false)
                    && browser::approach(&self.driver, element).await.unwrap_or(false)
                {
                    return Ok(element.clone());
                }
            }
            if begun.elapsed() > PATIENCE {
                found?;
                return Err(format!("nothing in view is {xpath}").into());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Waits for an element in view and does something to it: calls a method, sets a property.
    #[track_caller]
    pub(crate) fn on(&self, selector: &str, action: &str) -> impl Future<Output = Result> {
        let script = format!("(() => {{ const it = $({selector:?}); it.{action}; return true; }})()");
        let caller = Location::caller();
        async move { self.until(caller, &script, "done", |value| *value == Value::Bool(true)).await }
    }

    /// Runs a script.
    pub(crate) async fn run(&self, script: &str, arguments: Vec<Value>) -> Result {
        self.driver.execute(format!("{PRELUDE}{script}"), arguments).await?;
        Ok(())
    }

    /// The value of an expression, now.
    pub(crate) async fn value<T: DeserializeOwned>(&self, expression: &str) -> Result<T> {
        let script = format!("{PRELUDE} return ({expression});");
        Ok(self.driver.execute(script, vec![]).await?.convert()?)
    }

    /// Waits until an expression has this value.
    #[track_caller]
    pub(crate) fn gives(&self, expression: &str, expected: impl Serialize) -> impl Future<Output = Result> {
        let caller = Location::caller();
        let expected = json!(expected);
        async move { self.until(caller, expression, &expected.to_string(), |value| *value == expected).await }
    }

    /// Waits until the summary contains all of these.
    #[track_caller]
    pub(crate) fn says(&self, parts: &[&str]) -> impl Future<Output = Result> {
        self.shows("[role=status]", parts)
    }

    /// Waits until the text of some element in view contains all of these.
    #[track_caller]
    pub(crate) fn shows(&self, selector: &str, parts: &[&str]) -> impl Future<Output = Result> {
        let caller = Location::caller();
        let script = format!("$$({selector:?}).map(text)");
        let accepts = move |texts: &Value| {
            let mut texts = texts.as_array().into_iter().flatten().filter_map(Value::as_str);
            texts.any(|text| parts.iter().all(|part| text.contains(part)))
        };
        async move { self.until(caller, &script, &format!("{parts:?} in one"), accepts).await }
    }

    async fn until(
        &self,
        caller: &Location<'_>,
        expression: &str,
        wanted: &str,
        accepts: impl Fn(&Value) -> bool,
    ) -> Result {
        let (mut seen, begun) = (String::new(), Instant::now());
        loop {
            match self.watch(expression, &seen).await {
                Ok(now) => seen = now,
                // The page is being left.
                Err(error) if begun.elapsed() > PATIENCE => {
                    return Err(format!("{caller}: {expression}: {error}").into());
                }
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
            if serde_json::from_str(&seen).is_ok_and(|value| accepts(&value)) {
                return Ok(());
            }
            if begun.elapsed() > PATIENCE {
                return Err(format!("{caller}: {expression} is {seen}, not {wanted}").into());
            }
        }
    }

    /// The value of an expression as JSON, or its error: as soon as that is something else than before, or after a while.
    /// The page itself looks, because each command keeps the browser busy for longer than most tests have to wait.
    async fn watch(&self, expression: &str, before: &str) -> Result<String> {
        const WATCH: &str = "(evaluate, before) => new Promise((resolve) => {
            const end = performance.now() + 1000;
            const look = async () => {
                // A script fails while an element is missing.
                const seen = await evaluate().then((value) => JSON.stringify(value ?? null), String);
                if (seen !== before || performance.now() > end) resolve(seen);
                else setTimeout(look, 20);
            };
            look();
        })";
        let script = format!("{PRELUDE} return ({WATCH})(async () => ({expression}), arguments[0]);");
        Ok(self.driver.execute(script, vec![before.into()]).await?.convert()?)
    }

    /// The numbers and accessible names of the cells in view.
    pub(crate) async fn cells(&self) -> Result<Vec<(u32, String)>> {
        self.value("$$('[role=gridcell]').map((cell) => [Number(cell.dataset.index), cell.ariaLabel])").await
    }

    /// The colours in which the page draws an item.
    pub(crate) async fn pixels(&self, item: u32, rows: u32, columns: u32) -> Result<Vec<[u8; 4]>> {
        self.value(&Self::pixels_of(item, rows, columns)).await
    }

    /// The expression for the colours in which the page draws an item, of so many rows and columns, a pixel each.
    pub(crate) fn pixels_of(item: u32, rows: u32, columns: u32) -> String {
        format!(
            "(() => {{
                const canvas = $('page-grid canvas');
                const cell = $('[role=gridcell][data-index=\"{item}\"]').getBoundingClientRect();
                const sheet = canvas.getBoundingClientRect();
                const scale = canvas.width / sheet.width;
                const [x, y] = [cell.left - sheet.left, cell.top - sheet.top].map((at) => Math.round(at * scale));
                const {{ data }} = canvas.getContext('2d').getImageData(x, y, {columns}, {rows});
                return Array.from({{ length: {columns} * {rows} }}, (_, i) => [...data.subarray(4 * i, 4 * i + 4)]);
            }})()"
        )
    }
}

/// Values of u8 as ink on white paper.
pub(crate) fn ink(values: impl IntoIterator<Item = u8>) -> Vec<[u8; 4]> {
    values.into_iter().map(|value| [255 - value, 255 - value, 255 - value, 255]).collect()
}

fn lines(files: &[PathBuf]) -> String {
    files.iter().map(|file| file.to_string_lossy()).collect::<Vec<_>>().join("\n")
}
