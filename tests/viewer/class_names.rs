//! Class names that are dropped in a file.

use crate::Result;
use crate::files::Folder;
use crate::page::Page;

const CELLS: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_list_without_numbers_names_the_classes() -> Result {
    let folder = Folder::new("listed")?;
    let files = [folder.images("pets-images", 30)?, folder.labels("pets-labels", 30)?];
    let list = folder.write("names.txt", b"cat\ndog\nbird\nfish\n")?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.rests().await?;
        page.drop(&[list]).await?;
        page.gives(CELLS, ["Image 0, label 0, cat", "Image 1, label 1, dog", "Image 2, label 2, bird"]).await?;
        page.gives("$('label-controls select').selectedOptions[0].text", "names.txt").await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}
