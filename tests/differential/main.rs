//! The same files read and written by independent programs, where they are installed: idx2numpy and numpy, the rules of
//! torchvision's reader (copied into peers.py), numpy's own formats, scipy, scikit-learn, safetensors, Pillow, Python's pickle
//! and tarfile, and seven programs that write gzip. In CI, a missing program is a failure.
//!
//! Differences:
//! - idx2numpy and torchvision refuse a file that is too short or too long; idxlens shows its elements, with a
//!   warning.
//! - torchvision takes at most three dimensions, and no array without elements.
//! - Rank 0 is a scalar to idx2numpy and an error to torchvision; to idxlens it is one item, with a warning.
//! - idx2numpy writes floats by way of doubles, in which a signalling NaN becomes a quiet one; idxlens keeps the bits.
//! - Both refuse a header that is written little-endian; idxlens reads it, with a warning.
#![cfg(not(target_arch = "wasm32"))]

#[cfg(feature = "safetensors")]
mod arrays;
#[cfg(feature = "columnar")]
mod columnar;
#[cfg(feature = "pictures")]
mod pictures;
#[cfg(feature = "insight")]
mod predictions;
#[path = "../skip/mod.rs"]
mod skip;
mod tables;
mod tars;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use idxlens::{
    dataset::store::Store,
    error::{Error, NpyFault},
    format::{
        element::ElementType,
        encode::{checksum, encode, gzip},
        export::{Export, Format, NamedArray},
        layout::Layout,
        reorder::Reorder,
        zip::Archive,
    },
};

const ARRAYS: u32 = 1000;
const TYPES: [(ElementType, &str); 12] = [
    (ElementType::U8, "uint8"),
    (ElementType::I8, "int8"),
    (ElementType::I16, "int16"),
    (ElementType::I32, "int32"),
    (ElementType::F32, "float32"),
    (ElementType::F64, "float64"),
    (ElementType::Bool, "bool"),
    (ElementType::U16, "uint16"),
    (ElementType::U32, "uint32"),
    (ElementType::I64, "int64"),
    (ElementType::U64, "uint64"),
    (ElementType::F16, "float16"),
];

/// The answer of peers.py; `None` where Python or a library of it is missing.
fn peers(arguments: &[&str]) -> Option<String> {
    python("peers.py", "idx2numpy", arguments)
}

/// The answer of a script in this folder; `None` where Python or a library that it needs is missing.
fn python(script: &str, library: &str, arguments: &[&str]) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/differential").join(script);
    let import = format!("import {library}");
    if !Command::new("python3").args(["-c", &import]).stderr(Stdio::null()).status().is_ok_and(|it| it.success()) {
        skip::missing(format!("python3 with {library}"));
        return None;
    }
    let output = Command::new("python3").arg(script).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("differential").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The contents of a file, in the words of peers.py, and the number of warnings; or that it is refused.
fn ours(file: &[u8]) -> (String, usize) {
    let mut store = Store::new(Some(file.len() as u64), u64::MAX);
    let read = |store: &mut Store| {
        while let Some(wanted) = store.wanted() {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            store.push(wanted.start, &file[start..end])?;
        }
        Ok::<_, Error>(())
    };
    if read(&mut store).is_err() {
        return ("refused".into(), 0);
    }
    let items: Vec<u64> = (0..store.items()).collect();
    // The decoder has only the part of a plain file that it looked at.
    store.want(&items);
    read(&mut store).unwrap();
    let elements: Vec<u8> = items.iter().flat_map(|&item| store.item(item).unwrap()).copied().collect();
    (tell(store.layout().unwrap(), &elements), store.warnings().len())
}

fn tell(layout: &Layout, elements: &[u8]) -> String {
    let (_, name) = TYPES[TYPES.iter().position(|(element_type, _)| *element_type == layout.element_type()).unwrap()];
    let shape: Vec<String> = layout.shape().iter().map(u32::to_string).collect();
    format!("{name} {} {:08x}", shape.join("x"), checksum(elements))
}

