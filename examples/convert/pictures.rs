//! Pictures as images: those in the folders of their classes, and sheets of many.

use std::{
    collections::{BTreeMap, HashMap},
    io::Cursor,
};

use idxlens::format::{
    gallery::{Gallery, MAX_PICTURE_LEN, Outcome, gunzip, labels_file, picture_size},
    sheet::Sheet,
};
use image::{ImageDecoder as _, ImageReader, RgbaImage, metadata::Orientation};

use crate::{
    Result,
    source::{Array, ClassNames, GZIP_MAGIC, Source},
};

const PNG_MAGIC: &[u8] = b"\x89PNG";

/// Pictures of one size as the images of an array.
pub(crate) struct Images {
    /// A NumPy array.
    pub(crate) file: Vec<u8>,
    /// Which of the pictures these are.
    pub(crate) kept: Vec<usize>,
}

pub(crate) fn is_called_picture(name: &str) -> bool {
    let (_, extension) = name.rsplit_once('.').unwrap_or_default();
    ["png", "jpg", "jpeg", "gif", "webp", "bmp"].iter().any(|other| extension.eq_ignore_ascii_case(other))
}

/// The images and the labels that pictures make: each folder is a class, and the folders in one folder are a dataset. Without
/// classes, tables can have labels for the pictures by their names.
pub(crate) fn arrays(
    pictures: Vec<(String, Source)>,
    named_labels: &HashMap<String, f64>,
    class_names: &ClassNames,
) -> Result<Vec<Array>> {
    let mut folders: BTreeMap<String, Vec<(String, Source)>> = BTreeMap::new();
    for (name, source) in pictures {
        folders.entry(parts(&name).0.to_owned()).or_default().push((name, source));
    }
    let mut datasets: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in folders.keys() {
        datasets.entry(parts(folder).0.to_owned()).or_default().push(folder.clone());
    }
    let mut arrays = Vec::new();
    for (dataset, classes) in datasets {
        let (by_folder, own_names) = numbered(&classes);
        let (mut sources, mut labels) = (Vec::new(), Vec::new());
        for (class, label) in classes.iter().zip(by_folder) {
            let mut pictures = folders.remove(class).unwrap_or_default();
            pictures.sort_by_cached_key(|(name, _)| natural(name));
            for (name, source) in pictures {
                let named = || named_labels.get(&name).or_else(|| named_labels.get(parts(&name).1)).copied();
                labels.push(if classes.len() > 1 { Some(label) } else { named() });
                sources.push(source);
            }
        }
        let Images { file, kept } = images(&sources)?;
        let name = if dataset.is_empty() { "pictures" } else { &dataset };
        arrays.push(Array::open(&format!("{name}-images"), Source::memory(file))?.into_images());
        if labels.iter().any(Option::is_some) {
            // A picture that no table names has no label.
            let labels: Vec<_> = kept.iter().map(|&at| labels[at].unwrap_or(f64::NAN)).collect();
            let labels = Array::open(&format!("{name}-labels"), Source::memory(labels_file(&labels, 1)?))?;
            let class_names = if classes.len() > 1 { own_names } else { class_names.clone() };
            arrays.push(labels.into_labels(class_names));
        }
    }
    Ok(arrays)
}

