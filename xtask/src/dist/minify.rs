//! Minifies scripts, stylesheets and pages.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Result, anyhow, ensure};
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

fn stylesheet(source: &str) -> Result<String> {
    Ok(minifier::css::minify(source).map_err(|error| anyhow!(error))?.to_string())
}

/// Removes indentation, which has no meaning in the page.
#[expect(clippy::unnecessary_wraps, reason = "one signature for all kinds")]
fn page(source: &str) -> Result<String> {
    Ok(source.lines().flat_map(|line| [line.trim_start(), "\n"]).collect())
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
        let style = "a > b :not(.c) {\n  /* Why. */\n  inset: calc(1px + 2em) auto 0;\n}\n";
        assert_eq!(short("a.css", style), "a>b :not(.c){inset:calc(1px + 2em) auto 0;}");
        assert_eq!(short("a.html", "<div>\n  <p> as it is </p>\n</div>\n"), "<div>\n<p> as it is </p>\n</div>\n");
        assert_eq!(short("a.svg", "<svg>\n  </svg>"), "<svg>\n  </svg>");
        assert!(minify("a.js", b"export function {".into()).is_err());
        assert!(minify("a.js", vec![0xFF]).is_err());
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
