//! The jobs over the labels: the search through them, and the line through them.

use crate::{
    dataset::{Dataset, profile::Profile, search::Search, selection::Query, shared::SPAN_LEN},
    error::Error,
};

impl Dataset {
    /// Starts a search through labels that do not stay in memory, once the pass over them is over. Whether the query
    /// needs one; otherwise [`Dataset::select`] answers it.
    pub fn start_search(&mut self, query: &Query) -> bool {
        self.start_search_in(query, SPAN_LEN)
    }

    /// The same in spans of about `span_len` bytes.
    pub fn start_search_in(&mut self, query: &Query, span_len: u64) -> bool {
        self.jobs.search = Search::new(query, self.items(), self.labels(), span_len);
        self.jobs.search.is_some()
    }

    /// The numbers of the items found, in the order of the query; this ends the search. `None` while the search
    /// continues, and where there is none because another file was opened or the layout changed.
    ///
    /// # Errors
    /// The errors of [`select`](crate::dataset::selection::select).
    pub fn search_results(&mut self) -> Result<Option<Vec<u32>>, Error> {
        let search = self.jobs.search.take_if(|search| search.is_done());
        search.map(|search| search.ordered(self.means())).transpose()
    }

    /// Starts a profile of the labels of these items, in this order, or of all.
    pub fn start_profile(&mut self, items: Option<Vec<u32>>) {
        self.jobs.profile = Some(Profile::new(items, self.items()));
    }

    /// The profile of the labels, as far as it is prepared.
    #[must_use]
    pub fn profile(&self) -> Option<&Profile> {
        self.jobs.profile.as_ref()
    }
}
