//! The task that runs.

use crate::insight::{Comparison, Fit, Outliers, Ranking, Search, Task, suspects::LabelScores};

/// A task between its start and its result.
#[derive(Debug)]
pub(super) enum Running {
    /// Finding the components of a projection.
    Fit(Fit),
    /// Scoring the labels.
    Scores(LabelScores),
    Search(Search),
    Ranking(Ranking),
    Comparison(Comparison),
    Outliers(Outliers),
    /// A task that takes no longer than a step, and is done when its result is taken.
    Short,
}

impl Running {
    /// Does the next step. Whether there are more.
    pub(super) fn step(&mut self) -> bool {
        self.task().is_some_and(Task::step)
    }

    pub(super) fn progress(&mut self) -> f64 {
        self.task().map_or(0.0, |task| task.progress())
    }

    fn task(&mut self) -> Option<&mut dyn Task> {
        Some(match self {
            Self::Fit(task) => task,
            Self::Scores(task) => task,
            Self::Search(task) => task,
            Self::Ranking(task) => task,
            Self::Comparison(task) => task,
            Self::Outliers(task) => task,
            Self::Short => return None,
        })
    }
}
