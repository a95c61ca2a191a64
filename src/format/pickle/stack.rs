//! The stack of the machine, what it keeps for later, and the instructions that need nothing else.

use std::{collections::BTreeMap, mem};

use super::{
    arrays,
    heap::{Function, Heap, Object, Value},
    tensors,
};

/// What the instructions of data work on.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    pub(super) heap: Heap,
    values: Vec<Value>,
    /// Where the marks are.
    marks: Vec<usize>,
    memo: BTreeMap<u32, Value>,
    /// Values at most so far.
    max: usize,
}

impl Stack {
    /// Does what an instruction of data says. `None` if what it needs is not there.
    pub(super) fn run(&mut self, code: u8, argument: &[u8]) -> Option<()> {
        match code {
            // The protocol; the length of what follows; a buffer that is read only.
            0x80 | 0x95 | 0x98 => return Some(()),
            b'(' => {
                self.heap.take(mem::size_of::<usize>());
                self.marks.push(self.values.len());
                return Some(());
            }
            b'0' => {
                // It also takes a mark.
                if self.pop().is_none() {
                    self.marks.pop()?;
                }
                return Some(());
            }
            b'1' => {
                self.collect()?;
                return Some(());
            }
            b'a' => {
                let item = self.pop()?;
                return self.extend(&[item]);
            }
            b's' => {
                let (value, key) = (self.pop()?, self.pop()?);
                return self.extend(&[key, value]);
            }
            b'e' | b'u' => {
                let items = self.collect()?;
                return self.extend(&items);
            }
            b'b' => {
                let (state, object) = (self.pop()?, self.peek()?);
                return arrays::set_state(&mut self.heap, object, state);
            }
            b'p' | b'q' | b'r' | 0x94 => return self.keep(code, argument),
            _ => {}
        }
        let value = match code {
            b'2' => self.peek()?,
            b'g' | b'h' | b'j' => *self.memo.get(&index(code, argument)?)?,
            b'N' => Value::Missing,
            b'G' if argument.first_chunk().is_some_and(|&bytes| f64::from_be_bytes(bytes).is_nan()) => Value::Missing,
            b'F' if argument.trim_ascii_end().eq_ignore_ascii_case(b"nan") => Value::Missing,
            b'F' | b'G' => Value::Other,
            b'K' | b'M' => Value::Int(arrays::integer(argument, false)?),
            b'J' => Value::Int(arrays::integer(argument, true)?),
            b'I' | b'L' => {
                let digits = str::from_utf8(argument).ok()?.trim_end().trim_end_matches('L');
                digits.parse().map_or(Value::Other, Value::Int)
            }
            b'Q' => {
                let reference = self.pop()?;
                let storage = tensors::storage(&self.heap, reference)?;
                self.heap.add(Object::Storage(storage))
            }
            0x88 | 0x89 => Value::Int(i64::from(code == 0x88)),
            b']' => self.heap.add(Object::List(Vec::new())),
            b'}' => self.heap.add(Object::Dict(Vec::new())),
            b')' => self.heap.add(Object::Tuple(Vec::new())),
            b'l' => {
                let items = self.collect()?;
                self.heap.add(Object::List(items))
            }
            b'd' => {
                let items = self.collect()?;
                self.heap.add(Object::Dict(items.as_chunks().0.to_vec()))
            }
            b't' => {
                let items = self.collect()?;
                self.heap.add(Object::Tuple(items))
            }
            0x85..=0x87 => {
                let count = usize::from(code - 0x84);
                let floor = self.marks.last().copied().unwrap_or(0);
                let start = self.values.len().checked_sub(count).filter(|&start| start >= floor)?;
                let items = self.values.split_off(start);
                self.heap.add(Object::Tuple(items))
            }
            _ => return None,
        };
        self.push(value);
        Some(())
    }

    /// Keeps the last value for later.
    fn keep(&mut self, code: u8, argument: &[u8]) -> Option<()> {
        let next = u32::try_from(self.memo.len()).ok()?;
        let index = if code == 0x94 { next } else { index(code, argument)? };
        let value = self.peek()?;
        self.heap.take(2 * mem::size_of::<Value>());
        self.memo.insert(index, value);
        Some(())
    }

    /// Adds to the list or dictionary on top of the stack. `None` if there is another object.
    pub(super) fn extend(&mut self, items: &[Value]) -> Option<()> {
        match self.heap.get_mut(self.peek()?)? {
            Object::List(list) => list.extend_from_slice(items),
            Object::Dict(entries) => entries.extend_from_slice(items.as_chunks().0),
            _ => return None,
        }
        self.heap.take(mem::size_of_val(items));
        Some(())
    }

