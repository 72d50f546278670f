/**
 * Extracts subjects anew that were extracted before something was learned: in the background, a few documents between
 * other writes; what is left when the space is closed goes on when it is opened again.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentInput } from '../api.ts';
import { errorMessage } from '../error-message.ts';
import type { IndexWriter } from '../index/index-writer.ts';
import type { Database } from '../storage/database.ts';
import { SnapshotFolder } from '../storage/snapshot.ts';
import type { DocumentTagger } from './document-tagger.ts';

export interface Retagging {
  /** Call when something was learned: all documents so far are looked at. */
  start(): void;
  /** Call when the space is open. */
  resume(): void;
  close(): void;
}

export interface RetaggingContext {
  index: IndexWriter;
  database: Database;
  tags: DocumentTagger;
  /** Writes documents, tagging them. */
  store(documents: DocumentInput[]): Promise<void>;
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  warn(message: string): void;
}

/** What is left to do: documents with extracted subjects after one key up to another. */
interface Left {
  thesaurus: number;
  after: number;
  upTo: number;
}

/** Documents looked at between other writes: some ten milliseconds. */
const few = 10;
/** Batches between two notes of how far it has come. */
const betweenNotes = 100;
const fileName = 'retagging';

/** `path` is a folder where it is noted how far it has come. */
export function backgroundRetagging(
  path: string,
  { index, database, tags, store, runExclusive: inTurn, warn }: RetaggingContext,
): Retagging {
  const folder = new SnapshotFolder(path);
  let left: Left | undefined;
  let closed = false;
  let running = false;

  const note = () => folder.writeChecksummed(fileName, left ?? {});

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    try {
      for (let batches = 1; !closed && (await inTurn(batch)); batches++) {
        if (batches % betweenNotes === 0) note();
        await nextTurn();
      }
      if (!closed) note();
    } catch (error) {
      warn(
        `Documents could not be tagged anew (${errorMessage(error)}); it goes on when the space is opened again.`,
      );
    } finally {
      running = false;
    }
  }

  /** False when nothing is left. */
  async function batch(): Promise<boolean> {
    if (closed || !left) return false;
    const { thesaurus, after, upTo } = left;
    const inForce = index.generation.thesaurus.number === thesaurus;
    // With another thesaurus all were tagged anew, and what was learned holds no more.
    const found = inForce ? database.extractedBetween(thesaurus, after, upTo, few) : [];
    if (found.length === 0) {
      left = undefined;
      return false;
    }
    const tagged = await tags.tag(found.map(({ content }) => content));
    const changed = found.filter(({ extracted }, i) => String(extracted) !== String(tagged[i]!.extracted));
    if (changed.length > 0) await store(changed.map(({ content }) => content));
    // Unless it was begun anew meanwhile.
    if (left.upTo === upTo) left = { ...left, after: found.at(-1)!.key };
    return true;
  }

  return {
    start() {
      left = { thesaurus: index.generation.thesaurus.number, after: 0, upTo: database.lastKey() };
      note();
      void run();
    },
    resume() {
      try {
        const noted = folder.readChecksummed(fileName) as Partial<Left> | undefined;
        if (noted?.upTo === undefined) return;
        left = noted as Left;
        void run();
      } catch (error) {
        warn(
          `It is not known which documents are to be tagged anew (${errorMessage(error)}); learning again tags all.`,
        );
      }
    },
    close() {
      closed = true;
    },
  };
}
