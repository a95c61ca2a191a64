//! Nothing on the page moves under the pointer.

use thirtyfour::Key;

use crate::Result;
use crate::browser::Window;
use crate::files::Folder;
use crate::page::Page;

/// Where the parts of the page are: whatever happens, they stay there.
pub(crate) const PLACES: &str = "[
        ...$$('.masthead, .toolbar, .side, .centre, page-nav button, class-histogram li'),
        $$('[role=gridcell]')[0], $$('[role=gridcell]').at(-1),
    ].map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return [left, top, width, height].map(Math.round).join(' ');
    })";

/// What is at the middle of the last cell.
pub(crate) const LAST: &str = "(() => {
        const last = $$('[role=gridcell]').at(-1);
        const { left, top, width, height } = last.getBoundingClientRect();
        return last.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })()";

/// Whether the left column is higher than the window.
const SCROLLS: &str = "$('.side').scrollHeight > $('.side').clientHeight";

/// Keeps the name of each part that moves, whether or not the user did something.
pub(crate) const OBSERVE: &str = "
    window.shifts = [];
    const name = ({ node }) => `${node?.localName ?? node?.nodeName}.${node?.className ?? node?.textContent}`;
    const take = (entries) => {
        for (const { sources } of entries) window.shifts.push(...sources.map(name));
    };
    window.observer = new PerformanceObserver((list) => take(list.getEntries()));
    window.observer.observe({ type: 'layout-shift' });
    window.takeShifts = () => (take(window.observer.takeRecords()), window.shifts);";

/// The parts that have moved, those of the last frame included.
pub(crate) const SHIFTS: &str = "new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.takeShifts()))))";

/// Whether the first cell has the frame of the open item, and the ring of the focus.
const FRAME: &str = "(() => {
        const { borderTopColor, outlineStyle } = getComputedStyle($('[data-index=\"0\"]'), '::before');
        return [borderTopColor !== 'rgba(0, 0, 0, 0)', outlineStyle === 'dashed'];
    })()";

/// The controls of the first two lines that something else covers.
const COVERED: &str = "$$('.masthead :is(button, select, summary, label)').filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        const isSeen = control.checkVisibility({ visibilityProperty: true }) && width > 0;
        return isSeen && !control.contains(there) && !there?.contains(control);
    }).map((control) => control.innerText)";

/// The facts that end below the filter beside them.
const HALVED: &str = "$$('.toolbar .chip:not(.spoken)').filter((chip) => {
        const { right } = $('.toolbar summary-line').getBoundingClientRect();
        const { opacity } = getComputedStyle(chip);
        return opacity === '1' && chip.getBoundingClientRect().right > right + 1;
    }).map(text)";

/// The controls of the toolbar that are out of sight.
const HIDDEN: &str = "$$('.toolbar :is(filter-chip, style-controls > .line, sort-control, .more)').filter((control) =>
        !control.checkVisibility({ visibilityProperty: true })).map((control) => control.className)";

