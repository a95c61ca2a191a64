//! Joins modules into few files with Rolldown, where Node.js is installed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::json;

use super::{Files, modules, read, remove};
use crate::{npm, process, root};

const ROLLDOWN: &str = "rolldown@1.3.2";

/// The module that composes the page. It stays at the root, so only what it imports is joined.
const MAIN: &str = "main.js";

/// Modules that are published as they are: the glue finds its wasm module beside it, and the service worker is alone.
fn stays(path: &str) -> bool {
    path == MAIN || path == super::WORKER || path.starts_with("pkg/")
}

/// Joins the modules of `files`, which come from `www/`. Without Node.js they stay as they are.
///
/// The modules that are fetched by their address keep it. The modules that a first visit needs are one file, because
/// that compresses better than a file for each set of modules that share them. What workers need, too, is not in it: they
/// cannot run the page. It and others that several modules
/// share lie in `shared/`: one folder below the root, as all modules do, because some find other files relative to
/// their own address.
pub(super) fn bundle(files: &mut Files) -> Result<()> {
    if which::which("npm").is_err() {
        println!("Without Node.js, the page consists of many small modules");
        return Ok(());
    }
    let folder = root().join("target/rolldown");
    npm::install(&folder, &[ROLLDOWN])?;
    // A script finds packages beside itself.
    let script = folder.join("bundle.mjs");
    fs::write(&script, include_str!("bundle.mjs"))?;
    let output = folder.join("output");
    remove(&output)?;
    let entries = entries(files)?;
    let workers = entries.iter().filter(|path| path.ends_with("worker.js"));
    let in_workers =
        workers.map(|worker| modules::closure_with_late(files, worker)).collect::<Result<Vec<_>>>()?.concat();
    let (common, first): (Vec<_>, Vec<_>) =
        modules::closure(files, MAIN)?.into_iter().partition(|path| in_workers.contains(path));
    let options = json!({ "entries": entries, "common": common, "first": first });
    process::run(
        Command::new(which::which("node")?)
            .current_dir(root().join("www"))
            .args([&script, &output])
            .arg(options.to_string()),
    )
    .context("Rolldown could not join the modules")?;
    files.retain(|path, _| stays(path) || !modules::is_script(Path::new(path)));
    files.extend(read(&output)?);
    Ok(())
}

/// The modules that the page or the browser fetches by their address: those that no other module imports, and those
/// that `main.js` imports.
fn entries(files: &Files) -> Result<BTreeSet<String>> {
    let scripts = || files.keys().filter(|path| modules::is_script(Path::new(path)));
    let mut imported = BTreeSet::new();
    for path in scripts().filter(|path| *path != MAIN) {
        imported.extend(modules::imports(files, path)?);
    }
    let mut entries: BTreeSet<_> =
        scripts().filter(|path| !stays(path) && !imported.contains(*path)).cloned().collect();
    entries.extend(modules::imports(files, MAIN)?);
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_fetched_by_its_address_is_an_entry() {
        let files = [
            ("main.js", "import './platform/trusted.js'; import './ui/viewer.js';"),
            ("sw.js", ""),
            ("icon.svg", "<svg/>"),
            ("engine/client.js", "new Worker(new URL('../engine/worker.js', import.meta.url));"),
            ("engine/worker.js", "import '../pkg/core.js'; import '../state/a.js';"),
            ("pkg/core.js", ""),
            ("platform/trusted.js", ""),
            ("state/a.js", ""),
            ("ui/late.js", "import '../state/a.js'; import '../platform/trusted.js';"),
            ("ui/viewer.js", "import '../engine/client.js'; import('./late.js');"),
        ];
        let files = files.map(|(path, content)| (path.to_owned(), content.into())).into();
        let expected = ["engine/worker.js", "platform/trusted.js", "ui/late.js", "ui/viewer.js"];
        assert!(entries(&files).unwrap().iter().eq(&expected));
    }
}