    pub(super) fn push(&mut self, value: Value) {
        self.values.push(value);
        if self.values.len() > self.max {
            self.max = self.values.len();
            self.heap.take(mem::size_of::<Value>());
        }
    }

    /// Where the values end that the next instruction may use.
    pub(super) fn peek(&self) -> Option<Value> {
        let floor = self.marks.last().copied().unwrap_or(0);
        self.values.get(floor..)?.last().copied()
    }

    pub(super) fn pop(&mut self) -> Option<Value> {
        self.peek()?;
        self.values.pop()
    }

    /// Takes the values after the last mark, and the mark.
    pub(super) fn collect(&mut self) -> Option<Vec<Value>> {
        let mark = self.marks.pop()?;
        (mark <= self.values.len()).then(|| self.values.split_off(mark))
    }

    /// A short string on top.
    pub(super) fn pop_text(&mut self) -> Option<Vec<u8>> {
        let text = self.pop()?;
        self.heap.text(text).map(<[u8]>::to_vec)
    }

    /// Whether the function that makes bytes of a text takes what comes next.
    pub(super) fn is_encoding(&self) -> bool {
        self.values.last().is_some_and(|&last| self.heap.function(last) == Some(Function::Encode))
    }

    /// Leaves the arguments of the function that makes bytes of a text, which is cut: it is that of an array.
    pub(super) fn leave_encoding(&mut self) {
        if self.around(0).is_some_and(|around| self.heap.function(around) == Some(Function::Encode)) {
            self.marks.pop();
        }
    }

    /// Forgets all but the objects: another pickle follows.
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.marks.clear();
        self.memo.clear();
    }

    /// The array whose parts come now.
    pub(super) fn array_at_hand(&self) -> Option<Value> {
        self.around(0).filter(|&around| matches!(self.heap.get(around), Some(Object::Array(None))))
    }

    /// Whether the items of a list come now.
    pub(super) fn is_in_list(&self) -> bool {
        self.is_list(self.around(0))
    }

    /// Whether the array whose parts come now is an item of a list.
    pub(super) fn is_array_in_list(&self) -> bool {
        self.is_list(self.around(1))
    }

    fn is_list(&self, value: Option<Value>) -> bool {
        value.is_some_and(|value| matches!(self.heap.get(value), Some(Object::List(_))))
    }

    /// The value below the last mark, or so many marks before it: what follows the mark is added to it.
    fn around(&self, marks: usize) -> Option<Value> {
        let mark = *self.marks.iter().nth_back(marks)?;
        self.values.get(mark.checked_sub(1)?).copied()
    }

    /// Ends an array whose last instructions are missing, if its parts are there.
    fn end_array(&mut self) {
        if self.array_at_hand().is_some()
            && let Some(mut parts) = self.collect()
        {
            // The function that would have made bytes of a text.
            parts.retain(|&part| self.heap.function(part).is_none());
            // Behind them can be damage.
            parts.truncate(arrays::STATE_LEN);
            let state = self.heap.add(Object::Tuple(parts));
            self.push(state);
        }
        if let [.., array, state] = self.values[..]
            && arrays::set_state(&mut self.heap, array, state).is_some()
        {
            self.values.pop();
        }
    }

    /// Adds what follows each mark to the object before it, as far as it has come, and gives what is left.
    pub(super) fn close(&mut self) -> Vec<Value> {
        self.end_array();
        while let Some(items) = self.collect() {
            if self.extend(&items).is_none() {
                let tuple = self.heap.add(Object::Tuple(items));
                self.push(tuple);
            }
        }
        // A call that was not made.
        let call = self.values.iter().rposition(|&value| self.heap.function(value).is_some());
        if let Some(at) = call.filter(|&at| at > 0) {
            self.values.truncate(at);
            self.values.push(Value::Missing);
        }
        // Protocol 0 adds to dictionaries without a mark.
        let is_key = |heap: &Heap, dict: Value, key: Value| {
            matches!(heap.get(dict), Some(Object::Dict(_))) && heap.text(key).is_some()
        };
        if let [.., dict, key] = self.values[..]
            && is_key(&self.heap, dict, key)
        {
            self.values.pop();
        }
        while let [.., dict, key, value] = self.values[..]
            && is_key(&self.heap, dict, key)
        {
            self.values.truncate(self.values.len() - 2);
            if self.extend(&[key, value]).is_none() {
                break;
            }
        }
        mem::take(&mut self.values)
    }
}

/// The place in the memo that an instruction names.
fn index(code: u8, argument: &[u8]) -> Option<u32> {
    match code {
        b'p' | b'g' => str::from_utf8(argument).ok()?.trim_end().parse().ok(),
        _ => u32::try_from(arrays::integer(argument, false)?).ok(),
    }
}
