//! Datasets as files of the formats that the library writes.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, Write as _},
    ops::Range,
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};
use idxlens::format::{
    element::ElementType,
    export::{ByteScale, Export, Folder, Format, NamedArray, Pictures, Sprite},
    layout::Layout,
};

use crate::{
    Dataset, Result,
    source::{Array, ClassNames},
};

/// Bytes of items that are in memory at a time.
const BATCH: u64 = 4 << 20;

/// Classes that an archive names at most: a larger label leaves many gaps.
const MAX_NAMED: u32 = 10_000;

/// Columns of labels that a table has at most.
const MAX_COLUMNS: usize = 64;

/// Writes a dataset in the format that the name of the file says.
pub(crate) fn write(dataset: Dataset, path: &Path) -> Result<()> {
    let name = path.to_string_lossy();
    let ends = |end: &str| name.trim_end_matches(".gz").ends_with(end);
    if ends("sprite.zip") {
        sprite(dataset, path)
    } else if ends(".zip") {
        pictures(dataset, path)
    } else if ends(".csv") {
        lines(dataset, path)
    } else if ends(".npz") {
        let class_names = listed(&dataset.class_names);
        export(Format::Npz, dataset.arrays().collect(), &class_names, path)
    } else {
        let format = if ends(".npy") { Format::Npy } else { Format::Idx };
        let arrays: Vec<_> = dataset.arrays().collect();
        let is_alone = arrays.len() == 1;
        arrays.into_iter().try_for_each(|(name, array)| {
            let path = if is_alone { path.to_owned() } else { with_name(path, name) };
            export(format, vec![(name, array)], &[], &path)
        })
    }
}

/// Arrays one after the other.
fn export(format: Format, arrays: Vec<(&str, Array)>, class_names: &[String], path: &Path) -> Result<()> {
    let named = arrays.iter().map(|(name, array)| Ok(NamedArray { name: (*name).into(), layout: layout(array)? }));
    let named = named.collect::<Result<Vec<_>>>()?;
    if let Some(array) = named.iter().find(|array| !format.holds(&array.layout)) {
        return Err(format!("{} cannot hold {}", format.name(), array.layout.element_type().name()).into());
    }
    let (mut export, mut file) = (Export::new(format, named, None)?, create(path)?);
    export.name_classes(class_names);
    for (_, mut array) in arrays {
        for items in batches(&array) {
            export.push(&array.elements(items)?, &[])?;
            file.write_all(&export.take_output())?;
        }
        warn(&array);
    }
    export.finish()?;
    file.write_all(&export.take_output())?;
    Ok(file.finish()?)
}

/// A line for each item, with its label first.
fn lines(dataset: Dataset, path: &Path) -> Result<()> {
    // Labels alone are values like others.
    let (name, values, labels) = match dataset {
        Dataset { images: Some(images), labels, .. } => ("value", Some(images), labels),
        Dataset { images: None, labels, .. } => ("label", labels, None),
    };
    let mut values = values.ok_or("there are no values")?;
    let array = NamedArray { name: name.into(), layout: layout(&values)? };
    if !Format::Csv.holds(&array.layout) {
        return Err(format!("a line has at most {} values", Format::MAX_COLUMNS).into());
    }
    let label_type = labels.as_ref().map(|labels| labels.layout().element_type());
    let (mut export, mut file) = (Export::new(Format::Csv, vec![array], label_type)?, create(path)?);
    let labels = Rows::of(labels, values.items(), 1)?;
    for items in batches(&values) {
        let labels = if label_type.is_some() { labels.part(&items)? } else { &[] };
        export.push(&values.elements(items)?, labels)?;
        file.write_all(&export.take_output())?;
    }
    warn(&values);
    export.finish()?;
    file.write_all(&export.take_output())?;
    Ok(file.finish()?)
}

