//! Spans of a job that others pass over, and scans that are kept for the next visit.

use idxlens::{
    dataset::{Dataset, JobKind, Slot, labels::LabelSource, shared::SpanPass, statistics::Average},
    format::{
        element::Element,
        encode::{checksum, encode, gzip},
    },
};

use crate::{read, run, statistics, table};

const SPAN_LEN: u64 = 300_000;

fn part(file: &[u8], offset: u64, end: u64) -> &[u8] {
    let [start, end] = [offset, end].map(|at| usize::try_from(at).unwrap().min(file.len()));
    &file[start..end]
}

/// 4,000 images of 20 x 20 numbers that gzip does not compress.
fn images<T: Element>(number: impl Fn(u32) -> T) -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        number(state >> 8)
    };
    encode(&[4000, 20, 20], &(0..4000 * 400).map(|_| next()).collect::<Vec<T>>()).unwrap()
}

fn floats(number: u32) -> f32 {
    match number % 9973 {
        0 => f32::NAN,
        1 => f32::INFINITY,
        number => f32::from(u16::try_from(number).unwrap()) / 7.0 - 300.0,
    }
}

/// A dataset of this file, which does not stay in memory, with labels.
fn opened(file: &[u8]) -> Dataset {
    let mut dataset = Dataset::new();
    read(&mut dataset, Slot::Images, file, 1 << 20);
    let labels: Vec<u8> = (0..3990_u32).map(|item| item.wrapping_mul(2_654_435_761).to_be_bytes()[0] % 10).collect();
    read(&mut dataset, Slot::Labels, &encode(&[3990], &labels).unwrap(), 1 << 20);
    dataset
}

/// Passes over a span as another worker does.
fn pass_over(task: &[u8], file: &[u8]) -> Vec<u8> {
    let mut span = SpanPass::from_bytes(task).unwrap();
    while let Some(wanted) = span.wanted() {
        span.feed(wanted.start, part(file, wanted.start, wanted.end)).unwrap();
    }
    span.to_bytes()
}

/// Everything that a scan finds.
fn all(dataset: &Dataset) -> impl PartialEq + std::fmt::Debug + use<> {
    let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
    let pictures = [Average::Mean, Average::Deviation].map(|average| {
        let images = dataset.average_images(average).unwrap();
        (0..).map_while(|image| images.image(image).map(bits)).collect::<Vec<_>>()
    });
    let means: Vec<u32> = statistics(dataset).means().iter().map(|mean| mean.to_bits()).collect();
    let figures = (table(dataset).all(), table(dataset).classes().collect::<Vec<_>>());
    (pictures, means, figures, table(dataset).bins(), dataset.check_results().to_vec())
}

/// A scan by this dataset alone.
fn alone(dataset: &mut Dataset, file: &[u8], span_len: u64) {
    assert!(dataset.start_scan_in(span_len));
    run(dataset, JobKind::Statistics, file, 100_000);
    assert!(dataset.is_scanned());
}

/// Runs a job of which others take some spans.
fn share(dataset: &mut Dataset, job: JobKind, file: &[u8]) {
    let (mut taken, mut count) = (Vec::new(), 0);
    for round in 0.. {
        // Two are taken at a time, and come back in another order, some of them late.
        taken.extend((0..2).map_while(|_| dataset.take_span(job)));
        if let Some(wanted) = dataset.job_wanted(job) {
            dataset.feed_job(job, wanted.start, part(file, wanted.start, wanted.end)).unwrap();
        } else if taken.is_empty() {
            break;
        }
        if round % 3 == 0 {
            while let Some((number, task)) = taken.pop() {
                count += 1;
                dataset.finish_span(job, number, &pass_over(&task, file));
            }
        }
    }
    assert!(count > 0);
}

/// A scan of which others take some spans.
fn shared(dataset: &mut Dataset, file: &[u8]) {
    assert!(dataset.start_scan_in(SPAN_LEN));
    share(dataset, JobKind::Statistics, file);
    assert!(dataset.is_scanned());
}

