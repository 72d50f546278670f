/** Repetition test: Zipf-distributed queries, coalescing rate and cache hit rate. */
import type { SearchQuery, SearchSpace } from '@semantic-search/engine';
import { seededRandom } from '../../../../engine/bench/synthetic-words.ts';
import { coalescing } from '../../../src/backends/coalescing.ts';
import type { ClusterCandidate } from '../../backends/candidates.ts';
import { readTraffic } from './cluster-size.ts';

export interface Repeating {
  questions: number;
  exponent: number;
  searches: number;
  /** Concurrent searches. */
  atOnce: number;
  perSecond: number;
  /** Mean elapsed time of a search in seconds. */
  seconds: number;
  /** Searches that were not coalesced. */
  reached: number;
  /** Hit rate of the shard request cache; 0 without lookups. */
  found: number;
  /** Bytes per cached shard response. */
  bytes: number;
  /** Processor time of the nodes per search that reached them, in milliseconds. */
  elsewhere: number;
}

export interface RepeatOptions {
  exponent: number;
  searches: number;
  atOnce: number;
}

/** `all` is in descending order of frequency. */
export async function runRepeatedQueries(
  { space, elsewhere, url }: Pick<ClusterCandidate, 'space' | 'elsewhere' | 'url'>,
  all: readonly SearchQuery[],
  { exponent, searches, atOnce }: RepeatOptions,
): Promise<Repeating> {
  let reached = 0;
  const inner: SearchSpace = {
    ...space,
    search: (question, signal) => {
      reached += 1;
      return space.search(question, signal);
    },
  };
  const asked = await shared(inner);
  const pick = byZipf(all, exponent);
  let [left, waited] = [searches, 0];
  const before = { traffic: await readTraffic(url), cpu: elsewhere(), wall: performance.now() };
  const person = async () => {
    while (left > 0) {
      left -= 1;
      const began = performance.now();
      await asked.search(pick());
      waited += performance.now() - began;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, person));
  const [wall, cpu, traffic] = [
    performance.now() - before.wall,
    elsewhere() - before.cpu,
    await readTraffic(url),
  ];
  const lookedFor = traffic.lookedFor - before.traffic.lookedFor;
  const answered = traffic.answered - before.traffic.answered;
  const kept = lookedFor - answered;
  return {
    questions: all.length,
    exponent,
    searches,
    atOnce,
    perSecond: (1000 * searches) / wall,
    seconds: waited / searches / 1000,
    reached,
    found: lookedFor === 0 ? 0 : answered / lookedFor,
    bytes: kept === 0 ? 0 : (traffic.kept - before.traffic.kept) / kept,
    elsewhere: cpu / reached,
  };
}

/** With coalescing, as in the server. */
async function shared(space: SearchSpace): Promise<SearchSpace> {
  const none = async () => undefined;
  const backend = coalescing({
    names: async () => ['bench'],
    space: async () => space,
    content: none,
    unavailableReason: none,
    close: none,
  });
  return (await backend.space('bench'))!;
}

/** Picks the item of rank r with probability proportional to 1 / r^exponent, reproducibly. */
function byZipf<Item>(items: readonly Item[], exponent: number): () => Item {
  const luck = seededRandom(items.length);
  let sum = 0;
  const upTo = items.map((_, i) => {
    sum += (i + 1) ** -exponent;
    return sum;
  });
  return () => {
    const at = luck.next() * sum;
    return items[upTo.findIndex((end) => at < end)]!;
  };
}
