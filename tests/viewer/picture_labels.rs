//! Tables that label pictures, dropped with them, before them and after them.

use std::slice;

use idxlens::format::encode::gzip;

use crate::Result;
use crate::files::{Folder, image};
use crate::page::{Page, ink};
use crate::pictures::{archive, bmp, pngs};

const FIRST_LABELS: &str = "$$('[role=gridcell]').slice(0, 4).map((cell) => cell.ariaLabel)";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_table_beside_pictures_names_their_classes() -> Result {
    let folder = Folder::new("picture-table")?;
    for item in 0..6 {
        folder.write(&format!("birds/train/{item}.bmp"), &bmp(item))?;
        folder.write(&format!("birds/test/{item}.bmp"), &bmp(item + 10))?;
    }
    // In another order than the files, and one is not named.
    let rows = ["train/4.bmp,wren", "train/0.bmp,owl", "train/1.bmp,wren", "train/3.bmp,owl", "train/2.bmp,wren"];
    folder.write("birds/metadata.csv", format!("file_name,label\n{}\n", rows.join("\n")).as_bytes())?;
    folder.write("birds/testLabels.csv", b"id,label\n5,0\n4,1\n3,2\n2,3\n1,4\n0,5\n")?;
    Page::open(async |page| {
        page.pick_folder(folder.path()).await?;
        page.dataset("train").await?;
        page.says(&["birds/train/train-images", "6 images", "birds/train/train-labels"]).await?;
        let labels =
            ["Image 0, label 0, owl", "Image 1, label 1, wren", "Image 2, label 1, wren", "Image 3, label 0, owl"];
        page.gives(FIRST_LABELS, labels).await?;
        page.gives(&Page::pixels_of(1, 6, 8), ink(image(1))).await?;
        page.shows(".messages", &["1 of 6 pictures has no label", "birds/train/5.bmp", "metadata.csv"]).await?;
        page.dataset("test").await?;
        page.gives(FIRST_LABELS, [0, 1, 2, 3].map(|item| format!("Image {item}, label {}", 5 - item))).await?;
        page.gives("$$('dataset-tabs bdi').map((name) => name.innerText).toSorted()", ["test", "train"]).await?;
        page.gives("$$('[role=alert]').length", 1).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn label_files_of_several_forms_name_the_classes_of_pictures() -> Result {
    let folder = Folder::new("picture-lists")?;
    let birds = [4, 0, 1, 3, 2];
    let rows = |row: &dyn Fn(usize) -> String| -> String { birds.map(row).concat() };
    let bits = |item| [0, 1].map(|class| if item % 2 == class { "1.0" } else { "0.0" }).join(",");
    let age = |item: usize| if item == 3 { String::new() } else { (20 + item).to_string() };
    let facts = |item| format!("{item}.bmp,{},tree,{}\n", ["cat", "owl"][item % 2], age(item));
    let lines = |item| format!("{{\"file_name\": \"images/{item}.bmp\", \"label\": {}}}\n", item % 2);
    let lists = [
        ("bits/truth.csv", "image,cat,owl\n".to_owned() + &*rows(&|item| format!("{item},{}\n", bits(item)))),
        ("facts/facts.csv", "file,kind,where,age\n".to_owned() + &*rows(&facts)),
        ("lines/metadata.jsonl", rows(&lines)),
        ("list/train.txt", rows(&|item| format!("/home/me/birds/images/{item}.bmp {}\n", item % 2))),
        ("order/labels.txt", "0\n1\n2\n0\n1\n0\n".into()),
    ];
    for (name, text) in &lists {
        let (place, _) = name.split_once('/').unwrap();
        folder.write(&format!("{place}/{name}"), text.as_bytes())?;
        // Neither is data.
        folder.write(&format!("{place}/{place}/README.txt"), b"What these pictures are.\n")?;
        let boxes = b"Car 0.00 0 -1.57 599 156 629 189 2.8 1.5 3.7 0.4 1.6 69 -1.5\n".repeat(3);
        folder.write(&format!("{place}/{place}/boxes/0.txt"), &boxes)?;
        for item in 0..5 {
            folder.write(&format!("{place}/{place}/images/{item}.bmp"), &bmp(item))?;
        }
        if place == "order" {
            // It has a label, and is left out with it.
            folder.write("order/order/images/1a.bmp", b"BM")?;
        }
    }
    for (place, names) in [
        ("bits", [", cat", ", owl"]),
        ("facts", [", cat", ", owl"]),
        ("lines", ["", ""]),
        ("list", ["", ""]),
        ("order", ["", ""]),
    ] {
        Page::open(async |page| {
            page.pick_folder(&folder.path().join(place)).await?;
            page.says(&["5 images", "images-labels"]).await?;
            let label = |item: usize| format!("Image {item}, label {}{}", item % 2, names[item % 2]);
            page.gives(FIRST_LABELS, [0, 1, 2, 3].map(label)).await?;
            page.gives("$$('dataset-tabs bdi').length", 1).await?;
            let alerts = match place {
                "facts" => 1,
                "order" => 2,
                _ => 0,
            };
            page.gives("$$('[role=alert]').length", alerts).await?;
            if place == "order" {
                page.shows(".messages", &["labels.txt", "in the order of the pictures", "images/0.bmp"]).await?;
            }
            if place == "facts" {
                let messages =
                    ["Column 2 of 4, “kind”, is read as the label", "choose another “Column” under “Labels”"];
                page.shows(".messages", &messages).await?;
                page.gives(
                    "[...$('label-controls .column select').options].map((it) => it.text)",
                    ["0: kind", "1: where", "2: age"],
                )
                .await?;
                page.rests().await?;
                let place = "Math.round($('label-controls .column select').getBoundingClientRect().top)";
                let before: i32 = page.value(place).await?;
                page.choose("Column", "1: where").await?;
                page.gives(FIRST_LABELS, [0, 1, 2, 3].map(|item| format!("Image {item}, label 0, tree"))).await?;
                page.gives(place, before).await?;
                page.choose("Column", "2: age").await?;
                // One of them has no age.
                let age = |item: i32| if item == 3 { -1 } else { 20 + item };
                page.gives(FIRST_LABELS, [0, 1, 2, 3].map(|item| format!("Image {item}, label {}", age(item)))).await?;
                page.gives(place, before).await?;
            }
            Ok(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn tables_that_come_after_pictures_are_joined_by_their_names() -> Result {
    let folder = Folder::new("later-tables")?;
    for item in 0..6 {
        folder.write(&format!("birds/{item}.bmp"), &bmp(item))?;
    }
    // It is left out, and its line with it.
    folder.write("birds/1a.bmp", b"BM")?;
    let order = ["4", "0", "1a", "5", "1", "3", "2", "9"];
    let table = |name: &str, header: &str, value: &dyn Fn(u32) -> String| -> Result<_> {
        let rows = order.map(|stem| format!("birds/{stem}.bmp,{}\n", value(stem[..1].parse().unwrap_or(0))));
        folder.write(name, (header.to_owned() + &*rows.concat()).as_bytes())
    };
    let class = |item: u32| ["owl", "wren"][item as usize % 2].to_owned();
    let labels = table("labels.csv", "file_name,label,where\n", &|item| class(item) + ",tree")?;
    let found =
        table("predictions.csv", "file_name,class\n", &|item| u32::from(item % 2 == 1 || item == 4).to_string())?;
    let guessed = table("guessed.csv", "file_name,class\n", &|_| "wren".to_owned())?;
    let others = table("checked.csv", "file_name,place\n", &|item| ["nest", "tree"][usize::from(item > 2)].to_owned())?;
    Page::open(async |page| {
        page.pick_folder(&folder.path().join("birds")).await?;
        page.says(&["6 images", "no labels"]).await?;
        page.drop(slice::from_ref(&labels)).await?;
        page.says(&["6 images", "birds-labels"]).await?;
        let names = ["owl", "wren", "owl", "wren"];
        let cells = |names: [&str; 4], predicted: &dyn Fn(usize) -> String| {
            [0, 1, 2, 3].map(|item| {
                let label = usize::from(["wren", "tree"].contains(&names[item]));
                format!("Image {item}, label {label}, {}{}", names[item], predicted(item))
            })
        };
        page.gives(FIRST_LABELS, cells(names, &|_| String::new())).await?;
        page.gives("[...$('label-controls .column select').options].map((it) => it.text)", ["0: label", "1: where"])
            .await?;
        // Again, they are the same. One drop is taken in after the other.
        page.drop(&[labels]).await?;
        page.drop(&[found]).await?;
        page.shows("prediction-view", &["predictions.csv", "83.3"]).await?;
        page.gives("$$('dataset-tabs bdi').length + $$('prediction-notes button').length", 1).await?;
        page.click("Grid").await?;
        let predicted = |item: usize| format!(", predicted {}, {}", item % 2, ["owl", "wren"][item % 2]);
        page.gives(FIRST_LABELS, cells(names, &predicted)).await?;
        page.gives("$$('.messages [role=alert]').some((it) => it.innerText.includes('predictions.csv'))", false)
            .await?;

        // Words that are predicted have the numbers of the classes, although one of these is not predicted.
        page.drop(&[guessed]).await?;
        page.click("Use as predictions").await?;
        page.shows("prediction-view", &["guessed", "50.00%"]).await?;
        page.click("Grid").await?;
        let predicted = |_: usize| ", predicted 1, wren".to_owned();
        page.gives(FIRST_LABELS, cells(names, &predicted)).await?;

        // The classes keep their names until the other labels are theirs.
        page.drop(&[others]).await?;
        page.shows("prediction-notes", &["checked.csv has as many rows as birds has items"]).await?;
        page.dataset("birds").await?;
        page.gives(FIRST_LABELS, cells(names, &predicted)).await?;
        page.click("Use as labels").await?;
        page.says(&["6 images", "checked-labels"]).await?;
        page.click("Grid").await?;
        // Predicted words keep their meaning.
        let predicted = |_: usize| ", predicted 2, wren".to_owned();
        page.gives(FIRST_LABELS, cells(["nest", "nest", "nest", "tree"], &predicted)).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_table_labels_pictures_that_are_dropped_after_it() -> Result {
    let folder = Folder::new("earlier-table")?;
    for item in 0..6 {
        folder.write(&format!("birds/{item}.bmp"), &bmp(item))?;
    }
    let rows = |items: &[usize]| {
        let row = |item: &usize| format!("{item}.bmp,{}\n", ["owl", "wren"][item % 2]);
        items.iter().map(row).collect::<Vec<_>>().concat()
    };
    // One picture has no label.
    let table = folder.write("labels.csv", format!("file,class\n{}", rows(&[4, 3, 2, 1, 0])).as_bytes())?;
    let found = format!("file,prediction\n{}", rows(&[4, 5, 2, 3, 0, 1]));
    let found = folder.write("found.csv.gz", &gzip(found.as_bytes()))?;
    let other = folder.write("others.csv", b"file,class\nx.bmp,owl\ny.bmp,wren\n")?;
    Page::open(async |page| {
        page.drop(&[table]).await?;
        page.says(&["5 labels"]).await?;
        page.shows("[role=alert]", &["labels.csv", "The rows of this table are not in the order of their names."])
            .await?;
        page.drop(&[other]).await?;
        page.says(&["2 labels"]).await?;
        page.pick_folder(&folder.path().join("birds")).await?;
        page.says(&["6 images"]).await?;
        let cells = ["0, label 0, owl", "1, label 1, wren", "2, label 0, owl", "3, label 1, wren"];
        page.gives(FIRST_LABELS, cells.map(|cell| format!("Image {cell}"))).await?;
        // Its labels are those of the pictures now, and the other table stays.
        page.gives("$$('dataset-tabs bdi').map(text)", ["others", "birds"]).await?;
        page.gives("$$('[role=alert]').filter((it) => it.innerText.includes('line by line')).length", 1).await?;
        page.shows("[role=alert]", &["1 of 6 pictures has no label."]).await?;

        page.drop(&[found]).await?;
        page.shows("prediction-view .summary .accuracy", &["100%"]).await?;
        let without = "1 of 6 predictions are for items without a label and are not counted.";
        page.shows("prediction-view header .note", &[without]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_second_table_that_was_dropped_before_pictures_is_joined_by_names() -> Result {
    let folder = Folder::new("earlier-tables")?;
    for item in 0..6 {
        folder.write(&format!("birds/{item}.bmp"), &bmp(item))?;
    }
    let table = |name: &str, class: fn(usize) -> usize| {
        let rows = [5, 4, 3, 2, 1, 0].map(|item| format!("{item}.bmp,{}\n", ["owl", "wren"][class(item)])).concat();
        folder.write(name, format!("file,class\n{rows}").as_bytes())
    };
    let first = table("first.csv", |item| item % 2)?;
    let second = table("second.csv", |item| usize::from(item < 2))?;
    // It names other pictures, and has as many rows.
    let others = [0, 1, 2, 3, 4, 5].map(|item| format!("x{item}.bmp,owl\n")).concat();
    let others = folder.write("others.csv", format!("file,class\n{others}").as_bytes())?;
    let labels = |numbers: [usize; 4]| {
        let label =
            |(item, &number): (usize, &usize)| format!("Image {item}, label {number}, {}", ["owl", "wren"][number]);
        numbers.iter().enumerate().map(label).collect::<Vec<_>>()
    };
    Page::open(async |page| {
        page.drop(slice::from_ref(&others)).await?;
        page.says(&["6 labels"]).await?;
        page.pick_folder(&folder.path().join("birds")).await?;
        page.says(&["6 images", "no labels"]).await
    })
    .await?;
    Page::open(async |page| {
        page.drop(&[first]).await?;
        page.says(&["6 labels"]).await?;
        page.drop(&[second]).await?;
        page.gives("$$('dataset-tabs bdi').length", 2).await?;
        page.pick_folder(&folder.path().join("birds")).await?;
        page.gives(FIRST_LABELS, labels([0, 1, 0, 1])).await?;
        page.click("Use as predictions").await?;
        // Items 0, 3 and 5 have other labels there.
        page.shows("prediction-view .summary .accuracy", &["50.00%"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn tables_label_the_pictures_that_they_name_and_no_others() -> Result {
    let folder = Folder::new("later-parts")?;
    for item in 0..6 {
        for part in ["train", "test"] {
            folder.write(&format!("birds/{part}/{item}.bmp"), &bmp(item))?;
        }
    }
    let table = |part: &str| -> Result<_> {
        let rows = [4, 0, 5, 1, 3, 2].map(|item| format!("{part}/{item}.bmp,{}\n", item % 3));
        folder.write(&format!("{part}.csv"), format!("file_name,label\n{}", rows.concat()).as_bytes())
    };
    let labelled = [0, 1, 2, 0].map(|label| format!("label {label}"));
    let labelled = [0, 1, 2, 3].map(|item| format!("Image {item}, {}", labelled[item]));
    let boxes = "test/0.bmp,1\ntest/0.bmp,2\n".repeat(3);
    let several = folder.write("boxes.csv", format!("file_name,label\n{boxes}").as_bytes())?;
    Page::open(async |page| {
        page.pick_folder(&folder.path().join("birds")).await?;
        page.dataset("train").await?;
        page.drop(&[several]).await?;
        page.shows(".messages", &["boxes.csv", "different labels"]).await?;
        page.drop(&[table("test")?]).await?;
        page.says(&["test-images", "test-labels"]).await?;
        page.gives(FIRST_LABELS, &labelled).await?;
        page.dataset("train").await?;
        page.says(&["train-images", "no labels"]).await?;
        page.drop(&[table("train")?]).await?;
        page.says(&["train-images", "train-labels"]).await?;
        page.gives(FIRST_LABELS, &labelled).await?;
        // Both have labels now, and this file names the pictures of the one that is not in view, in UTF-16.
        let rows = [4, 0, 5, 1, 3, 2].map(|item| format!("test/{item}.bmp,{}\n", item % 3));
        let text = format!("\u{feff}file_name,label\n{}", rows.concat());
        let found: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        page.drop(&[folder.write("found.csv", &found)?]).await?;
        page.says(&["test-images"]).await?;
        page.shows("prediction-view", &["found.csv", "100"]).await?;
        page.gives("$$('dataset-tabs bdi').length", 2).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn numbers_with_decimals_label_pictures() -> Result {
    let folder = Folder::new("scores")?;
    let pngs = pngs(&archive()?)?;
    let row = |item: u8| format!("f{item:02}.png,{},{}\n", f64::from(item) / 8.0, item % 3);
    let rows: String = (0..12).map(row).collect();
    for (item, png) in pngs[..13].iter().enumerate() {
        folder.write(&format!("faces/f{item:02}.png"), png)?;
    }
    folder.write("faces/scores.csv", format!("file,score,stars\n{rows}").as_bytes())?;
    Page::open(async |page| {
        page.pick_folder(&folder.path().join("faces")).await?;
        page.says(&["13 images", "faces-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2", "Image 3, label 0"])
            .await?;
        page.choose("Column", "1: score").await?;
        let scores = ["Image 0, label 0", "Image 1, label 0.125", "Image 2, label 0.25", "Image 3, label 0.375"];
        page.gives(FIRST_LABELS, scores).await
    })
    .await
}
