//! What crosses the boundary of conversions: archives, tables, sheets of pictures, Parquet and Arrow files.

use idxlens::wasm::convert::{Archive, Columnar, Csv, Sheet};
use wasm_bindgen::{JsCast, JsValue};

use super::{arrow_writer, declarations::Declarations, get, parquet_writer as writer};

/// Checks what crosses the boundary of conversions.
pub(super) fn check_conversions(declarations: &Declarations) {
    // An archive with a stored file "a", of the byte 7.
    let zip = [
        b"PK\x03\x04\x0A\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\0\0a\x07".to_vec(),
        b"PK\x01\x02\x0A\0\x0A\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0a"
            .to_vec(),
        b"PK\x05\x06\0\0\0\0\x01\0\x01\0\x2F\0\0\0\x20\0\0\0\0\0".to_vec(),
    ]
    .concat();
    let mut archive = Archive::new(54.0 + 47.0);
    for part in [&zip[..], &zip[32..79], &zip[..]] {
        archive.push(part).unwrap();
    }
    declarations.check("members", &archive.members().into(), "Members");

    let table = b"label,file,a,b\nx,f,2,3\ny,g,4,5\nx";
    let mut csv = Csv::new(32.0, None, None, false);
    let output = "({ taken: [9], add(bytes) { this.taken.push(...bytes); }, clear() { this.taken = []; } })";
    let output = || js_sys::eval(output).unwrap();
    let (images, labels, names) = (output(), output(), output());
    csv.push(table, images.unchecked_ref(), labels.unchecked_ref(), names.unchecked_ref()).unwrap();
    let taken = |output: &JsValue| js_sys::Array::from(&get(output, "taken")).join(" ").as_string().unwrap();
    assert_eq!((taken(&images), taken(&labels)), ("2 3 4 5".to_owned(), "0 1".to_owned()));
    declarations.check("headers", &csv.headers().into(), "[Uint8Array | null, Uint8Array | null]");
    declarations.check("columns", &csv.columns().into(), "Columns");
    let mut csv = Csv::new(21.0, None, None, false);
    let (images, labels, names) = (output(), output(), output());
    let outputs = [&images, &labels, &names].map(JsCast::unchecked_ref);
    csv.push(b"file,label\na,7\nbc,8\n\n", outputs[0], outputs[1], outputs[2]).unwrap();
    assert_eq!([taken(&images), taken(&labels), taken(&names)], ["", "7 8", "97 10 98 99 10"]);
    // The label can be another column, or none, or all that is read.
    for (label, alone, [values, labels_of]) in
        [(2, None, ["1 3 4 6", "2 5"]), (2, Some(false), ["", "2 5"]), (0, None, ["1 2 3 4 5 6", ""])]
    {
        let mut csv = Csv::new(12.0, Some(label), alone, false);
        let (images, labels) = (output(), output());
        let outputs = [&images, &labels, &names].map(JsCast::unchecked_ref);
        csv.push(b"1,2,3\n4,5,6\n", outputs[0], outputs[1], outputs[2]).unwrap();
        assert_eq!([taken(&images), taken(&labels)], [values, labels_of]);
    }
    // The rows before a fault come out.
    let mut csv = Csv::new(20.0, None, None, false);
    let (images, labels) = (output(), output());
    let outputs = [&images, &labels, &names].map(JsCast::unchecked_ref);
    let fault = csv.push(b"1,2,3\n4,5,6\n7,x,9\n10", outputs[0], outputs[1], outputs[2]).unwrap_err();
    assert_eq!((taken(&images), csv.items()), ("1 2 3 4 5 6".to_owned(), 2));
    assert_eq!(get(&fault, "name").as_string().unwrap(), "CsvWord");
    assert_eq!(get(&fault, "offset").as_f64(), Some(12.0));

    let mut sheet = Sheet::sized(56, 56).unwrap();
    sheet.push_pixels(&[7; 4 * 56 * 56]);
    declarations.check("cells", &sheet.cells().into(), "Cell[]");

    let labels = ["fine_label", "coarse_label"].map(|name| writer::numbers(name, &[&[3, 5]]));
    let columns = [
        &[writer::pictures("image", &[&[vec![1], vec![2]]])],
        &labels[..],
        &[writer::words("caption", &[&["a", "b"]]), writer::words("class", &[&["a", "b"]])],
    ];
    let open = |file: &[u8], is_arrow| {
        Columnar::new(vec![f64::from(u32::try_from(file.len()).unwrap())], is_arrow, false, Vec::new())
    };
    let extract = |hub: &[u8]| {
        let mut parquet = open(hub, false);
        let (images, labels) = (output(), output());
        read(&mut parquet, hub, &images, &labels);
        (parquet, taken(&images), taken(&labels))
    };
    let (parquet, images, _) = extract(&writer::file(&columns.concat(), ""));
    declarations.check("columns", &parquet.columns().into(), "UsedColumns");
    assert_eq!(images, "9 1 2");
    // A stream without a mark at its end.
    let columns = [arrow_writer::lists("pixels", 2, &[1, 2, 3, 4])];
    let stream = [arrow_writer::schema_message(&columns, ""), arrow_writer::rows(&columns)].concat();
    let (mut arrow, images, labels) = (open(&stream, true), output(), output());
    read(&mut arrow, &stream, &images, &labels);
    declarations.check("columns", &arrow.columns().into(), "UsedColumns");
    assert_eq!((taken(&images), arrow.items()), ("9 1 2 3 4".to_owned(), 2));
    // Predictions in two shards, and the numbers of their items.
    let columns = [arrow_writer::numbers("id", &[Some(1), Some(0)]), arrow_writer::lists("probs", 2, &[1, 2, 3, 4])];
    let shard = arrow_writer::stream(&[columns.to_vec()], "");
    let sizes = vec![f64::from(u32::try_from(shard.len()).unwrap()); 2];
    let (mut arrow, images, labels) = (Columnar::new(sizes, true, false, Vec::new()), output(), output());
    read(&mut arrow, &shard.repeat(2), &images, &labels);
    declarations.check("columns", &arrow.columns().into(), "UsedColumns");
    assert_eq!(arrow.items(), 4);
    // A value that bytes do not hold comes late: all elements before it come again.
    let columns = ["label", "a", "b", "c", "d"].map(|name| writer::numbers(name, &[&[1, 2], &[3, 300]]));
    let (_, images, labels) = extract(&writer::file(&columns, ""));
    let elements = [[0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 3], [0, 0, 1, 44]];
    let listed = |elements: Vec<[u8; 4]>| elements.concat().iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(labels, listed(elements.to_vec()));
    assert_eq!(images, listed(elements.iter().flat_map(|&element| [element; 4]).collect()));
}

/// Reads a Parquet or Arrow file to its end.
fn read(columnar: &mut Columnar, file: &[u8], images: &JsValue, labels: &JsValue) {
    loop {
        let wanted = JsValue::from(columnar.wanted());
        if wanted.is_undefined() {
            break;
        }
        let [offset, length] = ["offset", "length"].map(|key| get(&wanted, key).as_f64().unwrap());
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "they are places in the file")]
        let [start, end] = [offset, offset + length].map(|at| at as usize);
        columnar.push(&file[start..end], images.unchecked_ref(), labels.unchecked_ref()).unwrap();
    }
}
