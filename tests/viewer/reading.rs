//! While a large file is read.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use flate2::{Compression, write::GzEncoder};
use idxlens::format::{element::ElementType, header::Header};

use crate::Result;
use crate::browser::Window;
use crate::files::Folder;
use crate::page::{Page, grouped};

/// Images of 32 x 32 in each of the gzip members that are the file's body.
const PER_MEMBER: u32 = 1 << 10;

/// The header of `parts` times as many images as a MiB has.
pub(crate) fn header(parts: u32) -> Result<Vec<u8>> {
    Ok(Header::new(ElementType::U8, vec![parts * PER_MEMBER, 32, 32])?.to_bytes())
}

/// A MiB that does not compress well.
pub(crate) fn noise() -> Vec<u8> {
    let mut state = 1_u32;
    // Numerical Recipes' generator, whose upper bits are random enough.
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0] >> 4
    };
    std::iter::repeat_with(next).take(1 << 20).collect()
}

/// A file of `members` MiB of noise, that takes a while to unpack and none to write: one gzip member over and over.
pub(crate) fn large(folder: &Folder, name: &str, members: u32) -> Result<PathBuf> {
    let member = |bytes: &[u8]| -> Result<Vec<u8>> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes)?;
        Ok(encoder.finish()?)
    };
    let body = member(&noise())?;
    let path = folder.path().join(name);
    let mut file = BufWriter::new(File::create(&path)?);
    file.write_all(&member(&header(members)?)?)?;
    for _ in 0..members {
        file.write_all(&body)?;
    }
    file.flush()?;
    Ok(path)
}

