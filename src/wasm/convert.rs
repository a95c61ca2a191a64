//! The module of conversions: it makes files that the viewer's module can read of files in other formats.
//!
//! The caller has to free each of its objects.

use wasm_bindgen::prelude::*;

pub use self::{
    archive::{Archive, Members},
    reorder::Reorder,
    table::{Cifar, Csv, Elements, Headers, MaybeColumns},
    tar::Tar,
};

mod archive;
mod reorder;
mod table;
mod tar;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("convert/types.d.ts");
