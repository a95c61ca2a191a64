//! The samples on the first screen.

use serde_json::json;

use crate::Result;
use crate::page::Page;

impl Page {
    /// Chooses a sample on the first screen.
    async fn choose_sample(&self, name: &str) -> Result {
        self.visit("").await?;
        self.click_at(&format!("//button[@value='{name}']")).await
    }
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn each_sample_shows_what_the_first_screen_promises() -> Result {
    Page::open(async |page| {
        page.choose_sample("handwritten").await?;
        page.says(&["1,797 images", "8 × 8", "labels from"]).await?;
        page.shows("class-histogram", &["180", "183"]).await?;

        page.choose_sample("signals").await?;
        page.says(&["200 signals", "180 values each", "f32"]).await?;
        page.shows("class-histogram", &["0 sine", "4 pulses"]).await?;
        page.visit("#sample=signals").await?;
        page.says(&["200 signals", "180 values each"]).await?;
        page.visit("#sample=signals&show=heat").await?;
        page.says(&["200 rows"]).await?;

        page.choose_sample("volumes").await?;
        page.says(&["6 images", "48 × 48", "dimension 1 at 15"]).await?;

        page.choose_sample("errors").await?;
        page.says(&["digits-with-12-errors", "360 images", "labels from"]).await?;

        page.choose_sample("header").await?;
        page.says(&["180 images", "24 × 24", "u8"]).await?;
        page.shows("[role=alert]", &["wrong-header-images"]).await?;
        page.click_at("//button[contains(., 'channels last')]").await?;
        page.says(&["180 images", "as colour"]).await?;
        page.shows("class-histogram", &["0 circle"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_sample_with_class_names_opens_by_link_as_well() -> Result {
    Page::open(async |page| {
        page.choose_sample("shapes").await?;
        page.says(&["360 images", "as colour"]).await?;
        page.shows("class-histogram", &["0 circle", "5 ring"]).await?;
        page.gives("location.hash", "#sample=shapes&d=shapes").await?;
        page.reload().await?;
        page.says(&["360 images", "as colour"]).await?;
        page.shows("class-histogram", &["0 circle", "5 ring"]).await?;
        // Chosen beside another one, it is compared with that.
        page.visit("#sample=shapes&d=shapes&right=signals&right-sample=signals").await?;
        page.shows("compare-pane", &["signals"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_first_screen_fetches_only_pictures_and_does_not_move() -> Result {
    const SHIFT: &str = "new Promise((resolve) => {
        // Only Chromium measures it.
        if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return resolve(0);
        new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
            .observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 100);
    })";
    Page::open(async |page| {
        let pictures = "$$('.samples img').map(({ complete, naturalWidth, naturalHeight, alt, width, height }) =>
            [complete, naturalWidth, naturalHeight, alt, Math.abs(width / height - naturalWidth / naturalHeight) < 0.1])";
        page.run("$('.samples').scrollIntoView();", vec![]).await?;
        let expected = |width| json!([true, width, 112, "", true]);
        page.gives(pictures, [448, 224, 224, 224, 224, 224, 224].map(expected).to_vec()).await?;
        page.gives(SHIFT, 0).await?;
        let fetched = "performance.getEntriesByType('resource').map(({ name }) => new URL(name))
            .filter(({ origin, pathname }) => origin !== location.origin || /samples.*(gz|txt)$/.test(pathname)).length";
        page.gives(fetched, 0).await?;
        let links = "$$('.sets a').map(({ rel, protocol }) => [rel, protocol])";
        page.gives(links, vec![["noreferrer", "https:"]; 7]).await
    })
    .await
}
