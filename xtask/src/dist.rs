//! Builds the published page: every asset lies below a folder named after the content.
//!
//! ```text
//! index.html  manifest.webmanifest    refer to 1f3a9c04b7d2/style.css and so on
//! sw.js                               contains the version and the list of files
//! 1f3a9c04b7d2/                       main.js  ui/  engine/  platform/  shared/  pkg/  samples/
//! ```
//! Where Node.js is installed, Rolldown joins the modules into few files; otherwise they stay as they are. The page
//! preloads the modules it starts with, so a browser asks for all of them at once. The content at an asset's address
//! never changes, so hosts and browsers may cache it forever, and a page never mixes files of two versions.

mod bundle;
mod minify;
mod modules;
mod styles;

use std::collections::BTreeMap;
use std::fs;
use std::mem;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::{root, sample, wasm};

/// Files by their path relative to `www/`, with `/` between the parts.
type Files = BTreeMap<String, Vec<u8>>;

/// Files that refer to assets and keep their addresses, because people and browsers remember them.
const DOCUMENTS: [&str; 2] = ["index.html", "manifest.webmanifest"];

/// The service worker's script.
pub(crate) const WORKER: &str = "sw.js";

/// The folder of the sample datasets.
const SAMPLES: &str = "samples/";

/// The script that starts the page, and the tag that loads it.
const ENTRY: &str = "main.js";
const ENTRY_TAG: &str = r#"<script type="module" src="main.js"></script>"#;

/// Writes `dist/`.
pub(crate) fn run() -> Result<()> {
    let folder = root().join("dist");
    build(&folder, Scripts::Joined)?;
    println!("dist/ is ready for any static host");
    Ok(())
}

/// How the scripts are published.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Scripts {
    /// In few files, if Node.js is installed.
    Joined,
    /// One by one.
    Plain,
}

/// Builds everything and replaces `folder` with the site.
pub(crate) fn build(folder: &Path, scripts: Scripts) -> Result<()> {
    wasm::build()?;
    sample::write(&root().join("www/samples"))?;
    publish(folder, scripts)
}

/// Replaces `folder` with the site, which consists of what is built.
pub(crate) fn publish(folder: &Path, scripts: Scripts) -> Result<()> {
    let mut files = read(&root().join("www"))?;
    modules::check(&files)?;
    if scripts == Scripts::Joined {
        bundle::bundle(&mut files)?;
    }
    styles::join(&mut files)?;
    preload(&mut files)?;
    for (path, content) in &mut files {
        // The service worker is minified after it has its list of files.
        if path != WORKER {
            *content = minify::minify(path, mem::take(content))?;
        }
    }
    let site = assemble(files)?;
    // Written elsewhere and then moved, so that a half-written site is never served.
    let fresh = root().join("target/site.new");
    remove(&fresh)?;
    for (path, content) in &site {
        let path = fresh.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&fresh))?;
        fs::write(&path, content).with_context(|| format!("could not write {}", path.display()))?;
    }
    remove(folder)?;
    fs::rename(&fresh, folder).with_context(|| format!("could not write {}", folder.display()))
}

/// Removes a folder if it exists.
fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("could not remove {}", folder.display()))?;
    }
    Ok(())
}

/// The files of a folder that are published, with their contents.
fn read(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).with_context(|| format!("could not read {}", next.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| is_published(&name.to_string_lossy())) {
                let parts = path.strip_prefix(folder)?.iter().map(|part| part.to_string_lossy());
                files.insert(parts.collect::<Vec<_>>().join("/"), fs::read(&path)?);
            }
        }
    }
    Ok(files)
}

/// Whether a file is published. Files for git and types for the checker are not.
fn is_published(name: &str) -> bool {
    !(name.starts_with('.') || name.ends_with(".d.ts"))
}

/// Lists in the page all modules that run before it is ready. Without the list, a browser finds them level by level.
fn preload(files: &mut Files) -> Result<()> {
    let modules = modules::closure(files, ENTRY)?;
    let links: String =
        modules.iter().flat_map(|path| ["<link rel=\"modulepreload\" href=\"", path, "\">\n"]).collect();
    let page = files.get_mut(DOCUMENTS[0]).with_context(|| format!("www/{} is missing", DOCUMENTS[0]))?;
    let source = str::from_utf8(page)?;
    ensure!(source.contains(ENTRY_TAG), "www/{} lacks {ENTRY_TAG}", DOCUMENTS[0]);
    *page = source.replacen(ENTRY_TAG, &format!("{links}{ENTRY_TAG}"), 1).into();
    Ok(())
}

