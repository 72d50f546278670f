/** Autocomplete from the local copy of the thesaurus, with document counts from the cluster. */

import type { SuggestedConcept, SuggestionQuery } from '@semantic-search/engine';
import { unknownFacet } from '@semantic-search/engine/building-blocks';
import { openSuggester, type Suggester } from '@semantic-search/query';
import type { Cluster } from '../cluster/cluster.ts';
import type { IndexVersion } from '../indices/index-versions.ts';
import { allConceptCounts, countConcepts } from './concept-counts.ts';
import { facetSource } from './filters.ts';

export type Suggest = (
  suggestionQuery: SuggestionQuery,
  indexVersion: IndexVersion,
  signal?: AbortSignal,
) => Promise<SuggestedConcept[]>;

/** Suggester that ranks concepts by the document counts at the time of the last full count. */
interface Ranking {
  /** Index version of the count. */
  indexVersion: IndexVersion;
  suggester: Suggester;
  /** Time and duration of the count in milliseconds. */
  at: number;
  took: number;
}

/**
 * Pause between full counts, as a multiple of their duration. A full count takes seconds on a large space, so it is
 * repeated in the background. It affects the ranking only; displayed counts are current.
 */
const RECOUNT_FACTOR = 20;

export function openSuggestions(cluster: Cluster): Suggest {
  let ranking: Ranking | undefined;
  let counting: { indexVersion: IndexVersion; ranking: Promise<Ranking> } | undefined;

  /** Without an abort signal, because the result is shared. */
  function count(indexVersion: IndexVersion): Promise<Ranking> {
    if (counting?.indexVersion.thesaurus === indexVersion.thesaurus) return counting.ranking;
    const begun = { indexVersion, ranking: rankingOf(indexVersion, cluster) };
    counting = begun;
    const end = (counted: Ranking | undefined) => {
      if (counting !== begun) return;
      counting = undefined;
      ranking = counted;
    };
    // After a failure, the next query retries the count.
    begun.ranking.then(end, () => end(ranking));
    return begun.ranking;
  }

  function rankingFor(indexVersion: IndexVersion): Ranking | Promise<Ranking> {
    if (ranking?.indexVersion.thesaurus !== indexVersion.thesaurus) return count(indexVersion);
    const isDue = performance.now() - ranking.at > RECOUNT_FACTOR * ranking.took;
    if (ranking.indexVersion !== indexVersion && isDue) void count(indexVersion);
    return ranking;
  }

  return async ({ text, context, count: most, language }, indexVersion, signal) => {
    const { thesaurus } = indexVersion.thesaurus;
    const source = context ? facetSource(context, indexVersion) : undefined;
    if (context && !source) throw unknownFacet(context, 'context');
    // Only concept facets have suggestions.
    if (source && source.kind !== 'concept') return [];
    const facet = source && thesaurus.facet(source.facet.uri);
    const { suggester, indexVersion: counted } = await rankingFor(indexVersion);
    const found = suggester.suggest({
      text,
      count: most,
      ...(language && { language }),
      ...(facet && { facet }),
    });
    if (counted === indexVersion) return found;
    const ordinals = found.map(({ uri }) => thesaurus.ordinal(uri)!);
    const counts = await countConcepts(ordinals, { indexVersion, cluster, signal });
    return found.map((each, i) => ({ ...each, count: counts[ordinals[i]!]! }));
  };
}

async function rankingOf(indexVersion: IndexVersion, cluster: Cluster): Promise<Ranking> {
  const began = performance.now();
  const suggester = openSuggester(indexVersion.thesaurus, await allConceptCounts(indexVersion, cluster));
  const at = performance.now();
  return { indexVersion, suggester, at, took: at - began };
}
