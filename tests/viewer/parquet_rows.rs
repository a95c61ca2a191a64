//! Parquet files without images: labels and predictions.

use crate::Result;
use crate::files::Folder;
use crate::page::Page;
use crate::parquet_writer::{Column, file, numbers, words};

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
        page.shows("[role=alert]", &["This Parquet file has no images, and its rows are no labels or predictions"])
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