/// A PNG for each image, in the folder of its class.
fn pictures(dataset: Dataset, path: &Path) -> Result<()> {
    let (mut images, labels, label_type) = labelled(dataset.images, dataset.labels)?;
    let scale = byte_scale(&mut images)?;
    let width = dataset.class_names.iter().map(|(label, _)| label.to_string().len()).max().unwrap_or(0);
    let folders = dataset.class_names.into_iter().map(|(label, name)| {
        // A name can have slashes.
        let readable = name.replace(|character: char| !character.is_alphanumeric(), "-");
        (f64::from(label), Folder { folder: format!("{label:0width$}-{readable}"), name })
    });
    let layout = ByteScale::layout(&layout(&images)?)?;
    let pictures = Pictures::new(&layout, label_type, images.items(), folders);
    let mut pictures = pictures.ok_or(NO_PNG)?;
    pictures.add_columns(labels.other_columns());
    let mut file = create(path)?;
    each(images, &labels, scale, |elements, items, labels| {
        pictures.push(elements, items, labels)?;
        Ok(file.write_all(&pictures.take_output())?)
    })?;
    pictures.finish();
    file.write_all(&pictures.take_output())?;
    Ok(file.finish()?)
}

/// All images in one PNG, and a table of them.
fn sprite(dataset: Dataset, path: &Path) -> Result<()> {
    let (mut images, labels, label_type) = labelled(dataset.images, dataset.labels)?;
    let scale = byte_scale(&mut images)?;
    let layout = ByteScale::layout(&layout(&images)?)?;
    let limit = Sprite::max_items(&layout).ok_or(NO_PNG)?;
    let names = dataset.class_names.into_iter().map(|(label, name)| (label.into(), name));
    let sprite = Sprite::new(&layout, label_type, names);
    let mut sprite = sprite.ok_or_else(|| format!("a sheet has at most {limit} of these images"))?;
    sprite.add_columns(labels.other_columns());
    let mut file = create(path)?;
    each(images, &labels, scale, |elements, items, labels| {
        sprite.push(elements, items, labels)?;
        Ok(file.write_all(&sprite.take_output())?)
    })?;
    sprite.finish();
    file.write_all(&sprite.take_output())?;
    Ok(file.finish()?)
}

const NO_PNG: &str = "PNG holds images of two dimensions, or with 1, 3 or 4 channels last";

/// The images, and the labels of each with their type.
fn labelled(images: Option<Array>, labels: Option<Array>) -> Result<(Array, Rows, Option<ElementType>)> {
    let images = images.ok_or("there are no images")?;
    let label_type = labels.as_ref().map(|labels| labels.layout().element_type());
    let labels = Rows::of(labels, images.items(), MAX_COLUMNS)?;
    Ok((images, labels, label_type))
}

/// How elements become bytes, if PNG does not hold their type: the smallest is 0, the largest 255.
fn byte_scale(images: &mut Array) -> Result<Option<ByteScale>> {
    let element_type = images.layout().element_type();
    if ByteScale::is_held(element_type) {
        return Ok(None);
    }
    let mut range = [f64::INFINITY, f64::NEG_INFINITY];
    for items in batches(images) {
        let elements = images.elements(items)?;
        let values = element_type.values(&elements).filter(|value| value.is_finite());
        range = values.fold(range, |[low, high], value| [low.min(value), high.max(value)]);
    }
    let [low, high] = if range[0] <= range[1] { range } else { [0.0, 1.0] };
    eprintln!("{}: values from {low} to {high} are scaled to 0 to 255", images.name);
    Ok(ByteScale::of(element_type, [low, high]))
}

/// Hands on the elements, the numbers and the labels of all images, some at a time.
fn each(
    mut images: Array,
    labels: &Rows,
    scale: Option<ByteScale>,
    mut take: impl FnMut(&[u8], &[u32], &[f64]) -> Result<()>,
) -> Result<()> {
    for items in batches(&images) {
        let numbers = items.clone().map(u32::try_from).collect::<std::result::Result<Vec<_>, _>>()?;
        let labels = labels.part(&items)?;
        let elements = images.elements(items)?;
        let bytes = scale.map(|scale| scale.bytes(&elements));
        take(bytes.as_deref().unwrap_or(&elements), &numbers, labels)?;
    }
    warn(&images);
    Ok(())
}

