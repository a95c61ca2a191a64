//! The page where something that it needs fails, is forbidden or is missing.

use std::fs;
use std::path::PathBuf;

use idxlens::format::{element::ElementType, encode::gzip, header::Header};

use crate::Result;
use crate::files::{Folder, files_in};
use crate::page::{Page, ink};
use crate::reading::large;
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

/// Simulates a browser from before 2021, which refuses the core.
const WITHOUT_SIMD: &str = "
    WebAssembly.instantiateStreaming = WebAssembly.instantiate = async () => {
        throw new WebAssembly.CompileError('invalid opcode 0xfd');
    };";

/// Simulates a browser that streams no file into a buffer, and records what happens to large files.
const WITHOUT_STREAMS: &str = "
    const { getReader } = ReadableStream.prototype;
    ReadableStream.prototype.getReader = function (how) {
        if (how?.mode) throw new TypeError('not a stream of bytes');
        return getReader.call(this, how);
    };
    const told = new BroadcastChannel('files');
    for (const way of ['slice', 'stream']) {
        const before = Blob.prototype[way];
        Blob.prototype[way] = function (...range) {
            if (this.size > 2e6) told.postMessage(way);
            return before.apply(this, range);
        };
    }";

/// Simulates a browser whose user forbids all storage.
const WITHOUT_STORAGE: &str = "
    for (const name of ['localStorage', 'caches', 'indexedDB']) {
        Object.defineProperty(window, name, { get() { throw new DOMException('forbidden', 'SecurityError'); } });
    }
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });";

/// Simulates a worker that may store nothing.
const WITHOUT_DATABASE: &str = "
    Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('forbidden', 'SecurityError'); } });";

/// Simulates a computer with three cores.
const THREE_CORES: &str = "
    Object.defineProperty(WorkerNavigator.prototype, 'hardwareConcurrency', { value: 3 });
    const spans = new BroadcastChannel('spans');
    self.Worker = class extends Worker {
        constructor(...given) {
            super(...given);
            // Tells the page of each worker that scans spans.
            spans.postMessage('');
        }
    };";

/// The published page, where a script begins with something else, or a file is missing.
struct Site(Folder);

