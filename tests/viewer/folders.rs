//! Folders, dropped or chosen: their files are opened, and those that cannot be are counted or named.

use crate::Result;
use crate::browser;
use crate::files::Folder;
use crate::page::Page;

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_system_drops_files_and_folders() -> Result {
    let folder = Folder::new("folder")?;
    folder.images("data/MNIST/raw/train-images-idx3-ubyte", 40)?;
    folder.labels("data/MNIST/raw/train-labels-idx1-ubyte", 40)?;
    folder.images("data/KMNIST/raw/train-images-idx3-ubyte", 50)?;
    folder.labels("data/KMNIST/raw/train-labels-idx1-ubyte", 50)?;
    folder.write("data/.DS_Store", &[0; 8])?;
    folder.write("data/README.md", b"# About these digits")?;
    let file = folder.images("single-images", 60)?;
    Page::open(async |page| {
        if !browser::drop_as_system(&page.driver, &[&folder.path().join("data"), &file]).await? {
            return Ok(());
        }
        let counts = "$$('dataset-tabs button').map((tab) => text(tab).split(' ').at(-1)).sort()";
        page.gives(counts, ["40", "50", "60"]).await?;
        // Notes in a folder are counted as skipped, without an alert.
        page.gives("$$('[role=alert]').length", 0).await?;
        page.shows(".messages", &["5 files opened, 1 skipped: README.md"]).await?;
        page.click("Dismiss").await?;
        page.gives("$$('.messages').length", 0).await?;
        let names = "$$('dataset-tabs bdi').map((tab) => tab.innerText).sort()";
        page.gives(names, ["KMNIST train", "MNIST train", "single"]).await?;
        for (name, count) in [("MNIST", 40), ("KMNIST", 50)] {
            page.click_at(&format!("//dataset-tabs/button[contains(., '{count}')]")).await?;
            let [images, labels] =
                ["images-idx3", "labels-idx1"].map(|kind| format!("data/{name}/raw/train-{kind}-ubyte"));
            page.says(&[&images, &format!("{count} images"), &labels]).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_chosen_folder_is_searched() -> Result {
    let folder = Folder::new("chosen-folder")?;
    folder.images("data/raw/train-images", 40)?;
    folder.labels("data/raw/train-labels", 40)?;
    Page::open(async |page| {
        page.pick_folder(&folder.path().join("data")).await?;
        page.says(&["data/raw/train-images", "40 images", "data/raw/train-labels"]).await?;
        page.gives("document.querySelector('input[type=file]').webkitdirectory", false).await?;
        // Beside an open dataset, there is room for the button in a wide window.
        page.gives("$('drop-zone .folder').checkVisibility() === innerWidth >= 1280", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn unreadable_files_are_reported_and_the_rest_opens() -> Result {
    let folder = Folder::new("locked")?;
    let files = [folder.images("a-images", 30)?, folder.images("locked-images", 20)?, folder.labels("a-labels", 30)?];
    Page::open(async |page| {
        // Locked files do not stop an administrator, who may run this.
        page.run(
            "DataTransferItem.prototype.webkitGetAsEntry = function () {
                const taken = this.getAsFile();
                const file = (resolve, reject) =>
                    taken.name.startsWith('locked') ? reject(new DOMException('locked', 'NotReadableError')) : resolve(taken);
                const found = [{ isFile: true, fullPath: `/data/${taken.name}`, file }];
                const readEntries = (resolve) => resolve(found.splice(0));
                return { isDirectory: true, fullPath: '/data', createReader: () => ({ readEntries }) };
            };",
            vec![],
        )
        .await?;
        page.drop(&files).await?;
        page.says(&["data/a-images", "30 images", "data/a-labels"]).await?;
        page.shows("[role=alert]", &["data/locked-images", "could not be read"]).await?;
        page.gives("$$('[role=alert]').length", 1).await
    })
    .await
}

/// A folder that never ends, as a slow disk may seem.
#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_folder_shows_its_progress_and_can_be_cancelled() -> Result {
    let folder = Folder::new("endless")?;
    let file = folder.images("a-images", 30)?;
    Page::open(async |page| {
        page.drop(std::slice::from_ref(&file)).await?;
        page.says(&["30 images"]).await?;
        page.run(
            "window.original = DataTransferItem.prototype.webkitGetAsEntry;
            DataTransferItem.prototype.webkitGetAsEntry = function () {
                const file = (resolve) => resolve(new File([], 'x'));
                const entry = (_, at) => ({ isFile: true, fullPath: `/data/${at}`, file });
                const batches = [Array.from({ length: 1234 }, entry)];
                const readEntries = (resolve) => batches.length ? resolve(batches.pop()) : setTimeout(() => resolve([]), 1e6);
                return { isDirectory: true, fullPath: '/data', createReader: () => ({ readEntries }) };
            };",
            vec![],
        )
        .await?;
        page.drop(std::slice::from_ref(&file)).await?;
        page.shows("drop-zone .intake", &["Listing the folder: 1,234 files so far"]).await?;
        page.click_at("//drop-zone//*[@class='intake']/button").await?;
        page.run("DataTransferItem.prototype.webkitGetAsEntry = window.original;", vec![]).await?;
        page.shows(".messages .tally", &["Cancelled: 0 files opened, 1,234 not read"]).await?;
        page.gives("$$('[role=status]').length", 1).await?;
        // The page goes on with what is open, and with the next drop.
        page.drop(&[folder.images("b-images", 20)?]).await?;
        page.says(&["20 images"]).await?;
        page.gives("[$$('drop-zone .intake').length, $$('[role=alert]').length]", [0, 0]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_skipped_files_of_a_drop_are_counted_until_the_count_is_dismissed() -> Result {
    let folder = Folder::new("skipped")?;
    folder.images("set/good-images", 20)?;
    folder.write("set/notes.dat", b"nothing to see")?;
    folder.write("set/README.md", b"what is here")?;
    let other = folder.images("other-images", 30)?;
    Page::open(async |page| {
        page.pick_folder(&folder.path().join("set")).await?;
        page.says(&["20 images"]).await?;
        page.shows(".messages", &["notes.dat", "1 file opened, 2 skipped, including README.md"]).await?;
        page.drop(&[other]).await?;
        page.says(&["30 images"]).await?;
        page.gives("[$$('[role=alert]').length, $$('alert-list .tally').length]", [1, 1]).await?;
        page.click("Dismiss").await?;
        page.gives("[$$('[role=alert]').length, $$('alert-list .tally').length]", [1, 0]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn json_beside_data_is_skipped_unless_it_has_predictions() -> Result {
    let folder = Folder::new("json-beside-data")?;
    folder.images("data/train-images", 40)?;
    folder.labels("data/train-labels", 40)?;
    folder.write("data/settings.json", br#"{"epochs": 3, "seed": {"torch": 1}}"#)?;
    let rows: Vec<_> = (0..40).map(|item| format!(r#"{{"id": {item}, "predicted": {}}}"#, item % 10)).collect();
    folder.write("data/model.json", format!("[{}]", rows.join(",")).as_bytes())?;
    Page::open(async |page| {
        page.pick_folder(&folder.path().join("data")).await?;
        page.says(&["train-images", "40 images", "train-labels"]).await?;
        page.gives("$('[role=gridcell]').ariaLabel.includes('predicted')", true).await?;
        page.shows(".messages", &["1 skipped", "settings.json"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}
