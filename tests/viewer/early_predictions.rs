//! Predictions that are dropped before the labels.

use std::path::PathBuf;

use crate::Result;
use crate::containers::npy;
use crate::files::Folder;
use crate::page::Page;

const ACCURACY: &str = "prediction-view .summary .accuracy";

/// 60 images with labels 0 to 9.
fn images_and_labels(folder: &Folder) -> Result<[PathBuf; 2]> {
    Ok([folder.images("set-images", 60)?, folder.labels("set-labels", 60)?])
}

/// Predictions of which that of item 3 is wrong, with the names of the columns.
fn predictions(header: &str, row: impl Fn(u32, u32) -> String) -> String {
    let rows = (0..60).map(|item| row(item, if item == 3 { 5 } else { item % 10 }));
    [format!("{header}\n"), rows.collect::<Vec<_>>().concat()].concat()
}

/// The same with the numbers of the items.
fn numbered(folder: &Folder) -> Result<PathBuf> {
    folder.write("model.csv", predictions("id,predicted", |item, class| format!("{item},{class}\n")).as_bytes())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn predictions_wait_for_labels() -> Result {
    let folder = Folder::new("early-predictions")?;
    let [images, labels] = images_and_labels(&folder)?;
    let csv = predictions("prediction,confidence", |item, class| format!("{class},0.{}\n", 50 + item % 50));
    let csv = folder.write("model.csv", csv.as_bytes())?;
    let json = (0..60).map(|item: u32| format!("{{\"prediction\": {}}}", item % 10)).collect::<Vec<_>>().join(",");
    let json = folder.write("model.json", format!("[{json}]").as_bytes())?;
    Page::open(async |page| {
        page.drop(std::slice::from_ref(&csv)).await?;
        page.shows("[role=alert]", &["model.csv", "These predictions wait for labels."]).await?;
        page.drop(&[images]).await?;
        page.says(&["60 images", "no labels"]).await?;
        page.drop(&[json]).await?;
        page.shows("[role=alert]:last-of-type", &["model.json", "These predictions wait for labels."]).await?;
        // A file that is dropped again waits once.
        page.drop(&[csv]).await?;
        page.drop(&[labels]).await?;
        page.shows(ACCURACY, &["98.33%"]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.choose("File", "model.json").await?;
        page.shows(ACCURACY, &["100%"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_of_the_same_name_take_the_place_of_predictions() -> Result {
    let folder = Folder::new("predictions-as-labels")?;
    let [images, labels] = images_and_labels(&folder)?;
    let csv = numbered(&folder)?;
    Page::open(async |page| {
        page.drop(&[images]).await?;
        page.drop(&[csv]).await?;
        // Without labels, they are shown as such.
        page.says(&["60 images", "model.csv/model-labels"]).await?;
        page.shows("[role=alert]", &["“predicted”, is read as the label"]).await?;
        page.drop(&[labels]).await?;
        page.shows(ACCURACY, &["98.33%"]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        page.gives("$$('dataset-tabs button').length + $$('[role=alert], pairing-note').length", 1).await?;
        page.click("1 wrong").await?;
        page.says(&["1 of 60"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_that_are_chosen_are_compared_with_predictions() -> Result {
    let folder = Folder::new("chosen-labels")?;
    let [images, labels] = images_and_labels(&folder)?;
    let csv = numbered(&folder)?;
    Page::open(async |page| {
        page.drop(&[images]).await?;
        page.drop(&[csv]).await?;
        page.click("Keep labels").await?;
        // The user's choice stays.
        page.drop(&[labels]).await?;
        page.says(&["60 images", "model.csv/model-labels"]).await?;
        page.shows("prediction-notes", &["set-labels has as many rows as set has items"]).await?;
        page.click("Use as labels").await?;
        page.shows(ACCURACY, &["98.33%"]).await?;
        page.says(&["60 images", "set-labels"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn other_labels_leave_a_dataset_of_their_own() -> Result {
    let folder = Folder::new("labels-by-count")?;
    let [images, labels] = images_and_labels(&folder)?;
    let other = folder.labels("other-labels", 60)?;
    Page::open(async |page| {
        page.drop(&[images]).await?;
        page.drop(&[other]).await?;
        page.says(&["60 images", "other-labels"]).await?;
        page.drop(&[labels]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        page.gives("$$('dataset-tabs button').length", 2).await?;
        page.shows("prediction-notes", &["other-labels has as many rows as set has items"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn arrays_that_are_called_predictions_give_way_to_labels() -> Result {
    let folder = Folder::new("called-predictions")?;
    let [images, labels] = images_and_labels(&folder)?;
    let classes: Vec<u8> = (0..60).map(|item| if item == 3 { 5 } else { item % 10 }).collect();
    let predicted = folder.array("model-predictions.idx", &[60], &classes)?;
    let row = |class: &u8| (0..10).map(|at| f32::from(u8::from(at == *class))).collect::<Vec<_>>();
    let rows = folder.array("y_pred", &[60, 10], &classes.iter().flat_map(row).collect::<Vec<_>>())?;
    let few = folder.array("few_preds", &[59], &classes[1..])?;
    let later = folder.array("later_preds", &[60], &classes)?;
    Page::open(async |page| {
        page.drop(&[predicted]).await?;
        page.says(&["60 labels"]).await?;
        page.drop(&[images]).await?;
        page.shows("pairing-note", &["model-predictions.idx is shown as labels: it has as many items as set-images."])
            .await?;
        // The dataset is called after its images now.
        page.gives("$$('dataset-tabs bdi').map(text)", ["set"]).await?;
        // A second file has nothing to be compared with.
        page.drop(&[later]).await?;
        page.gives("$$('.modes [value=predictions]').length", 0).await?;
        page.drop(&[labels, rows, few]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        page.shows("[role=alert]", &["few_preds", "59 predictions, but the dataset has 60 items"]).await?;
        page.gives("$$('dataset-tabs bdi').map(text)", ["set", "few-preds"]).await?;
        page.click("Predictions").await?;
        for file in ["model-predictions.idx", "y_pred", "later_preds"] {
            page.choose("File", file).await?;
            page.shows(ACCURACY, &["98.33%"]).await?;
        }
        page.gives("$$('pairing-note, prediction-notes').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn words_in_a_file_of_predictions_name_no_classes() -> Result {
    let folder = Folder::new("predicted-words")?;
    let [images, labels] = images_and_labels(&folder)?;
    let names: Vec<String> = (0..10).map(|class| format!("{class} word{}", 9 - class)).collect();
    let names = folder.write("class-names.txt", names.join("\n").as_bytes())?;
    let csv = predictions("id,label", |item, class| format!("{item},word{}\n", 9 - class));
    let csv = folder.write("predictions.csv", csv.as_bytes())?;
    Page::open(async |page| {
        page.drop(&[images, labels, names]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        page.drop(&[csv]).await?;
        page.shows(ACCURACY, &["98.33%"]).await?;
        page.gives("$('label-controls .names select').selectedOptions[0].text", "class-names.txt").await?;
        page.gives("$$('[role=alert], prediction-notes').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_name_says_which_split_predictions_are_for() -> Result {
    let folder = Folder::new("predicted-split")?;
    let files = [
        folder.images("train-images", 60)?,
        folder.labels("train-labels", 60)?,
        folder.images("test-images", 60)?,
        folder.array("test-labels", &[60], &[7_u8; 60])?,
    ];
    let model = folder.array("test-preds", &[60], &[7_u8; 60])?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.dataset("train").await?;
        page.says(&["train-images", "train-labels"]).await?;
        page.drop(&[model]).await?;
        page.dataset("test").await?;
        page.click("Predictions").await?;
        page.shows(ACCURACY, &["100%"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_table_of_features_is_no_predictions_by_its_name() -> Result {
    let folder = Folder::new("heart-prediction")?;
    let row = |item: u32| (0..20).map(move |column| ((item * 7 + column * 5) % 200).to_string());
    let rows = (0..60).map(|item| format!("{},{}\n", item % 3, row(item).collect::<Vec<_>>().join(",")));
    let header = (0..20).map(|column| format!("f{column}")).collect::<Vec<_>>().join(",");
    let csv = format!("label,{header}\n{}", rows.collect::<String>());
    let csv = folder.write("heart_prediction.csv", csv.as_bytes())?;
    Page::open(async |page| {
        page.drop(&[csv]).await?;
        page.says(&["heart_prediction-images", "heart_prediction-labels"]).await?;
        page.gives("$$('dataset-tabs button').length + $$('pairing-note').length", 1).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_array_that_is_called_labels_is_asked_about() -> Result {
    let folder = Folder::new("called-labels")?;
    let [images, labels] = [folder.images("set-images", 60)?, folder.labels("set-labels", 60)?];
    let classes: Vec<u8> = (0..60).map(|item| (item + 1) % 10).collect();
    let array = npy("|u1", "False", "(60,)", &classes);
    let [corrected, other] =
        [folder.write("labels_fixed.npy", &array)?, folder.write("out.npy", &npy("|u1", "False", "(60,)", &[3; 60]))?];
    let counts = folder.write("counts.npy", &npy("|u1", "False", "(60,)", &(100..160).collect::<Vec<u8>>()))?;
    Page::open(async |page| {
        page.drop(&[images, labels]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        page.drop(&[corrected]).await?;
        page.shows(".messages", &["labels_fixed.npy", "has as many rows as set has items (60 images). What is it?"])
            .await?;
        page.click("Use as labels").await?;
        page.says(&["60 images", "labels from labels_fixed.npy"]).await?;
        page.gives("$('[role=gridcell]').ariaLabel", "Image 0, label 1").await?;
        // Another array of classes is no question, and one of other numbers is.
        page.drop(&[other]).await?;
        page.gives("$('[role=gridcell]').ariaLabel", "Image 0, label 1, predicted 3").await?;
        page.drop(&[counts]).await?;
        page.shows(".messages", &["counts.npy", "What is it?"]).await
    })
    .await
}
