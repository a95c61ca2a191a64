//! A file looked at while it is read.

use arbitrary::{Arbitrary, Unstructured};
use idxlens::{
    dataset::store::Store,
    format::{decode::Decoder, layout::ByteOrder},
};

/// A file, with the actions of a user and of a slow disk.
#[derive(Arbitrary, Debug)]
struct Visit<'a> {
    budget: u16,
    cache: u16,
    counted: bool,
    acts: Vec<Act>,
    file: &'a [u8],
}

#[derive(Arbitrary, Debug)]
enum Act {
    /// At most so many bytes come of those that are wanted.
    Push(u16),
    Want(Vec<u8>),
    Forget,
    Stop,
}

/// Every item that is shown is that of the file, and all items that can be had are shown in the end; what is suggested
/// does not depend on how the file was read, and stopping what is done takes none of it back.
///
/// # Panics
/// If that does not hold.
pub fn store(input: &[u8]) {
    let Ok(visit) = Visit::arbitrary(&mut Unstructured::new(input)) else { return };
    let size = visit.file.len() as u64;
    let (mut decoder, mut elements) = (Decoder::new(), Vec::new());
    let pushed = decoder.push(visit.file, &mut |_, bytes| {
        elements.extend_from_slice(bytes);
        Ok(())
    });
    let outcome = pushed.and_then(|()| decoder.finish(0));
    if let Some(layout) = decoder.layout().filter(|layout| layout.byte_order() == ByteOrder::Little) {
        elements.chunks_exact_mut(layout.element_type().size()).for_each(<[u8]>::reverse);
    }

    let new = if visit.counted { Store::counted } else { Store::new };
    let mut store = new(Some(size), visit.budget.into()).with_cache(visit.cache.into());
    let (mut wanted, mut forgone): (Vec<u64>, _) = (Vec::new(), false);
    for act in visit.acts {
        match act {
            Act::Push(most) => {
                if !read(&mut store, visit.file, usize::from(most).max(1)) {
                    break;
                }
            }
            Act::Want(items) => {
                wanted = items.iter().map(|&item| item.into()).collect();
                store.want(&wanted);
            }
            Act::Forget => {
                wanted.clear();
                store.want(&[]);
            }
            Act::Stop => {
                let offered = store.is_done().then(|| store.suggestions().to_vec());
                store.stop();
                forgone = true;
                assert!(offered.is_none_or(|offered| store.suggestions() == offered), "taken back");
            }
        }
        compare(&store, &elements, &wanted);
    }
    while read(&mut store, visit.file, 1 << 20) {}
    compare(&store, &elements, &wanted);
    if let (Ok(()), Some(layout), false) = (&outcome, decoder.layout(), store.is_stopped()) {
        assert_eq!(store.layout(), Some(layout));
        assert_eq!(store.items(), (elements.len() as u64).checked_div(layout.item_len()).unwrap_or(layout.items()));
        store.want(&wanted);
        while read(&mut store, visit.file, 1 << 20) {}
        // A file that is not counted is not read to its end.
        if visit.counted && !forgone {
            let mut other = Store::counted(Some(size), u64::MAX);
            while read(&mut other, visit.file, 1 << 20) {}
            assert_eq!(store.suggestions(), other.suggestions());
        }
        for &item in wanted.iter().filter(|&&item| item < store.items()) {
            assert!(store.item(item).is_some(), "item {item} cannot be had");
        }
    }
}

/// Hands over what is wanted next; false if nothing is, or the file cannot be opened.
fn read(store: &mut Store, file: &[u8], most: usize) -> bool {
    let Some(wanted) = store.wanted() else { return false };
    let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
    assert!(start <= end && end <= file.len(), "bytes {start} to {end} of {}", file.len());
    store.push(wanted.start, &file[start..end.min(start + most)]).is_ok()
}

fn compare(store: &Store, elements: &[u8], wanted: &[u64]) {
    let Some(layout) = store.layout() else { return };
    let length = usize::try_from(layout.item_len()).unwrap_or(usize::MAX);
    for &item in wanted.iter().chain([0, 1, store.items().saturating_sub(1)].iter()) {
        let Some(shown) = store.item(item) else { continue };
        let start = usize::try_from(item).unwrap() * length;
        assert_eq!(Some(shown), elements.get(start..start + length), "item {item}");
    }
    for (first, items) in store.runs() {
        let start = usize::try_from(first).unwrap().saturating_mul(length);
        assert_eq!(Some(items), elements.get(start..start + items.len()), "items from {first} on");
    }
}
