//! What a visit starts with, in one script and one stylesheet: together they compress to three quarters, and are asked
//! for once.
//!
//! A module becomes a function that is called at once and returns what the module exports, under short names; what
//! imports it takes that apart. The others, which are fetched on demand, import the joined script.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use oxc::{
    allocator::Allocator,
    parser::Parser,
    span::{SourceType, Span},
    syntax::module_record::{ExportEntry, ExportExportName, ImportImportName, ModuleRecord},
};

use super::Files;

/// Puts the module at `entry`, and all that it imports, into one. Modules in the folder `apart` stay what they are.
///
/// # Errors
/// If modules import each other in a circle, or in a way that is used nowhere here.
pub(super) fn join_scripts(files: &mut Files, entry: &str, apart: &str) -> Result<()> {
    let mut joined = Vec::new();
    order(files, entry, apart, &mut Vec::new(), &mut joined)?;
    let variables: BTreeMap<_, _> =
        joined.iter().enumerate().map(|(at, path)| (path.clone(), format!("module{at}"))).collect();
    let mut names = BTreeMap::new();
    for path in &joined {
        for name in parse(path, &text(files, path)?, exports)? {
            let short = format!("x{}", names.len());
            names.entry(name).or_insert(short);
        }
    }
    let whole = Whole { entry, variables, names };
    let mut script = String::new();
    for path in &joined {
        let (imports, body) = Module { path, source: text(files, path)?, whole: &whole }.inside()?;
        writeln!(script, "{imports}const {} = (() => {{\n{body}}})();", whole.variables[path])?;
    }
    writeln!(
        script,
        "export {{ {} }};",
        joined.iter().map(|path| &*whole.variables[path]).collect::<Vec<_>>().join(", ")
    )?;
    let others = files.keys().filter(|path| is_script(path) && !whole.variables.contains_key(*path));
    for path in others.cloned().collect::<Vec<_>>() {
        let source = Module { path: &path, source: text(files, &path)?, whole: &whole }.outside()?;
        files.insert(path, source.into());
    }
    files.retain(|path, _| !whole.variables.contains_key(path));
    files.insert(entry.into(), script.into());
    Ok(())
}

/// Puts the stylesheets that a document names into the first of them.
pub(super) fn join_styles(files: &mut Files, document: &str) -> Result<()> {
    let mut first = None;
    let mut page = String::new();
    let mut sheet = Vec::new();
    for line in text(files, document)?.lines() {
        let named =
            line.trim().strip_prefix(r#"<link rel="stylesheet" href=""#).and_then(|rest| rest.strip_suffix(r#"">"#));
        if let Some(path) = named {
            sheet.extend(files.get(path).with_context(|| format!("www/{path} is missing"))?);
            if first.is_some() {
                files.remove(path);
                continue;
            }
            first = Some(path.to_owned());
        }
        page.push_str(line);
        page.push('\n');
    }
    files.insert(document.into(), page.into());
    files.extend(first.map(|path| (path, sheet)));
    Ok(())
}

/// What comes in place of what is between two places of a source.
type Edits = BTreeMap<(usize, usize), String>;

/// A script that is none of the page's modules is the service worker's.
fn is_script(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "js") && path != super::WORKER
}

fn text(files: &Files, path: &str) -> Result<String> {
    let content = files.get(path).with_context(|| format!("www/{path} is missing"))?;
    String::from_utf8(content.clone()).with_context(|| format!("www/{path} is not text"))
}

/// The modules that `path` needs, each after those that it imports itself, and `path` last.
fn order(files: &Files, path: &str, apart: &str, above: &mut Vec<String>, found: &mut Vec<String>) -> Result<()> {
    if path.starts_with(apart) || found.iter().any(|known| known == path) {
        return Ok(());
    }
    ensure!(!above.iter().any(|importer| importer == path), "www/{path} imports itself by way of {above:?}");
    above.push(path.to_owned());
    let source = text(files, path)?;
    for requested in parse(path, &source, requests)? {
        order(files, &resolve(path, &requested), apart, above, found)?;
    }
    found.extend(above.pop());
    Ok(())
}

