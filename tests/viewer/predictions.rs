//! Predictions of a model, dropped on the dataset that they are for.

use std::fmt::Write as _;

use thirtyfour::Key;

use crate::Result;
use crate::browser::Window;
use crate::files::Folder;
use crate::page::Page;

const CELLS: &str = "$$('page-grid [role=gridcell]')";
const INDICES: &str = "$$('page-grid [role=gridcell]').map((cell) => Number(cell.dataset.index))";
/// The stylesheet shows the predicted class beside the label.
const FIRST_LABELS: &str =
    "$$('page-grid [role=gridcell] bdi').slice(0, 4).map((name) => text(name) + name.dataset.beside)";

/// 60 images with labels 0 to 9, and a file of predictions of which these are wrong: item 3 is predicted as 5, 13 as 5,
/// and 27 as 1.
fn files(folder: &Folder) -> Result<[std::path::PathBuf; 3]> {
    let mut file = "ImageId,Label\n".to_owned();
    for item in 0..60 {
        let class =
            [(3, 5), (13, 5), (27, 1)].iter().find(|(wrong, _)| *wrong == item).map_or(item % 10, |wrong| wrong.1);
        writeln!(file, "{},{class}", item + 1)?;
    }
    Ok([
        folder.images("set-images", 60)?,
        folder.labels("set-labels", 60)?,
        folder.write("preds.csv", file.as_bytes())?,
    ])
}

