//! The declarations in `types.d.ts` of the viewer and of conversions say exactly what crosses the boundary: every field
//! that an object has is declared, every field that is declared occurs, and each value has the declared type.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use idxlens::{
    dataset::{images::Arrangement, view::View},
    draw::palette::Palette,
    format::{
        element::ElementType,
        encode::{encode, gzip},
        header::Header,
    },
    wasm::{
        Dataset, JobKind, Span,
        convert::{Archive, Csv, Parquet, Sheet},
        pair,
    },
};
use js_sys::{Array, Object, Proxy, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_test::wasm_bindgen_test;

use super::{BUDGET, get, object, open, parquet_writer as writer, request, slot, small};

const DECLARATIONS: &str = concat!(
    include_str!("../../src/wasm/viewer/types.d.ts"),
    include_str!("../../src/wasm/viewer/large.d.ts"),
    include_str!("../../src/wasm/convert/types.d.ts"),
    "export interface ByteRange { offset: number; length: number }"
);

/// Objects that the page passes; the core reads them.
const REQUESTS: [&str; 4] = ["Candidate", "PageRequest", "Query", "WantRequest"];

struct Field {
    is_optional: bool,
    declared: String,
}

#[derive(Default)]
struct Declarations {
    aliases: BTreeMap<String, String>,
    interfaces: BTreeMap<String, BTreeMap<String, Field>>,
    /// The fields, as `Interface.field`, that had a value other than null and the empty array.
    met: RefCell<BTreeSet<String>>,
}

impl Declarations {
    fn parse(source: &str) -> Self {
        let mut declarations = Self::default();
        // Wasm-bindgen declares the enum.
        declarations.aliases.insert("Slot".into(), r#""images" | "labels""#.into());
        let source = without_comments(source);
        for declaration in source.split("export ").skip(1) {
            let (kind, declaration) = declaration.trim().split_once(' ').unwrap();
            if kind == "type" {
                let (name, declared) = declaration.split_once('=').unwrap();
                let declared = declared.trim().trim_end_matches(';');
                declarations.aliases.insert(name.trim().into(), declared.into());
            } else {
                assert_eq!(kind, "interface");
                let (name, body) = declaration.split_once('{').unwrap();
                let body = body.rsplit_once('}').unwrap().0;
                declarations.interfaces.insert(name.trim().into(), fields(body));
            }
        }
        declarations
    }

    /// Checks that a value has a type, and notes the fields that it has.
    fn check(&self, path: &str, value: &JsValue, declared: &str) {
        assert!(self.fits(value, declared), "{path} is {value:?}, not {declared}");
    }

    fn fits(&self, value: &JsValue, declared: &str) -> bool {
        let declared = declared.trim();
        let alternatives = split(declared, '|');
        if alternatives.len() > 1 {
            return alternatives.iter().any(|alternative| self.fits(value, alternative));
        }
        if let Some(alias) = self.aliases.get(declared) {
            return self.fits(value, alias);
        }
        if let Some(element) = declared.strip_suffix("[]") {
            let element = element.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(element);
            return Array::is_array(value) && Array::from(value).iter().all(|each| self.fits(&each, element));
        }
        if let Some(elements) = declared.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
            let elements = split(elements, ',');
            let values: Vec<JsValue> =
                if Array::is_array(value) { Array::from(value).iter().collect() } else { vec![] };
            return values.len() == elements.len()
                && values.iter().zip(&elements).all(|(value, element)| self.fits(value, element));
        }
        if declared.starts_with('{') {
            self.fields_fit(value, declared, &fields(&declared[1..declared.len() - 1]));
            return true;
        }
        if let Some(fields) = self.interfaces.get(declared) {
            let is_plain = value.is_object() && !Array::is_array(value);
            if is_plain {
                self.fields_fit(value, declared, fields);
            }
            return is_plain;
        }
        match declared {
            "null" => value.is_null(),
            "number" | "string" | "boolean" | "bigint" => value.js_typeof() == declared,
            "Uint8Array" | "Uint32Array" | "Float64Array" | "ImageData" => {
                value.is_object() && value.unchecked_ref::<Object>().constructor().name() == declared
            }
            literal => {
                let literal = literal.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                value.as_string().as_deref() == Some(literal.unwrap_or_else(|| panic!("unknown type {declared}")))
            }
        }
    }

    fn fields_fit(&self, value: &JsValue, name: &str, fields: &BTreeMap<String, Field>) {
        for key in Object::keys(value.unchecked_ref::<Object>()).iter().filter_map(|key| key.as_string()) {
            assert!(fields.contains_key(&key), "{name} has the undeclared field {key}");
        }
        for (key, field) in fields {
            let path = format!("{name}.{key}");
            let value = get(value, key);
            if value.is_undefined() {
                assert!(field.is_optional, "{path} is missing");
                continue;
            }
            self.check(&path, &value, &field.declared);
            let is_empty = Array::is_array(&value) && Array::from(&value).length() == 0;
            if !(value.is_null() || is_empty) {
                self.met.borrow_mut().insert(path);
            }
        }
    }

    /// The fields of an interface, in order.
    fn keys(&self, interface: &str) -> BTreeSet<String> {
        self.interfaces[interface].keys().cloned().collect()
    }

    /// The strings in a union.
    fn names(&self, alias: &str) -> BTreeSet<String> {
        split(&self.aliases[alias], '|').iter().map(|name| name.trim().trim_matches('"').to_owned()).collect()
    }
}

fn without_comments(source: &str) -> String {
    let mut rest = source;
    let mut bare = String::new();
    while let Some((before, comment)) = rest.split_once("/**") {
        bare += before;
        rest = comment.split_once("*/").expect("a comment ends").1;
    }
    bare += rest;
    bare.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The fields in the body of an interface. A line or a semicolon ends each.
fn fields(body: &str) -> BTreeMap<String, Field> {
    split(&body.replace('\n', ";"), ';')
        .into_iter()
        .filter(|field| !field.trim().is_empty())
        .map(|field| {
            let (key, declared) = field.split_once(':').unwrap();
            let (key, declared) = (key.trim(), declared.trim().to_owned());
            let is_optional = key.ends_with('?');
            (key.trim_end_matches('?').to_owned(), Field { is_optional, declared })
        })
        .collect()
}

/// The parts between separators that are in no bracket.
fn split(text: &str, separator: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for character in text.chars() {
        match character {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            _ => {}
        }
        if character == separator && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().unwrap().push(character);
        }
    }
    parts
}

/// An object that notes which of its fields are read.
fn observed(target: &JsValue) -> (JsValue, Rc<RefCell<BTreeSet<String>>>) {
    let read = Rc::new(RefCell::new(BTreeSet::new()));
    let noted = Rc::clone(&read);
    let trap = Closure::<dyn FnMut(JsValue, JsValue) -> JsValue>::new(move |target: JsValue, key: JsValue| {
        noted.borrow_mut().extend(key.as_string());
        Reflect::get(&target, &key).unwrap()
    });
    let proxy = Proxy::new(target, object(&[("get", trap.into_js_value())]).unchecked_ref());
    (proxy.into(), read)
}

/// 20 images of 3 x 32 x 32 by their header, whose pixels have their channels side by side.
fn interleaved() -> Vec<u8> {
    let value = |at: u32| at / 3072 * 11 + at % 3072 / 96 * 5 + at / 3 % 32 * (at % 3 + 1) + 60 * (at % 3);
    let pixels: Vec<u8> = (0..20 * 3072).map(|at| value(at).to_le_bytes()[0]).collect();
    encode(&[20, 3, 32, 32], &pixels).unwrap()
}

/// Checks what crosses the boundary of conversions.
fn check_conversions(declarations: &Declarations) {
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
    let mut csv = Csv::new(32.0, None, None);
    let output = "({ taken: [9], add(bytes) { this.taken.push(...bytes); }, clear() { this.taken = []; } })";
    let output = || js_sys::eval(output).unwrap();
    let (images, labels, names) = (output(), output(), output());
    csv.push(table, images.unchecked_ref(), labels.unchecked_ref(), names.unchecked_ref()).unwrap();
    let taken = |output: &JsValue| js_sys::Array::from(&get(output, "taken")).join(" ").as_string().unwrap();
    assert_eq!((taken(&images), taken(&labels)), ("2 3 4 5".to_owned(), "0 1".to_owned()));
    declarations.check("headers", &csv.headers().into(), "[Uint8Array | null, Uint8Array | null]");
    declarations.check("columns", &csv.columns().into(), "Columns");
    let mut csv = Csv::new(21.0, None, None);
    let (images, labels, names) = (output(), output(), output());
    let outputs = [&images, &labels, &names].map(JsCast::unchecked_ref);
    csv.push(b"file,label\na,7\nbc,8\n\n", outputs[0], outputs[1], outputs[2]).unwrap();
    assert_eq!([taken(&images), taken(&labels), taken(&names)], ["", "7 8", "97 10 98 99 10"]);
    // The label can be another column, or none, or all that is read.
    for (label, alone, [values, labels_of]) in
        [(2, None, ["1 3 4 6", "2 5"]), (2, Some(false), ["", "2 5"]), (0, None, ["1 2 3 4 5 6", ""])]
    {
        let mut csv = Csv::new(12.0, Some(label), alone);
        let (images, labels) = (output(), output());
        let outputs = [&images, &labels, &names].map(JsCast::unchecked_ref);
        csv.push(b"1,2,3\n4,5,6\n", outputs[0], outputs[1], outputs[2]).unwrap();
        assert_eq!([taken(&images), taken(&labels)], [values, labels_of]);
    }
    // The rows before a fault come out.
    let mut csv = Csv::new(20.0, None, None);
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
    let extract = |hub: &[u8]| {
        let mut parquet = Parquet::new(f64::from(u32::try_from(hub.len()).unwrap()));
        let (images, labels) = (output(), output());
        read_parquet(&mut parquet, hub, &images, &labels);
        (parquet, taken(&images), taken(&labels))
    };
    let (parquet, images, _) = extract(&writer::file(&columns.concat(), ""));
    declarations.check("columns", &parquet.columns().into(), "ParquetColumns");
    assert_eq!(images, "9 1 2");
    // A value that bytes do not hold comes late: all elements before it come again.
    let columns = ["label", "a", "b", "c", "d"].map(|name| writer::numbers(name, &[&[1, 2], &[3, 300]]));
    let (_, images, labels) = extract(&writer::file(&columns, ""));
    let elements = [[0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 3], [0, 0, 1, 44]];
    let listed = |elements: Vec<[u8; 4]>| elements.concat().iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(labels, listed(elements.to_vec()));
    assert_eq!(images, listed(elements.iter().flat_map(|&element| [element; 4]).collect()));
}

/// Reads a Parquet file to its end.
fn read_parquet(parquet: &mut Parquet, hub: &[u8], images: &JsValue, labels: &JsValue) {
    loop {
        let wanted = JsValue::from(parquet.wanted());
        if wanted.is_undefined() {
            break;
        }
        let [offset, length] = ["offset", "length"].map(|key| get(&wanted, key).as_f64().unwrap());
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "they are places in the file")]
        let [start, end] = [offset, offset + length].map(|at| at as usize);
        parquet.push(&hub[start..end], images.unchecked_ref(), labels.unchecked_ref()).unwrap();
    }
}

