//! Finds the modules that a script imports: the page preloads them, and the import of a missing one is an error.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use oxc::{allocator::Allocator, parser::Parser, span::SourceType, syntax::module_record::ModuleRecord};

use super::Files;

/// The modules that run before `entry` does, and `entry` itself, in the order in which a browser finds them.
pub(super) fn closure(files: &Files, entry: &str) -> Result<Vec<String>> {
    reached(files, entry, imports)
}

/// The same, and those that these modules import later.
pub(super) fn closure_with_late(files: &Files, entry: &str) -> Result<Vec<String>> {
    reached(files, entry, |files, path| Ok([imports(files, path)?, late_imports(files, path)?].concat()))
}

fn reached(files: &Files, entry: &str, next: impl Fn(&Files, &str) -> Result<Vec<String>>) -> Result<Vec<String>> {
    let mut found = vec![entry.to_owned()];
    let mut at = 0;
    while let Some(path) = found.get(at) {
        for path in next(files, path)? {
            if !found.contains(&path) {
                found.push(path);
            }
        }
        at += 1;
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
    parsed(files, path, |_, record| {
        let mut requests: Vec<_> = record.requested_modules.iter().collect();
        requests.sort_by_key(|(_, statements)| statements.first().map(|statement| statement.span.start));
        requests.into_iter().map(|(specifier, _)| specifier.to_string()).collect()
    })
}

/// Those that it imports while it runs, by `import('./late.js')`.
fn late_imports(files: &Files, path: &str) -> Result<Vec<String>> {
    parsed(files, path, |source, record| {
        let requests = record.dynamic_imports.iter().map(|import| import.module_request.source_text(source));
        requests.map(|request| request.trim_matches(['\'', '"']).to_owned()).collect()
    })
}

/// The paths of the modules whose specifiers `find` gives.
fn parsed(files: &Files, path: &str, find: impl FnOnce(&str, &ModuleRecord) -> Vec<String>) -> Result<Vec<String>> {
    let source = str::from_utf8(files.get(path).with_context(|| format!("www/{path} is missing"))?)?;
    let memory = Allocator::default();
    let script = Parser::new(&memory, source, SourceType::mjs()).parse();
    ensure!(!script.panicked && script.diagnostics.is_empty(), "www/{path}: {:?}", script.diagnostics);
    let resolve = |specifier: String| {
        let target =
            resolve(path, &specifier).with_context(|| format!("www/{path} imports {specifier}, not a path"))?;
        ensure!(files.contains_key(&target), "www/{path} imports {specifier}, which does not exist");
        Ok(target)
    };
    find(source, &script.module_record).into_iter().map(resolve).collect()
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
    use std::collections::BTreeSet;

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
        let late = [&expected[..], &["ui/late.js"]].concat();
        assert_eq!(
            BTreeSet::from_iter(closure_with_late(&files, "main.js").unwrap()),
            late.into_iter().map(String::from).collect()
        );
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
