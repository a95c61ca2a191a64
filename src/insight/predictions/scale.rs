//! What the numbers of predictions are, and how they become probabilities.

use super::{Fault, Table};

/// What the numbers of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// One class per item.
    Class,
    /// The probability of each class: none is negative, and those of an item sum to 1.
    Probabilities,
    /// Their natural logarithms.
    LogProbabilities,
    /// Other numbers for each class. Their softmax gives probabilities.
    Logits,
}

/// How far from 1 the sum of so many probabilities may be: each can be rounded to two decimals.
fn tolerance(columns: usize) -> f64 {
    (0.005 * f64::from(u32::try_from(columns).unwrap_or(u32::MAX))).min(0.1)
}

/// The scale of a table, and the table: with a column for each of two classes, if it has the probability of class 1.
pub(super) fn detect(table: Table) -> Result<(Scale, Table), Fault> {
    if table.columns() == 1 {
        return detect_classes(table);
    }
    for (row, numbers) in table.full_rows() {
        // A logit or a logarithm can be minus infinity: the class is impossible.
        let is_possible = numbers.iter().any(|number| number.is_finite());
        if !is_possible || numbers.contains(&f64::INFINITY) {
            return Err(Fault::NotFinite { row });
        }
    }
    let tolerance = tolerance(table.columns());
    let is_near = |sum: f64| (sum - 1.0).abs() <= tolerance;
    let are_probabilities =
        table.full_rows().all(|(_, row)| row.iter().all(|&number| number >= 0.0) && is_near(row.iter().sum::<f64>()));
    let are_logarithms = || {
        table.full_rows().all(|(_, row)| {
            row.iter().all(|&number| number <= 0.0) && is_near(row.iter().map(|number| number.exp()).sum::<f64>())
        })
    };
    let scale = if are_probabilities {
        Scale::Probabilities
    } else if are_logarithms() {
        Scale::LogProbabilities
    } else {
        Scale::Logits
    };
    Ok((scale, table))
}

fn detect_classes(table: Table) -> Result<(Scale, Table), Fault> {
    let find = |is_wrong: fn(f64) -> bool| table.full_rows().find(|(_, row)| is_wrong(row[0])).map(|(row, _)| row);
    if let Some(row) = find(|number| !number.is_finite()) {
        return Err(Fault::NotFinite { row });
    }
    let Some(row) = find(|number| number.fract() != 0.0) else { return Ok((Scale::Class, table)) };
    if find(|number| !(0.0..=1.0).contains(&number)).is_some() {
        return Err(Fault::Fraction { row });
    }
    let values = table.rows().flat_map(|row| [1.0 - row[0], row[0]]).collect();
    Ok((Scale::Probabilities, Table::new(2, values)))
}

/// The numbers of an item for each class.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    numbers: &'a [f64],
    scale: Scale,
    best: usize,
}

impl<'a> Row<'a> {
    pub(super) fn new(numbers: &'a [f64], scale: Scale) -> Self {
        let places = numbers.iter().enumerate();
        let best = places.reduce(|best, next| if next.1 > best.1 { next } else { best }).map_or(0, |(place, _)| place);
        Self { numbers, scale, best }
    }

    /// The column of the largest number, the first of several.
    pub(super) fn best(&self) -> usize {
        self.best
    }

    /// How many columns come before a column, the largest number first, and the first of several that are as large.
    pub(super) fn rank(&self, column: usize) -> usize {
        let number = self.numbers[column];
        let (before, after) = self.numbers.split_at(column);
        let as_large = before.iter().filter(|&&other| other >= number).count();
        as_large + after.iter().filter(|&&other| other > number).count()
    }

    pub(super) fn probabilities(&self) -> Vec<f64> {
        match self.scale {
            Scale::Class | Scale::Probabilities => self.numbers.to_vec(),
            Scale::LogProbabilities => self.numbers.iter().map(|number| number.exp()).collect(),
            Scale::Logits => {
                let total = 1.0 + self.odds_against();
                self.numbers.iter().map(|number| (number - self.numbers[self.best]).exp() / total).collect()
            }
        }
    }

    /// The probability of the best class.
    pub(super) fn confidence(&self) -> f64 {
        let best = self.numbers[self.best];
        match self.scale {
            Scale::Class | Scale::Probabilities => best,
            Scale::LogProbabilities => best.exp(),
            Scale::Logits => 1.0 / (1.0 + self.odds_against()),
        }
    }

    /// Is smaller for an item of higher confidence, also where that is rounded to 1.
    pub(super) fn doubt(&self) -> f64 {
        match self.scale {
            Scale::Class | Scale::Probabilities => 1.0 - self.numbers[self.best],
            Scale::LogProbabilities => -self.numbers[self.best],
            Scale::Logits => self.odds_against(),
        }
    }

    /// How much likelier the best class is than the second best, from 0 to 1.
    pub(super) fn margin(&self) -> f64 {
        let second = self.others().fold(f64::NEG_INFINITY, f64::max);
        let confidence = self.confidence();
        match self.scale {
            Scale::Class | Scale::Probabilities => confidence - second,
            Scale::LogProbabilities => confidence - second.exp(),
            Scale::Logits => confidence * (1.0 - (second - self.numbers[self.best]).exp()),
        }
    }

    /// How many times likelier all other logits together are than the best one.
    fn odds_against(&self) -> f64 {
        self.others().map(|number| (number - self.numbers[self.best]).exp()).sum()
    }

    fn others(&self) -> impl Iterator<Item = f64> {
        let (before, after) = self.numbers.split_at(self.best);
        before.iter().chain(&after[1..]).copied()
    }
}
