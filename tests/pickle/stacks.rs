//! Lists of arrays of one shape, and lists of lists of numbers, which become one array.

use idxlens::{
    error::{Error, PickleFault},
    format::{element::ElementType, member::Member},
};

use super::{
    Pickle, all, bytes, count, gzip, labels, names, read, tensors, values,
    writer::{array, array_of, dict, file, list, list_of, storage, tensor, text, tuple},
};

/// So many images of 2 × 3 pixels.
fn images(count: u8) -> Vec<Vec<u8>> {
    (0..count).map(|at| array(&[2, 3], "u1", "|", false, &[at; 6])).collect()
}

/// The pixels of these.
fn pixels(count: u8) -> Vec<f64> {
    (0..count).flat_map(|at| [f64::from(at); 6]).collect()
}

fn numbers(count: u8) -> Vec<u8> {
    list(&(0..count.into()).collect::<Vec<_>>())
}

#[test]
fn many_arrays_of_one_shape_are_one_array() {
    let objects = array_of(&[20], "O8", "|", false, &list_of(&images(20)));
    for (object, name) in [
        (list_of(&images(20)), "arr_0.npy"),
        (tuple(&images(20)), "arr_0.npy"),
        (objects, "arr_0.npy"),
        (tuple(&[list_of(&images(20)), numbers(20)]), "images.npy"),
        (dict(&[("labels", numbers(20)), ("x", list_of(&images(20)))]), "x.npy"),
    ] {
        let file = file(&object);
        for file in [file.clone(), gzip(&file)] {
            let whole = all(&file);
            for piece in [1, 7, 100, usize::MAX] {
                let (pickle, content, fault) = read(&file, u64::MAX, piece);
                assert_eq!((fault, pickle.members()), (None, whole.0.members()));
                let found = values(&pickle, &content);
                let (_, _, shape, values) = found.iter().find(|(found, ..)| found == name).unwrap();
                assert_eq!((&shape[..], values), (&[20, 2, 3][..], &pixels(20)));
                if let Some((_, _, _, labels)) = found.iter().find(|(name, ..)| name.starts_with("labels")) {
                    assert_eq!(*labels, (0..20).map(f64::from).collect::<Vec<_>>());
                }
            }
        }
    }
    // What is kept of each is little.
    let mnist = list_of(&vec![array(&[2, 2], "u1", "|", false, &[7; 4]); 10_000]);
    let (pickle, content, fault) = all(&file(&mnist));
    assert_eq!((fault, values(&pickle, &content)[0].2.clone()), (None, vec![10_000, 2, 2]));
    // Whatever the rank of an item is, up to that of a colour image.
    for shape in [&[4][..], &[2, 2, 3]] {
        let len = shape.iter().product::<u32>() as usize * 2;
        let (pickle, content, _) = all(&file(&list_of(&vec![array(shape, "u2", ">", false, &vec![1; len]); 11])));
        assert_eq!(values(&pickle, &content)[0].2, [&[11], shape].concat());
    }
}

#[test]
fn few_arrays_and_datasets_stay_apart() {
    let rank_4 = array(&[2, 1, 1, 3], "u1", "|", false, &count(6));
    let fortran = array(&[2, 3], "u1", "|", true, &count(6));
    for (object, count) in [
        (list_of(&images(10)), 10),
        (tuple(&images(3)), 3),
        (list_of(&vec![rank_4; 11]), 11),
        (list_of(&vec![fortran; 11]), 11),
        // Different types; and parts that differ in the number of their items.
        (list_of(&[images(11), vec![array(&[2, 3], "i1", "|", false, &count(6))]].concat()), 12),
        (list_of(&[images(11), vec![array(&[1, 3], "u1", "|", false, &count(3))]].concat()), 12),
        (list_of(&[images(11), vec![labels()]].concat()), 12),
    ] {
        let (pickle, _, fault) = all(&file(&object));
        assert_eq!((pickle.members().len(), fault), (count, None));
        assert!(pickle.members().iter().all(Member::is_readable));
    }
}

#[test]
fn images_that_differ_in_size_are_refused_together() {
    let wide = array(&[2, 2], "u1", "|", false, &count(4));
    let unequal = [images(11), vec![wide]].concat();
    let objects = array_of(&[12], "O8", "|", false, &list_of(&unequal));
    for images in [list_of(&unequal), objects] {
        let file = file(&dict(&[("images", images), ("labels", numbers(12)), ("name", text("MNIST"))]));
        for file in [file.clone(), gzip(&file)] {
            let (pickle, _, fault) = all(&file);
            assert_eq!(fault, Some(Error::Pickle(PickleFault::Shapes { found: 12 })));
            assert_eq!(names(&pickle), [("labels.npy", true)]);
        }
    }
}

