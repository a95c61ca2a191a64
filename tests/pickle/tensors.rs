//! Tensors of `PyTorch`'s: in archives, in files of before, and where they lie about their storages.

use idxlens::format::zip::Archive;

use super::{
    ElementType, Pickle, all, bytes, count, names, values,
    writer::{dict, file, list, list_of, numbers, object, storage, tensor, text, tuple},
    zip_writer::{Entry, Writer},
};

/// Three images of 2 × 2 pixels and their labels, as torchvision kept MNIST.
fn pair() -> Vec<u8> {
    let images = tensor(&storage("ByteStorage", "0", 12), 0, &[3, 2, 2], &[4, 2, 1]);
    let labels = tensor(&storage("LongStorage", "1", 3), 0, &[3], &[1]);
    tuple(&[images, labels])
}

fn labels() -> Vec<u8> {
    [7_i64, -2, 1 << 40].iter().flat_map(|label| label.to_le_bytes()).collect()
}

/// The archive of an object, and of its storages by their keys.
pub(crate) fn archive(object: &[u8], storages: &[(&str, &[u8])], order: &str) -> Vec<u8> {
    let mut writer = Writer::default();
    let names = storages.iter().map(|(key, _)| format!("training/data/{key}")).collect::<Vec<_>>();
    writer.add(Entry { name: "training/data.pkl", data: &file(object), ..Entry::default() });
    writer.add(Entry { name: "training/byteorder", data: order.as_bytes(), ..Entry::default() });
    for ((_, data), name) in storages.iter().zip(&names) {
        writer.add(Entry { name, data, ..Entry::default() });
    }
    writer.add(Entry { name: "training/version", data: b"3\n", ..Entry::default() });
    writer.finish(b"")
}

/// What is in an archive, if `torch.save` wrote it, followed by what comes out.
fn read(file: &[u8]) -> Option<(Pickle, Vec<u8>)> {
    read_as(file, |pickle| pickle)
}

pub(crate) fn read_as(file: &[u8], how: fn(Pickle) -> Pickle) -> Option<(Pickle, Vec<u8>)> {
    let range = |wanted: std::ops::Range<u64>| {
        usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap().min(file.len())
    };
    let mut archive = Archive::new(file.len() as u64);
    while let Some(wanted) = archive.wanted() {
        archive.push(&file[range(wanted)]).unwrap();
    }
    let (mut pickle, mut content) = (how(Pickle::in_archive(&archive)?), file.to_vec());
    while let Some(wanted) = pickle.wanted() {
        pickle.push(&file[range(wanted)]).unwrap();
        content.extend(pickle.take_output());
    }
    Some((pickle, content))
}

/// The file that versions before 1.6 wrote: five pickles, and the storages behind them.
fn old(object: &[u8], storages: &[(&str, u64, &[u8])]) -> Vec<u8> {
    let keys: Vec<u8> = storages.iter().flat_map(|(key, ..)| text(key)).collect();
    let magic = b"\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19.".to_vec();
    let parts = [magic, file(b"M\xE9\x03"), file(b"}"), file(object), file(&[b"](", &keys[..], b"e"].concat())];
    let storages = storages.iter().map(|(_, len, data)| [&len.to_le_bytes()[..], data].concat());
    parts.into_iter().chain(storages).collect::<Vec<_>>().concat()
}

#[test]
fn images_and_labels_of_an_archive_are_read_in_place() {
    let file = archive(&pair(), &[("0", &count(12)), ("1", &labels())], "little");
    let (pickle, content) = read(&file).unwrap();
    assert_eq!(content.len(), file.len());
    let [images, labels] = &values(&pickle, &content)[..] else { panic!("{:?}", names(&pickle)) };
    let pixels: Vec<f64> = (0..12).map(f64::from).collect();
    assert_eq!(*images, ("images.npy".into(), ElementType::U8, vec![3, 2, 2], pixels));
    assert_eq!(*labels, ("labels.npy".into(), ElementType::I64, vec![3], vec![7.0, -2.0, 1_099_511_627_776.0]));
}