/// Whether items have arrived of a file that is still being read.
pub(crate) const HAVE_ARRIVED: &str = "/MB, [1-9][\\d,]* images/.test($('[role=progressbar]')?.ariaValueText)";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn cancel_works_before_anything_has_arrived() -> Result {
    let folder = Folder::new("cancel-early")?;
    let file = [large(&folder, "noise-images.gz", 512)?];
    Page::open(async |page| {
        page.drop(&file).await?;
        page.gives("$$('[role=gridcell]')[0]?.ariaLabel", "Image 0").await?;
        page.click("Cancel").await?;
        page.gives("$$('[role=progressbar]').length", 0).await?;
        page.says(&["stopped at", "of 524,288 images"]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;

        // Opened again, it is read.
        page.drop(&file).await?;
        page.gives("Number($('[role=progressbar]')?.ariaValueNow) > 0", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_first_page_is_there_before_the_end_and_cancel_keeps_it() -> Result {
    let folder = Folder::new("cancel")?;
    let file = [large(&folder, "noise-images.gz", 512)?];
    Page::open(async |page| {
        page.drop(&file).await?;
        page.gives("$$('[role=gridcell]')[0]?.ariaLabel", "Image 0").await?;
        page.gives(HAVE_ARRIVED, true).await?;
        page.gives("Number($('[role=progressbar]')?.ariaValueNow) < 100", true).await?;
        page.click("Cancel").await?;
        page.gives("$$('[role=progressbar]').length", 0).await?;
        page.gives("document.activeElement.matches('[role=gridcell]')", true).await?;
        page.says(&["stopped at", "of 524,288 images"]).await?;
        page.shows("file-pairing", &["The file was not unpacked to its end."]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;

        // The items that arrived stay usable.
        let items: u32 = page
            .value("Number($('[role=status]').innerText.match(/stopped at ([\\d,]+)/)[1].replaceAll(',', ''))")
            .await?;
        assert!(0 < items && items < 524_288, "{items}");
        page.click("Last page").await?;
        page.gives("$$('[role=gridcell]').at(-1).ariaLabel", format!("Image {}", items - 1)).await?;
        page.click_item(items - 1).await?;
        page.shows("item-panel h2", &[&format!("item {}", grouped(items - 1))]).await?;
        // Opening it again reads the rest.
        page.drop(&file).await?;
        page.gives("$$('[role=progressbar]').length", 1).await?;
        page.rests().await?;
        page.says(&["524,288 images"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_link_into_a_selection_is_followed_while_the_file_is_read() -> Result {
    let folder = Folder::new("read-on")?;
    let file = [large(&folder, "noise-images.gz", 512)?];
    let hash = "#d=noise&i=103&items=100..199";
    Page::open(async |page| {
        page.visit(hash).await?;
        page.drop(&file).await?;
        let led = "[$$('[role=progressbar]').length, $('item-panel h2') && text($('item-panel h2')), $$('[role=gridcell]')[0].ariaLabel]";
        page.gives(led, (1, "item 103", "Image 100")).await?;
        page.click("Cancel").await?;
        page.says(&["stopped at", "items 100–199"]).await?;
        page.run(
            "window.lost = false;
            new MutationObserver(() => {
                lost ||= document.querySelector('.nothing')?.checkVisibility() || !document.querySelector('item-panel').checkVisibility();
            }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });",
            vec![],
        )
        .await?;
        // Nor is anybody led away who wants the rest.
        page.drop(&file).await?;
        page.gives("$$('[role=progressbar]').length", 1).await?;
        page.rests().await?;
        page.says(&["100 of 524,288", "items 100–199"]).await?;
        page.shows("item-panel h2", &["item 103"]).await?;
        page.gives("[lost, location.hash]", (false, hash)).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_remaining_time_is_shown_and_the_memory_limit_can_be_chosen() -> Result {
    let folder = Folder::new("time")?;
    let file = [large(&folder, "noise-images.gz", 488)?];
    Page::open(async |page| {
        // A machine a hundred times slower.
        page.run("const now = performance.now.bind(performance); performance.now = () => 100 * now();", vec![]).await?;
        page.drop(&file).await?;
        page.gives("/images, about \\d+ (s|min) left$/.test($('read-progress .figures')?.innerText)", true).await?;
        page.gives("/images of 499,712, about \\d+ (s|min) left$/.test($('[role=progressbar]')?.ariaValueText)", true)
            .await?;
        page.shows("file-pairing", &["unpacks to 512 MB", "is kept"]).await?;
        page.choose("Keep in memory", "128 MB").await?;
        page.shows("file-pairing", &["unpacks to 512 MB", "a part is kept"]).await?;
        page.rests().await?;
        page.click("Last page").await?;
        page.gives("$$('[role=gridcell]').at(-1).ariaLabel", "Image 499711").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_tab_of_the_shown_dataset_stays_in_view() -> Result {
    let folder = Folder::new("tabs")?;
    let files = ["one", "two", "three"].map(|name| large(&folder, &format!("{name}-images.gz"), 768));
    let files = files.into_iter().collect::<Result<Vec<_>>>()?;
    let window = Window { width: 1100, ..Window::LIGHT };
    Page::open_in(window, async |page| {
        page.drop(&files).await?;
        for name in ["three", "one", "two"] {
            page.dataset(name).await?;
            page.gives(
                "(() => {
                    const [tabs, tab] = ['dataset-tabs', '[aria-pressed=true]'].map((which) => $(which).getBoundingClientRect());
                    return tab.left >= tabs.left - 1 && tab.left + 40 <= tabs.right;
                })()",
                true,
            )
            .await?;
        }
        page.gives("$$('[role=progressbar]').length", 1).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn progress_is_shown_until_the_end() -> Result {
    let folder = Folder::new("progress")?;
    let file = [large(&folder, "noise-images.gz", 64)?];
    Page::open(async |page| {
        // Noted by the page itself: it may come and go between two looks from outside.
        page.run(
            "window.seen = [];
            const bar = document.querySelector('[role=progressbar]');
            const note = () => bar.checkVisibility() && seen.push(Number(bar.ariaValueNow));
            new MutationObserver(note).observe(bar, { attributes: true });",
            vec![],
        )
        .await?;
        page.drop(&file).await?;
        page.says(&["65,536 images"]).await?;
        page.rests().await?;
        let seen: Vec<f64> = page.value("seen").await?;
        assert!(
            seen.len() > 1 && seen.is_sorted() && seen.iter().all(|share| (0.0..=100.0).contains(share)),
            "{seen:?}"
        );
        page.click("Last page").await?;
        page.gives("$$('[role=gridcell]').at(-1).ariaLabel", "Image 65535").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_item_opened_too_early_is_shown_as_soon_as_it_is_there() -> Result {
    let folder = Folder::new("early")?;
    let file = [large(&folder, "noise-images.gz", 2048)?];
    Page::open(async |page| {
        page.drop(&file).await?;
        page.gives("$$('[role=gridcell]')[0]?.ariaLabel", "Image 0").await?;
        // The page itself opens the values and the bytes, and notes what is there before the item, and whether the rest was
        // still being read when each came: commands take longer than the file.
        page.run(
            "window.seen = {};
            const shown = {
                pixels: () => {
                    const { width, height } = $('item-panel canvas');
                    const { data } = $('item-panel canvas').getContext('2d').getImageData(0, 0, width, height);
                    return data.some((value, index) => index % 4 === 0 && value < 255 && data[index + 3] === 255);
                },
                values: () => $$('value-table td').at(-1)?.innerText > '',
                bytes: () => $$('bytes-view .window td').length > 0,
            };
            let isAsked = false;
            setInterval(() => {
                if (!$('item-panel h2')?.innerText.includes('1,200,000')) return;
                $('item-panel > details').open = true;
                if (!isAsked) $('item-panel .bytes').click();
                isAsked = true;
                if (!$('bytes-view dialog')?.open) return;
                window.early ??= Object.keys(shown).filter((what) => shown[what]());
                for (const [what, there] of Object.entries(shown)) {
                    if (!(what in seen) && there()) seen[what] = $$('[role=progressbar]').length;
                }
            }, 5);",
            vec![],
        )
        .await?;
        page.enter("Go to item", "1200000").await?;
        page.shows("bytes-view", &["Bytes of noise", "Item 1,200,000:"]).await?;
        page.gives("early", [] as [&str; 0]).await?;
        page.rests().await?;
        page.gives("seen", serde_json::json!({ "pixels": 1, "values": 1, "bytes": 1 })).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_file_that_disappeared_before_it_was_read_is_reported() -> Result {
    let folder = Folder::new("gone")?;
    let gone = folder.images("gone-images", 30)?;
    let files = [large(&folder, "noise-images.gz", 512)?, gone.clone()];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["noise-images.gz"]).await?;
        fs::remove_file(&gone)?;
        page.dataset("gone").await?;
        page.shows("[role=alert]", &["gone-images", "The file is gone"]).await?;
        page.says(&["gone-images", "0 of 30 images"]).await?;
        page.gives("$$('[role=progressbar]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn closing_a_dataset_while_it_is_read_leaves_the_others() -> Result {
    let folder = Folder::new("closing")?;
    let whole = fs::read(folder.images("whole", 60)?)?;
    let files = [
        large(&folder, "noise-images.gz", 512)?,
        folder.images("next-images", 30)?,
        folder.write("last-images", &whole[..16 + 48 * 20])?,
    ];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["noise-images.gz"]).await?;
        page.gives("$$('[role=progressbar]').length", 1).await?;
        page.click("Close dataset").await?;
        page.says(&["next-images", "30 images"]).await?;
        // The last one is not shown, but it is read.
        page.shows("[role=alert]", &["last-images", "20 of 60"]).await?;
        page.gives("$$('[role=alert]').length", 1).await
    })
    .await
}
