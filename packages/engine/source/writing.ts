/** What is done when documents are written, one step after the other: tagged, stored, indexed. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LiveIndex } from './index/live-index.ts';
import type { Learning } from './learning.ts';
import type { DocumentInput } from './questions.ts';
import type { Database, DocumentToStore } from './storage/database.ts';
import type { Snapshots } from './storage/index-snapshot.ts';
import type { Tagging } from './tagging.ts';

/** Documents read at once when much is to be done. */
const mostRead = 1000;

/** Documents whose subjects are extracted anew at once: each takes up to ten milliseconds. */
const mostRenewed = 100;

/** Documents indexed at a stretch: about ten milliseconds. */
const slice = 250;

/** Documents tagged at a stretch: up to ten milliseconds each where their concepts have to be found first. */
const fewToTag = 5;

export interface Writing {
  /** Durable and in the index when it resolves; questions are answered meanwhile. */
  store(documents: DocumentInput[]): Promise<void>;
  /** Brings documents into the index that the database has and the snapshot has not. */
  indexMissing(): Promise<void>;
  /** Subjects that were extracted with a former thesaurus are extracted anew. */
  renewTags(): Promise<void>;
}

export interface WrittenTo {
  index: LiveIndex;
  database: Database;
  snapshots: Snapshots;
  tags: Tagging;
  learning: Learning;
}

export function writingTo({ index, database, snapshots, tags, learning }: WrittenTo): Writing {
  async function tagged(documents: DocumentInput[]): Promise<DocumentToStore[]> {
    const all: DocumentToStore[] = [];
    for (let at = 0; at < documents.length; at += fewToTag) {
      if (at > 0) await nextTurn();
      all.push(...(await tags.tag(documents.slice(at, at + fewToTag))));
    }
    return all;
  }

  async function store(documents: DocumentInput[]): Promise<void> {
    const toStore = await tagged(documents);
    const keys = database.put(toStore, index.generation.thesaurus.number);
    for (let at = 0; at < toStore.length; at += slice) {
      // Between slices questions are answered.
      if (at > 0) await nextTurn();
      const some = keys.slice(at, at + slice);
      const stored = some.map(({ key }, i) => ({ ...toStore[at + i]!, key }));
      const replaced = some.flatMap((each) => each.replaced ?? []);
      index.add(await tags.indexable(stored), replaced);
      snapshots.indexed(some.at(-1)!.key, some.length);
    }
    learning.written(() => index.generation);
  }

  return {
    store,
    async indexMissing() {
      for (;;) {
        const missing = database.after(snapshots.indexedKey(), mostRead);
        if (missing.length === 0) return;
        index.add(await tags.indexable(missing));
        snapshots.indexed(missing.at(-1)!.key, missing.length);
        await nextTurn();
      }
    },
    async renewTags() {
      const { number } = index.generation.thesaurus;
      for (;;) {
        const outdated = database.outdated(number, mostRenewed);
        if (outdated.length === 0) return;
        await store(outdated.map(({ content }) => content));
        await nextTurn();
      }
    },
  };
}
