/** Plans of the engine for inputs; how many documents have a word, where that decides, is asked of the cluster. */
import {
  allSettings,
  type Known,
  type Leniency,
  type Plan,
  planSearch,
  type SearchQuestion,
  suggestedInput,
  type TermGroup,
} from '@semantic-search/engine';
import type { Within } from './facets.ts';
import { textsOf } from './query.ts';

export interface Planner {
  plan(leniency: Leniency): Promise<Plan>;
  /** What was probably meant, by the last plan; undefined where nothing better is known. */
  suggestion(plan: Plan): Promise<string | undefined>;
}

export function planner({ input, language }: SearchQuestion, within: Within): Planner {
  const { vocabulary, thesaurus } = within.edition;
  const counts = new Map<string, number>();

  /** Works out once more when it is known how many documents have the words that it depends on. */
  async function counted<Result>(work: (known: Known) => Result): Promise<Result> {
    for (;;) {
      const unknown = new Map<string, TermGroup>();
      const documentsWith = (group: TermGroup) => {
        const key = group.join(' ');
        const count = group.length === 0 ? 0 : counts.get(key);
        if (count === undefined) unknown.set(key, group);
        return count ?? 0;
      };
      const result = work({ vocabulary, thesaurus, documentsWith });
      if (unknown.size === 0) return result;
      for (const [key, count] of await documentsWithEach(unknown, within)) counts.set(key, count);
    }
  }

  return {
    plan: (leniency) => counted((known) => planSearch(input, known, allSettings, { ...leniency, language })),
    suggestion: (plan) => counted((known) => suggestedInput(input, plan, known, allSettings.stemming)),
  };
}

async function documentsWithEach(
  groups: ReadonlyMap<string, TermGroup>,
  { edition, cluster, signal }: Within,
): Promise<[key: string, count: number][]> {
  const filters = Object.fromEntries(
    [...groups].map(([key, group]) => [key, { terms: { terms: textsOf(group, edition) } }]),
  );
  const body = { size: 0, track_total_hits: false, aggs: { words: { filters: { filters } } } };
  const { aggregations } = await cluster.search(`/${edition.index}/_search`, body, signal);
  const { buckets } = aggregations.words as { buckets: Record<string, { doc_count: number }> };
  return Object.entries(buckets).map(([key, { doc_count }]) => [key, doc_count]);
}
