//! Damaged gzip files: the elements that have arrived are shown, whatever the fault around them.

use idxlens::{
    error::{Error, GzipFault, Warning},
    format::{decode::Decoder, encode::gzip},
};

use crate::files::{Outcome, decode, decode_pieces, gz, idx};

/// u8, 3 x 2: 12 bytes of header, 6 elements.
fn array() -> Vec<u8> {
    idx(8, &[3, 2], &[1, 2, 3, 4, 5, 6])
}

/// `array()` as a member: its data from byte 15 to byte 33, then checksum, then length at byte 37.
fn member() -> Vec<u8> {
    gz(&array())
}

fn fault(fault: GzipFault) -> Warning {
    Warning::Gzip { layer: 1, fault }
}

/// All six elements, and these warnings.
#[track_caller]
fn check_shown(name: &str, file: &[u8], warnings: &[Warning]) {
    let whole = decode(&array());
    assert_eq!(decode(file), Outcome { layers: 1, warnings: warnings.to_vec(), ..whole }, "{name}");
}

/// A member whose header has these flags and fields.
fn with_fields(flags: u8, fields: &[u8], member: &[u8]) -> Vec<u8> {
    let mut member = member.to_vec();
    member[3] = flags;
    member.splice(10..10, fields.iter().copied());
    member
}

#[test]
fn plain_files_show_the_items_before_any_cut() {
    let file = array();
    let whole = decode(&file);
    assert_eq!(whole.warnings, []);
    for (cut, present) in (0..).zip(0..file.len()) {
        let outcome = decode(&file[..present]);
        let Some(elements) = present.checked_sub(12) else {
            assert_eq!(outcome.layout, None, "cut at byte {cut}");
            let error = match cut {
                0 => Error::Empty { layer: 0 },
                1..4 => Error::TruncatedHeader { expected: 4, found: cut },
                _ => Error::TruncatedHeader { expected: 12, found: cut },
            };
            assert_eq!(outcome.error, Some(error), "cut at byte {cut}");
            continue;
        };
        let warnings = vec![Warning::Truncated { offset: cut, expected: 3, found: (cut - 12) / 2 }];
        let elements = whole.elements[..elements].to_vec();
        assert_eq!(outcome, Outcome { elements, warnings, ..whole.clone() }, "cut at byte {cut}");
    }
}

#[test]
fn gzip_files_show_the_items_before_any_cut() {
    let file = member();
    let whole = decode(&file);
    assert_eq!(whole.warnings, []);
    for (cut, present) in (2..).zip(2..file.len()) {
        let outcome = decode(&file[..present]);
        let truncated = GzipFault::Truncated { offset: cut };
        let Some(elements) = present.checked_sub(15 + 12) else {
            assert_eq!(outcome.error, Some(Error::Gzip { layer: 1, fault: truncated }), "cut at byte {cut}");
            continue;
        };
        let mut warnings = vec![fault(truncated)];
        if elements < 6 {
            warnings.push(Warning::Truncated { offset: cut - 15, expected: 3, found: (cut - 27) / 2 });
        }
        let elements = whole.elements[..elements.min(6)].to_vec();
        assert_eq!(outcome, Outcome { elements, warnings, ..whole.clone() }, "cut at byte {cut}");
    }
}

#[test]
fn compressed_items_before_any_cut_are_shown_through_every_layer() {
    let elements: Vec<u8> = (0..4000_u32).map(|n| ((n * n) >> 7).to_be_bytes()[3]).collect();
    let mut file = idx(8, &[40, 10, 10], &elements);
    for layers in 1..=3 {
        file = gzip(&file);
        let mut most = 0;
        for cut in 0..file.len() {
            let outcome = decode_pieces([&file[..cut]]);
            assert!(elements.starts_with(&outcome.elements), "cut at byte {cut} of {layers} layers");
            assert!(outcome.elements.len() >= most, "cut at byte {cut} of {layers} layers");
            most = outcome.elements.len();
            if outcome.error.is_none() {
                let truncated = fault(GzipFault::Truncated { offset: cut as u64 });
                assert_eq!(outcome.warnings.first(), Some(&truncated), "cut at byte {cut} of {layers} layers");
            }
        }
        assert_eq!(most, elements.len(), "all elements are there before the last trailer is");
    }
}

