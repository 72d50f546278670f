/** One search from question to answer: read, asked of the cluster, asked more widely where little is found, presented. */
import {
  little,
  presenter,
  type SearchAnswer,
  type SearchQuestion,
  type ShownBy,
} from '@semantic-search/engine';
import { ProblemError } from '../../errors.ts';
import type { Cluster, Found } from './cluster.ts';
import type { Edition } from './editions.ts';
import { type FacetCounts, facetAggregations, facetAnswers, facetCounts } from './facets.ts';
import { type Filters, filterBut, filtersOf } from './filters.ts';
import { inputQuery, type Reading, readInput } from './input.ts';
import { type Kept, storedOf } from './record.ts';

/** Where the answers of a cluster end, in documents (`index.max_result_window`). */
const window = 10_000;

export const kept = ['id', 'content', 'extracted'];

interface Run {
  reading: Reading;
  query: object;
  found: Found<Kept>;
  /** Documents that match the input, whatever is selected. */
  matching: number;
}

export async function search(
  question: SearchQuestion,
  edition: Edition,
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
  const counts = await facetCounts(question.facets, edition, cluster, signal);
  const run = async (
    partly: boolean,
    near: ReadonlyMap<string, string[]>,
    relaxed: boolean,
  ): Promise<Run> => {
    const reading = readInput(question.input, edition, { language: question.language, partly, near });
    const query = inputQuery(reading, relaxed);
    const body = searchBody(question, query, filters, counts, edition);
    const found = await cluster.search<Kept>(`/${edition.index}/_search`, body, signal);
    const matching = (found.aggregations.matching as { doc_count: number }).doc_count;
    return { reading, query, found, matching };
  };
  const none = new Map<string, string[]>();
  let last = await run(false, none, false);
  const several = last.reading.requirements.length > 1;
  let suggestion: string | undefined;
  if (last.reading.requirements.length > 0 && last.matching < little) {
    const near = await nearSpellings(last.reading, edition, cluster, signal);
    suggestion = corrected(question.input, last.reading, near);
    last = await run(true, none, false);
    if (last.matching < little && near.size > 0) last = await run(true, near, false);
    if (last.matching < little && several) last = await run(true, near, true);
  }
  const { aggregations } = last.found;
  const counted = { query: last.query, filters, aggregations };
  const within = { edition, cluster, signal };
  const facets = await facetAnswers(counts, counted, within, question.language);
  const answer = { ...presented(last, question, edition), facets };
  return suggestion === undefined ? answer : { ...answer, suggestion };
}

function presented(
  { reading, found }: Run,
  question: SearchQuestion,
  edition: Edition,
): Omit<SearchAnswer, 'facets'> {
  const present = presenter(shownBy(edition), reading, question.language);
  return {
    total: found.total,
    documents: found.hits.map(({ _score, _source }) =>
      present(storedOf(_source), _score ?? 0, question.documentFacets, question.summaryLength),
    ),
    understood: reading.understood,
  };
}

export function shownBy({ attributes, languages, thesaurus }: Edition): ShownBy {
  return { index: { attributes, vocabulary: { languages }, generation: { thesaurus } } };
}

function searchBody(
  { sort, start, count }: SearchQuestion,
  query: object,
  filters: Filters,
  counts: FacetCounts[],
  edition: Edition,
): object {
  const order = { order: sort.direction };
  const by = {
    relevance: { _score: order },
    date: { date: { ...order, missing: '_last' } },
    title: { title_key: order },
  };
  return {
    from: start,
    size: count,
    _source: kept,
    track_total_hits: true,
    track_scores: true,
    query,
    post_filter: filterBut(filters),
    // The key decides between equals, so that pages do not overlap.
    sort: [by[sort.field], { key: { order: 'asc' } }],
    aggs: { matching: { filter: { match_all: {} } }, ...facetAggregations(counts, filters, edition) },
  };
}

/** Of each word that no document has, the words of documents that are spelled nearly like it, best first. */
async function nearSpellings(
  { clauses }: Reading,
  edition: Edition,
  cluster: Cluster,
  signal: AbortSignal | undefined,
): Promise<Map<string, string[]>> {
  const typed = clauses.filter(({ excluded, quoted }) => !excluded && !quoted).slice(0, 30);
  const asked = typed.map(({ words: [word] }, i) => [
    `word-${i}`,
    { text: word!.text, term: { field: 'words', suggest_mode: 'missing', size: 5 } },
  ]);
  const near = new Map<string, string[]>();
  if (asked.length === 0) return near;
  const body = { size: 0, suggest: Object.fromEntries(asked) as object };
  const { suggest } = await cluster.search(`/${edition.index}/_search`, body, signal);
  typed.forEach(({ words: [word] }, i) => {
    const options = suggest[`word-${i}`]?.flatMap((each) => each.options.map(({ text }) => text)) ?? [];
    if (options.length > 0) near.set(word!.text, options);
  });
  return near;
}

/** The whole input with such words replaced; undefined where there is nothing better. */
function corrected(input: string, { clauses }: Reading, near: ReadonlyMap<string, string[]>) {
  let text = input;
  // From the end, so that places before keep their meaning.
  for (const { excluded, quoted, words } of clauses.toReversed()) {
    const { begin, end, text: typed } = words[0]!;
    const [better] = excluded || quoted ? [] : (near.get(typed) ?? []);
    if (better !== undefined) text = text.slice(0, begin) + better + text.slice(end);
  }
  return text === input ? undefined : text;
}
