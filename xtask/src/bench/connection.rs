//! A slow connection.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tokio::time::{Instant, sleep, sleep_until};

/// A connection that all requests of a browser share. A browser's own throttling leaves out the requests of workers.
#[derive(Clone)]
pub(crate) struct Connection {
    bytes_per_second: u32,
    latency: Duration,
    /// When everything has arrived that was sent so far.
    free: Arc<Mutex<Instant>>,
}

/// The bytes of an answer that are sent before another answer has its turn, as in a network packet.
const PIECE: u32 = 1500;

impl Connection {
    /// A connection of a bandwidth, and of a time from a request to the first byte of its answer.
    pub(crate) fn new(bytes_per_second: u32, latency: Duration) -> Self {
        Self { bytes_per_second, latency, free: Arc::new(Mutex::new(Instant::now())) }
    }

    /// Waits until the connection has carried another piece.
    async fn carry_piece(&self) {
        let arrival = {
            let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
            *free = Instant::now().max(*free) + Duration::from_secs(1) * PIECE / self.bytes_per_second;
            *free
        };
        sleep_until(arrival).await;
    }
}

/// Answers as late as the connection makes it.
pub(crate) async fn delay(State(connection): State<Connection>, request: Request, next: Next) -> Response {
    sleep(connection.latency).await;
    let (head, body) = next.run(request).await.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    // One piece more for the headers.
    for _ in 0..=bytes.len().div_ceil(PIECE as usize) {
        connection.carry_piece().await;
    }
    Response::from_parts(head, bytes.into())
}
