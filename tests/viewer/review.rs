//! Reviews: labels are corrected, undone, kept for the next visit, saved, and applied again.

use std::{fs, slice};

use idxlens::format::encode::encode;
use serde_json::Value;
use thirtyfour::Key;

use crate::Result;
use crate::files::{Folder, read};
use crate::page::Page;

/// Keeps the names and the bytes of what is saved.
pub(crate) const CATCH: &str = "
    window.saved = [];
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => make.call(URL, window.blob = blob);
    HTMLAnchorElement.prototype.click = async function () {
        const name = this.download;
        saved.push({ name, bytes: [...new Uint8Array(await window.blob.arrayBuffer())] });
    };";
/// The text and the description of an item in the grid.
pub(crate) const CELL: &str =
    "((item) => { const cell = $(`[data-index=\"${item}\"]`); return [text(cell), cell.ariaDescription]; })";

const STEPS: &str = "$$('review-summary .quiet').map((button) => button.ariaDisabled)";

impl Page {
    /// Opens an item, and gives it another label.
    async fn relabel(&self, item: u32, label: &str) -> Result {
        self.click_item(item).await?;
        self.shows("item-panel h2", &[&format!("item {item}")]).await?;
        self.on("item-review details", "open = true").await?;
        self.enter("New label", label).await
    }

