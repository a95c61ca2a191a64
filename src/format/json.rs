//! JSON of images and labels: as a table of text, or as arrays.

mod arrays;
mod damage;
mod rows;
mod table;
mod value;

pub use self::{arrays::JsonArray, damage::JsonDamage, table::JsonTable};
