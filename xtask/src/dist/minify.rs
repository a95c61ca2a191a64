//! Minifies scripts, stylesheets and pages.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, ensure};
use oxc::{
    allocator::Allocator,
    codegen::{Codegen, CodegenOptions},
    minifier::{Minifier, MinifierOptions},
    parser::Parser,
    span::SourceType,
};

/// Minifies a file by its kind; a file of another kind stays as it is.
pub(super) fn minify(path: &str, content: Vec<u8>) -> Result<Vec<u8>> {
    let kind = Path::new(path).extension().and_then(OsStr::to_str);
    let minify = match kind {
        Some("js") => script,
        Some("css") => stylesheet,
        Some("html") => page,
        _ => return Ok(content),
    };
    let short = minify(&String::from_utf8(content)?).map_err(|error| anyhow!("www/{path}: {error}"))?;
    Ok(short.into())
}

fn script(source: &str) -> Result<String> {
    let memory = Allocator::default();
    let mut script = Parser::new(&memory, source, SourceType::mjs()).parse();
    ensure!(!script.panicked && script.diagnostics.is_empty(), "{:?}", script.diagnostics);
    let names = Minifier::new(MinifierOptions::default()).minify(&memory, &mut script.program).scoping;
    Ok(Codegen::new().with_options(CodegenOptions::minify()).with_scoping(names).build(&script.program).code)
}

/// Removes comments and indentation. Other spaces are in the sums of `max()`, too, and compressed they take next to nothing.
fn stylesheet(source: &str) -> Result<String> {
    let (mut rules, mut rest) = (String::new(), source);
    // No string in the stylesheets has this in it.
    while let Some((before, comment)) = rest.split_once("/*") {
        rules += before;
        (_, rest) = comment.split_once("*/").context("a comment has no end")?;
    }
    rules += rest;
    Ok(unindented(&rules))
}

#[expect(clippy::unnecessary_wraps, reason = "one signature for all kinds")]
fn page(source: &str) -> Result<String> {
    Ok(unindented(source))
}

/// Without indentation and empty lines, which have no meaning in pages and stylesheets.
fn unindented(source: &str) -> String {
    source.lines().map(str::trim_start).filter(|line| !line.is_empty()).flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(path: &str, content: &str) -> String {
        String::from_utf8(minify(path, content.into()).unwrap()).unwrap()
    }

    #[test]
    fn scripts_stylesheets_and_pages_are_minified() {
        let script = "/** Why. */\nimport { f } from './f.js';\n\nexport function double(number) {\n  // How.\n  return f(/[/*]/, 2 * number);\n}\n";
        let expected = "import{f as e}from\"./f.js\";export function double(t){return e(/[/*]/,2*t)}";
        assert_eq!(short("ui/a.js", script), expected);
        let style = "/* What. */\n\na > b :not(.c) {\n  /* Why. */\n  inset: max(1px, var(--a) / 2 + 2em) auto 0;\n}\n";
        assert_eq!(short("a.css", style), "a > b :not(.c) {\ninset: max(1px, var(--a) / 2 + 2em) auto 0;\n}\n");
        assert_eq!(short("a.html", "<div>\n  <p> as it is </p>\n</div>\n"), "<div>\n<p> as it is </p>\n</div>\n");
        assert_eq!(short("a.svg", "<svg>\n  </svg>"), "<svg>\n  </svg>");
        assert!(minify("a.js", b"export function {".into()).is_err());
        assert!(minify("a.js", vec![0xFF]).is_err());
        assert!(minify("a.css", b"a {} /* ".into()).is_err());
    }

    #[test]
    fn an_export_goes_on_changing() {
        for (source, expected) in [
            (
                "let n = 0;\nexport { n };\nexport function count() {\n  n += 1;\n}\n",
                "let e=0;export{e as n};export function count(){e+=1}",
            ),
            ("export let n = 0;\nsetInterval(() => n++);\n", "export let n=0;setInterval(()=>n++);"),
        ] {
            assert_eq!(short("a.js", source), expected);
        }
    }

    #[test]
    fn what_modules_share_keeps_its_name() {
        for source in [
            "import*as e from\"./a.js\";e.first();",
            "export*from\"./a.js\";",
            "export{a as default,b}from\"./a.js\";",
            "import e from\"./a.js\";export default class extends e{}",
            "await import(`./${location.hash}.js`);",
            "new Worker(new URL(`worker.js`,import.meta.url));",
        ] {
            assert_eq!(short("a.js", source), source);
        }
    }
}
