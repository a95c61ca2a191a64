//! The declarations in `types.d.ts` of the viewer and of conversions say exactly what crosses the boundary: every field
//! that an object has is declared, every field that is declared occurs, and each value has the declared type.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use idxlens::{
    dataset::{images::Arrangement, view::View},
    draw::palette::Palette,
    format::{
        element::ElementType,
        encode::{encode, gzip},
        header::Header,
    },
    wasm::{Dataset, JobKind, Span, pair},
};
use js_sys::{Array, Object, Proxy, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_test::wasm_bindgen_test;

use super::{
    BUDGET,
    conversions::check_conversions,
    declarations::{Declarations, split},
    get, object, open, request, slot, small,
};

const DECLARATIONS: &str = concat!(
    include_str!("../../src/wasm/viewer/types.d.ts"),
    include_str!("../../src/wasm/viewer/large.d.ts"),
    include_str!("../../src/wasm/convert/types.d.ts"),
    "export interface ByteRange { offset: number; length: number }"
);

/// Objects that the page passes; the core reads them.
const REQUESTS: [&str; 4] = ["Candidate", "PageRequest", "Query", "WantRequest"];

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