#[wasm_bindgen_test]
fn every_field_is_declared_and_every_declared_field_occurs() {
    let declarations = Declarations::parse(DECLARATIONS);
    let status = |dataset: &Dataset, name: &str| {
        let status = JsValue::from(dataset.status(slot(name)).unwrap());
        declarations.check(name, &status, "Status");
    };
    let mut dataset = small();
    status(&dataset, "images");
    status(&dataset, "labels");
    declarations.check("page", &dataset.page(&request(&[0.0, 9.0], 2, 0, 1)).unwrap().into(), "PageReply");
    let plot = object(&[("span", Array::new().into()), ("plot", Array::of2(&3.into(), &2.into()).into())]);
    Object::assign(plot.unchecked_ref::<Object>(), JsValue::from(request(&[0.0], 1, 0, 1)).unchecked_ref());
    declarations.check("plot", &dataset.plot(plot.unchecked_ref()).unwrap().into(), "PageReply");
    declarations.check("counts", &dataset.counts().into(), "Counts");
    declarations.check("element", &dataset.element(slot("images"), 0.0, 1).unwrap().into(), "Element");
    declarations.check("checksum", &dataset.checksum(slot("labels"), &[]).unwrap().into(), "Checksum");
    declarations.check("header", &dataset.own_header(slot("images")).unwrap().into(), "OwnHeader");
    assert!(dataset.scan());
    declarations.check("statistics", &dataset.statistics().into(), "Statistics");

    // Blank images, with statistics of two classes.
    let mut blank = Dataset::new();
    open(&mut blank, "", "images", &gzip(&encode(&[2, 2, 2], &[0_u8, 0, 0, 0, 1, 2, 3, 4]).unwrap())).unwrap();
    open(&mut blank, "", "labels", &encode(&[2], &[7_u8, 2]).unwrap()).unwrap();
    assert!(blank.scan());
    while !JsValue::from(blank.wanted_for(JobKind::Statistics).unwrap()).is_undefined() {
        blank.feed(JobKind::Statistics, 0.0, &[]).unwrap();
    }
    declarations.check("statistics", &blank.statistics().into(), "Statistics");
    assert!(blank.start_filtered(&[1]));
    declarations.check("figures", &blank.filtered_figures().into(), "FigureTable");

    // Rows of labels, one of which is not one-hot.
    let mut rows = Dataset::new();
    open(&mut rows, "", "labels", &encode(&[3, 2], &[0_u8, 1, 1, 1, 1, 0]).unwrap()).unwrap();
    status(&rows, "labels");

    declarations.check("gray images", &dataset.gray_images(&[0.0], 1).unwrap().into(), "GrayImages");

    // Gzip inside gzip that does not stay in memory.
    let mut nested = Dataset::new();
    let file = gzip(&gzip(&encode(&[4, 64, 64], &[7_u8; 4 * 64 * 64]).unwrap()));
    let length = u32::try_from(file.len()).unwrap();
    nested.open(slot("images"), String::new(), Some(length.into()), 0.0).unwrap();
    nested.push(slot("images"), 0.0, &file).unwrap();
    status(&nested, "images");

    // A plain file of several spans, of which only the header is read.
    let mut large = Dataset::new();
    let header = Header::new(ElementType::U8, vec![200_000, 32, 32]).unwrap().to_bytes();
    large.open(slot("images"), String::new(), Some(16.0 + 200_000.0 * 1024.0), 0.0).unwrap();
    large.push(slot("images"), 0.0, &header).unwrap();
    assert!(large.scan());
    declarations.check("task", &large.take_span(JobKind::Statistics).unwrap().into(), "SpanTask");
    assert!(Span::new(&header).is_err());

    // A detected shape, slices, and a file that ends early.
    open(&mut dataset, "images", "images", &interleaved()).unwrap();
    status(&dataset, "images");
    dataset.arrange(None, None, Some("slice".into()), None).unwrap();
    status(&dataset, "images");
    open(&mut dataset, "mnist-transposed", "images", &encode(&[9, 2, 2], &[1_u8; 36]).unwrap()[..30]).unwrap();
    dataset.arrange(Some("thv".into()), None, None, None).unwrap();
    status(&dataset, "images");
    let backwards: Vec<u8> = (0..99_u8).flat_map(|value| [value, 0]).collect();
    let numbers = [&encode(&[99], &[0_i16; 99]).unwrap()[..8], &backwards].concat();
    open(&mut dataset, "", "images", &numbers).unwrap();
    status(&dataset, "images");
    let refused = open(&mut dataset, "", "images", &[0, 0, 8, 3, 0, 0]).unwrap_err();
    for field in ["offset", "expected", "found"] {
        declarations.check(field, &get(&refused, field), &declarations.interfaces["Fault"][field].declared);
    }
    // Bytes that were replaced when the file was saved as text.
    open(&mut dataset, "", "images", &encode(&[2, 6], "\u{FFFD}".repeat(4).as_bytes()).unwrap()).unwrap();
    status(&dataset, "images");
    // More bytes than the header says, which are whole items.
    open(&mut dataset, "", "images", &[encode(&[2, 2, 2], &[1_u8; 8]).unwrap(), vec![1; 8]].concat()).unwrap();
    status(&dataset, "images");
    dataset.open(slot("labels"), String::new(), None, BUDGET).unwrap();
    declarations.check("wanted", &dataset.wanted(slot("labels")).unwrap().into(), "ByteRange");

    check_conversions(&declarations);

    let file = |name: &str, role: &str| object(&[("name", name.into()), ("role", role.into()), ("items", 3.into())]);
    let files = ["train-images", "train-labels"].into_iter().zip(["images", "labels"]);
    let files = files.map(|(name, role)| file(name, role).unchecked_into()).collect();
    declarations.check("pairs", &pair(files).unwrap().into(), "Pair[]");

    let declared = declarations.interfaces.iter().filter(|(name, _)| !REQUESTS.contains(&name.as_str()));
    let declared: BTreeSet<_> =
        declared.flat_map(|(name, fields)| fields.keys().map(move |key| format!("{name}.{key}"))).collect();
    let met = declarations.met.borrow();
    let absent: Vec<_> = declared.difference(&met).collect();
    assert!(absent.is_empty(), "declared, but never there: {absent:?}");
}

