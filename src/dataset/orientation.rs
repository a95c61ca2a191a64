//! Orientation: how images are rotated and flipped.

/// One of the eight orientations of an image: transposed or not, and then flipped.
///
/// A rotation by 90 degrees clockwise is transposed and mirrored; by 180 degrees, mirrored and upturned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orientation {
    /// Rows and columns are swapped.
    pub transposed: bool,
    /// Then left and right are swapped.
    pub mirrored: bool,
    /// Then top and bottom are swapped.
    pub upturned: bool,
}

impl Orientation {
    /// The orientation for these letters: any of t (transposed), h (mirrored) and v (upturned). `None` for others.
    #[must_use]
    pub fn parse(letters: &str) -> Option<Self> {
        let mut orientation = Self::default();
        for letter in letters.chars() {
            match letter {
                't' => orientation.transposed = true,
                'h' => orientation.mirrored = true,
                'v' => orientation.upturned = true,
                _ => return None,
            }
        }
        Some(orientation)
    }

    /// The inverse of [`Orientation::parse`].
    #[must_use]
    pub fn letters(self) -> String {
        let letters = [(self.transposed, 't'), (self.mirrored, 'h'), (self.upturned, 'v')];
        letters.into_iter().filter_map(|(is_there, letter)| is_there.then_some(letter)).collect()
    }
}
