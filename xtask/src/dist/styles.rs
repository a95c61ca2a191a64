//! Joins the stylesheets that the page starts with.

use anyhow::{Context as _, Result};

use super::{DOCUMENTS, Files};

/// The joined stylesheet. It lies where the others do, so that addresses in them stay right.
const JOINED: &str = "ui/page.css";

/// Joins the stylesheets of the page in their order, so that a browser asks for one file. The others stay, for pages
/// that embed a viewer.
pub(super) fn join(files: &mut Files) -> Result<()> {
    let page = files.get(DOCUMENTS[0]).with_context(|| format!("www/{} is missing", DOCUMENTS[0]))?;
    let mut names = Vec::new();
    let mut lines = Vec::new();
    for line in str::from_utf8(page)?.lines() {
        let Some(name) = linked(line) else {
            lines.push(line.to_owned());
            continue;
        };
        if names.is_empty() {
            lines.push(format!("<link rel=\"stylesheet\" href=\"{JOINED}\">"));
        }
        names.push(name);
    }
    let styles = names.iter().map(|name| files.get(*name).with_context(|| format!("www/{name} is missing")));
    let joined = styles.collect::<Result<Vec<_>>>()?.into_iter().map(Vec::as_slice).collect::<Vec<_>>().join(&b'\n');
    let page = lines.join("\n") + "\n";
    files.insert(JOINED.into(), joined);
    files.insert(DOCUMENTS[0].into(), page.into());
    Ok(())
}

/// The stylesheet that a line of the page links.
fn linked(line: &str) -> Option<&str> {
    line.trim().strip_prefix("<link rel=\"stylesheet\" href=\"")?.strip_suffix("\">")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(page: &str) -> Files {
        let files = [("index.html", page), ("ui/a.css", "a {}"), ("ui/b.css", "b {}")];
        files.map(|(path, content)| (path.to_owned(), content.into())).into()
    }

    #[test]
    fn one_stylesheet_takes_the_place_of_the_first() {
        let page = "<head>\n  <link rel=\"stylesheet\" href=\"ui/b.css\">\n  <link rel=\"stylesheet\" href=\"ui/a.css\">\n\
                    <link rel=\"icon\" href=\"icon.svg\">\n";
        let mut files = files(page);
        join(&mut files).unwrap();
        let expected =
            "<head>\n<link rel=\"stylesheet\" href=\"ui/page.css\">\n<link rel=\"icon\" href=\"icon.svg\">\n";
        assert_eq!(files["index.html"], expected.as_bytes());
        assert_eq!(files["ui/page.css"], b"b {}\na {}");
        assert!(files.contains_key("ui/a.css"));
    }

    #[test]
    fn a_stylesheet_that_does_not_exist_is_an_error() {
        assert!(join(&mut files("<link rel=\"stylesheet\" href=\"absent.css\">")).is_err());
        assert!(join(&mut Files::new()).is_err());
    }
}
