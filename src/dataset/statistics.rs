//! What items are like: how much ink each of them has, and the mean and the spread of all, element by element, of the
//! whole and of each class.

use crate::{
    dataset::{labels::Label, store::Store},
    format::{element::ElementType, layout::Layout},
};

/// More classes than this get no images of their own.
pub const MAX_CLASSES: usize = 256;

/// The most elements of the images of all classes together: they take up to 24 bytes each.
const MAX_ELEMENTS: usize = 1 << 21;

/// Runs of blank items that are told apart; items in further ones are only counted.
const MAX_RUNS: usize = 1 << 16;

/// Bytes that are summed in 32 bits: so many squares of 255 fit.
const CARRIED: usize = 1 << 16;

/// What has been found out about items, which are added one by one in the order of their numbers.
#[derive(Debug)]
pub struct Statistics {
    layout: Layout,
    range: (f64, f64),
    scale: Scale,
    classes: Vec<Label>,
    /// Of the items of each class, then of those of none. Empty where they would be too large.
    sums: Vec<Sums>,
    means: Vec<f32>,
    blank: Vec<(u32, u32)>,
    blanks: u64,
    /// Four, because one count cannot be raised twice at once; their sums are what counts.
    bins: [[u64; 256]; 4],
    all: Moments,
}

/// The mean and the standard deviation of finite numbers, of which there is at least one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation, of these numbers and not of what they are a sample of.
    pub deviation: f64,
}

/// One item's values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The least value.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
    /// Their middle, and how far they are from it.
    pub spread: Spread,
}

/// Sums over items, element by element. Those of bytes are first taken in narrow lanes.
#[derive(Clone, Debug, Default)]
struct Sums {
    items: u64,
    narrow: Vec<u32>,
    narrow_squares: Vec<u32>,
    /// Items in the narrow sums.
    carrying: usize,
    wide: Vec<f64>,
    wide_squares: Vec<f64>,
    /// How many values were not finite; empty while none was.
    missing: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    count: u64,
    sum: f64,
    squares: f64,
}

/// Values are summed in units of half their range, from its middle: so no sum is too large, or loses much.
#[derive(Clone, Copy, Debug)]
struct Scale {
    middle: f64,
    half: f64,
}

impl Statistics {
    /// Of no items yet, of an array whose values are in a range; with images of these classes, least label first, if
    /// they are not too many.
    #[must_use]
    pub fn new(layout: &Layout, range: (f64, f64), mut classes: Vec<Label>) -> Self {
        let elements = usize::try_from(layout.item_elements()).unwrap_or(usize::MAX);
        let most = MAX_ELEMENTS.checked_div(elements).unwrap_or(0);
        if classes.len() > MAX_CLASSES || classes.len() >= most {
            classes.clear();
        }
        let sums = if most == 0 { Vec::new() } else { vec![Sums::default(); classes.len() + 1] };
        let scale = if layout.element_type() == ElementType::U8 {
            Scale { middle: 0.0, half: 1.0 }
        } else {
            Scale { middle: range.0 / 2.0 + range.1 / 2.0, half: range.1 / 2.0 - range.0 / 2.0 }
        };
        Self {
            layout: layout.clone(),
            range,
            scale,
            classes,
            sums,
            means: Vec::new(),
            blank: Vec::new(),
            blanks: 0,
            bins: [[0; 256]; 4],
            all: Moments::default(),
        }
    }

    /// Adds the next item, of the class that this label stands for.
    pub fn add(&mut self, item: &[u8], label: Option<Label>) {
        let class = label.and_then(|label| self.classes.binary_search(&label).ok()).unwrap_or(self.classes.len());
        let (moments, blank) = if self.layout.element_type() == ElementType::U8 {
            self.add_bytes(item, class)
        } else {
            self.add_values(item, class)
        };
        self.all.count += moments.count;
        self.all.sum += moments.sum;
        self.all.squares += moments.squares;
        let number = u32::try_from(self.means.len()).unwrap_or(u32::MAX);
        #[expect(clippy::cast_possible_truncation, reason = "to sort by, this is close enough")]
        self.means.push(moments.spread(self.scale).mean as f32);
        if blank {
            self.blanks += 1;
            let runs = self.blank.len();
            match self.blank.last_mut() {
                Some((_, last)) if *last + 1 == number => *last = number,
                _ if runs < MAX_RUNS => self.blank.push((number, number)),
                _ => {}
            }
        }
    }

