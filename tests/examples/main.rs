//! The examples, run as programs.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../skip/mod.rs"]
mod skip;

use std::{
    env, fs,
    ops::Range,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::Once,
};

use idxlens::format::{
    element::ElementType,
    encode::{encode, gzip},
    export::{Export, Format, NamedArray},
    layout::Layout,
    reader::Reader,
    zip::Archive,
};

/// Runs an example.
fn run(example: &str, folder: &Path, arguments: &[&str]) -> Output {
    static BUILT: Once = Once::new();
    // `cargo test` builds them, unless it is asked for single tests.
    BUILT.call_once(|| {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let names = ["--example", "info", "--example", "cast", "--example", "convert"];
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--all-features", "--manifest-path", manifest]).args(names);
        if !cfg!(debug_assertions) {
            build.arg("--release");
        }
        let status = build.status();
        assert!(status.unwrap().success());
    });
    let test = env::current_exe().unwrap();
    let program = test.parent().unwrap().with_file_name("examples").join(example);
    let program = program.with_extension(env::consts::EXE_EXTENSION);
    Command::new(program).args(arguments).current_dir(folder).output().unwrap()
}

#[track_caller]
fn prints(output: &Output, stdout: &str) {
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout, "{}", String::from_utf8_lossy(&output.stderr));
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_examples_print_and_write_their_results() {
    let folder = &folder("examples");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let images = encode(&[2, 1, 2], &[0_u8, 128, 255, 7]).unwrap();
    write("images.gz", &gzip(&images));
    write("labels", &encode(&[4], &[7_u8, 2, 7, 10]).unwrap());
    write("cut", &images[..images.len() - 1]);
    write("page.html", b"<html>404</html>");

    let output = run("info", folder, &["images.gz", "labels"]);
    let counts = "  label 2: 1\n  label 7: 2\n  label 10: 1\n";
    prints(&output, &format!("images.gz: u8 2 × 1 × 2, gzip\nlabels: u8 4\n{counts}"));
    assert!(output.status.success());

    let output = run("info", folder, &["cut", "page.html"]);
    prints(&output, "cut: u8 2 × 1 × 2\n  warning: the data ends at byte 19: expected 2 items, found 1\n");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("cut: the file is damaged: the data ends at byte 19"), "{errors}");
    assert!(errors.contains("page.html: cannot open the file as IDX: not idx"), "{errors}");
    assert!(!output.status.success());

    assert!(run("cast", folder, &["images.gz", "floats", "--type", "f32"]).status.success());
    assert_eq!(read("floats"), encode(&[2, 1, 2], &[0.0_f32, 128.0, 255.0, 7.0]).unwrap());
    assert!(run("cast", folder, &["floats", "bytes.gz", "--type", "u8"]).status.success());
    assert_eq!(read("bytes.gz"), gzip(&images));

    let output = run("cast", folder, &["images.gz", "signed", "--type", "i8"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("i8 has no 128"), "{output:?}");
    assert!(!run("cast", folder, &["images.gz", "images.gz"]).status.success(), "it never overwrites");
    assert_eq!(read("images.gz"), gzip(&images));
}