/// The modules that a module imports before it runs, in order.
fn requests(record: &ModuleRecord) -> Vec<String> {
    let mut requests: Vec<_> = record
        .requested_modules
        .iter()
        .flat_map(|(module, statements)| statements.iter().map(|statement| (statement.span.start, module.to_string())))
        .collect();
    requests.sort_unstable();
    requests.into_iter().map(|(_, module)| module).collect()
}

/// The names under which a module exports something of its own.
fn exports(record: &ModuleRecord) -> Vec<String> {
    record.local_export_entries.iter().filter_map(|export| Some(exported(export)?.to_owned())).collect()
}

fn exported<'a>(export: &ExportEntry<'a>) -> Option<&'a str> {
    match &export.export_name {
        ExportExportName::Name(name) => Some(name.name.as_str()),
        ExportExportName::Default(_) | ExportExportName::Null => None,
    }
}

/// What `look` finds in a module.
fn parse<T>(path: &str, source: &str, look: impl FnOnce(&ModuleRecord) -> T) -> Result<T> {
    let memory = Allocator::default();
    let script = Parser::new(&memory, source, SourceType::mjs()).parse();
    ensure!(!script.panicked && script.diagnostics.is_empty(), "www/{path}: {:?}", script.diagnostics);
    Ok(look(&script.module_record))
}

/// What the joined script is made of.
struct Whole<'a> {
    /// Its path.
    entry: &'a str,
    /// The modules in it, and the variables that hold what they export.
    variables: BTreeMap<String, String>,
    /// The short names of all that they export.
    names: BTreeMap<String, String>,
}

/// A module on its way to another place.
struct Module<'a> {
    path: &'a str,
    source: String,
    whole: &'a Whole<'a>,
}

