//! Links to archives, tables and other files that a conversion opens.

use idxlens::format::encode::gzip;

use crate::Result;
use crate::containers::{images, labels, npy, tensors};
use crate::files::{Folder, image};
use crate::host::{Host, Manners};
use crate::packed_files::XZ;
use crate::page::{Page, ink};
use crate::parquet::birds;
use crate::parquet_writer;
use crate::pickle_writer as pickle;
use crate::pictures;
use crate::server::Server;
use crate::tables::{names, rows};
use crate::tar_writer;
use crate::zip_writer::{Entry, archive, entry};

const FIRST_LABELS: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";
const ALERTS: &str = "$$('[role=alert]').length";

/// The files of one test, beside a page of a host with such manners.
async fn open(
    name: &str,
    manners: Manners,
    files: &[(&str, Vec<u8>)],
    test: impl AsyncFnOnce(Page, Host) -> Result,
) -> Result {
    let folder = Folder::new(name)?;
    for (name, bytes) in files {
        folder.write(name, bytes)?;
    }
    let host = Host::start(folder.path(), manners)?;
    Page::open_from(Server::at(&host.address), async move |page| test(page, host).await).await
}

/// A train and a test set as Keras has them.
fn digits() -> Vec<u8> {
    let [train, test] = [images(20_000), images(40)];
    let [train_labels, test_labels] = [labels(20_000, "(20000,)"), labels(40, "(40,)")];
    archive(&[
        Entry { deflated: true, ..entry("x_train.npy", &train) },
        entry("y_train.npy", &train_labels),
        entry("x_test.npy", &test),
        Entry { deflated: true, ..entry("y_test.npy", &test_labels) },
    ])
}

/// A table of 40 images with labels.
fn table() -> Vec<u8> {
    format!("label,{}\n{}", names(), rows(40, true)).into_bytes()
}

