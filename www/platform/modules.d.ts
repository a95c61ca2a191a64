/** The modules that are fetched on demand, by their paths below www/. */

/** The modules of elements, by tag. Such a module exports nothing else. */
export interface Elements {
  'alert-list': import('../ui/alert-list.js').AlertList;
  'axis-controls': import('../ui/axis-controls.js').AxisControls;
  'bytes-view': import('../ui/bytes-view.js').BytesView;
  'check-findings': import('../ui/check-findings.js').CheckFindings;
  'check-view': import('../ui/check-view.js').CheckView;
  'class-histogram': import('../ui/class-histogram.js').ClassHistogram;
  'class-pictures': import('../ui/class-pictures.js').ClassPictures;
  'cleared-note': import('../ui/cleared-note.js').ClearedNote;
  'compare-pane': import('../ui/compare-pane.js').ComparePane;
  'export-view': import('../ui/export-view.js').ExportView;
  'file-notes': import('../ui/file-notes.js').FileNotes;
  'file-pairing': import('../ui/file-pairing.js').FilePairing;
  'heat-map': import('../ui/heat-map.js').HeatMap;
  'item-finder': import('../ui/item-finder.js').ItemFinder;
  'item-panel': import('../ui/item-panel.js').ItemPanel;
  'item-table': import('../ui/item-table.js').ItemTable;
  'label-controls': import('../ui/label-controls.js').LabelControls;
  'line-plot': import('../ui/line-plot.js').LinePlot;
  'style-controls': import('../ui/style-controls.js').StyleControls;
  'map-view': import('../ui/map-view.js').MapView;
  'names-question': import('../ui/names-question.js').NamesQuestion;
  'panel-edge': import('../ui/panel-edge.js').PanelEdge;
  'prediction-notes': import('../ui/prediction-notes.js').PredictionNotes;
  'prediction-view': import('../ui/prediction-view.js').PredictionView;
  'presentation-view': import('../ui/presentation-view.js').PresentationView;
  'raw-bytes': import('../ui/raw-bytes.js').RawBytes;
  'recent-files': import('../ui/recent-files.js').RecentFiles;
  'review-summary': import('../ui/review-summary.js').ReviewSummary;
  'selection-bar': import('../ui/selection-bar.js').SelectionBar;
  'similar-items': import('../ui/similar-items.js').SimilarItems;
  'sketch-view': import('../ui/sketch-view.js').SketchView;
  'shortcut-help': import('../ui/shortcut-help.js').ShortcutHelp;
  'statistics-view': import('../ui/statistics-view.js').StatisticsView;
}

export type Modules = { [T in keyof Elements as `ui/${T}`]: Record<string, new () => Elements[T]> } & {
  'engine/checker': typeof import('../engine/checker.js');
};