#[test]
fn a_file_of_an_old_version_has_its_storages_behind_it() {
    // A length of 128 starts like a pickle.
    let many = count(128);
    let object = dict(&[("x", tensor(&storage("ByteStorage", "a", 128), 0, &[2, 64], &[64, 1])), ("y", pair())]);
    let storages: [(&str, u64, &[u8]); 3] = [("a", 128, &many), ("0", 12, &count(12)), ("1", 3, &labels())];
    let file = old(&object, &storages);
    let (pickle, content, fault) = all(&file);
    assert_eq!(fault, None);
    assert_eq!(names(&pickle), [("x.npy", true), ("y.images.npy", true), ("y.labels.npy", true)]);
    let found = values(&pickle, &content);
    assert_eq!(found[0].3, (0..128).map(f64::from).collect::<Vec<_>>());
    assert_eq!(found[2].3, [7.0, -2.0, 1_099_511_627_776.0]);
    // In pieces of any size.
    for piece in [1, 2, 7, 64] {
        let (pickle, content, fault) = super::read(&file, u64::MAX, piece);
        assert_eq!((values(&pickle, &content), fault), (found.clone(), None), "{piece}");
    }
    // One that ends early gives what is there of its labels.
    let (pickle, content, _) = all(&file[..file.len() - 9]);
    let cut = &pickle.members()[2];
    assert_eq!((bytes(&content, cut).len(), cut.is_cut()), (cut.head().len() + 15, true));
}

#[test]
fn views_of_a_storage_are_parts_of_it() {
    let shared = storage("ByteStorage", "0", 12);
    let second = tensor(&shared, 4, &[2, 2, 2], &[4, 2, 1]);
    let columns = tensor(&shared, 0, &[3, 4], &[1, 3]);
    let single = tensor(&shared, 8, &[1, 2, 1], &[99, 1, 50]);
    let steps = tensor(&shared, 0, &[6], &[2]);
    let repeated = tensor(&shared, 0, &[5, 12], &[0, 1]);
    let number = tensor(&shared, 0, &[], &[]);
    let parts = [second, columns, single, steps, repeated, number];
    let (pickle, content) = read(&archive(&list_of(&parts), &[("0", &count(12))], "little")).unwrap();
    let readable: Vec<bool> = names(&pickle).iter().map(|(_, is_readable)| *is_readable).collect();
    assert_eq!(readable, [true, true, true, false, false, false]);
    let values = values(&pickle, &content);
    assert_eq!(values[0].3, [4., 5., 6., 7., 8., 9., 10., 11.]);
    assert_eq!(values[1].3, [0., 3., 6., 9., 1., 4., 7., 10., 2., 5., 8., 11.]);
    assert_eq!((&values[2].2[..], &values[2].3[..]), (&[1, 2, 1][..], &[8., 9.][..]));
}

#[test]
fn types_and_byte_orders_are_those_of_the_storages() {
    let [float, brain] = [("FloatStorage", "f"), ("BFloat16Storage", "b")]
        .map(|(class, key)| tensor(&storage(class, key, 2), 0, &[2], &[1]));
    let parameter = [object("torch._utils", "_rebuild_parameter"), tuple(&[float, b"\x88".to_vec()]), b"R".to_vec()];
    let object = dict(&[("weight", parameter.concat()), ("brain", brain)]);
    for (order, file) in [("little", [1.5_f32, -2.0].map(f32::to_le_bytes)), ("big", [1.5, -2.0].map(f32::to_be_bytes))]
    {
        // The halves with the exponents.
        let halves: Vec<u8> = file
            .iter()
            .flat_map(|number| if order == "little" { &number[2..] } else { &number[..2] })
            .copied()
            .collect();
        let (pickle, content) = read(&archive(&object, &[("f", &file.concat()), ("b", &halves)], order)).unwrap();
        assert_eq!(names(&pickle), [("weight.npy", true), ("brain.npy", true)]);
        let values = values(&pickle, &content);
        assert_eq!([&values[0].3[..], &values[1].3[..]], [[1.5, -2.0]; 2], "{order}");
        assert_eq!(values[1].1, ElementType::Bf16);
    }
}

