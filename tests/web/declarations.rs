//! Reads declarations in TypeScript, and checks that values have the declared types.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use js_sys::{Array, Object};
use wasm_bindgen::{JsCast, JsValue};

use super::get;

pub(super) struct Field {
    is_optional: bool,
    pub(super) declared: String,
}

#[derive(Default)]
pub(super) struct Declarations {
    aliases: BTreeMap<String, String>,
    pub(super) interfaces: BTreeMap<String, BTreeMap<String, Field>>,
    /// The fields, as `Interface.field`, that had a value other than null and the empty array.
    pub(super) met: RefCell<BTreeSet<String>>,
}

impl Declarations {
    pub(super) fn parse(source: &str) -> Self {
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
    pub(super) fn check(&self, path: &str, value: &JsValue, declared: &str) {
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
    pub(super) fn keys(&self, interface: &str) -> BTreeSet<String> {
        self.interfaces[interface].keys().cloned().collect()
    }

    /// The strings in a union.
    pub(super) fn names(&self, alias: &str) -> BTreeSet<String> {
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
pub(super) fn split(text: &str, separator: char) -> Vec<String> {
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
