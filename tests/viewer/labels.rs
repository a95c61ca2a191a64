//! Labels: the names of classes, and the column that is shown.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use flate2::read::GzDecoder;
use thirtyfour::Key;

use crate::files::{Folder, mnist};
use crate::host::{Host, Manners};
use crate::page::Page;
use crate::server::Server;
use crate::skip;
use crate::{ROOT, Result};

const CELLS: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";
const CLASSES: &str = "$$('class-histogram li').map(text)";

/// Words of the address.
fn words(names: &str) -> String {
    format!("{names}.map((word) => new URLSearchParams(location.hash.slice(1)).get(word))")
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_file_name_suggests_class_names_and_the_user_decides() -> Result {
    let folder = Folder::new("names")?;
    let files = [folder.images("fashion-train-images", 40)?, folder.labels("fashion-train-labels", 40)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.gives(CELLS, ["Image 0, label 0, T-shirt/top", "Image 1, label 1, Trouser", "Image 2, label 2, Pullover"])
            .await?;
        page.gives("text($$('[role=gridcell]')[9])", "9 Ankle boot").await?;
        page.gives(&format!("{CLASSES}[9]"), "9 Ankle boot 4").await?;
        page.shows("label-controls", &["Recognised by the name of the file or its folder."]).await?;
        page.gives("$('label-controls select').selectedOptions[0].text", "Fashion-MNIST").await?;
        page.click_item(9).await?;
        page.shows("item-panel h2", &["9 Ankle boot item 9"]).await?;
        page.gives("$('.picture').ariaLabel", "Image 9, 8 × 6, label 9, Ankle boot").await?;

        page.choose("Names", "none").await?;
        page.gives(CELLS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives(&format!("{CLASSES}[9]"), "9 4").await?;
        page.shows("item-panel h2", &["9 item 9"]).await?;
        page.choose("Names", "notMNIST").await?;
        page.gives(CELLS, ["Image 0, label 0, A", "Image 1, label 1, B", "Image 2, label 2, C"]).await?;
        // A name that is cut can be read whole.
        page.gives("$('[role=gridcell] bdi').title", "0 A").await?;
        page.gives(&words("['names']"), ["notmnist"]).await?;

        page.reload().await?;
        page.drop(&files).await?;
        page.gives(CELLS, ["Image 0, label 0, A", "Image 1, label 1, B", "Image 2, label 2, C"]).await?;
        page.shows("item-panel h2", &["9 J item 9"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn every_set_on_offer_is_known() -> Result {
    let folder = Folder::new("sets")?;
    let labels = folder.array("my-labels", &[2], &[1_u8, 10])?;
    Page::open(async |page| {
        page.drop(&[labels]).await?;
        for (set, name) in [
            ("Fashion-MNIST", "Label 0, 1, Trouser"),
            ("KMNIST", "Label 0, 1, き ki"),
            ("notMNIST", "Label 0, 1, B"),
            ("Kannada-MNIST", "Label 0, 1, ೧"),
            ("EMNIST letters", "Label 0, 1, A/a"),
            ("MNIST", "Label 0, 1"),
        ] {
            page.choose("Names", set).await?;
            page.gives("$$('[role=gridcell]')[0].ariaLabel", name).await?;
        }
        for set in ["EMNIST balanced", "EMNIST bymerge", "EMNIST byclass"] {
            page.choose("Names", set).await?;
            page.gives("$$('[role=gridcell]')[1].ariaLabel", "Label 1, 10, A").await?;
            page.choose("Names", "none").await?;
            page.gives("$$('[role=gridcell]')[1].ariaLabel", "Label 1, 10").await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_mapping_names_the_classes_of_its_own_files() -> Result {
    let folder = Folder::new("mappings")?;
    let mapping = folder.write("emnist-letters-mapping.txt", b"1 65 97\r\n2 66 98\r\n")?;
    let other = folder.labels("train-labels", 3)?;
    let labels = folder.labels("emnist-letters-test-labels", 3)?;
    let own = folder.write("class-names.txt", b"0: none\n1: <img src=x>\n")?;
    Page::open(async |page| {
        page.drop(&[mapping]).await?;
        page.shows("[role=alert]", &["class names without their labels"]).await?;
        page.drop(&[other, labels]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.dataset("emnist-letters-test").await?;
        page.gives(CELLS, ["Label 0, 0", "Label 1, 1, A/a", "Label 2, 2, B/b"]).await?;
        page.shows("label-controls", &["Names from a mapping file."]).await?;
        page.gives("$('label-controls select').selectedOptions[0].text", "emnist-letters-mapping.txt").await?;
        page.dataset("train").await?;
        page.gives(CELLS, ["Label 0, 0", "Label 1, 1", "Label 2, 2"]).await?;
        page.gives("$('label-controls select').selectedOptions[0].text", "choose a set").await?;
        page.drop(&[own]).await?;
        page.gives(CELLS, ["Label 0, 0, none", "Label 1, 1, <img src=x>", "Label 2, 2"]).await?;
        page.gives("$$('img').length", 0).await?;
        page.choose("Names", "none").await?;
        page.gives(CELLS, ["Label 0, 0", "Label 1, 1", "Label 2, 2"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn of_many_names_those_in_use_are_changed() -> Result {
    let folder = Folder::new("many-names")?;
    let files = [folder.images("many-images", 30)?, folder.labels("many-labels", 30)?];
    let names = (0..70_000).map(|label| format!("{label} n{label}")).collect::<Vec<_>>().join("\n");
    let mapping = folder.write("many-names.txt", names.as_bytes())?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.rests().await?;
        page.drop(&[mapping]).await?;
        page.gives(CELLS, ["Image 0, label 0, n0", "Image 1, label 1, n1", "Image 2, label 2, n2"]).await?;
        page.choose("Names", "my own").await?;
        page.gives("$('label-controls textarea').value.split('\\n').length", 10).await?;
        page.gives(CELLS, ["Image 0, label 0, n0", "Image 1, label 1, n1", "Image 2, label 2, n2"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn names_can_be_typed() -> Result {
    let folder = Folder::new("typed")?;
    let files = [folder.images("pets-images", 30)?, folder.labels("pets-labels", 30)?];
    let others = [folder.images("other/pets-images", 30)?, folder.array("other/pets-labels", &[30], &[1_u8; 30])?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.rests().await?;
        page.choose("Names", "my own").await?;
        page.gives("document.activeElement.tagName", "TEXTAREA").await?;
        // None of these is a shortcut here.
        page.press("cat" + Key::Enter + "dog" + Key::Enter + "riboi?+g").await?;
        page.gives(CELLS, ["Image 0, label 0, cat", "Image 1, label 1, dog", "Image 2, label 2, riboi?+g"]).await?;
        page.gives(&words("['names', 'called', 'inv']"), [Some("typed"), Some("cat\ndog\nriboi?+g"), None]).await?;
        page.reload().await?;
        page.drop(&files).await?;
        page.gives(CELLS, ["Image 0, label 0, cat", "Image 1, label 1, dog", "Image 2, label 2, riboi?+g"]).await?;
        page.gives("$('textarea').value", "cat\ndog\nriboi?+g").await?;

        // Other labels in files of the same names and sizes are of another set.
        page.visit("").await?;
        page.drop(&others).await?;
        page.gives(CELLS, ["Image 0, label 1", "Image 1, label 1", "Image 2, label 1"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_columns_of_qmnist_are_named_and_any_can_be_the_label() -> Result {
    let file = Path::new(ROOT).join("../shared/data/qmnist/qmnist-test-labels-idx2-int.gz");
    let Ok(file) = file.canonicalize() else {
        skip::report("the files of QMNIST are missing");
        return Ok(());
    };
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["60,000 × 8 labels, using column 0"]).await?;
        page.rests().await?;
        page.click_item(0).await?;
        page.gives(
            "$$('item-panel .columns dd').map((cell) => cell.innerText)",
            ["7", "4", "2578", "69", "37", "279260", "0", "0"],
        )
        .await?;
        page.shows("item-panel .columns", &["0: class 7 1: NIST HSF series 4 2: NIST writer 2578"]).await?;
        page.choose("Column", "1: NIST HSF series").await?;
        page.says(&["using column 1: NIST HSF series"]).await?;
        page.gives("$$('[role=gridcell]')[0].ariaLabel", "Label 0, 4").await?;
        let series: Vec<String> = page.value("$$('class-histogram bdi').map((name) => name.innerText)").await?;
        assert!(!series.is_empty() && series.len() < 9, "{series:?}");
        page.gives("$('item-panel .columns .chosen').innerText", "4").await?;
        page.choose("Column", "2: NIST writer").await?;
        page.gives("$$('[role=gridcell]')[0].ariaLabel", "Label 0, 2578").await?;
        page.gives(&words("['c']"), ["2"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn one_hot_rows_are_shown_as_classes() -> Result {
    let folder = Folder::new("one-hot")?;
    let rows: Vec<f32> =
        (0..30).flat_map(|item| (0..4).map(move |column| f32::from(u8::from(item % 4 == column)))).collect();
    let files = [folder.images("images", 30)?, folder.array("labels", &[30, 4], &rows)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 × 4 labels, one-hot"]).await?;
        page.gives(CELLS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives(CLASSES, ["0 8", "1 8", "2 7", "3 7"]).await?;
        page.choose("Names", "Fashion-MNIST").await?;
        page.gives("$$('[role=gridcell]')[1].ariaLabel", "Image 1, label 1, Trouser").await?;
        page.choose("Column", "column 3").await?;
        page.says(&["using column 3"]).await?;
        page.gives(CLASSES, ["0 23", "1 7"]).await?;
        page.choose("Column", "one-hot").await?;
        page.gives(CLASSES, ["0 8", "1 8", "2 7", "3 7"]).await?;
        page.gives(&words("['c', 'names']"), [Some("hot"), None]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_of_floats_are_written_and_found_as_they_are_meant() -> Result {
    let folder = Folder::new("floats")?;
    let labels = folder.array("labels", &[4], &[0.1_f32, f32::NAN, -0.0, 2.0])?;
    Page::open(async |page| {
        page.drop(&[labels]).await?;
        page.gives(CELLS, ["Label 0, 0.1", "Label 1, NaN", "Label 2, 0"]).await?;
        page.gives(CLASSES, ["0 1", "0.1 1", "2 1", "NaN 1"]).await?;
        page.find_and_sort().await?;
        page.enter("Label", "0.1").await?;
        page.says(&["1 of 4, label 0.1"]).await?;
        page.gives("$$('[role=gridcell]').map((cell) => cell.ariaLabel)", ["Label 0, 0.1"]).await?;
        page.gives("$('item-finder .labels input').value", "0.1").await?;
        page.enter("Label", "NaN").await?;
        page.says(&["1 of 4, label NaN"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn notmnist_has_letters() -> Result {
    let folder = Path::new(ROOT).join("../shared/data/notmnist");
    let Ok(folder) = folder.canonicalize() else {
        skip::report("the files of notMNIST are missing");
        return Ok(());
    };
    let files = ["t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"].map(|name| folder.join(name));
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["10,000 images"]).await?;
        // Its files are called like those of MNIST.
        page.gives("$('label-controls select').selectedOptions[0].text", "notMNIST").await?;
        page.shows("label-controls", &["Recognised by the checksum of the labels."]).await?;
        let letters = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];
        let classes: Vec<_> = (0..).zip(letters).map(|(label, letter)| format!("{label} {letter} 1,000")).collect();
        page.gives(CLASSES, classes).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_ambiguous_dataset_is_asked_for_once() -> Result {
    let folder = Folder::new("which-set")?;
    let labels: Vec<u8> = (0..400).map(|item: u32| (item * item / 7 % 10).to_le_bytes()[0]).collect();
    let files = [
        folder.array("t10k-images-idx3-ubyte", &[400, 28, 28], &vec![9_u8; 400 * 28 * 28])?,
        folder.array("t10k-labels-idx1-ubyte", &[400], &labels)?,
    ];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.shows(
            "names-question",
            &["Name the classes? MNIST Fashion-MNIST KMNIST notMNIST Kannada-MNIST No names ×"],
        )
        .await?;
        // In one line, beside what is there.
        page.gives(
            "new Set($$('names-question button').map((it) => Math.round(it.getBoundingClientRect().bottom))).size",
            1,
        )
        .await?;
        page.gives("$('names-question .answers').scrollWidth <= $('names-question .answers').clientWidth", true)
            .await?;
        page.is_accessible("a question").await?;
        page.click_at("//names-question//button[.='KMNIST']").await?;
        page.gives("$$('names-question').length", 0).await?;
        page.gives("document.activeElement.role", "gridcell").await?;
        page.gives("$('class-histogram bdi').innerText", "0 お o").await?;
        page.gives("location.hash", "#d=t10k&names=kmnist").await?;
        // The browser keeps the answer for the file.
        page.visit("").await?;
        page.drop(&files).await?;
        page.gives("$$('label-controls select').map((select) => select.value)", ["kmnist"]).await?;
        page.gives("$$('names-question').length", 0).await?;
        // The link has another answer.
        page.visit("#d=t10k&names=none").await?;
        page.drop(&files).await?;
        page.rests().await?;
        page.gives("$$('label-controls select').map((select) => select.value)", ["none"]).await?;
        page.gives("$$('names-question').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn plain_files_of_mnist_are_known_by_their_labels() -> Result {
    let Some(mnist) = mnist() else { return Ok(()) };
    let folder = Folder::new("plain-mnist")?;
    let mut files = Vec::new();
    for name in ["t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"] {
        let mut bytes = Vec::new();
        GzDecoder::new(File::open(mnist.join(format!("{name}.gz")))?).read_to_end(&mut bytes)?;
        files.push(folder.write(name, &bytes)?);
    }
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["10,000 images"]).await?;
        page.rests().await?;
        page.shows("label-controls", &["Recognised by the checksum of the labels."]).await?;
        page.gives("$('label-controls select').selectedOptions[0].text", "MNIST").await?;
        page.gives("$$('names-question').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn mnist_on_a_host_is_known_by_its_labels() -> Result {
    let Some(mnist) = mnist() else { return Ok(()) };
    let host = Host::start(&mnist, Manners::GOOD)?;
    Page::open_from(Server::at(&host.address), async |page| {
        for ranges in [true, false] {
            host.now(|manners| manners.ranges = ranges);
            page.visit("#images=data/t10k-images-idx3-ubyte.gz&labels=data/t10k-labels-idx1-ubyte.gz").await?;
            page.says(&["10,000 images"]).await?;
            page.shows("label-controls", &["Recognised by the checksum of the labels."]).await?;
            page.gives("$$('names-question').length", 0).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn plain_labels_bring_no_more_than_they_need() -> Result {
    let folder = Folder::new("calm")?;
    let files = [folder.images("train-images", 40)?, folder.labels("train-labels", 40)?];
    Page::open(async |page| {
        page.drop(&files[..1]).await?;
        page.says(&["40 images", "no labels"]).await?;
        page.gives("$$('label-controls').length", 0).await?;
        page.drop(&files[1..]).await?;
        page.gives("$$('label-controls select').map((select) => select.value)", ["none"]).await?;
        page.gives("$$('label-controls textarea, item-panel .columns').length", 0).await
    })
    .await
}
