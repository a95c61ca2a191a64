//! Pictures of the page with the built-in sample, in target/screenshots/BROWSER.
//!
//! `cargo xtask test viewer --screenshots` also refreshes those that the README shows, in .github/screenshots.

use std::fs;
use std::path::Path;

use crate::Result;
use crate::browser::Window;
use crate::files::Folder;
use crate::page::Page;
use crate::server::variable;

impl Page {
    /// Writes a picture of the window.
    async fn photograph(&self, name: &str) -> Result {
        self.run("if (!$('dialog')) document.activeElement.blur();", vec![]).await?;
        self.gives("document.getAnimations().length", 0).await?;
        // The summary rests before it changes.
        self.gives("!$('page-nav') || $('[role=status]').innerText.endsWith($('page-nav .pages').innerText)", true)
            .await?;
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("screenshots").join(variable("IDXLENS_BROWSER")?);
        fs::create_dir_all(&folder)?;
        Ok(self.driver.screenshot(&folder.join(format!("{name}.png"))).await?)
    }

    /// Takes the pictures of one window.
    async fn pose(&self, window: &str) -> Result {
        self.gives("$('.sample img').complete", true).await?;
        self.photograph(&format!("first-{window}")).await?;
        self.open_sample().await?;
        self.photograph(&format!("page-{window}")).await?;
        self.press("7").await?;
        self.says(&["of 10,000, label 7"]).await?;
        // The finder is loaded after the first picture. In a narrow window it is there, but not visible.
        self.gives("document.querySelectorAll('item-finder details').length", 1).await?;
        self.run(
            "for (const part of document.querySelectorAll('.settings, item-finder details')) part.open = true;",
            vec![],
        )
        .await?;
        self.choose("Sort", "random").await?;
        self.says(&["shuffled, seed"]).await?;
        self.photograph(&format!("found-{window}")).await?;
        self.choose("Sort", "number").await?;
        self.run(
            "document.activeElement.blur(); $('item-finder details').open = false; $('.settings').open = !isNarrow;",
            vec![],
        )
        .await?;
        self.press("7").await?;
        self.says(&["u8, labels from"]).await?;
        self.gives("$$('filter-chip').length", 0).await?;
        self.run("for (const part of document.querySelectorAll('.settings, .more')) part.open = true;", vec![]).await?;
        self.choose("Palette", "viridis").await?;
        self.choose("Range", "fixed").await?;
        self.click("Rotate right").await?;
        self.shows("shape-controls", &["Images are rotated right."]).await?;
        self.photograph(&format!("look-{window}")).await?;
        self.reset_view().await?;
        self.run("$('.more').open = false; if (innerWidth < 761) $('.settings').open = false;", vec![]).await?;
        self.click_item(8).await?;
        self.shows("item-panel h2", &["item 8"]).await?;
        self.enter_item().await?;
        self.press(thirtyfour::Key::Down).await?;
        for _ in 0..11 {
            self.press(thirtyfour::Key::Down + thirtyfour::Key::Right).await?;
        }
        self.shows(".readout", &["row 11, column 11: value"]).await?;
        self.photograph(&format!("panel-{window}")).await?;
        self.click_at("//item-panel/details/summary").await?;
        self.gives("$$('value-table td').length > 20", true).await?;
        self.photograph(&format!("values-{window}")).await?;
        self.click("Close item").await?;
        self.press("?").await?;
        self.shows("dialog[open]", &["Keyboard shortcuts"]).await?;
        self.photograph(&format!("keys-{window}")).await?;
        self.click("Close").await?;

        let folder = Folder::new(&format!("screenshots-{window}"))?;
        let whole = fs::read(folder.images("whole", 600)?)?;
        let broken = folder.write("train-images-idx3-ubyte", &whole[..20_000])?;
        let page = folder.write("t10k-images-idx3-ubyte.gz", b"<!DOCTYPE html><html><title>403 Forbidden</title>")?;
        self.drop(&[broken, page]).await?;
        self.gives("$$('[role=alert]').length", 2).await?;
        self.dataset("digits").await?;
        self.says(&["10,000 images", "page 1 of"]).await?;
        self.rests().await?;
        self.run("$('.messages').scrollTop = 0;", vec![]).await?;
        self.photograph(&format!("error-{window}")).await?;
        self.run("if (isNarrow) $('.unfold').click();", vec![]).await?;
        self.click("Dismiss all").await?;
        self.drop(&[folder.array(
            "labels",
            &[2_000],
            &(0..2_000_u32).map(|i| ((i * i) % 7).to_le_bytes()[0]).collect::<Vec<_>>(),
        )?])
        .await?;
        self.dataset("labels").await?;
        self.says(&["2,000 labels", "page 1 of"]).await?;
        self.photograph(&format!("labels-{window}")).await
    }
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn light() -> Result {
    Page::open_in(Window::LIGHT, async |page| page.pose("light").await).await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn dark() -> Result {
    Page::open_in(Window::DARK, async |page| page.pose("dark").await).await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn narrow() -> Result {
    Page::open_in(Window::NARROW, async |page| page.pose("narrow").await).await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn narrow_dark() -> Result {
    Page::open_in(Window::NARROW_DARK, async |page| page.pose("narrow-dark").await).await
}
