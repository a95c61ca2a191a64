//! Viewers as parts of a page: two stand side by side, and a closed one leaves nothing behind.

use serde_json::json;

use crate::Result;
use crate::browser::Window;
use crate::files::Folder;
use crate::page::Page;
use crate::privacy::{copy, version};
use crate::server::{Server, site_without_worker};

/// A page with two viewers, which counts the listeners that it has on the window, the document and media queries.
const PAGE: &str = r#"<!doctype html>
<meta charset="utf-8">
<link rel="stylesheet" href="VERSION/ui/style.css">
<link rel="stylesheet" href="VERSION/ui/page-grid.css">
<style>section { height: 300px; overflow: auto }</style>
<h2>The host</h2>
<section id="one"></section>
<section id="two"></section>
<script>
  const listening = (window.listening = new Set());
  const add = EventTarget.prototype.addEventListener;
  const isOutside = (target) => target === window || target === document || target instanceof MediaQueryList;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    add.call(this, type, listener, options);
    if (!isOutside(this)) return;
    const entry = { target: this, type, listener };
    listening.add(entry);
    if (options?.signal) add.call(options.signal, 'abort', () => listening.delete(entry));
  };
  const remove = EventTarget.prototype.removeEventListener;
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    remove.call(this, type, listener, options);
    for (const entry of listening) {
      if (entry.target === this && entry.type === type && entry.listener === listener) listening.delete(entry);
    }
  };
</script>
<script type="module">
  import { createViewer } from './VERSION/ui/viewer.js';
  window.open = (id) => createViewer(document.getElementById(id), { drops: document.getElementById(id) });
  window.one = window.open('one');
</script>
"#;

/// Drops files into one of the viewers.
const DROP: &str = "
    const [input, id] = arguments;
    const dataTransfer = new DataTransfer();
    for (const file of input.files) dataTransfer.items.add(file);
    input.remove();
    const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
    document.getElementById(id).querySelector('main').dispatchEvent(event);";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn two_viewers_share_a_page_and_one_leaves_nothing_behind() -> Result {
    let folder = Folder::new("embedding")?;
    let [first, second] = [folder.images("first", 30)?, folder.images("second", 20)?];
    let published = folder.path().join("site");
    copy(&site_without_worker()?, &published)?;
    folder.write("site/two.html", PAGE.replace("VERSION", &version(&published)?).as_bytes())?;
    // A browser keeps the workers of pages that earlier tests have left, so this test has its own.
    Page::open_alone(Window::LIGHT, Server::start(&published, "/")?, async |page| {
        page.visit("two.html").await?;
        page.gives("$$('#one drop-zone').length", 1).await?;
        let drop = async |file, id: &str| -> Result {
            page.run(DROP, vec![page.hold(&[file]).await?.to_json()?, json!(id)]).await
        };
        drop(first, "one").await?;
        page.shows("#one [role=status]", &["30 images"]).await?;
        page.gives("$$('#one [role=gridcell]').length > 0", true).await?;
        page.gives("$$('#one [role=progressbar]').length", 0).await?;
        // The page around the viewer keeps the browser's own look.
        let look = "((style) => [style.fontWeight, style.color, getComputedStyle(document.body).marginTop])";
        page.gives(&format!("{look}(getComputedStyle($('body > h2')))"), ["700", "rgb(0, 0, 0)", "8px"]).await?;
        let listeners: usize = page.value("listening.size").await?;
        // One worker for the dataset, and an idle one for the next.
        page.has_workers(2).await?;

        page.run("window.two = window.open('two');", vec![]).await?;
        drop(second, "two").await?;
        page.shows("#two [role=status]", &["20 images"]).await?;
        page.gives("$$('#two [role=gridcell]').length > 0", true).await?;
        // Each shows its own files, and a click in one opens nothing in the other.
        page.run("$('#two [role=gridcell]').click();", vec![]).await?;
        page.gives("$$('item-panel').map((panel) => panel.closest('section').id)", ["two"]).await?;
        page.shows("#one [role=status]", &["30 images"]).await?;
        page.gives("$$('style-controls').length", 2).await?;
        let backgrounds = "$$('style-controls [value=dark]').map((radio) => radio.checked)";
        page.gives(backgrounds, [false, false]).await?;
        page.run("$('#two style-controls [value=dark]').click();", vec![]).await?;
        page.gives(backgrounds, [false, true]).await?;
        page.gives("new Set($$('[id]').map(({ id }) => id)).size === $$('[id]').length", true).await?;

        page.run("window.two.close();", vec![]).await?;
        page.gives("document.getElementById('two').childElementCount", 0).await?;
        page.gives("listening.size", listeners).await?;
        page.has_workers(2).await?;
        // The other goes on.
        page.run("$('#one [role=gridcell]').click();", vec![]).await?;
        page.gives("$$('item-panel').map((panel) => panel.closest('section').id)", ["one"]).await
    })
    .await
}
