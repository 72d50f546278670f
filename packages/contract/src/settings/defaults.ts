/** Default settings: complete and valid; every color pair passes WCAG AA. */
import type { OrderSettings } from './order-settings.ts';
import type { ConfigurationSettings } from './settings.ts';

/** Defaults of a facet setting; `uri`, `title` and `refId` have no fixed one. */
export const defaultFacet = {
  show: true,
  facetMode: 'flat',
  hierarchicalDepth: 0,
  maximumTerms: 10,
  sorting: 'count',
  sortingOrder: 'desc',
  showAllButton: true,
  searchable: false,
} as const;

/** Settings that a change replaces as a whole, because their parts depend on each other. */
export const wholeSettings: readonly string[] = ['scope', 'ranking', 'popularSearches', 'texts'];

/** Names of the orders that requests can have. */
export const orderNames = ({ sorts = [] }: OrderSettings): string[] =>
  ['relevance', 'date', 'title'].concat(sorts.map(({ uri }) => uri));

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

/** Adds the settings that an earlier version did not store. Members keep their order. The stored value may be damaged. */
export function withDefaultSettings(stored: ConfigurationSettings): ConfigurationSettings {
  const settings = withDefaults(stored, defaultSettings);
  const facets = settings?.filter?.facetsToShow;
  if (!Array.isArray(facets)) return settings;
  const facetsToShow = facets.map((facet) => withDefaults(facet, defaultFacet));
  return { ...settings, filter: { ...settings.filter, facetsToShow } };
}

function withDefaults<Value>(value: Value, defaults: object): Value {
  if (!isPlainObject(value)) return value;
  const members = { ...value } as Record<string, unknown>;
  for (const [name, preset] of Object.entries(defaults))
    members[name] = Object.hasOwn(value, name) ? withDefaults(members[name], preset) : preset;
  return members as Value;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
