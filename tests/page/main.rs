//! Pages as text: `.` is the background, `#` the foreground, digits are between them, a space is transparent; `?`, `-`
//! and `+` are NaN and the infinities.

#![cfg(all(feature = "draw", not(target_arch = "wasm32")))]

mod colours;

use idxlens::{
    dataset::{orientation::Orientation, store::Store},
    draw::{
        gray::GrayItems,
        page::{Grid, MAX_PIXELS, Page},
        palette::{INFINITY, NEGATIVE_INFINITY, NOT_A_NUMBER, PENDING, Palette, Rgba, TRANSPARENT},
    },
    error::Error,
    format::{element::Element, element::ElementType, encode::encode, header::Header},
};
use proptest::prelude::*;

/// Cells side by side, without gaps.
const fn row(columns: u32) -> Grid {
    Grid { columns, gap_x: 0, gap_y: 0, shrink: 1, plot: None, window: None }
}

fn dark_on_light() -> Palette {
    Palette::new(0xFF_FFFF, 0x00_0000)
}

fn store<T: Element>(shape: &[u32], elements: &[T]) -> Store {
    let file = encode(shape, elements).unwrap();
    let mut store = Store::new(None, 1 << 30);
    store.push(0, &file).unwrap();
    store
}

/// Images of u8, each written as it should look.
fn images(rows: u32, columns: u32, pictures: &[&str]) -> Store {
    let value = |letter: char| match letter {
        '.' => 0,
        '#' => 255,
        digit => u8::try_from(digit.to_digit(10).unwrap() * 26).unwrap(),
    };
    let elements: Vec<u8> = pictures.iter().flat_map(|row| row.chars().map(value)).collect();
    let items = u32::try_from(elements.len()).unwrap() / rows / columns;
    store(&[items, rows, columns], &elements)
}

fn art(page: &Page) -> Vec<String> {
    let letter = |&[red, green, blue, alpha]: &Rgba| match (red, alpha) {
        _ if [red, green, blue, alpha] == NOT_A_NUMBER => '?',
        _ if [red, green, blue, alpha] == NEGATIVE_INFINITY => '-',
        _ if [red, green, blue, alpha] == INFINITY => '+',
        _ if [red, green, blue, alpha] == PENDING => '~',
        (0, 0) => ' ',
        (255, 255) => '.',
        (0, 255) => '#',
        (_, 255) if red == green && green == blue => char::from(b'0' + (255 - red) / 26),
        _ => panic!("neither black and white nor transparent"),
    };
    assert_eq!(page.pixels.len() as u64, u64::from(page.width) * u64::from(page.height));
    let rows = page.pixels.chunks(usize::try_from(page.width.max(1)).unwrap());
    rows.map(|row| row.iter().map(letter).collect()).collect()
}

#[track_caller]
fn check(store: &Store, items: &[u64], grid: Grid, expected: &[&str]) {
    let page = Page::compose(store, items, grid, &dark_on_light()).unwrap();
    assert_eq!(art(&page), expected);
}

/// A seven, a two and a grey ring.
fn digits() -> Store {
    images(4, 3, &["###", "..#", ".#.", "#..", "##.", "..#", ".#.", "###", "444", "4.4", "4.4", "444"])
}

