/** One search from question to answer: read, asked of the cluster, asked more widely where little is found, presented. */
import { isDeepStrictEqual } from 'node:util';
import {
  allSettings,
  hasTooFewHits,
  MIN_HITS,
  nextRelaxation,
  presenter,
  type QueryPlan,
  type Relaxation,
  type SearchAnswer,
  type SearchQuery,
  type ShownBy,
  withoutPrefixMatches,
} from '@semantic-search/engine';
import { ProblemError } from '../../errors.ts';
import type { Cluster, Found } from './cluster.ts';
import { type FacetCounts, facetAggregations, facetAnswers, facetCounts } from './facets.ts';
import { type Filters, filterBut, filtersOf } from './filters.ts';
import { type Kept, storedOf } from './index-document.ts';
import type { IndexVersion } from './index-versions.ts';
import { planner } from './planner.ts';
import { queryOf } from './query.ts';

/** Where the answers of a cluster end, in documents (`index.max_result_window`). */
const window = 10_000;

export const kept = ['id', 'content', 'extracted'];

/** What came of reading the input in one way. */
interface Run {
  leniency: Relaxation;
  plan: QueryPlan;
  query: object;
  found: Found<Kept>;
  /** Documents that match the input, whatever is selected. */
  documents: number;
  /** Too few of them match it as it was typed, if its last word does not go on. */
  goesOnOnly: boolean;
}

export async function search(
  question: SearchQuery,
  edition: IndexVersion,
  cluster: Cluster,
  signal?: AbortSignal,
): Promise<SearchAnswer> {
  if (question.start + question.count > window) {
    throw new ProblemError(
      'bad-request',
      `This search space shows the first ${window} results only: narrow the search instead.`,
    );
  }
  const filters = filtersOf(question, edition);
  const counts = await facetCounts(question.facets, edition, cluster);
  const within = { edition, cluster, signal };
  const planning = planner(question, within);
  const run = async (leniency: Relaxation, last?: Run): Promise<Run> => {
    const plan = await planning.plan(leniency);
    const query = queryOf(plan, leniency, edition);
    // More leniently read, a phrase for one is still the same.
    if (last && isDeepStrictEqual(query, last.query)) return { ...last, leniency, plan };
    const typed = withoutPrefixMatches(plan);
    const enough = typed === plan ? undefined : queryOf(typed, leniency, edition);
    const body = searchBody(question, { query, enough }, filters, counts, edition);
    const found = await cluster.search<Kept>(`/${edition.index}/_search`, body, signal);
    const [matching, asked] = [found.aggregations.matching, found.aggregations.typed] as (
      | { doc_count: number }
      | undefined
    )[];
    const documents = matching?.doc_count ?? found.total;
    const goesOnOnly = documents >= MIN_HITS && asked !== undefined && asked.doc_count < MIN_HITS;
    return { leniency, plan, query, found, documents, goesOnOnly };
  };
  const exact = await run({});
  let last = exact;
  for (let next = nextRelaxation(exact, allSettings); next; next = nextRelaxation(last, allSettings))
    last = await run(next, last);
  const suggestion = hasTooFewHits(exact) ? await planning.suggestion(last.plan) : undefined;
  const { aggregations } = last.found;
  const counted = { query: last.query, filters, aggregations };
  const facets = await facetAnswers(counts, counted, within, question.language);
  const answer = { ...presented(last, question, edition), facets };
  return suggestion === undefined ? answer : { ...answer, suggestion };
}

function presented(
  { plan, found }: Run,
  question: SearchQuery,
  edition: IndexVersion,
): Omit<SearchAnswer, 'facets'> {
  const present = presenter(shownBy(edition), plan, question.language);
  return {
    total: found.total,
    documents: found.hits.map(({ _score, _source }) =>
      present(storedOf(_source), _score ?? 0, question.documentFacets, question.summaryLength),
    ),
    understood: plan.understood,
  };
}

export function shownBy({ attributes, vocabulary, thesaurus }: IndexVersion): ShownBy {
  return { index: { attributes, vocabulary, generation: { thesaurus } } };
}

function searchBody(
  { sort, start, count }: SearchQuery,
  { query, enough }: { query: object; enough: object | undefined },
  filters: Filters,
  counts: FacetCounts[],
  edition: IndexVersion,
): object {
  const filter = filterBut(filters);
  return {
    from: start,
    size: count,
    _source: kept,
    track_total_hits: true,
    track_scores: true,
    query,
    sort: orderOf(sort),
    ...(filter && { post_filter: filter }),
    aggs: {
      ...(filter && { matching: { filter: { match_all: {} } } }),
      ...(enough && { typed: { filter: enough } }),
      ...facetAggregations(counts, filters, edition),
    },
  };
}

/** Of equals the newest comes first, then the one whose id does; the key decides where ids begin alike, so that pages do not overlap. */
function orderOf({ field, direction }: SearchQuery['sort']): object[] {
  const newest = { date: { order: 'desc', missing: '_last' } };
  const ties = [{ id_key: 'asc' }, { key: 'asc' }];
  switch (field) {
    case 'date':
      return [{ date: { order: direction, missing: '_last' } }, ...ties];
    case 'title':
      return [{ title_key: direction }, newest, ...ties];
    default:
      return [{ _score: direction }, newest, ...ties];
  }
}
