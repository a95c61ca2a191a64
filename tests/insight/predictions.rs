//! Predictions compared with labels.

use idxlens::{
    dataset::labels::Label,
    insight::predictions::{Calibration, Cell, ClassFigures, ClassNames, Comparison, Evaluation, Predictions},
};

const NONE: f64 = f64::NAN;

fn evaluation(file: &str, labels: &[f64]) -> Evaluation {
    Evaluation::new(&Predictions::read(file.as_bytes(), labels, &ClassNames::default()).unwrap(), labels)
}

#[test]
fn classes_make_a_confusion_matrix() {
    let found = evaluation("7\n1\n7\n9\n1\n", &[7.0, 1.0, 1.0, 2.0, NONE]);
    assert_eq!(found.classes(), [1.0, 2.0, 7.0, 9.0].map(Label));
    let cell = |label, predicted, items| Cell { label, predicted, items };
    assert_eq!(found.cells(), [cell(0, 0, 1), cell(0, 2, 1), cell(1, 3, 1), cell(2, 2, 1)]);
    assert_eq!((found.compared(), found.hits(), found.accuracy()), (4, 2, Some(0.5)));
    let figures = |support, predicted, hits| ClassFigures { support, predicted, hits };
    assert_eq!(found.figures(), [figures(2, 1, 1), figures(1, 0, 0), figures(1, 2, 1), figures(0, 1, 0)]);
    assert_eq!(found.figures()[0].precision(), Some(1.0));
    assert_eq!(found.figures()[0].recall(), Some(0.5));
    assert_eq!(Label(found.figures()[0].f1()), Label(2.0 / 3.0));
    assert_eq!((found.figures()[1].precision(), found.figures()[3].recall()), (None, None));
    assert_eq!(found.averages(), Some([1.5 / 4.0, 1.5 / 4.0, (2.0 / 3.0 + 2.0 / 3.0) / 4.0]));
    assert_eq!(found.items(Some(0), Some(2)), [2]);
    assert_eq!(found.items(None, Some(2)), [0, 2]);
    assert_eq!(found.items(Some(0), None), [1, 2]);
    assert_eq!((found.outcome(true), found.outcome(false)), (vec![0, 1], vec![2, 3]));
    assert!(found.predicted().eq([7.0, 1.0, 7.0, 9.0, 1.0].map(Label)));
    assert_eq!((found.top(3), found.calibration(), found.confidence(0)), (None, None, None));
    assert_eq!(found.confident_errors(), [0_u32; 0]);
}

#[test]
fn without_labels_there_are_no_figures() {
    let found = evaluation("0.5,0.5\n1,0", &[NONE, NONE]);
    assert_eq!((found.accuracy(), found.averages(), found.top(1), found.calibration()), (None, None, None, None));
    assert!(found.cells().is_empty() && found.outcome(false).is_empty());
    assert_eq!(found.smallest_margins(), [0, 1]);
}

const ROWS: &str = "\
    0.5,0.25,0.25\n\
    0.0,1.0,0.0\n\
    0.125,0.75,0.125\n\
    0.25,0.25,0.5\n\
    0.4,0.4,0.2\n\
    1.0,0.0,0.0\n";

#[test]
fn rows_tell_how_sure_they_are() {
    let found = evaluation(ROWS, &[0.0, 2.0, 0.0, 2.0, 1.0, NONE]);
    assert_eq!(found.accuracy(), Some(0.4));
    assert_eq!(found.confident_errors(), [1, 2, 4]);
    assert_eq!(found.unsure_hits(), [0, 3], "equal ones in the order of their numbers");
    assert_eq!(found.smallest_margins(), [4, 0, 3, 2, 1, 5]);
    assert_eq!(found.confidence(2), Some((0.75, 0.625)));
    assert_eq!(found.confidence(6), None);
    // The label of item 1 is last of two classes that are as unlikely, that of item 2 the first.
    assert_eq!([1, 2, 3].map(|k| found.top(k)), [Some(0.4), Some(0.8), Some(1.0)]);
}

#[test]
fn a_label_without_a_column_is_never_among_the_likeliest() {
    // The columns stand for the classes 1 to 3.
    let found = evaluation(ROWS, &[1.0, 2.0, 3.0, 3.0, 2.0, 1.0]);
    assert_eq!(found.top(3), Some(1.0));
    let predictions = Predictions::read(ROWS.as_bytes(), &[0.0; 6], &ClassNames::default()).unwrap();
    assert_eq!(Evaluation::new(&predictions, &[9.0; 6]).top(3), Some(0.0));
}

