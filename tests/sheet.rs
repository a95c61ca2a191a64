//! Pictures that hold many images: how large the cells are, and what is in them.
#![cfg(all(not(target_arch = "wasm32"), feature = "pictures"))]

use idxlens::format::{
    reader::Reader,
    sheet::{Cell, MAX_PIXELS, Sheet},
};
use png::{BitDepth, ColorType, Encoder};

/// A digit-like image: strokes that differ from image to image, with a margin.
fn image(number: u32, side: u32) -> Vec<u8> {
    let mix = |seed: u32| (seed ^ seed >> 15).wrapping_mul(0x85EB_CA6B);
    let random = |seed: u32| mix(mix(seed.wrapping_mul(0x9E37_79B1))) >> 8;
    let mut pixels = vec![0; (side * side) as usize];
    for stroke in 0..6 {
        let at = random(number * 31 + stroke);
        let (margin, inner) = (side / 6, side - 2 * (side / 6));
        let [x, y] = [margin + at % inner, margin + (at >> 5) % inner];
        for step in 0..inner / 2 {
            let (x, y) = if stroke % 2 == 0 {
                ((x + step).min(side - margin - 1), y)
            } else {
                (x, (y + step).min(side - margin - 1))
            };
            pixels[(y * side + x) as usize] = 200;
        }
    }
    pixels
}

/// A grid of such images, with lines of a value between them, and around them.
fn spaced(columns: u32, rows: u32, side: u32, [gap, margin]: [u32; 2], value: u8) -> (u32, u32, Vec<u8>) {
    let images: Vec<_> = (0..columns * rows).map(|number| image(number, side)).collect();
    let [width, height] = [columns, rows].map(|count| count * (side + gap) - gap + 2 * margin);
    let place = |at: u32| {
        let at = at.checked_sub(margin)?;
        (at % (side + gap) < side).then_some((at / (side + gap), at % (side + gap)))
    };
    let pixel = |at: u32| {
        let cell =
            place(at % width).zip(place(at / width)).filter(|((column, _), (row, _))| column < &columns && row < &rows);
        cell.map_or(value, |((column, x), (row, y))| images[(row * columns + column) as usize][(y * side + x) as usize])
    };
    (width, height, (0..width * height).map(pixel).collect())
}

/// A grid of such images.
fn grid(columns: u32, rows: u32, side: u32) -> (u32, u32, Vec<u8>) {
    let images: Vec<_> = (0..columns * rows).map(|number| image(number, side)).collect();
    let (width, height) = (columns * side, rows * side);
    let pixel = |at: u32| {
        let (x, y) = (at % width, at / width);
        images[(y / side * columns + x / side) as usize][(y % side * side + x % side) as usize]
    };
    (width, height, (0..width * height).map(pixel).collect())
}

fn png(width: u32, height: u32, color: ColorType, depth: BitDepth, data: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    encoder.write_header().unwrap().write_image_data(data).unwrap();
    file
}

fn gray((width, height, pixels): &(u32, u32, Vec<u8>)) -> Vec<u8> {
    png(*width, *height, ColorType::Grayscale, BitDepth::Eight, pixels)
}

fn read(sheet: &mut Sheet) -> Option<()> {
    while sheet.step()? {}
    Some(())
}

/// Shape and values of what is cut.
fn cut(file: &[u8], cell: Cell) -> (Vec<u32>, Vec<f64>) {
    let mut sheet = Sheet::of_png(file).unwrap();
    read(&mut sheet).unwrap();
    assert!(sheet.cut(cell));
    let mut output = Vec::new();
    while sheet.step().unwrap() {
        output.extend(sheet.take_output());
    }
    output.extend(sheet.take_output());
    let array = [sheet.header(), output].concat();
    let mut reader = Reader::new(&array[..]).unwrap();
    let shape = reader.header().shape().to_vec();
    let mut values = vec![0.0; shape.iter().product::<u32>() as usize];
    assert_eq!(reader.read_values(&mut values).unwrap(), values.len());
    (shape, values)
}

fn cells(file: &[u8]) -> Vec<Cell> {
    let mut sheet = Sheet::of_png(file).unwrap();
    read(&mut sheet).unwrap();
    sheet.cells()
}

