//! Images whose file names their pictures, and tables of labels and predictions that name these in another order.

use std::{path::PathBuf, slice};

use crate::Result;
use crate::arrow_writer::{Column, file, named_pictures, numbers};
use crate::files::Folder;
use crate::page::Page;
use crate::pictures::{archive, pngs};

const FIRST_LABELS: &str = "$$('[role=gridcell]').slice(0, 2).map((cell) => cell.ariaLabel)";
const TABS: &str = "$$('dataset-tabs bdi').map(text)";
const LABELS: [&str; 2] = ["Image 0, label 0, owl", "Image 1, label 1, wren"];
const COMPARED: [&str; 2] = ["Image 0, label 0, owl, predicted 1, wren", "Image 1, label 1, wren, predicted 1, wren"];

/// The number of pictures.
const COUNT: usize = 40;

fn name(item: usize) -> String {
    format!("birds/{item:02}.png")
}

/// Pictures with these names, and with labels or without.
fn birds(folder: &Folder, names: &[String], labels: Option<&[Option<i32>]>) -> Result<PathBuf> {
    let files = pngs(&archive()?)?;
    let rows: Vec<_> = files[..COUNT].iter().map(|file| Some(&file[..])).collect();
    let paths: Vec<_> = names.iter().map(|name| Some(name.as_bytes())).collect();
    let columns: Vec<Column> = [named_pictures("image", &rows, &paths)]
        .into_iter()
        .chain(labels.map(|labels| numbers("label", labels)))
        .collect();
    folder.write("birds.arrow", &file(&[columns], ""))
}

/// The lines of a table, backwards.
fn lines(column: &str, class: impl Fn(usize) -> &'static str) -> String {
    let rows: Vec<_> = (0..COUNT).rev().map(|item| format!("{},{}\n", name(item), class(item))).collect();
    format!("file_name,{column}\n{}", rows.concat())
}

fn class(item: usize) -> &'static str {
    ["owl", "wren"][item % 2]
}

/// Labels, and predictions of which that of item 0 is wrong.
fn tables(folder: &Folder) -> Result<[PathBuf; 2]> {
    let labels = folder.write("labels.csv", lines("label", class).as_bytes())?;
    let predicted = lines("prediction", |item| if item == 0 { "wren" } else { class(item) });
    Ok([labels, folder.write("predictions.csv", predicted.as_bytes())?])
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn tables_find_their_images_by_name_in_whatever_order_they_come() -> Result {
    let folder = Folder::new("picture-names")?;
    let birds = birds(&folder, &(0..COUNT).map(name).collect::<Vec<_>>(), None)?;
    let [labels, predictions] = tables(&folder)?;
    let drops = [
        vec![vec![&predictions, &labels, &birds]],
        vec![vec![&birds, &predictions], vec![&labels]],
        vec![vec![&predictions, &labels], vec![&birds]],
        vec![vec![&labels], vec![&birds], vec![&predictions]],
    ];
    for drops in drops {
        Page::open(async |page| {
            for files in &drops {
                page.drop(&files.iter().map(|&file| file.clone()).collect::<Vec<_>>()).await?;
                page.gives("$$('progress').length", 0).await?;
            }
            page.shows("prediction-view .summary .accuracy", &["97.50%"]).await?;
            page.click("Grid").await?;
            page.gives(FIRST_LABELS, COMPARED).await?;
            page.gives(TABS, ["birds"]).await?;
            page.gives("$$('[role=alert]').length", 0).await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_of_images_stay_beside_a_table_of_others() -> Result {
    let folder = Folder::new("picture-names-labelled")?;
    let numbers: Vec<_> = (0..COUNT).map(|item| Some(i32::try_from(item % 2).expect("small"))).collect();
    let others = self::birds(&folder, &(0..COUNT).map(|item| format!("{item}-other.png")).collect::<Vec<_>>(), None)?;
    let cars = folder.write("cars.arrow", &std::fs::read(others)?)?;
    let birds = birds(&folder, &(0..COUNT).map(name).collect::<Vec<_>>(), Some(&numbers))?;
    let [labels, _] = tables(&folder)?;
    Page::open(async |page| {
        page.drop(&[birds, labels]).await?;
        page.gives(TABS, ["birds", "table"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1"]).await?;
        // A drop of other pictures changes nothing of it.
        page.drop(&[cars]).await?;
        page.gives(TABS, ["birds", "table", "cars"]).await?;
        page.dataset("birds").await?;
        page.click("Use as labels").await?;
        page.gives(FIRST_LABELS, LABELS).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn pictures_of_one_name_have_no_prediction_and_the_others_do() -> Result {
    let folder = Folder::new("picture-names-twice")?;
    let mut names: Vec<_> = (0..COUNT).map(name).collect();
    names[7] = name(3);
    let numbers: Vec<_> = (0..COUNT).map(|item| Some(i32::try_from(item % 2).expect("small"))).collect();
    let birds = birds(&folder, &names, Some(&numbers))?;
    let class = |item: usize| ["0", "1"][item % 2];
    // Item 5 has two lines that differ, and item 6 two of the same.
    let rows = format!("{}{},0\n{},0\n", lines("prediction", class), name(5), name(6));
    let predictions = folder.write("predictions.csv", rows.as_bytes())?;
    Page::open(async |page| {
        page.drop(&[birds]).await?;
        page.says(&["40 images", "birds-labels"]).await?;
        page.drop(&[predictions]).await?;
        page.shows("prediction-view .summary .accuracy", &["100%"]).await?;
        page.shows(".messages", &["2 of 40 pictures have no prediction", "they share a name", "birds/03.png"]).await?;
        page.shows(".messages", &["1 of 40 pictures has no prediction", "several lines differ", "birds/05.png"])
            .await?;
        page.gives("getComputedStyle($('prediction-view .missing')).position", "static").await?;
        page.click("Grid").await?;
        let cell = |item: usize| format!("$('[data-index=\"{item}\"]').ariaLabel");
        for (item, said) in [(3, ""), (4, ", predicted 0"), (5, ""), (6, ", predicted 0"), (7, "")] {
            page.gives(&cell(item), format!("Image {item}, label {}{said}", item % 2)).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn predictions_in_a_folder_of_pictures_give_way_to_labels() -> Result {
    let folder = Folder::new("picture-names-folder")?;
    let files = pngs(&archive()?)?;
    for (item, file) in files[..COUNT].iter().enumerate() {
        folder.write(&format!("set/{}", name(item)), file)?;
    }
    let [labels, predictions] = tables(&folder)?;
    folder.write("set/predictions.csv", &std::fs::read(predictions)?)?;
    let set = folder.path().join("set");
    Page::open(async |page| {
        page.pick_folder(&set).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 1, wren", "Image 1, label 1, wren"]).await?;
        page.drop(slice::from_ref(&labels)).await?;
        page.shows("prediction-view .summary .accuracy", &["97.50%"]).await?;
        page.click("Grid").await?;
        page.gives(FIRST_LABELS, COMPARED).await
    })
    .await?;
    // Beside the labels they are none.
    folder.write("set/labels.csv", &std::fs::read(&labels)?)?;
    Page::open(async |page| {
        page.pick_folder(&set).await?;
        page.shows("prediction-view .summary .accuracy", &["97.50%"]).await?;
        page.click("Grid").await?;
        page.gives(FIRST_LABELS, COMPARED).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}