#[test]
fn datasets_are_converted_from_format_to_format() {
    let folder = &folder("convert");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let convert = |arguments: &[&str], written: &str| {
        let output = run("convert", folder, arguments);
        prints(&output, written);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    };
    let table = "label,1x1,1x2,2x1,2x2\n7,0,1,2,255\n2,4,5,6,7\n7,8,9,10,11\n";
    let pixels = [0_u8, 1, 2, 255, 4, 5, 6, 7, 8, 9, 10, 11];
    write("table.csv.gz", &gzip(table.as_bytes()));

    // Each format is made from the one before.
    convert(&["table.csv.gz", "a.npz"], "a.npz\n");
    convert(&["a.npz", "b.csv"], "b.csv\n");
    assert_eq!(String::from_utf8(read("b.csv")).unwrap(), table);
    convert(&["a.npz", "c.idx"], "c-images.idx\nc-labels.idx\n");
    assert_eq!(read("c-images.idx"), encode(&[3, 2, 2], &pixels).unwrap());
    assert_eq!(read("c-labels.idx"), encode(&[3], &[7_u8, 2, 7]).unwrap());
    convert(&["a.npz", "d.npy", "images"], "d.npy\n");
    convert(&["d.npy", "e.idx.gz"], "e.idx.gz\n");
    let file = read("e.idx.gz");
    let mut reader = Reader::new(&file[..]).unwrap();
    assert_eq!((reader.layers(), reader.read_to_end::<u8>().unwrap()), (1, pixels.to_vec()));
    convert(&["b.csv", "f.zip"], "f.zip\n");
    let archive = read("f.zip");
    let has = |bytes: &[u8]| archive.windows(bytes.len()).any(|window| window == bytes);
    assert!(has(b"7/0.png") && has(b"2/1.png") && has(b"7/2.png"));
    assert!(has(b"file_name,label,name\n7/0.png,7,\n2/1.png,2,\n"));
    // The classes come one after the other.
    convert(&["f.zip", "f.csv"], "f.csv\n");
    assert_eq!(read("f.csv"), b"label,1x1,1x2,2x1,2x2\n2,4,5,6,7\n7,0,1,2,255\n7,8,9,10,11\n");
    convert(&["b.csv", "f-sprite.zip"], "f-sprite.zip\n");
    let archive = read("f-sprite.zip");
    let table = b"index\tlabel\n0\t7\n1\t2\n2\t7\n";
    assert!(archive.windows(table.len()).any(|bytes| bytes == table));

    // Records of CIFAR-10, an array in Fortran's order, and a Lush matrix.
    let records: Vec<u8> = (0..4).flat_map(|label| [vec![label], vec![9; 3072]].concat()).collect();
    write("data_batch_1.bin", &records);
    convert(&["data_batch_1.bin", "g.idx", ""], "g-images.idx\ng-labels.idx\n");
    assert_eq!(read("g-labels.idx"), encode(&[4], &[0_u8, 1, 2, 3]).unwrap());
    let dictionary = "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }";
    write("fortran.npy", &[b"\x93NUMPY\x01\0\x3A\0", dictionary.as_bytes(), &[0, 3, 1, 4, 2, 5]].concat());
    convert(&["fortran.npy", "h.csv"], "h.csv\n");
    assert_eq!(read("h.csv"), b"label1,label2,label3\n0,1,2\n3,4,5\n");
    let numbers = [0x1E3D_4C55_u32, 1, 2, 1, 1].map(u32::to_le_bytes).concat();
    write("labels.mat", &[&numbers[..], &[5, 6]].concat());
    convert(&["labels.mat", "i.idx"], "i.idx\n");
    assert_eq!(read("i.idx"), encode(&[2], &[5_u8, 6]).unwrap());

    let named = ["x_train", "y_train", "x_test", "y_test"].map(|name| {
        let shape = if name.starts_with('x') { vec![2, 2, 2] } else { vec![2] };
        NamedArray { name: name.into(), layout: Layout::new(ElementType::U8, shape).unwrap() }
    });
    let mut export = Export::new(Format::Npz, named.to_vec(), None).unwrap();
    for elements in [&[1; 8][..], &[7, 8], &[2; 8], &[5, 6]] {
        export.push(elements, &[]).unwrap();
    }
    export.finish().unwrap();
    write("mnist.npz", &export.take_output());
    convert(&["mnist.npz", "j.csv", "test"], "j.csv\n");
    assert_eq!(read("j.csv"), b"label,1x1,1x2,2x1,2x2\n5,2,2,2,2\n6,2,2,2,2\n");

    let named = [("images", [2, 1, 1].to_vec()), ("labels", [2, 2].to_vec())];
    let named = named
        .map(|(name, shape)| NamedArray { name: name.into(), layout: Layout::new(ElementType::U8, shape).unwrap() });
    let mut export = Export::new(Format::Npz, named.to_vec(), None).unwrap();
    for elements in [&[1; 2][..], &[7, 250, 2, 251]] {
        export.push(elements, &[]).unwrap();
    }
    export.finish().unwrap();
    write("columns.npz", &export.take_output());
    convert(&["columns.npz", "k.zip"], "k.zip\n");
    let archive = read("k.zip");
    let table = b"file_name,label,name,column 1\n7/0.png,7,,250\n2/1.png,2,,251\n";
    assert!(archive.windows(table.len()).any(|bytes| bytes == table));

    // PNG has no floats: the smallest becomes 0, and the largest 255.
    write("floats", &encode(&[3, 1, 2], &[-1.0_f32, 0.0, f32::NAN, 1.0, f32::INFINITY, 0.5]).unwrap());
    let output = run("convert", folder, &["floats", "l.zip"]);
    prints(&output, "l.zip\n");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "floats: values from -1 to 1 are scaled to 0 to 255\n");
    prints(&run("convert", folder, &["l.zip", "l.csv"]), "l.csv\n");
    let lines = String::from_utf8(read("l.csv")).unwrap();
    assert!(lines.ends_with("\n0,128\n0,255\n255,191\n"), "{lines}");

    for (arguments, says) in [
        (
            &["mnist.npz", "x.idx"][..],
            "mnist.npz: several datasets; say which one, by a part of its name: x_train.npy,",
        ),
        (&["b.csv"], "usage: convert INPUT OUTPUT [NAME]"),
        (&["absent", "x.idx"], "absent: No such file"),
        (&["b.csv", "a.npz"], "a.npz: File exists"),
        (&["c-labels.idx", "x.zip"], "x.zip: there are no images"),
        (&["d.npy", "x.npy", "other"], "d.npy: no arrays of that name in it"),
    ] {
        let output = run("convert", folder, arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(says) && !output.status.success(), "{arguments:?}: {output:?}");
    }
}