/// Moves the assets below the version's folder, and changes the references to them.
fn assemble(mut files: Files) -> Result<Files> {
    let version = version(&files);
    let mut take = |name: &str| -> Result<String> {
        let content = files.remove(name).with_context(|| format!("www/{name} is missing"))?;
        String::from_utf8(content).with_context(|| format!("www/{name} is not text"))
    };
    let worker = take(WORKER)?;
    let documents = DOCUMENTS.into_iter().map(|name| Ok((name, take(name)?))).collect::<Result<Vec<_>>>()?;
    let mut site = Files::new();
    for (name, document) in documents {
        site.insert(name.into(), point(document, &version, &files).into());
    }
    site.extend(files.into_iter().map(|(path, content)| (format!("{version}/{path}"), content)));
    // The service worker stores the page under the address of its folder, and samples when they are opened.
    let samples = format!("{version}/{SAMPLES}");
    let kept = site.iter().filter(|(path, _)| *path != "index.html" && !path.starts_with(&samples));
    let revisions = kept.map(|(path, content)| (path.as_str(), digest([content.as_slice()]))).collect();
    let worker = fill(&worker, &version, &revisions)?;
    site.insert(WORKER.into(), minify::minify(WORKER, worker.into())?);
    Ok(site)
}

/// A name derived from the content of all files.
fn version(files: &Files) -> String {
    digest(files.iter().flat_map(|(path, content)| [path.as_bytes(), content]))
}

/// The first 12 hexadecimal digits of a hash of these parts.
fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = sha1_smol::Sha1::new();
    for part in parts {
        // With the length, so that no two lists of parts hash the same bytes.
        hash.update(format!("{}:", part.len()).as_bytes());
        hash.update(part);
    }
    hash.digest().to_string()[..12].to_owned()
}

/// Makes a document's references to assets (`src="main.js"`, `href="./style.css"`) point below the version's folder.
fn point(document: String, version: &str, assets: &Files) -> String {
    assets.keys().fold(document, |document, path| {
        let address = format!("\"{version}/{path}\"");
        document.replace(&format!("\"{path}\""), &address).replace(&format!("\"./{path}\""), &address)
    })
}

