//! Class names that are dropped in a file.

use idxlens::format::encode::gzip;

use crate::Result;
use crate::files::Folder;
use crate::page::Page;
use crate::pickle_writer as pickle;
use crate::tar_writer;

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

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_dropped_mapping_replaces_typed_names_which_stay() -> Result {
    let folder = Folder::new("replaced")?;
    let files = [folder.images("pets-images", 30)?, folder.labels("pets-labels", 30)?];
    let mapping = folder.write("pets-mapping.txt", b"0 horse\n1 goat\n2 sheep\n")?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.rests().await?;
        page.choose("Names", "my own").await?;
        page.gives("document.activeElement.tagName", "TEXTAREA").await?;
        page.press("cat").await?;
        page.gives(CELLS, ["Image 0, label 0, cat", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.drop(&[mapping]).await?;
        page.gives(CELLS, ["Image 0, label 0, horse", "Image 1, label 1, goat", "Image 2, label 2, sheep"]).await?;
        page.gives("$('label-controls select').selectedOptions[0].text", "pets-mapping.txt").await?;
        page.choose("Names", "my own").await?;
        page.gives(CELLS, ["Image 0, label 0, cat", "Image 1, label 1", "Image 2, label 2"]).await?;

        // Without the mapping, the names are as if none had been chosen.
        page.choose("Names", "pets-mapping.txt").await?;
        page.gives(CELLS, ["Image 0, label 0, horse", "Image 1, label 1, goat", "Image 2, label 2, sheep"]).await?;
        page.reload().await?;
        page.drop(&files).await?;
        page.gives(CELLS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.choose("Names", "my own").await?;
        page.gives(CELLS, ["Image 0, label 0, cat", "Image 1, label 1", "Image 2, label 2"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn names_leave_with_the_labels_and_name_them_again() -> Result {
    const NAMED: [&str; 3] = ["Image 0, label 0, cat", "Image 1, label 1", "Image 2, label 2, dog"];
    let folder = Folder::new("leave")?;
    let files = [folder.images("pets-images", 30)?, folder.labels("pets-labels", 30)?];
    let mapping = folder.write("pets-mapping.txt", b"0 cat\n2 dog\n")?;
    Page::open(async |page| {
        page.open_export(&[&files[..], &[mapping]].concat(), &["30 images"]).await?;
        page.shows("export-view .facts", &["The class names are saved as a separate file."]).await?;
        page.shows("export-view .files", &["Class names", "12 bytes"]).await?;
        page.click("Save class names").await?;
        page.shows("export-view .note[aria-live]", &["Saved pets-class-names.txt, 12 bytes."]).await?;
        let (name, text) = page.saved(1).await?;
        page.choose("Format", "NumPy archive (.npz)").await?;
        page.shows("export-view .facts", &["The class names are in the archive, as class_names."]).await?;
        page.gives("$$('export-view .files li').length", 1).await?;
        page.click("Save").await?;
        page.shows("export-view .note[aria-live]", &["Saved pets.npz"]).await?;
        let (_, archive) = page.saved(2).await?;

        let names = folder.write(&name, &text)?;
        page.visit("").await?;
        page.drop(&[&files[..], &[names]].concat()).await?;
        page.gives(CELLS, NAMED).await?;
        page.visit("").await?;
        page.drop(&[folder.write("pets.npz", &archive)?]).await?;
        page.says(&["30 images"]).await?;
        page.gives(CELLS, NAMED).await?;
        page.gives("$$('[role=alert], .tally').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn json_and_tables_name_the_classes_and_other_json_says_what_it_is() -> Result {
    let folder = Folder::new("json-names")?;
    let files = [folder.images("pets-images", 30)?, folder.labels("pets-labels", 30)?];
    let indices = folder.write("class_indices.json", br#"{"cat": 0, "dog": 1, "owl": 2}"#)?;
    let model = folder.write("config.json", br#"{"model_type": "vit", "id2label": {"0": "horse", "1": "goat"}}"#)?;
    let table = folder.write("signs.csv", b"ClassId,SignName\n0,Stop\n1,Yield\n2,Bumpy road\n")?;
    let history = folder.write("history.json", br#"{"loss": [3, 2, 1], "lr": [0.1, 0.1, 0.1]}"#)?;
    Page::open(async |page| {
        page.drop(&[&files[..], &[indices]].concat()).await?;
        page.gives(CELLS, ["Image 0, label 0, cat", "Image 1, label 1, dog", "Image 2, label 2, owl"]).await?;
        page.drop(&[model]).await?;
        page.gives(CELLS, ["Image 0, label 0, horse", "Image 1, label 1, goat", "Image 2, label 2"]).await?;
        page.drop(&[table]).await?;
        page.gives(CELLS, ["Image 0, label 0, Stop", "Image 1, label 1, Yield", "Image 2, label 2, Bumpy road"])
            .await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.drop(&[history]).await?;
        page.shows("[role=alert]", &["history.json", "This is JSON, not IDX.", "class names"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn names_that_come_first_wait_for_the_data_and_name_all_splits() -> Result {
    let folder = Folder::new("names-first")?;
    let names = folder.write("class_indices.json", br#"{"cat": 0, "dog": 1, "owl": 2}"#)?;
    let later = folder.write("classes.csv", b"label,name\n0,Katze\n1,Hund\n2,Eule\n")?;
    let train = [folder.images("train-images", 30)?, folder.labels("train-labels", 30)?];
    let test = [folder.images("test-images", 20)?, folder.labels("test-labels", 20)?];
    Page::open(async |page| {
        page.drop(&[names]).await?;
        page.shows("[role=alert]", &["These are class names without their labels."]).await?;
        page.drop(&train).await?;
        page.gives(CELLS, ["Image 0, label 0, cat", "Image 1, label 1, dog", "Image 2, label 2, owl"]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.gives("$('label-controls select').selectedOptions[0].text", "class_indices.json").await?;
        page.drop(&test).await?;
        page.says(&["test-images", "20 images"]).await?;
        page.gives(CELLS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.drop(&[later]).await?;
        let renamed = ["Image 0, label 0, Katze", "Image 1, label 1, Hund", "Image 2, label 2, Eule"];
        page.gives(CELLS, renamed).await?;
        page.dataset("train").await?;
        page.gives(CELLS, renamed).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn other_numbers_for_the_names_of_the_data_are_reported() -> Result {
    let folder = Folder::new("names-clash")?;
    let table = folder.write("pets.csv", b"label,1x1,1x2\ndog,0,255\ncat,7,8\n")?;
    let clash = folder.write("class_indices.json", br#"{"dog": 0, "cat": 1}"#)?;
    let others = folder.write("classes.json", br#"["Katze", "Hund"]"#)?;
    Page::open(async |page| {
        page.drop(&[table]).await?;
        page.says(&["pets-images", "2 images"]).await?;
        page.gives(
            "$$('[role=gridcell]').map((cell) => cell.ariaLabel)",
            ["Image 0, label 1, dog", "Image 1, label 0, cat"],
        )
        .await?;
        page.drop(&[clash]).await?;
        page.shows("[role=alert]", &["class_indices.json", "“dog” is class 0 in it, and class 1 in the data."]).await?;
        page.gives("$$('[role=gridcell]')[0].ariaLabel", "Image 0, label 1, dog").await?;
        page.drop(&[others]).await?;
        page.gives("$$('[role=gridcell]')[0].ariaLabel", "Image 0, label 1, Hund").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn names_that_count_from_another_number_than_the_labels_are_asked_about() -> Result {
    let folder = Folder::new("numbering")?;
    let images = folder.images("pets-images", 30)?;
    let labels: Vec<u8> = [0, 0, 8, 1, 0, 0, 0, 30].into_iter().chain((0..30).map(|item| item % 3 + 1)).collect();
    let from_1 = [images.clone(), folder.write("pets-labels", &labels)?];
    let from_0 = [images, folder.labels("other/pets-labels", 30)?];
    let list = folder.write("names.txt", b"cat\ndog\nowl\n")?;
    let numbered: Vec<String> = (1..=10).map(|label| format!("{label} name {label}")).collect();
    let numbered = folder.write("mapping.txt", numbered.join("\n").as_bytes())?;
    Page::open(async |page| {
        page.drop(&[&from_1[..], &[list]].concat()).await?;
        page.shows("numbering-note", &["names.txt counts classes from 0, but the labels count from 1."]).await?;
        page.gives(CELLS, ["Image 0, label 1, dog", "Image 1, label 2, owl", "Image 2, label 3"]).await?;
        page.click("Count names from 1").await?;
        page.gives(CELLS, ["Image 0, label 1, cat", "Image 1, label 2, dog", "Image 2, label 3, owl"]).await?;
        page.gives("$$('numbering-note').length", 0).await?;
        page.gives("$('label-controls select').selectedOptions[0].text", "my own").await
    })
    .await?;
    Page::open(async |page| {
        page.drop(&[&from_0[..], &[numbered]].concat()).await?;
        page.shows("numbering-note", &["mapping.txt counts classes from 1, but the labels count from 0."]).await?;
        page.click("Keep names").await?;
        page.gives("$$('numbering-note').length", 0).await?;
        page.gives(CELLS, ["Image 0, label 0", "Image 1, label 1, name 1", "Image 2, label 2, name 2"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_names_in_a_pickle_of_cifar_100_belong_to_their_labels() -> Result {
    let folder = Folder::new("cifar-100")?;
    let rows = pickle::array(&[30, 3072], "u1", "|", false, &vec![200; 30 * 3072]);
    let labels = |classes: u32| pickle::list(&(0..30).map(|item| item % classes).collect::<Vec<_>>());
    let names = |kind: &str, classes: u32| {
        pickle::list_of(&(0..classes).map(|class| pickle::text(&format!("{kind} {class}"))).collect::<Vec<_>>())
    };
    let labels = [("data", rows), ("fine_labels", labels(10)), ("coarse_labels", labels(3))];
    let meta = [("fine_label_names", names("fine", 10)), ("coarse_label_names", names("coarse", 3))];
    let archive = gzip(&tar_writer::archive(&[
        tar_writer::entry("cifar-100-python/meta", &pickle::file(&pickle::dict(&meta))),
        tar_writer::entry("cifar-100-python/test", &pickle::file(&pickle::dict(&labels))),
    ]));
    let archive = folder.write("cifar-100-python.tar.gz", &archive)?;
    Page::open(async |page| {
        page.drop(&[archive]).await?;
        page.says(&["test/data.npy", "30 images", "32 × 32", "test/fine_labels.npy"]).await?;
        page.gives(CELLS, ["Image 0, label 0, fine 0", "Image 1, label 1, fine 1", "Image 2, label 2, fine 2"]).await?;
        page.gives("$$('dataset-tabs bdi').map(text)", ["test"]).await?;
        // The coarse label is another column, which has names of its own.
        page.choose("Column", "1: coarse class").await?;
        page.gives(CELLS, ["Image 0, label 0, coarse 0", "Image 1, label 1, coarse 1", "Image 2, label 2, coarse 2"])
            .await?;
        page.gives("$('label-controls .names select').selectedOptions[0].text", "coarse_label_names.npy").await?;
        page.click_item(3).await?;
        page.shows("item-panel .columns", &["0: fine class 3 fine 3 1: coarse class 0 coarse 0"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn lists_name_the_classes_of_a_binary_file_of_cifar_100() -> Result {
    let folder = Folder::new("cifar-100-lists")?;
    let records: Vec<u8> = (0..30).flat_map(|item| [vec![item % 3, item % 10], vec![200; 3072]].concat()).collect();
    let names =
        |kind: &str, classes: u32| (0..classes).map(|class| format!("{kind} {class}")).collect::<Vec<_>>().join("\n");
    let records = folder.write("cifar-100/test.bin", &records)?;
    let fine = folder.write("cifar-100/fine_label_names.txt", names("fine", 100).as_bytes())?;
    let coarse = folder.write("cifar-100/coarse_label_names.txt", names("coarse", 20).as_bytes())?;
    Page::open(async |page| {
        // The coarse names alone do not name the fine classes.
        page.drop(&[records, coarse]).await?;
        page.says(&["30 images", "32 × 32"]).await?;
        page.gives(CELLS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.drop(&[fine]).await?;
        page.gives(CELLS, ["Image 0, label 0, fine 0", "Image 1, label 1, fine 1", "Image 2, label 2, fine 2"]).await?;
        page.choose("Column", "1: coarse class").await?;
        page.gives(CELLS, ["Image 0, label 0, coarse 0", "Image 1, label 1, coarse 1", "Image 2, label 2, coarse 2"])
            .await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}