impl Site {
    fn new(name: &str) -> Result<Self> {
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
    fn begin(&self, script: &str, with: &str) -> Result {
        let path = self.file(script)?;
        let rest = fs::read_to_string(&path)?;
        let name = format!("before-{}", script.replace('/', "-"));
        fs::write(path.with_file_name(&name), with)?;
        Ok(fs::write(path, format!("import './{name}';\n{rest}"))?)
    }

    async fn open(&self, test: impl AsyncFnOnce(Page) -> Result) -> Result {
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
async fn an_old_browser_gets_an_explanation() -> Result {
    let site = Site::new("old-site")?;
    site.begin("engine/worker.js", WITHOUT_SIMD)?;
    site.begin("main.js", "WebAssembly.validate = () => false;")?;
    let folder = Folder::new("old")?;
    let file = folder.images("refused-images", 30)?;
    site.open(async |page| {
        page.drop(&[file]).await?;
        let told = ["The decoder could not be started", "It needs WebAssembly with SIMD", "Update the browser"];
        page.shows("[role=alert]", &told).await?;
        page.gives("$$('[role=progressbar]').length", 0).await
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

/// A stream without a reader would still read the rest of the file into memory, for each of its pieces.
#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn where_files_are_not_streamed_they_are_read_in_slices() -> Result {
    let site = Site::new("streamless-site")?;
    site.begin("engine/worker.js", WITHOUT_STREAMS)?;
    let folder = Folder::new("streamless")?;
    let file = large(&folder, "streamless-images.gz", 16)?;
    site.open(async |page| {
        const LISTEN: &str = "
            window.told = { slice: 0, stream: 0 };
            new BroadcastChannel('files').onmessage = ({ data }) => told[data]++;";
        page.run(LISTEN, vec![]).await?;
        page.drop(&[file]).await?;
        page.says(&["16,384 images"]).await?;
        page.rests().await?;
        page.gives("$$('[role=alert]').map(alert => alert.innerText)", Vec::<String>::new()).await?;
        page.gives("[told.slice > 4, told.stream]", (true, 0)).await
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

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn where_no_index_may_stay_a_large_gz_is_read_on_each_visit() -> Result {
    let site = Site::new("indexless-site")?;
    site.begin("engine/worker.js", WITHOUT_DATABASE)?;
    let folder = Folder::new("indexless")?;
    let file = [large(&folder, "noise-images.gz", 512)?];
    site.open(async |page| {
        for _ in 0..2 {
            page.visit("").await?;
            page.drop(&file).await?;
            page.gives("$$('[role=progressbar]').length", 1).await?;
            page.says(&["524,288 images"]).await?;
            page.rests().await?;
            page.gives("$$('layout-notes p, [role=alert]').length", 0).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn workers_share_the_jobs_of_a_large_file() -> Result {
    let site = Site::new("spans-site")?;
    site.begin("engine/worker.js", THREE_CORES)?;
    measures(&site, "spans").await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn without_others_one_worker_measures_all() -> Result {
    let site = Site::new("spanless-site")?;
    site.begin("engine/worker.js", THREE_CORES)?;
    site.begin("engine/span-worker.js", "throw new Error('no spans here');")?;
    measures(&site, "spanless").await
}

/// The statistics of 614,400 images, a distance and scattered items are there, and other workers have started for them.
async fn measures(site: &Site, name: &str) -> Result {
    let folder = Folder::new(name)?;
    let path = folder.path().join("even-images.gz");
    let header = Header::new(ElementType::U8, vec![614_400, 32, 32])?.to_bytes();
    let [dark, bright] = [0, 200].map(|value| gzip(&vec![value; 1 << 20]).repeat(300));
    fs::write(&path, [gzip(&header), dark, bright].concat())?;
    site.open(async |page| {
        page.run(
            "window.told = 0; window.spans = new BroadcastChannel('spans'); spans.onmessage = () => window.told++;",
            vec![],
        )
        .await?;
        page.drop(&[path]).await?;
        page.says(&["614,400 images"]).await?;
        page.rests().await?;
        page.unfold_statistics().await?;
        page.click("Measure 614,400 images").await?;
        page.shows("statistics-view .extent", &["All 614,400 images"]).await?;
        page.shows("statistics-view .spread", &["mean 100, std 100"]).await?;
        page.gives("[told > 0, $$('[role=alert]').length]", (true, 0)).await?;
        // So are the distances from the mean.
        page.run("told = 0;", vec![]).await?;
        page.click_item(0).await?;
        page.click("Compute").await?;
        page.shows("item-panel .distance", &["distance to mean", "100", "of 614,400"]).await?;
        page.gives("[told > 0, $$('[role=alert]').length]", (true, 0)).await?;
        // And so are items in many places.
        page.run(
            "told = 0;
            // The first is in the panel.
            const items = Array.from({ length: 100 }, (_, place) => place && 6_144 * place + 1_000);
            location.hash += `&items=${items.join(',')}`;",
            vec![],
        )
        .await?;
        page.says(&["100 of 614,400"]).await?;
        page.gives("told > 0", true).await?;
        for (place, value) in [(1, 0), (20, 0), (51, 200)] {
            page.gives(&Page::pixels_of(6_144 * place + 1_000, 32, 32), ink([value; 1024])).await?;
        }
        page.gives("$$('[role=alert]').map(({ innerText }) => innerText)", [""; 0]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn where_nothing_may_stay_everything_else_works() -> Result {
    let site = Site::new("forbidden-site")?;
    site.begin("main.js", WITHOUT_STORAGE)?;
    let folder = Folder::new("forbidden")?;
    let files = [folder.images("forbidden-images", 300)?, folder.labels("forbidden-labels", 300)?];
    site.open(async |page| {
        page.drop(&files).await?;
        page.says(&["300 images", "labels from forbidden-labels"]).await?;
        page.rests().await?;
        page.on("[data-index=\"3\"]", "focus()").await?;
        page.press("s").await?;
        page.gives("$('[data-index=\"3\"]').ariaDescription", "bookmarked").await?;
        page.press("?").await?;
        page.gives("$$('dialog input').length", 1).await?;
        page.on("dialog input", "click()").await?;
        page.gives("$('dialog input').checked", false).await
    })
    .await
}
