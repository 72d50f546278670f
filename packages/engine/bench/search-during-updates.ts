/** Benchmark of search latency during continuous updates, in a worker as in the server. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentInput, WritableSpace } from '../src/index.ts';
import { openSearchSpace } from '../src/workers/search-space-client.ts';
import { type BenchmarkQuery, EXACT_SETTINGS, firstDocuments, toSearchQuery } from './benchmark-kit.ts';
import { percentiles } from './stopwatch.ts';

export interface UpdateLoadFigures {
  /** Acknowledged updates per second, one document each. */
  perSecond: number;
  /** Wall time in milliseconds. */
  quietP95: number;
  p95: number;
  ratio: number;
}

const TARGET_UPDATES_PER_SECOND = 1000;
const UPDATE_INTERVAL_MS = 10;
/** Number of documents to write in rotation. */
const documents = 20_000;
/** Idle and busy phases alternate, so that other load affects both. */
const rounds = 4;

export async function searchDuringUpdates(
  directory: string,
  corpus: string,
  queries: BenchmarkQuery[],
  others: BenchmarkQuery[],
): Promise<UpdateLoadFigures> {
  const some = await firstDocuments(corpus, documents);
  const space = await openSearchSpace(directory, { settings: EXACT_SETTINGS });
  await timed(space, others);
  const times = { quiet: [] as number[], busy: [] as number[] };
  let [written, seconds] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const ofRound = queries.filter((_, i) => i % rounds === round);
    times.quiet.push(...(await timed(space, ofRound)));
    const stop = new AbortController();
    const started = performance.now();
    const writing = write(space, some, stop.signal);
    times.busy.push(...(await timed(space, ofRound)));
    stop.abort();
    written += await writing;
    seconds += (performance.now() - started) / 1000;
  }
  await space.close();
  const [quiet, busy] = [percentiles(times.quiet), percentiles(times.busy)];
  return { perSecond: written / seconds, quietP95: quiet.p95, p95: busy.p95, ratio: busy.p95 / quiet.p95 };
}

async function timed(space: WritableSpace, queries: BenchmarkQuery[]): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) {
    const started = performance.now();
    await space.search(toSearchQuery(query));
    times.push(performance.now() - started);
  }
  return times;
}

/** Open-loop load: sends each update when it is due, without waiting for previous ones. */
async function write(space: WritableSpace, some: DocumentInput[], stop: AbortSignal): Promise<number> {
  const started = performance.now();
  const pending: Promise<unknown>[] = [];
  while (!stop.aborted) {
    const due = ((performance.now() - started) * TARGET_UPDATES_PER_SECOND) / 1000;
    while (pending.length < due) pending.push(space.put([some[pending.length % some.length]!]));
    await pause(UPDATE_INTERVAL_MS);
  }
  await Promise.all(pending);
  return pending.length;
}
