//! The module of the check: what is worth a look among the images of the open datasets.