#[test]
fn cells_come_row_by_row_with_gaps_only_between_them() {
    let grid = Grid { columns: 2, gap_x: 2, gap_y: 1, shrink: 1, plot: None, window: None };
    let four = [
        "###  ##.", //
        "..#  ..#", ".#.  .#.", "#..  ###", "        ", "444  ###", "4.4  ..#", "4.4  .#.", "444  #..",
    ];
    let three = [
        "###  ##.", //
        "..#  ..#", ".#.  .#.", "#..  ###", "        ", "444     ", "4.4     ", "4.4     ", "444     ",
    ];
    check(&digits(), &[0, 1, 2, 0], grid, &four);
    check(&digits(), &[0, 1, 2], grid, &three);
    let wide = ["##.          ", "..#          ", ".#.          ", "###          "];
    check(&digits(), &[1], Grid { columns: 3, ..grid }, &wide);
    check(&digits(), &[2, 0], row(2), &["444###", "4.4..#", "4.4.#.", "444#.."]);
    check(
        &digits(),
        &[1, 1],
        Grid { columns: 1, gap_x: 9, gap_y: 2, shrink: 1, plot: None, window: None },
        &["##.", "..#", ".#.", "###", "   ", "   ", "##.", "..#", ".#.", "###"],
    );
    check(&digits(), &[1], Grid { columns: 0, shrink: 0, ..grid }, &["##.", "..#", ".#.", "###"]);
    check(&digits(), &[], grid, &[]);
}

#[test]
fn items_that_have_not_arrived_are_grey_and_counted() {
    let file = encode(&[3, 2, 2], &[255_u8, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0]).unwrap();
    let grid = Grid { columns: 3, gap_x: 1, gap_y: 1, shrink: 1, plot: None, window: None };
    let compose = |arrived: usize, items: &[u64]| {
        let mut store = Store::new(None, 1 << 30);
        store.push(0, &file[..arrived]).unwrap();
        let page = Page::compose(&store, items, grid, &dark_on_light()).unwrap();
        (art(&page), page.missing)
    };
    let page = |rows: &[&str], missing| (rows.iter().map(ToString::to_string).collect(), missing);
    assert_eq!(compose(15, &[0, 1, 2]), page(&[], 3), "without a header there is no size");
    assert_eq!(compose(16, &[0, 1, 2]), page(&["~~ ~~ ~~", "~~ ~~ ~~"], 3));
    assert_eq!(compose(23, &[0, 1, 2]), page(&["#. ~~ ~~", ".# ~~ ~~"], 2));
    assert_eq!(compose(24, &[0, 1, 2]), page(&["#. ## ~~", ".# #. ~~"], 1));
    assert_eq!(compose(28, &[0, 1, 2]), page(&["#. ## ..", ".# #. .."], 0));
    assert_eq!(compose(28, &[3, 1, u64::MAX]), page(&["~~ ## ~~", "~~ #. ~~"], 2));
}

#[test]
fn shrinking_takes_the_mean_and_at_the_edge_the_mean_of_the_rest() {
    let image = images(4, 6, &["##..44", "##..66", "....#.", "####.#"]);
    let shrunk = |shrink| Grid { shrink, ..row(1) };
    check(&image, &[0], shrunk(2), &["#.5", "444"]);
    check(&image, &[0], shrunk(3), &["43", "#6"]);
    check(&image, &[0], shrunk(4), &["44"]);
    check(&image, &[0], shrunk(5), &["44"]);
    check(&image, &[0, 0], Grid { columns: 2, gap_x: 1, ..shrunk(3) }, &["43 43", "#6 #6"]);
    check(&image, &[0], shrunk(6), &["4"]);
    check(&image, &[0], shrunk(u32::MAX), &["4"]);
    // 2^32 bytes in a square, which is too many where lengths have 32 bits.
    check(&store(&[1, 1, 2], &[0.0, 1.0]), &[0], shrunk(1 << 29), &["4"]);
}

