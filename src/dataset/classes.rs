//! Class names: what the number of a class stands for. Known for the well-known sets, else read from a text.
//!
//! The file of labels never has the names, and sets share their file names, so names are a guess until somebody has
//! seen them. Anyone can write a text: no line is too long, no number of lines too large, and names hold nothing
//! that would not be seen.

use std::collections::BTreeMap;

use crate::{dataset::labels::Label, format::header::Header};

/// What the classes are called, as far as that says more than their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassNames(BTreeMap<Label, String>);

/// The well-known sets: the names of classes 0, 1, ...; empty where there is no such class.
const SETS: &[(&str, &str)] = &[
    ("mnist", DIGITS),
    ("qmnist", DIGITS),
    ("fashion-mnist", "T-shirt/top,Trouser,Pullover,Dress,Coat,Sandal,Shirt,Sneaker,Bag,Ankle boot"),
    ("kmnist", "お o,き ki,す su,つ tsu,な na,は ha,ま ma,や ya,れ re,を wo"),
    ("kannada", "೦,೧,೨,೩,೪,೫,೬,೭,೮,೯"),
    ("notmnist", "A,B,C,D,E,F,G,H,I,J"),
    ("emnist-balanced", MERGED),
    (
        "emnist-byclass",
        "0,1,2,3,4,5,6,7,8,9,A,B,C,D,E,F,G,H,I,J,K,L,M,N,O,P,Q,R,S,T,U,V,W,X,Y,Z,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,\
         u,v,w,x,y,z",
    ),
    ("emnist-bymerge", MERGED),
    (
        "emnist-letters",
        ",A/a,B/b,C/c,D/d,E/e,F/f,G/g,H/h,I/i,J/j,K/k,L/l,M/m,N/n,O/o,P/p,Q/q,R/r,S/s,T/t,U/u,V/v,W/w,X/x,Y/y,Z/z",
    ),
    ("emnist-digits", DIGITS),
    ("emnist-mnist", DIGITS),
];
const DIGITS: &str = "0,1,2,3,4,5,6,7,8,9";
const MERGED: &str = "0,1,2,3,4,5,6,7,8,9,A,B,C,D,E,F,G,H,I,J,K,L,M,N,O,P,Q,R,S,T,U,V,W,X,Y,Z,a,b,d,e,f,g,h,n,q,r,t";

/// The columns of QMNIST's labels, as its authors describe them.
const QMNIST: [&str; 8] = [
    "class",
    "NIST HSF series",
    "NIST writer",
    "digit of this writer",
    "NIST class code",
    "NIST digit",
    "duplicate of NIST digit",
    "unused",
];

/// What the images and labels of several sets are called alike.
const SHARED: [&str; 2] = ["train", "t10k"];

impl ClassNames {
    /// Characters of a name.
    pub const MAX_NAME: usize = 60;

    /// The names of a well-known set; `None` if there is no such set.
    #[must_use]
    pub fn preset(id: &str) -> Option<Self> {
        let (_, names) = SETS.iter().find(|(known, _)| *known == id)?;
        Some(Self::collect((0..).zip(names.split(','))))
    }

    /// The names in a text. Lines that begin with a number name the class of that number, and lines that do not are
    /// left out; if no line does, the lines name classes 0, 1, ..., and so do the parts of a single line between
    /// commas. Names that are all ASCII codes, as in EMNIST's mappings, are the characters meant.
    ///
    /// ```
    /// use idxlens::dataset::{classes::ClassNames, labels::Label};
    ///
    /// let names = ClassNames::parse("9 Ankle boot\n5: Sandal");
    /// assert_eq!(names.name(Label(9.0)), Some("Ankle boot"));
    /// assert_eq!(ClassNames::parse("cat, dog").name(Label(1.0)), Some("dog"));
    /// assert_eq!(ClassNames::parse("1 65 97\r\n2 66 98\r\n").name(Label(2.0)), Some("B/b"));
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let numbered: Vec<(i32, &str)> = lines(text).filter_map(numbered).collect();
        match (numbered.is_empty(), lines(text).count()) {
            (true, 1) => Self::collect((0..).zip(text.split(','))),
            (true, _) => Self::collect((0..).zip(lines(text))),
            (false, _) => {
                let codes: Option<Vec<(i32, String)>> =
                    numbered.iter().map(|&(label, name)| Some((label, characters(name)?))).collect();
                codes.map_or_else(|| Self::collect(numbered), Self::collect)
            }
        }
    }

    /// Whether a text is a mapping: lines that all begin with a number.
    #[must_use]
    pub fn is_mapping(text: &str) -> bool {
        let mut lines = lines(text).peekable();
        lines.peek().is_some() && lines.all(|line| numbered(line).is_some())
    }

    /// What a class is called, if that is not just its number.
    #[must_use]
    pub fn name(&self, label: Label) -> Option<&str> {
        self.0.get(&label).map(String::as_str)
    }

    /// Whether there are no names.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn collect(names: impl IntoIterator<Item = (i32, impl AsRef<str>)>) -> Self {
        let names = names.into_iter().map(|(label, name)| (label, visible(name.as_ref())));
        let telling = names.filter(|(label, name)| !name.is_empty() && *name != label.to_string());
        Self(telling.map(|(label, name)| (Label(label.into()), name)).collect())
    }
}

