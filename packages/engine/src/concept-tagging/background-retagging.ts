/**
 * Background job that repeats the concept extraction of tagged documents after training.
 *
 * It processes small batches between other writes, and resumes after the space was closed.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorMessage } from '@semantic-search/query/errors';
import type { IndexWriter } from '../index/writer.ts';
import type { Database } from '../storage/database.ts';
import { SnapshotFolder } from '../storage/snapshot-folder.ts';
import type { DocumentInput } from '../writable-space.ts';
import type { DocumentTagger } from './document-tagger.ts';

export interface Retagging {
  /** Starts with all current documents. Call after training. */
  start(): void;
  /** Resumes an unfinished job. Call after the space was opened. */
  resume(): void;
  close(): void;
}

export interface RetaggingContext {
  index: IndexWriter;
  database: Database;
  tagger: DocumentTagger;
  /** Tags and writes documents. */
  store(documents: DocumentInput[]): Promise<void>;
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  warn(message: string): void;
}

/** Persisted progress: documents with extracted subjects and keys in (after, upTo] remain. */
interface Progress {
  thesaurus: number;
  after: number;
  upTo: number;
}

/** Takes some tens of milliseconds. */
const BATCH_SIZE = 10;
/** Batches between two saves of the progress. */
const BATCHES_PER_SAVE = 100;
const fileName = 'retagging';

/** `path` is the folder for the progress file. */
export function backgroundRetagging(
  path: string,
  { index, database, tagger, store, runExclusive, warn }: RetaggingContext,
): Retagging {
  const folder = new SnapshotFolder(path);
  let progress: Progress | undefined;
  let closed = false;
  let running = false;

  const saveProgress = () => folder.writeChecksummed(fileName, progress ?? {});

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    try {
      for (let batches = 1; !closed && (await runExclusive(batch)); batches++) {
        if (batches % BATCHES_PER_SAVE === 0) saveProgress();
        await nextTurn();
      }
      if (!closed) saveProgress();
    } catch (error) {
      warn(
        `Tagging documents again failed (${errorMessage(error)}); it continues when the search space is opened again.`,
      );
    } finally {
      running = false;
    }
  }

  /** Returns false when the job is done. */
  async function batch(): Promise<boolean> {
    if (closed || !progress) return false;
    const { thesaurus, after, upTo } = progress;
    const isCurrent = index.reader.indexedThesaurus.number === thesaurus;
    // A new thesaurus makes the model obsolete, and replacing it has tagged all documents again.
    const found = isCurrent ? database.extractedBetween(thesaurus, after, upTo, BATCH_SIZE) : [];
    if (found.length === 0) {
      progress = undefined;
      return false;
    }
    const tagged = await tagger.tag(found.map(({ content }) => content));
    const changed = found.filter(({ extracted }, i) => String(extracted) !== String(tagged[i]!.extracted));
    if (changed.length > 0) await store(changed.map(({ content }) => content));
    // Unless the job was restarted meanwhile.
    if (progress.upTo === upTo) progress = { ...progress, after: found.at(-1)!.key };
    return true;
  }

  return {
    start() {
      progress = { thesaurus: index.reader.indexedThesaurus.number, after: 0, upTo: database.lastKey() };
      saveProgress();
      void run();
    },
    resume() {
      try {
        const saved = folder.readChecksummed(fileName) as Partial<Progress> | undefined;
        if (saved?.upTo === undefined) return;
        progress = saved as Progress;
        void run();
      } catch (error) {
        warn(
          `The progress of tagging documents again is unreadable (${errorMessage(error)}); the next training tags all of them.`,
        );
      }
    },
    close() {
      closed = true;
    },
  };
}
