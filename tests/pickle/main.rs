//! Python pickles: the arrays in them, and what is wrong with damaged and hostile ones.
#![cfg(not(target_arch = "wasm32"))]

mod damage;
mod lines;
mod stacks;
mod tensors;
mod texts;
mod writer;
#[path = "../zip/writer.rs"]
#[allow(dead_code, reason = "only few kinds of entries are needed")]
mod zip_writer;

use idxlens::{
    error::{Error, PickleFault},
    format::{element::ElementType, encode::gzip, member::Member, pickle::Pickle, reader::Reader, reorder::Reorder},
};

use self::writer::{array, dict, file, from_buffer, list, list_of, object, text, tuple};

/// The file with what comes out behind it, read in pieces of up to so many bytes, and the fault.
fn read(file: &[u8], limit: u64, piece: usize) -> (Pickle, Vec<u8>, Option<Error>) {
    let (mut pickle, mut content, mut fault) = (Pickle::new(file.len() as u64).with_limit(limit), file.to_vec(), None);
    while let Some(wanted) = pickle.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        fault = pickle.push(&file[start..end.min(start.saturating_add(piece))]).err();
        content.extend(pickle.take_output());
    }
    (pickle, content, fault)
}

fn all(file: &[u8]) -> (Pickle, Vec<u8>, Option<Error>) {
    read(file, u64::MAX, usize::MAX)
}

/// An array as a file of its own; empty if it cannot be read.
fn bytes(content: &[u8], member: &Member) -> Vec<u8> {
    let [start, end] = [member.range().start, member.range().end].map(|at| usize::try_from(at).unwrap());
    [member.head(), &content[start..end]].concat()
}

type Values = (String, ElementType, Vec<u32>, Vec<f64>);

/// The name, type, shape and values of each array that can be read.
fn values(pickle: &Pickle, content: &[u8]) -> Vec<Values> {
    let readable = pickle.members().iter().filter(|member| member.is_readable());
    let values = readable.map(|member| {
        let array = bytes(content, member);
        let fortran = array.windows(4).any(|text| text == b"True");
        let (mut reorder, mut output) = (Reorder::new(array.len() as u64), Vec::new());
        while let Some(wanted) = reorder.wanted().filter(|_| fortran) {
            reorder.push(&array[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()]).unwrap();
            output.extend(reorder.take_output());
        }
        let mut reader = Reader::new(if fortran { &output[..] } else { &array }).unwrap();
        let (element_type, shape) = (reader.header().element_type(), reader.header().shape().to_vec());
        let mut values = vec![0.0; shape.iter().product::<u32>() as usize];
        let count = reader.read_values(&mut values).unwrap_or(0);
        values.truncate(count);
        (member.name().to_owned(), element_type, shape, values)
    });
    values.collect()
}

fn names(pickle: &Pickle) -> Vec<(&str, bool)> {
    pickle.members().iter().map(|member| (member.name(), member.is_readable())).collect()
}

fn count(len: u8) -> Vec<u8> {
    (0..len).collect()
}

/// Three images of 2 × 2 pixels and their labels.
fn images() -> Vec<u8> {
    array(&[3, 2, 2], "u1", "|", false, &count(12))
}

fn labels() -> Vec<u8> {
    list(&[7, 2, 300])
}

fn sample() -> Vec<u8> {
    file(&dict(&[("x", images()), ("y", labels()), ("name", text("MNIST"))]))
}

#[test]
fn arrays_stay_in_place_and_lists_come_out() {
    let file = sample();
    let (pickle, content, fault) = all(&file);
    assert_eq!(fault, None);
    let expected = [
        ("x.npy".into(), ElementType::U8, vec![3, 2, 2], count(12).into_iter().map(f64::from).collect::<Vec<_>>()),
        ("y.npy".into(), ElementType::I64, vec![3], vec![7.0, 2.0, 300.0]),
    ];
    assert_eq!(values(&pickle, &content), expected);
    assert!(pickle.members()[0].range().end < file.len() as u64);
    assert_eq!(content.len(), file.len() + 3 * 8);
    // Everything comes out of a gzip file.
    let packed = gzip(&file);
    let (pickle, content, fault) = all(&packed);
    assert_eq!((fault, values(&pickle, &content)), (None, expected.to_vec()));
    assert!(pickle.members()[0].range().start >= packed.len() as u64);
}

