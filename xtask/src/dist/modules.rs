//! Finds the modules that a script imports: the page preloads them, and the import of a missing one is an error.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use oxc::{allocator::Allocator, parser::Parser, span::SourceType};

use super::Files;

/// The modules that run before `entry` does, and `entry` itself, in the order in which a browser finds them.
pub(super) fn closure(files: &Files, entry: &str) -> Result<Vec<String>> {
    let mut found = vec![entry.to_owned()];
    let mut next = 0;
    while let Some(path) = found.get(next) {
        let imported = imports(files, path)?;
        for path in imported {
            if !found.contains(&path) {
                found.push(path);
            }
        }
        next += 1;
    }
    Ok(found)
}

/// Fails if a module imports one that does not exist.
pub(super) fn check(files: &Files) -> Result<()> {
    files.keys().filter(|path| is_script(Path::new(path))).try_for_each(|path| imports(files, path).map(drop))
}

pub(super) fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "js")
}

/// The paths of the modules that a module imports before it runs.
pub(super) fn imports(files: &Files, path: &str) -> Result<Vec<String>> {
    let source = str::from_utf8(files.get(path).with_context(|| format!("www/{path} is missing"))?)?;
    let memory = Allocator::default();
    let script = Parser::new(&memory, source, SourceType::mjs()).parse();
    ensure!(!script.panicked && script.diagnostics.is_empty(), "www/{path}: {:?}", script.diagnostics);
    let resolve = |specifier: &str| {
        let target = resolve(path, specifier).with_context(|| format!("www/{path} imports {specifier}, not a path"))?;
        ensure!(files.contains_key(&target), "www/{path} imports {specifier}, which does not exist");
        Ok(target)
    };
    let mut requests: Vec<_> = script.module_record.requested_modules.iter().collect();
    requests.sort_by_key(|(_, statements)| statements.first().map(|statement| statement.span.start));
    requests.into_iter().map(|(specifier, _)| resolve(specifier)).collect()
}

/// The path that `specifier` means in the module at `path`, if it means one below `www/`.
fn resolve(path: &str, specifier: &str) -> Option<String> {
    let (folder, _) = path.rsplit_once('/').unwrap_or_default();
    let mut parts: Vec<_> = folder.split('/').filter(|part| !part.is_empty()).collect();
    if !(specifier.starts_with("./") || specifier.starts_with("../")) {
        return None;
    }
    for part in specifier.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(files: &[(&str, &str)]) -> Files {
        files.iter().map(|&(path, content)| (path.to_owned(), content.into())).collect()
    }

    #[test]
    fn finds_all_that_runs_before_a_module() {
        let files = files(&[
            ("main.js", "import { a as b } from './a.js';\nimport './ui/grid.js';\nimport('./ui/late.js');\nb();"),
            ("a.js", "export * from './ui/star.js';\nexport { c as default } from './ui/named.js';"),
            ("ui/star.js", "import * as all from '../engine/all.js';\nexport const a = all;"),
            ("ui/named.js", "export const c = 1;"),
            ("ui/grid.js", "import type from '../a.js';\nnew URL('./late.css', import.meta.url);\ntype;"),
            ("ui/late.js", "export {};"),
            ("engine/all.js", ""),
            ("engine/worker.js", "import './all.js';"),
        ]);
        let expected = ["main.js", "a.js", "ui/grid.js", "ui/star.js", "ui/named.js", "engine/all.js"];
        assert_eq!(closure(&files, "main.js").unwrap(), expected);
        assert_eq!(closure(&files, "engine/worker.js").unwrap(), ["engine/worker.js", "engine/all.js"]);
        check(&files).unwrap();
    }

    #[test]
    fn modules_may_import_each_other() {
        let files = files(&[
            ("main.js", "import './a.js';"),
            ("a.js", "import { b } from './b.js';\nexport function a() { return b; }"),
            ("b.js", "import { a } from './a.js';\nimport './b.js';\nexport function b() { return a; }"),
        ]);
        assert_eq!(closure(&files, "main.js").unwrap(), ["main.js", "a.js", "b.js"]);
    }

    #[test]
    fn an_import_that_leads_nowhere_is_an_error() {
        for source in
            ["import './absent.js';", "export * from '../main.js';", "import 'package';", "import '/a.js';", "import {"]
        {
            let files = files(&[("main.js", "import './a.js';"), ("a.js", source)]);
            assert!(closure(&files, "main.js").is_err() && check(&files).is_err(), "{source}");
        }
        assert!(closure(&files(&[]), "main.js").is_err());
    }
}
