//! Files that do not fit into memory.

use std::fs::{self, File};
use std::io::{BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;

use flate2::{Compress, Compression, Crc, FlushCompress};
use idxlens::format::{element::ElementType, header::Header};
use thirtyfour::{By, Key};

use crate::Result;
use crate::browser::{self, Window};
use crate::files::Folder;
use crate::page::{PATIENCE, Page, grouped, ink};
use crate::reading::HAVE_ARRIVED;
use crate::server::{Server, plain_site};
use crate::skip;

/// About as many as infinite MNIST has: 6.35 GB.
const ITEMS: u32 = PARTS * PER_PART + NUMBERED;
const PARTS: u32 = 822;
/// Chosen so that the images across 2 GiB and 4 GiB are not blank.
const PER_PART: u32 = 9_853;
/// Images at the start of each part that are not blank.
const NUMBERED: u32 = 100;
/// The height and width of an image.
const SIDE: u32 = 28;
const IMAGE: u64 = 28 * 28;

/// Items that are not blank: one among the first, those across 2 GiB and 4 GiB, one far behind, and the last.
const PLACES: [u32; 5] = [PER_PART + 9, 2_739_137, 5_478_274, 777 * PER_PART + 7, ITEMS - 1];

/// The pixels of an item: its number in binary, over and over, or nothing.
fn image(item: u32) -> impl Iterator<Item = u8> {
    let number = if item % PER_PART < NUMBERED { item } else { 0 };
    (0..SIDE * SIDE).map(move |pixel| if number >> (pixel % SIDE) & 1 == 1 { 0xFF } else { 0 })
}

fn header() -> Result<Vec<u8>> {
    Ok(Header::new(ElementType::U8, vec![ITEMS, SIDE, SIDE])?.to_bytes())
}

/// A plain file. The system keeps only what is written of it: the first page, and the items of `PLACES`.
fn plain(folder: &Folder, name: &str) -> Result<PathBuf> {
    let path = folder.path().join(name);
    let mut file = File::create(&path)?;
    let header = header()?;
    file.set_len(header.len() as u64 + u64::from(ITEMS) * IMAGE)?;
    file.write_all(&header)?;
    for item in (0..NUMBERED).chain(PLACES) {
        file.seek(SeekFrom::Start(header.len() as u64 + u64::from(item) * IMAGE))?;
        file.write_all(&image(item).collect::<Vec<_>>())?;
    }
    Ok(path)
}

/// Blocks that end on a whole byte and refer to nothing before them: they can be put one after another.
fn blocks(bytes: &[u8]) -> Result<Vec<u8>> {
    // With room for all of them: an encoder that is full does not end its last block there.
    let mut blocks = Vec::with_capacity(bytes.len() + bytes.len() / 100 + 1000);
    Compress::new(Compression::default(), false).compress_vec(bytes, &mut blocks, FlushCompress::Sync)?;
    Ok(blocks)
}

/// The start of a gzip member.
const MEMBER: [u8; 10] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF];

/// The end of a member: an empty last block, the CRC, and the length modulo 2^32.
fn end(crc: &Crc) -> Vec<u8> {
    [&[3, 0][..], &crc.sum().to_le_bytes(), &crc.amount().to_le_bytes()].concat()
}

/// A header and so many times the same bytes, as a .gz of one member.
pub(crate) fn repeated(folder: &Folder, name: &str, header: &[u8], bytes: &[u8], times: u32) -> Result<PathBuf> {
    let (mut crc, mut crc_of_bytes) = (Crc::new(), Crc::new());
    crc.update(header);
    crc_of_bytes.update(bytes);
    let path = folder.path().join(name);
    let mut file = BufWriter::new(File::create(&path)?);
    file.write_all(&MEMBER)?;
    file.write_all(&blocks(header)?)?;
    let compressed = blocks(bytes)?;
    for _ in 0..times {
        crc.combine(&crc_of_bytes);
        file.write_all(&compressed)?;
    }
    file.write_all(&end(&crc))?;
    file.flush()?;
    Ok(path)
}

