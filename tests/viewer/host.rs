//! A host of the page and of data beside it, whose manners a test decides.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Result as IoResult, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::Result;
use crate::server::{is_new_port, site_without_worker};

/// How the files in `data/` are handed out.
#[derive(Clone, Debug)]
pub(crate) struct Manners {
    /// Parts of them, to those who ask for parts.
    pub(crate) ranges: bool,
    /// Their `ETag`.
    pub(crate) etag: &'static str,
    /// Compressed for transfer, with a Content-Encoding.
    pub(crate) encoded: bool,
    /// To the pages of other hosts, too.
    pub(crate) shared: bool,
    /// Only up to an offset, a number of times.
    pub(crate) fails: Option<Failure>,
    /// A host that the page may ask, too, by its policy.
    pub(crate) allows: Option<String>,
}

/// A place where responses end too early.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failure {
    /// The offset in the file.
    pub(crate) at: usize,
    /// How many answers that reach it.
    pub(crate) times: u32,
    /// The connection stays, and nothing comes.
    pub(crate) silent: bool,
}

impl Manners {
    pub(crate) const GOOD: Self =
        Self { ranges: true, etag: "\"1\"", encoded: false, shared: false, fails: None, allows: None };
}

/// The host; it lives as long as the tests do.
#[derive(Clone)]
pub(crate) struct Host {
    /// The address of the page.
    pub(crate) address: String,
    data: PathBuf,
    site: PathBuf,
    manners: Arc<Mutex<Manners>>,
    is_out_of_order: Arc<AtomicBool>,
    asked: Arc<Mutex<Vec<Request>>>,
}

/// A request that arrived.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// Below the host's address; of another host it is all of the address.
    pub(crate) path: String,
    /// Their names in lower case.
    pub(crate) headers: HashMap<String, String>,
}

impl Host {
    /// Serves the page without its service worker, and a folder as `data/`.
    pub(crate) fn start(data: &Path, manners: Manners) -> Result<Self> {
        Self::serve(&site_without_worker()?, data, manners)
    }

