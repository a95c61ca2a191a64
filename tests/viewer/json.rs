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