#[test]
fn wrong_checksums_and_lengths_are_reported_and_do_not_hide_the_data() {
    let with = |changes: &[(usize, u8)]| {
        let mut member = member();
        for &(at, byte) in changes {
            member[at] ^= byte;
        }
        member
    };
    let trailer = u32::from_le_bytes(*member()[33..].first_chunk().unwrap());
    let checksum = |offset, expected, found| fault(GzipFault::Checksum { offset, expected, found });
    let length = |offset, expected| fault(GzipFault::Length { offset, expected, found: 18 });
    check_shown("wrong checksum", &with(&[(33, 1)]), &[checksum(33, trailer ^ 1, trailer)]);
    check_shown("wrong length", &with(&[(37, 1)]), &[length(37, 19)]);
    check_shown("length too large by 2^24", &with(&[(40, 1)]), &[length(37, (1 << 24) + 18)]);
    let both = [checksum(33, trailer ^ 0x8000_0000, trailer), length(37, 18 + 0x80)];
    check_shown("both", &with(&[(36, 0x80), (37, 0x80)]), &both);

    let wrong_elements = decode(&with(&[(32, 0xF0)]));
    assert_eq!(wrong_elements.elements, [1, 2, 3, 4, 5, 0xF6], "a flipped element is shown as it is");
    let [Warning::Gzip { layer: 1, fault: GzipFault::Checksum { offset: 33, expected, .. } }] =
        wrong_elements.warnings[..]
    else {
        panic!("{:?}", wrong_elements.warnings)
    };
    assert_eq!(expected, trailer);

    // Only the first fault of its kind is reported, with its place, however many members are wrong.
    let mut first = gz(&array()[..5]);
    first[20] ^= 1;
    let crc = u32::from_le_bytes(*first[20..].first_chunk().unwrap());
    let mut second = gz(&array()[5..]);
    second[28] ^= 1;
    check_shown("two wrong members", &[first, second].concat(), &[checksum(20, crc, crc ^ 1)]);
}

#[test]
fn bytes_after_the_last_member_are_reported_unless_they_are_padding() {
    let with = |tail: &[u8]| [&member(), tail].concat();
    let trailing = |offset, found| fault(GzipFault::Trailing { offset, found });
    check_shown("nothing", &with(&[]), &[]);
    check_shown("a zero", &with(&[0]), &[]);
    check_shown("a block of zeros", &with(&[0; 512]), &[]);
    check_shown("garbage", &with(b"garbage"), &[trailing(41, 7)]);
    let almost = with(&[b"x", &gz(&[7, 8])[1..]].concat());
    check_shown("what would be a member but for its first byte", &almost, &[trailing(41, almost.len() as u64 - 41)]);
    check_shown("garbage after padding", &with(b"\0\0garbage"), &[trailing(43, 7)]);
    check_shown("garbage with zeros in it", &with(b"x\0\0"), &[trailing(41, 3)]);
    check_shown("half a magic number", &with(&[0x1F]), &[trailing(41, 1)]);
    check_shown("half a magic number, and garbage", &with(&[0x1F, 0x1F, 0x8B]), &[trailing(41, 3)]);
    check_shown("the start of a member", &with(&[0x1F, 0x8B, 8]), &[fault(GzipFault::Truncated { offset: 44 })]);
    check_shown("an idx file", &with(&array()), &[trailing(43, 16)]);

    let stopped = |fault| Warning::Stopped(Error::Gzip { layer: 1, fault });
    let method = || stopped(GzipFault::Method { offset: 43, found: 7 });
    check_shown("a member of another method", &with(&[0x1F, 0x8B, 7, 0]), &[method()]);
    let mut wrong = member();
    wrong[33] ^= 1;
    let expected = u32::from_le_bytes(*wrong[33..].first_chunk().unwrap());
    let checksum = fault(GzipFault::Checksum { offset: 33, expected, found: expected ^ 1 });
    check_shown(
        "a wrong checksum, and a member of another method",
        &[&wrong[..], &[0x1F, 0x8B, 7]].concat(),
        &[checksum, method()],
    );
    let corrupt = stopped(GzipFault::Corrupt { decoded: 18 });
    check_shown(
        "a member that makes no sense",
        &with(&gz(&[])[..10].iter().copied().chain([7]).collect::<Vec<_>>()),
        &[corrupt],
    );
    let more = Warning::Trailing { offset: 18, found: 2, items: 1 };
    check_shown("a member with more elements", &with(&gz(&[7, 8])), &[more]);
}