#[wasm_bindgen_test]
fn the_core_reads_exactly_the_declared_fields_of_a_request() {
    let declarations = Declarations::parse(DECLARATIONS);
    let dataset = small();
    let (page, read) = observed(&request(&[0.0], 1, 0, 1));
    dataset.page(page.unchecked_ref()).unwrap();
    // Only a request for average images says whether they are those of a filter.
    Reflect::set(&page, &"average".into(), &"means".into()).unwrap();
    dataset.page(page.unchecked_ref()).unwrap();
    // Only a request for a line has a span, and it needs a size.
    let size = Array::of2(&3.into(), &2.into());
    Reflect::set(&page, &"plot".into(), &size).unwrap();
    dataset.plot(page.unchecked_ref()).unwrap();
    assert_eq!(*read.borrow(), declarations.keys("PageRequest"));

    let query = |order: &str| {
        object(&[
            ("labels", JsValue::NULL),
            ("except", false.into()),
            ("columns", Array::new().into()),
            ("items", JsValue::NULL),
            ("order", order.into()),
            ("column", 0.into()),
            ("descending", false.into()),
            ("seed", 0.into()),
        ])
    };
    let mut fields = BTreeSet::new();
    for order in split(&declarations.interfaces["Query"]["order"].declared, '|') {
        let (query, read) = observed(&query(order.trim().trim_matches('"')));
        dataset.select(query.unchecked_ref()).unwrap();
        fields.append(&mut read.borrow_mut());
    }
    assert_eq!(fields, declarations.keys("Query"));

    let file = object(&[("name", "train-images".into()), ("role", "images".into()), ("items", 3.into())]);
    let (file, read) = observed(&file);
    pair(vec![file.unchecked_into()]).unwrap();
    assert_eq!(*read.borrow(), declarations.keys("Candidate"));
}

#[wasm_bindgen_test]
fn declared_names_are_those_of_the_core() {
    let declarations = Declarations::parse(DECLARATIONS);
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(declarations.names("View"), names(&View::ALL.map(View::name)));
    assert_eq!(declarations.names("Arrangement"), names(&Arrangement::ALL.map(Arrangement::name)));
    assert_eq!(declarations.names("Palette"), names(&Palette::NAMES));
}
