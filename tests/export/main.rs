//! Arrays in files of every format, and items as they are stored or shown.
#![cfg(not(target_arch = "wasm32"))]

mod sprite;

use idxlens::{
    dataset::{axes::Axis, orientation::Orientation, store::Store, view::View},
    error::Error,
    format::{
        element::ElementType,
        encode::encode,
        export::{Export, Folder, Format, NamedArray, Pictures, idx_type},
        layout::{ByteOrder, Layout},
        reader::Reader,
        text_labels::TextLabels,
        zip::Archive,
    },
};
use proptest::{collection::vec, prelude::*, sample::select};

fn array(name: &str, element_type: ElementType, shape: &[u32]) -> NamedArray {
    NamedArray { name: name.into(), layout: Layout::new(element_type, shape.to_vec()).unwrap() }
}

/// A file whose elements are pushed some items at a time.
fn written(format: Format, arrays: &[NamedArray], elements: &[Vec<u8>], items: usize) -> Vec<u8> {
    let mut export = Export::new(format, arrays.to_vec(), None).unwrap();
    let mut file = export.take_output();
    for (array, elements) in arrays.iter().zip(elements) {
        let len = usize::try_from(array.layout.item_len()).unwrap() * items;
        for part in elements.chunks(len.max(1)) {
            export.push(part, &[]).unwrap();
            file.extend(export.take_output());
        }
    }
    export.finish().unwrap();
    file.extend(export.take_output());
    file
}

/// Type, shape and big-endian elements of a file.
fn read(file: &[u8]) -> (ElementType, Vec<u32>, Vec<u8>) {
    let store = store(file);
    let layout = store.layout().unwrap();
    let elements = store.bytes_of(0..store.items(), false).unwrap();
    assert_eq!(store.warnings(), []);
    (layout.element_type(), layout.shape().to_vec(), elements)
}

fn store(file: &[u8]) -> Store {
    let mut store = Store::new(Some(file.len() as u64), u64::MAX);
    let feed = |store: &mut Store| {
        while let Some(wanted) = store.wanted() {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            store.push(wanted.start, &file[start..end]).unwrap();
        }
    };
    feed(&mut store);
    let items: Vec<u64> = (0..store.items()).collect();
    store.want(&items);
    feed(&mut store);
    store
}

/// The names and the bytes of the files in an archive.
fn files(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let part = |wanted: std::ops::Range<u64>| {
        &archive[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()]
    };
    let mut members = Archive::new(archive.len() as u64);
    while let Some(wanted) = members.wanted() {
        members.push(part(wanted)).unwrap();
    }
    members.members().iter().map(|member| (member.name().to_owned(), part(member.range()).to_vec())).collect()
}

fn random_array(types: &'static [ElementType]) -> impl Strategy<Value = (ElementType, Vec<u32>, Vec<u8>)> {
    (select(types), vec(0..5_u32, 1..5)).prop_flat_map(|(element_type, shape)| {
        let len = shape.iter().product::<u32>() as usize * element_type.size();
        (Just(element_type), Just(shape), vec(any::<u8>(), len))
    })
}

