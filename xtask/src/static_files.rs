//! Files of a folder, over HTTP.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Component, Path, PathBuf};

use rouille::{Request, Response, ResponseBody};

use crate::range::{Extent, extent};

/// Answers with the file of that path inside `folder`.
pub(crate) fn answer(folder: &Path, path: &str, request: &Request) -> Response {
    if !matches!(request.method(), "GET" | "HEAD") {
        return Response::text("only GET and HEAD are answered\n").with_status_code(405);
    }
    inside(folder, path)
        .and_then(|file| read(&file, request.header("Range")).ok())
        .unwrap_or_else(|| Response::text(format!("{path} is not here\n")).with_status_code(404))
}

/// The file that a URL's path names; never one outside the folder.
fn inside(folder: &Path, path: &str) -> Option<PathBuf> {
    let relative = if path.is_empty() || path.ends_with('/') {
        format!("{path}index.html")
    } else {
        path.into()
    };
    let plain = Path::new(&relative)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let file = folder.join(&relative);
    (plain && file.is_file()).then_some(file)
}

/// The file, or the part of it that is asked for.
fn read(path: &Path, range: Option<&str>) -> io::Result<Response> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let (status, part, content_range) = match extent(range, size) {
        Extent::Whole => (200, 0..size, None),
        Extent::Part(part) => {
            let description = format!("bytes {}-{}/{size}", part.start, part.end - 1);
            (206, part, Some(description))
        }
        Extent::Unsatisfiable => (416, 0..0, Some(format!("bytes */{size}"))),
    };
    file.seek(SeekFrom::Start(part.start))?;
    let length = part.end - part.start;
    let data = ResponseBody::from_reader_and_size(file.take(length), usize::try_from(length).unwrap_or(usize::MAX));
    let mut headers = vec![
        (
            "Content-Type".into(),
            mime_guess::from_path(path).first_or_octet_stream().to_string().into(),
        ),
        ("Accept-Ranges".into(), "bytes".into()),
    ];
    headers.extend(content_range.map(|description| ("Content-Range".into(), description.into())));
    Ok(Response {
        status_code: status,
        headers,
        data,
        upgrade: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

    fn get(path: &str, headers: Vec<(String, String)>) -> Response {
        let request = Request::fake_http("GET", format!("/{path}"), headers, Vec::new());
        answer(Path::new(FOLDER), path, &request)
    }

    fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
        response
            .headers
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_ref())
    }

    #[test]
    fn answers_with_files_of_the_folder_only() {
        assert_eq!(get("main.rs", Vec::new()).status_code, 200);
        for path in ["", "absent", "../Cargo.toml", "../src/main.rs", "/main.rs", "."] {
            assert_eq!(get(path, Vec::new()).status_code, 404, "{path}");
        }
    }

    #[test]
    fn answers_with_the_bytes_asked_for() {
        let file = std::fs::read(Path::new(FOLDER).join("main.rs")).unwrap();
        let response = get("main.rs", vec![("Range".into(), "bytes=4-8".into())]);
        assert_eq!(response.status_code, 206);
        assert_eq!(
            header(&response, "Content-Range"),
            Some(format!("bytes 4-8/{}", file.len()).as_str())
        );
        let mut body = Vec::new();
        response.data.into_reader_and_size().0.read_to_end(&mut body).unwrap();
        assert_eq!(body, file[4..=8]);

        let response = get("main.rs", vec![("Range".into(), "bytes=99999999-".into())]);
        assert_eq!(response.status_code, 416);
        assert_eq!(
            header(&response, "Content-Range"),
            Some(format!("bytes */{}", file.len()).as_str())
        );
    }

    #[test]
    fn names_the_types_that_browsers_insist_on() {
        let types = [
            ("a.js", "text/javascript"),
            ("a.wasm", "application/wasm"),
            ("a.css", "text/css"),
        ];
        for (name, expected) in types {
            assert_eq!(
                mime_guess::from_path(name).first_or_octet_stream().to_string(),
                expected
            );
        }
    }
}
