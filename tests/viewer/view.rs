//! The page and the item in view: paging, the address, Back, reloading.

use serde_json::json;
use thirtyfour::Key;

use crate::Result;
use crate::browser::Window;
use crate::files::Folder;
use crate::page::{Page, grouped};

/// The items of the first and of the last cell, and the field of the page's number.
const PAGE: &str = "(() => {
    const cells = $$('[role=gridcell]');
    return [cells[0], cells.at(-1)].map((cell) => Number(cell.dataset.index));
})()";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_link_to_an_item_that_is_not_there_says_so() -> Result {
    let folder = Folder::new("absent")?;
    let files = [folder.images("images", 1_234)?];
    Page::open(async |page| {
        page.visit("#d=images&i=70000").await?;
        page.drop(&files).await?;
        page.shows("[role=alert]", &["images", "There is no item 70,000 (0–1,233)."]).await?;
        page.gives("$$('[role=gridcell]').at(-1).dataset.index", "1233").await?;
        // No filter has left it out.
        page.visit("#d=images&items=0..99&i=70000").await?;
        page.drop(&files).await?;
        page.says(&["100 of 1,234, items 0–99"]).await?;
        page.shows("[role=alert]", &["There is no item 70,000"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn numbers_of_seven_digits_are_seen_whole() -> Result {
    let folder = Folder::new("digits")?;
    let files = [folder.labels("labels", 1_300_000)?];
    for window in [Window::LIGHT, Window::NARROW] {
        Page::open_in(window, async |page| {
            page.drop(&files).await?;
            page.rests().await?;
            page.enter("Go to item", "1234567").await?;
            page.shows("item-panel h2", &["item 1,234,567"]).await?;
            page.gives("$('.goto input').scrollWidth <= $('.goto input').clientWidth", true).await?;
            Ok(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn every_page_can_be_reached() -> Result {
    let folder = Folder::new("pages")?;
    let files = [folder.images("images", 1_234)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["1,234 images", "page 1 of"]).await?;
        page.rests().await?;
        page.choose_per_page("100").await?;
        page.says(&["page 1 of 13"]).await?;
        page.gives(PAGE, [0, 99]).await?;
        page.gives("$('[aria-label=\"Previous page\"]').ariaDisabled", "true").await?;
        page.click("Next page").await?;
        page.says(&["page 2 of 13"]).await?;
        page.gives(PAGE, [100, 199]).await?;
        page.click("Last page").await?;
        page.says(&["page 13 of 13"]).await?;
        page.gives(PAGE, [1_200, 1_233]).await?;
        page.gives("$('[aria-label=\"Next page\"]').ariaDisabled", "true").await?;
        page.click("Previous page").await?;
        page.gives(PAGE, [1_100, 1_199]).await?;
        page.click("First page").await?;
        page.gives(PAGE, [0, 99]).await?;
        page.enter("Page", "7").await?;
        page.gives(PAGE, [600, 699]).await?;
        page.enter("Page", "14").await?;
        page.shows(".problem", &["There is no page 14 (1–13)."]).await?;
        page.gives(PAGE, [600, 699]).await?;
        page.enter("Page", "13").await?;
        page.gives(PAGE, [1_200, 1_233]).await?;
        page.enter("Go to item", "1,050").await?;
        page.gives(PAGE, [1_000, 1_099]).await?;
        page.shows("item-panel h2", &["item 1,050"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn wheel_and_swipe_turn_pages() -> Result {
    let folder = Folder::new("wheel")?;
    let files = [folder.images("images", 5_000)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["5,000 images", "page 1 of"]).await?;
        page.rests().await?;
        let wheel = "$('[role=grid]').dispatchEvent(new WheelEvent('wheel', { deltaY: 120, bubbles: true }));";
        page.run(wheel, vec![]).await?;
        page.says(&["page 2 of"]).await?;
        let swipe = "
            const grid = $('[role=grid]');
            // WebKitGTK lets no script make a Touch.
            const touch = (x) => ({ clientX: x, clientY: 300 });
            const told = (type, touches, x) =>
                grid.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { touches, changedTouches: [touch(x)] }));
            told('touchstart', [touch(600)], 600);
            told('touchend', [], 400);";
        page.run(swipe, vec![]).await?;
        page.says(&["page 3 of"]).await?;
        // A trackpad keeps sending smaller and smaller steps after the fingers have left it.
        let flick = "
            const grid = $('[role=grid]');
            const [first, largest] = arguments;
            const steps = [...first, ...Array.from({ length: 50 }, (_, at) => Math.round(largest * 0.95 ** at))];
            window.hasFlicked = false;
            const next = () => {
                window.hasFlicked = !steps.length;
                if (hasFlicked) return;
                grid.dispatchEvent(new WheelEvent('wheel', { deltaY: steps.shift(), bubbles: true }));
                setTimeout(next, 16);
            };
            setTimeout(next, 250);";
        // The last is two flicks: a soft one, and before it ends a hard one.
        let soft_and_hard = [6, 30, 70, 90, 80, 60, 40, 20, 9, 4, 5, 40, 150];
        let flicks = [(&[6, 30, 70][..], 90, 4), (&[3, 80, 240], 400, 5), (&soft_and_hard, 400, 7)];
        for (first, largest, page_number) in flicks {
            page.run(flick, vec![json!(first), json!(largest)]).await?;
            page.gives("hasFlicked", true).await?;
            page.says(&[&format!("page {page_number} of")]).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_link_leads_to_its_item_when_the_files_are_there() -> Result {
    let folder = Folder::new("view-link")?;
    let files = [folder.images("train-images", 6_000)?, folder.labels("train-labels", 6_000)?];
    Page::open(async |page| {
        page.visit("#i=4821").await?;
        page.shows(".intro", &["This link leads to item 4,821"]).await?;
        page.drop(&files).await?;
        page.shows("item-panel h2", &["1 item 4,821"]).await?;
        page.gives("$('[role=gridcell][aria-selected=true]').ariaLabel", "Image 4821, label 1").await?;
        page.gives("new URLSearchParams(location.hash.slice(1)).get('i')", "4821").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_link_put_into_the_address_bar_waits_for_its_files() -> Result {
    let folder = Folder::new("address-bar")?;
    let [train, test] = [folder.images("train-images", 600)?, folder.images("test-images", 500)?];
    Page::open(async |page| {
        page.run("location.hash = '#d=train&i=432';", vec![]).await?;
        page.shows(".intro", &["This link leads to item 432 of train"]).await?;
        page.drop(&[train]).await?;
        page.shows("item-panel h2", &["item 432"]).await?;

        // An item of another dataset would be a guess. The entry of the history keeps its link.
        page.run("location.hash = '#d=test&i=21';", vec![]).await?;
        page.shows(".messages", &["This link leads to item 21 of test. Open its files"]).await?;
        page.shows("item-panel h2", &["item 432"]).await?;
        page.press("i").await?;
        page.gives("location.hash", "#d=test&i=21").await?;
        page.driver.back().await?;
        page.gives("$$('.pending').length", 0).await?;
        page.driver.forward().await?;
        page.shows(".messages", &["This link leads to item 21 of test. Open its files"]).await?;
        page.drop(&[test]).await?;
        page.says(&["test-images"]).await?;
        page.shows("item-panel h2", &["item 21"]).await?;
        page.gives("$$('.pending').length", 0).await?;

        // The notice goes when the user opens something else.
        page.run("location.hash = '#d=extra&i=3';", vec![]).await?;
        page.shows(".messages", &["This link leads to item 3 of extra"]).await?;
        page.click("Dismiss").await?;
        page.gives("$$('.pending').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn reloading_at_once_keeps_the_last_of_many_changes() -> Result {
    let folder = Folder::new("at-once")?;
    let files = [folder.images("images", 3_000)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["3,000 images"]).await?;
        page.rests().await?;
        page.choose_per_page("100").await?;
        page.says(&["page 1 of 30"]).await?;
        page.run("for (let page = 1; page < 8; page++) $('[aria-label=\"Next page\"]').click();", vec![]).await?;
        page.reload().await?;
        page.shows(".intro", &["Open images again to continue at item 700."]).await?;
        page.drop(&files).await?;
        page.says(&["page 8 of 30"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn reloading_keeps_the_view_of_files_that_are_dropped_again() -> Result {
    let folder = Folder::new("reload")?;
    let files = [
        folder.images("train-images", 3_000)?,
        folder.labels("train-labels", 3_000)?,
        folder.images("test-images", 2_000)?,
        folder.labels("test-labels", 2_000)?,
    ];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.dataset("test").await?;
        page.says(&["test-images", "2,000 images"]).await?;
        page.rests().await?;
        page.choose_per_page("200").await?;
        page.click("Last page").await?;
        page.gives(PAGE, [1_800, 1_999]).await?;
        page.press("i").await?;
        page.gives("$('[type=radio][value=dark]').checked", true).await?;
        page.gives(
            "['at', 'n', 'inv', 'd'].map((word) => new URLSearchParams(location.hash.slice(1)).get(word))",
            ["1800", "200", "1", "test"],
        )
        .await?;

        page.reload().await?;
        page.shows(".intro", &["Your files are not kept across reloads. Open test-images, test-labels", "item 1,800"])
            .await?;
        page.drop(&files).await?;
        page.says(&["test-images", "2,000 images", "page 10 of 10"]).await?;
        page.gives(PAGE, [1_800, 1_999]).await?;
        page.gives("$('[type=radio][value=dark]').checked", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn reloading_the_sample_needs_no_drop() -> Result {
    Page::open(async |page| {
        page.open_sample().await?;
        page.enter("Go to item", "5678").await?;
        page.shows("item-panel h2", &["item 5,678"]).await?;
        page.gives("new URLSearchParams(location.hash.slice(1)).get('i')", "5678").await?;
        page.gives("$$('[role=gridcell][aria-selected=true]').length", 1).await?;
        let shown: String = page.value("$('[role=gridcell][aria-selected=true]').ariaLabel").await?;
        page.reload().await?;
        page.says(&["10,000 images"]).await?;
        page.shows("item-panel h2", &["item 5,678"]).await?;
        page.gives("$('[role=gridcell][aria-selected=true]').ariaLabel", shown).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_hash_that_makes_no_sense_does_no_harm() -> Result {
    let folder = Folder::new("hash")?;
    let files = [folder.images("images", 60)?];
    let hashes = [
        "#i=-1",
        "#i=99999999999999999999999",
        "#i=1e3",
        "#i=0x10",
        "#i=%00",
        "#at=999999999999",
        "#d=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&i=3",
        "#d=__proto__&__proto__=1&constructor=2",
        "#z=NaN",
        "#z=-5",
        "#z=1e300",
        "#z=0.0000001",
        "#n=7",
        "#n=1000000000",
        "#sample=../../secret",
        "#%",
        "#&&&===",
    ];
    // An algorithm that is quadratic in their length takes hours. Firefox takes no address beyond a mebibyte.
    let long =
        ["+", "1", "1,", "-1"].map(|part| format!("#items={0}x&f={0}x&range={0}x&span={0}x", part.repeat(100_000)));
    Page::open(async |page| {
        for hash in hashes.into_iter().chain(long.iter().map(String::as_str)) {
            page.visit(hash).await?;
            page.gives("document.querySelectorAll('.link img').length", 0).await?;
            page.drop(&files).await?;
            page.says(&["60 images", "page 1 of"]).await.map_err(|error| format!("{hash}: {error}"))?;
            page.gives("$$('[role=gridcell]')[0].ariaLabel", "Image 0").await?;
            page.gives("[$('page-grid canvas').width > 1, $$('[role=alert]').length]", (true, 0)).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn back_closes_the_item_and_leads_to_the_dataset_before() -> Result {
    let folder = Folder::new("back")?;
    let files = [
        folder.images("train-images", 3_000)?,
        folder.labels("train-labels", 3_000)?,
        folder.images("test-images", 2_000)?,
        folder.labels("test-labels", 2_000)?,
    ];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.dataset("train").await?;
        page.says(&["train-images", "3,000 images"]).await?;
        page.rests().await?;
        page.click("Next page").await?;
        page.says(&["page 2 of"]).await?;
        let on_the_page: (u32, u32) = page.value(PAGE).await?;
        page.click_item(on_the_page.0 + 3).await?;
        page.shows("item-panel h2", &[&format!("item {}", grouped(on_the_page.0 + 3))]).await?;
        page.click("Next item").await?;
        page.shows("item-panel h2", &[&format!("item {}", grouped(on_the_page.0 + 4))]).await?;
        page.gives("new URLSearchParams(location.hash.slice(1)).get('i')", (on_the_page.0 + 4).to_string()).await?;

        // Each item is a step.
        let item = |by| format!("item {}", grouped(on_the_page.0 + by));
        page.driver.back().await?;
        page.shows("item-panel h2", &[&item(3)]).await?;
        page.driver.back().await?;
        page.gives("$$('item-panel').length", 0).await?;
        page.gives(PAGE, on_the_page).await?;
        page.driver.forward().await?;
        page.shows("item-panel h2", &[&item(3)]).await?;
        page.driver.forward().await?;
        page.shows("item-panel h2", &[&item(4)]).await?;
        page.click("Close item").await?;
        page.gives("$$('item-panel').length", 0).await?;

        page.dataset("test").await?;
        page.says(&["test-images", "page 1 of"]).await?;
        page.click_item(5).await?;
        page.shows("item-panel h2", &["5 item 5"]).await?;
        page.driver.back().await?;
        page.gives("$$('item-panel').length", 0).await?;
        page.says(&["test-images", "page 1 of"]).await?;
        page.driver.back().await?;
        page.says(&["train-images", "page 2 of"]).await?;
        page.gives(PAGE, on_the_page).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn files_that_were_dropped_one_after_the_other_are_steps_of_the_history() -> Result {
    let folder = Folder::new("back-drops")?;
    Page::open(async |page| {
        for name in ["first-images", "second-images", "third-images"] {
            // Browsers pass over entries that the page made without its user.
            page.click_at("//h1").await?;
            page.drop(&[folder.images(name, 30)?]).await?;
            page.says(&[name, "30 images"]).await?;
            page.rests().await?;
        }
        for name in ["second-images", "first-images"] {
            page.driver.back().await?;
            page.says(&[name, "30 images"]).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn back_leads_from_a_file_that_was_opened_to_the_first_screen() -> Result {
    let folder = Folder::new("first-screen")?;
    Page::open(async |page| {
        // Browsers pass over entries that the page made without its user.
        page.click_at("//h1").await?;
        page.drop(&[folder.images("first-images", 30)?]).await?;
        page.says(&["first-images", "30 images"]).await?;
        page.rests().await?;
        page.click_item(5).await?;
        page.shows("item-panel h2", &["item 5"]).await?;

        page.run("history.go(-2);", vec![]).await?;
        page.gives("['.intro', '.centre', 'item-panel'].map(part => $$(part).length)", [1, 0, 0]).await?;
        page.gives("location.hash", "").await?;
        // What was open still is.
        page.driver.forward().await?;
        page.says(&["first-images", "30 images", "page 1 of"]).await?;
        page.driver.back().await?;
        page.gives("$$('.intro').length", 1).await?;
        page.dataset("first").await?;
        page.says(&["first-images", "30 images", "page 1 of"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn back_undoes_the_last_of_page_filter_and_item() -> Result {
    const TITLE: &str = "$$('item-panel h2').map(text)";
    let folder = Folder::new("steps")?;
    let files = [folder.images("images", 3_000)?, folder.labels("labels", 3_000)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.rests().await?;
        page.click("Next page").await?;
        page.says(&["page 2 of"]).await?;
        let on_the_page: (u32, u32) = page.value(PAGE).await?;
        page.press("3").await?;
        page.says(&["300 of 3,000, label 3", "page 1 of"]).await?;
        page.click_item(23).await?;
        page.shows("item-panel h2", &["3 item 23"]).await?;
        // A setting is no step.
        page.press("i").await?;

        page.driver.back().await?;
        page.gives(TITLE, json!([])).await?;
        page.says(&["300 of 3,000, label 3", "page 1 of"]).await?;
        page.driver.back().await?;
        page.says(&["3,000 images", "page 2 of"]).await?;
        page.gives(PAGE, on_the_page).await?;
        page.driver.back().await?;
        page.says(&["3,000 images", "page 1 of"]).await?;
        page.gives("$('[type=radio][value=dark]').checked", true).await?;

        for _ in 0..3 {
            page.driver.forward().await?;
        }
        page.shows("item-panel h2", &["3 item 23"]).await?;
        page.says(&["300 of 3,000, label 3"]).await?;
        // One step back closes what was just opened, as Escape does.
        page.press(Key::Escape + "").await?;
        page.gives(TITLE, json!([])).await?;
        page.driver.forward().await?;
        page.shows("item-panel h2", &["3 item 23"]).await
    })
    .await
}

/// What a browser gives for a dropped file if it can find it again. A handle of the page's own storage stands for one of
/// the disk, because no driver answers the browser's question.
const HANDLES: &str = "
    DataTransferItem.prototype.getAsFileSystemHandle = async function () {
        const file = this.getAsFile();
        // Files of other datasets can have the same name.
        const root = await navigator.storage.getDirectory();
        const folder = await root.getDirectoryHandle(`of ${file.size} bytes`, { create: true });
        const handle = await folder.getFileHandle(file.name, { create: true });
        const writer = await handle.createWritable();
        await writer.write(file);
        await writer.close();
        return handle;
    };";

/// The user refuses at first to let the page read the files again.
const PERMISSION: &str = "
    const answers = ['denied', 'granted', 'granted', 'granted'];
    FileSystemHandle.prototype.queryPermission = async () => 'prompt';
    FileSystemHandle.prototype.requestPermission = async () => answers.shift();";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn lost_files_are_named_and_opened_again_where_the_browser_can() -> Result {
    let folder = Folder::new("again")?;
    let files = [folder.images("again-images", 600)?, folder.labels("again-labels", 600)?];
    Page::open(async |page| {
        let finds: bool = page.value("'showOpenFilePicker' in window").await?;
        if finds {
            page.run(HANDLES, vec![]).await?;
        }
        page.drop(&files).await?;
        page.rests().await?;
        page.click_item(21).await?;
        page.shows("item-panel h2", &["1 item 21"]).await?;
        if finds {
            page.gives("localStorage.getItem('idxlens.recent')", "1").await?;
        }
        page.reload().await?;
        let lost =
            "Your files are not kept across reloads. Open again-images and again-labels again to continue at item 21.";
        page.shows(".intro", &[lost]).await?;
        if !finds {
            page.gives("$$('recent-files').length", 0).await?;
            page.drop(&files).await?;
            return page.shows("item-panel h2", &["1 item 21"]).await;
        }
        page.run(PERMISSION, vec![]).await?;
        page.click("Reopen again-images and 1 more").await?;
        page.shows("recent-files .problem", &["The browser has no permission to read these files"]).await?;
        page.click("Reopen again-images and 1 more").await?;
        page.shows("item-panel h2", &["1 item 21"]).await?;
        page.says(&["600 images", "labels from again-labels"]).await?;

        // Another day.
        page.visit("").await?;
        page.gives("$$('.link, .reopen').length", 0).await?;
        page.click_at("//recent-files//button[contains(., 'again-images')]").await?;
        page.says(&["600 images", "labels from again-labels"]).await?;
        page.visit("").await?;
        page.click("Forget again").await?;
        page.gives("$$('recent-files li').length", 0).await?;
        page.visit("").await?;
        page.gives("indexedDB.databases().then(() => $$('recent-files li').length)", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn datasets_with_files_of_the_same_names_are_reopened_apart() -> Result {
    let folders = [Folder::new("namesakes-one")?, Folder::new("namesakes-two")?];
    let files = [folders[0].images("images", 600)?, folders[1].images("images", 300)?];
    Page::open(async |page| {
        if !page.value::<bool>("'showOpenFilePicker' in window").await? {
            return Ok(());
        }
        page.run(HANDLES, vec![]).await?;
        for (file, kept) in files.into_iter().zip(["1", "2"]) {
            page.drop(&[file]).await?;
            page.rests().await?;
            page.gives("localStorage.getItem('idxlens.recent')", kept).await?;
        }
        page.reload().await?;
        page.run("FileSystemHandle.prototype.queryPermission = async () => 'granted'", vec![]).await?;
        page.gives("$$('recent-files li').length", 2).await?;
        page.click("Reopen images").await?;
        page.says(&["300 images"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn back_undoes_another_layout() -> Result {
    let folder = Folder::new("layout-step")?;
    let files = [folder.images("images", 300)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["300 images", "8 × 6"]).await?;
        page.rests().await?;
        page.press("b").await?;
        page.click_at("//bytes-view//summary").await?;
        page.enter("Shape", "600 x 4 x 6").await?;
        page.says(&["600 images", "4 × 6"]).await?;
        page.driver.back().await?;
        page.says(&["300 images", "8 × 6"]).await?;
        page.driver.forward().await?;
        page.says(&["600 images", "4 × 6"]).await
    })
    .await
}
