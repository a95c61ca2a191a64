//! The published MNIST test set.

use crate::Result;
use crate::files::{mnist, read};
use crate::page::{Page, ink};

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_test_set_is_what_its_publishers_say() -> Result {
    let Some(folder) = mnist() else { return Ok(()) };
    let files = [folder.join("t10k-images-idx3-ubyte.gz"), folder.join("t10k-labels-idx1-ubyte.gz")];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&[
            "t10k-images-idx3-ubyte.gz",
            "10,000 images",
            "28 x 28",
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
        page.gives("$$('class-histogram .figure').map((figure) => figure.innerText)", counts).await?;

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
        page.shows("item-panel h2", &["6 item 9999"]).await?;
        page.gives("$('[role=gridcell][aria-selected=true]').ariaLabel", "Image 9999, label 6").await
    })
    .await
}
