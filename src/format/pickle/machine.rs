//! The machine that a pickle is a program for. It makes data, and calls nothing.

use std::mem;

use super::{
    arrays::{self, Array, Data, Output},
    heap::{Function, Heap, MAX_TEXT, Object, Value},
    opcode::{self, Content, Instruction, MAX_LEN},
    stack::Stack,
    tensors::Storages,
    text::Text,
};
use crate::{
    error::{Error, NpyFault, PickleFault},
    format::npy::{self, Npy},
};

/// The first byte of a pickle of protocol 2 and later.
const PROTOCOL: u8 = 0x80;

/// Limit of the bytes of objects that are copied to look ahead.
const MAX_COPIED: u64 = 64 << 10;

/// The latest protocol.
const MAX_PROTOCOL: u8 = 5;

/// Where the machine is. It takes bytes in pieces of any size.
#[derive(Clone, Debug, Default)]
pub(super) struct Machine {
    /// Byte offset of the next byte.
    offset: u64,
    /// Byte offset of the instruction at hand.
    start: u64,
    state: State,
    stack: Stack,
    /// What each pickle before this place made.
    roots: Vec<Value>,
    /// The array to show before the end.
    early: Option<Value>,
    /// Where the storages of tensors are.
    pub(super) storages: Storages,
    /// Whether lines end with two characters, as in a file that was written as text.
    is_windows: bool,
}

#[derive(Clone, Debug)]
enum State {
    /// In an instruction, of which these bytes have come.
    Instruction(Vec<u8>),
    /// In the header of a NumPy array of objects, which a pickle of the array follows.
    Header(Vec<u8>),
    String(Text),
    /// After a pickle. Another may follow.
    Between,
    /// After the last one, and so many more bytes.
    Over(u64),
}

impl Default for State {
    fn default() -> Self {
        Self::Instruction(Vec::new())
    }
}

impl Machine {
    /// A machine whose first byte is at that offset.
    pub(super) fn new(offset: u64, storages: Storages) -> Self {
        Self { offset, storages, ..Self::default() }
    }

