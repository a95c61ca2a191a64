//! Reads an IDX file or a NumPy array and writes an IDX file, with another element type or compression. An output that ends in
//! `.gz` is compressed.
//!
//! ```sh
//! cargo run --example cast train-images-idx3-ubyte.gz train-images-idx3-float --type f32
//! ```

use std::{env, error::Error, fs::File, path::Path};

use idxlens::format::{
    element::{Element, ElementType},
    reader::Reader,
    writer::Writer,
};

const USAGE: &str = "usage: cast INPUT OUTPUT [--type u8|i8|i16|i32|f32|f64]";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (input, output, name) = match &arguments[..] {
        [input, output] => (input, output, None),
        [input, output, option, name] if option == "--type" => (input, output, Some(name)),
        _ => return Err(USAGE.into()),
    };
    let reader = Reader::new(File::open(input)?)?;
    let element_type = match name {
        Some(name) => name.parse()?,
        None => reader.header().element_type(),
    };
    match element_type {
        ElementType::U8 => cast::<u8>(reader, output),
        ElementType::I8 => cast::<i8>(reader, output),
        ElementType::I16 => cast::<i16>(reader, output),
        ElementType::I32 => cast::<i32>(reader, output),
        ElementType::F32 => cast::<f32>(reader, output),
        ElementType::F64 => cast::<f64>(reader, output),
        other => Err(format!("IDX has no {}: choose another type with --type", other.name()).into()),
    }
}

fn cast<T: Element>(mut reader: Reader<File>, path: &str) -> Result<(), Box<dyn Error>> {
    let shape = reader.header().shape();
    // Never a file that exists already: it could be the input.
    let output = File::create_new(path)?;
    let is_gzip = Path::new(path).extension().is_some_and(|extension| extension == "gz");
    let mut writer = if is_gzip { Writer::gzip(output, shape)? } else { Writer::new(output, shape)? };
    let mut values = vec![0.0; 4096];
    loop {
        let count = reader.read_values(&mut values)?;
        if count == 0 {
            writer.finish()?;
            return Ok(());
        }
        let element = |&value| T::from_f64(value).ok_or_else(|| format!("{} has no {value}", T::TYPE.name()));
        writer.write(&values[..count].iter().map(element).collect::<Result<Vec<T>, _>>()?)?;
    }
}