#[test]
fn cells_at_the_end_that_only_fill_the_grid_are_left_out() {
    let (width, height, mut pixels) = grid(4, 5, 12);
    // The last row of cells, and two cells in the row before.
    for (at, pixel) in (0..).zip(&mut pixels) {
        if at / width >= 48 || at / width >= 36 && at % width >= 24 {
            *pixel = 0;
        }
    }
    let file = gray(&(width, height, pixels.clone()));
    let mut sheet = Sheet::of_png(&file).unwrap();
    read(&mut sheet).unwrap();
    assert_eq!([Cell::new(12, 12), Cell::new(24, 12)].map(|cell| sheet.images(&cell)), [Some(14), Some(7)]);
    assert_eq!(sheet.images(&Cell::new(13, 12)), None);
    let (shape, values) = cut(&file, Cell::new(12, 12));
    assert_eq!(shape, [14, 12, 12]);
    let expected: Vec<f64> = (0..14).flat_map(|number| image(number, 12)).map(f64::from).collect();
    assert_eq!(values, expected);
    // In a column of their own, and where each image is a row.
    assert_eq!(cut(&file, Cell::new(48, 12)).0, [4, 12, 48]);
    assert!(cut(&file, Cell::new(48, 1)).0[0] <= 48);
    // If nothing else is there, nothing is left out.
    let black = gray(&(24, 12, vec![0; 288]));
    assert_eq!(cut(&black, Cell::new(12, 12)).0, [2, 12, 12]);
}

#[test]
fn the_cells_of_a_sheet_are_guessed() {
    for (columns, rows, side) in [(20, 12, 28), (10, 10, 32), (7, 9, 20), (30, 5, 12), (50, 1, 28), (1, 40, 16)] {
        let found = cells(&gray(&grid(columns, rows, side)));
        assert_eq!(found[0], Cell::new(side, side), "{columns} x {rows} of {side}: {found:?}");
        assert!(found.len() <= 4);
    }
}

#[test]
fn gaps_between_cells_are_found_and_left_out() {
    for (columns, rows, side) in [(8, 8, 28), (8, 1, 28), (8, 3, 32), (4, 4, 64), (10, 10, 20), (1, 6, 28), (25, 4, 28)]
    {
        for spacing in [[2, 2], [1, 1], [4, 0], [5, 5], [2, 0]] {
            for value in [0, 128, 255] {
                let [gap, margin] = spacing;
                let sheet = gray(&spaced(columns, rows, side, spacing, value));
                let cell = Cell { gap, margin, ..Cell::new(side, side) };
                // A few black gaps could be margins of the images.
                if columns + rows > 7 || value > 0 {
                    assert_eq!(cells(&sheet)[0], cell, "{columns} x {rows} of {side}, {spacing:?}, {value}");
                }
                let (shape, values) = cut(&sheet, cell);
                assert_eq!(shape, [columns * rows, side, side]);
                let expected = (0..columns * rows).flat_map(|number| image(number, side)).map(f64::from);
                assert!(values.into_iter().eq(expected));
            }
        }
    }
}

#[test]
fn images_that_are_rows_are_recognized() {
    let images: Vec<u8> = (0..300).flat_map(|number| image(number, 28)).collect();
    let found = cells(&png(784, 300, ColorType::Grayscale, BitDepth::Eight, &images));
    assert_eq!(found[0], Cell { shape: vec![28, 28], ..Cell::new(784, 1) });
    let (shape, values) = cut(&png(784, 300, ColorType::Grayscale, BitDepth::Eight, &images), found[0].clone());
    assert_eq!(shape, [300, 28, 28]);
    assert!(values.iter().zip(&images).all(|(value, pixel)| (value - f64::from(*pixel)).abs() < 0.5));
    // A grid of the same width is none.
    let found = cells(&gray(&grid(28, 28, 28)));
    assert_eq!(found[0], Cell::new(28, 28));
}

