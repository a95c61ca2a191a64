//! Arrays in JSON objects that are no tables.
#![cfg(not(target_arch = "wasm32"))]
#![cfg(feature = "json")]

use idxlens::format::{
    element::ElementType,
    json::{JsonArray, JsonTable},
    reader::Reader,
};
use serde_json::{Value, json};

type Values = (String, ElementType, Vec<u32>, Vec<f64>);

/// The arrays in an object, as they are read from NumPy files.
fn arrays(value: &Value) -> Option<Vec<Values>> {
    let files = JsonArray::all_in(&value.to_string())?;
    let values = |JsonArray { name, npy }: JsonArray| {
        let mut reader = Reader::new(&npy[..]).unwrap();
        let (element_type, shape) = (reader.header().element_type(), reader.header().shape().to_vec());
        let mut values = vec![0.0; shape.iter().product::<u32>() as usize];
        assert_eq!(reader.read_values(&mut values).unwrap(), values.len());
        (name, element_type, shape, values)
    };
    Some(files.into_iter().map(values).collect())
}

/// Their names and shapes.
fn shapes(value: &Value) -> Option<Vec<(String, Vec<u32>)>> {
    Some(arrays(value)?.into_iter().map(|(name, _, shape, _)| (name, shape)).collect())
}

/// So many images of the same rows and columns.
fn images(count: usize, rows: usize, columns: usize) -> Value {
    json!(vec![vec![vec![7; columns]; rows]; count])
}

fn named(found: &[(&str, &[u32])]) -> Vec<(String, Vec<u32>)> {
    found.iter().map(|&(name, shape)| (name.to_owned(), shape.to_vec())).collect()
}

#[test]
fn splits_of_a_dataset_are_arrays() {
    let labels = |count: usize| json!(vec![1; count]);
    let flat = json!({
        "x_train": images(3, 8, 8), "y_train": labels(3), "x_test": vec![vec![0; 64]; 2], "y_test": labels(2),
        "name": "digits", "mean": [0.5], "classes": ["one", "two", "six", "ten"], "epochs": 3,
    });
    // A row of numbers is a square image if it can be one.
    let expected: [(&str, &[u32]); 4] =
        [("x_test", &[2, 8, 8]), ("x_train", &[3, 8, 8]), ("y_test", &[2]), ("y_train", &[3])];
    // The test writes keys in their order by letters.
    let mut found = shapes(&flat).unwrap();
    found.sort();
    assert_eq!(found, named(&expected));
    let split = |count: usize| json!({"images": images(count, 8, 8), "labels": labels(count)});
    let nested = json!({"test": split(3), "train": split(3), "settings": {"sizes": [8, 8]}});
    let expected: [(&str, &[u32]); 4] =
        [("test.images", &[3, 8, 8]), ("test.labels", &[3]), ("train.images", &[3, 8, 8]), ("train.labels", &[3])];
    assert_eq!(shapes(&nested), Some(named(&expected)));
}

#[test]
fn what_no_column_can_hold_is_an_array() {
    for (x, y, expected) in [
        (images(3, 4, 6), json!([1, 2, 3]), [("x", &[3, 4, 6][..]), ("y", &[3])]),
        (json!(vec![vec![vec![[1, 2, 3]; 4]; 4]; 2]), json!([1, 2]), [("x", &[2, 4, 4, 3]), ("y", &[2])]),
        (images(2, 4, 4), json!([[0, 1, 0], [1, 0, 0]]), [("x", &[2, 4, 4]), ("y", &[2, 3])]),
        (images(12, 4, 4), json!([1, 2, 1, 2, 1, 2, 1, 2, 1, 2]), [("x", &[12, 4, 4]), ("y", &[10])]),
    ] {
        assert_eq!(shapes(&json!({"x": x, "y": y})), Some(named(&expected)));
    }
}

#[test]
fn elements_have_the_smallest_type_that_holds_all() {
    let of = |numbers: &str| {
        let text = format!("{{\"x\": [[{}]], \"y\": [[1, 2]], \"z\": [ {numbers} ]}}", vec!["3"; 20].join(","));
        let text = text.replace("[ ", "[\n\t").replace(" ]", " \r\n]");
        let found = JsonArray::all_in(&text).unwrap().into_iter().find(|array| array.name == "z").unwrap();
        let mut reader = Reader::new(&found.npy[..]).unwrap();
        let mut values = [0.0];
        reader.read_values(&mut values).unwrap();
        (reader.header().element_type(), values[0])
    };
    assert_eq!(of("255"), (ElementType::U8, 255.0));
    assert_eq!(of("7.0"), (ElementType::U8, 7.0));
    assert_eq!(of("true"), (ElementType::U8, 1.0));
    assert_eq!(of("-1"), (ElementType::I64, -1.0));
    assert_eq!(of("0.1"), (ElementType::F64, 0.1));
    assert_eq!(of("1e3"), (ElementType::F64, 1000.0));
    let (element_type, missing) = of("null");
    assert_eq!((element_type, missing.is_nan()), (ElementType::F64, true));
}

#[test]
fn many_small_lists_take_no_longer_each() {
    let image = [vec![1; 16]];
    let many = (0..20_000).map(|at| (format!("x{at}"), json!(image))).chain([("y".to_owned(), json!([[1, 2]]))]);
    // Comparing each list with each other would take 4 × 10^8 steps.
    let found = arrays(&Value::Object(many.collect())).unwrap();
    assert_eq!(found.len(), 20_001);
}

#[test]
fn tables_and_other_objects_are_no_arrays() {
    let twenty = |value: Value| vec![value; 20];
    for other in [
        // Columns of a table.
        json!({"image": images(2, 4, 4), "label": [1, 2]}),
        json!({"image": [twenty(json!(1)), twenty(json!(2))], "label": [1, 2], "writer": [5, 5], "size": [20, 1, 1]}),
        // Words, and objects, for each image.
        json!({"image": images(3, 4, 6), "label": ["cat", "dog", "cat"]}),
        json!({"image": images(3, 4, 6), "label": ["a", "b", "c"]}),
        json!({"image": images(2, 4, 6), "boxes": [{"x": 1}, {"x": 2}]}),
        // No images.
        json!({"labels": [1, 2, 3], "others": [1, 2]}),
        json!({"weights": {"dense": vec![vec![0.5; 20]; 20]}, "bias": [1, 2]}),
        json!({"a": {"b": {"c": images(3, 4, 6), "d": [1, 2, 3]}}}),
        // Lists of other lengths.
        json!({"x": [twenty(json!(1)), [1, 2]], "y": [1, 2]}),
        json!({"x": [[vec![1; 20]], vec![1; 20]], "y": [1]}),
        json!({"x": [], "y": [[]]}),
        json!({}),
        json!([1, 2]),
        json!("x"),
    ] {
        assert_eq!(arrays(&other), None, "{other}");
    }
    let lines = "{\"x\": [[1, 2], [3]]}\n{\"x\": 2}";
    assert_eq!(JsonArray::all_in(lines), None);
    // What is no table would be one without its shapes.
    assert!(JsonTable::parse(&json!({"x": images(3, 4, 6), "y": [1, 2, 3]}).to_string(), true).is_some());
}