    /// How many items have been added.
    #[must_use]
    pub fn items(&self) -> u64 {
        self.means.len() as u64
    }

    /// The mean of each item's finite values, by which it is sorted; NaN where it has none.
    #[must_use]
    pub fn means(&self) -> &[f32] {
        &self.means
    }

    /// How many items are nothing but zeros.
    #[must_use]
    pub fn blanks(&self) -> u64 {
        self.blanks
    }

    /// The numbers of these items, as ranges in order, both ends included.
    #[must_use]
    pub fn blank(&self) -> &[(u32, u32)] {
        &self.blank
    }

    /// How many finite values there are in each 256th of the range; of u8, of each value.
    #[must_use]
    pub fn bins(&self) -> [u64; 256] {
        let [a, b, c, d] = &self.bins;
        std::array::from_fn(|bin| a[bin] + b[bin] + c[bin] + d[bin])
    }

    /// The range that the bins divide.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        self.range
    }

    /// The spread of all finite values, if there are any.
    #[must_use]
    pub fn spread(&self) -> Option<Spread> {
        (self.all.count > 0).then(|| self.all.spread(self.scale))
    }

    /// The classes that have images.
    #[must_use]
    pub fn classes(&self) -> &[Label] {
        &self.classes
    }

    /// Whether there are images.
    #[must_use]
    pub fn is_pictured(&self) -> bool {
        !self.sums.is_empty()
    }

    /// The mean image, or that of the standard deviations, of all items and then of each class: an array like any
    /// other, of f64. `None` where the images are too large.
    #[must_use]
    pub fn images(&self, deviations: bool) -> Option<Store> {
        let whole = (!self.sums.is_empty()).then_some(&self.sums[..])?;
        let count = u32::try_from(whole.len()).ok()?;
        let layout = Layout::new(ElementType::F64, [&[count], self.layout.item_shape()].concat()).ok()?;
        let elements = usize::try_from(layout.item_elements()).ok()?;
        let mut file = layout.header().to_bytes();
        let images = [whole].into_iter().chain(self.sums[..whole.len() - 1].chunks(1));
        for sums in images {
            for at in 0..elements {
                let mut moments = Moments::default();
                for sums in sums {
                    sums.at(at, &mut moments);
                }
                let spread = moments.spread(self.scale);
                file.extend(if deviations { spread.deviation } else { spread.mean }.to_be_bytes());
            }
        }
        let mut store = Store::new(None, u64::MAX);
        store.push(0, &file).ok()?;
        Some(store)
    }

    fn add_bytes(&mut self, item: &[u8], class: usize) -> (Moments, bool) {
        let (mut sum, mut squares) = (0, 0);
        for part in item.chunks(CARRIED) {
            let values = part.iter().map(|&value| u32::from(value));
            sum += u64::from(values.clone().sum::<u32>());
            squares += u64::from(values.map(|value| value * value).sum::<u32>());
        }
        let (words, rest) = item.as_chunks::<8>();
        let mut zeros = 0;
        for word in words {
            // Most of many an image is paper.
            if *word == [0; 8] {
                zeros += 8;
                continue;
            }
            for (lane, &value) in word.iter().enumerate() {
                self.bins[lane % 4][usize::from(value)] += 1;
            }
        }
        for &value in rest {
            self.bins[0][usize::from(value)] += 1;
        }
        self.bins[0][0] += zeros;
        if let Some(sums) = self.sums.get_mut(class) {
            sums.add_bytes(item);
        }
        #[expect(clippy::cast_precision_loss, reason = "sums of what is in memory stay below 2^53")]
        let moments = Moments { count: item.len() as u64, sum: sum as f64, squares: squares as f64 };
        (moments, sum == 0)
    }

    fn add_values(&mut self, item: &[u8], class: usize) -> (Moments, bool) {
        let mut moments = Moments::default();
        let mut blank = true;
        let Self { layout, sums, scale, bins, .. } = self;
        let mut sums = sums.get_mut(class);
        if let Some(sums) = &mut sums {
            sums.begin(layout);
        }
        for (at, value) in layout.element_type().values(item).enumerate() {
            blank &= value == 0.0;
            let scaled = if value.is_finite() { Some(scale.of(value)) } else { None };
            if let Some(scaled) = scaled {
                moments.take(scaled);
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "the cast clamps, as it should"
                )]
                let bin = ((scaled + 1.0) * 128.0) as usize;
                bins[at % 4][bin.min(255)] += 1;
            }
            if let Some(sums) = &mut sums {
                sums.add_value(at, scaled);
            }
        }
        (moments, blank)
    }
}

