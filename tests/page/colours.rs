//! The colours of a page: palettes, ranges of values, channels.

use idxlens::{
    dataset::{orientation::Orientation, store::Store},
    draw::{
        page::{Grid, Page},
        palette::{INFINITY, Limits, NEGATIVE_INFINITY, NOT_A_NUMBER, Palette, Rgba, Scale},
    },
};

use super::{art, check, dark_on_light, digits, row, store};

#[test]
fn nan_and_infinities_have_their_own_colours() {
    let values = [f32::NEG_INFINITY, 1.0, f32::NAN, 2.0, 3.0, f32::INFINITY];
    check(&store(&[2, 1, 3], &values), &[0, 1], row(2), &["-.?4#+"]);
    let shrunk = Grid { shrink: 2, ..row(1) };
    check(
        &store(&[1, 2, 4], &[1.0, f32::NAN, f32::NAN, f32::NAN, f32::NAN, 2.0, f32::NAN, f32::NAN]),
        &[0],
        shrunk,
        &["4?"],
    );
    check(&store(&[3], &[f64::NAN; 3]), &[0, 1, 2], row(3), &["???"]);
    check(&store(&[3], &[f64::NEG_INFINITY, f64::NAN, f64::INFINITY]), &[0, 1, 2], row(3), &["-?+"]);
}

#[test]
fn three_or_four_channels_are_colours() {
    let compose = |store: &Store, palette: &Palette, shrink| {
        Page::compose(store, &[0], Grid { shrink, ..row(1) }, palette).unwrap().pixels
    };
    let two = [[255, 0, 10, 255], [1, 2, 3, 255]];
    let last = store(&[1, 1, 2, 3], &[255_u8, 0, 10, 1, 2, 3]);
    let first = store(&[1, 3, 1, 2], &[255_u8, 1, 0, 2, 10, 3]);
    for mut store in [last, first] {
        assert_eq!(compose(&store, &dark_on_light(), 1), two);
        assert_eq!(compose(&store, &Palette::named("viridis").unwrap(), 1), two, "a palette is for single values");
        let negative = two.map(|[red, green, blue, alpha]| [255 - red, 255 - green, 255 - blue, alpha]);
        assert_eq!(compose(&store, &dark_on_light().reversed(), 1), negative);
        assert_eq!(compose(&store, &dark_on_light(), 2), [[128, 1, 7, 255]]);
        store.presentation_mut().arrange(None, Orientation::parse("th").unwrap());
        assert_eq!(compose(&store, &dark_on_light(), 1), two);
        store.presentation_mut().arrange(None, Orientation::parse("tv").unwrap());
        assert_eq!(compose(&store, &dark_on_light(), 1), [two[1], two[0]]);
    }
    let transparent = store(&[1, 1, 1, 4], &[9_u8, 8, 7, 128]);
    assert_eq!(compose(&transparent, &dark_on_light(), 1), [[9, 8, 7, 128]]);
    assert_eq!(compose(&transparent, &dark_on_light().reversed(), 1), [[246, 247, 248, 128]]);
    let floats = store(&[1, 1, 2, 3], &[0.0_f32, 0.5, 1.0, 0.25, f32::NAN, 1.0]);
    assert_eq!(compose(&floats, &dark_on_light(), 1), [[0, 128, 255, 255], NOT_A_NUMBER]);
    let wide = store(&[1, 1, 4, 3], &[0_u8, 10, 20, 2, 12, 22, 100, 110, 120, 102, 112, 122]);
    assert_eq!(compose(&wide, &dark_on_light(), 2), [[1, 11, 21, 255], [101, 111, 121, 255]]);
    let rows = store(&[1, 2, 2, 3], &(0..12).collect::<Vec<u8>>());
    assert_eq!(compose(&rows, &dark_on_light(), 1), [[0, 1, 2, 255], [3, 4, 5, 255], [6, 7, 8, 255], [9, 10, 11, 255]]);
    let mut flat = store(&[1, 12], &(0..12).collect::<Vec<u8>>());
    flat.presentation_mut().arrange(Some(vec![3, 2, 2]), Orientation::default());
    assert_eq!(compose(&flat, &dark_on_light(), 1)[..2], [[0, 4, 8, 255], [1, 5, 9, 255]]);
}

#[test]
fn limits_are_of_the_file_or_of_each_item_or_fixed() {
    let compose = |store: &Store, items: &[u64], palette: Palette| {
        let page = Page::compose(store, items, Grid { gap_x: 1, ..row(3) }, &palette).unwrap();
        (art(&page).concat(), page.range)
    };
    let within = |limits| dark_on_light().within(limits);
    let bytes = store(&[3, 1, 3], &[10_u8, 15, 20, 0, 128, 255, 7, 7, 7]);
    let all = &[0, 1, 2];
    assert_eq!(compose(&bytes, all, within(Limits::File)), ("000 .4# 000".to_owned(), Some((0.0, 255.0))));
    assert_eq!(compose(&bytes, all, within(Limits::Item)), (".4# .4# ...".to_owned(), None));
    assert_eq!(compose(&bytes, &[0], within(Limits::Item)), (".4#        ".to_owned(), Some((10.0, 20.0))));
    let fixed = within(Limits::Fixed(15.0, 20.0));
    assert_eq!(compose(&bytes, all, fixed), ("..# .## ...".to_owned(), Some((15.0, 20.0))));
    let backwards = within(Limits::Fixed(20.0, 15.0));
    assert_eq!(compose(&bytes, &[0], backwards).0, "...        ", "no range at all");

    let floats = store(&[2, 1, 3], &[-1.0, 0.0, f64::INFINITY, 1.0, 3.0, f64::NAN]);
    assert_eq!(compose(&floats, &[0, 1], within(Limits::File)), (".2+ 4#?    ".to_owned(), Some((-1.0, 3.0))));
    assert_eq!(compose(&floats, &[0, 1], within(Limits::Item)), (".#+ .#?    ".to_owned(), None));
    assert_eq!(compose(&floats, &[0, 1], within(Limits::Fixed(0.0, 1.0))).0, "..+ ##?    ");
}

