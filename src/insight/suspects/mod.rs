//! Suspect labels: items whose image looks like another class than their label says.

mod calibration;
mod deskew;
mod features;
mod fourier;
mod labelling;
mod rank;
mod ridge;
mod scores;
mod view;
mod votes;

pub use features::Features;
pub use labelling::{FOLDS, Labelling, MAX_CLASSES};
pub use rank::{Suspect, rank};
pub use scores::LabelScores;
pub use view::View;
