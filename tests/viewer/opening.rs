//! The ways into the page: drop, choose, paste, the sample.

use std::fs::{self, File};
use std::slice;
use std::time::{Duration, Instant, UNIX_EPOCH};

use tokio::time::sleep;

use crate::Result;
use crate::files::{Folder, image, read};
use crate::host::{Host, Manners};
use crate::page::{PATIENCE, Page, ink};
use crate::privacy::version;
use crate::server::{Server, site};

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn dropped_images_stand_beside_their_labels() -> Result {
    let folder = Folder::new("drop")?;
    let files = [folder.images("train-images-idx3-ubyte.gz", 500)?, folder.labels("train-labels-idx1-ubyte", 500)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["train-images-idx3-ubyte.gz", "500 images", "8 × 6", "u8", "train-labels-idx1-ubyte", "page 1 of"])
            .await?;
        page.rests().await?;
        // The page is drawn once more when the labels are there.
        page.gives("$$('[role=gridcell]')[13].ariaLabel", "Image 13, label 3").await?;
        for (item, _) in page.cells().await?.into_iter().step_by(37) {
            assert_eq!(page.pixels(item, 8, 6).await?, ink(image(item)), "item {item}");
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn dragged_files_are_invited_as_long_as_they_are_over_the_page() -> Result {
    let folder = Folder::new("drag")?;
    let file = [folder.images("images", 3)?];
    Page::open(async |page| {
        page.gives("$$('.drop-overlay').length", 0).await?;
        page.drag(&file, &["dragenter", "dragover"]).await?;
        page.shows(".drop-overlay", &["Drop to open"]).await?;
        page.drag(&file, &["dragleave"]).await?;
        page.gives("$$('.drop-overlay').length", 0).await?;
        page.drop(&file).await?;
        page.says(&["3 images", "no labels"]).await?;
        page.gives("$$('.drop-overlay').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn files_that_are_dragged_over_the_page_are_prepared_for() -> Result {
    let folder = Folder::new("expected")?;
    let file = [folder.images("images", 3)?];
    let host = Host::serve(&site()?, folder.path(), Manners::GOOD)?;
    let is_prepared = || host.requests().iter().any(|request| request.path.ends_with("convert_bg.wasm"));
    Page::open_from(Server::at(&host.address), async |page| {
        // Without the service worker, which fetches everything sooner or later.
        page.run("navigator.serviceWorker.register = () => new Promise(() => {})", vec![]).await?;
        // A drag that only passes by costs nothing.
        page.drag(&file, &["dragenter", "dragover", "dragleave"]).await?;
        sleep(Duration::from_millis(500)).await;
        assert!(!is_prepared(), "the core of conversions was loaded");
        page.drag(&file, &["dragenter", "dragover"]).await?;
        let begun = Instant::now();
        while !is_prepared() {
            assert!(begun.elapsed() < PATIENCE, "the core of conversions was not loaded");
            sleep(Duration::from_millis(50)).await;
        }
        page.drag(&file, &["drop"]).await?;
        page.says(&["3 images", "no labels"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_drag_that_began_on_the_page_drops_no_files() -> Result {
    let folder = Folder::new("own")?;
    let files = [folder.images("images", 100)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["100 images"]).await?;
        let drag = "
            const dataTransfer = new DataTransfer();
            dataTransfer.setData('text/plain', 'a caption');
            for (const event of ['dragstart', 'dragenter', 'dragover', 'drop', 'dragend'])
                $('.wordmark').dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer }));";
        page.run(drag, vec![]).await?;
        // The next drop is one of files again.
        page.drop(&[folder.images("others", 50)?]).await?;
        page.says(&["50 images"]).await?;
        page.gives("$$('[role=alert], .drop-overlay').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn files_can_be_chosen_again_and_again() -> Result {
    let folder = Folder::new("choose")?;
    let [images, labels] = [folder.images("a-images", 30)?, folder.labels("a-labels", 30)?];
    Page::open(async |page| {
        page.pick(slice::from_ref(&images)).await?;
        page.says(&["a-images", "30 images", "no labels"]).await?;
        page.pick(&[labels]).await?;
        page.says(&["a-images", "a-labels"]).await?;
        page.gives("$$('[role=gridcell]')[0].ariaLabel", "Image 0, label 0").await?;
        page.click("Close dataset").await?;
        page.shows("h2", &["Look inside MNIST"]).await?;
        // Text and samples keep off the edges of the window.
        page.gives("$('.intro h2').getBoundingClientRect().left >= 16", true).await?;
        page.pick(&[images]).await?;
        page.says(&["a-images", "30 images", "no labels"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn pasted_files_open() -> Result {
    let folder = Folder::new("paste")?;
    let files = [folder.images("images", 30)?, folder.labels("labels", 30)?];
    Page::open(async |page| {
        page.paste(&files).await?;
        page.says(&["30 images", "labels"]).await?;
        page.gives("$$('[role=gridcell]')[7].ariaLabel", "Image 7, label 7").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn four_files_make_two_datasets() -> Result {
    let folder = Folder::new("four")?;
    let files = [
        folder.labels("train-labels-idx1-ubyte.gz", 600)?,
        folder.images("t10k-images-idx3-ubyte.gz", 100)?,
        folder.images("train-images-idx3-ubyte.gz", 600)?,
        folder.labels("t10k-labels-idx1-ubyte.gz", 100)?,
    ];
    Page::open(async |page| {
        page.drop(&files).await?;
        // Training data come first, and are shown.
        page.gives("$$('dataset-tabs button').map(text)", ["train 600", "t10k 100"]).await?;
        page.gives("$('dataset-tabs [aria-pressed=true] bdi').innerText", "train").await?;
        for (name, count) in [("train", "600 images"), ("t10k", "100 images"), ("train", "600 images")] {
            page.dataset(name).await?;
            let [images, labels] = ["images-idx3", "labels-idx1"].map(|kind| format!("{name}-{kind}-ubyte.gz"));
            page.says(&[&images, count, &labels, "page 1 of"]).await?;
            page.gives("$$('dataset-tabs [aria-pressed=true] bdi').map((name) => name.innerText)", [name]).await?;
            page.gives("$$('[role=gridcell]')[9].ariaLabel", "Image 9, label 9").await?;
        }
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_same_files_twice_are_one_dataset() -> Result {
    let folder = Folder::new("twice")?;
    let files = [folder.images("train-images", 30)?, folder.labels("train-labels", 30)?];
    let other = [folder.images("other/train-images", 20)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "train-labels"]).await?;
        page.drop(&files).await?;
        // Drops are handled in order: when this file is open, the earlier ones were handled.
        page.drop(&other).await?;
        page.says(&["20 images"]).await?;
        page.gives("$$('dataset-tabs button bdi').map((name) => name.innerText)", ["train", "train (2)"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_drop_that_fails_does_not_hold_up_the_next() -> Result {
    let folder = Folder::new("next")?;
    let files = [folder.images("images", 20)?];
    Page::open(async |page| {
        let broken = "{ bubbles: true, detail: { type: 'files', entries: [null] } }";
        page.run(&format!("document.body.dispatchEvent(new CustomEvent('intent', {broken}));"), vec![]).await?;
        page.gives("$$('[role=alert]').length", 1).await?;
        page.gives("$('[role=status]')?.innerText ?? ''", "").await?;
        page.drop(&files).await?;
        page.says(&["20 images"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn names_of_files_are_only_text() -> Result {
    let folder = Folder::new("opening-names")?;
    let names = ["<img src=x onerror=alert(1)>", "\u{202e}gpj.segami", "\u{1f522} & \"digits\" 'of' mine"];
    Page::open(async |page| {
        for (count, name) in (11..).zip(names) {
            let known = folder.images(&format!("{name}-images"), count)?;
            let unknown = folder.write(&format!("{name}.pdf"), b"%PDF-1.7")?;
            page.drop(&[known, unknown]).await?;
            page.says(&[&format!("{count} images")]).await?;
            let expected = format!("{name}-images");
            page.gives("$('[role=status] bdi').textContent", expected).await?;
            page.gives("$$('[role=alert]').at(-1).querySelector('bdi').textContent", format!("{name}.pdf")).await?;
        }
        page.gives("document.querySelectorAll('summary-line img, alert-list img, dataset-tabs img').length", 0).await?;
        // Right-to-left text does not turn its surroundings round.
        page.gives("getComputedStyle($$('[role=status] bdi')[0]).unicodeBidi", "isolate").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_drop_without_files_is_reported() -> Result {
    Page::open(async |page| {
        page.drop(&[]).await?;
        page.shows("[role=alert]", &["Nothing to open there: drop files or a folder."]).await?;
        page.click("Dismiss").await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_sample_opens_like_any_other_file() -> Result {
    Page::open(async |page| {
        page.open_sample().await?;
        page.says(&["digits-images-idx3-ubyte.gz", "28 × 28", "u8", "digits-labels-idx1-ubyte.gz"]).await?;
        page.gives("$$('class-histogram .figure').map((figure) => figure.innerText)", vec!["1,000"; 10]).await?;
        let samples = site()?.join(version(&site()?)?).join("samples");
        let images = read(&samples.join("digits-images-idx3-ubyte.gz"))?;
        for item in [0, 1, 40] {
            let values = images.item(item.into()).ok_or("the sample has items")?.iter().copied();
            assert_eq!(page.pixels(item, 28, 28).await?, ink(values), "item {item}");
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn files_that_differ_in_their_bytes_alone_are_two() -> Result {
    let (folder, other) = (Folder::new("twin")?, Folder::new("twin-other")?);
    let [one, two] = [folder.images("images", 300)?, other.images("images", 300)?];
    let mut bytes = fs::read(&two)?;
    // The first value of item 0, which was empty.
    bytes[16] = 200;
    fs::write(&two, bytes)?;
    for file in [&one, &two] {
        File::options().write(true).open(file)?.set_modified(UNIX_EPOCH + Duration::from_secs(1_000_000_000))?;
    }
    Page::open(async |page| {
        page.drop(slice::from_ref(&one)).await?;
        page.says(&["300 images"]).await?;
        page.drop(&[one]).await?;
        page.rests().await?;
        page.drop(&[two]).await?;
        page.gives("$$('dataset-tabs bdi').map(text)", ["images", "images (2)"]).await?;
        page.rests().await?;
        assert_ne!(page.pixels(0, 8, 6).await?, ink(image(0)));
        Ok(())
    })
    .await
}
