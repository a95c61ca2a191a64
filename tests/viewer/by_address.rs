//! Links that name the files to be shown, on the page's own host or on another, and what hosts do to them.

use std::fs;

use idxlens::format::encode::{encode, gzip};

use crate::Result;
use crate::files::Folder;
use crate::host::{Failure, Host, Manners};
use crate::page::{Page, ink};
use crate::privacy::version;
use crate::server::{Server, site};

/// The pixels of an item, which look random, so that packing makes them no smaller.
fn image(item: u32) -> impl Iterator<Item = u8> {
    (0..48_u32).map(move |pixel| {
        let mut bits = (item * 48 + pixel).wrapping_mul(0x9E37_79B9);
        bits = (bits ^ bits >> 16).wrapping_mul(0x7FEB_352D);
        bits = (bits ^ bits >> 15).wrapping_mul(0x846C_A68B);
        (bits >> 24).to_le_bytes()[0]
    })
}

/// A page of a host with such manners, and with 20,000 images and their labels beside it.
async fn open(name: &str, manners: Manners, test: impl AsyncFnOnce(Page, Host) -> Result) -> Result {
    let folder = Folder::new(name)?;
    let images = encode(&[20_000, 8, 6], &(0..20_000).flat_map(image).collect::<Vec<_>>())?;
    folder.write("images", &images)?;
    folder.labels("labels", 20_000)?;
    folder.write("images.gz", &gzip(&images))?;
    folder.write("images.gz.gz", &gzip(&gzip(&images)))?;
    let host = Host::start(folder.path(), manners)?;
    let server = Server::at(&host.address);
    Page::open_from(server, async move |page| test(page, host).await).await
}

/// Waits for the cell of an item, and for its pixels.
async fn is_drawn(page: &Page, item: u32) -> Result {
    page.gives(&format!("$$('[role=gridcell][data-index=\"{item}\"]').length"), 1).await?;
    page.gives(&Page::pixels_of(item, 8, 6), ink(image(item))).await
}

