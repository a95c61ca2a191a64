//! Damaged and hostile pickles: nothing is called, memory is bounded, and the arrays before the fault are read.

use idxlens::{
    error::{Error, GzipFault, PickleFault},
    format::{encode::gzip, member::Member, pickle::Pickle, zip::MAX_MEMBERS},
};
use proptest::prelude::*;

use super::{
    all, bytes, images, labels, names, read, sample, values,
    writer::{array, dict, file, from_buffer, object, text, tuple},
};

#[test]
fn nothing_is_called() {
    for (name, module, function) in [
        ("os.system", "os", "system"),
        ("builtins.eval", "builtins", "eval"),
        ("torch.storage._load_from_bytes", "torch.storage", "_load_from_bytes"),
        ("numpy.core.multiarray.fromfile", "numpy.core.multiarray", "fromfile"),
    ] {
        let called = [object(module, function), tuple(&[text("echo")]), b"R".to_vec()].concat();
        let file = file(&dict(&[("before", images()), ("bad", called), ("after", images())]));
        let (pickle, content, fault) = all(&file);
        let Some(Error::Pickle(PickleFault::Global { found, .. })) = fault else { panic!("{fault:?}") };
        assert_eq!(found, name);
        // What comes before it is there.
        assert_eq!(names(&pickle), [("before.npy", true)]);
        assert_eq!(values(&pickle, &content)[0].2, [3, 2, 2]);
    }
    // Instances, objects outside of the file, extensions and buffers in other files.
    for code in *b"oP\x81\x82\x83\x84\x92\x97" {
        let (_, _, fault) = all(&[b"\x80\x02", &[code][..], &[0; 20]].concat());
        assert_eq!(fault, Some(Error::Pickle(PickleFault::Opcode { offset: 2, found: code })));
    }
    let (_, _, fault) = all(b"\x80\x06N.");
    assert_eq!(fault, Some(Error::Pickle(PickleFault::Opcode { offset: 0, found: 0x80 })));
}

#[test]
fn a_file_that_ends_early_gives_what_comes_before_its_end() {
    let images = array(&[3, 100], "u1", "|", false, &[5; 300]);
    let file = file(&dict(&[("y", labels()), ("x", images)]));
    let start = file.windows(9).position(|bytes| bytes == [5; 9]).unwrap();
    for len in 0..file.len() {
        let (pickle, content, fault) = all(&file[..len]);
        assert_eq!(fault, Some(Error::Pickle(PickleFault::End { offset: len as u64 })), "{len}");
        let found = pickle.members().iter().find(|member| member.name() == "x.npy");
        assert_eq!(found.map(Member::is_cut), (len > start).then_some(len < start + 300), "{len}");
        if let Some(images) = found {
            assert_eq!(bytes(&content, images).len(), images.head().len() + (len - start).min(300));
        }
        // In gzip, too, though not at the same byte.
        let packed = gzip(&file);
        let (pickle, _, fault) = all(&packed[..(packed.len() * len / file.len()).max(2)]);
        assert!(matches!(fault, Some(Error::Pickle(PickleFault::End { .. }))), "{fault:?}");
        assert!(pickle.members().len() <= 2);
    }
}

#[test]
fn lies_are_refused() {
    let instruction = |object: &[u8]| match all(&file(object)).2 {
        Some(Error::Pickle(PickleFault::Instruction { .. })) => {}
        fault => panic!("{:?}: {fault:?}", String::from_utf8_lossy(object)),
    };
    instruction(&array(&[5], "u1", "|", false, &[0; 4]));
    instruction(&array(&[3], "u1", "|", false, &[0; 4]));
    instruction(&from_buffer(&[3], "u1", "C", &[0; 4]));
    for object in [&b"t"[..], b"u", b"K\x01s", b"a", b"R", b"b", b"\x85", b"h\x07", b"\x93", b"(\x86", b"0", b"}K\x01b"]
    {
        instruction(object);
    }
    instruction(&[b"c".to_vec(), vec![b'x'; 600]].concat());
    // Shapes that no memory holds.
    let (pickle, _, fault) = all(&file(&array(&[u32::MAX; 4], "u1", "|", false, &[0; 4])));
    assert_eq!((names(&pickle), fault), (vec![("arr_0.npy", false)], None));
    // A string that claims to be longer than any file.
    let long = [b"\x80\x05\x96", &u64::MAX.to_le_bytes()[..], &[7; 2000]].concat();
    for file in [long.clone(), gzip(&long)] {
        let (pickle, _, fault) = all(&file);
        assert!(matches!(fault, Some(Error::Pickle(PickleFault::End { .. }))), "{fault:?}");
        assert!(pickle.members().is_empty());
    }
}

