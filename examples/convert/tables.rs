//! Images and labels in tables: CSV, JSON, CIFAR's records, Parquet, Arrow, and labels that are texts.

use idxlens::{
    error::{Error, Foreign},
    format::{
        cifar::Cifar,
        columnar::Columnar,
        csv::Csv,
        gallery::labels_file,
        header::Header,
        json::{JsonArray, JsonTable},
        text_labels::TextLabels,
    },
};

use crate::{
    Result,
    converter::all_of,
    input::Found,
    pictures,
    source::{Array, Source},
};

/// The images and the labels in a file of CIFAR's. Whether it is one.
pub(crate) fn records(name: &str, source: &Source, found: &mut Found) -> Result<bool> {
    let (mut cifar, mut output) = (Cifar::new(source.size()), [Vec::new(), Vec::new()]);
    while let Some(wanted) = cifar.wanted() {
        match cifar.push(&source.read(wanted)?) {
            Err(Error::BadMagic { .. }) => return Ok(false),
            result => result?,
        }
        append(&mut output, cifar.take_output());
    }
    found.take(name, files(cifar.headers(), output), Vec::new()).and(Ok(true))
}

/// The images and the labels in a table of numbers. Whether it is one.
pub(crate) fn csv(name: &str, source: &Source, found: &mut Found) -> Result<bool> {
    csv_by(Csv::new(source.size()), name, source, found)
}

fn csv_by(mut csv: Csv, name: &str, source: &Source, found: &mut Found) -> Result<bool> {
    let mut output = [Vec::new(), Vec::new()];
    let mut row_names = Vec::new();
    while let Some(wanted) = csv.wanted() {
        if wanted.start == 0 {
            // From the start again, with another type.
            output = [Vec::new(), Vec::new()];
            row_names.clear();
        }
        match csv.push(&source.read(wanted)?) {
            Err(Error::Foreign(Foreign::Csv)) => return Ok(false),
            result => result?,
        }
        append(&mut output, csv.take_output());
        row_names.append(&mut csv.take_names());
    }
    let class_names = csv.columns().map(|columns| columns.class_names).unwrap_or_default();
    let row_names = String::from_utf8_lossy(&row_names);
    if let [None, Some(header)] = csv.headers()
        && row_names.lines().any(pictures::is_called_picture)
    {
        let element_type = header.element_type();
        let labels = output[1].chunks(element_type.size()).map(|label| element_type.value(label));
        found.named_labels.extend(row_names.lines().map(String::from).zip(labels));
        found.class_names = class_names;
        return Ok(true);
    }
    found.take(name, files(csv.headers(), output), class_names).and(Ok(true))
}

/// The images and the labels in JSON. Whether it has arrays or a table of them.
pub(crate) fn json(name: &str, source: &Source, found: &mut Found) -> Result<bool> {
    let text = source.all()?;
    let Ok(text) = str::from_utf8(&text) else { return Ok(false) };
    if let Some(arrays) = JsonArray::all_in(text) {
        for array in arrays {
            let name = format!("{name}/{}.npy", array.name);
            found.arrays.push(Array::open(&name, Source::memory(array.npy))?);
        }
        return Ok(true);
    }
    let table = JsonTable::parse(text, true);
    table.map_or(Ok(false), |table| csv(name, &Source::memory(table.csv.into_bytes()), found))
}

/// The images and the labels in a Parquet or Arrow file.
pub(crate) fn columnar(mut columnar: Columnar, name: &str, source: &Source, found: &mut Found) -> Result<()> {
    let (mut output, mut restarts) = ([Vec::new(), Vec::new()], 0);
    while let Some(wanted) = columnar.wanted() {
        columnar.push(&source.read(wanted)?)?;
        if restarts != columnar.restarts() {
            restarts = columnar.restarts();
            output = [Vec::new(), Vec::new()];
        }
        append(&mut output, columnar.take_output());
    }
    let class_names = columnar.columns().labels.into_iter().next().map(|label| label.class_names).unwrap_or_default();
    if columnar.is_text() {
        let [text, _] = output;
        let csv = Csv::new(text.len() as u64).of_columns();
        if !csv_by(csv, name, &Source::memory(text), found)? {
            return Err(Error::Foreign(Foreign::Csv).into());
        }
        if found.class_names.is_empty() {
            found.class_names = class_names;
        }
        return Ok(());
    }
    let Some(lengths) = columnar.pictures() else {
        return found.take(name, files(columnar.headers(), output), class_names);
    };
    let [content, _] = output;
    let content = Source::memory(content);
    let mut start = 0;
    let pictures = lengths.iter().map(|&len| {
        start += u64::from(len);
        content.part(&[], start - u64::from(len)..start)
    });
    let images = pictures::images(&pictures.collect::<Vec<_>>())?;
    let labels = columnar.picture_labels().map(|labels| {
        let columns = labels.len() / lengths.len().max(1);
        let kept = images.kept.iter().flat_map(|&row| &labels[row * columns..][..columns]).copied();
        labels_file(&kept.collect::<Vec<_>>(), u32::try_from(columns)?).map_err(crate::Error::from)
    });
    found.take(name, [Some(images.file), labels.transpose()?], class_names)
}

/// The labels in a NumPy array of texts. Texts that all differ name the classes.
pub(crate) fn texts(name: &str, source: &Source, found: &mut Found) -> Result<()> {
    let mut texts = TextLabels::new(source.size());
    let labels = all_of(&mut texts, source)?;
    let class_names = texts.class_names().to_vec();
    let Some(header) = texts.header() else {
        found.class_names = class_names;
        return Ok(());
    };
    found.take(name, [None, Some([header.to_bytes(), labels].concat())], class_names)
}

fn append(output: &mut [Vec<u8>; 2], more: [Vec<u8>; 2]) {
    for (all, more) in output.iter_mut().zip(more) {
        all.extend(more);
    }
}

/// IDX files of these headers and elements.
fn files(headers: [Option<Header>; 2], elements: [Vec<u8>; 2]) -> [Option<Vec<u8>>; 2] {
    let mut elements = elements.into_iter();
    headers.map(|header| {
        let elements = elements.next().unwrap_or_default();
        header.map(|header| [header.to_bytes(), elements].concat())
    })
}
