/** Opens a built space in a fresh process, asks it all queries, checks it against the truth, and updates it. */
import { readFileSync } from 'node:fs';
import type { WritableSpace } from '../src/index.ts';
import { openSpace } from '../src/search-space.ts';
import { mergeInWorker } from '../src/workers/merge-client.ts';
import {
  type BenchmarkQuery,
  exactly,
  firstDocuments,
  isTrue,
  questionOf,
  type TrueAnswer,
} from './benchmark-kit.ts';
import { countingSpeed } from './facet-counting.ts';
import { type Related, related } from './recommendations.ts';
import { type UnderUpdates, underUpdates } from './search-during-updates.ts';
import { median, type Spent, stopwatch } from './stopwatch.ts';
import { type Row, timed } from './timing.ts';
import { inOtherWords } from './warm-up-queries.ts';

export interface AskTask {
  directory: string;
  corpus: string;
  queries: string;
  truth: string | undefined;
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
  const others = await inOtherWords(corpus, queries);
  const merger = mergeInWorker();
  const before = residentMb();
  const open = stopwatch();
  let space = await openSpace(directory, { settings: exactly, merge: merger.merge });
  const opened = open();
  const openMemoryMb = residentMb() - before;
  const rows = await timed(space, queries, others);
  const memoryMb = residentMb() - before;
  const buffersMb = process.memoryUsage().arrayBuffers / 1e6;
  const exact = truth === undefined ? { checked: 0, equal: 0, different: [] } : await compared(space, truth);
  await space.close();
  // Reopened, so that cached results of previous queries do not count.
  space = await openSpace(directory, { merge: merger.merge });
  const allSettingsRows = await timed(space, queries, others);
  const likely = await related(space, corpus);
  const updated = await updating(space, corpus);
  await space.close();
  const countingNs = countingSpeed(directory);
  await merger.close();
  const busy = await underUpdates(directory, corpus, queries, others);
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

/** Updates documents one by one with a unique title word, then restores them. */
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
