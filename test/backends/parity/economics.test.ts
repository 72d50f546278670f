/** Parity on the development data: equal totals, counts and recognized concepts, nearly equal top ten. */
import type { SearchQuery, SearchResult, SearchSpace } from '@semantic-search/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { opensearchBackend } from '../../../packages/opensearch/src/backend.ts';
import { missingCluster } from '../../../packages/opensearch/test/cluster/cluster.fixture.ts';
import {
  type EmptyCluster,
  emptyCluster,
} from '../../../packages/opensearch/test/cluster/empty-cluster.fixture.ts';
import { openEmbeddedBackend } from '../../../packages/server/src/backends/embedded.ts';
import { temporaryDirectory } from '../../support/service.ts';
import { fill, hasData, overlap, parityQueries, questionsAboveClauseLimit } from './queries.fixture.ts';

const reason = hasData
  ? await missingCluster()
  : 'The backends are not compared here: the development data is missing.';
if (reason) console.warn(reason);

const name = 'economics';
interface Answered {
  query: SearchQuery;
  embedded: SearchResult;
  cluster: SearchResult;
}

describe.skipIf(reason !== undefined)('the economics collection', () => {
  const undo: (() => Promise<unknown>)[] = [];
  const [queries, partialQueries] = hasData
    ? [parityQueries().filter((_, i) => i % 2 === 0), questionsAboveClauseLimit]
    : [[], []];
  let cluster: EmptyCluster;
  let embeddedResults: Map<SearchQuery, SearchResult>;

  beforeAll(async () => {
    const { path, remove } = await temporaryDirectory();
    undo.push(remove);
    const embedded = await openEmbeddedBackend({ directory: path, onWarning: () => undefined });
    undo.push(embedded.close);
    expect(await fill((await embedded.content(name, { create: true }))!)).toBe(8000);
    embeddedResults = await resultsOf((await embedded.space(name))!, [...queries, ...partialQueries]);
    cluster = await emptyCluster();
  }, 600_000);
  afterAll(async () => {
    embeddedResults = new Map();
    for (const step of undo.reverse()) await step();
  });

  // The filters alternate, five in turn, so that some of the queries show all. The top values of a single shard are exact.
  describe.each([
    [1, queries.filter((_, i) => i % 3 === 0)],
    [2, queries],
  ])('in %i shards', (shards, asked) => {
    let responded: Answered[] = [];
    let respondedInPart: Answered[] = [];

    beforeAll(async () => {
      const index = `${name}-${shards}`;
      const options = { name, index, nodes: [cluster.url], deadlineMs: 60_000, shards, replicas: '0' };
      const opensearch = opensearchBackend(options);
      undo.push(opensearch.close);
      expect(await fill((await opensearch.content(name, { create: true }))!)).toBe(8000);
      const space = (await opensearch.space(name))!;
      const compared = async (some: SearchQuery[]): Promise<Answered[]> =>
        [...(await resultsOf(space, some))].map(([query, found]) => ({
          query,
          embedded: embeddedResults.get(query)!,
          cluster: found,
        }));
      responded = await compared(asked);
      respondedInPart = await compared(partialQueries);
    }, 900_000);

    test('returns the totals of the embedded engine and its counts in every facet', () => {
      const different = responded.filter(({ embedded, cluster }) => !hasSameCounts(embedded, cluster));
      console.log(
        `${responded.length} queries: ${responded.length - different.length} with the same total and the same counts in ` +
          `${responded.length * facetCount} facets`,
      );
      expect(different.map(named)).toEqual([]);
    });

    test('returns nearly all hits of questions above the clause limit', () => {
      for (const { query, embedded, cluster } of respondedInPart) {
        expect(cluster.total, query.input).toBeGreaterThanOrEqual(embedded.total * (1 - MAX_LOST_SHARE));
        expect(overlap(embedded, cluster), query.input).toBeGreaterThanOrEqual(0.6);
      }
    });

    test('recognizes the same concepts and offers the same corrections', () => {
      const offered = responded.filter(({ embedded }) => embedded.suggestion !== undefined);
      console.log(`${offered.length} of them are misspelled, and corrected`);
      expect(offered.length).toBeGreaterThan(responded.length / 60);
      for (const { query, embedded, cluster } of responded) {
        const { recognizedConcepts, suggestion } = cluster;
        expect({ input: query.input, recognizedConcepts, suggestion }).toEqual({
          input: query.input,
          recognizedConcepts: embedded.recognizedConcepts,
          suggestion: embedded.suggestion,
        });
      }
    });

    test('returns nearly the same top ten, and the same ones for other sort orders', () => {
      const [relevant, ordered] = [true, false].map((isRelevant) =>
        responded.filter(({ query }) => isRelevant === isByRelevance(query)),
      ) as [Answered[], Answered[]];
      console.log(`${relevant.length} queries by relevance: ${overlaps(relevant)}`);
      expect(meanOverlap(relevant)).toBeGreaterThan(0.9);
      for (const { query, embedded, cluster } of ordered) {
        const ids = ({ documents }: SearchResult) => documents.map(({ id }) => id);
        expect([query.input, ...ids(cluster)]).toEqual([query.input, ...ids(embedded)]);
      }
    });
  });
});

async function resultsOf(
  space: SearchSpace,
  queries: readonly SearchQuery[],
): Promise<Map<SearchQuery, SearchResult>> {
  const results = new Map<SearchQuery, SearchResult>();
  for (const query of queries) results.set(query, await space.search(query));
  return results;
}

const MAX_LOST_SHARE = 0.05;

const facetCount = 9;

const named = ({ query, embedded, cluster }: Answered) =>
  `${query.input} ${JSON.stringify(query.selected)} ${embedded.total} ${cluster.total}`;

const isByRelevance = ({ input, sort }: SearchQuery) => sort.field === 'relevance' && input !== '';

function hasSameCounts(one: SearchResult, other: SearchResult): boolean {
  expect(one.facets).toHaveLength(facetCount);
  return one.total === other.total && JSON.stringify(one.facets) === JSON.stringify(other.facets);
}

function meanOverlap(some: Answered[]): number {
  return some.reduce((sum, { embedded, cluster }) => sum + overlap(embedded, cluster), 0) / some.length;
}

function overlaps(some: Answered[]): string {
  const least = some.map(({ embedded, cluster }) => overlap(embedded, cluster));
  return (
    `of the ten best ${percent(meanOverlap(some))} are in both (mean), ` +
    `nine of ten questions have at least ${percent(at(least, 0.1))}`
  );
}

function at(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)]!;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
