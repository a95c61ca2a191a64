//! Parquet files without images: labels and predictions.

use crate::Result;
use crate::files::Folder;
use crate::page::Page;
use crate::parquet_writer::{Column, file, numbers, numbers_or_none, words};

const FIRST: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";

/// The classes of 60 items, from 0 to 9.
fn classes() -> Vec<i64> {
    (0..60).map(|item| item % 10).collect()
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_and_predictions_open_as_in_a_text() -> Result {
    let folder = Folder::new("parquet-rows")?;
    let images = folder.images("set-images", 60)?;
    let names: Vec<&str> = (0..60).map(|item| ["Ankle boot", "Bag", "T-shirt/top"][item % 3]).collect();
    let labels = folder.write("set-labels.parquet", &file(&[words("label", &[&names[..]])], ""))?;
    let wrong: Vec<&str> = std::iter::once("Bag").chain(names[1..].iter().copied()).collect();
    let predictions = folder.write("preds.parquet", &file(&[words("pred", &[&wrong[..]])], ""))?;
    let other = folder.write("other.parquet", &file(&[words("word", &[&["a", "b", "c"]])], ""))?;
    Page::open(async |page| {
        page.drop(&[images, labels]).await?;
        page.says(&["60 images", "set-labels.parquet"]).await?;
        page.gives(FIRST, ["Image 0, label 0, Ankle boot", "Image 1, label 1, Bag", "Image 2, label 2, T-shirt/top"])
            .await?;
        page.drop(&[predictions]).await?;
        page.gives("$$('.modes [value=predictions]').length", 1).await?;
        page.gives(
            FIRST,
            [
                "Image 0, label 0, Ankle boot, predicted 1, Bag",
                "Image 1, label 1, Bag, predicted 1, Bag",
                "Image 2, label 2, T-shirt/top, predicted 2, T-shirt/top",
            ],
        )
        .await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.drop(&[other]).await?;
        page.shows("[role=alert]", &["This Parquet file has no images, and no columns that are labels or predictions"])
            .await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_predicted_class_beside_probabilities_is_the_prediction() -> Result {
    let folder = Folder::new("parquet-probabilities")?;
    let [images, labels] = [folder.images("set-images", 60)?, folder.labels("set-labels", 60)?];
    let probabilities = (0..10).map(|class| {
        let values: Vec<i64> = classes().iter().map(|&label| i64::from(label == class)).collect();
        numbers(&format!("p{class}"), &[&values[..]])
    });
    let columns: Vec<Column> = std::iter::once(numbers("pred", &[&classes()[..]])).chain(probabilities).collect();
    let predictions = folder.write("model.parquet", &file(&columns, ""))?;
    Page::open(async |page| {
        page.drop(&[images, labels, predictions]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        page.gives("$('[role=gridcell]').ariaLabel", "Image 0, label 0, predicted 0").await?;
        page.gives("$$('dataset-tabs bdi').length", 1).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn rows_without_a_label_keep_their_place() -> Result {
    let folder = Folder::new("parquet-gaps")?;
    let images = folder.images("set-images", 60)?;
    let gaps: Vec<Option<i64>> = classes().into_iter().map(|class| (class != 1).then_some(class)).collect();
    let labels = folder.write("set-labels.parquet", &file(&[numbers_or_none("label", &gaps)], ""))?;
    Page::open(async |page| {
        page.drop(&[images, labels]).await?;
        page.says(&["60 images", "set-labels.parquet"]).await?;
        page.gives(FIRST, ["Image 0, label 0", "Image 1, label -1", "Image 2, label 2"]).await?;
        page.shows("[role=alert]", &["6 rows of this Parquet file have no label in column “label”."]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn rows_are_for_the_items_that_they_number() -> Result {
    let folder = Folder::new("parquet-numbers")?;
    let [images, labels] = [folder.images("set-images", 60)?, folder.labels("set-labels", 60)?];
    let items: Vec<i64> = (0..60).rev().collect();
    let reversed: Vec<i64> = classes().into_iter().rev().collect();
    let columns = [numbers("pred", &[&reversed]), numbers("__index_level_0__", &[&items])];
    let indexed = folder.write("pandas.parquet", &file(&columns, ""))?;
    let probabilities = (0..10).map(|class| {
        let values: Vec<i64> = reversed.iter().map(|&label| i64::from(label == class)).collect();
        numbers(&format!("p{class}"), &[&values[..]])
    });
    let columns: Vec<Column> = probabilities.chain([numbers("id", &[&items])]).collect();
    let numbered = folder.write("probabilities.parquet", &file(&columns, ""))?;
    Page::open(async |page| {
        page.drop(&[images, labels]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        for file in [indexed, numbered] {
            page.drop(&[file]).await?;
            page.gives("$('.modes [value=predictions]') !== undefined", true).await?;
            page.gives(
                FIRST,
                (0..3).map(|item| format!("Image {item}, label {item}, predicted {item}")).collect::<Vec<_>>(),
            )
            .await?;
        }
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn class_names_of_rows_that_do_not_fit_name_nothing() -> Result {
    const NOTES: &str = r#"{"info": {"features": {"label": {"names": ["cat", "dog"], "_type": "ClassLabel"}}}}"#;
    let folder = Folder::new("parquet-notes")?;
    let [images, labels] = [folder.images("set-images", 60)?, folder.labels("set-labels", 60)?];
    let other = folder.write("other.parquet", &file(&[numbers("label", &[&[0, 1, 0]])], NOTES))?;
    let named = folder.write("set-labels.parquet", &file(&[numbers("label", &[&classes()])], NOTES))?;
    Page::open(async |page| {
        page.drop(&[images.clone(), labels]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        page.drop(&[other]).await?;
        page.gives("$$('[role=alert]').length", 1).await?;
        page.gives(FIRST, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.visit("").await?;
        page.drop(&[images, named]).await?;
        page.gives(FIRST, ["Image 0, label 0, cat", "Image 1, label 1, dog", "Image 2, label 2"]).await
    })
    .await
}