/// Images of bytes and of floats, plain and gzip.
fn files() -> impl Iterator<Item = Vec<u8>> {
    [images(|number| number.to_le_bytes()[1] & 0xF0), images(floats)].into_iter().flat_map(|file| [gzip(&file), file])
}

#[test]
fn who_scans_a_span_makes_no_difference() {
    for file in files() {
        let mut dataset = opened(&file);
        alone(&mut dataset, &file, SPAN_LEN);
        let expected = all(&dataset);
        shared(&mut dataset, &file);
        assert!(all(&dataset) == expected);
        assert_eq!(statistics(&dataset).items(), 4000);
    }
}

#[test]
fn distances_are_shared() {
    for file in files() {
        let mut dataset = opened(&file);
        alone(&mut dataset, &file, SPAN_LEN);
        assert!(dataset.start_distances());
        run(&mut dataset, JobKind::Distances, &file, 100_000);
        let distances = |dataset: &Dataset| (0..4000).map(|item| dataset.distance(item)).collect::<Vec<_>>();
        let expected = distances(&dataset);
        assert!(expected[..3990].iter().all(Option::is_some));

        alone(&mut dataset, &file, SPAN_LEN);
        assert!(dataset.start_distances_in(SPAN_LEN));
        share(&mut dataset, JobKind::Distances, &file);
        assert_eq!(distances(&dataset), expected);

        // Spans that others took and never finished are taken here, when the job goes on.
        alone(&mut dataset, &file, SPAN_LEN);
        assert!(dataset.start_distances_in(SPAN_LEN));
        let late: Vec<_> = std::iter::from_fn(|| dataset.take_span(JobKind::Distances)).collect();
        refuses_broken_parts(&mut dataset, JobKind::Distances, &late[0], &file);
        run(&mut dataset, JobKind::Distances, &file, usize::MAX);
        assert_eq!(dataset.distance(0), None);
        assert!(dataset.start_distances());
        run(&mut dataset, JobKind::Distances, &file, usize::MAX);
        assert_eq!(distances(&dataset), expected);
        for (number, task) in late {
            dataset.finish_span(JobKind::Distances, number, &pass_over(&task, &file));
        }
        assert_eq!(distances(&dataset), expected);
    }
}

/// A part that ends early, or is that of fewer images, leaves its span to the dataset.
fn refuses_broken_parts(dataset: &mut Dataset, job: JobKind, (number, task): &(usize, Vec<u8>), file: &[u8]) {
    let found = pass_over(task, file);
    for broken in [&found[..found.len() - 1], &SpanPass::from_bytes(task).unwrap().to_bytes()] {
        dataset.finish_span(job, *number, broken);
        let (again, _) = dataset.take_span(job).unwrap();
        assert_eq!(again, *number);
    }
}

#[test]
fn figures_are_shared() {
    for file in files() {
        let mut dataset = opened(&file);
        for asked in [(0..4000).collect::<Vec<_>>(), (0..4000).step_by(7).collect(), vec![3999, 5, 6, 1500, 2900]] {
            let found = |dataset: &Dataset| {
                let figures = dataset.filtered_statistics().unwrap().table();
                let means = dataset.filtered_average_images(Average::Mean);
                format!(
                    "{:?} {:?} {:?} {means:?}",
                    figures.all(),
                    figures.classes().collect::<Vec<_>>(),
                    figures.bins()
                )
            };
            assert!(dataset.start_filtered_in(&asked, SPAN_LEN));
            run(&mut dataset, JobKind::Filtered, &file, 100_000);
            let expected = found(&dataset);
            assert_eq!(dataset.filtered_statistics().unwrap().table().all().items, asked.len() as u64);
            assert!(dataset.start_filtered_in(&asked, SPAN_LEN));
            share(&mut dataset, JobKind::Filtered, &file);
            assert_eq!(found(&dataset), expected);

            assert!(dataset.start_filtered_in(&asked, SPAN_LEN));
            let taken = dataset.take_span(JobKind::Filtered).unwrap();
            refuses_broken_parts(&mut dataset, JobKind::Filtered, &taken, &file);
        }
        // No worker takes a span that has none of these images.
        assert!(dataset.start_filtered_in(&[3999], SPAN_LEN));
        assert!(dataset.take_span(JobKind::Filtered).is_none());
        run(&mut dataset, JobKind::Filtered, &file, 100_000);
        assert_eq!(dataset.filtered_statistics().unwrap().table().all().items, 1);
    }
}