#[test]
fn members_are_one_file_wherever_it_was_split() {
    let array = array();
    for at in 0..=array.len() {
        let (a, b) = array.split_at(at);
        check_shown("two members", &[gz(a), gz(b)].concat(), &[]);
        check_shown("padding between", &[gz(a), vec![0; 9], gz(b), vec![0; 3]].concat(), &[]);
        check_shown("empty ones between", &[gz(&[]), gz(a), gz(&[]), gz(&[]), gz(b), gz(&[])].concat(), &[]);
    }
    check_shown("a member per byte", &array.iter().flat_map(|&byte| gz(&[byte])).collect::<Vec<_>>(), &[]);
}

#[test]
fn every_field_of_a_member_header_is_passed_over() {
    let fields: [(u8, &[u8]); 3] = [(4, b"\x05\x00hello"), (8, b"t10k-images.idx3-ubyte\0"), (16, b"comment\0")];
    for flags in 0..32 {
        let present: Vec<u8> =
            fields.iter().filter(|(flag, _)| flags & flag != 0).flat_map(|field| field.1).copied().collect();
        let file = with_fields(flags, &present, &member());
        if flags & 2 == 0 {
            check_shown("fields", &file, &[]);
            continue;
        }
        let at = 10 + present.len();
        let mut crc = flate2::Crc::new();
        crc.update(&file[..at]);
        let [low, high, ..] = crc.sum().to_le_bytes();
        let with_crc = |low, high| {
            let mut file = file.clone();
            file.splice(at..at, [low, high]);
            file
        };
        check_shown("right header checksum", &with_crc(low, high), &[]);
        let (found, expected) = (u16::from_le_bytes([low, high]), u16::from_le_bytes([low ^ 1, high]));
        let wrong = fault(GzipFault::HeaderChecksum { offset: at as u64, expected, found });
        check_shown("wrong header checksum", &with_crc(low ^ 1, high), &[wrong]);
    }
    check_shown("an extra field of no length", &with_fields(4, &[0, 0], &member()), &[]);
    let largest = [&[0xFF, 0xFF][..], &vec![0x1F; 0xFFFF]].concat();
    let outcome = decode_pieces(with_fields(4, &largest, &member()).chunks(100));
    assert_eq!((outcome.elements.len(), outcome.warnings), (6, vec![]), "the largest extra field");
    check_shown("a text flag", &with_fields(1, &[], &member()), &[]);
    check_shown("empty names", &with_fields(8 | 16, &[0, 0], &member()), &[]);
}

#[test]
fn bombs_end_soon_after_the_promise() {
    const MAX: usize = 8192;
    let limit = Decoder::MAX_EXCESS;
    let excess = [Warning::Stopped(Error::Excess { offset: 18, found: limit })];
    let with = |excess: usize| [array(), vec![0; excess]].concat();
    let counted = Warning::Trailing { offset: 18, found: limit, items: limit / 2 };
    check_shown("as many as are counted", &gzip(&with(MAX)), &[counted]);
    check_shown("one more", &gzip(&with(MAX + 1)), &excess);
    check_shown("64 MB, in members", &[gz(&array()), gzip(&vec![0; 1 << 20]).repeat(64)].concat(), &excess);
    check_shown("64 MB, in one", &gzip(&with(64 << 20)), &excess);
    let nested = decode(&gzip(&gzip(&with(64 << 20))));
    assert_eq!((nested.elements.len(), nested.warnings), (6, excess.to_vec()));
}
