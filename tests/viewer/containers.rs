//! NumPy arrays, Lush matrices, zip and tar archives, safetensors, MATLAB and pickle files, dropped like any other file.

use idxlens::format::encode::{encode, gzip};
use thirtyfour::Key;

use crate::Result;
use crate::files::{Folder, image};
use crate::matlab_writer;
use crate::page::{Page, ink};
use crate::pickle_writer as pickle;
use crate::tar_writer;
use crate::zip_writer::{Entry, Writer, archive, entry};

const FIRST_LABELS: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";

/// A NumPy array of this type and shape.
pub(crate) fn npy(descr: &str, order: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
    let text = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
    [b"\x93NUMPY\x01\0", &u16::try_from(text.len()).unwrap_or(0).to_le_bytes()[..], text.as_bytes(), elements].concat()
}

pub(crate) fn images(count: u32) -> Vec<u8> {
    npy("|u1", "False", &format!("({count}, 8, 6)"), &(0..count).flat_map(image).collect::<Vec<_>>())
}

/// Labels of 64 bits, as NumPy makes them: 0, 1, ... 9, 0, 1, ...
pub(crate) fn labels(count: u64, shape: &str) -> Vec<u8> {
    npy("<i8", "False", shape, &(0..count).flat_map(|item| (item % 10).to_le_bytes()).collect::<Vec<_>>())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn numpy_arrays_open_with_their_labels() -> Result {
    let folder = Folder::new("npy")?;
    let files =
        [folder.write("x_train.npy", &images(40))?, folder.write("y_train.npy.gz", &gzip(&labels(40, "(40, 1)")))?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["x_train.npy", "40 images", "8 × 6", "u8", "y_train.npy.gz"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
        page.click_item(3).await?;
        page.press("b").await?;
        page.shows("bytes-view", &["NumPy array", "version of the format", "'shape': (40, 8, 6)"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_array_in_fortran_order_opens_item_by_item() -> Result {
    let folder = Folder::new("fortran")?;
    // The item is what varies fastest: each value is that of its item.
    let values: Vec<u8> = (0..12).flat_map(|_| [10, 20, 30, 40, 50]).collect();
    let file = folder.write("columns.npy", &npy("|u1", "True", "(5, 3, 4)", &values))?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["columns.npy", "5 images", "3 × 4"]).await?;
        page.rests().await?;
        page.click_item(2).await?;
        page.on("item-panel > details", "open = true").await?;
        page.gives("[...new Set($$('value-table tr + tr td').map((cell) => cell.title))]", ["30"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_archive_with_the_names_of_keras_opens_as_two_datasets() -> Result {
    let folder = Folder::new("npz")?;
    let members = [
        ("x_train.npy", images(40)),
        ("y_train.npy", labels(40, "(40,)")),
        ("x_test.npy", images(20)),
        ("y_test.npy", labels(20, "(20,)")),
    ];
    let entries: Vec<_> =
        members.iter().enumerate().map(|(at, (name, data))| Entry { deflated: at < 2, ..entry(name, data) }).collect();
    let file = folder.write("digits.npz", &archive(&entries))?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["x_train.npy", "40 images", "y_train.npy"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.dataset("test").await?;
        page.says(&["x_test.npy", "20 images", "y_test.npy"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_archive_of_idx_files_opens_and_other_files_in_it_are_named() -> Result {
    let folder = Folder::new("zip")?;
    let pixels: Vec<u8> = (0..30).flat_map(image).collect();
    let [images, labels] = [gzip(&encode(&[30, 8, 6], &pixels)?), encode(&[30], &[7_u8; 30])?];
    let file = folder.write(
        "gzip.zip",
        &archive(&[
            entry("gzip/train-images-idx3-ubyte.gz", &images),
            Entry { deflated: true, ..entry("gzip/train-labels-idx1-ubyte", &labels) },
            Entry { deflated: true, ..entry("gzip/picture.png", b"\x89PNG\r\n\x1a\n") },
            Entry { flags: 1, ..entry("gzip/secret", b"1234") },
        ]),
    )?;
    let broken = folder.write("broken.zip", b"PK\x03\x04 and no directory")?;
    let empty = folder.write("empty.zip", &archive(&[entry("notes", b"nothing but words")]))?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["train-images-idx3-ubyte.gz", "30 images", "8 × 6"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 7", "Image 1, label 7", "Image 2, label 7"]).await?;
        page.shows(".tally", &["2 files opened, 2 skipped", "secret", "picture.png"]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.drop(&[broken, empty]).await?;
        page.shows(".messages", &["broken.zip", "ends early", "empty.zip", "holds no array"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn tar_archives_open_plain_and_packed() -> Result {
    let folder = Folder::new("tar")?;
    let pixels: Vec<u8> = (0..30).flat_map(image).collect();
    let [images, labels] = [encode(&[30, 8, 6], &pixels)?, gzip(&encode(&[30], &[7_u8; 30])?)];
    let archive = tar_writer::archive(&[
        tar_writer::entry("set/train-images-idx3-ubyte", &images),
        tar_writer::entry("set/train-labels-idx1-ubyte.gz", &labels),
        tar_writer::entry("set/picture.png", b"\x89PNG\r\n\x1a\n"),
        tar_writer::Entry { kind: b'S', ..tar_writer::entry("set/sparse", &images) },
    ]);
    for (name, bytes) in [("set.tar", archive.clone()), ("set.tar.gz", gzip(&archive))] {
        let file = folder.write(name, &bytes)?;
        Page::open(async |page| {
            page.drop(&[file]).await?;
            page.says(&["train-images-idx3-ubyte", "30 images", "8 × 6"]).await?;
            page.gives(FIRST_LABELS, ["Image 0, label 7", "Image 1, label 7", "Image 2, label 7"]).await?;
            page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
            page.shows(".tally", &["2 files opened, 2 skipped", "picture.png", "sparse"]).await?;
            page.gives("$$('[role=alert]').length", 0).await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn what_was_read_of_a_damaged_tar_archive_opens() -> Result {
    let folder = Folder::new("cut tar")?;
    // Values that hardly compress.
    let mut state = 1_u32;
    let noise = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    });
    let images = encode(&[200, 28, 28], &noise.take(200 * 784).collect::<Vec<u8>>())?;
    let archive = tar_writer::archive(&[
        tar_writer::entry("first-images-idx3-ubyte", &images),
        tar_writer::entry("second-images-idx3-ubyte", &images),
    ]);
    let packed = gzip(&archive);
    let cut = folder.write("cut.tar.gz", &packed[..packed.len() * 3 / 4])?;
    let nothing =
        folder.write("nothing.tar", &tar_writer::archive(&[tar_writer::entry("notes", b"nothing but words")]))?;
    Page::open(async |page| {
        page.drop(&[cut]).await?;
        page.says(&["first-images-idx3-ubyte", "200 images", "28 × 28"]).await?;
        page.shows(".messages", &["cut.tar.gz", "ends early", "idxlens opens what it could read before that"]).await?;
        page.drop(&[nothing]).await?;
        // One message names the archive and what is in it.
        page.shows(".messages", &["nothing.tar", "holds no array, but 1 other file: notes"]).await?;
        page.gives("$$('.tally').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_arrays_of_a_safetensors_file_open_with_their_labels() -> Result {
    let folder = Folder::new("safetensors")?;
    let pixels: Vec<u8> = (0..30).flat_map(image).collect();
    let entry = |name: &str, dtype: &str, shape: &str, start: usize, end: usize| {
        format!(r#""{name}":{{"dtype":"{dtype}","shape":{shape},"data_offsets":[{start},{end}]}}"#)
    };
    let entries = [
        entry("train.labels", "U8", "[30]", 0, 30),
        entry("train.images", "U8", "[30,8,6]", 30, 30 + pixels.len()),
        entry("weights", "F8_E4M3", "[2]", 30 + pixels.len(), 32 + pixels.len()),
    ];
    let header = format!("{{{}}}", entries.join(","));
    let length = (header.len() as u64).to_le_bytes();
    let bytes = [&length, header.as_bytes(), &[7; 30], &pixels, &[0; 2]].concat();
    let file = folder.write("digits.safetensors", &bytes)?;
    // The labels come first.
    let cut = folder.write("cut.safetensors", &bytes[..bytes.len() - 100])?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["train.images.npy", "30 images", "8 × 6", "train.labels.npy"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 7", "Image 1, label 7", "Image 2, label 7"]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
        page.shows(".tally", &["2 files opened, 1 skipped", "weights.npy"]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.drop(&[cut]).await?;
        page.says(&["cut.safetensors/train.images.npy", "27 of 30 images"]).await?;
        page.shows(".messages", &["cut.safetensors", "ends early", "idxlens opens what it could read before that"])
            .await?;
        page.gives("$$('[role=alert]').length", 1).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_arrays_of_a_matlab_file_open_with_their_labels() -> Result {
    let folder = Folder::new("matlab")?;
    // The rows of an image are together in the file of SVHN's kind, those of an item in none of EMNIST's kind.
    let pixel = |item: u32, at: usize| image(item).nth(at).unwrap_or_default();
    let items_last: Vec<u8> =
        (0..30).flat_map(|item| (0..48).map(move |at| pixel(item, at % 8 * 6 + at / 8))).collect();
    let items_first: Vec<u8> = (0..48).flat_map(|at| (0..60).map(move |item| pixel(item, at))).collect();
    let mut images = matlab_writer::compressed(&matlab_writer::array("X", &[8, 6, 30], &items_last));
    let labels = matlab_writer::array("y", &[30, 1], &[7; 30]);
    let svhn = matlab_writer::file(&[images.clone(), labels.clone()]);
    // The checksum.
    *images.last_mut().ok_or("no bytes")? ^= 1;
    let broken = matlab_writer::file(&[images, labels]);
    let train = matlab_writer::structure(
        "",
        &["images", "labels"],
        &[matlab_writer::array("", &[60, 48], &items_first), matlab_writer::array("", &[60, 1], &[5; 60])],
    );
    // The labels 0 to 9, and the codes of A to J.
    let mapping = matlab_writer::array("", &[10, 2], &(0..10).chain(65..75).collect::<Vec<_>>());
    let dataset = matlab_writer::structure("dataset", &["train", "mapping"], &[train, mapping]);
    let emnist = matlab_writer::file(&[matlab_writer::compressed(&dataset)]);
    let [svhn, emnist, broken] = [("train_32x32.mat", svhn), ("emnist.mat", emnist), ("broken.mat", broken)]
        .map(|(name, bytes)| folder.write(name, &bytes));
    let (svhn, emnist, broken) = (svhn?, emnist?, broken?);
    Page::open(async |page| {
        page.drop(&[svhn]).await?;
        page.says(&["X.npy", "30 images", "8 × 6", "y.npy"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 7", "Image 1, label 7", "Image 2, label 7"]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.drop(&[broken]).await?;
        page.shows(".messages", &["broken.mat", "is damaged", "other arrays are opened"]).await
    })
    .await?;
    Page::open(async |page| {
        page.drop(&[emnist]).await?;
        page.says(&["dataset.train.images.npy", "60", "dataset.train.labels.npy"]).await?;
        page.shows("class-histogram", &["5 F"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_arrays_of_a_pickle_open_with_their_labels() -> Result {
    let folder = Folder::new("pickle")?;
    let pixels = |count: u32| (0..count).flat_map(image).collect::<Vec<_>>();
    let images = |count: u32| pickle::array(&[count, 8, 6], "u1", "|", false, &pixels(count));
    let part = |count: u32| pickle::tuple(&[images(count), pickle::list(&vec![7; count as usize])]);
    // As the textbooks have MNIST, plain and packed.
    let mnist = pickle::file(&pickle::tuple(&[part(30), part(20), part(25)]));
    // As CIFAR's archive has its batches: rows of red, green and blue, and a pickle of names.
    let rows = pickle::array(&[30, 3072], "u1", "|", false, &vec![200; 30 * 3072]);
    let batch = pickle::file(&pickle::dict(&[("data", rows), ("labels", pickle::list(&[5; 30]))]));
    let names = (0..10).map(|class| pickle::text(&format!("name{class}"))).collect::<Vec<_>>();
    let meta = pickle::dict(&[("name", pickle::text("meta")), ("label_names", pickle::list_of(&names))]);
    let meta = pickle::file(&meta);
    let cifar = gzip(&tar_writer::archive(&[
        tar_writer::entry("batches-py/data_batch_1", &batch),
        tar_writer::entry("batches-py/batches.meta", &meta),
    ]));
    let asked = [pickle::object("torch.nn.modules.linear", "Linear"), pickle::tuple(&[]), b"R".to_vec()].concat();
    let asked = pickle::file(&pickle::dict(&[("x_train", images(30)), ("rest", asked)]));
    let [plain, packed, cifar, asked] =
        [("mnist.pkl", mnist.clone()), ("mnist.pkl.gz", gzip(&mnist)), ("cifar.tar.gz", cifar), ("asked.pkl", asked)]
            .map(|(name, bytes)| folder.write(name, &bytes));
    for file in [plain?, packed?] {
        Page::open(async |page| {
            page.drop(&[file]).await?;
            page.says(&["train.images.npy", "30 images", "8 × 6", "train.labels.npy"]).await?;
            page.gives(FIRST_LABELS, ["Image 0, label 7", "Image 1, label 7", "Image 2, label 7"]).await?;
            page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
            page.dataset("test").await?;
            page.says(&["test.images.npy", "25 images", "test.labels.npy"]).await?;
            page.gives("$$('[role=alert]').length", 0).await
        })
        .await?;
    }
    let (cifar, asked) = (cifar?, asked?);
    Page::open(async |page| {
        page.drop(&[cifar]).await?;
        page.says(&["data_batch_1/data.npy", "30 images", "32 × 32", "data_batch_1/labels.npy"]).await?;
        let labels = ["Image 0, label 5, name5", "Image 1, label 5, name5", "Image 2, label 5, name5"];
        page.gives(FIRST_LABELS, labels).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.drop(&[asked]).await?;
        page.says(&["x_train.npy", "30 images"]).await?;
        page.shows(".messages", &["asks for “torch.nn.modules.linear.Linear”", "np.savez('FILE.npz'"]).await
    })
    .await
}

/// A Lush matrix, with the sizes as they are written.
fn lush(code: u32, rank: u32, sizes: &[u32], elements: &[u8]) -> Vec<u8> {
    let numbers = [&[0x1E3D_4C00 | code, rank], sizes].concat();
    [numbers.iter().flat_map(|number| number.to_le_bytes()).collect(), elements.to_vec()].concat()
}

/// Thirty images and their labels as torchvision kept MNIST.
pub(crate) fn tensors() -> Vec<u8> {
    let tensor =
        |class, key, shape: &[u8], strides: &[u8]| pickle::tensor(&pickle::storage(class, key, 240), 0, shape, strides);
    let images = tensor("ByteStorage", "0", &[30, 8, 6], &[48, 6, 1]);
    let labels = tensor("LongStorage", "1", &[30], &[1]);
    let object = pickle::file(&pickle::tuple(&[images, labels]));
    let pixels: Vec<u8> = (0..30).flat_map(image).collect();
    let classes: Vec<u8> = (0..30_i64).flat_map(|label| (label % 10).to_le_bytes()).collect();
    let mut archive = Writer::default();
    let entries = [("data.pkl", &object), ("data/0", &pixels), ("data/1", &classes), ("version", &b"3".to_vec())];
    for (name, data) in entries {
        archive.add(Entry { name: &format!("training/{name}"), data, ..Entry::default() });
    }
    archive.finish(b"")
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_tensors_that_torchvision_kept_open_with_their_labels() -> Result {
    let folder = Folder::new("tensors")?;
    let file = folder.write("training.pt", &tensors())?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["training.pt/images.npy", "30 images", "8 × 6", "training.pt/labels.npy"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
        page.gives("$$('[role=alert], .tally').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_matrices_of_norb_open_with_their_labels() -> Result {
    let folder = Folder::new("norb")?;
    let (name, items) = ("smallnorb-5x46789x9x18x6x2x96x96-training", 20_u32);
    let pixels: Vec<u8> = (0..items * 2).flat_map(image).collect();
    let numbers = |values: &mut dyn Iterator<Item = u32>| values.flat_map(u32::to_le_bytes).collect::<Vec<u8>>();
    let files = [
        folder.write(&format!("{name}-info.mat"), &lush(0x54, 2, &[items, 4, 1], &numbers(&mut (0..items * 4))))?,
        folder.write(
            &format!("{name}-cat.mat"),
            &lush(0x54, 1, &[items, 1, 1], &numbers(&mut (0..items).map(|it| it % 5))),
        )?,
        folder.write(&format!("{name}-dat.mat"), &lush(0x55, 4, &[items, 2, 8, 6], &pixels))?,
    ];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["dat.mat", "20 images", "u8", "cat.mat"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.click_item(3).await?;
        page.press("b").await?;
        page.shows("bytes-view", &["element type: u8", "rank: 4 dimensions", "dimension 1: 2"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn integers_of_64_bits_are_exact() -> Result {
    let folder = Folder::new("wide")?;
    let first = (1_i64 << 53) + 1;
    let values: Vec<u8> =
        (0..27).flat_map(|at| (if at % 2 == 0 { first + at } else { -first - at }).to_le_bytes()).collect();
    let unsigned: Vec<u8> = (0..27_u64).flat_map(|at| (u64::MAX - at).to_le_bytes()).collect();
    for (descr, elements, digits, hex) in [
        ("<i8", values, [first, -first - 3].map(|value| value.to_string()), "0020000000000001"),
        ("<u8", unsigned, [u64::MAX, u64::MAX - 3].map(|value| value.to_string()), "FFFFFFFFFFFFFFFF"),
    ] {
        let file = folder.write("wide.npy", &npy(descr, "False", "(3, 3, 3)", &elements))?;
        Page::open(async |page| {
            page.drop(&[file]).await?;
            page.says(&["wide.npy", "3 images", "3 × 3"]).await?;
            page.click_item(0).await?;
            page.on("item-panel > details", "open = true").await?;
            // There is room for one column.
            let cells = "$$('value-table tr + tr td').slice(0, 2).map((cell) => cell.innerText)";
            page.gives(cells, [&*digits[0], &*digits[1]]).await?;
            page.gives("$('value-table tr + tr td').title", &*digits[0]).await?;
            page.gives("document.documentElement.scrollWidth <= innerWidth", true).await?;
            page.choose("Numbers", "hexadecimal").await?;
            page.gives("$('value-table tr + tr td').innerText", hex).await?;
            // The focus is in a choice, where keys are its own.
            page.click("Bytes").await?;
            page.shows("bytes-view", &["Item 0: "]).await?;
            page.on("bytes-view .window", "focus()").await?;
            page.press(Key::Right + Key::Right).await?;
            page.shows("bytes-view .readout", &[&*format!("= {}", digits[0])]).await
        })
        .await?;
    }
    Ok(())
}
