/** Parity on the development data: equal totals, counts and recognized concepts, nearly equal top ten. */
import type { SearchQuery, SearchResult, SearchSpace } from '@semantic-search/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { opensearchBackend } from '../../../packages/opensearch/src/backend.ts';
import { missingCluster, startCluster } from '../../../packages/opensearch/test/cluster/cluster.fixture.ts';
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

// With a single shard fewer values are requested, because its top values are exact.
describe.skipIf(reason !== undefined).each([1, 2])('the economics collection in %i shards', (shards) => {
  let responded: Answered[] = [];
  let respondedInPart: Answered[] = [];
  const undo: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const { path, remove } = await temporaryDirectory();
    undo.push(remove);
    const embedded = await openEmbeddedBackend({ directory: path, onWarning: () => undefined });
    undo.push(embedded.close);
    const cluster = await startCluster();
    undo.push(cluster.close);
    const options = { name, index: name, nodes: [cluster.url], deadline: 60_000, shards, replicas: '0' };
    const opensearch = opensearchBackend(options);
    undo.push(opensearch.close);
    const spaces: SearchSpace[] = [];
    for (const backend of [embedded, opensearch]) {
      expect(await fill((await backend.content(name, true))!)).toBe(8000);
      spaces.push((await backend.space(name))!);
    }
    const [here, there] = spaces as [SearchSpace, SearchSpace];
    const answer = async (query: SearchQuery): Promise<Answered> => ({
      query,
      embedded: await here.search(query),
      cluster: await there.search(query),
    });
    for (const query of parityQueries()) responded.push(await answer(query));
    for (const query of questionsAboveClauseLimit) respondedInPart.push(await answer(query));
  }, 1_500_000);
  afterAll(async () => {
    responded = [];
    respondedInPart = [];
    for (const step of undo.reverse()) await step();
  });

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
      expect(overlap(embedded, cluster), query.input).toBeGreaterThanOrEqual(0.7);
    }
  });

  test('recognizes the same concepts and offers the same corrections', () => {
    const offered = responded.filter(({ embedded }) => embedded.suggestion !== undefined);
    console.log(`${offered.length} of them are misspelled, and corrected`);
    expect(offered.length).toBeGreaterThan(10);
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
