//! The messages about other files of arrays: MATLAB, pickle, safetensors and Parquet.

use idxlens::error::{ColumnarFault, Error, Facts, MatlabFault, PickleFault, SafetensorsFault};

use super::{check, facts};

#[test]
fn faults_of_files_of_arrays() {
    use MatlabFault as M;
    use PickleFault as P;
    use SafetensorsFault as S;
    let cases = [
        (
            Error::Matlab(M::Header),
            "the header of the matlab file cannot be read at byte 124: expected version 5",
            facts("MatlabHeader", Some(124), None, None),
        ),
        (
            Error::Matlab(M::End { offset: 200 }),
            "the matlab file ends at byte 200: expected more of a variable, found the end",
            facts("MatlabEnd", Some(200), None, None),
        ),
        (
            Error::Matlab(M::Variable { offset: 128 }),
            "the variable at byte 128 of the matlab file is damaged",
            facts("MatlabVariable", Some(128), None, None),
        ),
        (
            Error::Matlab(M::Compressed { offset: 128 }),
            "the compressed variable at byte 128 of the matlab file is damaged",
            facts("MatlabCompressed", Some(128), None, None),
        ),
        (
            Error::Matlab(M::Limit { offset: 128, expected: 9 }),
            "the variable at byte 128 of the matlab file is too large: expected at most 9 bytes of arrays",
            facts("MatlabLimit", Some(128), Some(9), None),
        ),
        (
            Error::Pickle(P::Global { offset: 20, found: "os.system".into() }),
            "the pickle asks for an object at byte 20: expected numpy arrays, found \"os.system\"",
            facts("PickleGlobal", Some(20), None, None),
        ),
        (
            Error::Pickle(P::Opcode { offset: 20, found: 0x6F }),
            "the pickle has an instruction at byte 20 that makes no data: found 6f",
            facts("PickleOpcode", Some(20), None, Some(0x6F)),
        ),
        (
            Error::Pickle(P::Instruction { offset: 20 }),
            "the instruction at byte 20 of the pickle does not fit what comes before it",
            facts("PickleInstruction", Some(20), None, None),
        ),
        (
            Error::Pickle(P::End { offset: 20 }),
            "the pickle ends at byte 20: expected more of it, found the end",
            facts("PickleEnd", Some(20), None, None),
        ),
        (
            Error::Pickle(P::Limit { offset: 20, expected: 9 }),
            "the array at byte 20 of the pickle is too large: expected at most 9 bytes of arrays",
            facts("PickleLimit", Some(20), Some(9), None),
        ),
        (
            Error::Pickle(P::Memory { offset: 20, expected: 9 }),
            "the pickle has too many objects at byte 20: expected at most 9 bytes of them, found more",
            facts("PickleMemory", Some(20), Some(9), None),
        ),
        (
            Error::Safetensors(S::HeaderLength { expected: 9, found: 10 }),
            "the safetensors header is too long: expected at most 9 bytes, found 10",
            facts("SafetensorsHeaderLength", Some(0), Some(9), Some(10)),
        ),
        (
            Error::Safetensors(S::Header),
            "the safetensors header cannot be read, from byte 8 on",
            facts("SafetensorsHeader", Some(8), None, None),
        ),
        (
            Error::Safetensors(S::End { offset: 20 }),
            "the safetensors file ends at byte 20: expected more of an array, found the end",
            facts("SafetensorsEnd", Some(20), None, None),
        ),
        (
            Error::Safetensors(S::Offsets { offset: 20 }),
            "the array at byte 20 of the safetensors file has other bytes than its shape takes",
            facts("SafetensorsOffsets", Some(20), None, None),
        ),
        (
            Error::Safetensors(S::Overlap { offset: 20 }),
            "two arrays in the safetensors file overlap at byte 20: expected one after the other",
            facts("SafetensorsOverlap", Some(20), None, None),
        ),
    ];
    for (error, message, facts) in cases {
        check(&error.to_string(), message);
        assert_eq!(error.facts(), facts);
    }
}

#[test]
fn faults_of_parquet_and_arrow_files_say_where_they_are() {
    use ColumnarFault as P;
    let column = || "label".to_owned();
    let in_row = |name, row, expected| Facts { row: Some(row), ..facts(name, None, expected, None) };
    let cases = [
        (
            P::End { offset: 20 },
            "the parquet file ends at byte 20: expected more of it, found the end",
            facts("ParquetEnd", Some(20), None, None),
        ),
        (
            P::Directory { offset: 20 },
            "the footer of the parquet file cannot be read, from byte 20 on",
            facts("ParquetFooter", Some(20), None, None),
        ),
        (P::Encrypted, "the parquet file is encrypted", facts("ParquetEncrypted", None, None, None)),
        (
            P::Page { offset: 20 },
            "the page at byte 20 of the parquet file is damaged",
            facts("ParquetPage", Some(20), None, None),
        ),
        (
            P::Codec { found: 4, column: column() },
            "column \"label\" of the parquet file has an unknown compression: found codec 4",
            facts("ParquetCodec", None, None, Some(4)),
        ),
        (
            P::Encoding { found: 7, column: column() },
            "column \"label\" of the parquet file has an unknown encoding: found 7",
            facts("ParquetEncoding", None, None, Some(7)),
        ),
        (
            P::Null { row: 3, column: column() },
            "row 3, column \"label\" of the parquet file is empty",
            in_row("ParquetNull", 3, None),
        ),
        (
            P::Ragged { row: 3, expected: 9, column: column() },
            "row 3, column \"label\" of the parquet file has another shape: expected 9 values, like the first row",
            in_row("ParquetRagged", 3, Some(9)),
        ),
        (
            P::TooLarge { row: 3, column: column() },
            "the number in row 3, column \"label\" of the parquet file is too large",
            in_row("ParquetTooLarge", 3, None),
        ),
        (
            P::Limit { offset: 20, expected: 9 },
            "the data at byte 20 of the parquet file is too large: expected at most 9",
            facts("ParquetLimit", Some(20), Some(9), None),
        ),
        (P::Empty, "the parquet file has no rows", facts("ParquetEmpty", None, None, None)),
        (
            P::Columns { found: 2 },
            "none of the 2 columns of the parquet file holds images or numbers",
            facts("ParquetColumns", None, None, Some(2)),
        ),
    ];
    for (fault, message, facts) in cases {
        let error = Error::Parquet(fault);
        check(&error.to_string(), message);
        assert_eq!(error.facts(), facts);
    }
    let cases = [
        (
            P::Directory { offset: 20 },
            "the message of the arrow file cannot be read, from byte 20 on",
            facts("ArrowMessage", Some(20), None, None),
        ),
        (
            P::Page { offset: 20 },
            "the data at byte 20 of the arrow file is damaged",
            facts("ArrowBatch", Some(20), None, None),
        ),
        (
            P::BigEndian,
            "the values of the arrow file begin with their highest byte",
            facts("ArrowBigEndian", None, None, None),
        ),
        (P::Empty, "the arrow file has no rows", facts("ArrowEmpty", None, None, None)),
        (
            P::Differs { offset: 20, column: "label".to_owned() },
            "column \"label\" of the arrow file that begins at byte 20 differs from that of the first",
            facts("ArrowDiffers", Some(20), None, None),
        ),
    ];
    for (fault, message, facts) in cases {
        let error = Error::Arrow(fault);
        check(&error.to_string(), message);
        assert_eq!(error.facts(), facts);
    }
}