    /// The offset of the next byte.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the last pickle has ended, as far as the bytes tell.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.state, State::Between | State::Over(_))
    }

    /// Bytes after the last pickle.
    pub(super) fn excess(&self) -> u64 {
        if let State::Over(excess) = self.state { excess } else { 0 }
    }

    pub(super) fn heap(&mut self) -> &mut Heap {
        &mut self.stack.heap
    }

    /// How many of the next bytes are not needed, because they are read in place. They count as taken.
    pub(super) fn skip(&mut self) -> u64 {
        let State::String(text) = &mut self.state else { return 0 };
        if !text.is_in_place || text.first.len() < MAX_TEXT {
            return 0;
        }
        // At least one byte ends the string.
        let skipped = text.left.saturating_sub(1);
        text.pass_over(skipped);
        self.offset = self.offset.saturating_add(skipped);
        skipped
    }

    /// Takes the next bytes.
    pub(super) fn take(&mut self, mut bytes: &[u8], output: &mut Output) -> Result<(), PickleFault> {
        while !bytes.is_empty() {
            let before = bytes.len();
            let is_start = self.roots.is_empty() && self.stack.heap.len() == 0;
            match &mut self.state {
                // \x93 begins NumPy's files. The instruction of this code takes a name from the stack, which is empty here.
                State::Instruction(head) if head.is_empty() && bytes[0] == npy::MAGIC[0] && is_start => {
                    self.state = State::Header(Vec::new());
                }
                State::Header(head) => {
                    head.push(bytes[0]);
                    bytes = &bytes[1..];
                    self.offset += 1;
                    let is_npy = npy::MAGIC.starts_with(head) || head.starts_with(npy::MAGIC);
                    match Npy::parse(head) {
                        Err(Error::Npy(NpyFault::Objects)) if is_npy => self.state = State::default(),
                        Ok(None) if is_npy => {}
                        _ => return Err(PickleFault::Instruction { offset: self.start }),
                    }
                }
                State::Instruction(head) => {
                    let known = head.len();
                    let more = &bytes[..before.min(MAX_LEN - known)];
                    // Most instructions come whole, and these are not copied.
                    if known > 0 {
                        head.extend_from_slice(more);
                    }
                    let head = mem::take(head);
                    let whole = if known > 0 { &head[..] } else { more };
                    let Some((instruction, len)) = opcode::parse(whole) else {
                        if whole.len() == MAX_LEN {
                            return Err(PickleFault::Instruction { offset: self.offset - known as u64 });
                        }
                        self.state = State::Instruction(whole.to_vec());
                        self.offset += more.len() as u64;
                        return Ok(());
                    };
                    self.start = self.offset - known as u64;
                    self.offset = self.start + len as u64;
                    bytes = &bytes[len - known..];
                    self.follow(whole[0], &instruction, output)?;
                }
                State::String(text) => {
                    let len = text.len_in(bytes);
                    let (part, rest) = bytes.split_at(len);
                    if let Some(misplaced) = text.take(part, output) {
                        return Err(PickleFault::Instruction { offset: self.offset + misplaced as u64 });
                    }
                    self.offset += len as u64;
                    bytes = rest;
                }
                State::Between if bytes[0] == PROTOCOL && self.roots.len() < self.storages.pickles() => {
                    self.state = State::default();
                }
                State::Between => self.state = State::Over(0),
                State::Over(excess) => {
                    *excess += before as u64;
                    return Ok(());
                }
            }
            if matches!(&self.state, State::String(text) if text.left == 0)
                && let State::String(text) = mem::take(&mut self.state)
            {
                self.end(text, false).ok_or(PickleFault::Instruction { offset: self.start })?;
            }
            if !self.stack.heap.has_room() {
                return Err(PickleFault::Memory { offset: self.start, expected: self.stack.heap.limit });
            }
        }
        Ok(())
    }

    /// The array to show before the end, as far as its elements have come: the first that can hold images and is no item of a
    /// list, which may be one array.
    pub(super) fn early(&self, output: &Output) -> Option<Array> {
        let heap = &self.stack.heap;
        if let Some(early) = self.early {
            return heap.get(early)?.images().cloned();
        }
        // What comes before it is short in all files that begin with images.
        let can_be_copied = self.coming().is_some() && heap.taken() <= MAX_COPIED;
        let mut copy = can_be_copied.then(|| self.clone())?;
        copy.close(output);
        copy.early(output)
    }

    /// The array whose parts come now, unless it is an item of a list.
    fn coming(&self) -> Option<Value> {
        self.stack.array_at_hand().filter(|_| !self.stack.is_array_in_list())
    }

    /// Notes an array that has just been made.
    fn note_early(&mut self) {
        let made = self.stack.peek().filter(|&made| self.stack.heap.get(made).is_some_and(|it| it.images().is_some()));
        self.early = self.early.or(made.filter(|_| !self.stack.is_in_list()));
    }

    /// Ends all pickles where they are, and gives what they made.
    pub(super) fn close(&mut self, output: &Output) -> Value {
        if let State::String(_) = self.state {
            self.stack.leave_encoding();
        }
        self.early = self.early.or(self.coming());
        if let State::String(text) = mem::replace(&mut self.state, State::Over(0))
            && self.stack.array_at_hand().is_some()
        {
            self.end(text.clipped(output), true);
        }
        let mut roots = mem::take(&mut self.roots);
        roots.extend(self.stack.close());
        let keys = roots.last().copied();
        self.storages.place(&mut self.stack.heap, keys, self.offset, output.size());
        self.storages.object(&mut roots);
        if let [root] = roots[..] { root } else { self.stack.heap.add(Object::Tuple(roots)) }
    }

    /// Does what an instruction says, but for what follows a string.
    fn follow(&mut self, code: u8, instruction: &Instruction<'_>, output: &mut Output) -> Result<(), PickleFault> {
        let offset = self.start;
        match *instruction {
            Instruction::Unknown => return Err(PickleFault::Opcode { offset, found: code }),
            Instruction::String(content, len) => {
                let is_encoded = content == Content::Text && self.stack.is_encoding();
                let content = if is_encoded { Content::Latin1 } else { content };
                let text = Text::new(content, len, self.offset, offset, self.is_windows, output);
                self.state = State::String(text);
            }
            Instruction::Short(argument) => {
                self.state = State::default();
                match code {
                    b'c' | b'i' => {
                        self.is_windows = argument.ends_with(b"\r\n");
                        let mut lines = argument.split(|&byte| byte == b'\n');
                        let [module, name] =
                            [lines.next(), lines.next()].map(|line| line.unwrap_or_default().trim_ascii_end());
                        self.import(module, name)?;
                        // An instance of a class (protocol 0): none that is known has any.
                        if code == b'i' {
                            return Err(PickleFault::Instruction { offset });
                        }
                    }
                    0x93 => {
                        let [name, module] = [self.stack.pop_text(), self.stack.pop_text()];
                        let (name, module) = name.zip(module).ok_or(PickleFault::Instruction { offset })?;
                        self.import(&module, &name)?;
                    }
                    0x80 if argument[0] > MAX_PROTOCOL => return Err(PickleFault::Opcode { offset, found: code }),
                    b'R' => {
                        let result = self.reduce(output).ok_or(PickleFault::Instruction { offset })?;
                        self.stack.push(result);
                    }
                    b'.' => {
                        self.stack.heap.take(mem::size_of::<Value>());
                        self.roots.push(self.stack.pop().ok_or(PickleFault::Instruction { offset })?);
                        self.stack.clear();
                        self.state = State::Between;
                    }
                    _ => self.stack.run(code, argument).ok_or(PickleFault::Instruction { offset })?,
                }
                if let b'b' | b'R' = code {
                    self.note_early();
                }
            }
        }
        Ok(())
    }

    fn reduce(&mut self, output: &mut Output) -> Option<Value> {
        let (arguments, function) = (self.stack.pop()?, self.stack.pop()?);
        let function = self.stack.heap.function(function)?;
        arrays::call(&mut self.stack.heap, function, arguments, output, self.start)
    }

    fn import(&mut self, module: &[u8], name: &[u8]) -> Result<(), PickleFault> {
        let Some(function) = Function::named(module, name) else {
            let found = String::from_utf8_lossy(&[module, b".", name].concat()).into_owned();
            return Err(PickleFault::Global { offset: self.start, found });
        };
        let function = self.stack.heap.add(Object::Function(function));
        self.stack.push(function);
        Ok(())
    }

    /// Ends a string.
    fn end(&mut self, text: Text, is_cut: bool) -> Option<()> {
        let Text { content, first, range, lead, .. } = text;
        let is_short = first.len() < MAX_TEXT;
        let kept = if is_short { first.into() } else { Box::default() };
        let value = match content {
            Content::Text if is_short => self.stack.heap.add(Object::Text(kept)),
            Content::Text => Value::Long,
            Content::Integer => arrays::integer(&kept, true).map_or(Value::Other, Value::Int),
            Content::Bytes | Content::Latin1 if lead.is_none() || is_cut => {
                self.stack.heap.add(Object::Data(Data { text: kept, range, is_cut }))
            }
            Content::Bytes | Content::Latin1 => return None,
        };
        self.stack.push(value);
        Some(())
    }
}