/// The names of classes 0, 1, ...: a class without one has its number. None if two classes have one name, which would be
/// labels.
fn listed(class_names: &ClassNames) -> Vec<String> {
    let Some(max) = class_names.iter().map(|&(label, _)| label).max().filter(|&max| max < MAX_NAMED) else {
        return Vec::new();
    };
    let mut names: Vec<_> = (0..=max).map(|label| label.to_string()).collect();
    for (label, name) in class_names {
        names[*label as usize].clone_from(name);
    }
    let distinct: BTreeSet<_> = names.iter().collect();
    if distinct.len() == names.len() { names } else { Vec::new() }
}

/// The labels of all items: of each the label, which is its first number, and those in the other columns; NaN for none.
struct Rows {
    numbers: Vec<f64>,
    columns: usize,
}

impl Rows {
    /// The labels of so many items: only the first column if there are more than `limit`.
    fn of(labels: Option<Array>, count: u64, limit: usize) -> Result<Self> {
        let (mut numbers, mut columns) = (Vec::new(), 1);
        if let Some(mut array) = labels {
            let found = usize::try_from(array.layout().item_elements())?.max(1);
            columns = if found > limit { 1 } else { found };
            if columns < found {
                eprintln!("warning: {}: of the labels' columns, only the first is written", array.name);
            }
            for items in batches(&array) {
                let (elements, layout) = (array.elements(items)?, array.layout());
                let items = elements.chunks_exact(usize::try_from(layout.item_len())?.max(1));
                numbers.extend(items.flat_map(|item| layout.element_type().values(item).take(columns)));
            }
            warn(&array);
        }
        numbers.resize(usize::try_from(count)? * columns, f64::NAN);
        Ok(Self { numbers, columns })
    }

    /// The names of the columns beside the label.
    fn other_columns(&self) -> impl Iterator<Item = String> + use<> {
        (1..self.columns).map(|column| format!("column {column}"))
    }

    fn part(&self, items: &Range<u64>) -> Result<&[f64]> {
        Ok(&self.numbers[usize::try_from(items.start)? * self.columns..usize::try_from(items.end)? * self.columns])
    }
}

/// The layout of the items that are there.
fn layout(array: &Array) -> Result<Layout> {
    let items = u32::try_from(array.items())?;
    let shape = [&[items], array.layout().item_shape()].concat();
    Ok(Layout::new(array.layout().element_type(), shape)?)
}

/// Items that are read at a time.
fn batches(array: &Array) -> impl Iterator<Item = Range<u64>> + use<> {
    let (items, batch) = (array.items(), (BATCH / array.layout().item_len().max(1)).max(1));
    (0..items.div_ceil(batch)).map(move |at| at * batch..items.min((at + 1) * batch))
}

/// `mnist.idx.gz` as `mnist-images.idx.gz`.
fn with_name(path: &Path, name: &str) -> PathBuf {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let (stem, end) = file.split_at(file.find('.').unwrap_or(file.len()));
    path.with_file_name(format!("{stem}-{name}{end}"))
}

/// A file that is being written, plain or as .gz.
enum Output {
    Plain(File),
    Gzip(Box<GzEncoder<File>>),
}

impl Output {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.write_all(bytes),
            Self::Gzip(encoder) => encoder.write_all(bytes),
        }
    }

    /// Writes what is left.
    fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(mut file) => file.flush(),
            Self::Gzip(encoder) => encoder.finish()?.flush(),
        }
    }
}

/// A file that does not exist: it could be the input.
fn create(path: &Path) -> Result<Output> {
    let file = File::create_new(path)?;
    println!("{}", path.display());
    let is_gzip = path.extension().is_some_and(|extension| extension == "gz");
    Ok(if is_gzip { Output::Gzip(Box::new(GzEncoder::new(file, Compression::default()))) } else { Output::Plain(file) })
}

/// Says what is wrong with a file that was read to its end.
fn warn(array: &Array) {
    for warning in array.warnings() {
        eprintln!("warning: {warning}");
    }
}