/// Whether all of a control is in the window.
pub(crate) const WHOLE: &str = "((control) => {
        const { left, right } = control.getBoundingClientRect();
        return left >= 0 && right <= innerWidth && control.scrollWidth <= control.clientWidth;
    })";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn nothing_moves_when_items_are_opened_selected_filtered_and_paged() -> Result {
    let folder = Folder::new("still")?;
    let files = [folder.images("images", 5_000)?, folder.labels("labels", 5_000)?];
    let broken = folder.write("broken-idx3-ubyte", b"no numbers at all")?;
    // In a browser that another test has used, WebKit's window can have a bar above the page.
    Page::open_in(Window::LIGHT, async |page| {
        page.run(OBSERVE, vec![]).await?;
        page.drop(&files).await?;
        page.says(&["5,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives("$$('class-histogram li').length", 10).await?;
        page.gives("$$('style-controls [type=range]').length", 1).await?;
        page.gives(SHIFTS, Vec::<String>::new()).await?;
        let places: Vec<String> = page.value(PLACES).await?;

        page.click_item(3).await?;
        page.shows("item-panel h2", &["item 3"]).await?;
        page.gives(PLACES, &places).await?;
        // The panel has its rows before it has their contents.
        page.gives("$('item-panel .spread dd').textContent !== ''", true).await?;
        let select = |keys: &str| format!("dispatchEvent(new MouseEvent('click', {{ bubbles: true, {keys} }}))");
        page.on("[data-index=\"5\"]", &select("ctrlKey: true")).await?;
        page.shows("selection-bar", &["1 selected"]).await?;
        page.gives(PLACES, &places).await?;
        page.gives(LAST, true).await?;
        page.on("[data-index=\"25\"]", &select("shiftKey: true")).await?;
        page.shows("selection-bar", &["21 selected"]).await?;
        // Wherever the focus is, but not in a text field.
        page.on(".masthead .help", "focus()").await?;
        page.press_with_control("a").await?;
        page.shows("selection-bar", &["5,000 selected"]).await?;
        page.gives("String(getSelection())", "").await?;
        page.click("Clear selection").await?;
        page.shows("cleared-note", &["5,000 deselected."]).await?;
        page.gives("$$('selection-bar').length", 0).await?;
        page.gives(PLACES, &places).await?;
        page.on("class-histogram li:nth-child(4) button", "click()").await?;
        page.shows("filter-chip", &["label 3"]).await?;
        page.gives(PLACES, &places).await?;
        page.click("Next page").await?;
        page.says(&["page 2 of"]).await?;
        page.gives(PLACES, &places).await?;
        page.drop(&[broken]).await?;
        page.gives("$$('[role=alert]').length", 1).await?;
        page.gives(PLACES, &places).await?;
        // An alert is in view below a long item, too.
        page.gives("$('[role=alert]').getBoundingClientRect().bottom <= innerHeight", true).await?;
        page.run("location.hash = '#d=train&i=7';", vec![]).await?;
        page.shows(".pending", &["This link leads to"]).await?;
        page.gives(PLACES, &places).await?;
        page.gives(SHIFTS, Vec::<String>::new()).await?;
        // The left column has one width, with a scrollbar and without.
        page.gives(SCROLLS, false).await?;
        page.on("item-finder summary", "click()").await?;
        page.gives(SCROLLS, true).await?;
        page.gives(PLACES, &places).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn several_messages_are_in_view_from_the_first_line_on() -> Result {
    let folder = Folder::new("still-messages")?;
    let images = folder.images("images", 100)?;
    let broken = [
        folder.write("broken-idx3-ubyte", b"no numbers at all")?,
        folder.write("other-idx3-ubyte", b"nor any in this one")?,
        folder.write("third-idx3-ubyte", b"and none here")?,
    ];
    Page::open(async |page| {
        page.drop(&[images]).await?;
        page.says(&["100 images"]).await?;
        page.drop(&broken).await?;
        page.gives("$$('[role=alert]').length", 3).await?;
        page.gives("$('.messages').scrollTop", 0).await?;
        let below = "$$('.messages :is([role=alert], .tally)').filter((part) =>
            part.getBoundingClientRect().bottom > $('.messages').getBoundingClientRect().bottom).length";
        page.gives(below, 0).await?;
        // The rest of each unfolds.
        page.on("[role=alert] summary", "click()").await?;
        page.gives("$('[role=alert] .why').checkVisibility()", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_first_item_has_no_frame_until_a_key_is_pressed() -> Result {
    let folder = Folder::new("frame")?;
    let files = [folder.images("images", 100)?];
    let others = [folder.images("other-images", 90)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["100 images"]).await?;
        page.gives("document.activeElement.dataset.index", "0").await?;
        page.gives(FRAME, (false, false)).await?;
        page.press(Key::Right + Key::Left).await?;
        page.gives(FRAME, (false, true)).await?;
        // Another dataset in its place has no frame either.
        page.drop(&others).await?;
        page.says(&["90 images"]).await?;
        page.gives("document.activeElement.dataset.index", "0").await?;
        page.gives(FRAME, (false, false)).await?;
        page.press(Key::Right + Key::Left).await?;
        page.gives(FRAME, (false, true)).await?;
        // The frame of the item in the panel looks different, wherever the focus is.
        page.press(Key::Enter).await?;
        page.shows("item-panel h2", &["item 0"]).await?;
        page.gives("document.activeElement.matches('.picture')", true).await?;
        page.gives(FRAME, (true, false)).await?;
        // Both are seen where both are.
        page.on("[data-index=\"0\"]", "focus()").await?;
        page.press(Key::Right + Key::Left).await?;
        page.gives(FRAME, (true, true)).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_selection_covers_no_control() -> Result {
    let folder = Folder::new("covered")?;
    let files = [folder.images("images", 5_000)?, folder.labels("labels", 5_000)?];
    for width in [1024, 1280, 1440, 1920] {
        Page::open_in(Window { width, ..Window::LIGHT }, async |page| {
            page.drop(&files).await?;
            page.says(&["5,000 images", "page 1 of"]).await?;
            page.rests().await?;
            page.on("class-histogram li:nth-child(4) button", "click()").await?;
            page.shows("filter-chip", &["label 3"]).await?;
            page.gives(COVERED, Vec::<String>::new()).await?;
            page.gives(HALVED, Vec::<String>::new()).await?;
            page.press("x").await?;
            page.shows("selection-bar", &["1 selected"]).await?;
            page.gives(COVERED, Vec::<String>::new()).await?;
            page.gives(HIDDEN, Vec::<String>::new()).await?;
            page.gives(&format!("$$('selection-bar button').every({WHOLE})"), true).await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_message_moves_nothing_on_the_first_screen() -> Result {
    let folder = Folder::new("still-first")?;
    let broken = folder.write("broken-idx3-ubyte", b"no numbers at all")?;
    let place = "(({ top, height }) => [top, height].join())($('.intro h2').getBoundingClientRect())";
    Page::open(async |page| {
        page.gives("$$('.samples img').length", 7).await?;
        let before: String = page.value(place).await?;
        page.run(OBSERVE, vec![]).await?;
        page.drop(&[broken]).await?;
        page.gives("$$('[role=alert]').length", 1).await?;
        page.gives(place, before).await?;
        page.gives(SHIFTS, Vec::<String>::new()).await
    })
    .await
}
