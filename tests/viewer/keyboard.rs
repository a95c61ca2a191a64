//! Everything by the keyboard alone.

use thirtyfour::Key;

use crate::Result;
use crate::files::Folder;
use crate::page::Page;

/// What the focus is on, as assistive technology calls it.
const FOCUS: &str = "(document.activeElement.ariaLabel ?? document.activeElement.innerText).trim()";

impl Page {
    /// Presses Tab until something is focused.
    async fn tab_to(&self, css: &str) -> Result {
        for _ in 0..60 {
            if self.value(&format!("document.activeElement.matches({css:?})")).await? {
                return Ok(());
            }
            self.press(Key::Tab).await?;
        }
        Err(format!("Tab does not lead to {css}").into())
    }
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_sample_is_looked_at_without_a_mouse() -> Result {
    Page::open(async |page| {
        page.tab_to("input[type=file]").await?;
        page.tab_to(".sample").await?;
        page.press(Key::Enter).await?;
        page.says(&["10,000 images", "page 1 of"]).await?;
        page.rests().await?;

        page.tab_to("[role=gridcell]").await?;
        let name = async |item: u32| -> Result<String> {
            page.value(&format!("$('[data-index=\"{item}\"]')?.ariaLabel ?? 'none'")).await
        };
        let columns: u32 = page.value("Number($('[role=grid]').ariaColCount)").await?;
        let count: u32 = page.value("$$('[role=gridcell]').length").await?;
        page.gives(FOCUS, name(0).await?).await?;
        page.press(Key::Right).await?;
        page.gives(FOCUS, name(1).await?).await?;
        page.press(Key::Down).await?;
        page.gives(FOCUS, name(columns + 1).await?).await?;
        page.press(Key::End).await?;
        page.gives(FOCUS, name(2 * columns - 1).await?).await?;
        page.press(Key::Home).await?;
        page.gives(FOCUS, name(columns).await?).await?;
        page.press(Key::Up + Key::Left).await?;
        page.gives(FOCUS, name(0).await?).await?;
        // Beyond the page's end the next page begins.
        page.press(Key::PageDown).await?;
        page.says(&["page 2 of"]).await?;
        page.gives("Number(document.activeElement.dataset.index)", count).await?;
        page.press(Key::Left).await?;
        page.says(&["page 1 of"]).await?;
        page.gives("Number(document.activeElement.dataset.index)", count - 1).await?;
        page.press(Key::Right).await?;
        page.gives("Number(document.activeElement.dataset.index)", count).await?;
        page.press_with_control(Key::End).await?;
        page.gives("document.activeElement.dataset.index", "9999").await?;
        page.press_with_control(Key::Home).await?;
        page.gives("document.activeElement.dataset.index", "0").await?;
        page.press("]").await?;
        page.says(&["page 2 of"]).await?;
        page.press("[").await?;
        page.says(&["page 1 of"]).await?;

        page.press(Key::Right + Key::Enter).await?;
        page.shows("item-panel h2", &["item 1"]).await?;
        page.press(Key::Down + Key::Down + Key::Right).await?;
        page.shows(".readout", &["row 1, column 1: value"]).await?;
        page.press(Key::Escape).await?;
        page.gives("$$('item-panel').length", 0).await?;
        page.gives("document.activeElement.dataset.index", "1").await?;

        page.press("g").await?;
        page.press("4321" + Key::Enter).await?;
        page.shows("item-panel h2", &["item 4321"]).await?;
        page.press(Key::Escape).await?;
        page.gives("$$('item-panel').length", 0).await?;
        page.gives("$$('[data-index=\"4321\"]').length", 1).await?;
        page.press("r").await?;
        page.shows("item-panel h2", &["item"]).await?;
        page.press(Key::Escape).await?;
        page.gives("$$('item-panel').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn single_keys_change_the_look_and_can_be_turned_off() -> Result {
    let folder = Folder::new("keys")?;
    let files = [folder.images("images", 400)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["400 images", "page 1 of"]).await?;
        page.rests().await?;
        let width = "$('[role=gridcell]').offsetWidth";
        let usual: u32 = page.value(width).await?;
        page.press("+").await?;
        page.gives(&format!("{width} > {usual}"), true).await?;
        page.press("-").await?;
        page.gives(width, usual).await?;
        page.press("-").await?;
        page.gives(&format!("{width} < {usual}"), true).await?;
        page.press("=").await?;
        page.gives(width, usual).await?;

        let inverted = "$$('[name=polarity]')[1].checked";
        page.press("i").await?;
        page.gives(inverted, true).await?;
        // In a field a letter is a letter.
        page.press("g").await?;
        page.press("i?-").await?;
        page.gives("document.activeElement.value", "i?-").await?;
        page.gives("[$$('dialog').length, $$('[name=polarity]')[1].checked]", (0, true)).await?;
        page.press(Key::Tab).await?;

        page.press("?").await?;
        page.shows("dialog[open]", &["Keyboard shortcuts", "PgDn", "go to an item", "Single-key shortcuts"]).await?;
        page.press("i").await?;
        page.gives(inverted, true).await?;
        page.tab_to("dialog input").await?;
        page.press(Key::Space).await?;
        page.press(Key::Escape).await?;
        page.gives("$$('dialog').length", 0).await?;
        page.press("i").await?;
        page.press(Key::PageDown).await?;
        page.says(&["page 2 of"]).await?;
        page.gives(inverted, true).await?;
        page.gives("location.hash.includes('at=')", true).await?;

        // The choice is remembered.
        page.driver.refresh().await?;
        page.drop(&files).await?;
        page.says(&["400 images", "page 2 of"]).await?;
        page.press("i").await?;
        page.press(Key::PageUp).await?;
        page.says(&["page 1 of"]).await?;
        page.gives(inverted, true).await
    })
    .await
}
