//! The class as scripts have it: called through JavaScript, with whatever numbers a script may pass.

use idxlens::{
    format::{
        element::ElementType,
        encode::{encode, gzip},
        header::Header,
    },
    wasm,
};
use js_sys::{Error, Float64Array, JSON, Object, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::ImageData;

#[wasm_bindgen]
extern "C" {
    type Dataset;
    #[wasm_bindgen(method)]
    fn open(this: &Dataset, slot: &str, name: &str, size: Option<f64>, budget: f64);
    #[wasm_bindgen(method, catch, js_name = open)]
    fn try_open(this: &Dataset, slot: &str, name: &str, size: Option<f64>, budget: f64) -> Result<(), Error>;
    #[wasm_bindgen(method, catch, js_name = readAs)]
    fn read_as(this: &Dataset, slot: &str, layout: Option<&str>) -> Result<(), Error>;
    #[wasm_bindgen(method, catch)]
    fn arrange(
        this: &Dataset,
        orientation: Option<&str>,
        shape: Option<Vec<u32>>,
        view: Option<&str>,
        axes: Option<Vec<String>>,
    ) -> Result<(), Error>;
    #[wasm_bindgen(method, catch)]
    fn label(this: &Dataset, source: &JsValue) -> Result<(), Error>;
    #[wasm_bindgen(method, catch)]
    fn select(this: &Dataset, query: &JsValue) -> Result<JsValue, Error>;
    #[wasm_bindgen(method, catch)]
    fn plot(this: &Dataset, request: &JsValue) -> Result<JsValue, Error>;
    #[wasm_bindgen(method, catch, js_name = wantedFor)]
    fn wanted_for(this: &Dataset, job: &str) -> Result<JsValue, Error>;
    #[wasm_bindgen(method)]
    fn wanted(this: &Dataset, slot: &str) -> JsValue;
    #[wasm_bindgen(method, catch)]
    fn push(this: &Dataset, slot: &str, offset: f64, bytes: &[u8]) -> Result<(), Error>;
    #[wasm_bindgen(method)]
    fn stop(this: &Dataset, slot: &str);
    #[wasm_bindgen(method)]
    fn close(this: &Dataset, slot: &str);
    #[wasm_bindgen(method, catch)]
    fn status(this: &Dataset, slot: &str) -> Result<JsValue, Error>;
    #[wasm_bindgen(method, catch)]
    fn page(this: &Dataset, request: &JsValue) -> Result<JsValue, Error>;
    #[wasm_bindgen(method)]
    fn values(this: &Dataset, item: f64, row: f64, column: f64, rows: f64, columns: f64) -> Float64Array;
    #[wasm_bindgen(method)]
    fn free(this: &Dataset);
}

fn dataset() -> Dataset {
    JsValue::from(wasm::Dataset::new()).unchecked_into()
}

/// Opens a whole file at once.
fn fill(dataset: &Dataset, slot: &str, file: &[u8]) {
    dataset.open(slot, "", Some(u32::try_from(file.len()).unwrap().into()), 1e9);
    dataset.push(slot, 0.0, file).unwrap();
}

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap()
}

/// All of a plain value, the types to be seen.
fn json(value: &JsValue) -> String {
    JSON::stringify(value).map(String::from).unwrap()
}

/// A request for one item, with some of its numbers changed.
fn request(item: f64, change: &str) -> JsValue {
    const REQUEST: &str =
        r#"{"columns": 1, "gapX": 0, "gapY": 0, "shrink": 1, "background": 0, "foreground": 16777215}"#;
    let request: Object = JSON::parse(REQUEST).unwrap().unchecked_into();
    Object::assign(&request, JSON::parse(change).unwrap().unchecked_ref());
    Reflect::set(&request, &"items".into(), &Float64Array::from(&[item][..])).unwrap();
    request.into()
}