/// The same and more as a .gz of one member.
fn gzip(folder: &Folder, name: &str) -> Result<PathBuf> {
    let blank = vec![0; ((PER_PART - NUMBERED) * SIDE * SIDE) as usize];
    let compressed_blank = blocks(&blank)?;
    let (mut crc, mut crc_of_blank) = (Crc::new(), Crc::new());
    crc_of_blank.update(&blank);

    let path = folder.path().join(name);
    let mut file = BufWriter::new(File::create(&path)?);
    file.write_all(&MEMBER)?;
    crc.update(&header()?);
    file.write_all(&blocks(&header()?)?)?;
    for part in 0..=PARTS {
        let numbered: Vec<u8> = (part * PER_PART..).take(NUMBERED as usize).flat_map(image).collect();
        crc.update(&numbered);
        file.write_all(&blocks(&numbered)?)?;
        if part < PARTS {
            crc.combine(&crc_of_blank);
            file.write_all(&compressed_blank)?;
        }
    }
    file.write_all(&end(&crc))?;
    file.flush()?;
    Ok(path)
}

/// Goes to the items of `PLACES`, and looks at their pixels and labels.
async fn visit_places(page: &Page) -> Result {
    for item in PLACES {
        go_to(page, item).await?;
        page.shows("item-panel h2", &[&format!("item {}", grouped(item))]).await?;
        is_there(page, item).await?;
        let name = format!("$('[role=gridcell][data-index=\"{item}\"]').ariaLabel");
        page.gives(&name, format!("Image {item}, label {}", item % 10)).await?;
    }
    Ok(())
}

/// Types an item's number over the one that is there, which a page that is still read writes again and again.
async fn go_to(page: &Page, item: u32) -> Result {
    page.run("$('.goto input').focus(); $('.goto input').select();", vec![]).await?;
    page.press(item.to_string() + Key::Enter).await
}

/// Waits for an item's cell and its pixels.
async fn is_there(page: &Page, item: u32) -> Result {
    let pixels = Page::pixels_of(item, SIDE, SIDE);
    let pixels = format!("$('page-grid canvas') && $('[role=gridcell][data-index=\"{item}\"]') && {pixels}");
    page.gives(&pixels, ink(image(item))).await
}

