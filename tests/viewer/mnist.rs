//! The published MNIST test set.

use crate::Result;
use crate::files::{Folder, mnist, read};
use crate::page::{Page, ink};

/// How many items there are of each class, as written.
const COUNTS: &str = "$$('class-histogram .figure').map((figure) => figure.innerText)";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_test_set_is_as_its_publishers_describe_it() -> Result {
    let Some(folder) = mnist() else { return Ok(()) };
    let files = [folder.join("t10k-images-idx3-ubyte.gz"), folder.join("t10k-labels-idx1-ubyte.gz")];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&[
            "t10k-images-idx3-ubyte.gz",
            "10,000 images",
            "28 × 28",
            "u8",
            "t10k-labels-idx1-ubyte.gz",
            "page 1 of",
        ])
        .await?;
        page.rests().await?;

        let labels = [7, 2, 1, 0, 4, 1, 4, 9, 5, 9];
        let named: Vec<_> =
            (0..).zip(labels).map(|(item, label)| (item, format!("Image {item}, label {label}"))).collect();
        assert_eq!(page.cells().await?[..10], named);
        page.gives(
            "$$('[role=gridcell]').slice(0, 10).map((cell) => cell.querySelector('bdi').innerText)",
            labels.map(|label| label.to_string()),
        )
        .await?;
        let counts = ["980", "1,135", "1,032", "1,010", "982", "892", "958", "1,028", "974", "1,009"];
        page.gives(COUNTS, counts).await?;
        // The bars have one scale.
        page.gives("new Set($$('class-histogram i').map(({ clientWidth }) => clientWidth)).size", 1).await?;

        let images = read(&files[0])?;
        let pixels = |item: u32| ink(images.item(item.into()).unwrap_or_default().iter().copied());
        let last_of_page = page.cells().await?.last().map_or(0, |&(item, _)| item);
        for item in [0, last_of_page / 2, last_of_page] {
            assert_eq!(page.pixels(item, 28, 28).await?, pixels(item), "item {item}");
        }

        page.click("Last page").await?;
        page.gives("$$('[role=gridcell]').at(-1).ariaLabel", "Image 9999, label 6").await?;
        assert_eq!(page.pixels(9_999, 28, 28).await?, pixels(9_999));

        page.click("First page").await?;
        page.enter("Go to item", "9999").await?;
        page.shows("item-panel h2", &["6 item 9,999"]).await?;
        page.gives("$('[role=gridcell][aria-selected=true]').ariaLabel", "Image 9999, label 6").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn four_files_of_full_size_make_train_and_t10k() -> Result {
    let Some(mnist) = mnist() else { return Ok(()) };
    let folder = Folder::new("mnist")?;
    // The test set's pixels six times, under the training set's name and with its labels.
    let [images, labels] = ["t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"].map(|name| mnist.join(name));
    let test = read(&images)?;
    let pixels: Vec<u8> = (0..10_000).filter_map(|item| test.item(item)).flatten().copied().collect();
    let train = folder.array("train-images-idx3-ubyte", &[60_000, 28, 28], &pixels.repeat(6))?;
    let files = [images, train, mnist.join("train-labels-idx1-ubyte.gz"), labels];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.gives("$$('dataset-tabs bdi').map((name) => name.innerText).sort()", ["MNIST t10k", "MNIST train"])
            .await?;
        page.dataset("MNIST train").await?;
        page.says(&["train-images-idx3-ubyte", "60,000 images", "28 × 28", "train-labels-idx1-ubyte.gz"]).await?;
        page.rests().await?;
        let counts = ["5,923", "6,742", "5,958", "6,131", "5,842", "5,421", "5,918", "6,265", "5,851", "5,949"];
        page.gives(COUNTS, counts).await?;
        page.click("Last page").await?;
        page.gives("$$('[role=gridcell]').at(-1).ariaLabel", "Image 59999, label 8").await?;
        page.dataset("MNIST t10k").await?;
        page.says(&["t10k-images-idx3-ubyte.gz", "10,000 images", "t10k-labels-idx1-ubyte.gz"]).await?;
        page.rests().await?;
        let counts = ["980", "1,135", "1,032", "1,010", "982", "892", "958", "1,028", "974", "1,009"];
        page.gives(COUNTS, counts).await?;
        page.gives("$$('[role=gridcell]')[0].ariaLabel", "Image 0, label 7").await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}
