//! Serves the page on this machine, and rebuilds it when it is reloaded after a change.

use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use std::{fs, io};

use anyhow::{Context as _, Result};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use tokio::runtime::Runtime;
use tokio::task::spawn_blocking;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::dist::{self, Scripts};
use crate::root;

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
    /// Serve the last build without building again
    #[arg(long)]
    no_build: bool,
    /// Serve this folder as it is
    #[arg(long, value_name = "FOLDER")]
    site: Option<PathBuf>,
}

/// Serves until it is interrupted.
pub(crate) fn run(options: &Options) -> Result<()> {
    let site = options.site.clone().unwrap_or_else(folder);
    let router = if options.no_build || options.site.is_some() {
        static_files(&site)
    } else {
        let build = Arc::new(Build::new(&site));
        // A user may follow the printed address at once, so the build comes first. The page shows why it failed.
        build.refresh().ok();
        static_files(&site).layer(from_fn_with_state(build, rebuild))
    };
    let listener = bind(options.port).context("no port is free")?;
    let address = format!("http://localhost:{}{}", listener.local_addr()?.port(), options.base);
    println!("{address}");
    if !options.no_open && open::that_detached(&address).is_err() {
        println!("Could not open a browser. Open this address yourself.");
    }
    Runtime::new()?.block_on(serve(listener, below(&options.base, router)))
}

/// Answers requests until the runtime ends.
pub(crate) async fn serve(listener: TcpListener, router: Router) -> Result<()> {
    listener.set_nonblocking(true)?;
    Ok(axum::serve(tokio::net::TcpListener::from_std(listener)?, router).await?)
}

/// The files of a folder, never from a cache.
pub(crate) fn static_files(folder: &Path) -> Router {
    let never_stored = SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Router::new().fallback_service(ServeDir::new(folder)).layer(never_stored)
}

/// Moves a router below a path of the host.
fn below(base: &str, router: Router) -> Router {
    let Some(without_slash) = base.strip_suffix('/').filter(|path| !path.is_empty()) else { return router };
    let redirection = (StatusCode::MOVED_PERMANENTLY, [(LOCATION, base.to_owned())]);
    let hint = (StatusCode::NOT_FOUND, format!("the page is at {base}\n"));
    Router::new().route(without_slash, any(redirection)).nest_service(base, router).fallback(async || hint)
}

/// Where the page is built to be served and tested.
pub(crate) fn folder() -> PathBuf {
    root().join("target/site")
}

/// The page's build, repeated when a source has changed.
struct Build {
    folder: PathBuf,
    last: Mutex<LastBuild>,
}

/// When a build began, and why it failed if it did.
struct LastBuild {
    begun: SystemTime,
    failure: Option<String>,
}

impl Build {
    fn new(folder: &Path) -> Self {
        let last = LastBuild { begun: SystemTime::UNIX_EPOCH, failure: None };
        Self { folder: folder.into(), last: Mutex::new(last) }
    }

    /// Builds if a source has changed since the last build began; the error says why the latest build failed.
    fn refresh(&self) -> Result<(), String> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = SystemTime::now();
        if last_change().is_ok_and(|change| change > last.begun) {
            let failure = dist::build(&self.folder, Scripts::Joined).err().map(|error| format!("{error:#}"));
            if let Some(failure) = &failure {
                eprintln!("{failure}");
            }
            *last = LastBuild { begun, failure };
        }
        last.failure.clone().map_or(Ok(()), Err)
    }
}

/// Rebuilds the page before it answers a request for it.
async fn rebuild(State(build): State<Arc<Build>>, request: Request, next: Next) -> Response {
    if matches!(request.uri().path(), "/" | "/index.html") {
        let result = spawn_blocking(move || build.refresh()).await.unwrap_or_else(|panic| Err(panic.to_string()));
        if let Err(failure) = result {
            let text = format!("The build failed; see the terminal. Fix it and reload.\n\n{failure}\n");
            return (StatusCode::INTERNAL_SERVER_ERROR, text).into_response();
        }
    }
    next.run(request).await
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

/// Binds the port, or the next one that is free.
pub(crate) fn bind(port: u16) -> io::Result<TcpListener> {
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
#[path = "serve/tests.rs"]
mod tests;
