//! NumPy arrays of texts and of objects: labels, names of classes, and predictions.

use std::slice;

use idxlens::format::encode::gzip;

use crate::Result;
use crate::containers::{images, labels, npy};
use crate::files::Folder;
use crate::page::Page;
use crate::pickle_writer as pickle;
use crate::zip_writer::{Entry, archive, entry};

const WORDS: [&str; 3] = ["dog", "cat", "fox"];
const FIRST_LABELS: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";
const LABELLED: [&str; 3] = ["Image 0, label 1, dog", "Image 1, label 0, cat", "Image 2, label 2, fox"];

/// So many words, again and again.
fn words(count: usize) -> impl Iterator<Item = &'static str> {
    WORDS.into_iter().cycle().take(count)
}

/// An array of texts, as NumPy makes it of words.
fn texts(words: impl Iterator<Item = &'static str>, shape: &str) -> Vec<u8> {
    npy("<U3", "False", shape, &words.flat_map(str::chars).flat_map(|c| u32::from(c).to_le_bytes()).collect::<Vec<_>>())
}

/// The same as objects, as Pandas has them.
fn objects(words: impl Iterator<Item = &'static str>, count: u32) -> Vec<u8> {
    let list = [b"](", &words.flat_map(pickle::text).collect::<Vec<_>>()[..], b"e"].concat();
    let array = pickle::array_of(&[count], "O8", "|", false, &list);
    npy("|O", "False", &format!("({count},)"), &pickle::file(&array))
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn texts_and_objects_label_the_images_beside_them() -> Result {
    let folder = Folder::new("texts")?;
    let members = [
        ("x_train.npy", images(30)),
        ("y_train.npy", texts(words(30), "(30, 1)")),
        ("x_test.npy", images(12)),
        // There is no cat.
        ("y_test.npy", objects(words(12).map(|word| if word == "cat" { "owl" } else { word }), 12)),
        ("ids.npy", texts(["a01", "a02", "a03"].into_iter(), "(3,)")),
    ];
    let entries: Vec<_> = members
        .iter()
        .enumerate()
        .map(|(at, (name, data))| Entry { deflated: at % 2 == 1, ..entry(name, data) })
        .collect();
    let file = folder.write("animals.npz", &archive(&entries))?;
    let list = [b"](", &words(30).flat_map(pickle::text).collect::<Vec<_>>()[..], b"e"].concat();
    let images =
        pickle::array(&[30, 8, 6], "u1", "|", false, &(0..30).flat_map(crate::files::image).collect::<Vec<_>>());
    let pickled = folder.write("pickled.pkl", &pickle::file(&pickle::dict(&[("data", images), ("labels", list)])))?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["x_train.npy", "30 images", "y_train.npy"]).await?;
        page.gives(FIRST_LABELS, LABELLED).await?;
        page.shows(".tally", &["4 files opened, 1 skipped", "ids.npy"]).await?;
        page.dataset("test").await?;
        page.says(&["x_test.npy", "12 images", "y_test.npy"]).await?;
        // Both have the same numbers.
        page.gives(FIRST_LABELS, ["Image 0, label 1, dog", "Image 1, label 3, owl", "Image 2, label 2, fox"]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.drop(&[pickled]).await?;
        page.says(&["pickled.pkl/data.npy", "30 images"]).await?;
        page.gives(FIRST_LABELS, LABELLED).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn texts_can_name_the_classes_of_numbers() -> Result {
    let folder = Folder::new("class-names")?;
    let names = ["zero", "one_", "two_", "ten_"].map(str::as_bytes).concat();
    let members = [
        ("x.npy", images(30)),
        ("y.npy", labels(30, "(30,)")),
        ("class_names.npy", npy("|S4", "False", "(4,)", &names)),
    ];
    let entries: Vec<_> = members.iter().map(|(name, data)| entry(name, data)).collect();
    let file = folder.write("digits.npz", &archive(&entries))?;
    let again = folder.write("class_names.npy", &npy("|S4", "False", "(3,)", b"nulleinszwei"))?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["x.npy", "30 images", "y.npy"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0, zero", "Image 1, label 1, one_", "Image 2, label 2, two_"])
            .await?;
        page.gives("$$('[role=alert], .tally').length", 0).await?;
        page.drop(&[again]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0, null", "Image 1, label 1, eins", "Image 2, label 2, zwei"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn words_keep_their_numbers_beside_a_list_in_another_order() -> Result {
    let folder = Folder::new("names-in-order")?;
    let members = [
        ("images.npy", images(30)),
        ("labels.npy", texts(words(30), "(30,)")),
        ("target_names.npy", npy("|S3", "False", "(3,)", b"foxdogcat")),
    ];
    let entries: Vec<_> = members.iter().map(|(name, data)| entry(name, data)).collect();
    let file = folder.write("animals.npz", &archive(&entries))?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["images.npy", "30 images", "labels.npy"]).await?;
        page.gives(FIRST_LABELS, LABELLED).await?;
        page.shows("[role=alert]", &["target_names.npy", "This file numbers the classes otherwise than the data"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn texts_alone_beside_labels_are_predictions() -> Result {
    let folder = Folder::new("predicted-texts")?;
    let files =
        [folder.write("images.npy", &images(30))?, folder.write("labels.npy.gz", &gzip(&texts(words(30), "(30,)")))?];
    // Every third is another class, which the labels do not have.
    let predicted = || words(30).map(|word| if word == "fox" { "owl" } else { word });
    let others = [
        folder.write("texts.npy", &texts(predicted(), "(30,)"))?,
        folder.write("objects.npy", &objects(predicted(), 30))?,
        folder.write(
            "list.json",
            format!("[{}]", predicted().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(",")).as_bytes(),
        )?,
    ];
    let colours = folder.write("colours.npy", &texts(["red", "sky"].into_iter().cycle().take(30), "(30,)"))?;
    let ids = folder.write("ids.npy", &texts(["a01", "a02", "a03"].into_iter(), "(3,)"))?;
    Page::open(async |page| {
        page.drop(slice::from_ref(&ids)).await?;
        page.shows("[role=alert]", &["ids.npy", "The elements of this NumPy array are texts"]).await?;
        page.drop(&files).await?;
        page.gives(FIRST_LABELS, LABELLED).await?;
        for file in &others {
            page.drop(slice::from_ref(file)).await?;
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            page.shows("prediction-view", &[&name, "66.67% accuracy"]).await?;
            page.shows("prediction-view", &["owl"]).await?;
        }
        page.drop(&[ids]).await?;
        page.shows("[role=alert]", &["ids.npy", "Entry 1 is a word that names no class of the labels."]).await?;
        // Other words are other labels, and names are names.
        page.drop(&[colours]).await?;
        page.gives("$$('dataset-tabs bdi').length", 2).await?;
        page.shows("prediction-notes", &["colours.npy"]).await
    })
    .await
}
