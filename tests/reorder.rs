//! NumPy arrays in Fortran's order come out in the usual one.
#![cfg(not(target_arch = "wasm32"))]

use idxlens::{
    error::{Error, NpyFault},
    format::{encode::gzip, reader::Reader, reorder::Reorder},
};
use proptest::{collection::vec, prelude::*};

fn fortran(descr: &str, shape: &[u32], elements: &[u8]) -> Vec<u8> {
    let sizes: Vec<String> = shape.iter().map(u32::to_string).collect();
    let text = format!("{{'descr': '{descr}', 'fortran_order': True, 'shape': ({}), }}", sizes.join(", "));
    [b"\x93NUMPY\x01\0", &u16::try_from(text.len()).unwrap().to_le_bytes()[..], text.as_bytes(), elements].concat()
}

fn reordered(file: &[u8]) -> Result<Vec<u8>, Error> {
    all_of(Reorder::new(file.len() as u64), file)
}

fn all_of(mut reorder: Reorder, file: &[u8]) -> Result<Vec<u8>, Error> {
    let mut output = Vec::new();
    while let Some(wanted) = reorder.wanted() {
        reorder.push(&file[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()])?;
        output.extend(reorder.take_output());
    }
    Ok(output)
}

proptest! {
    #[test]
    fn every_element_comes_to_its_place(
        shape in prop_oneof![
            vec(1..6_u32, 2..5),
            (100..400_u32, 1..5_u32, 1..5_u32).prop_map(|(items, rows, columns)| vec![items, rows, columns]),
        ],
    ) {
        let count = shape.iter().product::<u32>();
        // The value of an element is its place in the usual order.
        let strides: Vec<u32> = (0..shape.len()).map(|at| shape[at + 1..].iter().product()).collect();
        let elements = (0..count).flat_map(|mut rest| {
            let mut place = 0;
            for (size, stride) in shape.iter().zip(&strides) {
                place += rest % size * stride;
                rest /= size;
            }
            u16::try_from(place).unwrap().to_le_bytes()
        });
        let file = fortran("<u2", &shape, &elements.collect::<Vec<u8>>());
        for file in [file.clone(), gzip(&file)] {
            // One that has a single long dimension is in the usual order already, and comes out the same.
            if shape.iter().filter(|&&size| size > 1).count() > 1 {
                let output = reordered(&file).unwrap();
                let mut reader = Reader::new(&output[..]).unwrap();
                prop_assert_eq!(reader.layout().shape(), &shape);
                prop_assert_eq!(reader.layout().data_offset() % 64, 0);
                let mut values = vec![0.0; count as usize];
                prop_assert_eq!(reader.read_values(&mut values).unwrap(), count as usize);
                prop_assert!(values.iter().copied().eq((0..count).map(f64::from)));
            }
        }
    }
}

#[test]
fn the_last_dimension_comes_first() {
    // Three items of 2 x 2: the tens are the item.
    let elements: Vec<u8> = (0..4).flat_map(|element| [element, 10 + element, 20 + element]).collect();
    let items = [0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23];
    let idx = [&[0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 3][..], &elements].concat();
    let text = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, 3), }";
    let npy = [b"\x93NUMPY\x01\0\x3E\0", text.as_bytes(), &elements].concat();
    for file in [&idx, &npy, &gzip(&idx)] {
        for block_len in [1, 4, 8, 1000] {
            let reorder = Reorder::items_last(file.len() as u64).with_block_len(block_len);
            let output = all_of(reorder, file).unwrap();
            assert_eq!(output.starts_with(b"\x93NUMPY"), file.starts_with(b"\x93NUMPY"));
            let mut reader = Reader::new(&output[..]).unwrap();
            assert_eq!(reader.layout().shape(), [3, 2, 2]);
            assert_eq!(reader.read_to_end::<u8>().unwrap(), items);
        }
    }
    let cut = &idx[..idx.len() - 1];
    assert_eq!(all_of(Reorder::items_last(cut.len() as u64), cut), Err(Error::ItemsLast));
}

#[test]
fn several_passes_give_all_items_in_order() {
    let (items, length) = (12_u8, 16_u8);
    let row: Vec<u8> = (0..items).collect();
    let file = fortran("|u1", &[items.into(), length.into()], &row.repeat(length.into()));
    let whole = reordered(&file).unwrap();
    assert_eq!(whole[whole.len() - 192..], row.iter().flat_map(|&item| [item; 16]).collect::<Vec<_>>());
    for block_len in [1, 16, 63, 64, 1000] {
        let (mut reorder, mut output, mut reads) =
            (Reorder::new(file.len() as u64).with_block_len(block_len), vec![], 0);
        while reorder.wanted().is_some() {
            reorder.push(&file).unwrap();
            output.extend(reorder.take_output());
            reads += 1;
        }
        assert_eq!(output, whole);
        assert_eq!(reads, 192_u64.div_ceil((block_len / 16).max(1) * 16), "{block_len}");
    }
}

#[test]
fn many_megabytes_come_to_their_places() {
    // More bytes than are put in their places at once, and than are read at once; elements are cut between two reads.
    let (items, length) = (3_u64, 250_000_u64);
    let element = |place: u64| place.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes();
    let stored = (0..items * length).flat_map(|at| element(at % items * length + at / items));
    let file = fortran("<u8", &[3, 250_000], &stored.collect::<Vec<_>>());
    let expected: Vec<u8> = (0..items * length).flat_map(element).collect();
    let output = reordered(&file).unwrap();
    assert!(output.ends_with(&expected));
    // Two passes, each of which passes over elements.
    let (mut reorder, mut output) = (Reorder::new(file.len() as u64).with_block_len(2 * 8 * length), vec![]);
    while let Some(wanted) = reorder.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        reorder.push(&file[start..end]).unwrap();
        output.extend(reorder.take_output());
    }
    assert!(output.ends_with(&expected));
}

#[test]
fn what_is_not_there_is_refused() {
    let short = fortran("|u1", &[4, 4], &[0; 15]);
    assert_eq!(reordered(&short), Err(Error::Npy(NpyFault::Fortran)));
    let large = fortran("<f8", &[1 << 20, 1 << 20], &[0; 64]);
    assert_eq!(reordered(&large), Err(Error::Npy(NpyFault::Fortran)));
    // The file is not read to its end for that.
    assert_eq!(Reorder::new(10 << 40).push(&large), Err(Error::Npy(NpyFault::Fortran)));
    assert!(matches!(reordered(b"\x93NUMPY\x01\0"), Err(Error::TruncatedHeader { .. })));
    let none = reordered(&fortran("|u1", &[0, 4, 4], &[])).unwrap();
    assert_eq!(Reader::new(&none[..]).unwrap().layout().shape(), [0, 4, 4]);
}
