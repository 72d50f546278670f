/** Suggestions for settings from the search space: its facets, languages and recommenders. */
import type { Space } from '@semantic-search/contract';
import { text } from '../../text/text.ts';
import type { Path } from '../settings/draft.ts';
import type { Suggestion } from './field.ts';
import { nameWithTag } from './translations-field.ts';

/** Settings that name facets, and lists of such settings. */
const facetSettings = ['uri', 'boosts', 'sorts', 'include', 'exclude', 'facetsToShow', 'detailsToShow'];

/** Suggestions by the name of the setting or of the list that contains it; empty for other settings. */
export function spaceSuggestions(path: Path, searchSpace: string, spaces: readonly Space[]): Suggestion[] {
  const space = spaces.find(({ name }) => name === searchSpace);
  const unlabeled = (names: readonly string[] = []) => names.map((value) => ({ value, label: value }));
  switch (path.at(-1)) {
    case 'searchSpace':
      return unlabeled(spaces.map(({ name }) => name));
    case 'titles':
    case 'texts':
      return (space?.languages ?? []).map((value) => ({ value, label: nameWithTag(value) }));
    case 'recommender':
      return unlabeled(space?.recommenders);
  }
  if (!facetSettings.includes(String(path.at(-1)))) return [];
  return space?.facets.map(({ uri, label }) => ({ value: uri, label: facetLabel(label) })) ?? [];
}

/** Label of a facet; the aggregate of all concepts has none in the response (reference/http-api.md#facets). */
export const facetLabel = (label: string): string =>
  label === 'dyn_uri_all_concepts' ? text('allConcepts') : label;
