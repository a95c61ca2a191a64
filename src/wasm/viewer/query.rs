//! Queries: which items the user asks for, and in which order.

use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

use super::Dataset;
use crate::{
    dataset::{
        labels::Label,
        selection::{self, Order},
    },
    wasm::{refused, thrown, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// Which items to look at.
    #[wasm_bindgen(typescript_type = "Query")]
    pub type Query;
    #[wasm_bindgen(method, getter, js_name = labels)]
    fn label_ranges(this: &Query) -> Option<Vec<f64>>;
    #[wasm_bindgen(method, getter)]
    fn except(this: &Query) -> bool;
    #[wasm_bindgen(method, getter)]
    fn columns(this: &Query) -> Vec<f64>;
    #[wasm_bindgen(method, getter, js_name = items)]
    fn item_ranges(this: &Query) -> Option<Vec<f64>>;
    #[wasm_bindgen(method, getter)]
    fn order(this: &Query) -> String;
    #[wasm_bindgen(method, getter)]
    fn column(this: &Query) -> f64;
    #[wasm_bindgen(method, getter)]
    fn descending(this: &Query) -> bool;
    #[wasm_bindgen(method, getter)]
    fn unlabelled(this: &Query) -> Option<f64>;
    #[wasm_bindgen(method, getter)]
    fn seed(this: &Query) -> u32;
}

#[wasm_bindgen]
impl Dataset {
    /// The numbers of the items that a query asks for, in its order, as far as their labels are in memory.
    ///
    /// # Errors
    /// For an unknown order, and when there are too many items to list.
    pub fn select(&self, query: &Query) -> Result<Uint32Array, JsValue> {
        let items = self.dataset.select(&query.try_into()?).map_err(|error| thrown(&error))?;
        Ok(Uint32Array::from(items.as_slice()))
    }
}

impl TryFrom<&Query> for selection::Query {
    type Error = JsValue;

    fn try_from(query: &Query) -> Result<Self, JsValue> {
        let ranges = |ends: Vec<f64>| ends.as_chunks().0.iter().map(|&[start, end]| (start, end)).collect::<Vec<_>>();
        let mut columns: Vec<(u64, Vec<_>)> = Vec::new();
        for &[column, start, end] in query.columns().as_chunks().0 {
            let (column, range) = (to_u64(column), Label(start)..=Label(end));
            match columns.last_mut().filter(|last| last.0 == column) {
                Some((_, ranges)) => ranges.push(range),
                None => columns.push((column, vec![range])),
            }
        }
        Ok(Self {
            labels: query
                .label_ranges()
                .map(|ends| ranges(ends).into_iter().map(|(start, end)| Label(start)..=Label(end)).collect()),
            except: query.except(),
            columns,
            items: query
                .item_ranges()
                .map(|ends| ranges(ends).into_iter().map(|(start, end)| to_u64(start)..=to_u64(end)).collect()),
            order: match query.order().as_str() {
                "label" => Order::Label,
                "column" => Order::Column(to_u64(query.column())),
                "mean" => Order::Mean,
                "random" => Order::Random { seed: query.seed() },
                "number" => Order::Number,
                order => return Err(refused(&format!("unknown order {order:?}"))),
            },
            descending: query.descending(),
            unlabelled: query.unlabelled().map(Label),
        })
    }
}
