use axum::body::{Body, to_bytes};
use axum::http::header::{ACCEPT_RANGES, CONTENT_RANGE, CONTENT_TYPE, LAST_MODIFIED, RANGE};
use axum::http::{HeaderName, Method};
use tower::ServiceExt as _;

use super::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

fn ask(router: Router, request: Request) -> Response {
    Runtime::new().unwrap().block_on(router.oneshot(request)).unwrap()
}

fn request(path: &str) -> Request {
    Request::builder().uri(path).body(Body::empty()).unwrap()
}

fn get(path: &str) -> Response {
    ask(static_files(Path::new(FOLDER)), request(path))
}

fn part(path: &str, range: &str) -> Response {
    let request = Request::builder().uri(path).header(RANGE, range).body(Body::empty()).unwrap();
    ask(static_files(Path::new(FOLDER)), request)
}

fn body(response: Response) -> Vec<u8> {
    Runtime::new().unwrap().block_on(to_bytes(response.into_body(), usize::MAX)).unwrap().into()
}

fn header(response: &Response, name: HeaderName) -> Option<&str> {
    response.headers().get(name)?.to_str().ok()
}

#[test]
fn serves_below_the_base_only() {
    let ask =
        |base: &str, path: &str| ask(below(base, static_files(Path::new(env!("CARGO_MANIFEST_DIR")))), request(path));
    assert_eq!(ask("/", "/Cargo.toml").status(), 200);
    for path in ["/a/b/Cargo.toml", "/a/b/src/main.rs", "/a/b/Cargo.toml?x=1"] {
        assert_eq!(ask("/a/b/", path).status(), 200, "{path}");
    }
    let redirection = ask("/a/b/", "/a/b");
    assert_eq!((redirection.status().as_u16(), header(&redirection, LOCATION)), (301, Some("/a/b/")));
    for path in ["/Cargo.toml", "/a/Cargo.toml", "/a", "/", "/a/bCargo.toml", "/a/b/../../Cargo.toml"] {
        assert_eq!(ask("/a/b/", path).status(), 404, "{path}");
    }
}

#[test]
fn a_folder_is_its_index() {
    let folder = root().join("target/serve-test");
    fs::create_dir_all(folder.join("inner")).unwrap();
    fs::write(folder.join("inner/index.html"), "inner").unwrap();
    let get = |path| ask(static_files(&folder), request(path));
    assert_eq!(body(get("/inner/")), b"inner");
    assert_eq!(get("/").status(), 404);
}

#[test]
fn serves_files_of_the_folder_only() {
    assert_eq!(get("/main.rs").status(), 200);
    assert_eq!(get("/sample/pen.rs").status(), 200);
    for path in [
        "/",
        "/absent",
        "/sample/",
        "/../Cargo.toml",
        "/../src/main.rs",
        "//main.rs/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/sample/%2e%2e/%2e%2e/Cargo.toml",
        "/main.rs%00",
        "/..%5cCargo.toml",
    ] {
        assert_eq!(get(path).status(), 404, "{path}");
    }
    // An absolute path means one inside the folder.
    assert_eq!(get(&format!("/{FOLDER}/main.rs")).status(), 404);
}

#[test]
fn only_reads() {
    let ask = |method| {
        let request = Request::builder().method(method).uri("/main.rs").body(Body::empty()).unwrap();
        ask(static_files(Path::new(FOLDER)), request)
    };
    let head = ask(Method::HEAD);
    assert_eq!(head.status(), 200);
    assert!(body(head).is_empty());
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        assert_eq!(ask(method).status(), 405);
    }
}

#[test]
fn nothing_is_kept_in_a_cache() {
    for path in ["/main.rs", "/absent"] {
        assert_eq!(header(&get(path), CACHE_CONTROL), Some("no-store"), "{path}");
    }
}

#[test]
fn answers_with_the_bytes_asked_for() {
    let file = fs::read(Path::new(FOLDER).join("main.rs")).unwrap();
    let size = file.len();
    let whole = get("/main.rs");
    assert_eq!(header(&whole, ACCEPT_RANGES), Some("bytes"));
    assert_eq!(body(whole), file);
    let end = size - 1;
    for (range, first, last) in [
        ("bytes=4-8".to_owned(), 4, 8),
        ("bytes=0-99".to_owned(), 0, 99),
        (format!("bytes={}-", size - 100), size - 100, end),
        ("bytes=-1".to_owned(), end, end),
        // Past the end there is nothing more.
        (format!("bytes=10-{}", 2 * size), 10, end),
        ("bytes=0-18446744073709551615".to_owned(), 0, end),
    ] {
        let response = part("/main.rs", &range);
        assert_eq!(response.status(), 206, "{range}");
        assert_eq!(header(&response, CONTENT_RANGE), Some(&*format!("bytes {first}-{last}/{size}")), "{range}");
        assert_eq!(body(response), file[first..=last], "{range}");
    }
}

#[test]
fn refuses_bytes_that_are_not_there() {
    let size = fs::metadata(Path::new(FOLDER).join("main.rs")).unwrap().len();
    for range in [
        format!("bytes={size}-"),
        format!("bytes={size}-{}", size + 1),
        "bytes=99999999-".into(),
        // A host may also send the whole file for this one.
        format!("bytes=-{}", size + 1),
    ] {
        let response = part("/main.rs", &range);
        assert_eq!(response.status(), 416, "{range}");
        assert_eq!(header(&response, CONTENT_RANGE), Some(&*format!("bytes */{size}")), "{range}");
    }
}

#[test]
fn never_answers_a_malformed_range_with_a_part() {
    for range in ["", "bytes", "bytes=", "bytes=-", "bytes=5-1", "bytes=0-1,5-6", "items=0-1", "bytes=a-b"] {
        assert_ne!(part("/main.rs", range).status(), 206, "{range}");
    }
}

#[test]
fn dates_a_file_so_that_a_change_shows() {
    let date = |response: Response| header(&response, LAST_MODIFIED).map(str::to_owned);
    assert!(date(get("/main.rs")).is_some());
    assert_eq!(date(get("/main.rs")), date(part("/main.rs", "bytes=4-8")));
    let folder = root().join("target/serve-test-date");
    fs::create_dir_all(&folder).unwrap();
    let file = fs::File::create(folder.join("file")).unwrap();
    let dates = [1, 2].map(|seconds| {
        file.set_modified(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds)).unwrap();
        date(ask(static_files(&folder), request("/file")))
    });
    assert_ne!(dates[0], dates[1]);
}

#[test]
fn names_the_types_that_browsers_insist_on() {
    let folder = root().join("target/serve-test-types");
    fs::create_dir_all(&folder).unwrap();
    for (name, expected) in [
        ("a.js", "text/javascript"),
        ("a.wasm", "application/wasm"),
        ("a.css", "text/css"),
        ("a.html", "text/html"),
        ("a.svg", "image/svg+xml"),
    ] {
        fs::write(folder.join(name), "").unwrap();
        let response = ask(static_files(&folder), request(&format!("/{name}")));
        assert_eq!(header(&response, CONTENT_TYPE), Some(expected), "{name}");
    }
}

#[test]
fn a_base_has_a_slash_at_both_ends() {
    for (base, expected) in [("", "/"), ("/", "/"), ("a", "/a/"), ("/a/b", "/a/b/"), ("/a/b/", "/a/b/")] {
        assert_eq!(with_slashes(base), expected);
    }
}
