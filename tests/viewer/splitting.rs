//! Splits: items leave as files for training and testing, or as an archive of the parts.

use crate::Result;
use crate::files::{Folder, image, read};
use crate::page::Page;

const STATUS: &str = "export-view .note[aria-live]";
const COUNTS: &str = "$('split-fields .counts').textContent";
const BUTTONS: &str = "$$('export-view .files button').map((button) => button.textContent)";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn each_part_of_a_split_has_its_share_of_each_class() -> Result {
    let folder = Folder::new("export-split")?;
    let files = [folder.images("t10k-images-idx3-ubyte.gz", 100)?, folder.labels("t10k-labels-idx1-ubyte", 100)?];
    Page::open(async |page| {
        page.open_export(&files, &["100 images"]).await?;
        page.choose("Split", "Train, validation, test: 80 / 10 / 10").await?;
        page.gives(COUNTS, "80 / 10 / 10 items").await?;
        let buttons = ["train images", "train labels", "val images", "val labels", "test images", "test labels"];
        page.gives(BUTTONS, buttons.map(|name| format!("Save {name}"))).await?;
        let mut items = Vec::new();
        for (at, (part, count)) in [("train", 80), ("val", 10), ("test", 10)].into_iter().enumerate() {
            let mut saved = Vec::new();
            for (slot, name) in [("images", "images-idx3-ubyte"), ("labels", "labels-idx1-ubyte")] {
                let name = format!("{part}-{name}");
                page.click(&format!("Save {part} {slot}")).await?;
                page.shows(STATUS, &[&format!("Saved {name}")]).await?;
                let (found, bytes) = page.saved(2 * at + saved.len() + 1).await?;
                assert_eq!(found, name);
                let store = read(&folder.write(&name, &bytes)?)?;
                let elements = store.bytes_of(0..store.items(), false).expect("the file is in memory");
                saved.push((store.items(), elements));
            }
            let [(_, images), (labels, classes)] = &saved[..] else { panic!("two files") };
            assert_eq!(*labels, count);
            for label in 0..10 {
                let of_class = classes.iter().copied().filter(|class| *class == label).count() as u64;
                assert_eq!(of_class, count / 10, "{part}: label {label}");
            }
            items.extend(images.chunks(48).map(<[u8]>::to_vec));
        }
        let mut all: Vec<Vec<u8>> = (0..100).map(|item| image(item).collect()).collect();
        items.sort();
        all.sort();
        assert_eq!(items, all);

        page.choose("Format", "NumPy archive (.npz)").await?;
        page.click("Save").await?;
        page.shows(STATUS, &["Saved split.npz"]).await?;
        let (name, archive) = page.saved(7).await?;
        let again = folder.write(&name, &archive)?;
        page.visit("").await?;
        page.drop(&[again]).await?;
        page.says(&["x_train.npy", "80 images", "y_train.npy"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_seed_is_a_split_of_its_own_and_none_is_everything() -> Result {
    let folder = Folder::new("export-seed")?;
    let files = [folder.images("t10k-images-idx3-ubyte.gz", 50)?, folder.labels("t10k-labels-idx1-ubyte", 50)?];
    Page::open(async |page| {
        page.open_export(&files, &["50 images"]).await?;
        page.gives("$('split-fields input').disabled", true).await?;
        page.choose("Format", "List of items (CSV)").await?;
        page.choose("Split", "Train, test: 80 / 20").await?;
        page.gives(COUNTS, "40 / 10 items").await?;
        let mut lists = Vec::new();
        for (at, seed) in ["7", "8", "7"].into_iter().enumerate() {
            page.enter("Seed", seed).await?;
            page.gives("document.activeElement.value", seed).await?;
            page.gives(BUTTONS, ["Save train", "Save test"]).await?;
            page.click("Save test").await?;
            page.shows(STATUS, &["Saved test"]).await?;
            lists.push(page.saved(at + 1).await?.1);
        }
        assert!(lists[0] != lists[1] && lists[0] == lists[2]);
        // What is no seed leaves the split as it is.
        page.enter("Seed", "1.5").await?;
        page.gives(COUNTS, "Seed: 0–4,294,967,295").await?;
        page.gives("$('split-fields input').value", "7").await?;
        page.gives(BUTTONS, ["Save train", "Save test"]).await?;
        page.choose("Split", "None").await?;
        page.gives(COUNTS, "").await?;
        page.gives(BUTTONS, ["Save"]).await
    })
    .await
}