#[test]
fn cells_are_cut_row_by_row() {
    let sheet = grid(5, 3, 8);
    let (shape, values) = cut(&gray(&sheet), Cell::new(8, 8));
    assert_eq!(shape, [15, 8, 8]);
    let expected = (0..15).flat_map(|number| image(number, 8)).map(f64::from);
    assert!(values.into_iter().eq(expected));
}

#[test]
fn values_stay_as_they_are() {
    // 16 bits, and colours.
    let deep: Vec<u8> = (0..8_u16).flat_map(|value| (value * 7919).to_be_bytes()).collect();
    let (shape, values) = cut(&png(4, 2, ColorType::Grayscale, BitDepth::Sixteen, &deep), Cell::new(2, 2));
    assert_eq!((&shape[..], &values[..4]), (&[2, 2, 2][..], &[0.0, 7919.0, 31676.0, 39595.0][..]));
    let colours: Vec<u8> = (0..24).collect();
    let (shape, values) = cut(&png(4, 2, ColorType::Rgb, BitDepth::Eight, &colours), Cell::new(2, 2));
    assert_eq!((&shape[..], &values[..6]), (&[2, 2, 2, 3][..], &[0., 1., 2., 3., 4., 5.][..]));
    // Gray that is stored as colours is gray.
    let gray: Vec<u8> = (0..8).flat_map(|value| [value; 3]).collect();
    assert_eq!(cut(&png(4, 2, ColorType::Rgb, BitDepth::Eight, &gray), Cell::new(2, 2)).0, [2, 2, 2]);
}

#[test]
fn cells_that_do_not_fill_the_sheet_are_refused() {
    let mut sheet = Sheet::new(6, 4).unwrap();
    for (width, height) in [(4, 4), (6, 3), (0, 4), (6, 0), (7, 4)] {
        assert!(!sheet.cut(Cell::new(width, height)));
    }
    for (side, gap, margin) in
        [(2, 1, 0), (1, 1, 2), (2, 0, 3), (1, 0, 1), (2, u32::MAX, 0), (2, 0, u32::MAX), (0, 2, 0)]
    {
        assert!(!sheet.cut(Cell { gap, margin, ..Cell::new(side, side) }), "{side} {gap} {margin}");
    }
    assert!(sheet.cut(Cell { gap: 2, margin: 1, ..Cell::new(1, 2) }));
    assert!(!sheet.cut(Cell { shape: vec![2, 2], ..Cell::new(6, 1) }));
    assert!(sheet.cut(Cell { shape: vec![3, 2], ..Cell::new(6, 1) }));
    assert!(Sheet::new(0, 4).is_none() && Sheet::new(u32::MAX, u32::MAX).is_none());
    assert!(Sheet::new(1, u32::try_from(MAX_PIXELS).unwrap() + 1).is_none());
}

#[test]
fn damaged_files_do_no_harm() {
    let file = gray(&grid(5, 3, 28));
    for len in 0..file.len() {
        if let Some(mut sheet) = Sheet::of_png(&file[..len]) {
            read(&mut sheet);
            assert!(sheet.cells().len() <= 4);
        }
    }
    // A size that its data cannot have.
    let mut large = gray(&grid(1, 1, 8));
    large[16..24].copy_from_slice(&[0, 0, 0x2F, 0xFF, 0, 0, 0x2F, 0xFF]);
    assert!(Sheet::of_png(&large).is_none());
    // Nothing to see repeats.
    assert!(cells(&png(97, 89, ColorType::Grayscale, BitDepth::Eight, &vec![7; 97 * 89])).is_empty());
}

#[test]
fn pixels_that_others_decode_are_cut_alike() {
    let (width, height, pixels) = grid(6, 4, 16);
    let rgba: Vec<u8> = pixels.iter().flat_map(|&value| [value, value, value, 255]).collect();
    let mut sheet = Sheet::new(width, height).unwrap();
    sheet.push_pixels(&rgba);
    assert_eq!(sheet.cells()[0], Cell::new(16, 16));
    assert!(sheet.cut(Cell::new(16, 16)));
    sheet.push_pixels(&rgba);
    // More rows than the picture has are not taken.
    sheet.push_pixels(&rgba);
    let output = sheet.take_output();
    assert!(output.into_iter().eq((0..24).flat_map(|number| image(number, 16))));
}
