//! The features of images, as one view shows them.

use std::sync::Arc;

use super::deskew::deskew;
use super::features::Features;
use crate::insight::GrayImages;

/// How a model sees the images. Models of different views also have folds and random numbers of their own, so that their
/// errors differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// As they are.
    Plain,
    /// With slanted figures set upright.
    Deskewed,
}

/// Images in one view, which gives their features: it extracts them again each time, unless they are kept.
#[derive(Debug)]
pub(super) struct ViewedImages {
    images: Arc<GrayImages>,
    /// The first so many are kept.
    limit: usize,
    view: View,
    extractor: Features,
    /// The image that is extracted, upright.
    upright: Vec<u8>,
    kept: Vec<u8>,
}

impl ViewedImages {
    pub(super) fn new(images: Arc<GrayImages>, limit: usize, view: View) -> Self {
        let extractor = Features::new(images.height(), images.width());
        let upright = vec![0; images.image_len()];
        Self { images, limit, view, extractor, upright, kept: Vec::new() }
    }

    pub(super) fn view(&self) -> View {
        self.view
    }

    /// How many features an image has.
    pub(super) fn count(&self) -> usize {
        self.extractor.count()
    }

    /// The features that are kept, image by image.
    pub(super) fn kept(&self) -> &[u8] {
        &self.kept
    }

    /// Keeps the features of the next images, at most so many. Whether there are more.
    pub(super) fn keep(&mut self, images: usize) -> bool {
        let mut kept = std::mem::take(&mut self.kept);
        let start = kept.len() / self.count();
        let end = (start + images).min(self.limit);
        for item in start..end {
            self.extract(item, &mut kept);
        }
        self.kept = kept;
        end < self.limit
    }

    /// The features of some images, one after the other. An image of one value has zeros.
    pub(super) fn features(&mut self, items: &[usize]) -> Vec<u8> {
        let count = self.count();
        let mut features = Vec::with_capacity(items.len() * count);
        for &item in items {
            match self.kept.get(item * count..(item + 1) * count) {
                Some(kept) => features.extend_from_slice(kept),
                None => self.extract(item, &mut features),
            }
        }
        features
    }

    fn extract(&mut self, item: usize, features: &mut Vec<u8>) {
        let mut image = self.images.image(item);
        if self.view == View::Deskewed {
            deskew(image, self.images.width(), &mut self.upright);
            image = &self.upright;
        }
        self.extractor.extract(image, features);
    }
}
