/** Facets counted by aggregations, each as if nothing were selected in it, and shown as the engine package shows them. */
import {
  conceptValues,
  type FacetAnswer,
  type FacetQuestion,
  type FacetSource,
  type LabelledRange,
  literalValues,
  rangesOver,
  rangeValues,
} from '@semantic-search/engine';
import { RemoteFault } from '../graphsearch/fault.ts';
import type { Cluster } from './cluster.ts';
import type { Edition } from './editions.ts';
import { type Filters, fieldOf, filterBut, sourceOf } from './filters.ts';

export interface FacetCounts {
  question: FacetQuestion;
  source: FacetSource;
  ranges: LabelledRange[];
}

interface Bucket {
  key: string;
  doc_count: number;
}

interface Counted {
  values: { buckets: Bucket[]; sum_other_doc_count?: number };
}

/** A cluster gives 65,535 values in one answer. */
const mostConcepts = 50_000;
/** Values of an attribute that are looked at; with more of them the ones by label come first in the order of their bytes. */
const mostLiterals = 10_000;

/** Rejects with `unknown-facet`. */
export async function facetCounts(
  questions: FacetQuestion[],
  edition: Edition,
  cluster: Cluster,
  signal?: AbortSignal,
): Promise<FacetCounts[]> {
  const found = questions.map((question) => ({ question, source: sourceOf(question.field, edition) }));
  return Promise.all(
    found.map(async ({ question, source }) => ({
      question,
      source,
      ranges: source.kind === 'number' ? await rangesOf(source, edition, cluster, signal) : [],
    })),
  );
}

export function facetAggregations(counts: FacetCounts[], filters: Filters, edition: Edition) {
  const entries = counts.map((count, i) => [
    `facet-${i}`,
    { filter: filterBut(filters, count.source.facet.field), aggs: { values: values(count, edition) } },
  ]);
  return Object.fromEntries(entries) as Record<string, object>;
}

function values({ question, source, ranges }: FacetCounts, edition: Edition): object {
  if (source.kind === 'concept') return conceptsCounted(edition);
  if (source.kind === 'number') {
    return ranges.length === 0
      ? { terms: { field: fieldOf(source) } }
      : { range: { field: fieldOf(source), ranges: ranges.map(({ from, to }) => ({ from, to })) } };
  }
  const byLabel = question.sorting === 'label' ? { order: { _key: question.order } } : {};
  const rare = question.sorting === 'count' && question.order === 'asc' ? { order: { _count: 'asc' } } : {};
  const least = question.includeEmpty ? 0 : 1;
  return {
    terms: { field: fieldOf(source), size: mostLiterals, min_doc_count: least, ...byLabel, ...rare },
  };
}

/** Documents by each concept, itself or something narrower. */
export function conceptsCounted({ thesaurus }: Edition): object {
  const size = Math.min(mostConcepts, Math.max(1, thesaurus.thesaurus.size));
  return { terms: { field: 'about', size } };
}

/** By concept. Rejects where there are more of them than a cluster counts: some would seem to have none. */
export function conceptCounts(counted: unknown, { thesaurus: { thesaurus } }: Edition): Uint32Array {
  const { buckets, sum_other_doc_count: others = 0 } = counted as Counted['values'];
  if (others > 0) throw new RemoteFault('refused', `More than ${mostConcepts} concepts are to be counted.`);
  const counts = new Uint32Array(thesaurus.size);
  for (const { key, doc_count } of buckets) {
    const concept = thesaurus.ordinal(key);
    if (concept !== undefined) counts[concept] = doc_count;
  }
  return counts;
}

export function facetAnswers(
  counts: FacetCounts[],
  aggregations: Record<string, unknown>,
  edition: Edition,
  language: string | undefined,
): FacetAnswer[] {
  return counts.map(({ question, source, ranges }, i) => {
    const counted = (aggregations[`facet-${i}`] as Counted).values;
    const { field } = question;
    if (source.kind === 'concept') {
      const { thesaurus } = edition.thesaurus;
      const numbers = conceptCounts(counted, edition);
      return { field, values: conceptValues(question, source.tree, numbers, thesaurus, language) };
    }
    const numbers = Uint32Array.from(counted.buckets, ({ doc_count }) => doc_count);
    if (source.kind === 'number') return { field, values: rangeValues(question, ranges, numbers) };
    return { field, values: literalValues(question, numbers, (value) => counted.buckets[value]!.key) };
  });
}

/** Ranges over what all documents of the space have, so that they stay while a visitor selects. */
function rangesOf(
  source: Extract<FacetSource, { kind: 'number' }>,
  edition: Edition,
  cluster: Cluster,
  signal: AbortSignal | undefined,
): Promise<LabelledRange[]> {
  return once(edition, `ranges ${source.attribute.name}`, async () => {
    const field = fieldOf(source);
    const body = { size: 0, aggs: { least: { min: { field } }, most: { max: { field } } } };
    const { aggregations } = await cluster.search(`/${edition.index}/_search`, body, signal);
    const { least, most } = aggregations as Record<'least' | 'most', { value: number | null }>;
    return least.value === null || most.value === null
      ? []
      : rangesOver(least.value, most.value, source.attribute.kind);
  });
}

/** Asks only once as long as the edition is looked at; what failed is asked again. */
export function once<Answer>(
  { known }: Edition,
  question: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const found = known.get(question) as Promise<Answer> | undefined;
  if (found) return found;
  const answer = ask();
  known.set(question, answer);
  answer.catch(() => known.delete(question));
  return answer;
}
