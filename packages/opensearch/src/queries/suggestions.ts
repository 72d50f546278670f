/** Autocomplete from the local copy of the thesaurus, with document counts from the cluster. */
import type { SuggestedConcept, SuggestionQuery } from '@semantic-search/engine';
import { findFacet, unknownFacet } from '@semantic-search/engine/building-blocks';
import { openSuggester, type Suggester } from '@semantic-search/query';
import { LRUCache } from 'lru-cache';
import type { QueryTarget } from '../indices/query-target.ts';
import { allConceptCounts, countConcepts } from './value-counts.ts';

/** Each suggester holds the counts and scores of a scope. */
const MAX_SUGGESTERS = 8;
/** Pause between full counts of a large space, as a multiple of their duration. They affect the ranking only. */
const RECOUNT_FACTOR = 20;

/** Returns a function that suggests concepts. It waits only for the first counts of a scope, and reuses outdated ones. */
export function openSuggestions() {
  /** Suggesters by index and scope; each ranks concepts by the document counts of its scope. */
  const suggesters = new LRUCache<string, Suggester, QueryTarget>({
    max: MAX_SUGGESTERS,
    // Placeholder: each count sets the time to live of its suggester.
    ttl: 1,
    allowStale: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    async fetchMethod(_key, _previous, { context: target, options }) {
      const began = performance.now();
      const counts = await allConceptCounts({ ...target, signal: undefined });
      options.ttl = Math.max(1, RECOUNT_FACTOR * (performance.now() - began));
      return openSuggester(target.indexVersion.indexedThesaurus, counts);
    },
  });

  return async (query: SuggestionQuery, target: QueryTarget): Promise<SuggestedConcept[]> => {
    const { text, context, count, language, scope } = query;
    target.signal?.throwIfAborted();
    const { indexVersion } = target;
    const { thesaurus } = indexVersion;
    const source = context ? findFacet(context, indexVersion) : undefined;
    if (context && !source) throw unknownFacet(context, 'context');
    // Only concept facets have suggestions.
    if (source && source.kind !== 'concept') return [];
    const facet = source && thesaurus.facet(source.facet.uri);
    const key = JSON.stringify([indexVersion.index, scope]);
    const suggester = await suggesters.forceFetch(key, { context: target });
    const restrictions = { ...(facet && { facet }), onlyInUse: scope !== undefined };
    const suggested = suggester.suggest({ text, count, ...(language && { language }), ...restrictions });
    const ordinals = suggested.map(({ uri }) => thesaurus.ordinal(uri)!);
    const counts = await countConcepts(ordinals, target);
    return suggested
      .map((concept, i) => ({ ...concept, count: counts[ordinals[i]!]! }))
      .filter(({ count: documents }) => !scope || documents > 0);
  };
}
