//! Files stay on the device: no request leaves the origin, and the page works without a network, wherever it lies.

use std::fs;
use std::path::Path;
use std::time::Instant;

use serde_json::json;

use crate::Result;
use crate::browser;
use crate::files::Folder;
use crate::host::{Host, Manners};
use crate::page::{PATIENCE, Page};
use crate::server::{Server, plain_site, site};

/// Whether all that the page needs is kept for later.
const KEPT: &str = "(async () => {
    await navigator.serviceWorker.ready;
    for (const name of await caches.keys()) {
        if (await (await caches.open(name)).match(location.href.replace(/#.*/, ''))) return true;
    }
    return false;
})()";

/// A module that the page loads on demand.
const PANEL: &str = "ui/item-panel.js";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_page_works_offline_after_the_first_visit() -> Result {
    let folder = Folder::new("offline")?;
    let files = [folder.images("train-images.gz", 300)?, folder.labels("train-labels", 300)?];
    Page::open_from(Server::start(&site()?, "/")?, async |mut page| {
        page.gives(KEPT, true).await?;
        // A sample is kept when it is opened.
        let samples = "caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.keys())
            .then((files) => files.filter(({ url }) => url.includes('/samples/') && url.endsWith('.gz')).length)";
        page.gives(samples, 0).await?;
        page.gives("!!navigator.serviceWorker.controller", true).await?;
        page.open_sample().await?;
        page.gives(samples, 2).await?;
        page.server.stop();
        page.gives("fetch('absent').then(() => 'online', () => 'offline')", "offline").await?;
        page.visit("").await?;
        page.shows("h2", &["Look inside MNIST"]).await?;
        page.drop(&files).await?;
        page.says(&["300 images", "train-labels", "page 1 of"]).await?;
        page.gives("$$('[role=gridcell]')[6].ariaLabel", "Image 6, label 6").await?;
        page.visit("").await?;
        page.open_sample().await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_new_version_takes_the_place_of_the_old_one() -> Result {
    let folder = Folder::new("version")?;
    let files = [folder.images("images", 30)?];
    let published = folder.path().join("site");
    let old = version(&site()?)?;
    let new: String = old.chars().rev().collect();
    copy(&site()?, &published)?;
    Page::open_from(Server::start(&published, "/")?, async |mut page| {
        let script = "document.querySelector('script').src.split('/').at(-2)";
        page.gives(script, &old).await?;
        page.gives(KEPT, true).await?;

        // A file that has not changed comes from the old version's cache, so the host does not need it.
        fs::remove_file(published.join(&old).join(PANEL))?;
        fs::rename(published.join(&old), published.join(&new))?;
        for name in ["index.html", "manifest.webmanifest", "sw.js"] {
            let text = fs::read_to_string(published.join(name))?;
            fs::write(published.join(name), text.replace(&old, &new))?;
        }
        // The next visit is to the new version, at once and once only.
        page.reload().await?;
        page.gives(script, &new).await?;
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.gives("performance.getEntriesByType('navigation').length", 1).await?;
        let waits =
            "navigator.serviceWorker.getRegistration().then(({ waiting, installing }) => !!waiting && !installing)";
        page.gives(waits, true).await?;

        // When no tab needs the old one any more, only the new one is kept.
        let kept = "navigator.serviceWorker.ready.then(() => caches.keys())
            .then((names) => names.map((name) => name.split(' ').at(-1)))";
        let begun = Instant::now();
        // The tab that has just been left may be gone only after the new one has come.
        while page.value::<Vec<String>>(kept).await? != [new.clone()] && begun.elapsed() < PATIENCE {
            page.visit("").await?;
        }
        page.gives(kept, [&new]).await?;
        page.server.stop();
        page.reload().await?;
        page.gives(script, &new).await?;
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.click_item(4).await?;
        page.shows("item-panel h2", &["item 4"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_host_that_is_out_of_order_does_not_break_the_page() -> Result {
    let folder = Folder::new("out-of-order")?;
    let files = [folder.images("images", 30)?];
    let host = Host::serve(&site()?, folder.path(), Manners::GOOD)?;
    Page::open_from(Server::at(&host.address), async |page| {
        page.gives(KEPT, true).await?;
        host.break_down();
        page.gives("fetch('absent').then(({ status }) => status)", 503).await?;
        page.reload().await?;
        page.shows("h2", &["Look inside MNIST"]).await?;
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_failed_module_is_reported_and_can_be_fetched_again() -> Result {
    let folder = Folder::new("missing")?;
    let files = [folder.images("images", 30)?];
    let published = folder.path().join("site");
    copy(&site()?, &published)?;
    let modules =
        ["ui/file-pairing.js", PANEL].map(|name| published.join(version(&published).unwrap_or_default()).join(name));
    // The service worker, too, cannot have them.
    for module in &modules {
        fs::rename(module, module.with_extension("aside"))?;
    }
    Page::open_from(Server::start(&published, "/")?, async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.rests().await?;
        for (module, item) in modules.iter().zip([3, 4]) {
            // The first is wanted by the page itself, the second by who opens an item.
            page.shows("[role=alert]", &["A part of this page could not be loaded"]).await?;
            page.gives("$$('item-panel').length", 0).await?;
            fs::rename(module.with_extension("aside"), module)?;
            page.click("Try again").await?;
            page.gives("$$('[role=alert]').length", 0).await?;
            page.click_item(item).await?;
        }
        page.shows("item-panel h2", &["item 4"]).await?;
        page.click("Bookmark").await?;
        page.gives("Object.keys(localStorage).filter((key) => key.startsWith('idxlens.bookmarks:')).length", 1).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_page_lies_below_any_path() -> Result {
    let folder = Folder::new("path")?;
    let files = [folder.images("images", 30)?];
    Page::open_from(Server::start(&site()?, "/some/path/")?, async |mut page| {
        page.gives("location.pathname", "/some/path/").await?;
        page.open_sample().await?;
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.gives(KEPT, true).await?;
        page.gives("navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname)", "/some/path/").await?;
        let strays = format!(
            "performance.getEntriesByType('resource').map(({{ name }}) => name)
                .filter((name) => !name.startsWith({}) && !name.startsWith('data:') && !name.startsWith('blob:'))",
            json!(page.server.address)
        );
        page.gives(&strays, json!([])).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.server.stop();
        page.reload().await?;
        page.shows("h2", &["Look inside MNIST"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn plain_modules_are_the_same_page() -> Result {
    let published = plain_site()?;
    assert!(published.join(version(&published)?).join("state/reduce.js").is_file());
    Page::open_from(Server::start(&published, "/")?, async |mut page| {
        page.gives(KEPT, true).await?;
        page.gives("!!navigator.serviceWorker.controller", true).await?;
        page.open_sample().await?;
        // The worker keeps what it hands out a moment later.
        page.gives(
            "caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.keys())
            .then((files) => files.filter(({ url }) => url.endsWith('.gz')).length)",
            2,
        )
        .await?;
        page.server.stop();
        page.visit("").await?;
        page.open_sample().await?;
        page.click_item(4).await?;
        page.shows("item-panel h2", &["item 4"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_whole_session_asks_for_nothing_but_the_page() -> Result {
    let folder = Folder::new("session")?;
    let host = Host::serve(&site()?, folder.path(), Manners::GOOD)?;
    let site = site()?;
    Page::open_through(&host, async |page| {
        page.is_accessible_throughout(&folder).await?;
        page.visit("").await?;
        page.gives(KEPT, true).await?;
        page.open_sample().await?;
        page.on("[role=gridcell]", "focus()").await?;
        page.press("x").await?;
        page.run("HTMLAnchorElement.prototype.click = function () { window.saved = this.href; };", vec![]).await?;
        page.click("Save as PNG").await?;
        page.gives("window.saved?.slice(0, 5)", "blob:").await?;
        // A request to another host would be recorded.
        page.driver.goto("http://elsewhere.test/?seen").await.ok();
        Ok(())
    })
    .await?;

    let names: Vec<String> = fs::read_dir(folder.path())?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_>>()?;
    assert!(names.len() > 5, "{names:?}");
    let requests = host.requests().into_iter().filter(|request| !browser::asks_by_itself(&request.path));
    let (own, strays): (Vec<_>, Vec<_>) =
        requests.partition(|request| request.path.is_empty() || site.join(&request.path).is_file());
    let elsewhere: Vec<_> = strays.iter().map(|stray| &stray.path[..]).collect();
    assert!(elsewhere.contains(&"http://elsewhere.test/?seen"), "{elsewhere:?}");
    assert!(elsewhere.iter().all(|address| address.starts_with("http://elsewhere.test/")), "{elsewhere:?}");
    for name in ["main.js", "worker.js", "idxlens_bg.wasm", "compare-pane.js", "statistics-view.js"] {
        assert!(own.iter().any(|request| request.path.ends_with(name)), "{name} was not asked for");
    }
    for request in own {
        assert_eq!(request.method, "GET", "{request:?}");
        let carries =
            ["content-length", "transfer-encoding", "cookie"].iter().any(|name| request.headers.contains_key(*name));
        let tells =
            request.headers.values().any(|value| names.iter().any(|name| value.contains(name)) || value.contains('#'));
        assert!(!carries && !tells, "{request:?}");
    }
    Ok(())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn only_the_page_itself_may_run_and_be_asked() -> Result {
    let folder = Folder::new("policy")?;
    let files = [folder.images("images", 30)?];
    Page::open(async |page| {
        let policy: String =
            page.value("document.querySelector('meta[http-equiv=Content-Security-Policy]').content").await?;
        let directives: Vec<&str> = policy.split(';').map(str::trim).collect();
        for directive in [
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "style-src 'self'",
            "connect-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types idxlens",
        ] {
            assert!(directives.contains(&directive), "{directive} is not in {policy}");
        }

        page.run(
            "window.blocked = [];
            addEventListener('securitypolicyviolation', ({ effectiveDirective }) => blocked.push(effectiveDirective));",
            vec![],
        )
        .await?;
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.click_item(3).await?;
        page.shows("item-panel h2", &["item 3"]).await?;
        page.gives("blocked", json!([])).await?;

        page.run(
            "const add = (name, text) => {
                const element = document.createElement(name);
                element.append(text);
                document.head.append(element);
            };
            add('script', 'window.ran = true');
            add('style', 'body { opacity: 0.5 }');
            new Image().src = 'http://127.0.0.1:9/pixel.png';
            fetch(location.origin.replace('localhost', '127.0.0.1')).catch(() => {});",
            vec![],
        )
        .await?;
        let blocked = ["connect-src", "img-src", "require-trusted-types-for", "style-src-elem"];
        page.gives("[...new Set(blocked)].sort()", blocked).await?;
        page.gives("(() => { try { document.body.innerHTML = '<b>'; } catch { return 'refused'; } })()", "refused")
            .await?;
        page.gives("[window.ran ?? false, getComputedStyle(document.body).opacity]", (false, "1")).await
    })
    .await
}

/// The folder that all the assets of a published page lie in.
pub(crate) fn version(site: &Path) -> Result<String> {
    let folder = fs::read_dir(site)?.filter_map(Result::ok).find(|entry| entry.path().is_dir());
    Ok(folder.ok_or("the page has no folder of assets")?.file_name().to_string_lossy().into_owned())
}

/// Copies a folder with all that is in it.
pub(crate) fn copy(from: &Path, to: &Path) -> Result {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (source, target) = {
            let entry = entry?;
            (entry.path(), to.join(entry.file_name()))
        };
        if source.is_dir() {
            copy(&source, &target)?;
        } else {
            fs::copy(source, target)?;
        }
    }
    Ok(())
}