#[test]
fn every_format_is_read() {
    let folder = &folder("formats");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/examples/formats.py");
    let libraries = "import PIL, pyarrow, safetensors, scipy";
    let has_libraries = Command::new("python3").args(["-c", libraries]).stderr(Stdio::null()).status();
    if !has_libraries.is_ok_and(|status| status.success()) {
        return skip::missing("python3 with PIL, pyarrow, safetensors and scipy");
    }
    assert!(Command::new("python3").arg(script).arg(folder).status().unwrap().success());
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names.len(), 30);
    let read = |name: &str| members(&fs::read(folder.join(name)).unwrap());
    let written = |name: &str| format!("{name}.out.npz");
    let names: Vec<_> = names.iter().map(|name| name.to_str().unwrap()).collect();
    for name in &names {
        let output = run("convert", folder, &[name, &written(name)]);
        // The program names the files that it leaves out.
        let left_out = ["names.exif.zip", "names.table"].contains(name);
        assert!(output.status.success() && output.stderr.is_empty() != left_out, "{name}: {output:?}");
    }
    for name in names {
        let kind = name.split('.').next().unwrap();
        let (found, expected) = (read(&written(name)), read(&written(&format!("{kind}.npz"))));
        assert_eq!(found.len(), if kind == "names" { 3 } else { 2 }, "{name}");
        for ((name_found, found), (name_expected, expected)) in found.iter().zip(&expected) {
            assert_eq!(name_found, name_expected, "{name}");
            // The items of a table have no shape.
            let header = if name == "names.csv" { 128 } else { 0 };
            assert_eq!(found[header..], expected[header..], "{name}: {name_found}");
        }
    }
    assert_eq!(members(&fs::read(folder.join("plain.npz")).unwrap()), read("plain.npz.out.npz"));
}

/// The files in an archive whose files are stored as they are.
fn members(file: &[u8]) -> Vec<(String, Vec<u8>)> {
    let part = |range: Range<u64>| &file[usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap()];
    let mut archive = Archive::new(file.len() as u64);
    while let Some(wanted) = archive.wanted() {
        archive.push(part(wanted)).unwrap();
    }
    archive.members().iter().map(|member| (member.name().to_owned(), part(member.range()).to_vec())).collect()
}
