//! The page on this machine, rebuilt when it is reloaded after a change.

use std::convert::Infallible;
use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use std::{fs, io, thread};

use anyhow::{Context as _, Error, Result};
use tiny_http::{HTTPVersion, Method, Request, Response, ResponseBox, Server};

use crate::static_files::{header, text};
use crate::{dist, root, static_files};

/// How many requests are answered at a time.
pub(crate) const THREADS: usize = 8;
/// How long a connection may be left waiting.
const KNOCK: Duration = Duration::from_millis(500);

/// How to serve.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The port; the next free one if it is taken, any free one if 0
    #[arg(long, default_value_t = 8000)]
    port: u16,
    /// The path of the page on its host
    #[arg(long, default_value = "/", value_parser = |base: &str| Ok::<_, Infallible>(with_slashes(base)))]
    base: String,
    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,
    /// Serve the last build as it is
    #[arg(long)]
    no_build: bool,
    /// Serve this folder as it is
    #[arg(long, value_name = "FOLDER")]
    site: Option<PathBuf>,
}

/// Serves until it is interrupted.
pub(crate) fn run(options: &Options) -> Result<()> {
    let as_it_is = options.no_build || options.site.is_some();
    let site = Site {
        folder: options.site.clone().unwrap_or_else(folder),
        build: (!as_it_is).then(|| Mutex::new(Build { begun: SystemTime::UNIX_EPOCH, failure: None })),
    };
    // Whoever reads the address may go there at once, so the build comes first. If it fails, the page says so.
    site.refresh().ok();
    let listener = bind(options.port).context("no port is free")?;
    let address = format!("http://localhost:{}{}", listener.local_addr()?.port(), options.base);
    let server = Server::from_listener(listener, None).map_err(Error::from_boxed)?;
    println!("{address}");
    if !options.no_open && open::that_detached(&address).is_err() {
        println!("No browser could be opened here; the page is at that address.");
    }
    let place = server.server_addr().to_ip();
    thread::scope(|scope| {
        scope.spawn(|| place.map(knock));
        for _ in 0..THREADS {
            scope.spawn(|| {
                for request in server.incoming_requests() {
                    let response = answer(&site, &options.base, &request);
                    // A visitor who has gone away is no reason to stop.
                    send(request, response.with_header(header("Cache-Control", "no-store"))).ok();
                }
            });
        }
    });
    Ok(())
}

/// Where the page is built to be served and tested.
pub(crate) fn folder() -> PathBuf {
    root().join("target/site")
}

/// What is served.
struct Site {
    folder: PathBuf,
    /// The last build; absent when the folder is served as it is.
    build: Option<Mutex<Build>>,
}

/// When a build began and why it failed, if it did.
struct Build {
    begun: SystemTime,
    failure: Option<String>,
}

impl Site {
    /// Builds if a source has changed since the last build began; the error says why the latest build failed.
    fn refresh(&self) -> Result<(), String> {
        let Some(build) = &self.build else { return Ok(()) };
        let mut build = build.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = SystemTime::now();
        if last_change().is_ok_and(|change| change > build.begun) {
            let failure = dist::build(&self.folder).err().map(|error| format!("{error:#}"));
            if let Some(failure) = &failure {
                eprintln!("{failure}");
            }
            *build = Build { begun, failure };
        }
        build.failure.clone().map_or(Ok(()), Err)
    }
}

/// When a source of the page was last changed.
fn last_change() -> io::Result<SystemTime> {
    let mut last = SystemTime::UNIX_EPOCH;
    let mut paths = ["src", "www", "Cargo.toml", "Cargo.lock"].map(|name| root().join(name)).to_vec();
    let generated = ["www/pkg", "www/samples"].map(|name| root().join(name));
    while let Some(path) = paths.pop() {
        if generated.contains(&path) {
            continue;
        }
        if path.is_dir() {
            for entry in fs::read_dir(&path)? {
                paths.push(entry?.path());
            }
        } else {
            last = last.max(path.metadata()?.modified()?);
        }
    }
    Ok(last)
}

/// Answers a request for something below `base`; one for the page itself rebuilds it first.
fn answer(site: &Site, base: &str, request: &Request) -> ResponseBox {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return text(405, "only GET and HEAD are answered");
    }
    let url = request.url().split(['?', '#']).next().unwrap_or_default();
    let Some(path) = url.strip_prefix(base) else {
        return match base.strip_prefix(url) {
            Some("/") => Response::empty(301).with_header(header("Location", base)).boxed(),
            _ => text(404, &format!("the page is at {base}")),
        };
    };
    if matches!(path, "" | "index.html")
        && let Err(failure) = site.refresh()
    {
        return text(500, &format!("The build failed; the terminal says more. Reload after a change.\n\n{failure}"));
    }
    let range = request.headers().iter().find(|header| header.field.equiv("Range"));
    static_files::answer(&site.folder, path, range.map(|header| header.value.as_str()))
}

/// Sends the answer, as one of HTTP 1.0, after which the visitor closes the connection. A thread waits for more on each
/// connection that is kept open, and the server may count on a thread that is about to do so: then a request among
/// several at once, as a browser makes them, was never heard.
pub(crate) fn send(request: Request, response: ResponseBox) -> io::Result<()> {
    let headers = request.headers().to_vec();
    let only_head = *request.method() == Method::Head;
    let mut writer = request.into_writer();
    response.raw_print(&mut writer, HTTPVersion(1, 0), &headers, only_head, None)?;
    writer.flush()
}

/// Comes and goes for ever. Browsers open connections that they may never use, and `tiny_http` can leave one that is used
/// waiting behind those, until another visitor has it look for who waits.
fn knock(place: SocketAddr) {
    loop {
        thread::sleep(KNOCK);
        TcpStream::connect(place).ok();
    }
}

/// Binds the port, or the next one that is free.
fn bind(port: u16) -> io::Result<TcpListener> {
    let mut port = port;
    loop {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && port < u16::MAX => port += 1,
            result => return result,
        }
    }
}

/// A base path with a slash at both ends.
fn with_slashes(base: &str) -> String {
    match base.trim_matches('/') {
        "" => "/".into(),
        path => format!("/{path}/"),
    }
}

#[cfg(test)]
mod tests {
    use tiny_http::TestRequest;

    use super::*;

    fn status(base: &str, url: &str) -> u16 {
        let site = Site { folder: root().join("xtask"), build: None };
        let request = TestRequest::new().with_path(url).into();
        answer(&site, base, &request).status_code().0
    }

    #[test]
    fn serves_below_the_base_only() {
        assert_eq!(status("/", "/Cargo.toml"), 200);
        assert_eq!(status("/a/b/", "/a/b/Cargo.toml"), 200);
        assert_eq!(status("/a/b/", "/a/b/src/main.rs"), 200);
        assert_eq!(status("/a/b/", "/a/b/Cargo.toml?x=1"), 200);
        assert_eq!(status("/a/b/", "/a/b"), 301);
        for url in ["/Cargo.toml", "/a/Cargo.toml", "/a", "/", "/a/bCargo.toml"] {
            assert_eq!(status("/a/b/", url), 404, "{url}");
        }
    }

    #[test]
    fn a_base_has_a_slash_at_both_ends() {
        for (base, expected) in [("", "/"), ("/", "/"), ("a", "/a/"), ("/a/b", "/a/b/"), ("/a/b/", "/a/b/")] {
            assert_eq!(with_slashes(base), expected);
        }
    }
}