#[test]
fn memory_and_output_are_bounded() {
    let (pickle, _, fault) = read(&gzip(&file(&tuple(&[images(), images(), labels()]))), 40, usize::MAX);
    assert!(matches!(fault, Some(Error::Pickle(PickleFault::Limit { expected: 40, .. }))), "{fault:?}");
    assert_eq!(names(&pickle), [("0.npy", true), ("1.npy", true), ("2.npy", false)]);
    let (_, _, fault) = all(&gzip(&[&b"\x80\x02"[..], &vec![b']'; 2 << 20]].concat()));
    assert!(matches!(fault, Some(Error::Pickle(PickleFault::Memory { .. }))), "{fault:?}");
    // Memory ends before the limit of what is listed.
    let many = [b"(".to_vec(), vec![images(); MAX_MEMBERS].concat(), b"t".to_vec()].concat();
    let (_, _, fault) = all(&file(&many));
    assert!(matches!(fault, Some(Error::Pickle(PickleFault::Memory { .. }))), "{fault:?}");
}

#[test]
fn objects_in_themselves_and_in_many_others_take_no_longer() {
    // A list that contains itself.
    let (pickle, _, fault) = all(&file(b"]q\x00h\x00a"));
    assert_eq!((pickle.members().len(), fault), (0, None));
    // Each tuple has the one before it twice.
    let mut laughs = images();
    for _ in 0..60 {
        laughs.extend_from_slice(b"2\x86");
    }
    let (pickle, _, fault) = all(&file(&laughs));
    // Too deep to be found.
    assert_eq!((pickle.members().len(), fault), (0, None));
    // Arrays and labels can be shared.
    let shared = [&b"("[..], &images(), b"q\x00", &labels(), b"q\x01h\x00h\x01\x86q\x02h\x02t"].concat();
    let (pickle, _, _) = all(&file(&shared));
    let expected = ["0.npy", "1.npy", "2.images.npy", "2.labels.npy"];
    assert_eq!(names(&pickle), expected.map(|name| (name, true)));
}

#[test]
fn an_array_stays_whose_end_is_damaged() {
    let images = array(&[1 << 14, 8, 8], "u1", "|", false, &vec![7; 1 << 20]);
    // In place of the last two instructions, there is a number, and what is no instruction.
    let damaged = [&b"\x80\x02"[..], &images[..images.len() - 2], b"K\x07\xFF"].concat();
    for file in [damaged.clone(), gzip(&damaged)] {
        let (pickle, _, fault) = all(&file);
        assert!(matches!(fault, Some(Error::Pickle(PickleFault::Opcode { found: 0xFF, .. }))), "{fault:?}");
        assert_eq!(pickle.members().iter().map(Member::is_cut).collect::<Vec<_>>(), [false]);
        assert_eq!(pickle.early().map(|early| early.range()), Some(pickle.members()[0].range()));
    }
}

#[test]
fn many_pickles_in_a_row_take_memory_too() {
    let pickles = b"\x80\x02N.".repeat(1 << 20);
    let (mut pickle, mut fault) = (Pickle::new(pickles.len() as u64).with_memory(1 << 20), None);
    while let Some(wanted) = pickle.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        fault = pickle.push(&pickles[start..end]).err();
    }
    assert!(matches!(fault, Some(Error::Pickle(PickleFault::Memory { .. }))), "{fault:?}");
}

#[test]
fn a_wrong_checksum_is_reported_beside_the_arrays() {
    let mut packed = gzip(&sample());
    let at = packed.len() - 5;
    packed[at] ^= 1;
    let (pickle, _, fault) = all(&packed);
    assert!(matches!(fault, Some(Error::Gzip { layer: 1, fault: GzipFault::Checksum { .. } })), "{fault:?}");
    assert_eq!(pickle.members().len(), 2);
}

#[test]
fn no_name_leads_out_of_the_file() {
    let (pickle, _, _) = all(&file(&dict(&[("../../etc/x", images()), ("..", images())])));
    assert_eq!((names(&pickle), pickle.unlisted()), (vec![("etc/x.npy", true)], 1));
}

proptest! {
    #[test]
    fn a_changed_file_is_the_same_however_it_is_cut(at in 0..500_usize, byte: u8, piece in 1..40_usize, packed: bool) {
        let mut file = sample();
        let len = file.len();
        file[at % len] = byte;
        let file = if packed { gzip(&file) } else { file };
        let (whole, content, fault) = all(&file);
        let (cut, cut_content, cut_fault) = read(&file, u64::MAX, piece);
        prop_assert_eq!((whole.members(), fault), (cut.members(), cut_fault));
        for member in whole.members() {
            prop_assert!(member.range().end <= content.len() as u64);
            prop_assert_eq!(bytes(&content, member), bytes(&cut_content, member));
        }
    }
}