    /// The name and the bytes of a file that was saved.
    pub(crate) async fn saved(&self, count: usize) -> Result<(String, Vec<u8>)> {
        self.gives("saved.length", count).await?;
        let (name, bytes) = self.value("(({ name, bytes }) => [name, bytes])(saved.at(-1))").await?;
        Ok((name, bytes))
    }
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_are_corrected_and_leave_as_a_file_and_a_list() -> Result {
    let folder = Folder::new("review")?;
    let images = folder.images("t10k-images-idx3-ubyte.gz", 300)?;
    let labels = folder.labels("t10k-labels-idx1-ubyte.gz", 300)?;
    let original = fs::read(&labels)?;
    let files = [images.clone(), labels.clone()];
    Page::open(async |page| {
        page.run(CATCH, vec![]).await?;
        page.drop(&files).await?;
        page.says(&["300 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives("$$('review-summary').length", 0).await?;
        page.relabel(4, "9").await?;
        page.gives(&format!("{CELL}(4)"), ("4→9", "corrected to 9")).await?;
        page.shows("item-panel h2", &["4 → 9 item 4"]).await?;
        page.shows("review-summary", &["Review 1 label changed"]).await?;
        // Keys of the field are its own.
        page.press_with_control("z").await?;
        page.gives(&format!("{CELL}(4)"), ("4→9", "corrected to 9")).await?;
        page.relabel(5, "300").await?;
        page.shows("item-review .problem", &["The labels file cannot hold 300."]).await?;
        page.enter("New label", "five").await?;
        page.shows("item-review .problem", &["Can’t read “five”."]).await?;
        page.click("Exclude").await?;
        page.gives(&format!("{CELL}(5)"), ("5", "excluded")).await?;
        page.relabel(6, "6").await?;
        page.gives(&format!("{CELL}(6)"), ("6", "label kept")).await?;
        page.shows("review-summary", &["1 label changed, 1 kept, 1 excluded"]).await?;

        page.on("[data-index=\"6\"]", "focus()").await?;
        for _ in 0..3 {
            page.press_with_control("z").await?;
        }
        page.gives(
            &format!("[{CELL}(4), {CELL}(5), {STEPS}]"),
            (("4", Value::Null), ("5", Value::Null), ["true", "false", "true"]),
        )
        .await?;
        let chain = page.driver.action_chain().key_down(Key::Control).key_down(Key::Shift).send_keys("z");
        chain.key_up(Key::Shift).key_up(Key::Control).perform().await?;
        page.press_with_control("y").await?;
        page.gives(
            &format!("[{CELL}(4), {CELL}(5), {CELL}(6)]"),
            (("4→9", "corrected to 9"), ("5", "excluded"), ("6", Value::Null)),
        )
        .await?;

        page.click("Save corrected labels").await?;
        page.shows("review-summary", &["Saved t10k-labels-idx1-ubyte-corrected.gz: 1 label changed (1 byte)."]).await?;
        let (name, bytes) = page.saved(1).await?;
        assert_eq!(name, "t10k-labels-idx1-ubyte-corrected.gz");
        let corrected = folder.write(&name, &bytes)?;
        let (before, after) = (read(&labels)?, read(&corrected)?);
        assert_eq!((after.layers(), after.layout()), (1, before.layout()));
        for item in 0..300 {
            assert_eq!(after.item(item), if item == 4 { Some(&[9][..]) } else { before.item(item) });
        }
        assert_eq!(fs::read(&labels)?, original);

        page.click("Save list").await?;
        page.shows("review-summary", &["Saved t10k-review.csv: 2 decisions."]).await?;
        let (name, bytes) = page.saved(2).await?;
        assert_eq!(name, "t10k-review.csv");
        assert_eq!(str::from_utf8(&bytes)?, "index,old,new,status,note\r\n4,4,9,corrected,\r\n5,5,,excluded,\r\n");
        let list = folder.write(&name, &bytes)?;

        page.click("Discard all").await?;
        page.shows("review-summary", &["Discarded 2 decisions. “Undo” restores them."]).await?;
        page.gives(&format!("[{CELL}(4), {CELL}(5)]"), (("4", Value::Null), ("5", Value::Null))).await?;
        page.drop(slice::from_ref(&list)).await?;
        page.shows("[role=alert]", &["Review list applied: 1 corrected, 1 excluded."]).await?;
        page.gives(&format!("[{CELL}(4), {CELL}(5)]"), (("4→9", "corrected to 9"), ("5", "excluded"))).await?;

        // The corrected file is another one: its labels are not those of the list.
        page.visit("").await?;
        page.drop(&[images, corrected]).await?;
        page.says(&["300 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives(&format!("{CELL}(4)"), ("9", Value::Null)).await?;
        page.drop(slice::from_ref(&list)).await?;
        let fault = "Line 2 of the list expects label 4 for item 4; the file has label 9.";
        page.shows("[role=alert]", &[fault, "Nothing was applied."]).await?;
        page.gives("$$('review-summary').length", 0).await?;
        // The name of a list says which dataset it belongs to.
        let other = folder.write("train-review.csv", &fs::read(list)?)?;
        page.drop(&[other]).await?;
        page.gives("$$('[role=alert]').some((alert) => text(alert).includes('belongs to train, not to t10k.'))", true)
            .await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_review_outlives_a_visit_and_finds_its_items() -> Result {
    let folder = Folder::new("review-kept")?;
    let images = folder.images("images.gz", 300)?;
    let labels = folder.array("labels", &[300, 2], &(0..600).map(|at| at / 2 % 10).collect::<Vec<i32>>())?;
    let files = [images, labels];
    Page::open(async |page| {
        page.run(CATCH, vec![]).await?;
        page.drop(&files).await?;
        page.says(&["300 images", "page 1 of"]).await?;
        page.rests().await?;
        page.relabel(7, "1000").await?;
        page.relabel(8, "8").await?;
        page.gives("Object.keys(localStorage).filter((key) => key.startsWith('idxlens.review:')).length", 1).await?;
        page.gives("Object.entries(localStorage).find(([key]) => key.includes('review'))[1].includes('8')", true)
            .await?;
        page.visit("").await?;
        page.run(CATCH, vec![]).await?;
        page.drop(&files).await?;
        page.gives(&format!("[{CELL}(7), {CELL}(8)]"), (("7→1000", "corrected to 1000"), ("8", "label kept"))).await?;
        page.find_and_sort().await?;
        page.click("Show 2 reviewed").await?;
        page.says(&["2 of 300, items 7–8"]).await?;
        page.click("Show 1 corrected").await?;
        page.says(&["1 of 300, item 7"]).await?;
        page.click("Save corrected labels").await?;
        page.shows("review-summary", &["Saved labels-corrected: 1 label changed (2 bytes)."]).await?;
        let (name, bytes) = page.saved(1).await?;
        let mut expected: Vec<i32> = (0..600).map(|at| at / 2 % 10).collect();
        expected[14] = 1000;
        assert_eq!((name.as_str(), bytes), ("labels-corrected", encode(&[300, 2], &expected)?));
        // Another column has a review of its own.
        page.choose("Column", "column 1").await?;
        page.gives("$$('review-summary').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn large_labels_of_one_name_and_shape_have_reviews_of_their_own() -> Result {
    let [folder, elsewhere] = [Folder::new("review-large")?, Folder::new("review-large-too")?];
    let images = folder.images("images.gz", 300)?;
    // Plain files of this size have no checksum.
    let labels = |from: i32| (0..300 * 512).map(|at| (at / 512 + from) % 10).collect::<Vec<i32>>();
    let first = folder.array("labels", &[300, 512], &labels(0))?;
    let second = elsewhere.array("labels", &[300, 512], &labels(1))?;
    let stored = "Object.keys(localStorage).filter((key) => key.startsWith('idxlens.review:')).length";
    Page::open(async |page| {
        page.drop(&[images.clone(), first.clone()]).await?;
        page.says(&["300 images", "page 1 of"]).await?;
        page.rests().await?;
        page.relabel(7, "1000").await?;
        page.gives(stored, 1).await?;
        page.visit("").await?;
        page.drop(&[images.clone(), second]).await?;
        page.says(&["300 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives(&format!("{CELL}(7)"), ("8", Value::Null)).await?;
        page.relabel(8, "1000").await?;
        page.gives(stored, 2).await?;
        page.visit("").await?;
        page.drop(&[images, first]).await?;
        page.gives(&format!("[{CELL}(7), {CELL}(8)]"), (("7→1000", "corrected to 1000"), ("8", Value::Null))).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn without_storage_a_review_lasts_as_long_as_the_page_and_that_is_said_once() -> Result {
    let folder = Folder::new("review-forbidden")?;
    let files = [folder.images("images", 300)?, folder.labels("labels", 300)?];
    Page::open(async |page| {
        page.run("Storage.prototype.setItem = () => { throw new DOMException('no', 'SecurityError'); };", vec![])
            .await?;
        page.drop(&files).await?;
        page.says(&["300 images", "page 1 of"]).await?;
        page.rests().await?;
        page.relabel(4, "9").await?;
        page.shows("[role=alert]", &["The review is not kept in this browser."]).await?;
        page.click_at("//*[@role='alert']//button[@aria-label='Dismiss' or normalize-space()='Dismiss']").await?;
        page.relabel(6, "1").await?;
        page.gives(&format!("{CELL}(6)"), ("6→1", "corrected to 1")).await?;
        page.rests().await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}