/// The well-known set that a file belongs to, by its name, or else by the name of its folder, and so on outwards.
#[must_use]
pub fn recognize(path: &str) -> Option<&'static str> {
    let parts = path.rsplit('/').map(str::to_lowercase);
    let id = parts
        .map(|part| set(&part.split(|c: char| !c.is_alphanumeric()).collect::<Vec<_>>()))
        .find(Option::is_some)??;
    SETS.iter().map(|&(known, _)| known).find(|known| *known == id)
}

/// Whether the files of several well-known sets are called like this.
#[must_use]
pub fn is_shared(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let rest = SHARED.iter().find_map(|split| name.strip_prefix(split)?.strip_prefix('-'));
    rest.is_some_and(|rest| ["images", "labels"].iter().any(|kind| rest.starts_with(kind)))
}

/// What the columns of labels hold, where that is known; else nothing.
#[must_use]
pub fn columns(path: &str, header: &Header) -> &'static [&'static str] {
    if header.item_elements() == 8 && recognize(path) == Some("qmnist") { &QMNIST } else { &[] }
}

/// The set that the words of one name tell: empty if they tell that it is none of those known.
fn set(words: &[&str]) -> Option<String> {
    let has = |word: &str| words.contains(&word);
    let splits = ["balanced", "byclass", "bymerge", "letters", "digits", "mnist"];
    let id = match () {
        () if has("emnist") => {
            let split = splits.into_iter().find(|split| has(split));
            return Some(split.map(|split| format!("emnist-{split}")).unwrap_or_default());
        }
        () if has("fashion") || has("fashionmnist") => "fashion-mnist",
        () if has("kmnist") || has("kuzushiji") && has("mnist") => "kmnist",
        () if has("kannada") => "kannada",
        () if has("notmnist") || has("not") && has("mnist") => "notmnist",
        () if has("qmnist") || has("xnist") => "qmnist",
        // Many sets have it in their name.
        () if words == ["mnist"] => "mnist",
        () => return None,
    };
    Some(id.to_owned())
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.trim_start_matches('\u{FEFF}').lines().map(str::trim).filter(|line| !line.is_empty())
}

/// A line that begins with a number, and what follows it.
fn numbered(line: &str) -> Option<(i32, &str)> {
    let separates = |c: char| c.is_whitespace() || [',', ':', ';', '='].contains(&c);
    let (label, name) = line.split_once(separates)?;
    Some((label.parse().ok()?, name.trim_start_matches(separates)))
}

/// The characters of ASCII codes, if these are some: `65 97` means "A/a".
fn characters(codes: &str) -> Option<String> {
    let character =
        |code: &str| code.parse().ok().filter(u8::is_ascii_graphic).map(|code| char::from(code).to_string());
    let characters: Option<Vec<_>> = codes.split_whitespace().map(character).collect();
    characters.filter(|characters| !characters.is_empty()).map(|characters| characters.join("/"))
}

/// A name on one line, of bounded length, without what would only change how other text is shown.
fn visible(name: &str) -> String {
    let words = name.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let mut shown = words.flat_map(|word| [" ", word]).skip(1).flat_map(str::chars).filter(|c| !is_directional(*c));
    let mut short: String = shown.by_ref().take(ClassNames::MAX_NAME).collect();
    if shown.next().is_some() {
        short.pop();
        short.push('…');
    }
    short
}

/// Turns the direction of the text that follows.
fn is_directional(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