#[test]
fn every_type_is_shown_from_its_smallest_to_its_largest_value() {
    check(&store(&[3], &[0_u8, 128, 255]), &[0, 1, 2], row(3), &[".4#"]);
    // Of bytes, from 0; if all are small, they would be black otherwise.
    check(&store(&[3], &[32_u8, 64, 65]), &[0, 1, 2], row(3), &["122"]);
    check(&store(&[3], &[0_u8, 1, 1]), &[0, 1, 2], row(3), &[".##"]);
    check(&store(&[3], &[0_u8, 8, 16]), &[0, 1, 2], row(3), &[".4#"]);
    check(&store(&[3], &[0_u8, 0, 0]), &[0, 1, 2], row(3), &["..."]);
    check(&store(&[3], &[-128_i8, 0, 127]), &[0, 1, 2], row(3), &[".4#"]);
    check(&store(&[3], &[-1_i16, 0, 1]), &[0, 1, 2], row(3), &[".4#"]);
    check(&store(&[3], &[i32::MIN, 0, i32::MAX]), &[0, 1, 2], row(3), &[".4#"]);
    check(&store(&[3], &[0.25_f32, 0.5, 0.75]), &[0, 1, 2], row(3), &[".4#"]);
    check(&store(&[3], &[f64::MIN, 0.0, f64::MAX]), &[0, 1, 2], row(3), &[".4#"]);
    check(&store(&[2], &[0.0, f64::MIN_POSITIVE]), &[0, 1], row(2), &[".#"]);
    check(&store(&[2], &[1.0, 1.0 + f64::EPSILON]), &[0, 1], row(2), &[".#"]);
}

#[test]
fn an_array_of_one_value_is_paper() {
    check(&store(&[1, 2, 2], &[7_i32; 4]), &[0], row(1), &["..", ".."]);
    check(&store(&[1, 2, 2], &[f64::MAX; 4]), &[0], row(1), &["..", ".."]);
    check(&store(&[1, 2, 2], &[255_u8; 4]), &[0], row(1), &["##", "##"]);
}

#[test]
fn gray_items_are_constant_by_the_values_of_the_file() {
    // Small bytes are shown brighter, but they are compared as they are.
    assert_eq!(GrayItems::of(&store(&[1, 1, 3], &[0_u8, 8, 16]), &[0], 1).unwrap().pixels, [0, 8, 16]);
    // Those of the first item share one of 256 grays.
    let close = store(&[4, 1, 2], &[0.25_f32, 0.2501, 0.5, 0.5, 0.0, -0.0, 0.0, 1.0]);
    let gray = GrayItems::of(&close, &[0, 1, 2, 3], 1).unwrap();
    assert_eq!(gray.pixels, [64, 64, 128, 128, 0, 0, 0, 255]);
    assert_eq!(gray.constant, [false, true, true, false]);
    for wide in [store(&[2, 1, 2], &[7_i32, 7, 7, 9_000_000]), store(&[2, 1, 2], &[7_f64, 7.0, 7.0, 1e300])] {
        assert_eq!(GrayItems::of(&wide, &[0, 1], 1).unwrap().constant, [true, false]);
    }
    assert_eq!(
        GrayItems::of(&store(&[2, 1, 2], &[500_i16, 501, -9000, 9000]), &[0, 1], 1).unwrap().constant,
        [false; 2]
    );
    // A colour is one value. The mean of a checkerboard is not.
    let red = store(&[1, 1, 2, 3], &[200_u8, 10, 20, 200, 10, 20]);
    assert_eq!(GrayItems::of(&red, &[0], 1).unwrap().constant, [true]);
    let board = store(&[1, 2, 4], &[0_u8, 200, 0, 200, 200, 0, 200, 0]);
    assert_eq!(GrayItems::of(&board, &[0], 2).unwrap().constant, [false]);
}

#[test]
fn arrays_of_any_rank_are_drawn() {
    let ramp = |count: u8| (0..count).map(|value| if value % 3 == 0 { 255 } else { 0 }).collect::<Vec<u8>>();
    check(&store(&[3], &ramp(3)), &[0, 1, 2], Grid { gap_x: 1, ..row(3) }, &["# . ."]);
    check(&store(&[2, 4], &ramp(8)), &[0, 1], Grid { gap_x: 1, ..row(2) }, &["#..# ..#."]);
    check(
        &store(&[1, 64], &ramp(64)),
        &[0],
        row(1),
        &["#..#..#.", ".#..#..#", "..#..#..", "#..#..#.", ".#..#..#", "..#..#..", "#..#..#.", ".#..#..#"],
    );
    check(&store(&[1, 2, 2, 5], &ramp(20)), &[0], row(1), &["#..#.", ".#..#", "..#..", "#..#."]);
    check(&store(&[1, 2, 3, 2], &ramp(12)), &[0], row(1), &["#..#..", "#..#.."]);
    check(&store(&[2, 1, 7], &ramp(14)), &[1, 0], row(1), &["..#..#.", "#..#..#"]);
}

