//! Links to an item, in the hash of the address, which wait for their files or make no sense.

use crate::Result;
use crate::files::Folder;
use crate::page::Page;

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_link_to_an_item_that_is_not_there_says_so() -> Result {
    let folder = Folder::new("absent")?;
    let files = [folder.images("images", 1_234)?];
    Page::open(async |page| {
        page.visit("#d=images&i=70000").await?;
        page.drop(&files).await?;
        page.shows("[role=alert]", &["images", "There is no item 70,000 (0–1,233)."]).await?;
        page.gives("$$('[role=gridcell]').at(-1).dataset.index", "1233").await?;
        // No filter has left it out.
        page.visit("#d=images&items=0..99&i=70000").await?;
        page.drop(&files).await?;
        page.says(&["100 of 1,234, items 0–99"]).await?;
        page.shows("[role=alert]", &["There is no item 70,000"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_link_leads_to_its_item_when_the_files_are_there() -> Result {
    let folder = Folder::new("view-link")?;
    let files = [folder.images("train-images", 6_000)?, folder.labels("train-labels", 6_000)?];
    Page::open(async |page| {
        page.visit("#i=4821").await?;
        page.shows(".intro", &["This link leads to item 4,821"]).await?;
        page.drop(&files).await?;
        page.shows("item-panel h2", &["1 item 4,821"]).await?;
        page.gives("$('[role=gridcell][aria-selected=true]').ariaLabel", "Image 4821, label 1").await?;
        page.gives("new URLSearchParams(location.hash.slice(1)).get('i')", "4821").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_link_put_into_the_address_bar_waits_for_its_files() -> Result {
    let folder = Folder::new("address-bar")?;
    let [train, test] = [folder.images("train-images", 600)?, folder.images("test-images", 500)?];
    Page::open(async |page| {
        page.run("location.hash = '#d=train&i=432';", vec![]).await?;
        page.shows(".intro", &["This link leads to item 432 of train"]).await?;
        page.drop(&[train]).await?;
        page.shows("item-panel h2", &["item 432"]).await?;

        // An item of another dataset would be a guess. The entry of the history keeps its link.
        page.run("location.hash = '#d=test&i=21';", vec![]).await?;
        page.shows(".messages", &["This link leads to item 21 of test. Open its files"]).await?;
        page.shows("item-panel h2", &["item 432"]).await?;
        page.press("i").await?;
        page.gives("location.hash", "#d=test&i=21").await?;
        page.driver.back().await?;
        page.gives("$$('.pending').length", 0).await?;
        page.driver.forward().await?;
        page.shows(".messages", &["This link leads to item 21 of test. Open its files"]).await?;
        page.drop(&[test]).await?;
        page.says(&["test-images"]).await?;
        page.shows("item-panel h2", &["item 21"]).await?;
        page.gives("$$('.pending').length", 0).await?;

        // The notice goes when the user opens something else.
        page.run("location.hash = '#d=extra&i=3';", vec![]).await?;
        page.shows(".messages", &["This link leads to item 3 of extra"]).await?;
        page.click("Dismiss").await?;
        page.gives("$$('.pending').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_hash_that_makes_no_sense_does_no_harm() -> Result {
    let folder = Folder::new("hash")?;
    let files = [folder.images("images", 60)?];
    let hashes = [
        "#i=-1",
        "#i=99999999999999999999999",
        "#i=1e3",
        "#i=0x10",
        "#i=%00",
        "#at=999999999999",
        "#d=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&i=3",
        "#d=__proto__&__proto__=1&constructor=2",
        "#z=NaN",
        "#z=-5",
        "#z=1e300",
        "#z=0.0000001",
        "#n=7",
        "#n=1000000000",
        "#sample=../../secret",
        "#%",
        "#&&&===",
    ];
    // An algorithm that is quadratic in their length takes hours. Firefox takes no address beyond a mebibyte.
    let long =
        ["+", "1", "1,", "-1"].map(|part| format!("#items={0}x&f={0}x&range={0}x&span={0}x", part.repeat(100_000)));
    Page::open(async |page| {
        for hash in hashes.into_iter().chain(long.iter().map(String::as_str)) {
            page.visit(hash).await?;
            page.gives("document.querySelectorAll('.link img').length", 0).await?;
            page.drop(&files).await?;
            page.says(&["60 images", "page 1 of"]).await.map_err(|error| format!("{hash}: {error}"))?;
            page.gives("$$('[role=gridcell]')[0].ariaLabel", "Image 0").await?;
            page.gives("[$('page-grid canvas').width > 1, $$('[role=alert]').length]", (true, 0)).await?;
        }
        Ok(())
    })
    .await
}