impl Summary {
    /// Of the finite values of an item, if there are any.
    #[must_use]
    pub fn of(element_type: ElementType, item: &[u8]) -> Option<Self> {
        let values = || element_type.values(item).filter(|value| value.is_finite());
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values() {
            (least, greatest) = (least.min(value), greatest.max(value));
        }
        let scale = Scale { middle: least / 2.0 + greatest / 2.0, half: greatest / 2.0 - least / 2.0 };
        let mut moments = Moments::default();
        for value in values() {
            moments.take(scale.of(value));
        }
        (moments.count > 0).then(|| Self { least, greatest, spread: moments.spread(scale) })
    }
}

impl Sums {
    fn add_bytes(&mut self, item: &[u8]) {
        self.items += 1;
        self.narrow.resize(item.len(), 0);
        self.narrow_squares.resize(item.len(), 0);
        for ((sum, square), &value) in self.narrow.iter_mut().zip(&mut self.narrow_squares).zip(item) {
            let value = u32::from(value);
            *sum += value;
            *square += value * value;
        }
        self.carrying += 1;
        if self.carrying == CARRIED {
            self.carry();
        }
    }

    /// Empties the narrow sums into the wide ones.
    fn carry(&mut self) {
        self.carrying = 0;
        for (narrow, wide) in [(&mut self.narrow, &mut self.wide), (&mut self.narrow_squares, &mut self.wide_squares)] {
            wide.resize(narrow.len(), 0.0);
            for (narrow, wide) in narrow.iter_mut().zip(wide) {
                *wide += f64::from(*narrow);
                *narrow = 0;
            }
        }
    }

    /// Makes room for the sums of values.
    fn begin(&mut self, layout: &Layout) {
        let elements = usize::try_from(layout.item_elements()).unwrap_or(0);
        self.items += 1;
        self.wide.resize(elements, 0.0);
        self.wide_squares.resize(elements, 0.0);
    }

    fn add_value(&mut self, at: usize, scaled: Option<f64>) {
        if let Some(scaled) = scaled {
            self.wide[at] += scaled;
            self.wide_squares[at] += scaled * scaled;
        } else {
            self.missing.resize(self.wide.len(), 0);
            self.missing[at] += 1;
        }
    }

    /// Adds what is known of one element.
    fn at(&self, at: usize, moments: &mut Moments) {
        let sum = |narrow: &[u32], wide: &[f64]| {
            wide.get(at).copied().unwrap_or_default() + narrow.get(at).copied().map_or(0.0, f64::from)
        };
        moments.count += self.items - self.missing.get(at).copied().map_or(0, u64::from);
        moments.sum += sum(&self.narrow, &self.wide);
        moments.squares += sum(&self.narrow_squares, &self.wide_squares);
    }
}

impl Moments {
    fn take(&mut self, scaled: f64) {
        self.count += 1;
        self.sum += scaled;
        self.squares += scaled * scaled;
    }

    /// NaN where there is nothing.
    fn spread(self, scale: Scale) -> Spread {
        #[expect(clippy::cast_precision_loss, reason = "so many values are never seen")]
        let count = self.count as f64;
        let mean = self.sum / count;
        let variance = self.squares / count - mean * mean;
        Spread {
            mean: scale.middle + mean * scale.half,
            // Rounding can take it below zero, but NaN stays.
            deviation: if variance < 0.0 { 0.0 } else { variance.sqrt() * scale.half },
        }
    }
}

impl Scale {
    /// From -1 to 1.
    fn of(self, value: f64) -> f64 {
        if self.half > 0.0 { (value - self.middle) / self.half } else { 0.0 }
    }
}