#[test]
fn sums_of_bytes_do_not_depend_on_spans() {
    let file = gzip(&images(|number| number.to_le_bytes()[1]));
    let mut dataset = opened(&file);
    alone(&mut dataset, &file, u64::MAX);
    let expected = all(&dataset);
    assert!(dataset.take_span(JobKind::Statistics).is_none());
    for span_len in [SPAN_LEN, 1] {
        alone(&mut dataset, &file, span_len);
        assert!(all(&dataset) == expected, "{span_len}");
    }
}

#[test]
fn a_span_that_failed_is_scanned_here() {
    let file = gzip(&images(floats));
    let mut dataset = opened(&file);
    alone(&mut dataset, &file, SPAN_LEN);
    let expected = all(&dataset);
    assert!(dataset.start_scan_in(SPAN_LEN));
    let taken: Vec<_> = std::iter::from_fn(|| dataset.take_span(JobKind::Statistics)).collect();
    assert!(taken.len() > 3, "{}", taken.len());
    run(&mut dataset, JobKind::Statistics, &file, usize::MAX);
    assert!(!dataset.is_scanned() && dataset.job_wanted(JobKind::Statistics).is_none());
    assert!(dataset.job_progress(JobKind::Statistics) < 1.0);
    // Distances need all means.
    assert!(!dataset.start_distances());
    for (number, task) in taken {
        match number % 3 {
            0 => dataset.finish_span(JobKind::Statistics, number, &[]),
            1 => dataset.finish_span(JobKind::Statistics, number, b"no part"),
            _ => dataset.finish_span(JobKind::Statistics, number, &pass_over(&task, &file)),
        }
        // It is asked for once.
        dataset.finish_span(JobKind::Statistics, number, b"again");
    }
    dataset.finish_span(JobKind::Statistics, 1000, &[]);
    run(&mut dataset, JobKind::Statistics, &file, usize::MAX);
    assert!(dataset.is_scanned());
    assert!(all(&dataset) == expected);
}

#[test]
fn a_span_of_a_file_that_changed_is_refused_or_ends() {
    let file = gzip(&images(floats));
    let mut dataset = opened(&file);
    assert!(dataset.start_scan_in(SPAN_LEN));
    let (_, task) = dataset.take_span(JobKind::Statistics).unwrap();
    for len in [0, 7, 100, task.len() - 1] {
        assert!(SpanPass::from_bytes(&task[..len]).is_none(), "{len}");
    }
    let mut span = SpanPass::from_bytes(&task).unwrap();
    let noise = vec![0xFF; file.len()];
    for _ in 0..100 {
        let Some(wanted) = span.wanted() else { break };
        if span.feed(wanted.start, part(&noise, wanted.start, wanted.end)).is_err() {
            return;
        }
    }
    // No part of it counts, because it lacks images.
    dataset.finish_span(JobKind::Statistics, 1, &span.to_bytes());
    run(&mut dataset, JobKind::Statistics, &file, usize::MAX);
    assert!(!dataset.is_scanned() || statistics(&dataset).items() == 4000);
}

/// All parts of what a scan found, to be kept.
fn kept(dataset: &mut Dataset) -> Vec<Vec<u8>> {
    (0..).map_while(|number| dataset.scan_part(number)).collect()
}

/// Whether these parts end the scan.
fn recalls(dataset: &mut Dataset, parts: &[Vec<u8>]) -> bool {
    parts.iter().map(|part| dataset.recall_scan(part)).find(Option::is_some).flatten() == Some(true)
}