#[test]
fn a_palette_that_diverges_is_white_at_zero() {
    let palette = Palette::named("blue-red").unwrap();
    let signed = store(&[1, 1, 3], &[-1_i8, 0, 3]);
    let page = Page::compose(&signed, &[0], row(1), &palette).unwrap();
    assert_eq!(page.range, Some((-3.0, 3.0)));
    let [blue, white, red] = page.pixels[..] else { panic!() };
    assert!(white[..3].iter().all(|&channel| channel > 230), "{white:?}");
    assert!(blue[2] > blue[0] && red[0] > red[2], "{blue:?} {red:?}");
    assert_eq!(red, palette.colours()[255]);
    assert_eq!(palette.ends((-5.0, 1.0)), (-5.0, 5.0));
    for (range, limits) in [
        ((0.0, 3.0), Limits::File),
        ((-3.0, 0.0), Limits::File),
        ((-3.0, -1.0), Limits::Item),
        ((-1.0, 3.0), Limits::Fixed(-1.0, 3.0)),
    ] {
        assert_eq!(palette.clone().within(limits).ends(range), range);
    }
    assert_eq!(Palette::named("magma").unwrap().ends((-1.0, 3.0)), (-1.0, 3.0));
}

#[test]
fn palettes_have_the_ends_that_they_are_published_with() {
    let published = [
        ("viridis", [0x44, 0x01, 0x54], [0xFD, 0xE7, 0x25]),
        ("magma", [0x00, 0x00, 0x04], [0xFC, 0xFD, 0xBF]),
        ("cividis", [0x00, 0x20, 0x51], [0xFD, 0xEA, 0x45]),
        ("blue-red", [0x05, 0x30, 0x61], [0x67, 0x00, 0x1F]),
    ];
    assert_eq!(published.map(|(name, ..)| name), Palette::NAMES);
    for (name, least, greatest) in published {
        let palette = Palette::named(name).unwrap();
        let near = |colour: Rgba, expected: [u8; 3]| {
            colour.iter().zip(expected).all(|(&channel, expected)| channel.abs_diff(expected) <= 1) && colour[3] == 255
        };
        let [first, .., last] = *palette.colours();
        assert!(near(first, least) && near(last, greatest), "{name}: {first:?} {last:?}");
        assert_eq!(palette.clone().reversed().colours()[0], last);
        let specials = [NOT_A_NUMBER, NEGATIVE_INFINITY, INFINITY];
        assert!(palette.colours().iter().all(|colour| !specials.contains(colour)), "{name}");
        assert_eq!(palette.legend(), [&palette.colours()[..], &specials].concat());
    }
    assert!(Palette::named("ink").is_none() && Palette::named("jet").is_none());
}

#[test]
fn colours_are_exact_at_both_ends_and_monotonous_between() {
    for (paper, ink) in [(0xFF_FFFF, 0x00_0000), (0x00_0000, 0xFF_FFFF), (0x12_3456, 0xFE_DCBA), (0x80_8080, 0x80_8080)]
    {
        let palette = Palette::new(paper, ink);
        let colours = palette.colours();
        let rgba = |colour: u32| (colour << 8 | 0xFF).to_be_bytes();
        assert_eq!((colours[0], colours[255]), (rgba(paper), rgba(ink)));
        for channel in 0..3 {
            let values = colours.iter().map(|colour| colour[channel]);
            assert!(values.clone().is_sorted() || values.rev().is_sorted());
        }
    }
    let inverse = Palette::new(0x00_0000, 0xFF_FFFF);
    let page = Page::compose(&digits(), &[0], row(1), &inverse).unwrap();
    assert_eq!(art(&page), ["...", "##.", "#.#", ".##"]);
    let ignored = Palette::new(0xAB12_3456, 0);
    assert_eq!(ignored.colours()[0], [0x12, 0x34, 0x56, 255]);
}

#[test]
fn scales_reach_both_ends_of_any_range() {
    let ranges = [
        (0.0, 255.0),
        (-1.0, 1.0),
        (0.1, 0.3),
        (f64::MIN, f64::MAX),
        (1e-300, 2e-300),
        (-1e-9, 1e9),
        (1e15, 1e15 + 1.0),
    ];
    for (least, greatest) in ranges {
        let scale = Scale::new((least, greatest));
        assert_eq!([least, greatest].map(|value| scale.step(value)), [Some(0), Some(255)], "{least} to {greatest}");
        assert_eq!([f64::NEG_INFINITY, f64::INFINITY].map(|value| scale.step(value)), [Some(0), Some(255)]);
        assert_eq!(scale.step(f64::NAN), None);
    }
    let bytes = Scale::new((0.0, 255.0));
    assert!((0..=255_u8).all(|value| bytes.step(value.into()) == Some(value)));
}