/// Waits until everything is read, which takes a while.
async fn reads_to_the_end(page: &Page) -> Result {
    for _ in 0..10 {
        if page.rests().await.is_ok() {
            return Ok(());
        }
    }
    Err(format!("it was not read in ten times {PATIENCE:?}").into())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn any_item_of_a_plain_file_is_there_at_once() -> Result {
    let folder = Folder::new("large-plain")?;
    let files = [plain(&folder, "train-images")?, folder.labels("train-labels", ITEMS)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["8,099,266 images", "28 × 28", "train-labels", "page 1 of"]).await?;
        page.rests().await?;
        is_there(&page, 1).await?;
        visit_places(&page).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_zipped_file_shows_pages_during_the_pass_and_any_item_after_it() -> Result {
    let folder = Folder::new("large-zipped")?;
    let files = [gzip(&folder, "train-images.gz")?, folder.labels("train-labels", ITEMS)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        is_there(&page, 1).await?;
        page.gives("Number($('[role=progressbar]')?.ariaValueNow) < 100", true).await?;
        // Behind what stays in memory, and in front of the end.
        let arrived = "Number($('[role=progressbar]')?.ariaValueText.match(/([\\d,]+) images/)[1].replaceAll(',', ''))";
        page.gives(&format!("{arrived} > 120 * 10_000"), true).await?;
        let item = 120 * PER_PART + 34;
        go_to(&page, item).await?;
        is_there(&page, item).await?;
        page.gives("Number($('[role=progressbar]')?.ariaValueNow) < 100", true).await?;
        go_to(&page, 7).await?;
        is_there(&page, 7).await?;

        reads_to_the_end(&page).await?;
        page.says(&["8,099,266 images", "train-labels"]).await?;
        visit_places(&page).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_pass_can_be_cancelled_at_any_moment() -> Result {
    let folder = Folder::new("large-cancel")?;
    let file = [gzip(&folder, "noise-images.gz")?];
    Page::open(async |page| {
        for percent in [0, 5, 30] {
            page.drop(&file).await?;
            page.gives("$$('[role=gridcell]')[0]?.ariaLabel", "Image 0").await?;
            page.gives(&format!("Number($('[role=progressbar]')?.ariaValueNow) >= {percent}"), true).await?;
            page.gives(HAVE_ARRIVED, true).await?;
            page.click("Cancel").await?;
            page.gives("$$('[role=progressbar]').length", 0).await?;
            page.says(&["stopped at", "of 8,099,266 images"]).await?;
            page.gives("$$('[role=alert]').length", 0).await?;

            // The latest numbered item of those that have arrived.
            let items: u32 = page
                .value("Number($('[role=status]').innerText.match(/stopped at ([\\d,]+)/)[1].replaceAll(',', ''))")
                .await?;
            assert!(0 < items && items < ITEMS, "{items}");
            let item = (items - 1) / PER_PART * PER_PART;
            go_to(&page, item).await?;
            is_there(&page, item).await?;
            page.click("Last page").await?;
            page.gives("$$('[role=gridcell]').at(-1).ariaLabel", format!("Image {}", items - 1)).await?;
            page.click("Close dataset").await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_closed_dataset_gives_its_memory_back() -> Result {
    let folder = Folder::new("large-closed")?;
    let files = [plain(&folder, "a-images")?, gzip(&folder, "b-images.gz")?].map(|file| [file]);
    Page::open_in(Window::LIGHT, async |page| {
        let mut memory = Vec::new();
        for file in files.iter().cycle().take(10) {
            page.drop(file).await?;
            page.says(&["8,099,266 images", "page 1 of"]).await?;
            is_there(&page, 1).await?;
            page.click("Last page").await?;
            page.says(&["8,099,266 images"]).await?;
            page.click("Close dataset").await?;
            page.shows("h2", &["Look inside MNIST"]).await?;
            // The one that waits for the next dataset.
            page.has_workers(1).await?;
            memory.extend(resident(&page));
        }
        let [.., last] = memory[..] else {
            skip::report("the system does not report the memory of processes");
            return Ok(());
        };
        // Megabytes; the datasets in between would take much more.
        assert!(last < memory[1] + 300, "{memory:?}");
        Ok(())
    })
    .await
}

/// 6.7 GB in images of 64 MiB each, of which the system keeps what is written: one row in the middle of each band.
#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_page_of_images_of_64_megabytes() -> Result {
    const SIDE: u32 = 8192;
    let folder = Folder::new("large-images")?;
    let path = folder.path().join("scans-images");
    let header = Header::new(ElementType::U8, vec![100, SIDE, SIDE])?.to_bytes();
    let mut file = File::create(&path)?;
    file.write_all(&header)?;
    let image = u64::from(SIDE) * u64::from(SIDE);
    file.set_len(header.len() as u64 + 100 * image)?;
    // The last image is black at its lower end.
    file.seek(SeekFrom::Start(header.len() as u64 + 100 * image - (1 << 20)))?;
    file.write_all(&vec![255; 1 << 20])?;
    Page::open(async |page| {
        page.drop(&[path]).await?;
        page.says(&["100 images", "8,192 × 8,192", "page 1 of"]).await?;
        // Cells to come are grey; those that are there are opaque.
        let opaque = "(() => {
            const canvas = $('page-grid canvas');
            const cells = $$('[role=gridcell]').map((cell) => cell.getBoundingClientRect());
            const sheet = canvas.getBoundingClientRect();
            const scale = canvas.width / sheet.width;
            const context = canvas.getContext('2d');
            return cells.length > 1 && cells.every(({ left, top }) =>
                context.getImageData((left - sheet.left) * scale + 1, (top - sheet.top) * scale + 1, 1, 1).data[3] === 255);
        })()";
        page.gives(opaque, true).await?;
        page.click("Last page").await?;
        page.gives("$$('[role=gridcell]').at(-1).dataset.index", "99").await?;
        page.gives(opaque, true).await?;
        page.rests().await?;
        page.click_item(99).await?;
        page.shows("item-panel h2", &["item 99"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

/// Images of 512 MiB each, which are zero but for one row. Their values have a range, so the whole file is read.
#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn images_of_512_megabytes_of_f64() -> Result {
    const SIDE: u32 = 8192;
    let folder = Folder::new("large-f64")?;
    let path = folder.path().join("fields-images");
    let header = Header::new(ElementType::F64, vec![3, SIDE, SIDE])?.to_bytes();
    let mut file = File::create(&path)?;
    file.write_all(&header)?;
    let image = u64::from(SIDE) * u64::from(SIDE) * 8;
    file.set_len(header.len() as u64 + 3 * image)?;
    file.seek(SeekFrom::Start(header.len() as u64 + 3 * image - u64::from(SIDE) * 8))?;
    file.write_all(&(0..SIDE).flat_map(|value| f64::from(value).to_be_bytes()).collect::<Vec<_>>())?;
    Page::open_in(Window::LIGHT, async |page| {
        page.shows("h2", &["Look inside MNIST"]).await?;
        let before = resident(&page);
        page.drop(&[path]).await?;
        page.says(&["3 images", "8,192 × 8,192", "f64"]).await?;
        page.rests().await?;
        page.gives("$$('[role=gridcell]').length", 3).await?;
        page.click_item(2).await?;
        page.shows("item-panel h2", &["item 2"]).await?;
        page.gives("$$('item-panel canvas').length > 0", true).await?;
        page.rests().await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        // Megabytes, with what the page itself takes for its pictures; one image would be more.
        if let (Some(before), Some(after)) = (before, resident(&page)) {
            assert!(after < before + 400, "{before} MB, then {after} MB");
        }
        Ok(())
    })
    .await
}

/// Megabytes in memory of all processes of the browser, where system and driver tell that.
fn resident(page: &Page) -> Option<u64> {
    let mut kibibytes = 0;
    for process in browser::processes(&page.driver) {
        let status = fs::read_to_string(process.join("status")).unwrap_or_default();
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
        kibibytes += memory.map_or(Some(0), |memory| memory.parse().ok())?;
    }
    (kibibytes > 0).then_some(kibibytes / 1024)
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_pass_goes_on_while_garbage_is_collected() -> Result {
    const SIZE: u32 = 1 << 30;
    const READ: &str = "
        import(new URL('engine/source.js', document.querySelector('script[src$=\"main.js\"]').src)).then(async ({ sourceOf }) => {
            const source = sourceOf(document.querySelector('#whole').files[0]);
            let [at, bytes] = [1, []];
            do at += (bytes = await source.read(at, 1 << 20, true)).length;
            while (bytes.length);
            window.passed = at;
        });";
    let folder = Folder::new("garbage")?;
    let path = folder.path().join("zeros");
    File::create(&path)?.set_len(SIZE.into())?;
    Page::open_from(Server::start(&plain_site()?, "/")?, async |page| {
        const INPUT: &str =
            "document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'whole' }));";
        page.run(INPUT, vec![]).await?;
        page.driver.find(By::Id("whole")).await?.send_keys(path.to_string_lossy()).await?;
        page.run(READ, vec![]).await?;
        for _ in 0..300 {
            if !browser::collect_garbage(&page.driver).await? {
                return Ok(());
            }
        }
        page.gives("window.passed", SIZE).await
    })
    .await
}