#[test]
fn tensors_of_a_storage_of_bytes_name_the_type_of_their_elements() {
    let untyped = [
        tuple(&[text("storage"), object("torch.storage", "UntypedStorage"), text("0"), text("cpu"), vec![b'K', 8]]),
        b"Q".to_vec(),
    ]
    .concat();
    let tensor = |class: &str| {
        let hooks = [object("collections", "OrderedDict"), b")R".to_vec()].concat();
        let parts =
            [untyped.clone(), vec![b'K', 1], numbers(&[3]), numbers(&[1]), vec![0x89], hooks, object("torch", class)];
        [object("torch._utils", "_rebuild_tensor_v3"), tuple(&parts), b"R".to_vec()].concat()
    };
    let object = dict(&[("pixels", tensor("uint16")), ("small", tensor("float8_e5m2"))]);
    let elements: Vec<u8> = [7_u16, 40_000, 3, 9].iter().flat_map(|element| element.to_le_bytes()).collect();
    let (pickle, content) = read(&archive(&object, &[("0", &elements)], "little")).unwrap();
    assert_eq!(names(&pickle), [("pixels.npy", true), ("small.npy", false)]);
    assert_eq!(
        values(&pickle, &content)[0],
        ("pixels.npy".into(), ElementType::U16, vec![3], vec![40_000.0, 3.0, 9.0])
    );
}

#[test]
fn other_archives_are_none_of_torch() {
    let mut writer = Writer::default();
    writer.add(Entry { name: "a/data.pkl", data: &file(&list(&[1])), ..Entry::default() });
    assert!(read(&writer.finish(b"")).is_none());
    let mut writer = Writer::default();
    writer.add(Entry { name: "a/data.pkl", data: &file(&list(&[1])), deflated: true, ..Entry::default() });
    writer.add(Entry { name: "a/version", data: b"3\n", ..Entry::default() });
    assert!(read(&writer.finish(b"")).is_none());
}

#[test]
fn storages_that_are_missing_or_short_do_no_harm() {
    // A storage that no file holds, one that is shorter than it says, and an offset behind its end.
    let object = list_of(&[
        tensor(&storage("ByteStorage", "none", 12), 0, &[12], &[1]),
        tensor(&storage("ByteStorage", "0", 12), 0, &[3, 4], &[4, 1]),
        tensor(&storage("ByteStorage", "0", 12), 200, &[12], &[1]),
        tensor(&storage("LongStorage", "0", 255), 255, &[255, 255, 255], &[255, 255, 1]),
    ]);
    let (pickle, content) = read(&archive(&object, &[("0", &count(9))], "little")).unwrap();
    assert_eq!(names(&pickle), [("0.npy", false), ("1.npy", true), ("3.npy", false)]);
    assert_eq!(bytes(&content, &pickle.members()[1]).len(), pickle.members()[1].head().len() + 9);
    assert!(pickle.members()[1].is_cut());
    // Keys that are not in the list, or twice.
    for keys in [&[][..], &[("0", 12, &[7; 12][..]), ("0", 12, &[8; 12])]] {
        let (pickle, _, fault) = all(&old(&pair(), keys));
        assert_eq!((pickle.members().len(), fault), (2, None));
    }
    // Views that are none.
    for wrong in [
        tensor(&storage("ByteStorage", "0", 12), 0, &[3, 4], &[1]),
        tensor(&text("storage"), 0, &[3], &[1]),
        [numbers(&[1, 2]), b"Q".to_vec()].concat(),
        storage("ByteStorage", "0", 12)[..].repeat(2),
    ] {
        let (pickle, ..) = all(&file(&wrong));
        assert!(pickle.members().iter().all(|member| !member.is_readable()));
    }
}
