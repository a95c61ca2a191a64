//! Items to RGBA. Nothing here knows a browser.

pub mod categories;
pub mod gray;
pub mod line;
pub mod page;
pub mod palette;
pub mod picture;
pub mod plot;
#[cfg(feature = "insight")]
pub mod scatter;
