//! Joins modules into few files with esbuild, where Node.js is installed.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use super::{Files, modules, read, remove};
use crate::{npm, process, root};

const ESBUILD: &str = "esbuild@0.28.2";

/// The module that composes the page. It stays at the root, so only what it imports is joined.
const MAIN: &str = "main.js";

/// Modules that are published as they are: the glue finds its wasm module beside it, and the service worker is alone.
fn stays(path: &str) -> bool {
    path == MAIN || path == super::WORKER || path.starts_with("pkg/")
}

/// Joins the modules of `files`, which come from `www/`. Without Node.js they stay as they are.
///
/// The modules that are fetched by their address keep it. What several of them share lies in `shared/`: one folder
/// below the root, as all modules do, because some find other files relative to their own address.
pub(super) fn bundle(files: &mut Files) -> Result<()> {
    if which::which("npm").is_err() {
        println!("Without Node.js, the page consists of many small modules");
        return Ok(());
    }
    let folder = root().join("target/esbuild");
    npm::install(&folder, &[ESBUILD])?;
    let output = folder.join("output");
    remove(&output)?;
    process::run(
        Command::new(which::which("node")?)
            .current_dir(root().join("www"))
            .arg(folder.join("node_modules/esbuild/bin/esbuild"))
            .args(entries(files)?)
            .args(["--bundle", "--minify", "--splitting", "--format=esm", "--charset=utf8", "--log-level=warning"])
            .args(["--outbase=.", "--chunk-names=shared/[hash]", "--external:../pkg/*"])
            .arg(format!("--outdir={}", output.display())),
    )
    .context("esbuild could not join the modules")?;
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
