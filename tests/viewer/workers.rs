//! Workers that share the jobs of a large file, where they start and where they do not.

use std::fs;

use idxlens::format::{element::ElementType, encode::gzip, header::Header};

use crate::Result;
use crate::files::Folder;
use crate::page::{Page, ink};
use crate::sabotage::Site;

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