/// Gives the service worker its version and the revisions of its files.
fn fill(worker: &str, version: &str, revisions: &BTreeMap<&str, String>) -> Result<String> {
    const VERSION: &str = "const VERSION = '';";
    const FILES: &str = "const FILES = {};";
    ensure!(worker.contains(VERSION) && worker.contains(FILES), "www/sw.js has no place for its version and files");
    Ok(worker
        .replace(VERSION, &format!("const VERSION = '{version}';"))
        .replace(FILES, &format!("const FILES = {};", serde_json::to_string(revisions)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<link rel="stylesheet" href="style.css"><script type="module" src="./ui/grid.js"></script>
        <a href="https://example.org/style.css">style.css</a> <a href="absent.css">"#;
    const MANIFEST: &str = r#"{ "start_url": "./", "icons": [{ "src": "icon.svg" }] }"#;
    const SW: &str = "const VERSION = '';\nconst FILES = {};\nkeep(VERSION, FILES);\n";

    fn files() -> Files {
        let documents = [("index.html", PAGE), ("manifest.webmanifest", MANIFEST), (WORKER, SW)];
        let assets = [("icon.svg", "<svg/>"), ("style.css", "a {}"), ("ui/grid.js", "1")];
        documents.into_iter().chain(assets).map(|(path, content)| (path.into(), content.into())).collect()
    }

    fn text(site: &Files, path: &str) -> String {
        String::from_utf8(site[path].clone()).unwrap()
    }

    #[test]
    fn assets_move_below_the_version_and_the_documents_follow() {
        let version = version(&files());
        let site = assemble(files()).unwrap();
        let [icon, style, grid] = ["icon.svg", "style.css", "ui/grid.js"].map(|path| format!("{version}/{path}"));
        let mut expected = ["index.html", "manifest.webmanifest", "sw.js", &icon, &style, &grid];
        expected.sort_unstable();
        assert!(site.keys().eq(&expected), "{:?}", site.keys());

        let page = text(&site, "index.html");
        assert!(page.contains(&format!("href=\"{style}\"")) && page.contains(&format!("src=\"{grid}\"")), "{page}");
        assert!(page.contains("https://example.org/style.css") && page.contains("href=\"absent.css\""), "{page}");
        let manifest = text(&site, "manifest.webmanifest");
        assert_eq!(manifest, MANIFEST.replace("icon.svg", &icon));
        let worker = text(&site, "sw.js");
        assert!(worker.contains(&format!("keep(`{version}`,")) && !worker.contains('\n'), "{worker}");
        for kept in [icon, style, grid, "manifest.webmanifest".into()] {
            assert!(worker.contains(&kept), "{worker}");
        }
        assert!(!worker.contains("index.html") && !worker.contains("samples"), "{worker}");
    }

    #[test]
    fn the_worker_has_a_revision_of_each_file_but_the_samples() {
        let sample = (format!("{SAMPLES}digits.gz"), b"digits".to_vec());
        let revisions = |style: &[u8]| {
            let files: Files =
                files().into_iter().chain([sample.clone(), ("style.css".into(), style.into())]).collect();
            let (version, site) = (version(&files), assemble(files).unwrap());
            assert!(site.contains_key(&format!("{version}/{}", sample.0)));
            let worker = text(&site, "sw.js").replace(&version, "");
            worker.split(['{', '}']).nth(1).unwrap().split(',').map(str::to_owned).collect::<Vec<_>>()
        };
        let (before, after) = (revisions(b"a {}"), revisions(b"b {}"));
        let changed = before.iter().zip(&after).filter(|(before, after)| before != after);
        let changed: Vec<_> = changed.map(|(before, _)| before.split('"').nth(1).unwrap()).collect();
        assert!(!before.iter().any(|file| file.contains(SAMPLES)), "{before:?}");
        // The manifest contains the version.
        assert_eq!(changed, ["/style.css", "manifest.webmanifest"]);
    }

    #[test]
    fn the_version_names_the_content() {
        assert_eq!(version(&files()), version(&files()));
        for path in ["index.html", "sw.js", "ui/grid.js"] {
            let mut other = files();
            other.get_mut(path).unwrap().push(b' ');
            assert_ne!(version(&other), version(&files()), "{path}");
        }
        let mut moved = files();
        let content = moved.remove("style.css").unwrap();
        moved.insert("sheet.css".into(), content);
        assert_ne!(version(&moved), version(&files()));
    }

    #[test]
    fn a_document_or_worker_that_does_not_fit_is_an_error() {
        for path in ["index.html", "manifest.webmanifest", "sw.js"] {
            let mut less = files();
            less.remove(path);
            assert!(assemble(less).is_err(), "{path}");
        }
        let mut other = files();
        other.insert("sw.js".into(), b"const VERSION = 1;".to_vec());
        assert!(assemble(other).is_err());
    }

    #[test]
    fn the_page_preloads_what_it_starts_with() {
        let mut files = files();
        let page = format!("<head>\n{ENTRY_TAG}\n</head>");
        files.insert("index.html".into(), page.into());
        files.insert("main.js".into(), "import './ui/grid.js'; import('./ui/late.js');".into());
        files.insert("ui/late.js".into(), "export {};".into());
        preload(&mut files).unwrap();
        let expected = format!(
            "<head>\n<link rel=\"modulepreload\" href=\"main.js\">\n\
             <link rel=\"modulepreload\" href=\"ui/grid.js\">\n{ENTRY_TAG}\n</head>"
        );
        assert_eq!(text(&files, "index.html"), expected);

        let version = version(&files);
        let site = assemble(files).unwrap();
        let page = text(&site, "index.html");
        for path in ["main.js", "ui/grid.js"] {
            assert!(page.contains(&format!("<link rel=\"modulepreload\" href=\"{version}/{path}\">")), "{page}");
        }
    }

    #[test]
    fn a_page_that_cannot_preload_is_an_error() {
        assert!(preload(&mut files()).is_err(), "no main.js");
        let mut files = files();
        files.insert("main.js".into(), "1".into());
        assert!(preload(&mut files).is_err(), "a page without main.js");
        files.remove("index.html");
        assert!(preload(&mut files).is_err(), "no page");
    }

    #[test]
    fn only_what_a_visitor_needs_is_published() {
        assert!(["main.js", "idxlens_bg.wasm", "digits-images.idx3-ubyte.gz"].into_iter().all(is_published));
        assert!(![".gitignore", "idxlens.d.ts"].into_iter().any(is_published));
    }
}
