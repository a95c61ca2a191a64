//! Statistics of all images and of each, computed in the background, and the order by mean.

use thirtyfour::Key;

use crate::Result;
use crate::browser::Window;
use crate::files::{Folder, mnist};
use crate::host::{Host, Manners};
use crate::page::Page;
use crate::server::Server;

const NUMBERS: &str = "$$('[role=gridcell]').map((cell) => Number(cell.dataset.index))";

impl Page {
    /// Unfolds the statistics.
    pub(crate) async fn unfold_statistics(&self) -> Result {
        self.on(".settings", "open = true").await?;
        self.click_at("//details[@class='section'][statistics-view]/summary").await
    }
}

/// The red of the mean image where a seven begins.
const MEAN: &str = "$('statistics-view .class-thumbnails canvas').getContext('2d').getImageData(9, 9, 1, 1).data[0]";

/// The red of a class's picture in its middle, and at its upper left corner.
fn picture(class: u32) -> String {
    let canvas = format!("$('class-histogram button[value=\"{class}\"] canvas')");
    format!("[{canvas}.width / 2, 0].map((at) => {canvas}.getContext('2d').getImageData(at, at, 1, 1).data[0])")
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn mnist_is_measured_in_the_background() -> Result {
    let Some(folder) = mnist() else { return Ok(()) };
    let files = [folder.join("t10k-images-idx3-ubyte.gz"), folder.join("t10k-labels-idx1-ubyte.gz")];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.gives("$$('class-histogram.pictured li canvas').length", 10).await?;
        // The middle of a zero is empty, that of a one is not.
        page.gives(&format!("{}[0] > 200 && {}[0] < 60", picture(0), picture(1)), true).await?;
        page.gives(&format!("{}[1]", picture(0)), 255).await?;
        page.unfold_statistics().await?;
        page.shows("statistics-view .name", &["MNIST t10k"]).await?;
        page.shows("statistics-view .spread", &["mean 33.79, std 79.17"]).await?;
        page.shows("statistics-view .fractions", &["Divided by 255: mean 0.1325, std 0.3105"]).await?;
        page.gives("$('.bars').ariaLabel.startsWith('Histogram of the values. Most frequent: 80.7% are 0, ')", true)
            .await?;
        page.gives(
            "$$('statistics-view .class-thumbnails canvas').map(({ width, height }) => [width, height])",
            [[28, 28], [28, 28]],
        )
        .await?;
        page.gives("$$('statistics-view .checks > *, statistics-view .omitted').length", 0).await?;

        // There is nothing in the corner, and so no deviation; the middle of a zero differs less than that of a one.
        page.click_at("//statistics-view//label[span='std']").await?;
        page.gives("new URLSearchParams(location.hash.slice(1)).get('classes')", "deviations").await?;
        page.gives(&format!("{}[0] > {}[0]", picture(0), picture(1)), true).await?;
        page.gives(&format!("{}[1]", picture(0)), 255).await?;
        page.reset_view().await?;
        page.gives(&format!("{}[0] < 60", picture(1)), true).await?;

        page.click_item(0).await?;
        page.shows("item-panel .spread", &["range", "0–255", "mean", "23.54", "std"]).await?;
        page.shows("item-panel .distance", &["distance to class mean", "43.9", "rank (1 = farthest)", "920 of 1,028"])
            .await?;

        // The figures and pictures follow the filter, and are those of the class then.
        page.shows("statistics-view .extent", &["All 10,000 images"]).await?;
        page.click_at("//figure-table//summary").await?;
        let lightness: f64 = page.value(MEAN).await?;
        let row = |class: u32| format!("text($$('figure-table tbody tr')[{class} + 1])");
        page.gives(&row(7), "7 1,028 29.3 74.54 0 255").await?;
        page.click_at("//class-histogram//button[@value='7']").await?;
        page.says(&["1,028 of 10,000, label 7"]).await?;
        page.gives(&format!("{MEAN} < {lightness} - 50"), true).await?;
        page.gives("text($('statistics-view .extent'))", "1,028 images that match the filter.").await?;
        page.shows("statistics-view .spread", &["mean 29.3, std 74.54"]).await?;
        page.gives("$$('figure-table tbody tr').map(text)", ["all 1,028 29.3 74.54 0 255", "7 1,028 29.3 74.54 0 255"])
            .await?;
        page.click_at("//class-histogram//button[@value='7']").await?;
        page.shows("statistics-view .spread", &["mean 33.79, std 79.17"]).await
    })
    .await
}