#[wasm_bindgen_test]
fn a_status_has_these_fields_and_types() {
    let dataset = dataset();
    assert!(dataset.wanted("images").is_undefined());
    let file = encode(&[3, 2, 2], &[-5_i16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]).unwrap();
    dataset.open("images", "train-images", Some(40.0), 1e9);
    assert_eq!(json(&dataset.wanted("images")), r#"{"offset":0,"length":40}"#);
    dataset.push("images", 0.0, &file[..16]).unwrap();
    assert_eq!(
        json(&dataset.status("images").unwrap()),
        concat!(
            r#"{"role":"images","elementType":"i16","shape":[3,2,2],"rows":2,"columns":2,"channels":1,"#,
            r#""layout":{"text":"i16,3x2x2,16","elementType":"i16","elementSize":2,"littleEndian":false,"shape":[3,2,2],"#,
            r#""offset":16,"itemLength":8},"suggestions":[],"itemsMayBeLast":false,"arrangement":"image","#,
            r#""shapes":[[2,2],[1,4],[4,1]],"views":["images"],"detectedShape":[],"axes":[],"orientation":"","suggestedOrientation":"","set":"","hasSharedName":true,"#,
            r#""promised":3,"#,
            r#""byteLength":24,"items":3,"read":16,"size":40,"gzip":0,"isNumpy":false,"done":false,"stopped":false,"kept":true,"waiting":false,"slowJump":null,"recalled":false,"range":null,"#,
            r#""notFinite":[0,0,0],"brightBackground":false,"textDamage":null,"labelling":null,"warnings":[]}"#,
        )
    );
    dataset.push("images", 16.0, &file[16..26]).unwrap();
    assert_eq!(json(&dataset.wanted("images")), r#"{"offset":26,"length":14}"#);
    assert_eq!(json(&get(&dataset.status("images").unwrap(), "range")), "[-5,3]");
    dataset.push("images", 26.0, &[]).unwrap();
    assert_eq!(
        json(&get(&dataset.status("images").unwrap(), "warnings")),
        concat!(
            r#"[{"name":"Truncated","message":"the data ends at byte 26: expected 3 items, found 1","#,
            r#""offset":26,"expected":3,"found":1}]"#,
        )
    );
    dataset.stop("images");
    assert!(dataset.wanted("images").is_undefined());
    dataset.close("images");
    assert!(dataset.status("images").unwrap().is_undefined());
}

/// Slices of two images of 4 x 2 x 2, labels in two columns: what it takes to misname something.
#[wasm_bindgen_test]
fn an_unknown_name_is_an_error_and_changes_nothing() {
    const QUERY: &str =
        r#"{"except": false, "columns": [], "order": "weight", "column": 0, "descending": false, "seed": 0}"#;
    let dataset = dataset();
    fill(&dataset, "images", &encode(&[2, 4, 2, 2], &[7_u8; 32]).unwrap());
    fill(&dataset, "labels", &encode(&[2, 2], &[1_u8, 0, 0, 1]).unwrap());
    let status = || ["images", "labels"].map(|slot| json(&dataset.status(slot).unwrap()));
    let before = status();
    let axes = |axes: [&str; 3]| Some(axes.map(String::from).to_vec());
    let failures = [
        (dataset.try_open("image", "", None, 0.0), "unknown slot"),
        (dataset.status("").map(drop), "unknown slot"),
        (
            dataset.read_as("images", Some("u8,2x4x2x2")),
            "expected element type, shape and offset, like u8,10000x28x28,16",
        ),
        (dataset.read_as("third", None), "unknown slot"),
        (dataset.arrange(None, None, Some("pictures"), None), "unknown view \"pictures\""),
        (
            dataset.arrange(None, None, None, axes(["-3", "r", "c"])),
            "unknown axis \"-3\": expected r, c, k or a number below 2^32",
        ),
        (dataset.arrange(Some("tx"), None, None, None), "no orientation \"tx\""),
        (dataset.label(&(-1).into()), "a label is in a column, or one-hot"),
        (dataset.label(&"two".into()), "a label is in a column, or one-hot"),
        (dataset.select(&JSON::parse(QUERY).unwrap()).map(drop), "unknown order \"weight\""),
        (dataset.page(&request(0.0, r#"{"palette": "ink"}"#)).map(drop), "unknown palette \"ink\""),
        (dataset.page(&request(0.0, r#"{"average": "medians"}"#)).map(drop), "unknown average \"medians\""),
        (
            dataset.page(&request(0.0, r#"{"limits": [1]}"#)).map(drop),
            "limits are two numbers, or none for those of each item",
        ),
        (
            dataset.page(&request(0.0, r#"{"window": [1]}"#)).map(drop),
            "a window is a first column and a number of columns",
        ),
        (
            dataset.plot(&request(0.0, r#"{"plot": [3, 2], "span": [1]}"#)).map(drop),
            "a span is a first and a last place",
        ),
        (dataset.wanted_for("scan").map(drop), "unknown job"),
    ];
    for (result, message) in failures {
        let error = result.expect_err(message);
        assert_eq!((error.name(), error.message()), ("TypeError".into(), message.into()));
    }
    assert_eq!(status(), before);
    dataset.arrange(None, None, Some("slice"), axes(["3", "c", "r"])).unwrap();
    assert_eq!(json(&get(&dataset.status("images").unwrap(), "axes")), r#"["3","c","r"]"#);
}

#[wasm_bindgen_test]
fn a_layout_that_the_user_chose_is_described_in_full() {
    let layout = |element_type: &str, little_endian, shape: &[u32], offset| {
        wasm::layout(element_type, little_endian, shape.to_vec(), offset).map(|layout| json(&layout))
    };
    assert_eq!(
        layout("i16", true, &[3, 2, 2], 20.0).unwrap(),
        r#"{"text":"i16le,3x2x2,20","elementType":"i16","elementSize":2,"littleEndian":true,"shape":[3,2,2],"offset":20,"itemLength":8}"#
    );
    assert!(layout("u8", true, &[3], 8.0).unwrap().contains(r#""text":"u8,3,8""#), "a byte has no order");
    // 2^53 bytes, less one, is the longest file that JavaScript can address.
    let longest = 9_007_199_254_740_991.0;
    assert!(layout("u8", false, &[1 << 21, u32::MAX], 2_097_151.0).unwrap().contains("offset"));
    for (shape, offset) in
        [(&[1 << 21, u32::MAX][..], 2_097_152.0), (&[u32::MAX; 3][..], 0.0), (&[1][..], longest), (&[1; 256][..], 0.0)]
    {
        assert!(wasm::layout("u8", false, shape.to_vec(), offset).unwrap().is_undefined(), "{shape:?} at {offset}");
    }
    assert!(layout("u12", false, &[1], 0.0).is_err());
}

#[wasm_bindgen_test]
fn a_plot_has_a_size_within_bounds() {
    let dataset = dataset();
    fill(&dataset, "labels", &encode(&[3], &[1_u8, 2, 3]).unwrap());
    for plot in ["[0, 5]", "[4294967295, 4294967295]", "[5]"] {
        let change = format!(r#"{{"span": [], "plot": {plot}}}"#);
        dataset.plot(&request(0.0, &change)).expect_err(plot);
    }
    dataset.plot(&request(0.0, r#"{"span": []}"#)).expect_err("no size");
    dataset.plot(&request(0.0, r#"{"span": [], "plot": [3, 2]}"#)).unwrap();
}

#[wasm_bindgen_test]
fn no_number_is_too_large_or_too_odd() {
    let dataset = dataset();
    fill(&dataset, "images", &encode(&[1, 2, 3], &[0.1, -0.0, 2.0, 5e-324, f64::MAX, 9e15 + 1.0]).unwrap());
    let size = |change: &str| {
        let page = dataset.page(&request(0.0, change)).unwrap();
        let image: ImageData = get(&page, "image").dyn_into().unwrap();
        (image.width(), image.height())
    };
    assert_eq!(size("{}"), (3, 2));
    assert_eq!(size(r#"{"columns": 0, "shrink": 0}"#), (3, 2));
    assert_eq!(size(r#"{"shrink": 4294967295}"#), (1, 1));
    // Eight bytes for each of these are none, in 32 bits.
    assert_eq!(size(r#"{"shrink": 536870912}"#), (1, 1));
    let error = dataset.page(&request(0.0, r#"{"columns": 4294967295, "gapX": 4294967295}"#)).unwrap_err();
    assert_eq!((error.name(), get(&error, "expected")), ("PageTooLarge".into(), 67_108_864.into()));
    for item in [1.0, 1e300, f64::INFINITY] {
        assert_eq!(get(&dataset.page(&request(item, "{}")).unwrap(), "missing"), 1, "item {item}");
    }

    let values = |row, column, count| dataset.values(0.0, row, column, count, count).to_vec();
    assert_eq!(values(0.0, 0.0, f64::INFINITY), [0.1, -0.0, 2.0, 5e-324, f64::MAX, 9e15 + 1.0]);
    assert_eq!(values(1.0, 2.0, 1e300), [9e15 + 1.0]);
    for (row, column) in [(0.0, 1e300), (f64::INFINITY, 0.0), (2.0, 0.0), (0.0, 3.0)] {
        assert!(values(row, column, 9.0).is_empty(), "row {row}, column {column}");
    }
}

#[wasm_bindgen_test]
fn sizes_are_exact_to_the_last_that_javascript_has() {
    let header = Header::new(ElementType::U8, vec![u32::MAX, 1, 1]).unwrap().to_bytes();
    let dataset = dataset();
    for size in [6_350_400_016.0, 9_007_199_254_740_991.0] {
        dataset.open("labels", "", Some(size), 1e9);
        dataset.push("labels", 0.0, &header).unwrap();
        assert_eq!(json(&dataset.wanted("labels")), r#"{"offset":16,"length":1048576}"#);
        let status = dataset.status("labels").unwrap();
        assert_eq!((get(&status, "size"), get(&status, "promised")), (size.into(), u32::MAX.into()));
    }
    dataset.open("images", "", Some(6_350_400_016.0), 1e9);
    dataset.push("images", 0.0, &encode(&[1], &[1_u8]).unwrap()).unwrap();
    let warning = json(&get(&dataset.status("images").unwrap(), "warnings"));
    assert!(warning.contains(r#""offset":9,"found":6350400007"#), "{warning}");
}

#[wasm_bindgen_test]
fn items_of_no_size_cost_nothing() {
    let header = Header::new(ElementType::F32, vec![u32::MAX, 0]).unwrap().to_bytes();
    for slot in ["images", "labels"] {
        let dataset = dataset();
        fill(&dataset, slot, &header);
        let status = dataset.status(slot).unwrap();
        assert_eq!((get(&status, "items"), get(&status, "range")), (u32::MAX.into(), JsValue::NULL));
        let page = dataset.page(&request(4_294_967_294.0, "{}")).unwrap();
        assert_eq!(json(&page), r#"{"missing":0,"previews":0,"image":null,"labels":[null],"range":null,"ramp":null}"#);
    }
}

#[wasm_bindgen_test]
fn freed_memory_is_reused_and_a_failure_leaks_nothing() {
    let memory = || wasm_bindgen::memory().unchecked_into::<js_sys::WebAssembly::Memory>().buffer();
    let size = || get(&memory(), "byteLength");
    let file = gzip(&encode(&[1 << 20], &vec![7_u8; 1 << 20]).unwrap());
    let labels = encode(&[5000], &(0..5000).collect::<Vec<i32>>()).unwrap();
    let cycle = || {
        let dataset = dataset();
        for _ in 0..2 {
            fill(&dataset, "images", &file);
            fill(&dataset, "labels", &labels);
        }
        dataset.page(&request(0.0, "{}")).unwrap();
        dataset.page(&request(0.0, r#"{"columns": 4294967295}"#)).unwrap_err();
        dataset.open("labels", "", Some(14.0), 1e9);
        dataset.push("labels", 0.0, b"404: Not Found").unwrap_err();
        dataset.free();
        dataset.status("images").expect_err("nothing can be asked of what is freed");
    };
    (0..2).for_each(|_| cycle());
    let settled = size();
    (0..30).for_each(|_| cycle());
    assert_eq!(size(), settled);
}
