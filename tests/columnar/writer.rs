//! Writes Parquet files: flat columns and pictures, one page for each column of a row group, without compression.

/// A column: its elements in the schema, and its values in each row group.
#[derive(Clone)]
pub(crate) struct Column {
    pub(crate) schema: Vec<Vec<u8>>,
    /// How values are stored.
    pub(crate) physical: u64,
    pub(crate) codec: u64,
    pub(crate) encoding: u64,
    /// The bytes of a page, and how many values are in it.
    pub(crate) pages: Vec<(Vec<u8>, u64)>,
}

/// A column of numbers of 64 bits that are all there.
pub(crate) fn numbers(name: &str, groups: &[&[i64]]) -> Column {
    let page = |values: &&[i64]| (values.iter().flat_map(|value| value.to_le_bytes()).collect(), values.len() as u64);
    column(vec![leaf(name, 2, None)], 2, groups.iter().map(page).collect())
}

/// A column of words that are all there.
pub(crate) fn words(name: &str, groups: &[&[&str]]) -> Column {
    let page =
        |values: &&[&str]| (values.iter().flat_map(|word| prefixed(word.as_bytes())).collect(), values.len() as u64);
    column(vec![leaf(name, 6, Some(0))], 6, groups.iter().map(page).collect())
}

/// A column of pictures, as the library `datasets` has them, but without their paths.
pub(crate) fn pictures(name: &str, groups: &[&[Vec<u8>]]) -> Column {
    let page = |files: &&[Vec<u8>]| (files.iter().flat_map(|file| prefixed(file)).collect(), files.len() as u64);
    column(vec![branch(name, 1), leaf("bytes", 6, None)], 6, groups.iter().map(page).collect())
}

/// A column of pictures with their paths, whose elements in the schema the first of the two has.
pub(crate) fn named_pictures(name: &str, groups: &[&[(&[u8], &str)]]) -> [Column; 2] {
    let page = |values: Vec<&[u8]>| (values.iter().flat_map(|value| prefixed(value)).collect(), values.len() as u64);
    let files = groups.iter().map(|group| page(group.iter().map(|(file, _)| *file).collect())).collect();
    let paths = groups.iter().map(|group| page(group.iter().map(|(_, path)| path.as_bytes()).collect())).collect();
    let schema = vec![branch(name, 2), leaf("bytes", 6, None), leaf("path", 6, Some(0))];
    [column(schema, 6, files), column(Vec::new(), 6, paths)]
}

/// A column of so many bytes in each row: the bytes of each row group, and how many rows it has.
pub(crate) fn bytes(name: &str, len: u64, groups: Vec<(Vec<u8>, u64)>) -> Column {
    let schema = [(1, int(7)), (2, int(len)), (3, int(0)), (4, binary(name.as_bytes()))];
    column(vec![structure(&schema)], 7, groups)
}

/// A column of numbers of 64 bits, some of which are missing.
pub(crate) fn numbers_or_none(name: &str, values: &[Option<i64>]) -> Column {
    let (kind, leaf) = (int(2), [(3, int(1)), (4, binary(name.as_bytes()))]);
    let levels: Vec<u8> = values.iter().flat_map(|value| [2, u8::from(value.is_some())]).collect();
    let there = values.iter().flatten().flat_map(|value| value.to_le_bytes());
    let page = prefixed(&levels).into_iter().chain(there).collect();
    column(vec![structure(&[&[(1, kind)][..], &leaf].concat())], 2, vec![(page, values.len() as u64)])
}

/// The values as what each adds to a part of the one before, which the numbers say.
pub(crate) fn with_prefixes(column: Column, values: &[(i64, &[u8])]) -> Column {
    let prefixes: Vec<i64> = values.iter().map(|&(prefix, _)| prefix).collect();
    let lens: Vec<i64> = values.iter().map(|(_, suffix)| i64::try_from(suffix.len()).unwrap()).collect();
    let suffixes: Vec<u8> = values.iter().flat_map(|(_, suffix)| suffix.to_vec()).collect();
    let page = [differences(&prefixes), differences(&lens), suffixes].concat();
    Column { encoding: 7, pages: vec![(page, values.len() as u64)], ..column }
}

/// Up to 33 numbers as their differences, of which each has 8 bits.
fn differences(values: &[i64]) -> Vec<u8> {
    let zigzag = |value: i64| varint((value << 1 ^ value >> 63).cast_unsigned());
    let steps: Vec<i64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let min = steps.iter().copied().min().unwrap_or(0);
    let mut packed: Vec<u8> = steps.iter().map(|step| u8::try_from(step - min).unwrap()).collect();
    packed.resize(32, 0);
    let header = [varint(128), varint(4), varint(values.len() as u64), zigzag(values[0])].concat();
    if steps.is_empty() { header } else { [header, zigzag(min), vec![8, 0, 0, 0], packed].concat() }
}