/// Numbers that are the same in every run: Marsaglia's xorshift.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: u64) -> u32 {
        u32::try_from(self.next() % end).unwrap()
    }

    fn array(&mut self, number: u32) -> (Layout, Vec<u8>) {
        let rank = match number % 50 {
            0 => 32,
            _ => 1 + self.below(6),
        };
        // Where there are many dimensions, few can be larger than 1.
        let shape: Vec<u32> = (0..rank).map(|at| if at < 6 { self.below(7) } else { 1 }).collect();
        let layout = Layout::new(ElementType::IDX[number as usize % 6], shape).unwrap();
        let elements = (0..layout.byte_len()).map(|_| self.next().to_le_bytes()[3]).collect();
        (layout, elements)
    }
}

#[test]
fn files_written_here_are_read_there() {
    let folder = folder("written");
    let mut noise = Noise(7);
    let mut expected = Vec::new();
    for number in 0..ARRAYS {
        let (layout, elements) = noise.array(number);
        let name = format!("{number:04}");
        fs::write(folder.join(&name), [layout.header().to_bytes(), elements.clone()].concat()).unwrap();
        expected.push((name, tell(&layout, &elements), layout));
    }
    let Some(told) = peers(&["read", folder.to_str().unwrap()]) else { return };
    assert_eq!(told.lines().count(), expected.len());
    for (line, (name, expected, layout)) in told.lines().zip(expected) {
        let parts: Vec<&str> = line.split('\t').collect();
        assert_eq!(parts[..2], [&name[..], &expected[..]]);
        let taken = layout.shape().len() <= 3 && layout.byte_len() > 0;
        assert_eq!(!parts[2].starts_with("refused"), taken, "{line}");
        assert!(!taken || parts[2] == expected, "{line}");
    }
}

#[test]
fn files_written_there_are_read_here() {
    let folder = folder("read");
    let count = ARRAYS.to_string();
    let Some(told) = peers(&["write", folder.to_str().unwrap(), &count]) else { return };
    let mut seen = 0;
    for line in told.lines() {
        let (name, expected) = line.split_once('\t').unwrap();
        let file = fs::read(folder.join(name)).unwrap();
        assert_eq!(ours(&file), (expected.to_owned(), 0), "{name}");
        seen += 1;
    }
    assert_eq!(seen, ARRAYS);
}

#[test]
fn arrays_of_numpy_are_read_alone_and_in_archives() {
    let folder = folder("numpy");
    let count = ARRAYS.to_string();
    let Some(told) = peers(&["numpy", folder.to_str().unwrap(), &count]) else { return };
    let mut seen = 0;
    for line in told.lines() {
        let [name, member, expected] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let file = fs::read(folder.join(name)).unwrap();
        let file = if member.is_empty() { file } else { member_of(&file, member) };
        let file = reordered(&file).unwrap_or(file);
        assert_eq!(ours(&file), (expected.to_owned(), 0), "{line}");
        seen += 1;
    }
    assert!(seen >= ARRAYS);
}