#[test]
fn types_orders_and_the_array_of_protocol_5_are_read() {
    let numbers: Vec<u8> = [1_i16, -2, 3, 4, 5, 6].iter().flat_map(|number| number.to_be_bytes()).collect();
    let file = file(&tuple(&[
        array(&[2, 3], "i2", ">", false, &numbers),
        array(&[2, 3], "i2", ">", true, &numbers),
        from_buffer(&[2, 2], "u1", "C", &[1, 2, 3, 4]),
        from_buffer(&[2, 2], "u1", "F", &[1, 2, 3, 4]),
    ]));
    let (pickle, content, fault) = all(&file);
    assert_eq!(fault, None);
    let found: Vec<_> = values(&pickle, &content).into_iter().map(|(name, _, _, values)| (name, values)).collect();
    let expected: [(String, Vec<f64>); 4] = [
        ("0.npy".into(), vec![1.0, -2.0, 3.0, 4.0, 5.0, 6.0]),
        ("1.npy".into(), vec![1.0, 3.0, 5.0, -2.0, 4.0, 6.0]),
        ("2.npy".into(), vec![1.0, 2.0, 3.0, 4.0]),
        ("3.npy".into(), vec![1.0, 3.0, 2.0, 4.0]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_names_are_those_of_the_textbooks_and_of_cifar() {
    let part = |count: u8| {
        let images = array(&[count.into(), 4], "u1", "|", false, &vec![1; 4 * usize::from(count)]);
        tuple(&[images, array(&[count.into()], "u1", "|", false, &vec![1; count.into()])])
    };
    let rows = |count: u32| array(&[count, 3072], "u1", "|", false, &vec![9; 3072 * count as usize]);
    for (object, expected) in [
        (
            tuple(&[part(3), part(2), part(2)]),
            &["train.images", "train.labels", "valid.images", "valid.labels", "test.images", "test.labels"][..],
        ),
        (tuple(&[part(3), part(2)]), &["train.images", "train.labels", "test.images", "test.labels"]),
        (part(3), &["images", "labels"]),
        (tuple(&[images(), labels()]), &["images", "labels"]),
        (tuple(&[images(), array(&[4], "u1", "|", false, &[0; 4])]), &["0", "1"]),
        (images(), &["arr_0"]),
        (dict(&[("a", dict(&[("b", tuple(&[images()]))]))]), &["a.b.0"]),
        (dict(&[("data", rows(3)), ("labels", labels())]), &["data", "labels"]),
    ] {
        let (pickle, _, fault) = all(&file(&object));
        let found: Vec<_> = pickle.members().iter().map(|member| member.name().trim_end_matches(".npy")).collect();
        assert_eq!((found, fault), (expected.to_vec(), None));
    }
    // CIFAR's rows are colour images, plane by plane; other rows are not.
    for (key, shape) in [("fine_labels", vec![3, 3, 32, 32]), ("numbers", vec![3, 3072])] {
        let (pickle, content, _) = all(&file(&dict(&[(key, labels()), ("data", rows(3))])));
        assert_eq!(values(&pickle, &content)[1].2, shape);
    }
    // CIFAR-100's labels are one array of two columns, the fine label first, if each image has both.
    let batch = |coarse: &[u32]| {
        let labels = [("coarse_labels", list(coarse)), ("fine_labels", list(&[70, 80, 90])), ("data", rows(3))];
        let (pickle, content, _) = all(&file(&dict(&labels)));
        let found = values(&pickle, &content);
        found.into_iter().filter(|(name, ..)| name.contains("labels")).collect::<Vec<_>>()
    };
    let array = |name: &str, shape: &[u32], values: &[f64]| {
        (format!("{name}.npy"), ElementType::U8, shape.to_vec(), values.to_vec())
    };
    assert_eq!(batch(&[7, 8, 9]), [array("fine_labels", &[3, 2], &[70.0, 7.0, 80.0, 8.0, 90.0, 9.0])]);
    let apart = [array("coarse_labels", &[2], &[7.0, 8.0]), array("fine_labels", &[3], &[70.0, 80.0, 90.0])];
    assert_eq!(batch(&[7, 8]), apart);
}

#[test]
fn text_of_python_3_in_old_protocols_becomes_bytes() {
    let elements: Vec<u8> = count(255).into_iter().cycle().take(600).collect();
    let characters: String = elements.iter().map(|&byte| char::from(byte)).collect();
    let encoded = |marked: bool| {
        let arguments = if marked {
            [b"(", &text(&characters)[..], &text("latin1"), b"t"].concat()
        } else {
            tuple(&[text(&characters), text("latin1")])
        };
        [object("_codecs", "encode"), arguments, b"R".to_vec()].concat()
    };
    // The arguments of the function can be behind a mark.
    for marked in [true, false] {
        let file = file(&writer::array_of(&[2, 300], "u1", "|", false, &encoded(marked)));
        let (pickle, content, fault) = all(&file);
        assert_eq!(fault, None);
        assert_eq!(bytes(&content, &pickle.members()[0])[pickle.members()[0].head().len()..], elements);
        let (pickle, _, _) = all(&file[..file.len() - 400]);
        assert_eq!(pickle.members().iter().map(Member::is_cut).collect::<Vec<_>>(), [true]);
    }
    let wide = [object("_codecs", "encode"), tuple(&[text("\u{100}"), text("latin1")]), b"R".to_vec()].concat();
    let (_, _, fault) = all(&file(&wide));
    assert!(matches!(fault, Some(Error::Pickle(PickleFault::Instruction { .. }))), "{fault:?}");
}

#[test]
fn what_is_no_array_of_numbers_is_named_or_left_out() {
    let kinds = ["O8", "V8", "V2", "M8", "c16"].map(|kind| array(&[1], kind, "<", false, &[0; 8]));
    let numbers = [array(&[], "u1", "|", false, &[1]), array(&[0, 4], "u1", "|", false, &[])];
    let (pickle, _, fault) = all(&file(&tuple(&[&kinds[..], &numbers, &[text("words"), list(&[])]].concat())));
    assert_eq!(fault, None);
    assert_eq!(names(&pickle).iter().map(|(_, is_readable)| *is_readable).collect::<Vec<_>>(), [false; 7]);
}

#[test]
fn the_first_large_array_is_known_before_its_end() {
    const LEN: usize = 1 << 21;
    let elements: Vec<u8> = (0..LEN).map(|at| at.to_le_bytes()[0]).collect();
    let sizes = [1 << 15, 8, 8];
    let labels = array(&[9], "u1", "|", false, &[1; 9]);
    let images = array(&sizes, "u1", "|", false, &elements);
    let latin1: String = elements.iter().map(|&byte| char::from(byte)).collect();
    let encoded = [object("_codecs", "encode"), tuple(&[text(&latin1), text("latin1")]), b"R".to_vec()].concat();
    let encoded = writer::array_of(&sizes, "u1", "|", false, &encoded);
    let numbers = list(&vec![300; 70_000]);
    let small = array(&[2, 3, 3], "u1", "|", false, &[1; 18]);
    for (root, is_early, is_known) in [
        (tuple(&[images.clone(), labels.clone()]), true, true),
        (tuple(&[images.clone(), labels.clone(), small.clone(), labels.clone()]), true, true),
        (dict(&[("y", labels.clone()), ("x", images.clone())]), true, true),
        (dict(&[("small", small), ("x", images.clone())]), true, true),
        (encoded, true, true),
        // Its shape comes after its elements.
        (from_buffer(&sizes, "u1", "C", &elements), false, true),
        // Too much comes before it.
        (tuple(&[numbers, images.clone()]), false, true),
        // In Fortran's order, no item is whole before the end.
        (array(&sizes, "u1", "|", true, &elements), false, false),
        // A list may be one array. That of pairs is none, which is known at the end.
        (list_of(&vec![images.clone(); 3]), false, false),
        (list_of(&[tuple(&[images.clone(), labels.clone()])]), false, false),
        (dict(&[("x", list_of(&vec![images; 3]))]), false, false),
        (labels, false, false),
    ] {
        let packed = gzip(&file(&root));
        let (mut pickle, mut content, mut before) = (Pickle::new(packed.len() as u64), packed.clone(), 0);
        while let Some(wanted) = pickle.wanted() {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            pickle.push(&packed[start..end.min(start + 100)]).unwrap();
            content.extend(pickle.take_output());
            if let Some(early) = pickle.early().filter(Member::is_cut) {
                before += 1;
                let [start, end] = [early.range().start, early.range().end].map(|at| usize::try_from(at).unwrap());
                assert_eq!(content[start..end], elements[..end - start]);
                assert!(early.is_readable());
            }
        }
        assert!(if is_early { before > 10 } else { before == 0 }, "{before} times");
        // At the end it is one of all.
        let early = pickle.early().map(|early| early.range());
        assert_eq!(early.is_some(), is_known);
        assert!(early.is_none_or(|range| pickle.members().iter().any(|member| member.range() == range)));
    }
}

#[test]
fn several_pickles_in_a_row_are_one_file() {
    let (pickle, _, fault) = all(&[file(&images()), file(&labels())].concat());
    assert_eq!((names(&pickle), fault), (vec![("images.npy", true), ("labels.npy", true)], None));
    // Other bytes after them are left alone.
    let (pickle, _, fault) = all(&[file(&images()), vec![7; 5000]].concat());
    assert_eq!((names(&pickle), fault), (vec![("arr_0.npy", true)], None));
}
