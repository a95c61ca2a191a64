//! Labels of several columns: sorted and filtered by any of them, in memory or not.

use std::path::Path;

use idxlens::format::encode::gzip;
use idxlens::format::{element::ElementType, header::Header};

use crate::files::{Folder, noise};
use crate::page::Page;
use crate::skip;
use crate::{ROOT, Result};

const NUMBERS: &str = "$$('[role=gridcell]').map((cell) => Number(cell.dataset.index))";

/// The words of the address that say what is looked for.
const HASH: &str = "location.hash.split('&').filter((word) => /^(f|but|sort)/.test(word))";

impl Page {
    /// Filters by a column of the labels.
    async fn filter_column(&self, column: &str, numbers: &str) -> Result {
        self.choose("Column to filter by", column).await?;
        self.enter("Numbers in that column", numbers).await
    }
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_writers_of_qmnist_are_sorted_and_found() -> Result {
    let file = Path::new(ROOT).join("../shared/data/qmnist/qmnist-test-labels-idx2-int.gz");
    let Ok(file) = file.canonicalize() else {
        skip::report("the files of QMNIST are missing");
        return Ok(());
    };
    Page::open(async |page| {
        page.drop(std::slice::from_ref(&file)).await?;
        page.says(&["60,000 labels", "page 1 of"]).await?;
        page.rests().await?;
        page.find_and_sort().await?;
        page.choose("Sort", "NIST digit").await?;
        page.says(&["by NIST digit, page 1 of"]).await?;
        // The first one that each of these writers wrote; item 0 is 7, 4, 2578, 69, 37, 279260, 0, 0.
        page.filter_column("2: NIST writer", "2578").await?;
        page.says(&["NIST writer 2578, by NIST digit"]).await?;
        page.shows("filter-chip", &["NIST writer 2578"]).await?;
        page.filter_column("3: digit of this writer", "60-70").await?;
        page.says(&["NIST writer 2578, digit of this writer 60–70"]).await?;
        page.gives(&format!("{NUMBERS}.includes(0)"), true).await?;
        page.gives(HASH, ["f2=2578", "f3=60..70", "sort=c5"]).await?;
        let found: Vec<u32> = page.value(NUMBERS).await?;
        let hash: String = page.value("location.hash").await?;
        page.choose("Sort", "NIST digit, descending").await?;
        page.gives(NUMBERS, found.iter().rev().collect::<Vec<_>>()).await?;
        // The field tells of the column that is chosen beside it.
        page.choose("Column to filter by", "2: NIST writer").await?;
        page.gives("$('.where input').value", "2578").await?;
        page.enter("Numbers in that column", "writers").await?;
        page.shows("item-finder .problem", &["Can’t read “writers”. Try 100-200."]).await?;

        page.visit(&hash).await?;
        page.drop(std::slice::from_ref(&file)).await?;
        page.says(&["NIST writer 2578, digit of this writer 60–70, by NIST digit"]).await?;
        page.gives(NUMBERS, found).await?;
        page.click_at("//filter-chip/button").await?;
        page.gives(HASH, ["sort=c5"]).await?;
        // A link can ask for a column that these labels lack.
        page.visit("#f9=1").await?;
        page.drop(std::slice::from_ref(&file)).await?;
        page.shows(".nothing", &["No items match this filter: the labels have no column 9 (0–7)."]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_beyond_memory_are_searched_in_their_file() -> Result {
    const ITEMS: u32 = 800_000;
    let folder = Folder::new("columns-large")?;
    // 136 MB: the class, then the thousands, then noise of four bits, which takes long to unpack.
    let mut file = Header::new(ElementType::U8, vec![ITEMS, 170])?.to_bytes();
    let mut noise = noise();
    for item in 0..ITEMS {
        file.extend([item % 10, item / 1000 % 200].map(|number| number.to_le_bytes()[0]));
        file.extend((0..168).map(|_| noise() >> 4));
    }
    let file = folder.write("wide-labels.gz", &gzip(&file))?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["800,000 labels", "page 1 of"]).await?;
        page.rests().await?;
        page.choose("Keep in memory", "128 MB").await?;
        page.shows("file-pairing", &["a part is kept"]).await?;
        page.rests().await?;
        page.gives("$$('class-histogram .figure').map((figure) => figure.innerText)", ["80,000"; 10]).await?;
        page.run(
            "window.seen = [];
            new MutationObserver(() => seen.push($('read-progress')?.innerText ?? ''))
                .observe(document.querySelector('read-progress'), { subtree: true, childList: true, characterData: true });",
            vec![],
        )
        .await?;
        page.click_at("//class-histogram//button[@value='7']").await?;
        page.says(&["80,000 of 800,000, label 7"]).await?;
        page.gives(&format!("{NUMBERS}.slice(0, 3)"), [7, 17, 27]).await?;
        page.gives("seen.some((text) => /Searching the labels: \\d+%/.test(text))", true).await?;
        page.rests().await?;

        page.find_and_sort().await?;
        page.choose("Sort", "column 1, descending").await?;
        page.says(&["label 7, by column 1, descending"]).await?;
        page.gives(&format!("{NUMBERS}.slice(0, 3)"), [199_007, 199_017, 199_027]).await?;
        page.choose("Column to filter by", "column 1").await?;
        page.enter("Numbers in that column", "3-4").await?;
        page.says(&["800 of 800,000, label 7, column 1 3–4"]).await?;
        page.gives(&format!("{NUMBERS}[0]"), 4007).await?;
        // All items come back.
        // A script clicks: the search may end before a driver finds the button.
        page.run(
            "new MutationObserver((_, observer) => {
                const cancel = $('read-progress button');
                if (!cancel) return;
                observer.disconnect();
                cancel.click();
            }).observe(document.querySelector('read-progress'), { subtree: true, childList: true, attributes: true });",
            vec![],
        )
        .await?;
        page.choose("Sort", "label").await?;
        page.gives("[$$('filter-chip').length, $$('read-progress').length]", [0, 0]).await?;
        page.gives(&format!("{NUMBERS}[1] - {NUMBERS}[0]"), 1).await
    })
    .await
}
