//! Writes pickles as Python does, but for what it keeps for later.

/// A pickle of one object.
pub(crate) fn file(object: &[u8]) -> Vec<u8> {
    [b"\x80\x02", object, b"."].concat()
}

fn number(number: u32) -> Vec<u8> {
    match u8::try_from(number) {
        Ok(byte) => vec![b'K', byte],
        Err(_) if number > i32::MAX as u32 => [&[0x8A, 5][..], &number.to_le_bytes(), &[0]].concat(),
        Err(_) => [&b"J"[..], &number.to_le_bytes()].concat(),
    }
}

pub(crate) fn text(text: &str) -> Vec<u8> {
    [b"X", &u32::try_from(text.len()).unwrap_or(0).to_le_bytes()[..], text.as_bytes()].concat()
}

fn bytes(bytes: &[u8]) -> Vec<u8> {
    [b"T", &u32::try_from(bytes.len()).unwrap_or(0).to_le_bytes()[..], bytes].concat()
}

pub(crate) fn object(module: &str, name: &str) -> Vec<u8> {
    format!("c{module}\n{name}\n").into_bytes()
}

pub(crate) fn tuple(items: &[Vec<u8>]) -> Vec<u8> {
    match items.len() {
        0 => b")".to_vec(),
        1..=3 => [items.concat(), vec![0x84 + u8::try_from(items.len()).unwrap_or(0)]].concat(),
        _ => [b"(".to_vec(), items.concat(), b"t".to_vec()].concat(),
    }
}

pub(crate) fn list(numbers: &[u32]) -> Vec<u8> {
    let numbers: Vec<u8> = numbers.iter().flat_map(|&item| number(item)).collect();
    [b"](", &numbers[..], b"e"].concat()
}

pub(crate) fn list_of(items: &[Vec<u8>]) -> Vec<u8> {
    [b"](", &items.concat()[..], b"e"].concat()
}

pub(crate) fn dict(entries: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let entries: Vec<u8> =
        entries.iter().flat_map(|(key, value)| [bytes(key.as_bytes()), value.clone()].concat()).collect();
    [b"}(", &entries[..], b"u"].concat()
}

fn shape(sizes: &[u32]) -> Vec<u8> {
    tuple(&sizes.iter().map(|&size| number(size)).collect::<Vec<_>>())
}

/// A type of elements, with `<`, `>` or `|` for their byte order.
fn kind(name: &str, order: &str) -> Vec<u8> {
    let arguments = tuple(&[text(name), number(0), number(1)]);
    let state = [b"(K\x03", &text(order)[..], b"NNNJ\xFF\xFF\xFF\xFFJ\xFF\xFF\xFF\xFFK\x00t"].concat();
    [object("numpy", "dtype"), arguments, b"R".to_vec(), state, b"b".to_vec()].concat()
}

/// An array whose elements are that object.
pub(crate) fn array_of(sizes: &[u32], name: &str, order: &str, is_fortran: bool, elements: &[u8]) -> Vec<u8> {
    let class = [object("numpy", "ndarray"), tuple(&[number(0)]), text("b")].concat();
    let array = [object("numpy.core.multiarray", "_reconstruct"), class, b"\x87R".to_vec()].concat();
    let order = [shape(sizes), kind(name, order), vec![if is_fortran { 0x88 } else { 0x89 }]].concat();
    [&array, &b"(K\x01"[..], &order, elements, b"tb"].concat()
}

pub(crate) fn array(sizes: &[u32], name: &str, order: &str, is_fortran: bool, elements: &[u8]) -> Vec<u8> {
    array_of(sizes, name, order, is_fortran, &bytes(elements))
}

/// The array of protocol 5, in C's or Fortran's order ("C", "F").
pub(crate) fn from_buffer(sizes: &[u32], name: &str, order: &str, elements: &[u8]) -> Vec<u8> {
    let buffer = [b"\x96", &(elements.len() as u64).to_le_bytes()[..], elements].concat();
    let arguments = tuple(&[buffer, kind(name, "|"), shape(sizes), text(order)]);
    [object("numpy._core.numeric", "_frombuffer"), arguments, b"R".to_vec()].concat()
}

pub(crate) fn numbers(numbers: &[u8]) -> Vec<u8> {
    tuple(&numbers.iter().map(|&number| vec![b'K', number]).collect::<Vec<_>>())
}

/// A storage of PyTorch's: its class, its key, and how many elements it has.
pub(crate) fn storage(class: &str, key: &str, len: u8) -> Vec<u8> {
    let parts = [text("storage"), object("torch", class), text(key), text("cpu"), vec![b'K', len]];
    [tuple(&parts), b"Q".to_vec()].concat()
}

/// A view of a storage.
pub(crate) fn tensor(storage: &[u8], offset: u8, shape: &[u8], strides: &[u8]) -> Vec<u8> {
    let hooks = [object("collections", "OrderedDict"), b")R".to_vec()].concat();
    let parts = [storage.to_vec(), vec![b'K', offset], numbers(shape), numbers(strides), vec![0x89], hooks];
    [object("torch._utils", "_rebuild_tensor_v2"), tuple(&parts), b"R".to_vec()].concat()
}