#[test]
fn pictures_are_turned_in_eight_ways() {
    let mut flag = images(2, 3, &["#1.", "2.."]);
    for (letters, expected) in [
        ("", &["#1.", "2.."][..]),
        ("h", &[".1#", "..2"]),
        ("v", &["2..", "#1."]),
        ("hv", &["..2", ".1#"]),
        ("t", &["#2", "1.", ".."]),
        ("th", &["2#", ".1", ".."]),
        ("tv", &["..", "1.", "#2"]),
        ("thv", &["..", ".1", "2#"]),
    ] {
        let orientation = Orientation::parse(letters).unwrap();
        assert_eq!(orientation.letters(), letters);
        flag.presentation_mut().arrange(None, orientation);
        assert_eq!(flag.presentation().orientation(), orientation);
        check(&flag, &[0], row(1), expected);
        let beside: Vec<String> = expected.iter().map(|row| format!("{row} {row}")).collect();
        check(&flag, &[0, 0], Grid { gap_x: 1, ..row(2) }, &beside.iter().map(String::as_str).collect::<Vec<_>>());
    }
    // The squares are those of the rotated picture.
    flag.presentation_mut().arrange(None, Orientation::parse("t").unwrap());
    check(&flag, &[0], Grid { shrink: 2, ..row(1) }, &["3", "."]);
    flag.presentation_mut().arrange(None, Orientation::parse("tv").unwrap());
    check(&flag, &[0], Grid { shrink: 2, ..row(1) }, &["0", "5"]);
}