#[test]
fn a_list_that_is_cut_gives_the_images_before_its_end() {
    let object = file(&list_of(&images(20)));
    // Wherever that is in an image, and in its elements, which four bytes follow.
    for len in object.len() * 2 / 3..object.len() {
        let (pickle, content, fault) = all(&object[..len]);
        assert_eq!(fault, Some(Error::Pickle(PickleFault::End { offset: len as u64 })));
        let [member] = pickle.members() else { panic!("{len}: {:?}", pickle.members()) };
        let missing = (object.len() - 4).saturating_sub(len);
        if missing < 6 {
            assert_eq!(bytes(&content, member).len(), member.head().len() + 20 * 6 - missing);
        }
        assert_eq!(member.is_cut(), bytes(&content, member).len() % 6 != member.head().len() % 6, "{len}");
    }
}

#[test]
fn an_array_that_is_given_again_and_again_is_bounded() {
    let repeated = |len: u32, times: usize| {
        let array = array(&[len], "u1", "|", false, &vec![7; len as usize]);
        file(&[b"](", &array[..], b"q\x07", &b"h\x07".repeat(times - 1), b"e"].concat())
    };
    let (pickle, content, fault) = all(&repeated(1000, 5000));
    assert_eq!((pickle.members().len(), fault), (1, None));
    assert!(bytes(&content, &pickle.members()[0]).ends_with(&vec![7; 5_000_000]));
    // More than 64 MB, and what does not fit the limit of all, are not stacked.
    let (pickle, content, fault) = all(&repeated(70_000, 1000));
    assert_eq!((pickle.members().len(), fault), (1000, None));
    assert!(content.len() < 1 << 20);
    let (pickle, _, fault) = read(&repeated(1000, 50), 49_999, usize::MAX);
    assert_eq!((pickle.members().len(), fault), (50, None));
}

#[test]
fn a_file_that_gets_shorter_gives_nothing() {
    let file = file(&list_of(&images(20)));
    let mut pickle = Pickle::new(file.len() as u64);
    let wanted = pickle.wanted().unwrap();
    pickle.push(&file[..usize::try_from(wanted.end).unwrap()]).unwrap();
    assert!(pickle.wanted().is_some_and(|wanted| wanted.start > 0));
    assert!(matches!(pickle.push(&[]), Err(Error::Pickle(PickleFault::End { .. }))));
    assert_eq!((pickle.wanted(), pickle.members()), (None, &[][..]));
}

#[test]
fn tensors_in_a_list_are_one_array_too() {
    // Each has a storage of its own, or all are views of one, which stays where it is.
    let apart: Vec<_> =
        (0..12).map(|at| tensor(&storage("ByteStorage", &at.to_string(), 4), 0, &[2, 2], &[2, 1])).collect();
    let views: Vec<_> = (0..12).map(|at| tensor(&storage("ByteStorage", "0", 48), at * 4, &[2, 2], &[2, 1])).collect();
    let keys: Vec<String> = (0..12).map(|at| at.to_string()).collect();
    let elements: Vec<[u8; 4]> = (0..12).map(|at| [at; 4]).collect();
    let storages: Vec<(&str, &[u8])> = keys.iter().map(String::as_str).zip(elements.iter().map(|it| &it[..])).collect();
    let apart = tensors::archive(&list_of(&apart), &storages, "little");
    let views = tensors::archive(&list_of(&views), &[("0", &elements.concat())], "little");
    for (archive, come_out) in [(&apart, 48), (&views, 0)] {
        let (pickle, content) = tensors::read_as(archive, |pickle| pickle).unwrap();
        assert_eq!(values(&pickle, &content)[0].2, [12, 2, 2]);
        assert!(bytes(&content, &pickle.members()[0]).ends_with(&elements.concat()));
        assert_eq!(content.len() - archive.len(), come_out);
    }
    // Where nothing that comes out can be read, they stay in place.
    let counts = [&apart, &views].map(|archive| tensors::read_as(archive, Pickle::in_place).unwrap().0.members().len());
    assert_eq!(counts, [12, 1]);
}

#[test]
fn what_is_given_again_and_again_is_bounded_over_all_lists() {
    let repeated = [b"](", &array(&[100_000], "u1", "|", false, &vec![7; 100_000])[..], b"q\x07"].concat();
    let repeated = [&repeated[..], &b"h\x07".repeat(399), b"e"].concat();
    let again = [&b"]("[..], &b"h\x07".repeat(400), b"e"].concat();
    let (pickle, content, fault) = all(&file(&dict(&[("x", repeated), ("y", again)])));
    assert_eq!((pickle.members().len(), fault), (401, None));
    assert!(content.len() < 41_000_000);
    // Many that are small lie at one place.
    let small =
        [b"](", &array(&[5], "u1", "|", false, &[7; 5])[..], b"q\x07", &b"h\x07".repeat(1_000_000), b"e"].concat();
    assert_eq!(all(&file(&small)).0.members().len(), 1);
}

#[test]
fn arrays_of_floats_can_have_any_sizes() {
    let weights: Vec<_> = (1..13).map(|at| array(&[2, at], "f4", "<", false, &vec![0; 8 * at as usize])).collect();
    let (pickle, _, fault) = all(&file(&list_of(&weights)));
    assert_eq!((pickle.members().len(), fault), (12, None));
}

