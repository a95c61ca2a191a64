/// Images of one size in memory, as gray values from 0 to 255, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrayImages {
    height: usize,
    width: usize,
    values: Vec<u8>,
    largest: u8,
}

impl GrayImages {
    /// No images yet, of `height` rows and `width` columns.
    ///
    /// # Panics
    /// When the images would have no pixels.
    #[must_use]
    pub fn new(height: usize, width: usize) -> Self {
        assert!(height > 0 && width > 0, "an image has pixels");
        Self { height, width, values: Vec::new(), largest: 0 }
    }

    /// Makes room for so many more images, and no more than that.
    pub fn reserve(&mut self, images: usize) {
        self.values.reserve_exact(images * self.image_len());
    }

    /// Adds an image.
    ///
    /// # Panics
    /// When it does not have the size of the others.
    pub fn push(&mut self, image: &[u8]) {
        assert_eq!(image.len(), self.image_len(), "the images have one size");
        self.values.extend_from_slice(image);
        self.largest = image.iter().copied().fold(self.largest, u8::max);
    }

    /// The largest value of all images, 0 without any.
    #[must_use]
    pub fn largest(&self) -> u8 {
        self.largest
    }

    /// Rows of an image.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Columns of an image.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels of an image.
    #[must_use]
    pub fn image_len(&self) -> usize {
        self.height * self.width
    }

    /// How many images there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len() / self.image_len()
    }

    /// Whether there are no images.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The image at a place.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn image(&self, place: usize) -> &[u8] {
        &self.values[place * self.image_len()..][..self.image_len()]
    }

    /// The images in order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.values.chunks_exact(self.image_len())
    }
}