#[test]
fn other_types_are_turned_and_shaped_too() {
    let mut store = store(&[2, 6], &[0.0, 1.0, 0.0, 0.5, 0.5, f64::NAN, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    check(&store, &[0, 1], row(1), &[".#.44?", "###..."]);
    store.presentation_mut().arrange(Some(vec![2, 3]), Orientation::parse("h").unwrap());
    check(&store, &[0, 1], Grid { gap_x: 1, ..row(2) }, &[".#. ###", "?44 ..."]);
    store.presentation_mut().arrange(Some(vec![3, 2]), Orientation::default());
    check(&store, &[0], row(1), &[".#", ".4", "4?"]);
    store.presentation_mut().arrange(Some(vec![7]), Orientation::default());
    check(&store, &[0], row(1), &[".#.44?"]);
}

#[test]
fn items_of_no_size_make_no_picture() {
    for shape in [vec![3, 0], vec![3, 0, 5], vec![3, 5, 0], vec![3, 0, 0, 0], vec![u32::MAX, 0]] {
        let mut store = Store::new(None, 1 << 30);
        store.push(0, &Header::new(ElementType::F32, shape.clone()).unwrap().to_bytes()).unwrap();
        let grid = Grid { columns: 2, gap_x: u32::MAX, gap_y: u32::MAX, shrink: 1, plot: None, window: None };
        let page = Page::compose(&store, &[0, 1, 2], grid, &dark_on_light()).unwrap();
        assert_eq!(
            page,
            Page { width: 0, height: 0, pixels: Vec::new(), missing: 0, previews: 0, range: page.range },
            "{shape:?}"
        );
    }
}

#[test]
fn pages_beyond_the_limit_are_refused() {
    let dot = store(&[1], &[255_u8]);
    let gap_x = u32::try_from(MAX_PIXELS).unwrap() - 2;
    let grid = Grid { columns: 2, gap_x, gap_y: 0, shrink: 1, plot: None, window: None };
    let page = Page::compose(&dot, &[0, 0], grid, &dark_on_light()).unwrap();
    assert_eq!(
        (page.pixels.len() as u64, page.pixels.first(), page.pixels.last()),
        (MAX_PIXELS, Some(&[0, 0, 0, 255]), Some(&[0, 0, 0, 255]))
    );
    let refused = |items: &[u64], grid| match Page::compose(&dot, items, grid, &dark_on_light()) {
        Err(Error::PageTooLarge { expected: MAX_PIXELS, found }) => found,
        other => panic!("{:?}", other.map(|page| (page.width, page.height))),
    };
    assert_eq!(refused(&[0, 0], Grid { gap_x: gap_x + 1, ..grid }), MAX_PIXELS + 1);
    let most = u32::MAX;
    assert_eq!(
        refused(&[0; 2], Grid { columns: most, gap_x: most, gap_y: most, shrink: 1, plot: None, window: None }),
        u64::from(most).pow(2)
    );
    assert_eq!(
        refused(&[0; 9], Grid { columns: 3, gap_x: most, gap_y: most, shrink: most, plot: None, window: None }),
        u64::MAX
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    /// Compares a page with every pixel looked up by itself.
    #[test]
    fn every_pixel_is_the_mean_of_its_square(
        (rows, columns) in (1..9_u32, 1..9_u32),
        mut elements in prop::collection::vec(any::<u8>(), 8 * 8 * 4),
        items in prop::collection::vec(0..5_u64, 0..7),
        (cells, gap_x, gap_y, shrink) in (1..5_u32, 0..3_u32, 0..3_u32, 1..5_u32),
    ) {
        let item_len = (rows * columns) as usize;
        // Images of values below 64 alone are drawn to their largest value.
        elements[0] |= 64;
        let store = store(&[4, rows, columns], &elements[..4 * item_len]);
        let grid = Grid { columns: cells, gap_x, gap_y, shrink, plot: None, window: None };
        let page = Page::compose(&store, &items, grid, &dark_on_light()).unwrap();

        let (cell_width, cell_height) = (columns.div_ceil(shrink), rows.div_ceil(shrink));
        let cell_rows = u32::try_from(items.len()).unwrap().div_ceil(cells);
        let height = (cell_rows * (cell_height + gap_y)).saturating_sub(gap_y);
        let width = cells * (cell_width + gap_x) - gap_x;
        prop_assert_eq!((page.width, page.height), if items.is_empty() { (0, 0) } else { (width, height) });
        prop_assert_eq!(page.missing as usize, items.iter().filter(|&&item| item == 4).count());

        for (at, pixel) in (0..).zip(&page.pixels) {
            let (x, y) = (at % width, at / width);
            let (cell_x, cell_y) = (x % (cell_width + gap_x), y % (cell_height + gap_y));
            let cell = y / (cell_height + gap_y) * cells + x / (cell_width + gap_x);
            let item = items.get(cell as usize).filter(|&&item| item < 4);
            let inside = cell_x < cell_width && cell_y < cell_height;
            let expected = item.filter(|_| inside).map(|&item| {
                let square = (cell_y * shrink..rows.min((cell_y + 1) * shrink)).flat_map(|row| {
                    (cell_x * shrink..columns.min((cell_x + 1) * shrink)).map(move |column| (row * columns + column) as usize)
                });
                let item = &elements[usize::try_from(item).unwrap() * item_len..];
                let (sum, count) = square.fold((0, 0), |(sum, count), at| (sum + u32::from(item[at]), count + 1));
                let grey = u8::try_from(255 - (2 * sum + count) / (2 * count)).unwrap();
                [grey, grey, grey, 255]
            });
            let is_missing = inside && items.get(cell as usize) == Some(&4);
            let expected = expected.unwrap_or(if is_missing { PENDING } else { TRANSPARENT });
            prop_assert_eq!(*pixel, expected, "at {}, {}", x, y);
        }
    }
}
