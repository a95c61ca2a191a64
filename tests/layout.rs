//! Layouts: their sizes, their text form, and the headers they are detected from.

use idxlens::{
    error::Error,
    format::{
        element::{ElementType, UnknownName},
        header::Header,
        layout::{ByteOrder, Layout, ParseLayoutError},
    },
};

#[test]
fn a_layout_is_written_as_it_is_parsed() {
    for text in ["u8,10000x28x28,16", "i16le,7,8", "f64,2x3x4x5,0", "i8,,4", "f32le,0x3,900"] {
        assert_eq!(text.parse::<Layout>().expect(text).to_string(), text);
    }
}

#[test]
fn an_invalid_layout_is_an_error_that_names_the_part() {
    let texts = [
        ("", ParseLayoutError::Parts),
        ("u8", ParseLayoutError::Parts),
        ("u8,3", ParseLayoutError::Parts),
        ("u9,3,8", ParseLayoutError::ElementType(UnknownName)),
        ("lei16,3,8", ParseLayoutError::ElementType(UnknownName)),
        ("u8,3y4,8", ParseLayoutError::Shape),
        ("u8,-3,8", ParseLayoutError::Shape),
        ("u8,3x,8", ParseLayoutError::Shape),
        ("u8,4294967296,8", ParseLayoutError::Shape),
        ("u8,3,", ParseLayoutError::DataOffset),
        ("u8,3,8,1", ParseLayoutError::DataOffset),
        ("u8,1,18446744073709551615", ParseLayoutError::DataOffset),
        ("f64,4294967295x4294967295,8", ParseLayoutError::Array(Error::TooLarge { offset: 4 })),
    ];
    for (text, expected) in texts {
        assert_eq!(text.parse::<Layout>(), Err(expected), "{text}");
    }
    let ranks = vec!["1"; 256].join("x");
    let too_many = ParseLayoutError::Array(Error::RankOutOfRange { found: 256 });
    assert_eq!(format!("u8,{ranks},0").parse::<Layout>(), Err(too_many.clone()));
    assert_eq!(too_many.to_string(), Error::RankOutOfRange { found: 256 }.to_string());
    let messages = [
        (ParseLayoutError::Parts, "expected element type, shape and offset, like u8,10000x28x28,16"),
        (ParseLayoutError::ElementType(UnknownName), "unknown element type: expected one like u8, i32 or f64"),
        (ParseLayoutError::Shape, "bad shape: expected sizes below 2^32, like 10000x28x28"),
        (ParseLayoutError::DataOffset, "bad offset of the first element: expected a number of bytes below 2^64"),
    ];
    for (error, message) in messages {
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn single_bytes_have_no_byte_order() {
    assert_eq!("u8le,3,8".parse::<Layout>(), "u8,3,8".parse());
    let bytes = Layout::new(ElementType::I8, vec![3]).unwrap().with_byte_order(ByteOrder::Little);
    assert_eq!(bytes.byte_order(), ByteOrder::Big);
}

#[test]
fn the_elements_follow_the_header_unless_the_user_says_otherwise() {
    let layout = Layout::new(ElementType::I16, vec![5, 3]).unwrap();
    assert_eq!((layout.data_offset(), layout.data_end()), (12, 42));
    let moved = layout.clone().with_data_offset(u64::MAX - 30).unwrap();
    assert_eq!((moved.data_offset(), moved.data_end()), (u64::MAX - 30, u64::MAX));
    assert_eq!(layout.with_data_offset(u64::MAX - 29), None);
    // With the header before them, the elements would end beyond 2^64.
    let huge = Layout::new(ElementType::U8, vec![65_537, 6_700_417, 42_007_935]).unwrap();
    assert_eq!((huge.byte_len(), huge.data_end()), (u64::MAX, u64::MAX));
}

#[test]
fn a_header_may_claim_what_no_layout_can_have() {
    let bytes = [&[0, 0, 0x0E, 2][..], &[0xFF; 8]].concat();
    let header = Header::parse(&bytes).unwrap().unwrap();
    assert_eq!(header.to_bytes(), bytes);
    assert_eq!(Layout::try_from(header), Err(Error::TooLarge { offset: 4 }));
    assert_eq!(Layout::detect(&bytes), Err(Error::TooLarge { offset: 4 }));
}

#[test]
fn items_in_another_shape_are_where_and_as_they_were() {
    let layout = "i16le,9x3x4,900".parse::<Layout>().unwrap();
    for (item_shape, reading) in
        [(&[2, 6][..], "i16le,9x2x6,900"), (&[12], "i16le,9x12,900"), (&[1, 3, 4], "i16le,9x1x3x4,900")]
    {
        assert_eq!(layout.reshaped(item_shape), reading.parse::<Layout>().ok(), "{reading}");
    }
    for item_shape in [&[11][..], &[3, 5], &[], &[0], &[u32::MAX, u32::MAX, u32::MAX]] {
        assert_eq!(layout.reshaped(item_shape), None, "{item_shape:?}");
    }
}

#[test]
fn an_array_is_a_matrix_of_its_items_and_a_vector_is_a_row() {
    for (shape, matrix) in [
        (&[][..], (1, 1)),
        (&[7], (1, 7)),
        (&[7, 5], (7, 5)),
        (&[7, 5, 3], (7, 15)),
        (&[0, 5], (0, 5)),
        (&[7, 0], (7, 0)),
    ] {
        let layout = Layout::new(ElementType::F32, shape.to_vec()).unwrap();
        assert_eq!(layout.matrix(), matrix, "{shape:?}");
    }
}
