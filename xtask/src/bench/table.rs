//! Measurements, and the table that shows them.

use std::fmt;
use std::time::Duration;

/// The times of all rounds.
#[derive(Default)]
pub(crate) struct Times(Vec<f64>);

impl Times {
    /// Adds a round in milliseconds.
    pub(crate) fn push(&mut self, milliseconds: f64) {
        self.0.push(milliseconds);
    }

    /// Adds a round.
    pub(crate) fn push_duration(&mut self, duration: Duration) {
        self.push(duration.as_secs_f64() * 1e3);
    }

    /// The median in milliseconds.
    pub(crate) fn median(&self) -> f64 {
        median(&self.0)
    }

    /// The median and, in brackets, the first and the third quartile.
    fn with_quartiles(&self) -> String {
        let [first, third] = [25, 75].map(|percent| milliseconds(self.percentile(percent)));
        format!("{self} ({first} to {third})")
    }

    /// The time in milliseconds that this percentage of rounds does not exceed.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        sorted(&self.0)[(self.0.len() * percent).div_ceil(100) - 1]
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        milliseconds(self.median()).fmt(f)
    }
}

/// The median of at least one value.
pub(crate) fn median(values: &[f64]) -> f64 {
    let values = sorted(values);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { f64::midpoint(values[middle - 1], values[middle]) }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values
}

/// A duration with about three digits.
pub(crate) fn milliseconds(time: f64) -> String {
    let decimals = if time < 9.95 { 2 } else { 0 };
    format!("{time:.decimals$} ms")
}

/// One line of the table.
pub(crate) struct Row([String; 6]);

impl Row {
    /// A measurement compared with another; `limit` is the target for the ratio, if there is one.
    pub(crate) fn ratio(what: &str, measured: &Times, against: &str, other: &Times, limit: Option<f64>) -> Self {
        let ratio = measured.median() / other.median();
        Self([
            what.into(),
            measured.with_quartiles(),
            format!("{against}: {}", other.with_quartiles()),
            format!("{ratio:.2}"),
            limit.map(|limit| format!("≤ {limit}")).unwrap_or_default(),
            limit.map(|limit| met(ratio <= limit)).unwrap_or_default(),
        ])
    }

    /// A measurement with a target; the texts show both.
    pub(crate) fn bound(what: &str, (found, limit): (f64, f64), measured: String, target: String) -> Self {
        let ratio = format!("{:.2}", found / limit);
        Self([what.into(), measured, String::new(), ratio, target, met(found <= limit)])
    }

    /// A quality, for which more is better, with a target if there is one.
    pub(crate) fn quality(what: &str, found: f64, target: Option<f64>) -> Self {
        Self([
            what.into(),
            format!("{found:.4}"),
            String::new(),
            target.map(|target| format!("{:.3}", found / target)).unwrap_or_default(),
            target.map(|target| format!("≥ {target}")).unwrap_or_default(),
            target.map(|target| met(found >= target)).unwrap_or_default(),
        ])
    }
}

fn met(met: bool) -> String {
    if met { "yes" } else { "no" }.into()
}

/// Prints the lines as Markdown.
pub(crate) fn print(rows: &[Row]) {
    println!("| what | measured | compared with | ratio | target | met? |");
    println!("|---|--:|---|--:|--:|---|");
    for Row(cells) in rows {
        println!("| {} |", cells.join(" | "));
    }
}
