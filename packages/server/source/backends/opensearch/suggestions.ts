/** Suggestions from the local copy of the thesaurus; how many documents each concept has is asked of the cluster. */
import { openSuggester, type SuggestedConcept, type SuggestionQuestion } from '@semantic-search/engine';
import type { Cluster } from './cluster.ts';
import type { Edition } from './editions.ts';
import { conceptCounts, once } from './facets.ts';
import { sourceOf } from './filters.ts';
import { type CountedValues, everyConcept, shareOf } from './values.ts';

export async function suggest(
  { text, context, count, language }: SuggestionQuestion,
  edition: Edition,
  cluster: Cluster,
  signal?: AbortSignal,
): Promise<SuggestedConcept[]> {
  const { thesaurus } = edition.thesaurus;
  const source = context ? sourceOf(context, edition) : undefined;
  // The values of other facets are no concepts: none is suggested.
  if (source && source.kind !== 'concept') return [];
  const suggester = await once(edition, 'suggester', async () =>
    openSuggester(edition.thesaurus, await documentCounts(edition, cluster, signal)),
  );
  const facet = source && thesaurus.facet(source.facet.uri);
  return suggester.suggest({ text, count, ...(language && { language }), ...(facet && { facet }) });
}

/** Documents with each concept or something narrower. */
export function documentCounts(
  edition: Edition,
  cluster: Cluster,
  signal?: AbortSignal,
): Promise<Uint32Array> {
  return once(edition, 'counts', async () => {
    const query = { match_all: {} };
    const body = {
      size: 0,
      query,
      aggs: { concepts: everyConcept(edition.thesaurus.thesaurus, shareOf(1, edition.counting)) },
    };
    const { aggregations } = await cluster.search(`/${edition.index}/_search`, body, signal);
    const concepts = aggregations.concepts as CountedValues;
    const isEnough = concepts.sum_other_doc_count === 0;
    return conceptCounts(concepts, isEnough, query, { edition, cluster, signal });
  });
}