#[test]
fn exports_are_loaded_by_numpy() {
    let folder = folder("exports");
    let mut noise = Noise(17);
    let mut expected = Vec::new();
    for number in 0..ARRAYS {
        let mut named = |name: &str| {
            let element_type = ElementType::ALL[noise.below(12) as usize];
            let rank = 1 + noise.below(4);
            let shape: Vec<u32> = (0..rank).map(|_| noise.below(6)).collect();
            let layout = Layout::new(element_type, shape).unwrap();
            let mut elements: Vec<u8> = (0..layout.byte_len()).map(|_| noise.next().to_le_bytes()[3]).collect();
            if element_type == ElementType::Bool {
                for bit in &mut elements {
                    *bit &= 1;
                }
            }
            (NamedArray { name: name.into(), layout }, elements)
        };
        let format = [Format::Npy, Format::Npz, Format::Csv][number as usize % 3];
        let arrays =
            if format == Format::Npz { vec![named("x_train"), named("y_train")] } else { vec![named("value")] };
        let (array, elements) = &arrays[0];
        let layout = &array.layout;
        let numpys = TYPES.iter().find(|(element_type, _)| *element_type == layout.element_type()).unwrap().1;
        let (name, told) = match format {
            Format::Npz => {
                let told =
                    arrays.iter().map(|(array, elements)| format!("{} {}", array.name, tell(&array.layout, elements)));
                let told = told.chain(["class_names cat größe".into(), "intact".into()]);
                (format!("{number:04}.npz"), told.collect::<Vec<_>>().join("\t"))
            }
            Format::Csv => {
                // Which NaN it was, text does not say; and NumPy warns of files without lines.
                let is_nan = |element: &[u8]| layout.element_type().value(element).is_nan();
                if layout.byte_len() == 0 || elements.chunks(layout.element_type().size()).any(is_nan) {
                    continue;
                }
                let columns = u32::try_from(layout.item_elements()).unwrap();
                let flat = layout.reshaped(&[columns]).unwrap();
                (format!("{number:04}-{numpys}.csv"), tell(&flat, elements))
            }
            _ => (format!("{number:04}.npy"), tell(layout, elements)),
        };
        let mut export = Export::new(format, arrays.iter().map(|(array, _)| array.clone()).collect(), None).unwrap();
        export.name_classes(&["cat".to_owned(), "größe".to_owned()]);
        for (_, elements) in &arrays {
            export.push(elements, &[]).unwrap();
        }
        export.finish().unwrap();
        fs::write(folder.join(&name), export.take_output()).unwrap();
        expected.push(format!("{name}\t{told}"));
    }
    let Some(told) = peers(&["load", folder.to_str().unwrap()]) else { return };
    assert!(expected.len() > 600);
    expected.sort();
    assert_eq!(told.lines().collect::<Vec<_>>(), expected);
}

/// A file in an archive, as the page makes it.
fn member_of(file: &[u8], name: &str) -> Vec<u8> {
    let part =
        |range: std::ops::Range<u64>| &file[usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap()];
    let mut archive = Archive::new(file.len() as u64);
    while let Some(wanted) = archive.wanted() {
        archive.push(part(wanted)).unwrap();
    }
    let member = archive.members().iter().find(|member| member.name() == name).unwrap();
    [member.head(), part(member.range()), &member.tail()].concat()
}

/// A NumPy array in the usual order, if it is in Fortran's.
fn reordered(file: &[u8]) -> Option<Vec<u8>> {
    let mut store = Store::new(Some(file.len() as u64), u64::MAX);
    let wanted = store.wanted().unwrap();
    let first = &file[..usize::try_from(wanted.end).unwrap()];
    let Err(Error::Npy(NpyFault::Fortran)) = store.push(0, first) else { return None };
    let (mut reorder, mut output) = (Reorder::new(file.len() as u64), Vec::new());
    while let Some(wanted) = reorder.wanted() {
        reorder.push(&file[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()]).unwrap();
        output.extend(reorder.take_output());
    }
    Some(output)
}

