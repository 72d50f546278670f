/** Plans of the engine for inputs; how many documents have a word, where that decides, is asked of the cluster. */
import {
  allSettings,
  analyzerFor,
  byFrequency,
  type IndexStatistics,
  type LanguageShare,
  planQuery,
  type QueryPlan,
  type Relaxation,
  type SearchQuery,
  sharesOf,
  suggestedInput,
  type TermSet,
} from '@semantic-search/engine';
import { once } from './facets.ts';
import { fieldName } from './index-document.ts';
import type { Within } from './index-versions.ts';
import { textsOf } from './query.ts';

export interface Planner {
  plan(leniency: Relaxation): Promise<QueryPlan>;
  /** What was probably meant, by the last plan; undefined where nothing better is known. */
  suggestion(plan: QueryPlan): Promise<string | undefined>;
}

export function planner({ input, language }: SearchQuery, within: Within): Planner {
  const { vocabulary, thesaurus } = within.edition;
  const counts = new Map<string, number>();

  /** Works out once more when it is known how many documents have the words that it depends on. */
  async function counted<Result>(work: (known: IndexStatistics) => Result): Promise<Result> {
    const languages = await languagesIn(within);
    for (;;) {
      const unknown = new Map<string, TermSet>();
      const documentsWith = (group: TermSet) => {
        const key = group.join(' ');
        const count = group.length === 0 ? 0 : counts.get(key);
        if (count === undefined) unknown.set(key, group);
        return count ?? 0;
      };
      const mostCommon: IndexStatistics['mostCommon'] = (group, most, accepts) =>
        group
          .filter(accepts)
          .map((term) => ({ term, documents: documentsWith([term]) }))
          .filter(({ documents }) => documents > 0)
          .sort(byFrequency(vocabulary.terms))
          .slice(0, most)
          .map(({ term }) => term);
      const result = work({ vocabulary, thesaurus, documentsWith, mostCommon, languages: () => languages });
      if (unknown.size === 0) return result;
      for (const [key, count] of await documentsWithEach(unknown, within)) counts.set(key, count);
    }
  }

  return {
    plan: (leniency) => counted((known) => planQuery(input, known, allSettings, { ...leniency, language })),
    suggestion: (plan) => counted((known) => suggestedInput(input, plan, known, allSettings.stemming)),
  };
}

/** A cluster gives 65,535 counts in one answer at most (`search.max_buckets`). */
const mostCounts = 10_000;

async function documentsWithEach(
  groups: ReadonlyMap<string, TermSet>,
  { edition, cluster, signal }: Within,
): Promise<[key: string, count: number][]> {
  const all = [...groups];
  const counts: [string, number][] = [];
  for (let from = 0; from < all.length; from += mostCounts) {
    const filters = Object.fromEntries(
      all
        .slice(from, from + mostCounts)
        .map(([key, group]) => [key, { terms: { terms: textsOf(group, edition) } }]),
    );
    const body = { size: 0, track_total_hits: false, aggs: { words: { filters: { filters } } } };
    const { aggregations } = await cluster.search(`/${edition.index}/_search`, body, signal);
    const { buckets } = aggregations.words as { buckets: Record<string, { doc_count: number }> };
    for (const [key, { doc_count }] of Object.entries(buckets)) counts.push([key, doc_count]);
  }
  return counts;
}

/** More are in no fair share of the documents. */
const mostLanguages = 100;

/** As documents name them. */
function languagesIn({ edition, cluster }: Within): Promise<LanguageShare[]> {
  const { index, attributes, vocabulary } = edition;
  return once(edition, 'languages', async () => {
    if (!attributes.literal('language')) return sharesOf(new Map(), 1, vocabulary.languages);
    const named = { terms: { field: `literals.${fieldName('language')}`, size: mostLanguages } };
    const body = { size: 0, track_total_hits: true, aggs: { named } };
    const { aggregations, total } = await cluster.search(`/${index}/_search`, body);
    const { buckets } = aggregations.named as { buckets: { key: string; doc_count: number }[] };
    const counts = new Map<string, number>();
    for (const { key, doc_count } of buckets) {
      const { code } = analyzerFor(key);
      counts.set(code, (counts.get(code) ?? 0) + doc_count);
    }
    return sharesOf(counts, total, vocabulary.languages);
  });
}