/// Checks that the first images and labels are shown, and that there is no alert.
async fn is_shown(page: &Page, says: &[&str]) -> Result {
    page.says(says).await?;
    page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
    page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
    page.gives(ALERTS, 0).await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_archive_is_read_in_parts_and_a_link_leads_to_each_dataset_in_it() -> Result {
    open("linked-npz", Manners::GOOD, &[("digits.npz", digits())], async |page, host| {
        page.visit("#images=data/digits.npz").await?;
        is_shown(&page, &["x_train.npy", "20,000 images", "8 × 6", "y_train.npy"]).await?;
        page.gives("$$('dataset-tabs bdi').length", 2).await?;
        let train = "#images=data/digits.npz%23x_train.npy&labels=data/digits.npz%23y_train.npy&d=train";
        page.gives("location.hash", train).await?;
        page.dataset("test").await?;
        is_shown(&page, &["x_test.npy", "40 images", "y_test.npy"]).await?;
        page.click_item(7).await?;
        let test = "#images=data/digits.npz%23x_test.npy&labels=data/digits.npz%23y_test.npy&d=test&i=7";
        page.gives("location.hash", test).await?;
        assert!(host.asked("digits.npz").iter().all(|range| !range.is_empty()), "{:?}", host.asked("digits.npz"));

        page.reload().await?;
        is_shown(&page, &["x_test.npy", "40 images", "y_test.npy"]).await?;
        page.shows("item-panel h2", &["item 7"]).await?;
        page.gives("location.hash", test).await?;
        page.gives("$$('dataset-tabs bdi').length", 2).await?;
        page.run("history.back()", vec![]).await?;
        page.gives("$$('item-panel h2').length", 0).await?;
        page.says(&["x_test.npy", "40 images"]).await?;

        // Beside what is open, the same file opens no further dataset.
        page.run("location.hash = arguments[0]", vec![format!("{train}&i=12345").into()]).await?;
        page.shows("item-panel h2", &["item 12,345"]).await?;
        page.says(&["x_train.npy", "20,000 images"]).await?;
        page.gives("$$('dataset-tabs bdi').length", 2).await?;
        page.gives(ALERTS, 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn every_format_opens_from_a_host_with_and_without_ranges() -> Result {
    let pixels: Vec<u8> = (0..40).flat_map(image).collect();
    // The item varies fastest, then the row.
    let places = (0..6).flat_map(|column| (0..8).map(move |row| row * 6 + column));
    let columns: Vec<u8> = places.flat_map(|at| (0..40).filter_map(move |item| image(item).nth(at))).collect();
    let [x, y] = [images(40), labels(40, "(40,)")];
    let tar = tar_writer::archive(&[tar_writer::entry("x_train.npy", &x), tar_writer::entry("y_train.npy", &y)]);
    let array = pickle::array(&[40, 8, 6], "u1", "|", false, &pixels);
    let list: Vec<_> = (0..40).map(|item| item % 10).collect();
    let pickled = pickle::file(&pickle::dict(&[("x", array), ("y", pickle::list(&list))]));
    let files = [
        ("digits.npz", archive(&[Entry { deflated: true, ..entry("x_train.npy", &x) }, entry("y_train.npy", &y)])),
        ("digits.tar", tar.clone()),
        ("digits.tar.gz", gzip(&tar)),
        ("digits.csv", table()),
        ("digits.csv.gz", gzip(&table())),
        ("digits.pkl", pickled),
        ("fortran.npy", npy("|u1", "True", "(40, 8, 6)", &columns)),
        ("two.xz", XZ.to_vec()),
        ("training.pt", tensors()),
        ("birds.parquet", parquet_writer::file(&birds(&pictures::pngs(&pictures::archive()?)?), "")),
        ("data_batch_1.bin", (0..20).flat_map(|item| [&[item % 10][..], &[200; 3072]].concat()).collect()),
    ];
    open("linked-formats", Manners::GOOD, &files, async |page, host| {
        for ranges in [true, false] {
            host.now(|manners| manners.ranges = ranges);
            for name in ["digits.npz", "digits.tar", "digits.tar.gz", "digits.csv", "digits.csv.gz", "digits.pkl"] {
                page.visit(&format!("#images=data/{name}")).await?;
                is_shown(&page, &["40 images", "8 × 6"]).await?;
                page.reload().await?;
                is_shown(&page, &["40 images", "8 × 6"]).await?;
            }
            page.visit("#images=data/fortran.npy").await?;
            page.says(&["40 images", "8 × 6"]).await?;
            page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
            page.visit("#images=data/two.xz").await?;
            page.says(&["3 images", "2 × 2"]).await?;
            for (name, shown) in [("training.pt", ["30 images", "8 × 6"]), ("birds.parquet", ["40 images", "6 × 8"])]
            {
                page.visit(&format!("#images=data/{name}")).await?;
                page.says(&shown).await?;
                page.gives("$$('[role=gridcell]')[1]?.ariaLabel", "Image 1, label 1").await?;
            }
            page.visit("#labels=data/data_batch_1.bin").await?;
            page.says(&["20 images", "32 × 32"]).await?;
            page.gives(ALERTS, 0).await?;
        }
        // The host packs what it sends: no part of that can be unpacked.
        host.now(|manners| *manners = Manners { encoded: true, ..Manners::GOOD });
        page.visit("#images=data/digits.csv.gz").await?;
        is_shown(&page, &["40 images", "8 × 6"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_come_from_a_second_link() -> Result {
    let [x, y] = [images(40), labels(40, "(40,)")];
    let files = [
        ("imgs.npz", archive(&[Entry { deflated: true, ..entry("arr_0.npy", &x) }])),
        ("classes.tar", tar_writer::archive(&[tar_writer::entry("codes.npy", &y)])),
        ("test.csv", format!("{}\n{}", names(), rows(40, false)).into_bytes()),
    ];
    open("linked-labels", Manners::GOOD, &files, async |page, _| {
        page.visit("#images=data/imgs.npz&labels=data/classes.tar").await?;
        is_shown(&page, &["imgs.npz", "40 images", "codes.npy"]).await?;
        page.gives("location.hash.split('&d=')[0]", "#images=data/imgs.npz&labels=data/classes.tar%23codes.npy")
            .await?;
        page.visit("#images=data/test.csv&labels=data/classes.tar").await?;
        is_shown(&page, &["test-images", "40 images", "codes.npy"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn pictures_in_class_folders_open_from_a_tar_archive_and_a_zip_archive() -> Result {
    let zip = pictures::archive()?;
    let pngs = pictures::pngs(&zip)?;
    let names: Vec<_> =
        (0..40).map(|at| format!("{}/{at}.png", if at % 2 == 0 { "0-owl" } else { "1-wren" })).collect();
    let entries: Vec<_> = names.iter().zip(&pngs).map(|(name, png)| tar_writer::entry(name, png)).collect();
    let files = [("birds.tar", tar_writer::archive(&entries)), ("birds.zip", zip)];
    open("linked-pictures", Manners::GOOD, &files, async |page, host| {
        for name in ["birds.tar", "birds.zip"] {
            page.visit(&format!("#images=data/{name}")).await?;
            page.says(&[&format!("{name}/birds-images"), "40 images", "6 × 8"]).await?;
            page.gives(FIRST_LABELS, [0, 1, 2].map(|item| format!("Image {item}, label 0, owl"))).await?;
            page.gives(&Page::pixels_of(3, 6, 8), ink(image(6))).await?;
            page.gives("$$('[role=alert], .tally').length", 0).await?;
            let asked = host.asked(name);
            assert!(asked.len() < 10 && asked.iter().all(|range| !range.is_empty()), "{asked:?}");
        }
        page.reload().await?;
        page.says(&["birds.zip/birds-images", "40 images"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn what_is_wrong_behind_a_link_is_reported_once() -> Result {
    let files = [
        ("broken.zip", b"PK\x03\x04 and no directory".to_vec()),
        ("empty.zip", archive(&[entry("notes", b"nothing but words")])),
        ("words.csv", b"number,word\n1,one\n2,two\n".to_vec()),
        ("large.npz", archive(&[entry("x_train.npy", &images(20_000))])),
    ];
    open("linked-faults", Manners::GOOD, &files, async |page, host| {
        for (name, says) in [
            ("absent.zip", "File not found (404)"),
            ("broken.zip", "ends early"),
            ("empty.zip", "holds no array"),
            ("words.csv", "This is text, not IDX"),
        ] {
            page.visit(&format!("#images=data/{name}")).await?;
            page.shows("[role=alert]", &[name, says]).await?;
            page.gives(ALERTS, 1).await?;
        }
        page.visit("#images=data/large.npz").await?;
        page.says(&["x_train.npy", "20,000 images"]).await?;
        page.rests().await?;
        host.now(|manners| manners.etag = "\"2\"");
        page.click("Last page").await?;
        page.shows("[role=alert]", &["x_train.npy", "not the one that was opened"]).await
    })
    .await
}