proptest! {
    #[test]
    fn idx_and_npy_open_again_as_the_same_array(
        (element_type, shape, elements) in random_array(&ElementType::IDX),
        items in 1..4_usize,
    ) {
        let arrays = [array("a", element_type, &shape)];
        for format in [Format::Idx, Format::Npy] {
            let file = written(format, &arrays, std::slice::from_ref(&elements), items);
            prop_assert_eq!(Some(file.len() as u64), Export::size(format, &arrays, &[]));
            prop_assert_eq!(read(&file), (element_type, shape.clone(), elements.clone()));
        }
    }

    #[test]
    fn every_array_of_an_archive_opens_again(
        all in vec(random_array(&ElementType::ALL), 1..4),
        items in 1..4_usize,
    ) {
        let arrays: Vec<_> =
            all.iter().enumerate().map(|(at, (of, shape, _))| array(&format!("{at}é"), *of, shape)).collect();
        let elements: Vec<_> = all.iter().map(|(_, _, elements)| elements.clone()).collect();
        let file = written(Format::Npz, &arrays, &elements, items);
        prop_assert_eq!(Some(file.len() as u64), Export::size(Format::Npz, &arrays, &[]));
        let files = self::files(&file);
        prop_assert_eq!(files.len(), all.len());
        for (((name, file), array), expected) in files.iter().zip(&arrays).zip(all) {
            prop_assert_eq!(name, &format!("{}.npy", array.name));
            prop_assert_eq!(read(file), expected);
        }
    }

    #[test]
    fn the_class_names_of_an_archive_are_read_again(mut names in vec("[a-zé☃]{1,9}", 2..30)) {
        names.sort();
        names.dedup();
        let arrays = [array("labels", ElementType::U8, &[1])];
        let mut export = Export::new(Format::Npz, arrays.to_vec(), None).unwrap();
        export.name_classes(&names);
        export.push(&[0], &[]).unwrap();
        export.finish().unwrap();
        let file = export.take_output();
        prop_assert_eq!(Some(file.len() as u64), Export::size(Format::Npz, &arrays, &names));
        let files = self::files(&file);
        prop_assert_eq!(&files[1].0, "class_names.npy");
        let mut texts = TextLabels::new(files[1].1.len() as u64);
        while texts.wanted().is_some() {
            texts.push(&files[1].1).unwrap();
        }
        let found: Vec<_> = texts.class_names().iter().map(|(_, name)| name.clone()).collect();
        prop_assert_eq!(found, names);
    }

    #[test]
    fn the_values_of_csv_are_exact(
        (element_type, shape, elements) in random_array(&ElementType::ALL),
    ) {
        let arrays = [array("value", element_type, &shape)];
        prop_assume!(Format::Csv.holds(&arrays[0].layout));
        let text = written(Format::Csv, &arrays, std::slice::from_ref(&elements), 1);
        let text = String::from_utf8(text).unwrap();
        let mut lines = text.lines();
        let columns = lines.next().unwrap().split(',').count();
        let values: Vec<&str> = lines.flat_map(|line| line.split(',')).collect();
        prop_assert_eq!(columns as u64, arrays[0].layout.item_elements());
        prop_assert_eq!(values.len() * element_type.size(), elements.len());
        for (value, bytes) in values.iter().zip(elements.chunks(element_type.size())) {
            let expected = element_type.value(bytes);
            match element_type {
                ElementType::I64 => prop_assert_eq!(value.parse::<i64>().unwrap().to_be_bytes(), bytes),
                ElementType::U64 => prop_assert_eq!(value.parse::<u64>().unwrap().to_be_bytes(), bytes),
                _ => {
                    let parsed = value.parse::<f64>().unwrap();
                    let of_type = element_type.encode(parsed, ByteOrder::Big).filter(|_| element_type.is_float());
                    let found = of_type.map_or(parsed, |bytes| element_type.value(&bytes));
                    prop_assert!(found.total_cmp(&expected).is_eq() || found.is_nan() && expected.is_nan(), "{value} {expected}");
                }
            }
        }
    }
}

#[test]
fn lines_begin_with_the_label() {
    let text = |arrays: NamedArray, elements: &[u8], labels: &[f64], label_type| {
        let mut export = Export::new(Format::Csv, vec![arrays], label_type).unwrap();
        export.push(elements, labels).unwrap();
        export.finish().unwrap();
        String::from_utf8(export.take_output()).unwrap()
    };
    let images = array("value", ElementType::U8, &[3, 2, 2]);
    let pixels = [0, 1, 2, 255, 4, 5, 6, 7, 8, 9, 10, 11];
    assert_eq!(
        text(images, &pixels, &[7.0, f64::NAN, -1.0], Some(ElementType::I16)),
        "label,1x1,1x2,2x1,2x2\n7,0,1,2,255\n,4,5,6,7\n-1,8,9,10,11\n"
    );
    let rows = array("value", ElementType::U8, &[1, 2]);
    assert_eq!(text(rows, &[1, 2], &[f64::from(0.1_f32)], Some(ElementType::F32)), "label,value1,value2\n0.1,1,2\n");
    assert_eq!(text(array("label", ElementType::U8, &[2]), &[3, 4], &[], None), "label\n3\n4\n");
}

