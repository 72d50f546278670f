/** Opens a built space in a fresh process, asks it all queries, checks it against the truth, and updates it. */
import { readFileSync } from 'node:fs';
import type { Space, WritableSpace } from '../source/index.ts';
import { search } from '../source/search/search.ts';
import { openSpace } from '../source/space.ts';
import { mergeInWorker } from '../source/threads/merge-in-worker.ts';
import { countingSpeed } from './counting.ts';
import {
  type BenchmarkQuery,
  exactly,
  firstDocuments,
  isTrue,
  questionOf,
  rowOf,
  type TrueAnswer,
  warmUp,
} from './kit.ts';
import { openedIndex } from './opened-index.ts';
import { type Related, related } from './related.ts';
import { median, type Percentiles, percentiles, type Spent, stopwatch } from './stopwatch.ts';
import { type UnderUpdates, underUpdates } from './under-updates.ts';

export interface AskTask {
  directory: string;
  corpus: string;
  queries: string;
  truth: string | undefined;
}

export interface Row {
  queries: number;
  medianHits: number;
  cpu: Percentiles;
  wall: Percentiles;
}

export interface Asked {
  open: Spent;
  /** Growth of the resident memory by opening and by all queries; what is shared between threads is part of it. */
  memoryMb: number;
  openMemoryMb: number;
  /** Array buffers, shared or not, after all queries. */
  buffersMb: number;
  /** Only the words typed. */
  rows: Record<string, Row>;
  /** The same with the ten best chosen but not read, as the peer does not load documents either. */
  notReadRows: Record<string, Row>;
  /** With stemming, stop words, typos, synonyms, concepts and relaxing. */
  allSettingsRows: Record<string, Row>;
  exact: { checked: number; equal: number; different: string[] };
  /** One document written. */
  update: Spent;
  /** By the wall: from writing it until a search has found it. */
  visibleMs: number;
  /** A suggestion: the first after a write, and the next. */
  suggestAfterUpdate: Spent;
  suggestAgain: Spent;
  related: Related;
  underUpdates: UnderUpdates;
  /** Adding up all concepts of all documents. */
  countingNs: number;
}

const updates = 50;

export async function ask({ directory, corpus, queries: file, truth }: AskTask): Promise<Asked> {
  const queries = JSON.parse(readFileSync(file, 'utf8')) as BenchmarkQuery[];
  const merger = mergeInWorker();
  const before = residentMb();
  const open = stopwatch();
  let space = await openSpace(directory, { settings: exactly, merge: merger.merge });
  const opened = open();
  const openMemoryMb = residentMb() - before;
  const rows = await timed(space, queries);
  const memoryMb = residentMb() - before;
  const buffersMb = process.memoryUsage().arrayBuffers / 1e6;
  const exact = truth === undefined ? { checked: 0, equal: 0, different: [] } : await compared(space, truth);
  await space.close();
  // Opened anew each time: what an index remembers of former questions shall not count.
  const notReadRows = await timedWithoutReading(directory, queries);
  space = await openSpace(directory, { merge: merger.merge });
  const allSettingsRows = await timed(space, queries);
  const likely = await related(space, corpus);
  const updated = await updating(space, corpus);
  await space.close();
  const countingNs = countingSpeed(directory);
  await merger.close();
  const busy = await underUpdates(directory, corpus, queries);
  return {
    open: opened,
    memoryMb,
    openMemoryMb,
    buffersMb,
    rows,
    notReadRows,
    allSettingsRows,
    exact,
    ...updated,
    related: likely,
    underUpdates: busy,
    countingNs,
  };
}

/** Each different query once, after a twentieth of them as a warm-up: counts that are kept from a former one answer none. */
async function timed(space: Pick<Space, 'search'>, queries: BenchmarkQuery[]): Promise<Record<string, Row>> {
  await warmUp(space, queries);
  const asked: { row: string; total: number; spent: Spent }[] = [];
  const different = new Map(queries.map((query) => [JSON.stringify(questionOf(query)), query])).values();
  for (const query of different) {
    const watch = stopwatch();
    const { total } = await space.search(questionOf(query));
    asked.push({ row: rowOf(query), total, spent: watch() });
  }
  const byRow = Map.groupBy(asked, ({ row }) => row).set('all', asked);
  const rows = [...byRow].map(([name, group]): [string, Row] => [
    name,
    {
      queries: group.length,
      medianHits: median(group.map(({ total }) => total)),
      cpu: percentiles(group.map(({ spent }) => spent.cpu)),
      wall: percentiles(group.map(({ spent }) => spent.wall)),
    },
  ]);
  return Object.fromEntries(rows);
}

/** Searches as the space does, over a database that reads no document: finding, choosing and counting are left. */
async function timedWithoutReading(directory: string, queries: BenchmarkQuery[]) {
  const { database, index } = openedIndex(directory);
  try {
    const holdings = { index, settings: exactly, database: { ...database, byKeys: () => [] } };
    return await timed({ search: async (question) => search(question, holdings) }, queries);
  } finally {
    database.close();
  }
}

async function compared(space: WritableSpace, file: string): Promise<Asked['exact']> {
  const { queries } = JSON.parse(readFileSync(file, 'utf8')) as { queries: TrueAnswer[] };
  const different: string[] = [];
  for (const truth of queries) {
    const answer = await space.search(questionOf(truth, { complete: true }));
    if (isTrue(answer, truth)) continue;
    const selected = truth.selected.map(({ value }) => value).join(', ');
    different.push(`${truth.class}: ${truth.input} [${selected}]: ${answer.total} instead of ${truth.total}`);
  }
  return { checked: queries.length, equal: queries.length - different.length, different };
}

/** Writes documents anew, one by one, with a word in the title that finds them, and puts them back as they were. */
async function updating(space: WritableSpace, corpus: string) {
  const [writing, first, next]: [Spent[], Spent[], Spent[]] = [[], [], []];
  const visible: number[] = [];
  for (const [number, document] of (await firstDocuments(corpus, updates)).entries()) {
    const word = `findable${number}`;
    const watch = stopwatch();
    await space.put([{ ...document, title: `${document.title} ${word}` }]);
    writing.push(watch());
    const { documents } = await space.search(
      questionOf({ class: 'single', input: word, terms: [word], prefix: null, phrase: null, selected: [] }),
    );
    visible.push(watch().wall);
    if (documents[0]?.id !== document.id)
      throw new Error(`${document.id} is not found after it was written.`);
    for (const list of [first, next]) list.push(await suggestion(space));
    await space.put([document]);
  }
  const medianOf = (list: Spent[]): Spent => ({
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

async function suggestion(space: WritableSpace): Promise<Spent> {
  const watch = stopwatch();
  await space.suggest({ text: 't', count: 10 });
  return watch();
}

function residentMb(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss() / 1e6;
}
