/** How long searches take while documents are written all the time, beside how long they take in quiet: in a thread, as a server has it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentInput, WritableSpace } from '../src/index.ts';
import { openSpaceInWorker } from '../src/workers/search-space-client.ts';
import { type BenchmarkQuery, EXACT_OPTIONS, firstDocuments, toSearchQuery } from './benchmark-kit.ts';
import { percentiles } from './stopwatch.ts';

export interface UpdateLoadFigures {
  /** Updates a second that were acknowledged as durable, one document each. */
  perSecond: number;
  /** By the wall, in milliseconds. */
  quietP95: number;
  p95: number;
  ratio: number;
}

const wantedPerSecond = 1000;
/** Milliseconds between handfuls of updates. */
const interval = 10;
/** Written one after the other, and again from the first where there is time. */
const documents = 20_000;
/** Quiet and busy take turns, so that what else the machine does falls on both. */
const rounds = 4;

export async function searchDuringUpdates(
  directory: string,
  corpus: string,
  queries: BenchmarkQuery[],
  others: BenchmarkQuery[],
): Promise<UpdateLoadFigures> {
  const some = await firstDocuments(corpus, documents);
  const space = await openSpaceInWorker(directory, { settings: EXACT_OPTIONS });
  await timed(space, others);
  const times = { quiet: [] as number[], busy: [] as number[] };
  let [written, seconds] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const asked = queries.filter((_, i) => i % rounds === round);
    times.quiet.push(...(await timed(space, asked)));
    const stop = new AbortController();
    const begun = performance.now();
    const writing = write(space, some, stop.signal);
    times.busy.push(...(await timed(space, asked)));
    stop.abort();
    written += await writing;
    seconds += (performance.now() - begun) / 1000;
  }
  await space.close();
  const [quiet, busy] = [percentiles(times.quiet), percentiles(times.busy)];
  return { perSecond: written / seconds, quietP95: quiet.p95, p95: busy.p95, ratio: busy.p95 / quiet.p95 };
}

async function timed(space: WritableSpace, queries: BenchmarkQuery[]): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) {
    const begun = performance.now();
    await space.search(toSearchQuery(query));
    times.push(performance.now() - begun);
  }
  return times;
}

/** Each update is a write of its own, sent when it is due, whether those before it have been answered or not. */
async function write(space: WritableSpace, some: DocumentInput[], stop: AbortSignal): Promise<number> {
  const begun = performance.now();
  const answers: Promise<unknown>[] = [];
  while (!stop.aborted) {
    const due = ((performance.now() - begun) * wantedPerSecond) / 1000;
    while (answers.length < due) answers.push(space.put([some[answers.length % some.length]!]));
    await pause(interval);
  }
  await Promise.all(answers);
  return answers.length;
}