/// Checks that every image arrived, and that there is no alert.
async fn all_is_shown(page: &Page) -> Result {
    page.says(&["20,000 images", "8 × 6", "page 1 of"]).await?;
    page.rests().await?;
    is_drawn(page, 7).await?;
    page.click("Last page").await?;
    page.gives("$$('[role=gridcell]').at(-1).dataset.index", "19999").await?;
    is_drawn(page, 19_999).await?;
    page.gives("$$('[role=alert]').length", 0).await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_link_opens_an_item_of_files_on_the_same_host() -> Result {
    let folder = Folder::new("link")?;
    let pixels: Vec<_> = (0..100_000).flat_map(image).collect();
    folder.array("mnist/train-images-idx3-ubyte", &[100_000, 8, 6], &pixels)?;
    folder.labels("mnist/train-labels-idx1-ubyte.gz", 100_000)?;
    // With the service worker, which lets data pass.
    let host = Host::serve(&site()?, folder.path(), Manners::GOOD)?;
    Page::open_from(Server::at(&host.address), async |page| {
        let link = "#images=data/mnist/train-images-idx3-ubyte&labels=data/mnist/train-labels-idx1-ubyte.gz";
        page.visit(&format!("{link}&i=4821")).await?;
        page.says(&["train-images-idx3-ubyte", "100,000 images", "8 × 6", "train-labels-idx1-ubyte.gz"]).await?;
        page.shows("item-panel h2", &["1 item 4,821"]).await?;
        page.gives("$('[role=gridcell][aria-selected=true]').ariaLabel", "Image 4821, label 1").await?;
        is_drawn(&page, 4_821).await?;
        page.gives("location.hash", format!("{link}&d=train&i=4821")).await?;

        // A page far away is one range.
        page.click("Close item").await?;
        let before = host.asked("mnist/train-images-idx3-ubyte").len();
        page.click("Last page").await?;
        page.gives("$$('[role=gridcell]').at(-1).ariaLabel", "Image 99999, label 9").await?;
        is_drawn(&page, 99_999).await?;
        let asked = host.asked("mnist/train-images-idx3-ubyte");
        assert_eq!(asked.len(), before + 1, "{asked:?}");
        let far: Vec<_> = asked[before].trim_start_matches("bytes=").split('-').map(str::parse::<u32>).collect();
        assert!(matches!(far[..], [Ok(first), Ok(last)] if first > 4_000_000 && last - first < 400_000), "{asked:?}");

        page.reload().await?;
        page.says(&["100,000 images", "train-labels-idx1-ubyte.gz"]).await?;
        page.gives("$$('[role=gridcell]').at(-1).ariaLabel", "Image 99999, label 9").await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_server_of_the_project_hands_out_parts() -> Result {
    let samples = format!("{}/samples/digits", version(&site()?)?);
    Page::open(async |page| {
        let link = format!("#images={samples}-images-idx3-ubyte.gz&labels={samples}-labels-idx1-ubyte.gz&i=4821");
        page.visit(&link).await?;
        page.says(&["digits-images-idx3-ubyte.gz", "10,000 images", "digits-labels-idx1-ubyte.gz"]).await?;
        page.shows("item-panel h2", &["item 4,821"]).await?;
        let probes = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('ubyte.gz'))";
        page.gives(&format!("{probes}.map(({{ encodedBodySize }}) => encodedBodySize)"), [1, 1]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_packed_file_is_read_in_parts() -> Result {
    open("parts", Manners::GOOD, async |page, host| {
        page.visit("#images=data/images.gz").await?;
        all_is_shown(&page).await?;
        assert!(host.asked("images.gz").iter().all(|range| !range.is_empty()));
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_host_without_ranges_sends_the_whole_once() -> Result {
    open("whole", Manners { ranges: false, ..Manners::GOOD }, async |page, _| {
        for name in ["images", "images.gz"] {
            page.visit(&format!("#images=data/{name}")).await?;
            all_is_shown(&page).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn content_encoding_is_undone() -> Result {
    open("encoded", Manners { encoded: true, ..Manners::GOOD }, async |page, host| {
        for ranges in [true, false] {
            host.now(|manners| manners.ranges = ranges);
            for name in ["images.gz", "images.gz.gz"] {
                page.visit(&format!("#images=data/{name}")).await?;
                all_is_shown(&page).await?;
            }
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_replaced_file_is_reported_and_the_items_stay() -> Result {
    open("replaced", Manners::GOOD, async |page, host| {
        page.visit("#images=data/images&labels=data/labels").await?;
        page.says(&["20,000 images", "labels from labels", "page 1 of"]).await?;
        page.rests().await?;
        host.now(|manners| manners.etag = "\"2\"");
        page.click("Last page").await?;
        page.shows("[role=alert]", &["images", "not the one that was opened", "Reload"]).await?;
        page.click("First page").await?;
        page.gives("$$('[role=gridcell]')[7].ariaLabel", "Image 7, label 7").await?;
        is_drawn(&page, 7).await?;
        page.visit("#images=data/images&labels=data/labels").await?;
        all_is_shown(&page).await?;

        // While the host is waited for, and then asked again, for a file that it hands out as a whole only.
        let fails = Failure { at: 500_000, times: u32::MAX, silent: true };
        host.now(|manners| *manners = Manners { ranges: false, fails: Some(fails), ..Manners::GOOD });
        page.visit("#images=data/images.gz").await?;
        page.says(&["20,000 images", "page 1 of"]).await?;
        is_drawn(&page, 7).await?;
        host.now(|manners| manners.etag = "\"2\"");
        page.shows("[role=alert]", &["images.gz", "not the one that was opened"]).await?;
        is_drawn(&page, 7).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_host_that_breaks_off_is_asked_again() -> Result {
    open("breaks", Manners::GOOD, async |page, host| {
        for ranges in [true, false] {
            for name in ["images", "images.gz"] {
                let at = fs::metadata(host.file(name))?.len() / 2;
                let fails = Failure { at: usize::try_from(at)?, times: 2, silent: false };
                host.now(|manners| *manners = Manners { ranges, fails: Some(fails), ..Manners::GOOD });
                page.visit(&format!("#images=data/{name}")).await?;
                all_is_shown(&page).await?;
            }
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_host_that_falls_silent_is_asked_again() -> Result {
    let fails = Failure { at: 200_000, times: 1, silent: true };
    open("silent", Manners { ranges: false, fails: Some(fails), ..Manners::GOOD }, async |page, _| {
        page.visit("#images=data/images").await?;
        page.says(&["20,000 images", "page 1 of"]).await?;
        is_drawn(&page, 7).await?;
        all_is_shown(&page).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_host_that_stops_for_good_is_reported_and_the_items_stay() -> Result {
    open("broken", Manners::GOOD, async |page, host| {
        for ranges in [true, false] {
            let at = usize::try_from(fs::metadata(host.file("images.gz"))?.len() / 2)?;
            let fails = Failure { at, times: u32::MAX, silent: false };
            host.now(|manners| *manners = Manners { ranges, fails: Some(fails), ..Manners::GOOD });
            page.visit("#images=data/images.gz&labels=data/labels").await?;
            page.shows("[role=alert]", &["images.gz", "The rest could not be fetched"]).await?;
            page.rests().await?;
            page.gives("$$('[role=gridcell]')[7].ariaLabel", "Image 7, label 7").await?;
            is_drawn(&page, 7).await?;
            page.gives("$$('[role=alert]').length", 1).await?;
        }
        // A plain file needs no pass: the pages that arrive are shown, and later the others.
        let fails = Failure { at: 900_000, times: u32::MAX, silent: false };
        host.now(|manners| *manners = Manners { fails: Some(fails), ..Manners::GOOD });
        page.visit("#images=data/images").await?;
        page.says(&["20,000 images", "page 1 of"]).await?;
        page.enter("Go to item", "18749").await?;
        page.shows("[role=alert]", &["images", "The rest could not be fetched"]).await?;
        host.now(|manners| manners.fails = None);
        page.click("First page").await?;
        is_drawn(&page, 7).await?;
        page.click("Last page").await?;
        is_drawn(&page, 19_999).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_link_that_fails_leaves_open_files_open() -> Result {
    open("fails", Manners::GOOD, async |page, _| {
        page.visit("#images=data/absent-images&i=3").await?;
        page.shows("[role=alert]", &["absent-images", "File not found (404)", "Check the address"]).await?;
        page.shows("h2", &["Look inside MNIST"]).await?;
        page.gives("$$('.intro .link').map((link) => link.innerText.includes('item 3'))", [true]).await?;

        page.visit("#images=data/images&labels=data/absent-labels&i=3").await?;
        page.says(&["20,000 images", "no labels"]).await?;
        page.shows("item-panel h2", &["item 3"]).await?;
        page.shows("[role=alert]", &["absent-labels", "File not found (404)"]).await?;
        page.click("Dismiss: absent-labels").await?;
        for (link, reason) in [
            ("#images=data/gone&i=4", "File not found (404)"),
            ("#images=ftp://localhost/images", "is not the address of a file"),
            ("#images=http://localhost:1:1/", "is not the address of a file"),
            ("#labels=javascript:alert(1)", "is not the address of a file"),
            ("#images=index.html", "a web page, not IDX"),
        ] {
            page.run("location.hash = arguments[0]", vec![link.into()]).await?;
            page.shows("[role=alert]", &[reason]).await?;
            page.says(&["20,000 images"]).await?;
            page.gives("$$('dataset-tabs bdi').length", 1).await?;
            page.gives("$$('[role=gridcell]')[3].ariaLabel", "Image 3").await?;
            page.click_at("//alert-list//button[starts-with(@aria-label, 'Dismiss')]").await?;
        }
        // The same page, led to other files.
        page.run("location.hash = 'images=data/images&labels=data/labels&i=12'", vec![]).await?;
        page.shows("item-panel h2", &["2 item 12"]).await?;
        page.gives("$$('dataset-tabs bdi').length", 2).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn other_hosts_are_asked_only_where_the_policy_names_them() -> Result {
    let folder = Folder::new("other-host")?;
    folder.write("train-images.gz", &gzip(&encode(&[60, 8, 6], &(0..60).flat_map(image).collect::<Vec<_>>())?))?;
    let other = Host::start(folder.path(), Manners { shared: true, ..Manners::GOOD })?;
    let origin = other.address.trim_end_matches('/').to_owned();
    let link = format!("#images={origin}/data/train-images.gz&i=5");
    open("policy-and-hosts", Manners::GOOD, async |page, host| {
        page.visit("#images=data/images").await?;
        page.says(&["20,000 images"]).await?;
        page.run("location.hash = arguments[0]", vec![link.clone().into()]).await?;
        page.shows("[role=alert]", &["train-images.gz", &format!("may not fetch files from {origin}"), "connect-src"])
            .await?;
        page.says(&["20,000 images"]).await?;
        assert_eq!(other.asked("train-images.gz"), [""; 0]);

        host.now(|manners| manners.allows = Some(origin.clone()));
        page.visit(&link).await?;
        page.says(&["train-images.gz", "60 images"]).await?;
        page.shows("item-panel h2", &["item 5"]).await?;
        is_drawn(&page, 5).await?;
        page.gives("location.hash", format!("#images={origin}/data/train-images.gz&d=train&i=5")).await?;

        other.now(|manners| manners.shared = false);
        page.visit(&link).await?;
        page.shows("[role=alert]", &["train-images.gz", "does not allow other pages to read its files"]).await
    })
    .await
}