impl Module<'_> {
    /// What it imports from modules that are not joined, and the body of a function that returns the exports.
    fn inside(&self) -> Result<(String, String)> {
        let (mut edits, exports) = parse(self.path, &self.source, |record| self.unfold(record))??;
        let imports = parse(self.path, &self.source, |record| self.hoist(record, &mut edits))?;
        Ok((imports, format!("{}\nreturn {{ {} }};\n", self.edited(edits), exports.join(", "))))
    }

    /// Takes the imports of other modules out.
    fn hoist(&self, record: &ModuleRecord, edits: &mut Edits) -> String {
        let mut imports = String::new();
        for (requested, statements) in &record.requested_modules {
            let path = self.resolve(requested);
            for statement in statements.iter().filter(|_| !self.whole.variables.contains_key(&path)) {
                let (start, end) = place(statement.statement_span);
                let (from, to) = place(statement.span);
                let (before, after) = (&self.source[start..from], &self.source[to..end]);
                imports.extend([before, "'", &self.named_by_entry(&path), "'", after, "\n"]);
                edits.insert((start, end), String::new());
            }
        }
        imports
    }

    fn unfold(&self, record: &ModuleRecord) -> Result<(Edits, Vec<String>)> {
        let mut edits = self.imports(record)?;
        let mut exports = Vec::new();
        for export in &record.star_export_entries {
            let module = export.module_request.as_ref().map(|module| self.resolve(&module.name));
            let variable = module.and_then(|path| self.whole.variables.get(&path));
            exports
                .push(format!("...{}", variable.with_context(|| format!("www/{}: an export of nothing", self.path))?));
            edits.insert(place(export.statement_span), String::new());
        }
        for export in &record.local_export_entries {
            let name = export.local_name.name().zip(exported(export));
            let (local, name) = name.with_context(|| format!("www/{}: an export without a name", self.path))?;
            exports.push(format!("{}: {local}", self.whole.names[name]));
            let (start, end) = place(export.statement_span);
            let rest = self.source[start..end].trim_start_matches("export").trim_start();
            ensure!(!rest.starts_with("let"), "www/{}: an export that changes", self.path);
            let end = if rest.starts_with('{') { end } else { end - rest.len() };
            edits.insert((start, end), String::new());
        }
        ensure!(record.indirect_export_entries.is_empty(), "www/{}: an export of some of another's", self.path);
        for import in &record.dynamic_imports {
            // A template stays one.
            let requested =
                self.named_by_entry(&self.resolve(self.at(import.module_request).trim_matches(['\'', '"', '`'])));
            edits.insert(place(import.module_request), format!("`{requested}`"));
        }
        for &meta in &record.import_metas {
            let (start, end) = place(meta);
            let url = self.source[end..].starts_with(".url");
            ensure!(url, "www/{}: import.meta without url", self.path);
            let moved = format!("new URL('{}', import.meta.url).href", self.named_by_entry(self.path));
            edits.insert((start, end + ".url".len()), moved);
        }
        Ok((edits, exports))
    }

    /// A module that stays what it is, but for where it imports from.
    fn outside(&self) -> Result<String> {
        let edits = parse(self.path, &self.source, |record| self.imports(record))??;
        Ok(self.edited(edits))
    }

    /// Imports of what is joined become variables.
    fn imports(&self, record: &ModuleRecord) -> Result<Edits> {
        let mut edits = Edits::new();
        let inside = self.whole.variables.contains_key(self.path);
        for (requested, statements) in &record.requested_modules {
            let Some(variable) = self.whole.variables.get(&self.resolve(requested)) else { continue };
            for statement in statements.iter().filter(|statement| statement.is_import) {
                let mut names = Vec::new();
                for import in
                    record.import_entries.iter().filter(|import| import.statement_span == statement.statement_span)
                {
                    let ImportImportName::Name(name) = &import.import_name else {
                        anyhow::bail!("www/{}: an import of a whole module", self.path);
                    };
                    let short = self.whole.names.get(name.name.as_str());
                    let short = short.with_context(|| format!("www/{}: nothing exports {}", self.path, name.name))?;
                    names.push(format!("{short}: {}", import.local_name.name));
                }
                let mut taken = format!("const {{ {} }} = {variable};", names.join(", "));
                if !inside {
                    let script = relative(self.path, self.whole.entry);
                    taken = format!("import {{ {variable} }} from '{script}'; {taken}");
                }
                edits.insert(place(statement.statement_span), taken);
            }
        }
        Ok(edits)
    }

    fn edited(&self, edits: Edits) -> String {
        let mut source = self.source.clone();
        for ((start, end), replacement) in edits.into_iter().rev() {
            source.replace_range(start..end, &replacement);
        }
        source
    }

    /// What is written there.
    fn at(&self, span: Span) -> &str {
        let (start, end) = place(span);
        &self.source[start..end]
    }

    fn resolve(&self, requested: &str) -> String {
        resolve(self.path, requested)
    }

    fn named_by_entry(&self, path: &str) -> String {
        relative(self.whole.entry, path)
    }
}

fn place(span: Span) -> (usize, usize) {
    (span.start as usize, span.end as usize)
}