/// Without a clipboard, the text is there to be copied.
#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn figures_are_read_out_and_copied() -> Result {
    let folder = Folder::new("figures")?;
    let mut elements = [0.0_f32, 1.0, 2.0, 4.0].repeat(3);
    [elements[4], elements[5], elements[9]] = [f32::NAN, f32::INFINITY, f32::NAN];
    let files = [
        folder.array("set-images-idx3-float", &[6, 1, 2], &elements)?,
        folder.array("set-labels-idx1-ubyte", &[6], &[0_u8, 1, 0, 1, 0, 4])?,
    ];
    Page::open(async |page| {
        page.run("navigator.clipboard.writeText = async () => { throw new Error('forbidden'); };", vec![]).await?;
        page.drop(&files).await?;
        page.shows("class-histogram", &["No items of classes 2–3"]).await?;
        page.unfold_statistics().await?;
        page.shows("statistics-view .not-finite", &["Not finite: 2 × NaN, 1 × +∞"]).await?;
        page.click_at("//figure-table//summary").await?;
        page.gives("$$('figure-table thead th').map(text).slice(-3)", ["NaN", "−∞", "+∞"]).await?;
        page.click("Copy as CSV").await?;
        let csv = "label,name,items,finite_values,mean,std,min,max,nan,negative_infinity,infinity\n\
                   all,,6,9,2.111111111111111,1.5234788000891208,0,4,2,0,1\n\
                   0,,3,3,0.33333333333333337,0.4714045207910317,0,1,2,0,1\n\
                   1,,2,4,3,1,2,4,0,0,0\n4,,1,2,3,1,2,4,0,0,0\n";
        page.gives("$('figure-table textarea').value", csv).await?;

        page.shows("value-histogram .readout", &["Tap a bar"]).await?;
        page.on("value-histogram .bars", "focus()").await?;
        page.press(Key::Right + "").await?;
        page.shows("value-histogram .readout", &["0 to 0.01563: 2 values (22.2%)"]).await?;
        page.press(Key::End + "").await?;
        page.shows("value-histogram .readout", &["3.984 to 4: 3 values (33.3%)"]).await?;
        // WebKit has no parts of pixels here.
        page.run(
            "const bars = document.querySelector('value-histogram .bars');
             const clientX = Math.floor(bars.getBoundingClientRect().left);
             bars.dispatchEvent(new PointerEvent('pointermove', { clientX, bubbles: true }));",
            vec![],
        )
        .await?;
        page.shows("value-histogram .readout", &["0 to 0.01563: 2 values (22.2%)"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn items_are_sorted_by_mean() -> Result {
    let Some(folder) = mnist() else { return Ok(()) };
    let files = [folder.join("t10k-images-idx3-ubyte.gz"), folder.join("t10k-labels-idx1-ubyte.gz")];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["10,000 images"]).await?;
        page.click_at("//item-finder//summary").await?;
        page.choose("Sort", "mean, lowest first").await?;
        page.gives(&format!("{NUMBERS}.slice(0, 5)"), [6572, 2867, 2245, 2532, 4719]).await?;
        page.says(&["by mean, lowest first, page 1 of"]).await?;
        page.choose("Sort", "mean, highest first").await?;
        page.gives(&format!("{NUMBERS}.slice(0, 5)"), [2462, 3768, 8111, 4804, 7871]).await?;
        page.says(&["by mean, highest first"]).await?;
        page.gives("new URLSearchParams(location.hash.slice(1)).get('sort')", "-mean").await?;
        // Only for a class.
        page.click_at("//class-histogram//button[@value='1']").await?;
        page.says(&["1,135 of 10,000, label 1, by mean, highest first"]).await?;
        page.gives("$$('[role=gridcell]').every((cell) => cell.ariaLabel.endsWith('label 1'))", true).await?;

        page.visit("#d=t10k&sort=-mean").await?;
        page.drop(&files).await?;
        page.gives(&format!("{NUMBERS}.slice(0, 2)"), [2462, 3768]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn blank_images_are_found() -> Result {
    let folder = Folder::new("blank")?;
    let elements: Vec<f32> =
        (0..1000_u16).flat_map(|item| [0, if item % 300 == 7 { 0 } else { item }]).map(f32::from).collect();
    let files = [folder.array("images-idx3-float", &[1000, 1, 2], &elements)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["1,000 images"]).await?;
        page.unfold_statistics().await?;
        page.shows("statistics-view .checks", &["5 images are all zero"]).await?;
        page.shows("statistics-view .spread", &["mean 248.8"]).await?;
        page.click("5 images are all zero").await?;
        page.says(&["5 of 1,000, items 0, 7, 307, 607, 907"]).await?;
        page.gives(NUMBERS, [0, 7, 307, 607, 907]).await?;
        page.click_item(307).await?;
        page.shows("item-panel .spread", &["all zero"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn values_that_are_not_finite_are_found() -> Result {
    let folder = Folder::new("not-finite")?;
    let mut elements = [1.0_f32; 200];
    [elements[14], elements[15], elements[60]] = [f32::NAN, f32::NAN, f32::NAN];
    elements[121] = f32::NEG_INFINITY;
    let files = [folder.array("images-idx3-float", &[100, 1, 2], &elements)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.unfold_statistics().await?;
        page.shows("statistics-view .checks", &["2 images contain NaN", "1 image contains infinite values"]).await?;
        page.click("2 images contain NaN").await?;
        page.says(&["2 of 100, items 7, 30"]).await?;
        page.click("1 image contains infinite values").await?;
        page.says(&["1 of 100, item 60"]).await
    })
    .await
}

/// A file that is not in memory is read once more, and other labels make other classes.
#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn classes_are_measured_as_they_are_labelled() -> Result {
    let folder = Folder::new("columns")?;
    let labels: Vec<i32> = (0..600).flat_map(|item| [item % 10, item % 3]).collect();
    let files =
        [folder.images("set-images-idx3-ubyte", 600)?, folder.array("set-labels-idx2-int", &[600, 2], &labels)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.gives("$$('class-histogram.pictured li canvas').length", 10).await?;
        page.on(".settings", "open = true").await?;
        page.choose("Column", "column 1").await?;
        page.gives("$$('class-histogram.pictured li canvas').length", 3).await?;
        page.unfold_statistics().await?;
        page.shows("statistics-view .spread", &["mean"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn not_mnist_is_measured() -> Result {
    let Some(folder) = mnist().map(|folder| folder.with_file_name("notmnist")) else { return Ok(()) };
    let files = [folder.join("t10k-images-idx3-ubyte.gz"), folder.join("t10k-labels-idx1-ubyte.gz")];
    Page::open_in(Window::NARROW, async |page| {
        page.drop(&files).await?;
        page.says(&["10,000 images"]).await?;
        page.unfold_statistics().await?;
        page.shows("statistics-view .spread", &["mean 108.8"]).await?;
        // There is no room for pictures in the strip of classes.
        page.gives("$$('class-histogram li canvas').length", 0).await
    })
    .await
}

/// A whole file on a host is fetched only when the user asks for its statistics.
#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn statistics_of_a_file_on_a_host_run_on_request() -> Result {
    let folder = Folder::new("measured")?;
    folder.images("images", 20_000)?;
    let host = Host::start(folder.path(), Manners::GOOD)?;
    Page::open_from(Server::at(&host.address), async |page| {
        page.visit("#images=data/images").await?;
        page.says(&["20,000 images", "page 1 of"]).await?;
        page.rests().await?;
        let before = host.asked("images").len();
        page.unfold_statistics().await?;
        page.shows("statistics-view", &["Reads the whole file once.", "Measure 20,000 images"]).await?;
        page.click_item(0).await?;
        page.shows("item-panel .distance", &["distance to class mean", "Compute"]).await?;
        assert_eq!(host.asked("images").len(), before);
        page.click("Measure 20,000 images").await?;
        page.shows("item-panel .distance", &["distance to mean", "of 20,000"]).await?;
        page.shows("statistics-view .spread", &["mean"]).await?;
        assert!(host.asked("images").len() > before);
        // To sort by it is to ask for it, too.
        page.visit("#images=data/images&sort=ink").await?;
        page.says(&["20,000 images", "by mean, lowest first, page 1 of"]).await
    })
    .await
}
