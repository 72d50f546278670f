/** The development data in the embedded engine and in a cluster: the same totals and counts, nearly the same ten best. */
import type { SearchAnswer, Space } from '@semantic-search/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbeddedBackend } from '../../../packages/server/source/backends/embedded.ts';
import { opensearchBackend } from '../../../packages/server/source/backends/opensearch/backend.ts';
import { temporaryDirectory } from '../../service.testing.ts';
import { missing, startCluster } from '../opensearch/cluster.testing.ts';
import { type Asked, fill, hasData, overlap, questions } from './questions.testing.ts';

const reason = hasData
  ? await missing()
  : 'The backends are not compared here: the development data is missing.';
if (reason) console.warn(reason);

const name = 'economics';
interface Answered extends Asked {
  embedded: SearchAnswer;
  cluster: SearchAnswer;
}
let answered: Answered[] = [];

describe.skipIf(reason !== undefined)('the economics collection in a cluster', () => {
  const undo: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const { path, remove } = await temporaryDirectory();
    undo.push(remove);
    const embedded = await openEmbeddedBackend({ directory: path, onWarning: () => undefined });
    undo.push(embedded.close);
    const cluster = await startCluster();
    undo.push(cluster.close);
    const options = { name, index: name, nodes: [cluster.url], deadline: 60_000, shards: 2, replicas: '0' };
    const opensearch = opensearchBackend(options);
    undo.push(opensearch.close);
    const spaces: Space[] = [];
    for (const backend of [embedded, opensearch]) {
      expect(await fill((await backend.content(name, true))!)).toBe(8000);
      spaces.push((await backend.space(name))!);
    }
    const [here, there] = spaces as [Space, Space];
    for (const { question, literal } of questions()) {
      const [ours, theirs] = [await here.search(question), await there.search(question)];
      answered.push({ question, literal, embedded: ours, cluster: theirs });
    }
  }, 600_000);
  afterAll(async () => {
    answered = [];
    for (const step of undo.reverse()) await step();
  });

  test('has the totals of the embedded engine, and its counts in every value of every facet', () => {
    const literal = answered.filter((each) => each.literal);
    const different = literal.filter(({ embedded, cluster }) => !hasSameCounts(embedded, cluster));
    console.log(
      `${literal.length} questions in quotes or for everything: ${literal.length - different.length} with the same ` +
        `total and the same counts in ${literal.length * facetCount} facets; ${overlaps(literal)}`,
    );
    expect(different.map(({ question }) => `${question.input} ${JSON.stringify(question.selected)}`)).toEqual(
      [],
    );
    expect(meanOverlap(literal)).toBeGreaterThan(0.85);
  });

  test('finds nearly as much where other forms of the words count', () => {
    // The engine looks for parts of compounds and for forms in every language; a cluster for those of the document's.
    const free = answered.filter((each) => !each.literal);
    const same = free.filter(({ embedded, cluster }) => embedded.total === cluster.total);
    const missed = free.map(({ embedded, cluster }) => 1 - cluster.total / Math.max(1, embedded.total));
    const [half, ninth] = [0.5, 0.9].map((share) => at(missed, share));
    console.log(
      `${free.length} questions as typed: ${same.length} with the same total; half of them miss at most ` +
        `${percent(half!)} of the documents, nine of ten at most ${percent(ninth!)}; ${overlaps(free)}`,
    );
    expect(half).toBeLessThan(0.05);
    expect(ninth).toBeLessThan(0.5);
    expect(meanOverlap(free)).toBeGreaterThan(0.7);
  });
});

const facetCount = 5;

function hasSameCounts(one: SearchAnswer, other: SearchAnswer): boolean {
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
