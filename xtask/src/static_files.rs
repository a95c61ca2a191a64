//! Files of a folder, over HTTP.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use tiny_http::{Header, Response, ResponseBox};

use crate::range::{Extent, extent};

/// Answers with the file of that path inside `folder`, or with the part of it that a `Range` header asks for.
pub(crate) fn answer(folder: &Path, path: &str, range: Option<&str>) -> ResponseBox {
    inside(folder, path)
        .and_then(|file| read(&file, range).ok())
        .unwrap_or_else(|| text(404, &format!("{path} is not here")))
}

/// A few words in place of a file.
pub(crate) fn text(status: u16, words: &str) -> ResponseBox {
    Response::from_string(format!("{words}\n")).with_status_code(status).boxed()
}

/// A header of an answer; both parts have to be ASCII.
pub(crate) fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("a header is ASCII")
}

/// The file that a URL's path names; never one outside the folder.
fn inside(folder: &Path, path: &str) -> Option<PathBuf> {
    let relative = if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.into() };
    let plain = Path::new(&relative).components().all(|part| matches!(part, Component::Normal(_)));
    let file = folder.join(&relative);
    (plain && file.is_file()).then_some(file)
}

/// The bytes of the file that are asked for.
fn read(path: &Path, range: Option<&str>) -> io::Result<ResponseBox> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    let size = metadata.len();
    let (status, part, content_range) = match extent(range, size) {
        Extent::Whole => (200, 0..size, None),
        Extent::Part(part) => {
            let place = format!("bytes {}-{}/{size}", part.start, part.end - 1);
            (206, part, Some(place))
        }
        Extent::Unsatisfiable => (416, 0..0, Some(format!("bytes */{size}"))),
    };
    file.seek(SeekFrom::Start(part.start))?;
    let length = usize::try_from(part.end - part.start).map_err(io::Error::other)?;
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let mut headers = vec![
        header("Content-Type", kind.as_ref()),
        header("Accept-Ranges", "bytes"),
        header("ETag", &etag(size, metadata.modified()?)),
    ];
    headers.extend(content_range.map(|place| header("Content-Range", &place)));
    let bytes = file.take(part.end - part.start);
    let response = Response::new(status.into(), headers, bytes, Some(length), None);
    // A chunked answer would not tell its length, which progress bars and range readers want to know.
    Ok(response.with_chunked_threshold(usize::MAX).boxed())
}

/// A name for what the file holds now, so that a reader of ranges knows them to be of one file.
fn etag(size: u64, modified: SystemTime) -> String {
    let since = modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("\"{size:x}-{:x}\"", since.as_nanos())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

    fn get(path: &str, range: Option<&str>) -> ResponseBox {
        answer(Path::new(FOLDER), path, range)
    }

    fn value<'a>(response: &'a ResponseBox, name: &'static str) -> Option<&'a str> {
        let header = response.headers().iter().find(|header| header.field.equiv(name))?;
        Some(header.value.as_str())
    }

    #[test]
    fn answers_with_files_of_the_folder_only() {
        assert_eq!(get("main.rs", None).status_code(), 200);
        assert_eq!(get("sample/pen.rs", None).status_code(), 200);
        for path in ["", "absent", "../Cargo.toml", "../src/main.rs", "/main.rs", "."] {
            assert_eq!(get(path, None).status_code(), 404, "{path}");
        }
    }

    #[test]
    fn answers_with_the_bytes_asked_for() {
        let file = std::fs::read(Path::new(FOLDER).join("main.rs")).unwrap();
        let response = get("main.rs", Some("bytes=4-8"));
        assert_eq!(response.status_code(), 206);
        assert_eq!(response.data_length(), Some(5));
        assert_eq!(value(&response, "Content-Range"), Some(format!("bytes 4-8/{}", file.len()).as_str()));
        let mut body = Vec::new();
        response.into_reader().read_to_end(&mut body).unwrap();
        assert_eq!(body, file[4..=8]);

        let response = get("main.rs", Some("bytes=99999999-"));
        assert_eq!(response.status_code(), 416);
        assert_eq!(value(&response, "Content-Range"), Some(format!("bytes */{}", file.len()).as_str()));
    }

    #[test]
    fn tells_when_a_file_has_changed() {
        let tag = |path, range| value(&get(path, range), "ETag").map(str::to_owned);
        assert!(tag("main.rs", None).is_some_and(|tag| tag.starts_with('"') && tag.ends_with('"')));
        assert_eq!(tag("main.rs", None), tag("main.rs", Some("bytes=4-8")));
        assert_ne!(etag(1, SystemTime::UNIX_EPOCH), etag(2, SystemTime::UNIX_EPOCH));
        assert_ne!(etag(1, SystemTime::UNIX_EPOCH), etag(1, SystemTime::UNIX_EPOCH + Duration::from_nanos(1)));
    }

    #[test]
    fn names_the_types_that_browsers_insist_on() {
        let types = [("a.js", "text/javascript"), ("a.wasm", "application/wasm"), ("a.css", "text/css")];
        for (name, expected) in types {
            assert_eq!(mime_guess::from_path(name).first_or_octet_stream().to_string(), expected);
        }
    }
}
