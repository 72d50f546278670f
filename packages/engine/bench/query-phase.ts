/** Query benchmark in a new process: opens a space, runs and verifies all queries, updates documents. */
import { readFileSync } from 'node:fs';
import type { WritableSpace } from '../src/index.ts';
import { openSpace } from '../src/search-space.ts';
import { mergeInWorker } from '../src/workers/tasks.ts';
import {
  type BenchmarkQuery,
  EXACT_SETTINGS,
  firstDocuments,
  type GroundTruth,
  isCorrect,
  toSearchQuery,
} from './benchmark-kit.ts';
import { countingNsPerPosting } from './facet-counting.ts';
import { type RelatedFigures, timeRelated } from './recommendations.ts';
import { searchDuringUpdates, type UpdateLoadFigures } from './search-during-updates.ts';
import { type ElapsedTime, median, stopwatch } from './stopwatch.ts';
import { type TimingRow, timeQueries } from './timing.ts';
import { warmUpQueries } from './warm-up-queries.ts';

export interface QueryTask {
  directory: string;
  corpus: string;
  queries: string;
  truth: string | undefined;
}

export interface QueryFigures {
  open: ElapsedTime;
  /** Growth of the resident memory by opening and all queries, including shared memory. */
  memoryMb: number;
  openMemoryMb: number;
  /** Array buffers, shared or not, after all queries. */
  buffersMb: number;
  /** Without query expansion. */
  rows: Record<string, TimingRow>;
  /** With all query options. */
  allSettingsRows: Record<string, TimingRow>;
  exact: { checked: number; equal: number; different: string[] };
  /** One document written. */
  update: ElapsedTime;
  /** Wall time from the write until a search finds the document. */
  visibleMs: number;
  /** The first suggestion after a write, and the second one. */
  suggestAfterUpdate: ElapsedTime;
  suggestAgain: ElapsedTime;
  related: RelatedFigures;
  underUpdates: UpdateLoadFigures;
  /** CPU time per posting of counting all concepts of all documents. */
  countingNs: number;
}

const updates = 50;

export async function runQueries({
  directory,
  corpus,
  queries: file,
  truth,
}: QueryTask): Promise<QueryFigures> {
  const queries = JSON.parse(readFileSync(file, 'utf8')) as BenchmarkQuery[];
  const others = await warmUpQueries(corpus, queries);
  const before = residentMb();
  const open = stopwatch();
  let space = await openSpace(directory, { settings: EXACT_SETTINGS, merge: mergeInWorker });
  const opened = open();
  const openMemoryMb = residentMb() - before;
  const rows = await timeQueries(space, queries, others);
  const memoryMb = residentMb() - before;
  const buffersMb = process.memoryUsage().arrayBuffers / 1e6;
  const exact = truth === undefined ? { checked: 0, equal: 0, different: [] } : await compared(space, truth);
  await space.close();
  // Reopened, so that cached results of previous queries do not count.
  space = await openSpace(directory, { merge: mergeInWorker });
  const allSettingsRows = await timeQueries(space, queries, others);
  const likely = await timeRelated(space, corpus);
  const updated = await updating(space, corpus);
  await space.close();
  const countingNs = countingNsPerPosting(directory);
  const busy = await searchDuringUpdates(directory, corpus, queries, others);
  return {
    open: opened,
    memoryMb,
    openMemoryMb,
    buffersMb,
    rows,
    allSettingsRows,
    exact,
    ...updated,
    related: likely,
    underUpdates: busy,
    countingNs,
  };
}

async function compared(space: WritableSpace, file: string): Promise<QueryFigures['exact']> {
  const { queries } = JSON.parse(readFileSync(file, 'utf8')) as { queries: GroundTruth[] };
  const different: string[] = [];
  for (const truth of queries) {
    const result = await space.search(toSearchQuery(truth, { complete: true }));
    if (isCorrect(result, truth)) continue;
    const selected = truth.selected.map(({ value }) => value).join(', ');
    different.push(`${truth.class}: ${truth.input} [${selected}]: ${result.total} instead of ${truth.total}`);
  }
  return { checked: queries.length, equal: queries.length - different.length, different };
}

/** Updates documents one by one with a unique title word, then restores them. */
async function updating(space: WritableSpace, corpus: string) {
  const [writing, first, next]: [ElapsedTime[], ElapsedTime[], ElapsedTime[]] = [[], [], []];
  const visible: number[] = [];
  for (const [number, document] of (await firstDocuments(corpus, updates)).entries()) {
    const word = `findable${number}`;
    const watch = stopwatch();
    await space.put([{ ...document, title: `${document.title} ${word}` }]);
    writing.push(watch());
    const { documents } = await space.search(
      toSearchQuery({
        class: 'single',
        input: word,
        terms: [word],
        prefix: null,
        phrase: null,
        selected: [],
      }),
    );
    visible.push(watch().wall);
    if (documents[0]?.id !== document.id) throw new Error(`${document.id} was written but is not found.`);
    for (const list of [first, next]) list.push(await suggestion(space));
    await space.put([document]);
  }
  const medianOf = (list: ElapsedTime[]): ElapsedTime => ({
    cpu: median(list.map(({ cpu }) => cpu)),
    wall: median(list.map(({ wall }) => wall)),
  });
  return {
    update: medianOf(writing),
    visibleMs: median(visible),
    suggestAfterUpdate: medianOf(first),
    suggestAgain: medianOf(next),
  };
}

async function suggestion(space: WritableSpace): Promise<ElapsedTime> {
  const watch = stopwatch();
  await space.suggest({ text: 't', count: 10 });
  return watch();
}

function residentMb(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss() / 1e6;
}
