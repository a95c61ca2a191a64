//! Faults of Python pickles.

use std::fmt;

use crate::error::facts::Facts;

/// Why a Python pickle, or the rest of one, cannot be read. Offsets count in the unpacked file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PickleFault {
    /// It asks for a class or a function that is none of those that make arrays.
    Global {
        /// Byte offset of the instruction.
        offset: u64,
        /// The name with its module.
        found: String,
    },
    /// An instruction that is unknown, or that makes other objects than data.
    Opcode {
        /// Byte offset of the instruction.
        offset: u64,
        /// The instruction.
        found: u8,
    },
    /// An instruction does not fit what comes before it.
    Instruction {
        /// Byte offset of the instruction.
        offset: u64,
    },
    /// The file ends inside the pickle.
    End {
        /// Byte offset of the end.
        offset: u64,
    },
    /// The arrays take too much room: they have to be unpacked to be read.
    Limit {
        /// Byte offset of the first array that was left out.
        offset: u64,
        /// The limit of the bytes of all arrays.
        expected: u64,
    },
    /// The objects beside the arrays take too much memory.
    Memory {
        /// Byte offset of the first object that was left out.
        offset: u64,
        /// The limit of their bytes.
        expected: u64,
    },
    /// An array of objects has more different texts than classes. It is left out.
    TextCount {
        /// The limit of them.
        expected: u64,
    },
    /// An array of objects has a text that is longer than the name of a class. It is left out.
    TextLength {
        /// The limit of its bytes.
        expected: u64,
    },
    /// A list has images whose sizes differ. They are left out.
    Shapes {
        /// How many there are.
        found: u64,
    },
}

impl PickleFault {
    pub(super) fn facts(&self) -> Facts {
        match *self {
            Self::Global { offset, .. } => Facts::named("PickleGlobal").at(offset),
            Self::Opcode { offset, found } => Facts::named("PickleOpcode").at(offset).found(found.into()),
            Self::Instruction { offset } => Facts::named("PickleInstruction").at(offset),
            Self::End { offset } => Facts::named("PickleEnd").at(offset),
            Self::Limit { offset, expected } => Facts::named("PickleLimit").at(offset).expected(expected),
            Self::Memory { offset, expected } => Facts::named("PickleMemory").at(offset).expected(expected),
            Self::TextCount { expected } => Facts::named("PickleTextCount").expected(expected),
            Self::TextLength { expected } => Facts::named("PickleTextLength").expected(expected),
            Self::Shapes { found } => Facts::named("PickleShapes").found(found),
        }
    }
}

impl fmt::Display for PickleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Global { offset, found } => {
                write!(f, "the pickle asks for an object at byte {offset}: expected numpy arrays, found \"{found}\"")
            }
            Self::Opcode { offset, found } => {
                write!(f, "the pickle has an instruction at byte {offset} that makes no data: found {found:02x}")
            }
            Self::Instruction { offset } => {
                write!(f, "the instruction at byte {offset} of the pickle does not fit what comes before it")
            }
            Self::End { offset } => write!(f, "the pickle ends at byte {offset}: expected more of it, found the end"),
            Self::Limit { offset, expected } => write!(
                f,
                "the array at byte {offset} of the pickle is too large: expected at most {expected} bytes of arrays"
            ),
            Self::Memory { offset, expected } => write!(
                f,
                "the pickle has too many objects at byte {offset}: expected at most {expected} bytes of them, found more"
            ),
            Self::TextCount { expected } => {
                write!(f, "an array in the pickle has too many different texts: expected at most {expected} classes")
            }
            Self::TextLength { expected } => write!(
                f,
                "a text in an array of the pickle is too long for the name of a class: expected at most {expected} bytes"
            ),
            Self::Shapes { found } => {
                write!(f, "a list in the pickle has {found} images whose sizes differ: expected images of one size")
            }
        }
    }
}
