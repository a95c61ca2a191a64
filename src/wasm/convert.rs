//! The module of conversions: it makes files that the viewer's module can read of files in other formats,
//! and files for other programs.
//!
//! The caller has to free each of its objects.

use wasm_bindgen::prelude::*;

pub use self::{
    archive::{Archive, Members},
    arrays::{Matlab, Pickle, Safetensors},
    columnar::{Columnar, UsedColumns},
    export::{Export, export_formats, export_size, idx_type, is_held_by_png, max_exported_length},
    gallery::{Gallery, gunzip, labels_file, picture_size},
    json::{JsonTable, MaybeArrays, MaybeDamage, arrays_in_json},
    output::Output,
    pictures::{Pictures, are_pictures, max_pictures},
    reorder::Reorder,
    sheet::{Cells, Sheet},
    split::{Split, max_split_items},
    sprite::{Sprite, max_sprites},
    table::{Cifar, Csv, Headers, MaybeColumns},
    tar::Tar,
    text_labels::{ClassNames, TextLabels},
    unpack::Unpack,
};

mod archive;
mod arrays;
mod columnar;
mod export;
mod gallery;
mod json;
mod output;
mod pictures;
mod reorder;
mod sheet;
mod split;
mod sprite;
mod table;
mod tar;
mod text_labels;
mod unpack;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("convert/types.d.ts");