/// Pictures of the size that most of them have.
pub(crate) fn images(pictures: &[Source]) -> Result<Images> {
    let mut sizes: BTreeMap<[u32; 2], usize> = BTreeMap::new();
    for picture in pictures {
        if let Some(size) = size(&file(picture)?) {
            *sizes.entry(size).or_default() += 1;
        }
    }
    let (&[width, height], _) = sizes.iter().max_by_key(|(_, count)| **count).ok_or("no picture can be read")?;
    let (mut gallery, mut images, mut kept) = (Gallery::new(width, height), Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(picture) = pictures.get(at) {
        match push(&mut gallery, &file(picture)?, [width, height]) {
            Outcome::Taken => {
                images.append(&mut gallery.take_output());
                kept.push(at);
            }
            Outcome::Again => {
                images.clear();
                kept.clear();
                at = 0;
                continue;
            }
            Outcome::Unreadable => {}
        }
        at += 1;
    }
    if kept.len() < pictures.len() {
        let left_out = pictures.len() - kept.len();
        eprintln!("left out: {left_out} pictures that are damaged or not {width} × {height} pixels");
    }
    Ok(Images { file: [gallery.header(), images].concat(), kept })
}

/// The images in a picture: its cells if it can be a sheet, or the picture.
pub(crate) fn sheet(name: &str, picture: &Source) -> Result<Array> {
    let file = file(picture)?;
    let (mut sheet, pixels) = if file.starts_with(PNG_MAGIC) {
        (Sheet::of_png(&file), Vec::new())
    } else {
        let picture = decoded(&file).ok_or("this picture is damaged")?;
        (Sheet::new(picture.width(), picture.height()), picture.into_raw())
    };
    let sheet = sheet.as_mut().ok_or("this picture is damaged or too large")?;
    read(sheet, &pixels)?;
    let cell = sheet.cells().into_iter().next().filter(|cell| sheet.cut(cell.clone()));
    let array = if let Some(cell) = cell {
        read(sheet, &pixels)?;
        eprintln!("{name}: cut into cells of {} × {} pixels", cell.width, cell.height);
        [sheet.header(), sheet.take_output()].concat()
    } else {
        images(std::slice::from_ref(picture))?.file
    };
    Ok(Array::open(name, Source::memory(array))?.into_images())
}

/// Reads a picture once, from its file or its pixels.
fn read(sheet: &mut Sheet, pixels: &[u8]) -> Result<()> {
    sheet.push_pixels(pixels);
    while pixels.is_empty() && sheet.step().ok_or("this picture is damaged")? {}
    Ok(())
}

/// Takes a picture of that width and height.
fn push(gallery: &mut Gallery, file: &[u8], of: [u32; 2]) -> Outcome {
    if file.starts_with(PNG_MAGIC) {
        return gallery.push_png(file);
    }
    let picture = decoded(file).filter(|picture| [picture.width(), picture.height()] == of);
    picture.map_or(Outcome::Unreadable, |picture| gallery.push_pixels(&picture))
}

/// Width and height of a picture as it is meant to be seen.
fn size(file: &[u8]) -> Option<[u32; 2]> {
    let [width, height] = picture_size(file)?;
    let is_turned = !file.starts_with(PNG_MAGIC) && orientation(file).is_some_and(|it| it.to_exif() > 4);
    Some(if is_turned { [height, width] } else { [width, height] })
}

/// How a camera was held.
fn orientation(file: &[u8]) -> Option<Orientation> {
    let reader = ImageReader::new(Cursor::new(file)).with_guessed_format().ok()?;
    reader.into_decoder().ok()?.orientation().ok()
}

/// The pixels of a picture that is no PNG, turned as it is meant to be seen.
fn decoded(file: &[u8]) -> Option<RgbaImage> {
    let reader = ImageReader::new(Cursor::new(file)).with_guessed_format().ok()?;
    let mut picture = reader.decode().ok()?;
    picture.apply_orientation(orientation(file)?);
    Some(picture.into_rgba8())
}

/// The bytes of a picture, which an archive may have packed.
fn file(picture: &Source) -> Result<Vec<u8>> {
    let bytes = picture.all()?;
    Ok(if bytes.starts_with(&GZIP_MAGIC) { gunzip(&bytes, 2 * MAX_PICTURE_LEN as u64) } else { bytes })
}

/// The folder of a file, and its name.
fn parts(name: &str) -> (&str, &str) {
    name.rsplit_once('/').unwrap_or(("", name))
}

/// The labels of classes by the names of their folders, and the names: `3-cat` and `3` are labels, else the order counts.
fn numbered(folders: &[String]) -> (Vec<f64>, ClassNames) {
    let label = |folder: &String| {
        let (_, folder) = parts(folder);
        let (digits, name) = folder.split_once('-').unwrap_or((folder, ""));
        Some((digits.parse::<u32>().ok()?, name.to_owned()))
    };
    let order = || folders.iter().zip(0..).map(|(folder, label)| (label, parts(folder).1.to_owned())).collect();
    let mut classes: ClassNames = folders.iter().map(label).collect::<Option<_>>().unwrap_or_else(order);
    let mut seen: Vec<u32> = classes.iter().map(|&(label, _)| label).collect();
    seen.sort_unstable();
    seen.dedup();
    // Two folders of one number are two classes.
    if seen.len() < folders.len() {
        classes = order();
    }
    let labels = classes.iter().map(|&(label, _)| label.into()).collect();
    classes.retain(|(_, name)| !name.is_empty());
    (labels, classes)
}

/// What orders names with numbers in them: 9 before 10.
fn natural(name: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let text = rest.find(|first: char| first.is_ascii_digit()).unwrap_or(rest.len());
        let digits = rest[text..].find(|first: char| !first.is_ascii_digit()).unwrap_or(rest.len() - text);
        parts.push((rest[..text].to_owned(), rest[text..text + digits].parse().unwrap_or(u64::MAX)));
        rest = &rest[text + digits..];
    }
    parts
}
