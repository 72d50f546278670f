/** Suggestions from the local copy of the thesaurus; how many documents each concept has is asked of the cluster. */
import {
  openSuggester,
  type SuggestedConcept,
  type Suggester,
  type SuggestionQuestion,
} from '@semantic-search/engine';
import type { Cluster } from './cluster.ts';
import { countsOf, everyCount } from './concept-counts.ts';
import { sourceOf } from './filters.ts';
import type { IndexVersion } from './index-versions.ts';

export type Suggest = (
  question: SuggestionQuestion,
  edition: IndexVersion,
  signal?: AbortSignal,
) => Promise<SuggestedConcept[]>;

/** Concepts in their order among equals, by the documents that they had when these were counted. */
interface Ranking {
  /** As it was looked at then. */
  edition: IndexVersion;
  suggester: Suggester;
  /** When that was done, and how long it took, in milliseconds. */
  at: number;
  took: number;
}

/**
 * Counting every concept takes a large space seconds: it is done again in the background, after twenty times as long, and
 * the order is that of before until then. The numbers that are shown are those of the moment.
 */
const rest = 20;

export function suggestionsOf(cluster: Cluster): Suggest {
  let ranking: Ranking | undefined;
  let counting: { edition: IndexVersion; ranking: Promise<Ranking> } | undefined;

  /** By nobody's signal: it is for all who ask. */
  function count(edition: IndexVersion): Promise<Ranking> {
    if (counting?.edition.thesaurus === edition.thesaurus) return counting.ranking;
    const begun = { edition, ranking: rankingOf(edition, cluster) };
    counting = begun;
    const end = (counted: Ranking | undefined) => {
      if (counting !== begun) return;
      counting = undefined;
      ranking = counted;
    };
    // What could not be counted is tried by the next question.
    begun.ranking.then(end, () => end(ranking));
    return begun.ranking;
  }

  function rankingFor(edition: IndexVersion): Ranking | Promise<Ranking> {
    if (ranking?.edition.thesaurus !== edition.thesaurus) return count(edition);
    const isDue = performance.now() - ranking.at > rest * ranking.took;
    if (ranking.edition !== edition && isDue) void count(edition);
    return ranking;
  }

  return async ({ text, context, count: most, language }, edition, signal) => {
    const { thesaurus } = edition.thesaurus;
    const source = context ? sourceOf(context, edition) : undefined;
    // The values of other facets are no concepts: none is suggested.
    if (source && source.kind !== 'concept') return [];
    const facet = source && thesaurus.facet(source.facet.uri);
    const { suggester, edition: counted } = await rankingFor(edition);
    const found = suggester.suggest({
      text,
      count: most,
      ...(language && { language }),
      ...(facet && { facet }),
    });
    if (counted === edition) return found;
    const ordinals = found.map(({ uri }) => thesaurus.ordinal(uri)!);
    const counts = await countsOf(ordinals, { edition, cluster, signal });
    return found.map((each, i) => ({ ...each, count: counts[ordinals[i]!]! }));
  };
}

async function rankingOf(edition: IndexVersion, cluster: Cluster): Promise<Ranking> {
  const began = performance.now();
  const suggester = openSuggester(edition.thesaurus, await everyCount(edition, cluster));
  const at = performance.now();
  return { edition, suggester, at, took: at - began };
}
