//! Images in JSON, and other JSON.

use idxlens::format::encode::gzip;

use crate::Result;
use crate::files::{Folder, image};
use crate::page::{Page, ink};

const FIRST_LABELS: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";

/// A picture of 8 x 8 values: that of the item, and rows of zeros.
fn rows(item: u32) -> String {
    let values: Vec<u8> = image(item).chain([0; 16]).collect();
    format!("[{}]", values.chunks(8).map(|row| format!("{row:?}")).collect::<Vec<_>>().join(", "))
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn images_in_json_open_with_their_labels() -> Result {
    let folder = Folder::new("json")?;
    let word = |item: u32| ["dog", "cat", "dog", "fox"][item as usize % 4];
    let objects: Vec<String> =
        (0..40).map(|item| format!("{{\"image\": {}, \"label\": \"{}\"}}", rows(item), word(item))).collect();
    let images: Vec<String> = (0..40).map(rows).collect();
    let labels: Vec<String> = (0..40).map(|item| format!("{:?}", word(item))).collect();
    let files = [
        folder.write("lines.jsonl", objects.join("\n").as_bytes())?,
        folder.write("objects.json.gz", &gzip(format!("[\n{}\n]", objects.join(",\n")).as_bytes()))?,
        folder.write(
            "arrays.json",
            format!("{{\"images\": [{}], \"labels\": [{}]}}", images.join(", "), labels.join(", ")).as_bytes(),
        )?,
    ];
    let other = folder.write("config.json", b"{\"model\": \"cnn\", \"sizes\": [8, 8, 3]}")?;
    Page::open(async |page| {
        page.drop(&[other]).await?;
        page.shows("[role=alert]", &["config.json", "This is JSON", "np.savez('FILE.npz'"]).await?;
        for (file, name) in files.into_iter().zip(["lines-images", "objects-images", "arrays-images"]) {
            page.drop(&[file]).await?;
            page.says(&[name, "40 images", "8 × 8", "u8"]).await?;
            page.gives(FIRST_LABELS, ["Image 0, label 1, dog", "Image 1, label 0, cat", "Image 2, label 1, dog"])
                .await?;
            page.gives(&Page::pixels_of(3, 8, 8), ink(image(3).chain([0; 16]))).await?;
        }
        page.gives("[$$('dataset-tabs bdi').length, $$('[role=alert]').length]", [3, 1]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_in_json_are_labels_and_then_predictions() -> Result {
    let folder = Folder::new("json-labels")?;
    let images = folder.images("pets-images", 30)?;
    let numbered = |first: usize, prediction: fn(usize) -> usize| {
        let entries: Vec<String> = (0..30).map(|item| format!("\"{}\": {}", item + first, prediction(item))).collect();
        format!("{{{}}}", entries.join(", "))
    };
    let labels = folder.write("pets-labels.json", numbered(0, |item| item % 5).as_bytes())?;
    // As Pandas writes a column.
    let predictions = format!("{{\"prediction\": {}}}", numbered(0, |item| item % 5 % 4));
    let predictions = folder.write("pandas.json", predictions.as_bytes())?;
    let shifted = folder.write("from-1.json", numbered(1, |item| item % 5).as_bytes())?;
    Page::open(async |page| {
        page.drop(&[images, labels]).await?;
        page.says(&["pets-images", "30 images", "labels from pets-labels.json"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.drop(&[predictions]).await?;
        page.shows("prediction-view", &["80.00%", "6 wrong", "24 right"]).await?;
        page.drop(&[shifted]).await?;
        page.shows("prediction-view", &["100% accuracy", "0 wrong"]).await?;
        page.gives("$$('dataset-tabs bdi').length", 1).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn splits_in_json_are_datasets() -> Result {
    let folder = Folder::new("json-splits")?;
    // 6 rows of 8 values.
    let image = |item: u32| {
        format!(
            "[{}]",
            image(item).collect::<Vec<u8>>().chunks(8).map(|row| format!("{row:?}")).collect::<Vec<_>>().join(",")
        )
    };
    let split = |name: &str, count: u32| {
        let images = (0..count).map(image).collect::<Vec<_>>().join(",");
        let labels = (0..count).map(|item| (item % 4).to_string()).collect::<Vec<_>>().join(",");
        format!("\"x_{name}\": [{images}], \"y_{name}\": [{labels}]")
    };
    let text = format!("{{{}, {}, \"note\": [1, 2]}}", split("train", 30), split("test", 20));
    let file = folder.write("digits.json", text.as_bytes())?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["x_train.npy", "30 images", "6 × 8", "u8", "y_train.npy"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives("$$('dataset-tabs bdi').map(text)", ["train", "test"]).await?;
        page.dataset("test").await?;
        page.says(&["x_test.npy", "20 images", "6 × 8", "y_test.npy"]).await?;
        page.gives("$$('[role=alert], pairing-note, prediction-notes').length", 0).await
    })
    .await
}
