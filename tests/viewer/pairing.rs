//! Pairs of image and label files, and how the user changes them.

use crate::Result;
use crate::files::Folder;
use crate::page::Page;

const FIRST_LABELS: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn images_open_without_labels_and_take_them_later() -> Result {
    let folder = Folder::new("later")?;
    let [images, labels] = [folder.images("train-images", 40)?, folder.labels("train-labels", 40)?];
    Page::open(async |page| {
        page.drop(&[images]).await?;
        page.says(&["40 images", "no labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0", "Image 1", "Image 2"]).await?;
        page.gives("$$('class-histogram').length", 0).await?;
        page.drop(&[labels]).await?;
        page.says(&["40 images", "train-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives("$$('class-histogram .figure').map((figure) => figure.innerText)", vec!["4"; 10]).await?;
        page.gives("$$('dataset-tabs button').length", 1).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_alone_are_counted_and_listed() -> Result {
    let folder = Folder::new("alone")?;
    let labels = folder.array("train-labels", &[7], &[3_u8, 1, 4, 1, 5, 9, 1])?;
    let images = folder.images("train-images", 7)?;
    Page::open(async |page| {
        page.drop(&[labels]).await?;
        page.says(&["train-labels", "7 labels", "u8", "labels only"]).await?;
        let cells = ["Label 0, 3", "Label 1, 1", "Label 2, 4", "Label 3, 1", "Label 4, 5", "Label 5, 9", "Label 6, 1"];
        page.gives("$$('[role=gridcell]').map((cell) => cell.ariaLabel)", cells).await?;
        let classes = [["1", "3"], ["3", "1"], ["4", "1"], ["5", "1"], ["9", "1"]];
        let shown = "$$('class-histogram li').map((line) => text(line).split(' '))";
        page.gives(shown, classes).await?;
        page.drop(&[images]).await?;
        page.says(&["train-images", "7 images", "train-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 3", "Image 1, label 1", "Image 2, label 4"]).await?;
        page.gives("$$('dataset-tabs button').length", 1).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn names_of_classes_change_no_column_of_labels_alone() -> Result {
    let folder = Folder::new("alone-named")?;
    let labels = folder.labels("labels", 500)?;
    Page::open(async |page| {
        page.drop(&[labels]).await?;
        page.says(&["500 labels", "labels only"]).await?;
        page.rests().await?;
        let columns = "$('[role=grid]').ariaColCount";
        let before: String = page.value(columns).await?;
        page.choose("Names", "Fashion-MNIST").await?;
        page.shows("[role=gridcell]", &["T-shirt/top"]).await?;
        page.gives(columns, before).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_of_another_number_are_reported_and_shown_for_their_items() -> Result {
    let folder = Folder::new("mismatch")?;
    let files = [folder.images("train-images", 60)?, folder.labels("train-labels", 10)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.shows("[role=alert]", &["60 images and 10 labels", "another set"]).await?;
        page.shows("file-pairing", &["60 images and 10 labels"]).await?;
        page.shows("class-histogram h2", &["Classes of 10 labels"]).await?;
        page.gives("$$('[role=gridcell]').slice(9, 11).map((cell) => cell.ariaLabel)", ["Image 9, label 9", "Image 10"])
            .await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_pairing_is_shown_and_can_be_changed() -> Result {
    let folder = Folder::new("pairing")?;
    let reversed: Vec<u8> = (0..=9).rev().cycle().take(60).collect();
    let files = [
        folder.images("digits-images", 60)?,
        folder.labels("digits-labels", 60)?,
        folder.array("corrected-labels", &[60], &reversed)?,
    ];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.dataset("digits").await?;
        page.says(&["digits-images", "digits-labels"]).await?;
        page.shows("file-pairing", &["digits-images"]).await?;
        page.gives("$('file-pairing select').selectedOptions[0].text", "digits-labels").await?;

        page.choose("Labels", "corrected-labels").await?;
        page.says(&["digits-images", "corrected-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 9", "Image 1, label 8", "Image 2, label 7"]).await?;

        page.choose("Labels", "none").await?;
        page.says(&["digits-images", "no labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0", "Image 1", "Image 2"]).await?;
        page.gives("$$('class-histogram').length", 0).await?;

        page.choose("Labels", "digits-labels").await?;
        page.says(&["digits-images", "digits-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives("$$('class-histogram .figure').map((figure) => figure.innerText)", vec!["6"; 10]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn removed_labels_can_be_chosen_again() -> Result {
    const CHOICES: &str = "[...$('file-pairing select').options].map((option) => option.text)";
    const NAMES: &str = "$$('dataset-tabs bdi').map((name) => name.innerText)";
    let folder = Folder::new("aside")?;
    let files = [
        folder.images("digits-images", 60)?,
        folder.labels("digits-labels", 60)?,
        folder.labels("corrected-labels", 60)?,
    ];
    let other = [folder.images("other-images", 20)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.dataset("digits").await?;
        page.choose("Labels", "corrected-labels").await?;
        page.says(&["digits-images", "corrected-labels"]).await?;

        page.drop(&other).await?;
        page.says(&["other-images", "no labels"]).await?;
        page.gives(NAMES, ["digits", "corrected", "other"]).await?;
        page.gives(CHOICES, ["none", "digits-labels", "corrected-labels"]).await?;

        // Labels that fit no open images are no choice either.
        page.dataset("digits").await?;
        page.says(&["digits-images"]).await?;
        page.click("Close dataset").await?;
        page.dataset("other").await?;
        page.says(&["other-images", "no labels"]).await?;
        page.gives(CHOICES, ["none", "corrected-labels"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_alone_leave_the_images_in_view_and_are_offered() -> Result {
    let folder = Folder::new("offered")?;
    let [images, labels] = [folder.images("digits-images", 60)?, folder.labels("short-labels", 50)?];
    Page::open(async |page| {
        page.drop(&[images]).await?;
        page.says(&["digits-images", "60 images"]).await?;
        page.drop(&[labels]).await?;
        page.gives("$$('dataset-tabs button').length", 2).await?;
        page.says(&["digits-images", "no labels"]).await?;
        page.shows("file-pairing", &["short-labels has 50 labels for 60 images; choose it above"]).await?;
        page.choose("Labels", "short-labels").await?;
        page.says(&["digits-images", "labels from short-labels"]).await?;
        // After "none" the question does not come back.
        page.choose("Labels", "none").await?;
        page.says(&["digits-images", "no labels"]).await?;
        page.gives("$$('file-pairing .note').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn files_of_one_drop_are_paired_first() -> Result {
    let folder = Folder::new("together")?;
    let images = folder.array("other/t10k-images", &[20, 4, 4], &[7_u8; 320])?;
    let labels = folder.array("other/t10k-labels", &[20], &[3_i32; 20])?;
    let both = [folder.images("t10k-images", 20)?, folder.labels("t10k-labels", 20)?];
    for (alone, says) in [(images, "no labels"), (labels, "labels only")] {
        Page::open(async |page| {
            page.drop(&[alone]).await?;
            page.says(&[says]).await?;
            page.drop(&both).await?;
            page.dataset("t10k (2)").await?;
            page.says(&["t10k-images", "t10k-labels", "8 × 6"]).await?;
            page.gives("$$('[role=gridcell]')[7]?.ariaLabel", "Image 7, label 7").await?;
            page.gives("$$('dataset-tabs button').length", 2).await?;
            page.dataset("t10k").await?;
            page.says(&[says]).await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn choices_of_one_name_are_distinguished() -> Result {
    let folder = Folder::new("alike")?;
    let [one, other] = ["one", "other"].map(|name| format!("{name}/train"));
    let first = [folder.images(&format!("{one}-images"), 60)?, folder.labels(&format!("{one}-labels"), 60)?];
    let second = [folder.images(&format!("{other}-images"), 40)?, folder.labels(&format!("{other}-labels"), 40)?];
    Page::open(async |page| {
        page.drop(&first).await?;
        page.says(&["60 images", "train-labels"]).await?;
        page.drop(&second).await?;
        page.says(&["40 images", "train-labels"]).await?;
        let choices = "[...$('file-pairing select').options].map((option) => option.text)";
        page.gives(choices, ["none", "train-labels, 60", "train-labels, 40"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_of_another_name_are_used_and_the_page_asks() -> Result {
    const QUESTION: &str = "$$('pairing-note p').length";
    let folder = Folder::new("asked")?;
    let files = [folder.images("letters-images", 60)?, folder.labels("digits-labels", 60)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.shows(
            ".messages",
            &["digits-labels and letters-images have the same number of items, but different names"],
        )
        .await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.click("Remove labels").await?;
        page.gives(FIRST_LABELS, ["Image 0", "Image 1", "Image 2"]).await?;
        page.gives(QUESTION, 0).await?;
        page.choose("Labels", "digits-labels").await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives(QUESTION, 0).await
    })
    .await?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.click("Keep labels").await?;
        page.gives(QUESTION, 0).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await
    })
    .await
}
