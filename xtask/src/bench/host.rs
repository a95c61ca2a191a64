//! The published page as hosts serve it: compressed.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::any;
use flate2::Compression;
use flate2::write::GzEncoder;
use tower_http::services::ServeDir;

use super::connection::{Connection, delay};
use super::lab::{Lab, site};

/// The kinds of files that hosts compress.
const COMPRESSED: [&str; 6] = ["css", "html", "js", "svg", "wasm", "webmanifest"];

/// A server of the published page that remembers what it has sent.
pub(crate) struct Host {
    /// Where the page is.
    pub(crate) address: String,
    sent: Sent,
}

/// Paths, and the bytes sent for each.
type Sent = Arc<Mutex<BTreeMap<String, u64>>>;

impl Host {
    /// Starts serving. There is no service worker, as in a private window: it would fetch everything in the background.
    pub(crate) fn start(lab: &Lab) -> Result<Self> {
        Self::serve(lab, |router| router)
    }

    /// Starts serving over a slow connection.
    pub(crate) fn start_slow(lab: &Lab, connection: Connection) -> Result<Self> {
        Self::serve(lab, |router| router.layer(from_fn_with_state(connection, delay)))
    }

    fn serve(lab: &Lab, connect: impl FnOnce(Router) -> Router) -> Result<Self> {
        compress(&site())?;
        let sent = Sent::default();
        let router = Router::new()
            .route("/sw.js", any(StatusCode::NOT_FOUND))
            .fallback_service(ServeDir::new(site()).precompressed_gzip())
            .layer(from_fn_with_state(Arc::clone(&sent), count));
        Ok(Self { address: lab.serve(connect(router))?, sent })
    }

    /// The requested paths, and the bytes sent for each.
    pub(crate) fn sent(&self) -> BTreeMap<String, u64> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn count(State(sent): State<Sent>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    let length = response.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    sent.lock().unwrap_or_else(PoisonError::into_inner).insert(path, length.unwrap_or(0));
    response
}

/// Writes a compressed copy beside each file of a folder.
fn compress(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            compress(&path)?;
        } else if path.extension().and_then(OsStr::to_str).is_some_and(|kind| COMPRESSED.contains(&kind)) {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&fs::read(&path)?)?;
            let mut name = path.into_os_string();
            name.push(".gz");
            fs::write(name, encoder.finish()?)?;
        }
    }
    Ok(())
}
