//! The images that are most similar to one.

use std::sync::Arc;

use super::{GrayImages, Neighbours, pixels};

/// Images that are compared with any other image of their size.
#[derive(Clone, Debug)]
pub struct Similar {
    images: Arc<GrayImages>,
    /// The squared length of each image as a vector: with it, a distance takes only a dot product.
    lengths: Vec<u64>,
}

impl Similar {
    /// Prepares the comparison with these images.
    #[must_use]
    pub fn new(images: Arc<GrayImages>) -> Self {
        let lengths = images.iter().map(pixels::square_length).collect();
        Self { images, lengths }
    }

    /// The `k` images that are nearest to an image, or all of them, as the neighbours of one image. If the image is one
    /// of them, it is the first, at distance 0, unless others are equal.
    ///
    /// # Panics
    /// When the image has another size.
    #[must_use]
    pub fn nearest(&self, image: &[u8], k: usize) -> Neighbours {
        assert_eq!(image.len(), self.images.image_len(), "the images have one size");
        let k = k.min(self.images.len());
        let mut nearest: Vec<(u64, u32)> = Vec::with_capacity(k + 1);
        let query: Vec<i16> = image.iter().map(|&pixel| pixel.into()).collect();
        let query_length = pixels::square_length(image);
        for ((item, other), length) in (0..).zip(self.images.iter()).zip(&self.lengths) {
            let distance = length + query_length - 2 * pixels::dot(other, &query);
            if nearest.len() < k || nearest.last().is_some_and(|&(limit, _)| distance < limit) {
                nearest.insert(nearest.partition_point(|&(nearer, _)| nearer <= distance), (distance, item));
                nearest.truncate(k);
            }
        }
        Neighbours {
            k,
            items: nearest.iter().map(|&(_, item)| item).collect(),
            distances: nearest.iter().map(|&(distance, _)| (distance as f64).sqrt() as f32).collect(),
        }
    }
}
