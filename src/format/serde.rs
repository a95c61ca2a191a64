//! Headers and layouts for serde. Both are checked when they come back.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::format::{element::ElementType, header::Header, layout::Layout};

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "Header")]
        struct Fields {
            element_type: ElementType,
            shape: Vec<u32>,
        }
        let Fields { element_type, shape } = Fields::deserialize(deserializer)?;
        Self::new(element_type, shape).map_err(D::Error::custom)
    }
}

/// Serialised as its text form.
impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Layout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