#[test]
fn logits_and_logarithms_are_as_sure_as_their_probabilities() {
    let labels = [0.0, 1.0, 0.0];
    let logits = evaluation("2,0,-1\n40,90,10\n3,5000,2\n", &labels);
    let logarithms = evaluation("-0.16984602,-2.16984602,-3.16984602\n-50,0,-80\n-4997,0,-4998\n", &labels);
    for found in [&logits, &logarithms] {
        let (confidence, margin) = found.confidence(0).unwrap();
        assert!((confidence - 0.843_794_73).abs() < 1e-8, "{confidence}");
        assert!((margin - (0.843_794_73 - 0.114_195_20)).abs() < 1e-8, "{margin}");
        assert_eq!(found.confidence(1).unwrap(), (1.0, 1.0));
    }
    // Both are sure to the last digit of a float; one is surer.
    let sure = evaluation("0,90\n0,5000\n0,100\n", &[0.0; 3]);
    assert_eq!(sure.confident_errors(), [1, 2, 0]);
}

#[test]
fn calibration_has_fifteen_bins() {
    // Confidences of 1/3, that is on the upper bound of the fifth bin, 0.5 twice, and 1.
    let third = 1.0 / 3.0;
    let file = format!("{third},{third},{third}\n0.5,0.25,0.25\n0.25,0.25,0.5\n0,1,0\n");
    let Calibration { bins, error } = evaluation(&file, &[0.0, 1.0, 2.0, 1.0]).calibration().unwrap();
    let counts: Vec<_> = bins.iter().map(|bin| bin.items).collect();
    assert_eq!(counts, [0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1]);
    assert_eq!((bins[7].confidence, bins[7].accuracy), (0.5, 0.5));
    assert_eq!((bins[4].confidence, bins[4].accuracy), (third, 1.0));
    assert!((error - (1.0 - third) / 4.0).abs() < 1e-15);
}

#[test]
fn two_predictions_are_compared() {
    let labels = [0.0, 1.0, 2.0, 0.0, NONE, NONE];
    let [first, second] = ["0\n1\n1\n2\n0\n1\n", "0\n0\n2\n1\n0\n2\n"].map(|file| evaluation(file, &labels));
    let expected = Comparison {
        disagreements: vec![1, 2, 3, 5],
        both_right: vec![0],
        only_first: vec![1],
        only_second: vec![2],
        both_wrong: vec![3],
    };
    assert_eq!(Comparison::of(&first, &second), expected);
}

#[test]
fn many_classes_take_no_more_room_than_the_items() {
    let count = 40_000_u32;
    let file = (0..count).map(|class| (class / 2).to_string()).collect::<Vec<_>>().join("\n");
    let labels: Vec<f64> = (0..count).map(f64::from).collect();
    let found = evaluation(&file, &labels);
    assert_eq!((found.classes().len(), found.cells().len(), found.hits()), (40_000, 40_000, 1));
}

#[test]
fn items_without_a_prediction_count_nowhere() {
    let labels = [0.0, 1.0, 1.0, f64::NAN];
    let found = evaluation("id,a,b\n0,.75,.25\n1,,\n2,.75,.25\n3,.5,.5\n", &labels);
    assert_eq!((found.compared(), found.covered(), found.hits(), found.accuracy()), (2, 3, 1, Some(0.5)));
    let predicted: Vec<Label> = found.predicted().collect();
    assert_eq!(predicted, [0.0, f64::NAN, 0.0, 0.0].map(Label));
    assert_eq!((found.outcome(true), found.outcome(false), found.missing()), (vec![0], vec![2], vec![1]));
    assert_eq!(found.items(Some(1), None), [2]);
    assert_eq!(found.top(2), Some(1.0));
    assert_eq!(found.smallest_margins(), [3, 0, 2]);
    assert_eq!((found.confidence(1), found.confidence(0)), (None, Some((0.75, 0.5))));
    assert_eq!(found.calibration().unwrap().bins.iter().map(|bin| bin.items).sum::<u32>(), 2);
    let all = evaluation("0\n1\n0\n1\n", &labels);
    assert_eq!(Comparison::of(&found, &all).disagreements, [3]);
    assert_eq!(Comparison::of(&found, &all).both_right, [0]);
}
