//! The page where a part that it needs fails or is missing.

use std::fs;
use std::path::PathBuf;

use crate::Result;
use crate::files::{Folder, files_in};
use crate::page::Page;
use crate::server::{Server, site_without_worker};

/// The next picture after a word from the page ends in a trap, like a bug in the core would. A worker that has drawn
/// before answers the word.
const TRAPS: &str = "
    let drew = false, trap = false;
    const channel = new BroadcastChannel('trap');
    channel.onmessage = () => {
        trap = true;
        if (drew) channel.postMessage('');
    };
    const { instantiateStreaming } = WebAssembly;
    WebAssembly.instantiateStreaming = async (...from) => {
        const { module, instance } = await instantiateStreaming(...from);
        const exports = { ...instance.exports };
        for (const name of ['dataset_page', 'dataset_plot']) {
            exports[name] = (...values) => {
                drew = true;
                if (trap) throw new WebAssembly.RuntimeError('unreachable');
                return instance.exports[name](...values);
            };
        }
        return { module, instance: { exports } };
    };";

/// The word, until it has been heard: whatever comes later overtakes it otherwise.
const TRAP: &str = "
    const channel = new BroadcastChannel('trap');
    channel.postMessage('');
    return new Promise((resolve) => (channel.onmessage = () => resolve(null)));";

/// The published page, where a script begins with something else, or a file is missing.
pub(crate) struct Site(Folder);

impl Site {
    pub(crate) fn new(name: &str) -> Result<Self> {
        let (folder, site) = (Folder::new(name)?, site_without_worker()?);
        for path in files_in(&site)? {
            let to = folder.path().join(path.strip_prefix(&site)?);
            fs::create_dir_all(to.parent().unwrap_or(&to))?;
            fs::copy(path, to)?;
        }
        Ok(Self(folder))
    }

    fn file(&self, name: &str) -> Result<PathBuf> {
        for entry in fs::read_dir(self.0.path())? {
            let path = entry?.path().join(name);
            if path.exists() {
                return Ok(path);
            }
        }
        Err(format!("there is no {name}").into())
    }

    /// Runs `with` before the script and before all that the script imports.
    pub(crate) fn begin(&self, script: &str, with: &str) -> Result {
        let path = self.file(script)?;
        let rest = fs::read_to_string(&path)?;
        let name = format!("before-{}", script.replace('/', "-"));
        fs::write(path.with_file_name(&name), with)?;
        Ok(fs::write(path, format!("import './{name}';\n{rest}"))?)
    }

    pub(crate) async fn open(&self, test: impl AsyncFnOnce(Page) -> Result) -> Result {
        Page::open_from(Server::start(self.0.path(), "/")?, test).await
    }
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn after_a_trap_all_is_opened_again() -> Result {
    let site = Site::new("trap-site")?;
    site.begin("engine/worker.js", TRAPS)?;
    let folder = Folder::new("trap")?;
    let files = [folder.images("trap-images", 2_000)?, folder.labels("trap-labels", 2_000)?];
    site.open(async |page| {
        page.drop(&files).await?;
        page.says(&["2,000 images", "labels from trap-labels"]).await?;
        page.rests().await?;
        page.gives("$$('class-histogram li button:enabled').length", 10).await?;
        page.press("3").await?;
        page.choose_per_page("100").await?;
        page.says(&["200 of 2,000, label 3", "page 1 of 2"]).await?;
        page.run(TRAP, vec![]).await?;
        page.click("Last page").await?;
        page.shows("[role=alert]", &["The decoder stopped, was restarted", "a bug in idxlens, not in the file"])
            .await?;
        page.gives("$$('[role=gridcell]').at(-1).ariaLabel", "Image 1993, label 3").await?;
        // The line is drawn.
        page.gives(&format!("new Set({}.map(String)).size > 1", Page::pixels_of(1993, 8, 6)), true).await?;
        page.says(&["200 of 2,000, label 3"]).await?;
        page.gives("$('class-histogram .figure').innerText", "200").await?;

        // The attempts end.
        page.run(TRAP, vec![]).await?;
        page.click("First page").await?;
        page.shows("[role=alert]", &["The decoder stopped again, and was not restarted"]).await?;
        page.gives("$$('[role=progressbar]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn after_a_trap_a_line_is_drawn_again() -> Result {
    let site = Site::new("trap-line-site")?;
    site.begin("engine/worker.js", TRAPS)?;
    let folder = Folder::new("trap-line")?;
    let values: Vec<f64> = (0_u16..1001).map(|value| f64::from(value) / 4.0 - 50.0).collect();
    let file = folder.array("ramp", &[1001], &values)?;
    site.open(async |page| {
        page.drop(&[file]).await?;
        page.shows("line-plot .shown", &["All 1,001 values, from −50 to 200"]).await?;
        page.on("line-plot canvas", "getContext('2d').reset()").await?;
        page.run(TRAP, vec![]).await?;
        page.on("line-plot [aria-label='Zoom in']", "click()").await?;
        page.shows("[role=alert]", &["The decoder stopped, was restarted"]).await?;
        page.gives(
            "$('line-plot .shown').innerText.split(' − ')[0].trim()",
            "Values 251–750 of 1,001, from 12.75 to 137.5",
        )
        .await?;
        page.gives(
            "(() => {
                const { width, height } = $('line-plot canvas');
                const { data } = $('line-plot canvas').getContext('2d').getImageData(0, 0, width, height);
                return data.some((value, at) => at % 4 === 3 && value > 0);
            })()",
            true,
        )
        .await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_page_without_its_core_says_so() -> Result {
    recovers("coreless", "pkg/idxlens_bg.wasm").await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_page_without_its_worker_says_so() -> Result {
    recovers("workerless", "engine/worker.js").await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_page_that_does_not_start_says_so() -> Result {
    let site = Site::new("unstarted-site")?;
    site.open(async |page| {
        page.gives("$$('.unstarted').length", 0).await?;
        fs::remove_file(site.file("main.js")?)?;
        page.driver.refresh().await?;
        page.shows(".unstarted", &["idxlens has not started.", "check the connection and reload"]).await
    })
    .await
}

/// While a file of the site is missing, the page says so; once it is there, the next drop opens.
async fn recovers(name: &str, missing: &str) -> Result {
    let site = Site::new(&format!("{name}-site"))?;
    let missing = site.file(missing)?;
    let content = fs::read(&missing)?;
    fs::remove_file(&missing)?;
    let folder = Folder::new(name)?;
    let files = [folder.images("first-images", 30)?, folder.images("second-images", 40)?];
    site.open(async |page| {
        page.drop(&files[..1]).await?;
        let told = ["The decoder could not be loaded", "The connection failed", "open the file again"];
        page.shows("[role=alert]", &told).await?;
        page.gives("$$('[role=progressbar]').length", 0).await?;
        page.shows(".intro", &["Open files"]).await?;
        fs::write(&missing, content)?;
        page.drop(&files[1..]).await?;
        page.says(&["second-images", "40 images"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}
