//! A large .gz that is opened again on a later visit.

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};

use serde_json::json;
use thirtyfour::Key;

use crate::Result;
use crate::files::Folder;
use crate::large::repeated;
use crate::page::Page;
use crate::reading::{header, large, noise};

/// More than stays in memory: each member or block unpacks to 1,024 images of 32 x 32, and all are the same.
const MEMBERS: u32 = 512;
const NAME: &str = "noise-images.gz";
const IMAGES: &str = "524,288 images";
const SIDE: u32 = 32;

/// What is kept in the browser.
const STORE: &str = "
    const stored = (mode, act) => new Promise((resolve) => {
        const opening = indexedDB.open('idxlens-indexes');
        opening.onsuccess = () => {
            const transaction = opening.result.transaction(['entries', 'parts'], mode);
            const request = act(transaction.objectStore('entries'), transaction.objectStore('parts'));
            request.onsuccess = () => (opening.result.close(), resolve(request.result));
        };
    });";

/// The expression for what a script makes of the answer to a request.
fn looked_up(request: &str, script: &str) -> String {
    format!("(() => {{ {STORE} return stored('readonly', {request}).then({script}); }})()")
}

/// Waits until entries of the files with these names, in alphabetical order, are kept in the browser, and no parts but
/// theirs.
async fn keeps(page: &Page, names: &[&str]) -> Result {
    let entries = format!(
        "(() => {{
            {STORE}
            return indexedDB.databases().then((all) => all.some(({{ name }}) => name === 'idxlens-indexes') &&
                Promise.all([
                    stored('readonly', (entries) => entries.getAll()),
                    stored('readonly', (_, parts) => parts.count()),
                ]).then(([all, parts]) => [
                    all.map(({{ name }}) => name).toSorted(),
                    parts - all.reduce((sum, entry) => sum + entry.parts, 0),
                ]));
        }})()"
    );
    page.gives(&entries, (names, 0)).await
}

/// Keeps an entry of another file, of one part, which is so long and was last used so many milliseconds after 1970.
async fn keep(page: &Page, name: &str, length: u32, time: u32) -> Result {
    const KEEP: &str = "
        const [name, length, time] = arguments;
        return stored('readwrite', (entries, parts) => {
            parts.put(new Uint8Array(1), [name, 0]);
            return entries.put({ key: name, name, parts: 1, length, time });
        });";
    page.run(&format!("{STORE}{KEEP}"), vec![json!(name), json!(length), json!(time)]).await
}

/// Goes to an item far away, which looks like the one at its place in the first member.
async fn sees(page: &Page, item: u32, expected: &[[u8; 4]]) -> Result {
    page.run("$('.goto input').focus(); $('.goto input').select();", vec![]).await?;
    page.press(item.to_string() + Key::Enter).await?;
    page.shows("item-panel h2", &["item"]).await?;
    page.gives(&format!("$$('[role=gridcell][data-index=\"{item}\"]').length"), 1).await?;
    let found = Page::pixels_of(item, SIDE, SIDE);
    page.gives(&found, expected).await
}

/// The note and its button.
const NOTE: &str = "$$('layout-notes p').map(text)";
const TOLD: &str = "Index of the images from an earlier visit; checksum not checked this time. Check now";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_second_visit_needs_no_pass() -> Result {
    let folder = Folder::new("reopened")?;
    // Of one member, so that each checkpoint has a window: the index has many parts.
    let file = [repeated(&folder, NAME, &header(MEMBERS)?, &noise(), MEMBERS)?];
    Page::open(async |page| {
        page.drop(&file).await?;
        page.says(&[IMAGES]).await?;
        // Its first images are drawn while it is being read.
        page.gives("[$$('[role=progressbar]').length, $('page-grid canvas').width > 1]", (1, true)).await?;
        page.rests().await?;
        page.gives(NOTE, Vec::<String>::new()).await?;
        let expected = page.pixels(7, SIDE, SIDE).await?;
        keeps(&page, &[NAME]).await?;
        page.gives(&looked_up("(_, parts) => parts.count()", "(count) => count > 10"), true).await?;
        // Almost all the room that there is, and a little.
        let sum = "(entries) => entries.reduce((sum, { length }) => sum + length, 0)";
        let used: u32 = page.value(&looked_up("(entries) => entries.getAll()", sum)).await?;
        keep(&page, "longer ago", 255_900_000 - used, 1).await?;
        keep(&page, "long ago", 1000, 2).await?;

        page.visit("").await?;
        page.drop(&file).await?;
        page.gives(NOTE, [TOLD]).await?;
        page.gives("$$('[role=progressbar]').length", 0).await?;
        page.says(&[IMAGES]).await?;
        sees(&page, 500 * 1024 + 7, &expected).await?;

        // The statistics are kept, too, in place of what was not used for the longest time.
        page.unfold_statistics().await?;
        page.click("Measure 524,288 images").await?;
        page.shows("statistics-view .extent", &["All 524,288 images"]).await?;
        page.shows("statistics-view .spread", &["mean 7."]).await?;
        keeps(&page, &["long ago", NAME, NAME]).await?;

        page.click("Check now").await?;
        page.gives("$$('[role=progressbar]').length", 1).await?;
        page.rests().await?;
        page.gives(NOTE, Vec::<String>::new()).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        keeps(&page, &["long ago", NAME]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_file_that_has_changed_is_noticed() -> Result {
    let folder = Folder::new("reopened-changed")?;
    let path = large(&folder, NAME, MEMBERS)?;
    let file = [path.clone()];
    Page::open(async |page| {
        page.drop(&file).await?;
        page.rests().await?;
        keeps(&page, &[NAME]).await?;

        // Its size, its time and its ends are the same. The blocks of the .gz begin with bits that no block begins with.
        let mut changed = File::options().read(true).write(true).open(&path)?;
        let (size, time) = (changed.metadata()?.len(), changed.metadata()?.modified()?);
        changed.seek(SeekFrom::Start(size / 2))?;
        // No block is as long as noise is, which soon makes no sense.
        let noise = |at: u32| at.wrapping_mul(2_654_435_761).wrapping_mul(at | 1).to_be_bytes()[0];
        changed.write_all(&(0..4 << 20).map(noise).collect::<Vec<_>>())?;
        changed.write_all(&vec![0xFF; 60 << 20])?;
        changed.set_modified(time)?;
        page.visit("").await?;
        page.drop(&file).await?;
        page.gives(NOTE, [TOLD]).await?;
        page.run("$('.goto input').focus(); $('.goto input').select();", vec![]).await?;
        page.press((300 * 1024).to_string() + Key::Enter).await?;
        page.shows("[role=alert]", &["The file has changed since an earlier visit"]).await?;
        page.rests().await?;
        page.gives(NOTE, Vec::<String>::new()).await?;
        // What is wrong with it now.
        page.gives("$$('[role=alert]').length", 1).await?;
        keeps(&page, &[]).await?;

        // Another time is another file.
        let other = large(&folder, NAME, MEMBERS)?;
        page.visit("").await?;
        page.drop(&[other]).await?;
        page.gives("$$('[role=progressbar]').length", 1).await?;
        page.rests().await?;
        page.gives(NOTE, Vec::<String>::new()).await
    })
    .await
}
