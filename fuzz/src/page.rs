//! Drawing items with any settings.

use arbitrary::{Arbitrary, Unstructured};
use idxlens::{
    dataset::{axes::Axis, orientation::Orientation, store::Store, view::View},
    draw::{
        line::PlotSize,
        page::{Grid, MAX_PIXELS, Page},
        palette::{Limits, Palette},
    },
    format::{element::ElementType, layout::Layout},
};

/// An array, and a way to look at it.
#[derive(Arbitrary, Debug)]
struct Picture<'a> {
    element_type: u8,
    shape: Vec<u8>,
    reshaped: Option<Vec<u8>>,
    orientation: (bool, bool, bool),
    view: u8,
    axes: Vec<Part>,
    items: Vec<u8>,
    columns: u8,
    gap: (u8, u8),
    shrink: u8,
    plot: Option<(u8, u8)>,
    window: Option<(u64, u64)>,
    palette: u8,
    inverted: bool,
    limits: Range,
    elements: &'a [u8],
}

/// The role of a dimension in a slice.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Part {
    Rows,
    Columns,
    Channels,
    At(u8),
}

#[derive(Arbitrary, Debug)]
enum Range {
    File,
    Item,
    Fixed(f64, f64),
}

/// A picture is as large as it says, and what is not here is counted.
///
/// # Panics
/// If that does not hold.
pub fn page(input: &[u8]) {
    let Ok(picture) = Picture::arbitrary(&mut Unstructured::new(input)) else { return };
    let element_type = ElementType::IDX[usize::from(picture.element_type) % ElementType::IDX.len()];
    let shape = picture.shape.iter().map(|&size| size.into()).collect();
    let Ok(layout) = Layout::new(element_type, shape) else { return };
    let file = [&layout.header().to_bytes()[..], picture.elements].concat();
    let mut store = Store::new(Some(file.len() as u64), 1 << 20);
    while let Some(wanted) = store.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        let Ok(()) = store.push(wanted.start, &file[start..end]) else { return };
    }
    let (transposed, mirrored, upturned) = picture.orientation;
    let reshaped = picture.reshaped.map(|shape| shape.iter().map(|&size| size.into()).collect());
    store.presentation_mut().arrange(reshaped, Orientation { transposed, mirrored, upturned });
    store.presentation_mut().show(View::ALL.get(usize::from(picture.view)).copied());
    let axis = |part: &Part| match *part {
        Part::Rows => Axis::Rows,
        Part::Columns => Axis::Columns,
        Part::Channels => Axis::Channels,
        Part::At(place) => Axis::At(place.into()),
    };
    store.presentation_mut().cut(picture.axes.iter().map(axis).collect());

    let palettes = ["viridis", "magma", "cividis", "blue-red"];
    let named = palettes.get(usize::from(picture.palette)).and_then(|name| Palette::named(name));
    let palette = named.unwrap_or_else(|| Palette::new(0x00FF_FFFF, 0));
    let palette = if picture.inverted { palette.reversed() } else { palette };
    let palette = palette.within(match picture.limits {
        Range::File => Limits::File,
        Range::Item => Limits::Item,
        Range::Fixed(least, greatest) => Limits::Fixed(least, greatest),
    });
    // Large pages take long and do nothing that small ones do not.
    let items: Vec<u64> = picture.items.iter().take(16).map(|&item| item.into()).collect();
    let short = |length: u8| u32::from(length % 20);
    let grid = Grid {
        columns: short(picture.columns),
        gap_x: short(picture.gap.0),
        gap_y: short(picture.gap.1),
        shrink: picture.shrink.into(),
        plot: picture.plot.and_then(|(width, height)| PlotSize::new(short(width), short(height)).ok()),
        window: picture.window,
    };
    let Ok(page) = Page::compose(&store, &items, grid, &palette) else { return };
    let pixels = u64::from(page.width) * u64::from(page.height);
    assert_eq!(page.pixels.len() as u64, pixels);
    assert!(pixels <= MAX_PIXELS);
    let missing = items.iter().filter(|&&item| store.item(item).is_none()).count();
    assert_eq!(page.missing as usize, missing);
    if let Some(raster) = store.raster() {
        for &item in &items {
            let values = store.values(item, 0..raster.rows, 0..raster.columns).len();
            assert!(store.item(item).is_some() || values == 0);
        }
    }
}
