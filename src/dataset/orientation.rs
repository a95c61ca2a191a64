//! How pictures are turned. EMNIST, for one, stores its images with rows and columns swapped.

/// One of the eight ways to put a picture: transposed or not, and then flipped.
///
/// A quarter turn clockwise is transposed and mirrored, a half turn mirrored and upturned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orientation {
    /// Rows are columns, and columns rows.
    pub transposed: bool,
    /// Then left is right.
    pub mirrored: bool,
    /// Then up is down.
    pub upturned: bool,
}

impl Orientation {
    /// The orientation that these letters stand for: t, h and v, any of them; whatever else there is has no meaning.
    #[must_use]
    pub fn parse(letters: &str) -> Self {
        let [transposed, mirrored, upturned] = [b't', b'h', b'v'].map(|letter| letters.as_bytes().contains(&letter));
        Self { transposed, mirrored, upturned }
    }

    /// The inverse of [`Orientation::parse`].
    #[must_use]
    pub fn letters(self) -> String {
        let letters = [(self.transposed, 't'), (self.mirrored, 'h'), (self.upturned, 'v')];
        letters.into_iter().filter_map(|(is_there, letter)| is_there.then_some(letter)).collect()
    }

    /// How the images of a file of this name have to be turned to stand upright: those of EMNIST are transposed.
    ///
    /// ```
    /// use idxlens::dataset::orientation::Orientation;
    ///
    /// assert_eq!(Orientation::suggested("emnist-letters-test-images-idx3-ubyte.gz").letters(), "t");
    /// assert_eq!(Orientation::suggested("t10k-images-idx3-ubyte.gz").letters(), "");
    /// ```
    #[must_use]
    pub fn suggested(name: &str) -> Self {
        const NAME: &[u8] = b"emnist";
        let name = name.as_bytes();
        // FEMNIST and others whose names end like this are stored upright.
        let begins = |at: usize| at == 0 || !name[at - 1].is_ascii_alphanumeric();
        let mut words = name.windows(NAME.len()).enumerate();
        let transposed = words.any(|(at, word)| word.eq_ignore_ascii_case(NAME) && begins(at));
        Self { transposed, ..Self::default() }
    }
}
