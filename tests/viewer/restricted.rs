//! The page in a browser that is old, forbids storage, or cannot stream files.

use crate::Result;
use crate::files::Folder;
use crate::reading::large;
use crate::sabotage::Site;

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