/// Each file, the number of its warnings, and whether idxlens, idx2numpy and torchvision read it.
#[test]
fn faults_are_faults_to_all_or_listed_above() {
    let good = encode(&[3, 2], &[1_i16, 2, 3, 4, 5, 6]).unwrap();
    let edit = |at: usize, byte: u8| {
        let mut file = good.clone();
        file[at] = byte;
        file
    };
    let cases: [(&str, Vec<u8>, usize, [bool; 3]); 14] = [
        ("good", good.clone(), 0, [true; 3]),
        ("too-short", good[..good.len() - 1].to_vec(), 1, [true, false, false]),
        ("too-long", [&good[..], &[0]].concat(), 1, [true, false, false]),
        ("an-item-more", [&good[..], &[0; 4]].concat(), 1, [true, false, false]),
        ("header-cut", good[..9].to_vec(), 0, [false; 3]),
        ("magic-cut", good[..3].to_vec(), 0, [false; 3]),
        ("empty", Vec::new(), 0, [false; 3]),
        ("first-byte", edit(0, 1), 0, [false; 3]),
        ("second-byte", edit(1, 1), 0, [false; 3]),
        ("type-7", edit(2, 7), 0, [false; 3]),
        ("type-10", edit(2, 10), 0, [false; 3]),
        ("type-15", edit(2, 15), 0, [false; 3]),
        ("scalar", [&[0, 0, 8, 0][..], &[42]].concat(), 1, [true, true, false]),
        (
            "little-endian",
            [&[2, 8, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0][..], &[1, 2, 3, 4, 5, 6]].concat(),
            1,
            [true, false, false],
        ),
    ];
    let folder = folder("wrong");
    for (name, file, warnings, [here, ..]) in &cases {
        fs::write(folder.join(name), file).unwrap();
        let (told, count) = ours(file);
        assert_eq!((told != "refused", count), (*here, *warnings), "{name}: {told}");
    }
    let Some(told) = peers(&["read", folder.to_str().unwrap()]) else { return };
    for line in told.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let (.., [_, numpy, torch]) = cases.iter().find(|(name, ..)| *name == parts[0]).unwrap();
        let taken = [parts[1], parts[2]].map(|told| !told.starts_with("refused"));
        assert_eq!(taken, [*numpy, *torch], "{line}");
    }
}

#[test]
fn every_program_that_writes_gzip_is_read() {
    /// Programs that compress a file, and their ways to do it.
    const PROGRAMS: [(&str, &[&str]); 14] = [
        ("gzip", &["-c", "-1"]),
        ("gzip", &["-c", "-6"]),
        ("gzip", &["-c", "-9"]),
        ("gzip", &["-c", "--rsyncable"]),
        ("pigz", &["-c", "-1"]),
        ("pigz", &["-c", "-9", "-b", "128"]),
        ("pigz", &["-c", "-0"]),
        ("pigz", &["-c", "-11"]),
        ("bgzip", &["-c"]),
        ("igzip", &["-c", "-0"]),
        ("igzip", &["-c", "-3"]),
        ("zopfli", &["-c", "--i1"]),
        ("libdeflate-gzip", &["-c", "-12"]),
        ("python3", &["-c", PYTHON]),
    ];
    const PYTHON: &str = "import gzip, sys; sys.stdout.buffer.write(gzip.compress(open(sys.argv[1], 'rb').read()))";
    let folder = folder("streams");
    let mut noise = Noise(11);
    let pictures: Vec<u8> =
        (0..500 * 784).map(|at| if at % 7 < 4 { 0 } else { noise.next().to_le_bytes()[0] }).collect();
    let files = [
        encode(&[500, 28, 28], &pictures).unwrap(),
        encode(&[1000], &vec![7_u8; 1000]).unwrap(),
        encode(&[100_000], &(0..100_000).map(|at| f64::from(at).sin()).collect::<Vec<_>>()).unwrap(),
        encode::<i32>(&[0, 8], &[]).unwrap(),
    ];
    let mut seen = 0;
    for (program, arguments) in PROGRAMS {
        for file in &files {
            let path = folder.join("file");
            fs::write(&path, file).unwrap();
            let Ok(Output { stdout, status, .. }) = Command::new(program).args(arguments).arg(path).output() else {
                skip::missing(program);
                break;
            };
            assert!(status.success(), "{program} {arguments:?}");
            assert_eq!(ours(&stdout), ours(file), "{program} {arguments:?}");
            seen += 1;
        }
    }
    for file in &files {
        assert_eq!(ours(&gzip(file)), ours(file), "our own");
    }
    println!("{seen} streams of other programs");
}