#[test]
fn numpy_arrays_are_little_endian_and_aligned() {
    let file = written(Format::Npy, &[array("a", ElementType::I16, &[2])], &[vec![0, 1, 0, 2]], 1);
    assert_eq!(file.len(), 128 + 4);
    assert!(file.starts_with(b"\x93NUMPY\x01\0\x76\0{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }"));
    assert_eq!(file[128..], [1, 0, 2, 0]);
    assert_eq!(Reader::new(&file[..]).unwrap().layout().byte_order(), ByteOrder::Little);
}

#[test]
fn idx_has_other_types_in_its_own() {
    for element_type in ElementType::ALL {
        let target = idx_type(element_type);
        let numbers: &[f64] = match element_type {
            ElementType::Bool => &[0.0, 1.0],
            ElementType::F16 | ElementType::Bf16 => &[-1.5, 0.25],
            ElementType::I64 => &[-1.0, 2_147_483_647.0],
            ElementType::U16 | ElementType::U32 | ElementType::U64 => &[0.0, 65_535.0],
            _ => &[1.0, 2.0],
        };
        let bytes = numbers.iter().flat_map(|&number| element_type.encode(number, ByteOrder::Big).unwrap()).collect();
        let arrays = [array("a", element_type, &[2])];
        let file = written(Format::Idx, &arrays, &[bytes], 1);
        assert_eq!(Some(file.len() as u64), Export::size(Format::Idx, &arrays, &[]), "{element_type:?}");
        let mut reader = Reader::new(&file[..]).unwrap();
        assert_eq!(reader.header().element_type(), target);
        assert!(target.code().is_some() && (element_type.code().is_none() || target == element_type));
        let mut found = [0.0; 2];
        reader.read_values(&mut found).unwrap();
        assert!(
            found.iter().zip(numbers).all(|(one, other)| one.total_cmp(other).is_eq()),
            "{element_type:?}: {found:?}"
        );
    }
    let halves = [0x7e00_u16, 0x7c00].map(u16::to_be_bytes);
    let file = written(Format::Idx, &[array("a", ElementType::F16, &[2])], &[halves.concat()], 2);
    let mut found = [0.0; 2];
    Reader::new(&file[..]).unwrap().read_values(&mut found).unwrap();
    assert!(found[0].is_nan() && found[1] == f64::INFINITY, "{found:?}");
    let labels = [7_i64, 1, 1 << 31].map(i64::to_be_bytes);
    let mut export = Export::new(Format::Idx, vec![array("a", ElementType::I64, &[3])], None).unwrap();
    assert_eq!(export.push(labels[..1].as_flattened(), &[]), Ok(()));
    assert_eq!(export.push(labels[1..].as_flattened(), &[]), Err(Error::IdxRange { found: 2 }));
}

#[test]
fn wrong_arrays_and_elements_are_refused() {
    let mismatch = |result| matches!(result, Err(Error::LengthMismatch { .. }));
    let images = array("a", ElementType::U8, &[2, 2]);
    for format in [Format::Idx, Format::Npy, Format::Csv] {
        assert!(mismatch(Export::new(format, vec![images.clone(); 2], None).map(|_| ())), "{format:?}");
        assert!(mismatch(Export::new(format, vec![], None).map(|_| ())), "{format:?}");
    }
    assert!(mismatch(Export::new(Format::Idx, vec![array("a", ElementType::U8, &[])], None).map(|_| ())));
    assert!(mismatch(Export::new(Format::Csv, vec![array("a", ElementType::U8, &[2, 0])], None).map(|_| ())));
    let wide = array("a", ElementType::U8, &[1, 1 << 21]);
    assert!(mismatch(Export::new(Format::Csv, vec![wide], None).map(|_| ())));

    let mut export = Export::new(Format::Csv, vec![images.clone()], Some(ElementType::U8)).unwrap();
    assert!(mismatch(export.push(&[1, 2], &[])));
    assert!(mismatch(export.push(&[1, 2, 3], &[1.0])));
    assert!(mismatch(export.push(&[1, 2, 3, 4, 5, 6], &[1.0, 2.0, 3.0])));
    export.push(&[1, 2], &[1.0]).unwrap();
    assert!(mismatch(export.finish()));
    export.push(&[3, 4], &[2.0]).unwrap();
    assert!(mismatch(export.push(&[5, 6], &[3.0])));
    export.finish().unwrap();
    assert_eq!(export.take_output(), b"label,a1,a2\n1,1,2\n2,3,4\n");
}

