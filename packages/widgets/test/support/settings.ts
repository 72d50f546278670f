/** Default settings of the tests: four facets and a recommender. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { defaultFacet, defaultSettings } from '@semantic-search/contract/defaults';

export const testSettings = (
  part: (settings: ConfigurationSettings) => void = () => {},
): ConfigurationSettings => {
  const settings = structuredClone(defaultSettings);
  settings.title = 'Library of Economics';
  settings.searchSpace = 'economics';
  settings.filter.facetsToShow = ['Topic', 'Type', 'Publisher', 'Pages'].map((title) => ({
    ...defaultFacet,
    uri: title,
    title,
    facetMode: title === 'Topic' ? 'hierarchical' : 'flat',
    maximumTerms: 50,
    searchable: title === 'Publisher',
    refId: '',
  }));
  Object.assign(settings.details, {
    showRecommendations: true,
    recommender: 'related-concepts',
    numberOfRecommendations: 3,
    numberOfSimilar: 4,
  });
  part(settings);
  return settings;
};
