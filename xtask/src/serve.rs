//! The page on this machine, rebuilt when it is reloaded after a change.

use std::convert::Infallible;
use std::error::Error;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use std::{fs, io};

use anyhow::{Result, anyhow};
use rouille::{Request, Response, Server};

use crate::{dist, root, static_files};

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
    let site = Arc::new(Site {
        folder: options.site.clone().unwrap_or_else(folder),
        build: (!as_it_is).then(|| {
            Mutex::new(Build {
                begun: SystemTime::UNIX_EPOCH,
                failure: None,
            })
        }),
    });
    // Whoever reads the address may go there at once, so the build comes first. If it fails, the page says so.
    site.refresh().ok();
    let base = options.base.clone();
    let server = bind(options.port, move |request: &Request| {
        let response = answer(&site, &base, request);
        response.with_unique_header("Cache-Control", "no-store")
    })?;
    let address = format!("http://localhost:{}{}", server.server_addr().port(), options.base);
    println!("{address}");
    if !options.no_open && open::that_detached(&address).is_err() {
        println!("No browser could be opened here; the page is at that address.");
    }
    server.run();
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
    let mut paths = ["src", "www", "Cargo.toml", "Cargo.lock"]
        .map(|name| root().join(name))
        .to_vec();
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
fn answer(site: &Site, base: &str, request: &Request) -> Response {
    let url = request.url();
    let Some(path) = url.strip_prefix(base) else {
        return match base.strip_prefix(&url) {
            Some("/") => Response::redirect_301(base.to_owned()),
            _ => Response::text(format!("the page is at {base}\n")).with_status_code(404),
        };
    };
    if matches!(path, "" | "index.html")
        && let Err(failure) = site.refresh()
    {
        let text = format!("The build failed. The terminal says more; reload after a change.\n\n{failure}\n");
        return Response::text(text).with_status_code(500);
    }
    static_files::answer(&site.folder, path, request)
}

/// Binds the port, or the next one that is free.
fn bind<F>(port: u16, handler: F) -> Result<Server<F>>
where
    F: Fn(&Request) -> Response + Clone + Send + Sync + 'static,
{
    let mut port = port;
    loop {
        match Server::new((Ipv4Addr::LOCALHOST, port), handler.clone()) {
            Ok(server) => return Ok(server),
            Err(error) if is_taken(error.as_ref()) && port < u16::MAX => port += 1,
            Err(error) => return Err(anyhow!("could not listen on port {port}: {error}")),
        }
    }
}

/// Whether an error says that another program has the port.
fn is_taken(error: &(dyn Error + 'static)) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::AddrInUse)
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
    use super::*;

    fn status(base: &str, url: &str) -> u16 {
        let site = Site {
            folder: root().join("xtask"),
            build: None,
        };
        answer(&site, base, &Request::fake_http("GET", url, Vec::new(), Vec::new())).status_code
    }

    #[test]
    fn serves_below_the_base_only() {
        assert_eq!(status("/", "/Cargo.toml"), 200);
        assert_eq!(status("/a/b/", "/a/b/Cargo.toml"), 200);
        assert_eq!(status("/a/b/", "/a/b/src/main.rs"), 200);
        assert_eq!(status("/a/b/", "/a/b"), 301);
        for url in ["/Cargo.toml", "/a/Cargo.toml", "/a", "/", "/a/bCargo.toml"] {
            assert_eq!(status("/a/b/", url), 404, "{url}");
        }
    }

    #[test]
    fn a_base_has_a_slash_at_both_ends() {
        for (base, expected) in [
            ("", "/"),
            ("/", "/"),
            ("a", "/a/"),
            ("/a/b", "/a/b/"),
            ("/a/b/", "/a/b/"),
        ] {
            assert_eq!(with_slashes(base), expected);
        }
    }
}
