//! Files whose items do not fit into memory.
#![cfg(all(feature = "draw", not(target_arch = "wasm32")))]

use std::alloc::System;

use cap::Cap;
use idxlens::{
    dataset::store::Store,
    draw::{
        page::{Grid, Page},
        palette::Palette,
    },
    error::{Error, Warning},
    format::encode::{encode, gzip},
};

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

const MIB: usize = 1 << 20;

/// Runs `act` with this much more memory.
fn within<T>(bytes: usize, act: impl FnOnce() -> T) -> T {
    MEMORY.set_limit(MEMORY.allocated() + bytes).unwrap();
    let result = act();
    MEMORY.set_limit(usize::MAX).unwrap();
    result
}

// One test, because all tests of a process share its memory.
#[test]
fn items_that_fitted_into_memory_are_shown() {
    let file = gzip(&encode(&[40_000, 32, 32], &vec![7_u8; 40_000 << 10]).unwrap());
    let mut store = Store::new(Some(file.len() as u64), u64::MAX);
    within(20 * MIB, || store.push(0, &file).unwrap());
    let items = store.items();
    assert!(15_000 < items && items < 20_000, "{items}");
    let [Warning::Stopped(Error::OutOfMemory { offset, .. }), Warning::Truncated { found, .. }] = *store.warnings()
    else {
        panic!("{:?}", store.warnings());
    };
    assert!(found == items && items <= offset >> 10, "{offset} {found}");
    assert!((0..items).all(|item| store.item(item).is_some_and(|item| item == [7; 1 << 10])));

    let grid = Grid { columns: 100, gap_x: 0, gap_y: 0, shrink: 1, plot: None, window: None };
    let (page, palette): (Vec<u64>, _) = ((0..1000).collect(), Palette::new(0xFF_FFFF, 0));
    let compose = || Page::compose(&store, &page, grid, &palette);
    assert_eq!(within(2 * MIB, compose), Err(Error::OutOfMemory { offset: 0, expected: 4000 << 10 }));
    assert_eq!(within(5 * MIB, compose).map(|page| page.missing), Ok(0));

    let large = encode(&[1, 5000, 5000], &vec![9_u8; 5000 * 5000]).unwrap();
    let mut store = Store::new(Some(large.len() as u64), u64::MAX);
    store.push(0, &large[..100]).unwrap();
    store.want(&[0]);
    let look = |store: &mut Store| -> Result<(), Error> {
        while let Some(wanted) = store.wanted() {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            store.push(wanted.start, &large[start..end])?;
        }
        Ok(())
    };
    assert!(matches!(within(10 * MIB, || look(&mut store)), Err(Error::OutOfMemory { .. })));
    assert!(store.want(&[0]));
    assert_eq!(look(&mut store), Ok(()), "there is room again");
    assert!(store.item(0).is_some());
}
