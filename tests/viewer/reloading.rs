//! Reloading: the view is kept, and files are opened again.

use crate::Result;
use crate::files::Folder;
use crate::page::Page;
use crate::paging::{PAGE, train_and_test};

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
    let files = train_and_test(&folder)?;
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
