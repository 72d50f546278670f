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
import type { Cluster } from './cluster.ts';
import { allValues, type ValuesWanted } from './composite-aggregation.ts';
import { conceptCounts } from './concept-counts.ts';
import {
  type CountedValues,
  conceptAggregation,
  hasConcepts,
  hasLiterals,
  literalAggregation,
  type Share,
  shareOf,
  type ValueCount,
} from './field-values.ts';
import { type Filters, fieldOf, filterBut, narrowed, sourceOf } from './filters.ts';
import type { IndexVersion, Within } from './index-versions.ts';

export interface FacetCounts {
  question: FacetQuestion;
  source: FacetSource;
  ranges: LabelledRange[];
}

/** Rejects with `unknown-facet`. */
export async function facetCounts(
  questions: FacetQuestion[],
  edition: IndexVersion,
  cluster: Cluster,
): Promise<FacetCounts[]> {
  const found = questions.map((question) => ({ question, source: sourceOf(question.field, edition) }));
  return Promise.all(
    found.map(async ({ question, source }) => ({
      question,
      source,
      ranges: source.kind === 'number' ? await rangesOf(source, edition, cluster) : [],
    })),
  );
}

export function facetAggregations(counts: FacetCounts[], filters: Filters, edition: IndexVersion) {
  const entries = counts.map((count, i) => {
    const filter = filterBut(filters, count.source.facet.field);
    const counted = values(count, edition, shareOf(counts.length, edition.counting));
    return [`facet-${i}`, filter ? { filter, aggs: { values: counted } } : counted];
  });
  return Object.fromEntries(entries) as Record<string, object>;
}

function values(
  { question, source, ranges }: FacetCounts,
  { thesaurus: { thesaurus } }: IndexVersion,
  share: Share,
): object {
  if (source.kind === 'concept') return conceptAggregation(question, source.tree, thesaurus, share);
  if (source.kind === 'literal') return literalAggregation(fieldOf(source), question, share);
  return ranges.length === 0
    ? { terms: { field: fieldOf(source) } }
    : { range: { field: fieldOf(source), ranges: ranges.map(({ from, to }) => ({ from, to })) } };
}

/** What the counts are of: the documents that match the input, whatever is selected, and what is selected. */
export interface Counted {
  query: object;
  filters: Filters;
  aggregations: Record<string, unknown>;
}

export function facetAnswers(
  counts: FacetCounts[],
  { query, filters, aggregations }: Counted,
  { edition, cluster, signal }: Within,
  language: string | undefined,
): Promise<FacetAnswer[]> {
  const { index } = edition;
  const share = shareOf(counts.length, edition.counting);
  const { thesaurus } = edition.thesaurus;
  return Promise.all(
    counts.map(async ({ question, source, ranges }, i) => {
      const found = aggregations[`facet-${i}`] as CountedValues | { values: CountedValues };
      const counted = 'values' in found ? found.values : found;
      const { field, includeEmpty } = question;
      const passing = narrowed(query, filterBut(filters, source.facet.field));
      if (source.kind === 'concept') {
        const isEnough = hasConcepts(counted, question, source.tree);
        const numbers = await conceptCounts(counted, isEnough, passing, { edition, cluster, signal });
        return { field, values: conceptValues(question, source.tree, numbers, thesaurus, language) };
      }
      if (source.kind === 'number') {
        const numbers = Uint32Array.from(counted.buckets, ({ doc_count }) => doc_count);
        return { field, values: rangeValues(question, ranges, numbers) };
      }
      const wanted = { field: fieldOf(source), query: passing, mostValues: share.mostValues };
      const isEnough = hasLiterals(counted, question, share);
      const some = isEnough ? counted.buckets : await allValues({ index, ...wanted }, cluster, signal);
      const literals = includeEmpty ? await withEmpty(some, wanted, { edition, cluster }) : some;
      const numbers = Uint32Array.from(literals, ({ doc_count }) => doc_count);
      return { field, values: literalValues(question, numbers, (value) => literals[value]!.key) };
    }),
  );
}

/**
 * With those that only other documents have. A cluster that is asked for terms without documents gives those of deleted
 * ones, too, until it has cleared them away.
 */
async function withEmpty(
  some: ValueCount[],
  { field, mostValues }: Omit<ValuesWanted, 'index'>,
  { edition, cluster }: Omit<Within, 'signal'>,
): Promise<ValueCount[]> {
  const { index } = edition;
  const all = await once(edition, `values ${field}`, () =>
    allValues({ index, field, query: { match_all: {} }, mostValues }, cluster),
  );
  const counted = new Set(some.map(({ key }) => key));
  return [...some, ...all.filter(({ key }) => !counted.has(key)).map(({ key }) => ({ key, doc_count: 0 }))];
}

/** Ranges over what all documents of the space have, so that they stay while a visitor selects. */
function rangesOf(
  source: Extract<FacetSource, { kind: 'number' }>,
  edition: IndexVersion,
  cluster: Cluster,
): Promise<LabelledRange[]> {
  return once(edition, `ranges ${source.attribute.name}`, async () => {
    const field = fieldOf(source);
    const body = { size: 0, aggs: { least: { min: { field } }, most: { max: { field } } } };
    const { aggregations } = await cluster.search(`/${edition.index}/_search`, body);
    const { least, most } = aggregations as Record<'least' | 'most', { value: number | null }>;
    return least.value === null || most.value === null
      ? []
      : rangesOver(least.value, most.value, source.attribute.kind);
  });
}

/** Asks only once as long as the edition is looked at, for all who ask, so by nobody's signal; what failed is asked again. */
export function once<Answer>(
  { known }: IndexVersion,
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
