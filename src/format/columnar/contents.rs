//! The output of a file, and the description of its columns.

use super::{
    Columns, Label,
    plan::{Images, Plan, Scores},
    schema::Kind,
    table::Table,
};
use crate::format::{
    columns::{is_pixel, is_square, shape},
    element::ElementType,
    header::Header,
};

/// Values of a list that can be shown before all have come.
const MAX_EARLY: usize = 1 << 20;

impl Table {
    pub(super) fn take_output(&mut self) -> [Vec<u8>; 2] {
        // Those of pictures are few, and stay until the end.
        let labels = if self.has_files() { Vec::new() } else { self.rows.take_labels() };
        [self.rows.take_images(), labels]
    }

    pub(super) fn pictures(&self) -> Option<&[u32]> {
        self.has_files().then(|| self.rows.lens())
    }

    pub(super) fn picture_labels(&self) -> Option<Vec<f64>> {
        let has_labels = self.has_files() && !self.plan.labels.is_empty();
        let (labels, [_, element_type]) = (self.rows.kept_labels(), self.rows.types());
        has_labels.then(|| {
            let mut values = vec![0.0; labels.len() / element_type.size()];
            element_type.decode_into(labels, &mut values);
            values
        })
    }

    pub(super) fn picture_names(&self) -> Option<String> {
        let names = self.rows.named_files().filter(|_| self.plan.file_names.is_some());
        names.map(|names| String::from_utf8_lossy(names).into_owned())
    }

    pub(super) fn described(&self) -> Columns {
        let Plan { ref labels, is_named, scores, ref other_labels, ref left_out, .. } = self.plan;
        let columns = &self.file.schema.columns;
        let label = |&at: &usize| Label { column: columns[at].name.clone(), class_names: self.class_names(at) };
        let numbering = match scores {
            Some(Scores::NumberedBy(column)) => labels.iter().position(|&label| label == column),
            _ => None,
        };
        // The column that numbers them may have been left out.
        let are_placed = scores == Some(Scores::InOrder) || numbering.is_some();
        let predictions = match self.plan.images {
            Images::Lists(at) if are_placed => Some(columns[at].name.clone()),
            _ => None,
        };
        Columns {
            labels: labels.iter().map(label).collect(),
            is_named,
            predictions,
            numbering,
            other_labels: other_labels.clone(),
            left_out: left_out.clone(),
            unlabelled: self.rows.unlabelled(),
            cut: self.file.cut,
            rows: self.file.rows().unwrap_or_default(),
        }
    }

    /// The header of the images if the files can be their pixels: all have as many bytes as a square image has. Rows without
    /// a file have no image.
    fn pixels(&self) -> Option<Header> {
        let lens = self.rows.lens().iter().filter(|&&len| len > 0);
        let len = *lens.clone().next()?;
        let is_image = is_square(len as usize) && lens.clone().all(|&other| other == len);
        let count = u32::try_from(lens.count()).ok().filter(|_| is_image)?;
        Header::new(ElementType::U8, [&[count][..], &shape(len as usize, "", true)].concat()).ok()
    }

    /// How many images have come out, but for pictures, and the labels of how many.
    pub(super) fn items(&self) -> [u64; 2] {
        let elements = match &self.plan.images {
            Images::Files(_) | Images::Text(_) => 0,
            Images::Lists(column) => {
                let len = self.rows.pattern().known_len().unwrap_or(0);
                // To look at the shape of a long list takes a while.
                let is_early = len <= MAX_EARLY && self.list_shape(*column).is_some();
                if is_early || self.is_done() { len } else { 0 }
            }
            Images::Table(values) => values.len(),
        };
        self.rows.items(elements)
    }

    /// The shape of the lists in a column. `None` when they have several.
    fn list_shape(&self, column: usize) -> Option<Vec<u32>> {
        match self.file.schema.columns[column].kind {
            Kind::List(rank) => self.rows.pattern().shape(rank),
            _ => None,
        }
    }

    pub(super) fn headers(&self) -> [Option<Header>; 2] {
        let [image_type, label_type] = self.rows.types();
        let item = match &self.plan.images {
            Images::Files(_) => return [self.pixels(), None],
            Images::Text(_) => return [None, None],
            Images::Lists(column) => {
                let told = &self.file.schema.columns[*column].shape;
                match self.list_shape(*column).as_deref() {
                    Some(&[len]) if is_shape_of(told, len) => told.clone(),
                    Some(&[len]) => shape(len as usize, "", image_type == ElementType::U8),
                    list => list.unwrap_or_default().to_vec(),
                }
            }
            Images::Table(values) => {
                let last = values
                    .last()
                    .map(|&column| self.file.schema.columns[column].name.to_lowercase())
                    .unwrap_or_default();
                shape(values.len(), &last, is_pixel(&last) || image_type == ElementType::U8)
            }
        };
        let [images, labels] = self.items();
        let header = |element_type, item: &[u32]| {
            let count = u32::try_from(images).ok().filter(|&count| count > 0)?;
            Header::new(element_type, [&[count], item].concat()).ok()
        };
        let columns = u32::try_from(self.plan.labels.len()).unwrap_or(u32::MAX);
        let labels = match columns {
            0 => None,
            // Those of lists come after the images of their rows.
            _ if labels != images || matches!(self.plan.images, Images::Lists(_)) && !self.is_done() => None,
            1 => header(label_type, &[]),
            _ => header(label_type, &[columns]),
        };
        [header(image_type, &item), labels]
    }
}

/// Whether a shape has so many values.
fn is_shape_of(shape: &[u32], len: u32) -> bool {
    !shape.is_empty() && shape.iter().try_fold(1_u32, |product, &size| product.checked_mul(size)) == Some(len)
}
