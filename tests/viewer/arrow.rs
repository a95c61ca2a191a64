//! Arrow files and streams, which open as images with labels and the names of classes.

use crate::Result;
use crate::arrow_writer::{Column, file, lists, named_pictures, numbers, pictures, stream};
use crate::files::{Folder, image};
use crate::page::{Page, ink};
use crate::pictures::{archive, pngs};
use crate::zip_writer::{Entry, Writer};

const FIRST_LABELS: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";
const NOTES: &str = r#"{"info": {"features": {"label": {"names": ["owl", "wren"], "_type": "ClassLabel"}, "image": {"_type": "Image"}}}}"#;

/// Pictures with labels in two record batches.
fn birds() -> Result<[Vec<Column>; 2]> {
    let files = pngs(&archive()?)?;
    let labels: Vec<_> = (0..40).map(|at| Some(at % 2)).collect();
    let batch = |from, to| {
        let rows = files[from..to].iter().map(|file| Some(&file[..])).collect::<Vec<_>>();
        vec![pictures("image", &rows), numbers("label", &labels[from..to])]
    };
    Ok([batch(0, 25), batch(25, 40)])
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_dataset_that_was_saved_to_a_folder_opens_with_its_names() -> Result {
    let folder = Folder::new("arrow-folder")?;
    folder.write("birds/train/data-00000-of-00001.arrow", &stream(&birds()?, NOTES))?;
    folder.write(
        "birds/train/state.json",
        br#"{"_data_files": [{"filename": "data-00000-of-00001.arrow"}], "_split": "train"}"#,
    )?;
    folder.write("birds/dataset_dict.json", br#"{"splits": ["train"]}"#)?;
    Page::open(async |page| {
        page.pick_folder(&folder.path().join("birds")).await?;
        page.says(&["train-images", "40 images", "6 × 8", "u8", "train-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0, owl", "Image 1, label 1, wren", "Image 2, label 0, owl"]).await?;
        page.gives(&Page::pixels_of(3, 6, 8), ink(image(3))).await?;
        page.gives("$('dataset-tabs bdi').innerText", "train").await?;
        page.shows(".messages", &["2 skipped", "dataset_dict.json", "state.json"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_paths_beside_pictures_are_their_names() -> Result {
    let folder = Folder::new("arrow-paths")?;
    let files = pngs(&archive()?)?;
    // One picture is missing, and one is none.
    let rows: Vec<_> = (0..40).map(|at| if at == 3 { None } else { Some(&files[at][..]) }).collect();
    let rows = [&rows[..39], &[Some(&b"no picture"[..])]].concat();
    let paths: Vec<_> = (0..40).map(|at| format!("birds/{at:02}.png")).collect();
    let columns = vec![
        named_pictures("image", &rows, &paths.iter().map(|path| Some(path.as_bytes())).collect::<Vec<_>>()),
        numbers("label", &(0..40).map(|at| Some(at % 2)).collect::<Vec<_>>()),
    ];
    let file = folder.write("birds.arrow", &file(&[columns], NOTES))?;
    let lines: Vec<_> = paths.iter().rev().enumerate().map(|(at, path)| format!("{path},{}", (at + 1) % 2)).collect();
    let predictions = folder.write("pred.csv", format!("file_name,prediction\n{}\n", lines.join("\n")).as_bytes())?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["birds-images", "38 images", "birds-labels"]).await?;
        page.click_item(3).await?;
        page.shows("item-panel", &["birds/04.png"]).await?;
        // They come in the order of the names, backwards, also for rows without a picture.
        page.drop(&[predictions]).await?;
        page.gives(
            FIRST_LABELS,
            [
                "Image 0, label 0, owl, predicted 0, owl",
                "Image 1, label 1, wren, predicted 1, wren",
                "Image 2, label 0, owl, predicted 0, owl",
            ],
        )
        .await?;
        page.gives("$('[data-index=\"3\"]').ariaLabel", "Image 3, label 0, owl, predicted 0, owl").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_arrow_file_that_is_cut_opens_with_its_first_rows() -> Result {
    let folder = Folder::new("arrow-cut")?;
    let whole = stream(&birds()?, NOTES);
    let cut = folder.write("birds.arrow", &whole[..whole.len() - 40])?;
    let none = folder.write("none.arrow", &whole[..1000])?;
    Page::open(async |page| {
        page.drop(&[cut]).await?;
        page.says(&["birds-images", "25 images", "birds-labels"]).await?;
        page.shows(".messages", &["This Arrow file can be read only up to byte", "25 rows before that are here."])
            .await?;
        page.drop(&[none]).await?;
        page.shows(".messages", &["none.arrow", "The Arrow file ends early, at byte 1,000."]).await?;
        page.says(&["birds-images"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn lists_in_a_feather_file_are_images_and_a_missing_label_is_counted() -> Result {
    let folder = Folder::new("feather")?;
    let pixels: Vec<u8> = (0..30).flat_map(|item| [item * 8; 64]).collect();
    let labels: Vec<_> = (0..30).map(|item| (item != 1).then_some(item)).collect();
    let squares =
        folder.write("squares.feather", &file(&[vec![lists("pixels", 64, &pixels), numbers("label", &labels)]], ""))?;
    Page::open(async |page| {
        page.drop(&[squares]).await?;
        page.says(&["squares-images", "30 images", "8 × 8", "u8", "squares-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label -1", "Image 2, label 2"]).await?;
        page.shows(".messages", &["1 row of this Arrow file has no label in column “label”."]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_shards_of_a_dataset_open_as_one() -> Result {
    let folder = Folder::new("arrow-shards")?;
    let [first, second] = birds()?;
    let [first, second] = [first, second].map(|batch| stream(&[batch], NOTES));
    folder.write("birds/train/data-00001-of-00002.arrow", &second)?;
    folder.write("birds/train/data-00000-of-00002.arrow", &first)?;
    // Most programs that make archives compress what is in them.
    let mut zip = Writer::default();
    for (name, data) in [("a/test-00001-of-00002.arrow", &second), ("a/test-00000-of-00002.arrow", &first)] {
        zip.add(Entry { name, data: data.as_slice(), deflated: true, ..Entry::default() });
    }
    let zip = folder.write("test.zip", &zip.finish(b""))?;
    Page::open(async |page| {
        page.pick_folder(&folder.path().join("birds")).await?;
        page.says(&["train-images", "40 images", "6 × 8", "u8", "train-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0, owl", "Image 1, label 1, wren", "Image 2, label 0, owl"]).await?;
        page.gives(&Page::pixels_of(30, 6, 8), ink(image(30))).await?;
        page.gives("$$('dataset-tabs bdi').map((name) => name.innerText)", ["train"]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.drop(&[zip]).await?;
        page.says(&["test-images", "40 images", "6 × 8", "u8", "test-labels"]).await?;
        page.gives(&Page::pixels_of(30, 6, 8), ink(image(30))).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn shards_that_are_missing_or_damaged_are_named() -> Result {
    let folder = Folder::new("arrow-missing")?;
    let [first, second] = birds()?.map(|batch| stream(&[batch], NOTES));
    let some =
        [folder.write("train-00000-of-00003.arrow", &first)?, folder.write("train-00002-of-00003.arrow", &second)?];
    let mut damaged = second.clone();
    damaged.truncate(second.len() / 2);
    let with_damage =
        [folder.write("test-00000-of-00002.arrow", &first)?, folder.write("test-00001-of-00002.arrow", &damaged)?];
    let other = stream(&[vec![lists("pixels", 4, &[7; 8]), numbers("label", &[Some(1), Some(0)])]], "");
    let with_other =
        [folder.write("val-00000-of-00002.arrow", &first)?, folder.write("val-00001-of-00002.arrow", &other)?];
    Page::open(async |page| {
        page.drop(&some).await?;
        page.says(&["train-images", "40 images"]).await?;
        page.shows(".messages", &["train-00000-of-00003.arrow", "1 part of 3 is missing: 00001."]).await?;
        page.drop(&with_damage).await?;
        page.says(&["test-00000-of-00002-images", "25 images"]).await?;
        page.shows(
            ".messages",
            &["test-00001-of-00002.arrow", "The dataset opens without this part: it can’t be read"],
        )
        .await?;
        page.drop(&with_other).await?;
        page.says(&["val-00000-of-00002-images", "25 images"]).await?;
        page.shows(".messages", &["The dataset opens without this part: column “image” differs."]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn lists_of_scores_are_predictions_of_open_labels() -> Result {
    let folder = Folder::new("arrow-scores")?;
    let labelled = folder.write("birds.arrow", &stream(&birds()?, NOTES))?;
    // The first is wrong.
    let scores: Vec<u8> = (0..40).flat_map(|at| if at % 2 == 1 || at == 0 { [10, 90] } else { [80, 20] }).collect();
    let classes: Vec<_> = (0..40).map(|at| Some(i32::from(at % 2 == 1 || at == 0))).collect();
    let columns = vec![numbers("pred", &classes), lists("scores", 2, &scores)];
    let predicted = folder.write("model.arrow", &stream(&[columns], ""))?;
    // From the last item to the first, of which one more is wrong.
    let reversed: Vec<u8> = scores
        .chunks(2)
        .rev()
        .enumerate()
        .flat_map(|(at, row)| if at == 38 { [80, 20] } else { [row[0], row[1]] })
        .collect();
    let numbers_of: Vec<_> = (0..40).rev().map(Some).collect();
    let columns = vec![numbers("id", &numbers_of), lists("probs", 2, &reversed)];
    let numbered = folder.write("numbered.arrow", &stream(&[columns], ""))?;
    Page::open(async |page| {
        page.drop(&[labelled]).await?;
        page.says(&["birds-images", "40 images"]).await?;
        page.drop(&[predicted]).await?;
        page.gives(
            FIRST_LABELS,
            [
                "Image 0, label 0, owl, predicted 1, wren",
                "Image 1, label 1, wren, predicted 1, wren",
                "Image 2, label 0, owl, predicted 0, owl",
            ],
        )
        .await?;
        page.drop(&[numbered]).await?;
        page.gives(
            FIRST_LABELS,
            [
                "Image 0, label 0, owl, predicted 1, wren",
                "Image 1, label 1, wren, predicted 0, owl",
                "Image 2, label 0, owl, predicted 0, owl",
            ],
        )
        .await?;
        page.gives("$$('dataset-tabs bdi').map((name) => name.innerText)", ["birds"]).await
    })
    .await
}