    /// Serves a page, and a folder as `data/`.
    pub(crate) fn serve(site: &Path, data: &Path, manners: Manners) -> Result<Self> {
        let (listener, address) = loop {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
            let address = format!("http://localhost:{}/", listener.local_addr()?.port());
            if is_new_port(&address) {
                break (listener, address);
            }
        };
        let host = Self {
            address,
            data: data.into(),
            site: site.into(),
            manners: Arc::new(Mutex::new(manners)),
            is_out_of_order: Arc::default(),
            asked: Arc::default(),
        };
        let serving = host.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let host = serving.clone();
                // A browser that has gone away is no reason to stop.
                thread::spawn(move || host.answer(stream).ok());
            }
        });
        Ok(host)
    }

    /// From now on, answers every request for a file of the page with 503.
    pub(crate) fn break_down(&self) {
        self.is_out_of_order.store(true, Ordering::Relaxed);
    }

    /// Changes its manners.
    pub(crate) fn now(&self, change: impl FnOnce(&mut Manners)) {
        change(&mut lock(&self.manners));
    }

    /// The path of a file of `data/`.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.data.join(name)
    }

    /// The Range headers of the requests for a file in `data/`; '' for a request without one.
    pub(crate) fn asked(&self, name: &str) -> Vec<String> {
        let asked = lock(&self.asked);
        asked
            .iter()
            .filter(|request| request.path.strip_prefix("data/") == Some(name))
            .map(|request| request.headers.get("range").cloned().unwrap_or_default())
            .collect()
    }

    /// All requests; also those to other hosts by a browser that has this one as its proxy.
    pub(crate) fn requests(&self) -> Vec<Request> {
        lock(&self.asked).clone()
    }

    fn answer(&self, mut stream: TcpStream) -> IoResult<()> {
        let mut lines = BufReader::new(stream.try_clone()?).lines();
        // Browsers also open connections that they then do not need.
        let Some(request) = lines.next().transpose()? else { return Ok(()) };
        let mut words = request.split(' ').map(str::to_owned);
        let [method, target] = [(); 2].map(|()| words.next().unwrap_or_default());
        // Requests to a proxy contain whole addresses.
        let path =
            target.strip_prefix('/').or_else(|| target.strip_prefix(&self.address)).unwrap_or(&target).to_owned();
        let mut headers = HashMap::new();
        for line in lines {
            let line = line?;
            let Some((name, value)) = line.split_once(": ") else { break };
            headers.insert(name.to_ascii_lowercase(), value.to_owned());
        }
        let range = headers.get("range").cloned().unwrap_or_default();
        lock(&self.asked).push(Request { method, path: path.clone(), headers });
        match path.strip_prefix("data/") {
            Some(name) => self.hand_out(&mut stream, name, &range),
            None => self.show(&mut stream, &path),
        }
    }

    /// Answers with a file of the page.
    fn show(&self, stream: &mut TcpStream, path: &str) -> IoResult<()> {
        if self.is_out_of_order.load(Ordering::Relaxed) {
            return stream.write_all(&head("503 Service Unavailable", &[], 0));
        }
        let name = if path.is_empty() { "index.html" } else { path };
        let Ok(mut bytes) = fs::read(self.site.join(name)) else {
            return stream.write_all(&head("404 Not Found", &[], 0));
        };
        if let (Some(other), "index.html") = (&lock(&self.manners).allows, name) {
            let policy = format!("connect-src 'self' {other}");
            bytes = String::from_utf8_lossy(&bytes).replace("connect-src 'self'", &policy).into_bytes();
        }
        let kind = match name.rsplit('.').next() {
            Some("html") => "text/html",
            Some("js") => "text/javascript",
            Some("css") => "text/css",
            Some("wasm") => "application/wasm",
            Some("svg") => "image/svg+xml",
            _ => "application/octet-stream",
        };
        stream.write_all(&head("200 OK", &[("Content-Type", kind)], bytes.len()))?;
        stream.write_all(&bytes)
    }

    /// Answers with a file in `data/`.
    fn hand_out(&self, stream: &mut TcpStream, name: &str, range: &str) -> IoResult<()> {
        let Ok(bytes) = fs::read(self.data.join(name)) else {
            return stream.write_all(&head("404 Not Found", &[], 0));
        };
        let manners = lock(&self.manners).clone();
        let asked = range.strip_prefix("bytes=").and_then(|range| range.split_once('-'));
        let part =
            asked.filter(|_| manners.ranges).and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
        let (start, end) =
            part.map_or((0, bytes.len()), |(first, last): (usize, usize)| (first, bytes.len().min(last + 1)));
        let place = format!("bytes {start}-{}/{}", end.saturating_sub(1), bytes.len());
        let mut headers = vec![("ETag", manners.etag), ("Cache-Control", "max-age=3600")];
        if part.is_some() {
            headers.push(("Content-Range", &place));
        }
        if manners.encoded {
            headers.push(("Content-Encoding", "gzip"));
        }
        if manners.shared {
            headers.push(("Access-Control-Allow-Origin", "*"));
            headers.push(("Access-Control-Expose-Headers", "ETag, Content-Range"));
        }
        let status = if part.is_some() { "206 Partial Content" } else { "200 OK" };
        if start >= end && part.is_some() {
            return stream.write_all(&head("416 Range Not Satisfiable", &headers, 0));
        }
        stream.write_all(&head(status, &headers, end - start))?;
        let Some(failure) = self.failure(start, end) else { return stream.write_all(&bytes[start..end]) };
        stream.write_all(&bytes[start..failure.at])?;
        stream.flush()?;
        // When a connection ends too early, a browser drops what the page has not taken yet.
        thread::sleep(Duration::from_millis(if failure.silent { 60_000 } else { 500 }));
        Ok(())
    }

    /// Whether an answer with these bytes has to fail.
    fn failure(&self, start: usize, end: usize) -> Option<Failure> {
        let fails = &mut lock(&self.manners).fails;
        let failure = fails.as_mut().filter(|failure| (start..end).contains(&failure.at) && failure.times > 0)?;
        failure.times -= 1;
        Some(*failure)
    }
}

/// The head of an answer.
fn head(status: &str, headers: &[(&str, &str)], length: usize) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n");
    for (name, value) in headers {
        head.extend([name, ": ", value, "\r\n"]);
    }
    (head + "\r\n").into_bytes()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