/// The path of what a module at `path` names.
fn resolve(path: &str, requested: &str) -> String {
    let mut parts: Vec<_> = path.split('/').collect();
    parts.pop();
    for part in requested.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// What a module at `path` calls `other`.
fn relative(path: &str, other: &str) -> String {
    let up = "../".repeat(path.matches('/').count());
    if up.is_empty() { format!("./{other}") } else { up + other }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(files: &[(&str, &str)]) -> Files {
        files.iter().map(|&(path, content)| (path.to_owned(), content.into())).collect()
    }

    fn joined(modules: &[(&str, &str)]) -> Result<String> {
        let mut files = files(modules);
        join_scripts(&mut files, "main.js", "pkg/")?;
        let lines = files.into_iter().flat_map(|(path, content)| {
            let content = String::from_utf8(content).unwrap();
            content.lines().filter(|line| !line.is_empty()).map(|line| format!("{path}: {line}\n")).collect::<Vec<_>>()
        });
        Ok(lines.collect())
    }

    #[test]
    fn modules_that_a_visit_starts_with_are_one() {
        let modules = [
            (
                "main.js",
                "import { a, b as c } from './door.js';\nimport './ui/grid.js';\na(c, () => import('./ui/late.js'));",
            ),
            ("door.js", "export * from './ui/a.js';\nexport const b = 1;"),
            ("ui/a.js", "import { b } from './b.js';\nexport function a() {\n  return [b, import('./late.js')];\n}"),
            ("ui/b.js", "import { c } from '../pkg/c.js';\nconst own = c;\nexport { own as b };"),
            ("pkg/c.js", "export const c = 1;"),
            (
                "ui/grid.js",
                "import { b } from './b.js';\nnew URL('late.css', import.meta.url, b);\nimport(`./${b}.js`);",
            ),
            (
                "ui/late.js",
                "import { a as first } from '../door.js';\nimport { early } from './early.js';\nfirst(early);",
            ),
            ("ui/early.js", "export const early = 3;"),
            ("sw.js", "'any'"),
        ];
        let expected = "\
main.js: import { c } from './pkg/c.js';
main.js: const module0 = (() => {
main.js: const own = c;
main.js: return { x0: own };
main.js: })();
main.js: const module1 = (() => {
main.js: const { x0: b } = module0;
main.js: function a() {
main.js:   return [b, import(`./ui/late.js`)];
main.js: }
main.js: return { x1: a };
main.js: })();
main.js: const module2 = (() => {
main.js: const b = 1;
main.js: return { ...module1, x0: b };
main.js: })();
main.js: const module3 = (() => {
main.js: const { x0: b } = module0;
main.js: new URL('late.css', new URL('./ui/grid.js', import.meta.url).href, b);
main.js: import(`./ui/${b}.js`);
main.js: return {  };
main.js: })();
main.js: const module4 = (() => {
main.js: const { x1: a, x0: c } = module2;
main.js: const {  } = module3;
main.js: a(c, () => import(`./ui/late.js`));
main.js: return {  };
main.js: })();
main.js: export { module0, module1, module2, module3, module4 };
pkg/c.js: export const c = 1;
sw.js: 'any'
ui/early.js: export const early = 3;
ui/late.js: import { module2 } from '../main.js'; const { x1: first } = module2;
ui/late.js: import { early } from './early.js';
ui/late.js: first(early);
";
        assert_eq!(joined(&modules).unwrap(), expected);
    }

    #[test]
    fn what_would_mean_something_else_is_an_error() {
        let cases: [&[(&str, &str)]; 8] = [
            &[("main.js", "import './a.js';"), ("a.js", "import './main.js';")],
            &[("main.js", "import './a.js';")],
            &[("main.js", "import * as all from './a.js';"), ("a.js", "")],
            &[("main.js", "import one from './a.js';"), ("a.js", "export default 1;")],
            &[("main.js", "export let changing = 1;")],
            &[("main.js", "export { a } from './a.js';"), ("a.js", "export const a = 1;")],
            &[("main.js", "import { b } from './a.js';"), ("a.js", "export const a = 1;")],
            &[("main.js", "import.meta;")],
        ];
        for case in cases {
            assert!(joined(case).is_err(), "{case:?}");
        }
    }

    #[test]
    fn stylesheets_are_one() {
        let page = "<head>\n  <link rel=\"stylesheet\" href=\"a.css\">\n  <link rel=\"stylesheet\" href=\"ui/b.css\">\n</head>\n";
        let mut files =
            files(&[("index.html", page), ("a.css", "a {}"), ("ui/b.css", "b {}"), ("ui/late.css", "c {}")]);
        join_styles(&mut files, "index.html").unwrap();
        let contents: Vec<_> =
            files.iter().map(|(path, content)| (&**path, str::from_utf8(content).unwrap())).collect();
        let page = "<head>\n  <link rel=\"stylesheet\" href=\"a.css\">\n</head>\n";
        assert_eq!(contents, [("a.css", "a {}b {}"), ("index.html", page), ("ui/late.css", "c {}")]);
    }
}