#[test]
fn a_key_can_be_the_object_that_is_the_elements_of_an_array() {
    let mut array = array(&[1], "u1", "|", false, b"x");
    let key = b"T\x01\0\0\0x";
    let data = array.windows(6).position(|bytes| bytes == key).unwrap();
    array.splice(data..data + 6, *b"h\x09");
    let object = [b"}", &key[..], b"q\x09", &array, b"s"].concat();
    assert_eq!(names(&all(&file(&object)).0), [("x.npy", true)]);
}

#[test]
fn pairs_of_an_image_and_a_label_are_images_and_labels() {
    let pair = |image: &Vec<u8>, label: u8| tuple(&[image.clone(), vec![b'K', label]]);
    let pairs: Vec<Vec<u8>> = images(20).iter().zip(0..).map(|(image, label)| pair(image, label)).collect();
    for (object, prefix) in
        [(list_of(&pairs), ""), (tuple(&pairs), ""), (dict(&[("train", list_of(&pairs))]), "train.")]
    {
        let file = file(&object);
        for file in [file.clone(), gzip(&file)] {
            let (pickle, content, fault) = all(&file);
            assert_eq!(fault, None);
            let found = values(&pickle, &content);
            let [(images, _, shape, pixel_values), (labels, _, _, label_values)] = &found[..] else {
                panic!("{found:?}")
            };
            assert_eq!(
                [images, labels].map(|name| name.strip_prefix(prefix)),
                [Some("images.npy"), Some("labels.npy")]
            );
            assert_eq!((&shape[..], pixel_values), (&[20, 2, 3][..], &pixels(20)));
            assert_eq!(*label_values, (0..20).map(f64::from).collect::<Vec<_>>());
        }
    }
    // A file that ends in one of them has those before it.
    let whole = file(&list_of(&pairs));
    let (pickle, content, fault) = all(&gzip(&whole[..whole.len() - 60]));
    assert!(fault.is_some());
    assert_eq!(values(&pickle, &content).iter().map(|(_, _, shape, _)| shape[0]).collect::<Vec<_>>(), [19, 19]);
    // Few pairs, and others, stay what they are.
    assert_eq!(names(&all(&file(&list_of(&pairs[..3]))).0).len(), 3);
    let mixed = [&pairs[..], &[tuple(&[text("cat"), b"K\x01".to_vec()])]].concat();
    assert_eq!(names(&all(&file(&list_of(&mixed))).0).len(), 20);
}

#[test]
fn lists_of_lists_of_whole_numbers_are_one_array() {
    let image = |first: u32| list_of(&[list(&[first, 1, 2]), list(&[3, 4, 255])]);
    let images = list_of(&[image(0), image(9)]);
    let (pickle, content, fault) = all(&file(&tuple(&[images.clone(), list(&[7, 2])])));
    assert_eq!(fault, None);
    let pixels = [0.0, 1.0, 2.0, 3.0, 4.0, 255.0, 9.0, 1.0, 2.0, 3.0, 4.0, 255.0];
    assert_eq!(
        values(&pickle, &content),
        [
            ("images.npy".to_owned(), ElementType::U8, vec![2, 2, 3], pixels.to_vec()),
            ("labels.npy".to_owned(), ElementType::U8, vec![2], vec![7.0, 2.0]),
        ]
    );
    let names = |object: &[u8]| {
        let (pickle, content, _) = all(&file(object));
        values(&pickle, &content).into_iter().map(|(name, _, shape, _)| (name, shape)).collect::<Vec<_>>()
    };
    // Lists of different lengths are arrays of their own.
    let ragged = list_of(&[list(&[1, 2]), list(&[3])]);
    assert_eq!(names(&ragged), [("0.npy".to_owned(), vec![2]), ("1.npy".to_owned(), vec![1])]);
    let deep = (0..5).fold(list(&[1]), |inner, _| list_of(&[inner]));
    assert_eq!(names(&deep).iter().map(|(_, shape)| shape.len()).collect::<Vec<_>>(), [4]);
    // One list, a thousand times in each of two: a million numbers that took no memory.
    let row = [list(&[1; 1000]), b"q\x01".to_vec()].concat();
    let again = [b"](".to_vec(), row, b"h\x01".repeat(999), b"eq\x02".to_vec()].concat();
    let bomb = [b"](".to_vec(), again, b"h\x02".repeat(999), b"e".to_vec()].concat();
    let (_, content, _) = all(&file(&bomb));
    assert!(content.len() < 2 << 20, "{}", content.len());
    // The same list twice in each of a thousand.
    let first = [b"](".to_vec(), list(&[1; 1000]), b"q\x01h\x01e".to_vec()].concat();
    let bomb = [b"](".to_vec(), first, b"](h\x01h\x01e".repeat(999), b"K\x00e".to_vec()].concat();
    let (_, content, _) = all(&file(&bomb));
    assert!(content.len() < 200_000, "{}", content.len());
}
