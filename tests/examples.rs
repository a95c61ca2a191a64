//! The examples are run as the README says, with the crate as a plain library.
#![cfg(not(target_arch = "wasm32"))]

use std::{
    env, fs,
    path::Path,
    process::{Command, Output},
};

use idxlens::format::encode::{encode, gzip};

fn run(example: &str, folder: &Path, arguments: &[&str]) -> Output {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--no-default-features", "--manifest-path", manifest, "--example", example, "--"])
        .args(arguments)
        .current_dir(folder)
        // In the usual target folder, the library without features would replace the one that is being tested.
        .env("CARGO_TARGET_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/examples-target"))
        .output()
        .unwrap()
}

#[track_caller]
fn prints(output: &Output, stdout: &str) {
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout, "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_examples_print_and_write_their_results() {
    let folder = &Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples");
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).unwrap();
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

    assert!(run("convert", folder, &["images.gz", "floats", "--type", "f32"]).status.success());
    assert_eq!(read("floats"), encode(&[2, 1, 2], &[0.0_f32, 128.0, 255.0, 7.0]).unwrap());
    assert!(run("convert", folder, &["floats", "bytes.gz", "--type", "u8"]).status.success());
    assert_eq!(read("bytes.gz"), gzip(&images));

    let output = run("convert", folder, &["images.gz", "signed", "--type", "i8"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("i8 has no 128"), "{output:?}");
    assert!(!run("convert", folder, &["images.gz", "images.gz"]).status.success(), "it never overwrites");
    assert_eq!(read("images.gz"), gzip(&images));
}
