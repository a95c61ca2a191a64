//! Predictions of a model, compared with the labels.

use js_sys::{Array, Float64Array, Object, Uint32Array};
use wasm_bindgen::prelude::*;

use crate::{
    insight::predictions::{self, Bin, Calibration, ClassNames, ColumnOrder, Comparison, Fault, Scale},
    wasm::{record, refused, set},
};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("predictions.d.ts");

#[wasm_bindgen]
extern "C" {
    /// How predictions compare with the labels.
    #[wasm_bindgen(typescript_type = "Evaluation")]
    pub type Evaluation;
    /// What is predicted for one item.
    #[wasm_bindgen(typescript_type = "ItemPrediction")]
    pub type ItemPrediction;
    /// Where two predictions agree.
    #[wasm_bindgen(typescript_type = "PredictionComparison")]
    pub type PredictionComparison;
    /// The name of a list of items.
    #[wasm_bindgen(typescript_type = "PredictionList")]
    pub type PredictionList;
}

/// The predictions in one file, beside the labels of the same items.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Predictions {
    predictions: predictions::Predictions,
    evaluation: predictions::Evaluation,
}

#[wasm_bindgen]
impl Predictions {
    /// Reads the bytes of a whole file as predictions for items with these labels, NaN where an item has none. Some
    /// classes have names.
    ///
    /// # Errors
    /// An error with the name and the numbers of the fault.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &[u8], labels: &[f64], classes: &[f64], names: Vec<String>) -> Result<Self, JsValue> {
        let names = ClassNames::new(classes.iter().copied().zip(names));
        let predictions = predictions::Predictions::read(file, labels, &names).map_err(|fault| thrown(&fault))?;
        let evaluation = predictions::Evaluation::new(&predictions, labels);
        Ok(Self { predictions, evaluation })
    }

    /// The figures.
    #[must_use]
    pub fn evaluation(&self) -> Evaluation {
        const TOP: [u32; 3] = [2, 3, 5];
        let found = &self.evaluation;
        let scale = match self.predictions.scale() {
            Scale::Class => "class",
            Scale::Probabilities => "probabilities",
            Scale::LogProbabilities => "log-probabilities",
            Scale::Logits => "logits",
        };
        let classes: Vec<f64> = found.classes().iter().map(|class| class.0).collect();
        let cells: Vec<u32> = found.cells().iter().flat_map(|cell| [cell.label, cell.predicted, cell.items]).collect();
        let columns = self.predictions.classes().len();
        let top = TOP.into_iter().filter(|&k| (k as usize) < columns);
        let top = top.filter_map(|k| Some(record(&[("k", k.into()), ("accuracy", found.top(k as usize)?.into())])));
        let figures = found.figures().into_iter().map(|figures| {
            record(&[
                ("support", figures.support.into()),
                ("predicted", figures.predicted.into()),
                ("hits", figures.hits.into()),
                ("precision", or_null(figures.precision())),
                ("recall", or_null(figures.recall())),
                ("f1", figures.f1().into()),
            ])
        });
        let averages = found.averages().map(|averages| averages.map(JsValue::from).into_iter().collect::<Array>());
        let order = match self.predictions.order() {
            ColumnOrder::Single => "single",
            ColumnOrder::Named => "named",
            ColumnOrder::Ascending => "ascending",
            ColumnOrder::Misnamed => "misnamed",
        };
        let unknown = self.predictions.unknown_classes().iter();
        let unknown = unknown.map(|(class, name)| JsValue::from(Array::of2(&class.0.into(), &name.into())));
        record(&[
            ("scale", scale.into()),
            ("order", order.into()),
            ("unknownClasses", unknown.collect::<Array>().into()),
            ("classes", Float64Array::from(&classes[..]).into()),
            ("cells", Uint32Array::from(&cells[..]).into()),
            ("compared", found.compared().into()),
            ("covered", found.covered().into()),
            ("hits", found.hits().into()),
            ("accuracy", or_null(found.accuracy())),
            ("averages", averages.map_or(JsValue::NULL, JsValue::from)),
            ("top", top.collect::<Array>().into()),
            ("figures", figures.collect::<Array>().into()),
            ("calibration", found.calibration().as_ref().map_or(JsValue::NULL, calibration)),
        ])
        .unchecked_into()
    }

    /// The class predicted for each item; NaN where none is.
    #[must_use]
    pub fn predicted(&self) -> Float64Array {
        Float64Array::from(&self.evaluation.predicted().map(|class| class.0).collect::<Vec<_>>()[..])
    }

    /// The items in a list, in its order.
    ///
    /// # Errors
    /// For the name of no list.
    pub fn list(&self, name: &PredictionList) -> Result<Vec<u32>, JsValue> {
        match name.as_string().as_deref() {
            Some("errors") => Ok(self.evaluation.outcome(false)),
            Some("hits") => Ok(self.evaluation.outcome(true)),
            Some("missing") => Ok(self.evaluation.missing()),
            Some("confident-errors") => Ok(self.evaluation.confident_errors()),
            Some("unsure-hits") => Ok(self.evaluation.unsure_hits()),
            Some("smallest-margins") => Ok(self.evaluation.smallest_margins()),
            _ => Err(refused("no list of predictions")),
        }
    }

    /// The items in a cell of the confusion matrix. Both are places among the classes; without one of them, the cells
    /// of a whole column or row.
    #[must_use]
    pub fn cell(&self, label: Option<u32>, predicted: Option<u32>) -> Vec<u32> {
        self.evaluation.items(label, predicted)
    }

    /// What is predicted for an item: at most `limit` classes, the likeliest first; none where none is predicted.
    #[must_use]
    pub fn item(&self, item: u32, limit: u32) -> ItemPrediction {
        let place = item as usize;
        if place >= self.predictions.len() {
            return JsValue::UNDEFINED.unchecked_into();
        }
        let probabilities = self.predictions.probabilities(place);
        let mut likeliest: Vec<_> = self.predictions.classes().iter().zip(probabilities).collect();
        // The sort is stable: of equal ones the first comes first, as the predicted class does.
        likeliest.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let likeliest = likeliest
            .into_iter()
            .take(limit as usize)
            .map(|(class, probability)| record(&[("class", class.0.into()), ("probability", probability.into())]));
        let margin = self.evaluation.confidence(place).map(|(_, margin)| margin);
        record(&[("likeliest", likeliest.collect::<Array>().into()), ("margin", or_null(margin))]).unchecked_into()
    }

    /// Compares with other predictions for the same items.
    ///
    /// # Errors
    /// When they are for more or fewer items.
    pub fn compare(&self, other: &Self) -> Result<PredictionComparison, JsValue> {
        if self.predictions.len() != other.predictions.len() {
            return Err(refused("predictions of other items"));
        }
        let found = Comparison::of(&self.evaluation, &other.evaluation);
        let list = |items: &Vec<u32>| JsValue::from(Uint32Array::from(&items[..]));
        Ok(record(&[
            ("disagreements", list(&found.disagreements)),
            ("bothRight", list(&found.both_right)),
            ("onlyFirst", list(&found.only_first)),
            ("onlySecond", list(&found.only_second)),
            ("bothWrong", list(&found.both_wrong)),
        ])
        .unchecked_into())
    }
}

fn calibration(Calibration { bins, error }: &Calibration) -> JsValue {
    let bins = bins.iter().map(|&Bin { items, confidence, accuracy }| {
        record(&[("items", items.into()), ("confidence", confidence.into()), ("accuracy", accuracy.into())])
    });
    record(&[("bins", bins.collect::<Array>().into()), ("error", (*error).into())])
}

fn or_null(value: Option<f64>) -> JsValue {
    value.map_or(JsValue::NULL, JsValue::from)
}

/// The error that JavaScript catches. The names begin with "Prediction", because other files have such faults, too.
#[expect(clippy::cast_precision_loss, reason = "counts of what is in memory")]
fn thrown(fault: &Fault) -> JsValue {
    let error: Object = js_sys::Error::new(&fault.to_string()).into();
    set(&error, "name", &format!("Prediction{}", fault.name()).into());
    // In WebKit an error has a `column` of its own: of the script that made it.
    for (key, value) in ["row", "inRow", "expected", "found"].into_iter().zip(fault.numbers()) {
        if let Some(value) = value {
            set(&error, key, &JsValue::from(value as f64));
        }
    }
    error.into()
}
