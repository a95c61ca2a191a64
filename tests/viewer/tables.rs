//! Tables of numbers (CSV) and CIFAR's binary files, dropped like any other file.

use std::{fmt::Write as _, slice};

use idxlens::format::encode::gzip;

use crate::Result;
use crate::files::{Folder, image};
use crate::page::{Page, ink};
use crate::zip_writer::{Entry, archive, entry};

const FIRST_LABELS: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";
const ALERTS: &str = "$$('[role=alert]').length";

/// A line for each of `count` images of 8 × 6 pixels; the label, if there is one, is the last digit of the number.
pub(crate) fn rows(count: u32, labelled: bool) -> String {
    let mut text = String::new();
    for item in 0..count {
        let label = labelled.then_some(item % 10);
        let fields: Vec<String> =
            label.into_iter().chain(image(item).map(u32::from)).map(|value| value.to_string()).collect();
        writeln!(text, "{}", fields.join(",")).expect("a string takes all");
    }
    text
}

/// The names of the pixels, which say the sides.
pub(crate) fn names() -> String {
    let names: Vec<String> = (1..=8).flat_map(|row| (1..=6).map(move |column| format!("{row}x{column}"))).collect();
    names.join(",")
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_table_of_pixels_shows_images_with_labels() -> Result {
    let folder = Folder::new("csv")?;
    let table = format!("label,{}\n{}", names(), rows(40, true));
    let file = folder.write("mnist_train.csv", table.as_bytes())?;
    let packed = folder.write("test.csv.gz", &gzip(format!("{}\r\n{}", names(), rows(20, false)).as_bytes()))?;
    let zipped = archive(&[Entry { deflated: true, ..entry("valid.csv", table.as_bytes()) }]);
    let zipped = folder.write("archive.zip", &zipped)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["mnist_train-images", "40 images", "8 × 6", "u8", "mnist_train-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
        page.gives(ALERTS, 0).await?;
        page.drop(&[packed, zipped]).await?;
        page.dataset("test").await?;
        page.says(&["test-images", "20 images", "8 × 6"]).await?;
        page.dataset("valid").await?;
        page.says(&["valid-images", "40 images", "valid-labels"]).await?;
        page.gives(ALERTS, 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_fault_in_a_table_says_where_it_is() -> Result {
    let folder = Folder::new("csv-faults")?;
    let table = |tail: &str| format!("label,{}\n{}{tail}", names(), rows(3, true));
    let ragged = folder.write("ragged.csv", table("1,2,3\n4,5,6\n").as_bytes())?;
    let word = folder.write("word.csv", table(&rows(1, true).replacen('0', "seven", 1)).as_bytes())?;
    let short = folder.write("short.csv", table("1,2,3").as_bytes())?;
    let text = folder.write("notes.csv", b"a,b,c\nd,e,f\n")?;
    Page::open(async |page| {
        page.drop(&[ragged, word, text]).await?;
        page.shows(
            ".messages",
            &["ragged.csv", "Line 5", "3 fields", "49", "The first 3 rows are open", "word.csv", "Line 5, column 1"],
        )
        .await?;
        page.shows(".messages", &["notes.csv", "comma-separated"]).await?;
        page.dataset("ragged").await?;
        page.says(&["ragged-images", "3 images", "ragged-labels"]).await?;
        page.drop(&[short]).await?;
        page.says(&["short-images", "3 images", "8 × 6"]).await?;
        page.shows(".messages", &["short.csv", "Line 5", "left out"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn words_in_a_table_are_the_names_of_classes_or_left_out() -> Result {
    let folder = Folder::new("csv-words")?;
    let animals = ["dog", "cat", "eel"];
    let named = |(item, line): (usize, &str)| format!("{item}.png,{},{line}", animals[item % 3]);
    let rows: Vec<String> = rows(9, false).lines().enumerate().map(named).collect();
    let table = folder.write("animals.csv", format!("file,class,{}\n{}\n", names(), rows.join("\n")).as_bytes())?;
    let face = |item: u32| format!("{},{},Training", item % 7, vec![(20 * item).to_string(); 100].join(" "));
    let faces = format!("emotion,pixels,Usage\n{}\n", (0..9).map(face).collect::<Vec<_>>().join("\n"));
    let faces = folder.write("fer2013.csv", faces.as_bytes())?;
    Page::open(async |page| {
        page.drop(&[table]).await?;
        page.says(&["animals-images", "9 images", "8 × 6", "animals-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 1, dog", "Image 1, label 0, cat", "Image 2, label 2, eel"]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
        page.shows(".messages", &["animals.csv", "left out: “file”"]).await?;
        page.drop(&[faces]).await?;
        page.dataset("fer2013").await?;
        page.says(&["fer2013-images", "9 images", "10 × 10", "fer2013-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0, angry", "Image 1, label 1, disgust", "Image 2, label 2, fear"])
            .await?;
        page.shows(".messages", &["fer2013.csv", "left out: “Usage”"]).await?;
        page.rests().await?;
        page.click("Export…").await?;
        page.shows("export-view .facts", &["The class names are saved as a separate file."]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_table_of_labels_alone_belongs_to_its_images() -> Result {
    let folder = Folder::new("csv-labels")?;
    let row = |item: usize| format!("{item},{}", ["dog", "cat", "eel"][item % 3]);
    let labels = folder.write(
        "train_labels.csv",
        format!("id,label\n{}\n", (0..40).map(row).collect::<Vec<_>>().join("\n")).as_bytes(),
    )?;
    let images = folder.images("train_images.idx", 40)?;
    let expected = ["Image 0, label 1, dog", "Image 1, label 0, cat", "Image 2, label 2, eel"];
    Page::open(async |page| {
        page.drop(&[images.clone(), labels.clone()]).await?;
        page.says(&["train_images.idx", "40 images", "train_labels.csv"]).await?;
        page.gives(FIRST_LABELS, &expected).await?;
        page.gives(ALERTS, 0).await
    })
    .await?;
    Page::open(async |page| {
        page.drop(slice::from_ref(&images)).await?;
        page.says(&["train_images.idx", "40 images"]).await?;
        page.drop(slice::from_ref(&labels)).await?;
        page.gives(FIRST_LABELS, &expected).await
    })
    .await?;
    // Words are no predictions: they open as other labels.
    let numbers = folder.labels("train-labels.idx", 40)?;
    Page::open(async |page| {
        page.drop(&[images, numbers]).await?;
        page.says(&["train_images.idx", "40 images", "train-labels.idx"]).await?;
        page.drop(&[labels]).await?;
        page.gives("$$('dataset-tabs bdi').length", 2).await?;
        page.gives(ALERTS, 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn classes_have_their_names_when_a_long_table_has_ended() -> Result {
    let folder = Folder::new("csv-late")?;
    let row = vec!["7"; 48].join(",");
    // The last class comes behind the rows that tell what the columns are.
    let rows = format!("bee,{row}\ncow,{row}\n").repeat(40_000);
    let table = folder.write("farm.csv", format!("label,{}\n{rows}ant,{row}\n", names()).as_bytes())?;
    Page::open(async |page| {
        page.drop(&[table]).await?;
        page.says(&["farm-images", "80,001 images", "farm-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 1, bee", "Image 1, label 2, cow", "Image 2, label 1, bee"]).await?;
        page.gives(ALERTS, 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn tables_of_other_programs_open() -> Result {
    let folder = Folder::new("csv-forms")?;
    let row = |item: u32| (0..64).map(move |pixel| (pixel * 5 + item * 3) % 256);
    let lines = |line: &dyn Fn(u32) -> Vec<String>, separator: &str| {
        (0..12).map(|item| line(item).join(separator)).collect::<Vec<_>>().join("\n") + "\n"
    };
    let label = |item: u32| (item % 4).to_string();
    let float = |value: u32| format!("{value}.0e+00");
    let pair = |(place, value): (u32, u32)| format!("{place}:{value}");
    let numpy = lines(&|item| [label(item)].into_iter().chain(row(item).map(float)).collect(), " ");
    let pairs = lines(&|item| [label(item)].into_iter().chain((1..).zip(row(item)).map(pair)).collect(), " ");
    let attributes: Vec<String> = (0..64).map(|pixel| format!("@attribute pixel{pixel} real")).collect();
    let rows = lines(&|item| row(item).map(|value| value.to_string()).chain([label(item)]).collect(), ",");
    let weka =
        format!("% digits\n@relation digits\n{}\n@attribute class {{0,1,2,3}}\n@data\n{rows}", attributes.join("\n"));
    let files = [("numpy.txt", numpy), ("pairs.svm", pairs), ("weka.arff", weka)];
    let wide: Vec<u8> = format!("\u{feff}{}", files[2].1).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut files: Vec<_> =
        files.iter().map(|(name, text)| folder.write(name, text.as_bytes())).collect::<Result<_>>()?;
    files.push(folder.write("wide.arff", &wide)?);
    files.push(folder.write("packed.arff.gz", &gzip(&wide))?);
    Page::open(async |page| {
        page.drop(&files).await?;
        for name in ["numpy", "pairs", "weka", "wide", "packed"] {
            page.dataset(name).await?;
            page.says(&[&format!("{name}-images"), "12 images", "8 × 8", &format!("{name}-labels")]).await?;
            page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_table_without_names_says_which_column_is_the_label() -> Result {
    let folder = Folder::new("csv-bare")?;
    // 64 pixels with the label behind them.
    let row = |item: u32| (0..64).map(move |pixel| (pixel * 5 + item * 3) % 256).chain([item % 4]);
    let line = |item| row(item).map(|value| value.to_string()).collect::<Vec<_>>().join(";");
    let text: String = (0..12).map(|item| line(item) + "\n").collect();
    let file = folder.write("digits.csv", text.as_bytes())?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["digits-images", "12 images", "8 × 8", "digits-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.shows(".messages", &["digits.csv", "Column 65 of 65 is read as the label"]).await?;
        page.on("[data-index=\"5\"]", "click()").await?;
        page.shows("item-panel h2", &["1", "item 5"]).await?;
        page.click("Column 1").await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 3", "Image 2, label 6"]).await?;
        page.shows("item-panel h2", &["15", "item 5"]).await?;
        page.shows(".messages", &["Column 1 of 65 is read as the label. You chose this."]).await?;
        page.gives("document.querySelectorAll('dataset-tabs bdi').length", 1).await?;
        page.click("No column").await?;
        page.says(&["digits-images", "12 rows", "65 values each"]).await?;
        page.shows(".messages", &["None of the 65 columns is read as the label. You chose this."]).await?;
        page.enter("or column:", "66").await?;
        page.shows(".messages", &["There is no column “66” (1–65)."]).await?;
        page.enter("or column:", "2").await?;
        page.gives(FIRST_LABELS, ["Image 0, label 5", "Image 1, label 8", "Image 2, label 11"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn rows_of_numbers_beside_labels_stay_predictions() -> Result {
    let folder = Folder::new("csv-predictions")?;
    let files = [folder.images("train-images.idx", 40)?, folder.labels("train-labels.idx", 40)?];
    let row = |item: u32| (0..10).map(|class| if class == item % 10 { "0.91" } else { "0.01" }).collect::<Vec<_>>();
    let text: String = (0..40).map(|item| row(item).join(",") + "\n").collect();
    let rows = folder.write("rows.csv", text.as_bytes())?;
    let alone = folder.write("features.csv", b"5.1,3.5,1.4\n4.9,3.0,1.4\n")?;
    Page::open(async |page| {
        page.drop(&[alone]).await?;
        page.says(&["features-images", "f32"]).await
    })
    .await?;
    Page::open(async |page| {
        page.drop(&[&files[..], &[rows]].concat()).await?;
        page.says(&["train-images.idx", "40 images"]).await?;
        page.shows("prediction-view", &["rows.csv"]).await?;
        // Names do not say which image a line is about.
        let lines: Vec<String> = (0..40).map(|item| format!("{item}.png,{}\n", item % 10)).collect();
        let named = folder.write("named.csv", format!("file_name,prediction\n{}", lines.concat()).as_bytes())?;
        page.drop(&[named]).await?;
        page.shows(".messages", &["named.csv", "The names of pictures in these predictions were not compared"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_batch_of_cifar_shows_colours_with_class_names() -> Result {
    let folder = Folder::new("cifar")?;
    // Red grows along the rows, green along the columns, and blue is that of the item.
    let pixels = |item: u8| {
        let channel = |value: fn(u32, u32, u32) -> u32| {
            (0..32).flat_map(move |row| (0..32).map(move |column| value(row, column, item.into()).to_le_bytes()[0]))
        };
        [channel(|row, _, _| row * 8), channel(|_, column, _| column * 8), channel(|_, _, item| item * 20)]
            .into_iter()
            .flatten()
    };
    let batch: Vec<u8> =
        (0..10).flat_map(|item| [9 - item].into_iter().chain(pixels(item)).collect::<Vec<_>>()).collect();
    let batch_of_100: Vec<u8> =
        (0..10).flat_map(|item| [item, 99 - item].into_iter().chain(pixels(item)).collect::<Vec<_>>()).collect();
    let file = folder.write("data_batch_1.bin", &batch)?;
    let hundred = [
        folder.write("test.bin", &batch_of_100)?,
        folder.write(
            "fine_label_names.txt",
            (0..100).map(|at| format!("name{at}")).collect::<Vec<_>>().join("\n").as_bytes(),
        )?,
    ];
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["cifar-10-data_batch_1-images", "10 images", "32 × 32", "u8"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 9, truck", "Image 1, label 8, ship", "Image 2, label 7, horse"])
            .await?;
        page.gives("$$('file-notes button').length", 0).await?;
        page.gives(ALERTS, 0).await?;
        let colours: Vec<[u8; 4]> =
            (0..32_u8).flat_map(|row| (0..32_u8).map(move |column| [row * 8, column * 8, 60, 255])).collect();
        page.gives(&Page::pixels_of(3, 32, 32), colours).await?;
        page.drop(&hundred).await?;
        page.dataset("cifar-100-test").await?;
        page.says(&["cifar-100-test-images", "10 images", "fine class"]).await?;
        let names = ["Image 0, label 99, name99", "Image 1, label 98, name98", "Image 2, label 97, name97"];
        page.gives(FIRST_LABELS, names).await
    })
    .await
}