/// An element of the schema of floats with 16 bits.
pub(crate) fn half(name: &str) -> Vec<u8> {
    let logical = structure(&[(15, (12, structure(&[])))]);
    structure(&[(1, int(7)), (2, int(2)), (3, int(0)), (4, binary(name.as_bytes())), (10, (12, logical))])
}

fn column(schema: Vec<Vec<u8>>, physical: u64, pages: Vec<(Vec<u8>, u64)>) -> Column {
    Column { schema, physical, codec: 0, encoding: 0, pages }
}

/// A file of these columns, and what `datasets` notes about them.
pub(crate) fn file(columns: &[Column], notes: &str) -> Vec<u8> {
    let mut file = b"PAR1".to_vec();
    let groups = columns.first().map_or(0, |column| column.pages.len());
    let mut row_groups = Vec::new();
    for group in 0..groups {
        let mut chunks = Vec::new();
        for column in columns {
            let (bytes, values) = &column.pages[group];
            let start = file.len() as u64;
            file.extend(page_header(0, bytes.len() as u64, *values, column.encoding));
            file.extend(bytes);
            let place = [(1, int(column.physical)), (4, int(column.codec)), (5, long(*values))];
            let place = [&place[..], &[(7, long(file.len() as u64 - start)), (9, long(start))]].concat();
            chunks.push(structure(&[(2, long(start)), (3, (12, structure(&place)))]));
        }
        let rows = columns[0].pages[group].1;
        row_groups.push(structure(&[(1, list(&chunks)), (3, long(rows))]));
    }
    let children = columns.iter().filter(|column| !column.schema.is_empty()).count();
    let schema: Vec<Vec<u8>> = std::iter::once(branch("schema", children as u64))
        .chain(columns.iter().flat_map(|column| column.schema.clone()))
        .collect();
    let note = structure(&[(1, binary(b"huggingface")), (2, binary(notes.as_bytes()))]);
    let footer = [(1, int(2)), (2, list(&schema)), (4, list(&row_groups)), (5, list(&[note]))];
    end(file, &structure(&footer))
}

/// A file that ends with this footer.
pub(crate) fn end(mut file: Vec<u8>, footer: &[u8]) -> Vec<u8> {
    file.extend(footer);
    file.extend(u32::try_from(footer.len()).unwrap().to_le_bytes());
    file.extend(b"PAR1");
    file
}

pub(crate) fn page_header(kind: u64, len: u64, values: u64, encoding: u64) -> Vec<u8> {
    let data = structure(&[(1, int(values)), (2, int(encoding)), (3, int(3)), (4, int(3))]);
    structure(&[(1, int(kind)), (2, int(len)), (3, int(len)), (5, (12, data))])
}

/// An element of the schema that holds values.
pub(crate) fn leaf(name: &str, physical: u64, converted: Option<u64>) -> Vec<u8> {
    let mut fields = vec![(1, int(physical)), (3, int(0)), (4, binary(name.as_bytes()))];
    fields.extend(converted.map(|converted| (6, int(converted))));
    structure(&fields)
}

/// An element of the schema that holds others.
pub(crate) fn branch(name: &str, children: u64) -> Vec<u8> {
    structure(&[(3, int(0)), (4, binary(name.as_bytes())), (5, int(children))])
}

/// Bytes behind their number.
pub(crate) fn prefixed(bytes: &[u8]) -> Vec<u8> {
    [&u32::try_from(bytes.len()).unwrap().to_le_bytes()[..], bytes].concat()
}

type Field = (u8, (u8, Vec<u8>));

pub(crate) fn structure(fields: &[Field]) -> Vec<u8> {
    let mut last = 0;
    let mut bytes = Vec::new();
    for (number, (kind, value)) in fields {
        bytes.push((number - last) << 4 | kind);
        bytes.extend(value);
        last = *number;
    }
    bytes.push(0);
    bytes
}

pub(crate) fn list(values: &[Vec<u8>]) -> (u8, Vec<u8>) {
    (9, [&[0xFC][..], &varint(values.len() as u64), &values.concat()].concat())
}

pub(crate) fn int(value: u64) -> (u8, Vec<u8>) {
    (5, varint(value << 1))
}

pub(crate) fn long(value: u64) -> (u8, Vec<u8>) {
    (6, varint(value << 1))
}

pub(crate) fn binary(bytes: &[u8]) -> (u8, Vec<u8>) {
    (8, [&varint(bytes.len() as u64), bytes].concat())
}

pub(crate) fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    bytes.push(value.to_le_bytes()[0]);
    bytes
}
