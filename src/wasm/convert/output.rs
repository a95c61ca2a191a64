//! Where the bytes go that come out of a file.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Takes the bytes that come out of a file, in their order. It copies them, because they lie in the memory of this
    /// module: an array of their own for each piece would take longer to make than to fill.
    #[wasm_bindgen(typescript_type = "{ add(bytes: Uint8Array): void, clear(): void }")]
    pub type Output;

    /// Takes the next bytes.
    ///
    /// # Errors
    /// When there is no memory for them.
    #[wasm_bindgen(method, catch)]
    pub(super) fn add(this: &Output, bytes: &[u8]) -> Result<(), JsValue>;

    /// Drops what has come out: it begins again.
    #[wasm_bindgen(method)]
    pub(super) fn clear(this: &Output);
}