#[test]
fn a_scan_that_was_kept_ends_the_next() {
    for file in [gzip(&images(|number| number.to_le_bytes()[1] & 0xC0)), gzip(&images(floats))] {
        let mut first = opened(&file);
        assert!(first.scan_part(0).is_none());
        first.start_scan_in(SPAN_LEN);
        assert!(first.scan_part(0).is_none());
        alone(&mut first, &file, SPAN_LEN);
        let parts = kept(&mut first);
        assert_eq!(parts.len(), 2);
        let mut second = opened(&file);
        assert!(!recalls(&mut second, &parts));
        assert!(second.start_scan() && recalls(&mut second, &parts) && second.is_scanned());
        assert!(second.job_wanted(JobKind::Statistics).is_none());
        assert!(all(&second) == all(&first));
        assert!(second.start_distances());

        // A part is missing, comes twice, or comes too early.
        assert!(second.start_scan() && !recalls(&mut second, &parts[..1]) && !second.is_scanned());
        assert!(second.start_scan() && !recalls(&mut second, &[parts[0].clone(), parts[0].clone()]));
        assert!(second.start_scan() && !recalls(&mut second, &parts[1..]));

        // Other labels, or labels that are read in another way, make other classes.
        let mut other = opened(&file);
        read(&mut other, Slot::Labels, &encode(&[4000], &[1_u8; 4000]).unwrap(), 1 << 20);
        assert!(other.start_scan() && !recalls(&mut other, &parts));
        other.close(Slot::Labels);
        assert!(other.start_scan() && !recalls(&mut other, &parts));
        let mut hot = opened(&file);
        hot.set_label_source(Some(LabelSource::OneHot));
        assert!(hot.start_scan());

        for (number, len) in parts.iter().map(Vec::len).enumerate() {
            for at in (0..len.min(10_000)).step_by(997) {
                let mut changed = parts.clone();
                changed[number][at] ^= 1;
                let mut dataset = Dataset::new();
                read(&mut dataset, Slot::Images, &file, 1 << 20);
                assert!(dataset.start_scan() && !recalls(&mut dataset, &changed), "{at} of {number}");
            }
        }
    }
}

#[test]
fn the_means_of_many_images_are_kept_in_several_parts() {
    let count = 600_000_u32;
    let elements: Vec<u8> = (0..count).map(|number| number.to_le_bytes()[0]).collect();
    let file = gzip(&encode(&[count, 1], &elements).unwrap());
    let scanned_once = || {
        let mut dataset = Dataset::new();
        read(&mut dataset, Slot::Images, &file, 1 << 16);
        dataset
    };
    let mut first = scanned_once();
    assert!(first.start_scan_in(SPAN_LEN));
    run(&mut first, JobKind::Statistics, &file, usize::MAX);
    let parts = kept(&mut first);
    assert_eq!(parts.len(), 4);
    let mut second = scanned_once();
    assert!(second.start_scan() && recalls(&mut second, &parts));
    assert!(statistics(&second).means() == statistics(&first).means());
    let [groups, one, two, rest] = &parts[..] else { panic!() };
    let surplus = [groups, one, two, two, rest].map(Vec::clone);
    assert!(second.start_scan() && !recalls(&mut second, &surplus));
}

#[test]
fn hostile_results_are_refused_or_harmless() {
    let file = gzip(&images(floats));
    let mut dataset = opened(&file);
    alone(&mut dataset, &file, SPAN_LEN);
    let parts = kept(&mut dataset);
    let mut accepted = 0;
    for number in 0..parts.len() {
        let body = parts[number].len() - 4;
        for at in (8..300.min(body)).chain((300..body).step_by(997)) {
            // With a checksum that fits.
            let mut hostile = parts.clone();
            hostile[number][at] ^= 0xFF;
            let sum = checksum(&hostile[number][..body]).to_le_bytes();
            hostile[number][body..].copy_from_slice(&sum);
            assert!(dataset.start_scan());
            if recalls(&mut dataset, &hostile) {
                accepted += 1;
                let _ = (all(&dataset), dataset.start_distances());
            }
        }
    }
    assert!(accepted > 0);
}
