/** Settings of a configuration by the component that applies them. */

/** Applied by the page; each has a test in `settings.browser.test.ts`. */
export const settingsOfThePage = [
  'title',
  'result.itemsPerPage',
  'result.showResultCount',
  'result.showTags',
  'result.numberOfTags',
  'result.titleAction',
  'result.dateFormat',
  'result.showSimilarDocuments',
  'result.numberOfSimilarDocuments',
  'result.showDynamicSentiment',
  'result.showResultAsImage',
  'filter.facetsToShow',
  'filter.facetsToShow.showAllButton',
  'filter.facetsToShow.searchable',
  'filter.hideEmptyFacets',
  'filter.componentOrder',
  'layout.basicActionColor',
  'layout.focusActionColor',
  'layout.criticalActionColor',
  'layout.navbar',
  'layout.facets',
  'layout.documents',
  'layout.logo',
  'details.showSimilar',
  'details.showSimilarAsImage',
  'details.numberOfSimilar',
  'details.showRecommendations',
  'details.showRecommendedAsImage',
  'details.recommender',
  'details.numberOfRecommendations',
  'details.showConceptHighlighting',
] as const;
export type SettingOfThePage = (typeof settingsOfThePage)[number];

/** Applied by the service; tested in `test/e2e/settings.test.ts`. */
export const settingsOfTheService = [
  'searchSpace',
  'visible',
  'result.summaryLength',
  'filter.facetsToShow.uri',
  'filter.facetsToShow.title',
  'filter.facetsToShow.show',
  'filter.facetsToShow.facetMode',
  'filter.facetsToShow.hierarchicalDepth',
  'filter.facetsToShow.maximumTerms',
  'filter.facetsToShow.sorting',
  'filter.facetsToShow.sortingOrder',
  'filter.facetsToShow.refId',
  'details.detailsToShow',
  'details.detailsToShow.uri',
  'details.detailsToShow.title',
  'details.detailsToShow.show',
  'details.detailsToShow.refId',
] as const;
export type SettingOfTheService = (typeof settingsOfTheService)[number];
