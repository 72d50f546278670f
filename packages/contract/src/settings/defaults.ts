/** Default settings: complete and valid; every color pair passes WCAG AA. */
import type { ConfigurationSettings } from './settings.ts';

export { defaultFacet } from './default-facet.ts';

/** Settings that a change replaces as a whole, because their parts depend on each other. */
export const wholeSettings: readonly string[] = ['scope', 'ranking', 'popularSearches', 'texts'];

export const defaultSettings: ConfigurationSettings = {
  title: 'Search',
  searchSpace: 'field-guide',
  visible: false,
  result: {
    itemsPerPage: 10,
    showResultCount: true,
    summaryLength: 200,
    showTags: true,
    numberOfTags: 10,
    titleAction: 'detail_view',
    dateFormat: 'medium',
    showSimilarDocuments: true,
    numberOfSimilarDocuments: 5,
    showDynamicSentiment: false,
    showResultAsImage: false,
  },
  filter: {
    facetsToShow: [],
    hideEmptyFacets: true,
    componentOrder: ['search', 'facets', 'date', 'reset', 'results'],
  },
  layout: {
    basicActionColor: { backgroundColor: '#1f5fa8', fontColor: '#ffffff' },
    focusActionColor: { backgroundColor: '#0b6e4f', fontColor: '#ffffff' },
    criticalActionColor: { backgroundColor: '#b3261e', fontColor: '#ffffff' },
    navbar: { backgroundColor: '#17324d', fontColor: '#ffffff' },
    facets: { backgroundColor: '#f4f6f8', fontColor: '#1c2733' },
    documents: { backgroundColor: '#ffffff', fontColor: '#1c2733' },
    logo: '',
  },
  details: {
    detailsToShow: [],
    showSimilar: true,
    showSimilarAsImage: false,
    showRecommendations: false,
    recommender: '',
    numberOfRecommendations: 5,
    numberOfSimilar: 5,
    showRecommendedAsImage: false,
    showConceptHighlighting: true,
  },
};