#[test]
fn pictures_stand_in_the_folders_of_their_classes() {
    let layout = |element_type, shape: &[u32]| Layout::new(element_type, shape.to_vec()).unwrap();
    for (element_type, shape, fit) in [
        (ElementType::U8, &[1, 2, 2][..], true),
        (ElementType::U16, &[1, 2, 2, 4], true),
        (ElementType::U8, &[1, 3, 2, 2], false),
        (ElementType::U8, &[1, 4], false),
        (ElementType::U8, &[1, 0, 2], false),
        (ElementType::I8, &[1, 2, 2], false),
    ] {
        assert_eq!(Pictures::fit(&layout(element_type, shape)), fit, "{element_type:?} {shape:?}");
    }
    let mut parts = Pictures::new(&layout(ElementType::U8, &[2, 1, 1]), Some(ElementType::U8), 2, []).unwrap();
    for (at, part) in [(0, "train"), (1, "test")] {
        parts.begin(part);
        parts.push(&[1], &[at], &[5.0]).unwrap();
    }
    parts.finish();
    let files = self::files(&parts.take_output());
    let names: Vec<&str> = files.iter().map(|(name, _)| &name[..]).collect();
    assert_eq!(names, ["train/5/0.png", "train/metadata.csv", "test/5/1.png", "test/metadata.csv"]);
    assert_eq!(files[3].1, b"file_name,label,name\n5/1.png,5,\n");

    let ankle = Folder { folder: "9-Ankle-boot".into(), name: "Ankle boot, \"high\"".into() };
    let (images, labels) = (layout(ElementType::U8, &[3, 1, 2]), Some(ElementType::F32));
    let mut pictures = Pictures::new(&images, labels, 1001, [(9.0, ankle)]).unwrap();
    let mut file = Vec::new();
    assert!(matches!(pictures.push(&[1, 2, 3], &[1], &[9.0]), Err(Error::LengthMismatch { .. })));
    assert!(matches!(pictures.push(&[1, 2], &[1], &[]), Err(Error::LengthMismatch { .. })));
    pictures.push(&[1, 2, 3, 4], &[1000, 7], &[9.0, f64::from(3.346_f32)]).unwrap();
    file.extend(pictures.take_output());
    pictures.push(&[5, 6], &[8], &[f64::NAN]).unwrap();
    pictures.finish();
    file.extend(pictures.take_output());
    let files = self::files(&file);
    let names: Vec<&str> = files.iter().map(|(name, _)| &name[..]).collect();
    assert_eq!(names, ["9-Ankle-boot/1000.png", "3.346/0007.png", "unlabelled/0008.png", "metadata.csv"]);
    assert_eq!(
        std::str::from_utf8(&files[3].1).unwrap(),
        "file_name,label,name\n9-Ankle-boot/1000.png,9,\"Ankle boot, \"\"high\"\"\"\n3.346/0007.png,3.346,\nunlabelled/0008.png,,\n"
    );
    let picture = &files[0].1;
    assert!(picture.starts_with(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x01\x08\0\0\0\0"));
    let mut decoder = flate2::read::ZlibDecoder::new(&picture[41..]);
    let mut data = Vec::new();
    std::io::Read::read_to_end(&mut decoder, &mut data).unwrap();
    assert_eq!(data, [0, 1, 2]);
}

#[test]
fn a_table_has_the_other_columns_of_labels() {
    let mut pictures =
        Pictures::new(&Layout::new(ElementType::U8, vec![2, 1, 1]).unwrap(), Some(ElementType::F32), 2, []).unwrap();
    pictures.add_columns(["writer, NIST".into(), "score".into()]);
    assert!(matches!(pictures.push(&[1, 2], &[0, 1], &[5.0, 4.0]), Err(Error::LengthMismatch { .. })));
    for (at, part) in [(0, "train"), (1, "test")] {
        pictures.begin(part);
        pictures.push(&[1], &[at], &[5.0, 250.0, f64::NAN]).unwrap();
    }
    pictures.finish();
    let files = self::files(&pictures.take_output());
    for (at, line) in [(1, "5/0.png,5,,250,"), (3, "5/1.png,5,,250,")] {
        let table = format!("file_name,label,name,\"writer, NIST\",score\n{line}\n");
        assert_eq!(std::str::from_utf8(&files[at].1).unwrap(), table);
    }
}

#[test]
fn a_table_has_the_names_of_the_pictures_that_items_were_made_of() {
    let mut pictures =
        Pictures::new(&Layout::new(ElementType::U8, vec![3, 1, 1]).unwrap(), Some(ElementType::U8), 3, []).unwrap();
    pictures.add_columns(["writer".into()]);
    pictures.name_values(0, [(8.0, "a, b".into())]);
    pictures.name_pictures("owls/a, b.png\nç.png\n".into());
    pictures.push(&[1, 2, 3], &[1, 0, 2], &[5.0, 6.0, 7.0, 8.0, 9.0, 10.0]).unwrap();
    pictures.finish();
    let files = self::files(&pictures.take_output());
    let table = [
        "file_name,label,name,writer,original_file",
        "5/1.png,5,,6,ç.png",
        "7/0.png,7,,\"a, b\",\"owls/a, b.png\"",
        // An item behind the last name has none.
        "9/2.png,9,,10,",
    ];
    assert_eq!(std::str::from_utf8(&files[3].1).unwrap(), table.map(|line| format!("{line}\n")).concat());
}

#[test]
fn items_are_given_as_stored_and_as_shown() {
    let arrange = |shape: &[u32], letters: &str, reshape: Option<Vec<u32>>| {
        let count = shape.iter().product::<u32>();
        let elements: Vec<u8> = (0..count).map(|value| u8::try_from(value % 251).unwrap()).collect();
        let mut store = store(&encode(shape, &elements).unwrap());
        store.presentation_mut().arrange(reshape, Orientation::parse(letters).unwrap());
        store
    };
    let shown = |store: &Store, item| (store.shown_shape(), store.bytes_of([item], true).unwrap());

    let images = arrange(&[2, 2, 3], "", None);
    assert_eq!(shown(&images, 1), (None, vec![6, 7, 8, 9, 10, 11]));
    assert_eq!(images.bytes_of([1, 0], false).unwrap(), [6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5]);
    assert_eq!(images.bytes_of([2], false), None);

    let transposed = arrange(&[2, 2, 3], "t", None);
    assert_eq!(shown(&transposed, 0), (Some(vec![3, 2]), vec![0, 3, 1, 4, 2, 5]));
    assert_eq!(transposed.bytes_of([0], false).unwrap(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(shown(&arrange(&[2, 2, 3], "h", None), 0), (Some(vec![2, 3]), vec![2, 1, 0, 5, 4, 3]));
    assert_eq!(shown(&arrange(&[2, 2, 3], "v", None), 0), (Some(vec![2, 3]), vec![3, 4, 5, 0, 1, 2]));

    // A folded row is the same elements in another shape.
    let folded = arrange(&[2, 784], "", None);
    assert_eq!(folded.shown_shape(), Some(vec![28, 28]));
    assert_eq!(folded.bytes_of([1], true), folded.bytes_of([1], false));
    assert_eq!(arrange(&[2, 2, 3], "", Some(vec![3, 2])).shown_shape(), Some(vec![3, 2]));

    // Channels come to the end; where they are there, nothing changes.
    let planes = arrange(&[1, 3, 2, 2], "", None);
    assert_eq!(shown(&planes, 0), (Some(vec![2, 2, 3]), vec![0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]));
    assert_eq!(arrange(&[1, 2, 2, 3], "", None).shown_shape(), None);

    // Slices below each other say less than the dimensions do; one slice is another file.
    let mut volume = arrange(&[1, 5, 6, 7], "", None);
    volume.presentation_mut().show(Some(View::Slice));
    volume.presentation_mut().cut(vec![Axis::At(1), Axis::Rows, Axis::Columns]);
    let (shape, slice) = shown(&volume, 0);
    assert_eq!((shape, slice[..2].to_vec(), slice.len()), (Some(vec![6, 7]), vec![42, 43], 42));
    assert_eq!(arrange(&[3], "", None).shown_shape(), None);
    assert_eq!(arrange(&[3, 0], "t", None).shown_shape(), None);
}