/// Rows of probabilities for 60 items with labels 0 to 9: item `n` is predicted right with a confidence of 0.5 + n / 200,
/// except for item 3, predicted as 5 with 0.9, and item 13, predicted as 5 with 0.7.
fn rows() -> String {
    let row = |item: u32| {
        let (class, confidence) = match item {
            3 => (5, 0.9),
            13 => (5, 0.7),
            _ => (item % 10, 0.5 + f64::from(item) / 200.0),
        };
        let other = (1.0 - confidence) / 9.0;
        let row = (0..10).map(|column| if column == class { confidence } else { other }.to_string());
        row.collect::<Vec<_>>().join(",")
    };
    (0..60).map(row).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn predictions_are_compared_with_the_labels() -> Result {
    let folder = Folder::new("predictions")?;
    let [images, labels, predictions] = files(&folder)?;
    Page::open(async |page| {
        page.drop(&[images, labels]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        page.gives("$$('.modes [value=predictions]').length", 0).await?;
        page.drop(&[predictions]).await?;
        page.shows("prediction-view .summary .accuracy", &["95.00%", "accuracy"]).await?;
        page.shows("prediction-view .outcomes", &["3 wrong", "57 right"]).await?;
        page.shows("prediction-view header .note", &["one class per item", "preds.csv is kept until"]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.gives("$('.modes [value=predictions]').ariaPressed", "true").await?;

        // A cell opens its items, with a filter that can be taken back.
        page.click_at(
            "//confusion-matrix//*[@role='gridcell'][starts-with(@aria-label, 'label 3, predicted 5: 2 items')]",
        )
        .await?;
        page.says(&["2 of 60", "label 3 predicted as 5 (preds.csv)"]).await?;
        page.gives(INDICES, [3, 13]).await?;
        page.gives(FIRST_LABELS, ["3 | 5", "3 | 5"]).await?;
        page.gives(&format!("{CELLS}[0].ariaLabel"), "Image 3, label 3, predicted 5").await?;
        page.gives(&format!("{CELLS}[0].classList.contains('wrong')"), true).await?;
        page.click("Clear the filter: label 3 predicted as 5 (preds.csv)").await?;
        page.says(&["60 images", "page 1"]).await?;
        page.gives(FIRST_LABELS, ["0 | 0", "1 | 1", "2 | 2", "3 | 5"]).await?;
        page.gives("$$('page-grid .wrong').length", 3).await?;

        page.click_item(27).await?;
        page.shows("item-panel h2", &["7 | 1"]).await?;
        page.shows("item-prediction", &["predicted by preds.csv", "1 (wrong)"]).await?;

        // Wrong items, and Back.
        page.click("Predictions").await?;
        page.click_at("//prediction-view//button[contains(., 'wrong')]").await?;
        page.gives(INDICES, [3, 13, 27]).await?;
        page.run("history.back();", vec![]).await?;
        page.shows("prediction-view .summary .accuracy", &["95.00%"]).await?;
        page.shows("confusion-matrix .pairs", &["3 → 5 2", "7 → 1 1"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_matrix_is_used_by_keyboard() -> Result {
    let folder = Folder::new("matrix-keys")?;
    let files = files(&folder)?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.shows("prediction-view .summary .accuracy", &["95.00%"]).await?;
        page.on("confusion-matrix [role=gridcell][tabindex='0']", "focus()").await?;
        page.shows("confusion-matrix .readout", &["label 0, predicted 0: 6 items (100% of the label)"]).await?;
        page.press(Key::Down + Key::Down + Key::Down + Key::End + "").await?;
        page.shows("confusion-matrix .readout", &["label 3, predicted 9: 0 items"]).await?;
        page.press(Key::Home + Key::Right + Key::Right + Key::Right + Key::Right + Key::Right + "").await?;
        page.shows("confusion-matrix .readout", &["label 3, predicted 5: 2 items (33% of the label)"]).await?;
        page.gives("document.activeElement.textContent", "2").await?;
        page.click_at("//label[normalize-space()='share of each row']/input").await?;
        page.gives("$$('confusion-matrix [role=gridcell]')[35].textContent", "33%").await?;
        page.click_at("//label[normalize-space()='hide the diagonal']/input").await?;
        page.gives("$$('confusion-matrix .right').map((cell) => cell.textContent).join('')", "").await?;
        page.on("confusion-matrix [role=gridcell][tabindex='0']", "focus()").await?;
        page.press(Key::Enter + "").await?;
        page.gives(INDICES, [3, 13]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn probabilities_rank_the_items() -> Result {
    let folder = Folder::new("ranked")?;
    let [images, labels, _] = files(&folder)?;
    let rows = folder.write("rows.csv", rows().as_bytes())?;
    Page::open(async |page| {
        page.drop(&[images, labels, rows]).await?;
        page.shows("prediction-view header .note", &["Read as probabilities"]).await?;
        page.shows("prediction-view .summary", &["96.67%", "top-2 accuracy", "calibration error"]).await?;
        page.click("Most confident errors").await?;
        page.says(&["2 of 60", "wrong, most confident first (rows.csv)"]).await?;
        page.gives(INDICES, [3, 13]).await?;
        page.click("Predictions").await?;
        page.click("Least confident hits").await?;
        page.gives(&format!("{INDICES}.slice(0, 4)"), [0, 1, 2, 4]).await?;
        // The order that the user asks for comes first.
        page.choose("Sort", "label").await?;
        page.gives(&format!("{INDICES}.slice(0, 4)"), [0, 10, 20, 30]).await?;
        page.click_item(10).await?;
        page.shows("item-prediction", &["predicted by rows.csv", "0 (right)", "55.00%"]).await?;

        page.click("Predictions").await?;
        page.on("reliability-diagram svg", "focus()").await?;
        page.press(Key::End + "").await?;
        page.shows("reliability-diagram .readout", &["confidence 0.93–1.00: no items"]).await?;
        page.press(Key::Left + "").await?;
        page.shows("reliability-diagram .readout", &["confidence 0.87–0.93: 1 item, mean confidence 0.900, 0% right"])
            .await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn two_predictions_are_compared_and_survive_a_switch() -> Result {
    let folder = Folder::new("two-predictions")?;
    let [images, labels, first] = files(&folder)?;
    let second = folder.write("rows.csv", rows().as_bytes())?;
    let other = folder.images("other-images", 20)?;
    Page::open(async |page| {
        page.drop(&[images, labels, first]).await?;
        page.shows("prediction-view .summary .accuracy", &["95.00%"]).await?;
        page.drop(&[second]).await?;
        page.shows("prediction-view .summary .accuracy", &["96.67%"]).await?;
        page.choose("Compare with", "preds.csv").await?;
        page.shows("prediction-comparison", &["1 Disagree", "1 Only rows.csv is right", "2 Both are wrong"]).await?;
        page.click_at("//prediction-comparison//button[contains(., 'Disagree')]").await?;
        page.gives(INDICES, [27]).await?;
        page.click_item(27).await?;
        page.shows("item-prediction", &["predicted by rows.csv", "7 (right)", "predicted by preds.csv", "1 (wrong)"])
            .await?;

        page.drop(&[other]).await?;
        page.says(&["other-images", "20 images"]).await?;
        page.gives("$$('.modes [value=predictions]').length", 0).await?;
        page.dataset("set").await?;
        page.click("Predictions").await?;
        page.shows("prediction-view .summary .accuracy", &["96.67%"]).await?;
        page.click("Remove").await?;
        page.shows("prediction-view .summary .accuracy", &["95.00%"]).await?;
        page.click("Remove").await?;
        page.gives("$$('prediction-view, .modes [value=predictions]').length", 0).await?;
        page.gives("$$('page-grid [role=gridcell]').length > 0", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn other_labels_are_compared_anew_and_can_be_predictions() -> Result {
    let folder = Folder::new("second-labels")?;
    let [images, labels, _] = files(&folder)?;
    let reversed: Vec<u8> = (0..=9).rev().cycle().take(60).collect();
    let second = folder.array("second-labels", &[60], &reversed)?;
    Page::open(async |page| {
        page.drop(&[images, labels]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        page.drop(&[second]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        page.shows("prediction-notes", &["second-labels has as many rows as set has items"]).await?;
        page.click("Use as predictions").await?;
        page.shows("prediction-view .summary .accuracy", &["0%"]).await?;
        page.gives("$$('prediction-notes').length + $$('dataset-tabs button').length", 1).await?;
        page.click("Grid").await?;
        page.gives(FIRST_LABELS, ["0 | 9", "1 | 8", "2 | 7", "3 | 6"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn classes_are_compared_by_their_names() -> Result {
    let folder = Folder::new("named-predictions")?;
    let images = folder.images("set-images", 60)?;
    let labels = folder.array("set-labels", &[60], &[0, 1, 2].repeat(20))?;
    let names = folder.write("class-names.txt", b"0 cat\n1 dog\n2 owl\n")?;
    // Classes in another order, of which one is unknown, and items without a prediction.
    let rows =
        folder.write("rows.csv", &[&b"dog,owl,cat\n"[..], &b".1,.1,.8\n.7,.2,.1\n.2,.5,.3\n".repeat(20)].concat())?;
    let words = folder.write("words.csv", &[&b"prediction\n"[..], &b"cat\nfox\nOwl\n".repeat(20)].concat())?;
    let line = |item: u32| format!("{item},{}\n", ["cat", "dog", "owl"][item as usize % 3]);
    let lines = (0..60).filter(|item| item % 4 == 0).map(line).collect::<Vec<_>>().concat();
    let some = folder.write("some.csv", format!("id,y_pred\n{lines}").as_bytes())?;
    let other = folder.write("other.csv", &[&b"dog,score,owl,cat\n"[..], &b".1,3,.1,.8\n".repeat(60)].concat())?;
    Page::open(async |page| {
        page.drop(&[images, labels, names]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        page.drop(&[rows]).await?;
        page.shows("prediction-view .summary .accuracy", &["100%"]).await?;
        page.shows("prediction-view header .note", &["Each column stands for the class in its header."]).await?;

        page.drop(&[words]).await?;
        page.shows("prediction-view .summary .accuracy", &["66.67%"]).await?;
        page.shows("confusion-matrix .pairs", &["1 dog → 3 fox 20"]).await?;
        page.shows("prediction-view header .note", &["20 predictions name no class of the labels: “fox”."]).await?;
        page.click("Grid").await?;
        page.gives(&format!("{CELLS}[1].ariaLabel"), "Image 1, label 1, dog, predicted 3, fox").await?;

        page.drop(&[some]).await?;
        page.shows("prediction-view .summary .accuracy", &["100%"]).await?;
        page.shows("prediction-view header .note", &["45 of 60 items have no prediction and are not counted."]).await?;
        page.click("Grid").await?;
        page.gives(FIRST_LABELS, ["0 | 0", "1 dog", "2 owl", "0 cat"]).await?;
        page.click_item(1).await?;
        page.shows("item-panel h2", &["1 dog"]).await?;
        page.shows("item-prediction", &["predicted by some.csv", "no prediction"]).await?;

        page.drop(&[other]).await?;
        page.shows("[role=alert]", &["other.csv", "Of the columns with numbers, column 2 has the name of no class"])
            .await?;

        // Other names, or none, change nothing about what is predicted.
        page.click("Dismiss: other.csv").await?;
        page.choose("Names", "none").await?;
        page.gives("$('item-panel h2 bdi').textContent", "1").await?;
        page.click("Predictions").await?;
        page.choose("File", "words.csv").await?;
        page.shows("prediction-view .summary .accuracy", &["66.67%"]).await?;
        page.shows("confusion-matrix .pairs", &["1 → 3 fox 20"]).await?;
        page.choose("File", "some.csv").await?;
        page.click("45 without a prediction").await?;
        page.says(&["45 of 60"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_second_file_of_labels_can_replace_the_first() -> Result {
    let folder = Folder::new("replaced-labels")?;
    let [images, labels, _] = files(&folder)?;
    let second = folder.array("second-labels", &[60], &[4_u8; 60])?;
    Page::open(async |page| {
        page.drop(&[images, labels, second]).await?;
        page.dataset("set").await?;
        page.click("Use as labels").await?;
        page.says(&["60 images", "second-labels"]).await?;
        page.gives("$$('prediction-notes').length", 0).await?;
        page.gives("$$('.modes [value=predictions]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_file_that_does_not_fit_says_why() -> Result {
    let folder = Folder::new("unfit-predictions")?;
    let [images, labels, _] = files(&folder)?;
    let cases: [(&str, &[u8], &str); 4] = [
        ("short.csv", b"ImageId,Label\n1,7\n2,2\n", "2 predictions, but the dataset has 60 items"),
        ("model.pt", b"PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaaaamodel/data.pkl", "np.save('predictions.npy', torch.load("),
        (
            "names.csv",
            &b"label\n".iter().copied().chain(b"1\ncat\n".repeat(30)).collect::<Vec<_>>(),
            "Line 3, column 1",
        ),
        ("notes.csv", b"a,b,c\nd,e,f\n", "comma-separated"),
    ];
    Page::open(async |page| {
        page.drop(&[images, labels]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        for (name, bytes, says) in cases {
            page.drop(&[folder.write(name, bytes)?]).await?;
            page.shows("[role=alert]", &[name, says]).await?;
            page.gives("$$('.modes [value=predictions]').length", 0).await?;
            page.click(&format!("Dismiss: {name}")).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_reload_says_which_predictions_are_gone() -> Result {
    let folder = Folder::new("lost-predictions")?;
    let files = files(&folder)?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.shows("prediction-view .summary .accuracy", &["95.00%"]).await?;
        page.reload().await?;
        page.drop(&files[..2]).await?;
        page.says(&["60 images", "set-labels"]).await?;
        page.shows("prediction-notes", &["The predictions in preds.csv are not kept across reloads"]).await?;
        page.gives(FIRST_LABELS, ["0", "1", "2", "3"]).await?;
        page.drop(&files[2..]).await?;
        page.shows("prediction-view .summary .accuracy", &["95.00%"]).await?;
        page.gives("$$('prediction-notes').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn many_classes_are_scrolled_and_listed() -> Result {
    let folder = Folder::new("many-classes")?;
    let count = 3000_u32;
    let labels: Vec<i32> = (0..300).cycle().take(count as usize).collect();
    // Every tenth item is predicted as the next class.
    let classes = (0..count).map(|item| ((item % 300 + u32::from(item % 10 == 0)) % 300).to_string());
    let files = [
        folder.images("many-images", count)?,
        folder.array("many-labels", &[count], &labels)?,
        folder.write("many.json", format!("[{}]", classes.collect::<Vec<_>>().join(",")).as_bytes())?,
    ];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.shows("prediction-view .summary .accuracy", &["90.00%"]).await?;
        page.shows("confusion-matrix .some", &["The 64 classes with the most errors, of 300."]).await?;
        page.gives("$$('confusion-matrix [role=gridcell]').length", 64 * 64).await?;
        page.shows("confusion-matrix .pairs", &["0 → 1 10", "18 more pairs with 180 items"]).await?;
        page.gives("$$('class-figures tbody tr').length", 300).await?;
        page.gives("document.documentElement.scrollWidth <= innerWidth", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn axe_finds_nothing_beside_predictions() -> Result {
    let folder = Folder::new("axe-predictions")?;
    let [images, labels, first] = files(&folder)?;
    let second = folder.write("rows.csv", rows().as_bytes())?;
    for window in [Window::LIGHT, Window::DARK, Window::NARROW] {
        Page::open_in(window, async |page| {
            page.drop(&[images.clone(), labels.clone(), first.clone(), second.clone()]).await?;
            page.shows("prediction-view .summary .accuracy", &["96.67%"]).await?;
            page.choose("Compare with", "preds.csv").await?;
            page.shows("prediction-comparison", &["1 Disagree"]).await?;
            page.is_accessible("predictions").await?;
            page.click("Most confident errors").await?;
            page.gives(INDICES, [3, 13]).await?;
            page.click_item(3).await?;
            page.shows("item-prediction", &["predicted by rows.csv", "5 (wrong)"]).await?;
            page.is_accessible("an item with its predictions").await
        })
        .await?;
    }
    Ok(())
}
