/**
 * What is done when documents are written, one step after the other: tagged, read for the index, and then, without a turn
 * in between, stored and published, so that each question finds the index and the documents in one state.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentInput } from './api.ts';
import { type DocumentTagger, labelLanguages } from './concept-tagging/document-tagger.ts';
import type { Trainer } from './concept-tagging/trainer.ts';
import { type CooperativeTask, runInSlices } from './cooperative-scheduling.ts';
import type { Added, IndexWriter } from './index/index-writer.ts';
import type { IndexableDocument, SegmentBuilder } from './index/segment-builder.ts';
import type { Database, DocumentToStore, StoredDocument } from './storage/database.ts';
import type { SnapshotStore } from './storage/index-snapshot.ts';

/** Documents read at once when much is to be done. */
const mostRead = 1000;

/** Documents whose subjects are extracted anew at once: each takes up to ten milliseconds. */
const mostRenewed = 100;

/** Documents read for the index at a stretch: about ten milliseconds. */
const usualStretch = 250;

/** Documents of a new segment: the more these are, the less often they are copied when segments are merged. */
const mostTogether = 1000;

/** Documents tagged at a stretch: up to ten milliseconds each where their concepts have to be found first. */
const fewToTag = 5;

export interface DocumentWriter {
  /** Durable and in the index when it resolves; questions are answered meanwhile. */
  store(documents: DocumentInput[]): Promise<void>;
  /** Brings documents into the index that the database has and the snapshot has not. */
  indexMissing(): Promise<void>;
  /** Subjects that were extracted with a former thesaurus are extracted anew, and languages guessed that labels decided. */
  retagOutdated(): Promise<void>;
}

export interface DocumentWriterContext {
  index: IndexWriter;
  database: Database;
  snapshots: SnapshotStore;
  tags: DocumentTagger;
  learning: Trainer;
  /** Documents between two turns. */
  stretch?: number | undefined;
}

export function documentWriter({
  index,
  database,
  snapshots,
  tags,
  learning,
  stretch = usualStretch,
}: DocumentWriterContext): DocumentWriter {
  async function tagged(documents: DocumentInput[]): Promise<DocumentToStore[]> {
    const all: DocumentToStore[] = [];
    for (let at = 0; at < documents.length; at += fewToTag) {
      if (at > 0) await nextTurn();
      all.push(...(await tags.tag(documents.slice(at, at + fewToTag))));
    }
    return all;
  }

  /** As parts of the index that are in no generation yet. Between stretches questions are answered. */
  async function analysed(documents: readonly StoredDocument[]): Promise<Added[]> {
    const parts: Added[] = [];
    for (let at = 0; at < documents.length; at += mostTogether) {
      const together = documents.slice(at, at + mostTogether);
      const segment = index.begin();
      for (let from = 0; from < together.length; from += stretch) {
        await runInSlices(addAll(segment, await tags.indexable(together.slice(from, from + stretch))));
        await nextTurn();
      }
      parts.push(index.partOf(segment));
    }
    return parts;
  }

  function* noteForms(
    forms: Map<number, Uint32Array>,
    documents: readonly StoredDocument[],
    added: readonly Added[] = [],
  ): CooperativeTask<void> {
    for (const each of documents) {
      forms.set(each.key, yield* index.formsOfDocument(each, added));
      yield;
    }
  }

  /** By key, the words of all documents that others come in the place of, be it that these are written at once. */
  async function formsReplaced(documents: readonly StoredDocument[], added: readonly Added[]) {
    const forms = new Map<number, Uint32Array>();
    const latest = new Map<string, StoredDocument>();
    for (let from = 0; from < documents.length; from += stretch) {
      const together = documents.slice(from, from + stretch);
      const there = index.generation.documents > 0 ? database.findAll(together.map(({ id }) => id)) : [];
      await runInSlices(noteForms(forms, there));
      const former = together.flatMap((each) => {
        const other = latest.get(each.id);
        latest.set(each.id, each);
        return other ?? [];
      });
      await runInSlices(noteForms(forms, former, added));
      if (documents.length > stretch) await nextTurn();
    }
    return forms;
  }

  async function store(documents: DocumentInput[]): Promise<void> {
    const toStore = await tagged(documents);
    const lastKey = database.lastKey();
    const numbered = toStore.map((document, i) => ({ ...document, key: lastKey + 1 + i }));
    const added = await analysed(numbered);
    const forms = await formsReplaced(numbered, added);
    // From here on to the end nothing is awaited.
    const { number } = index.generation.thesaurus;
    const removing = {
      formsOfDocument: (key: number) => forms.get(key)!,
      snapshotKey: snapshots.snapshotKey(),
    };
    const replaced = database.put(numbered, number, removing);
    index.add(added, replaced);
    snapshots.recordRemoved(replaced);
    snapshots.recordIndexed(lastKey + numbered.length, numbered.length);
    learning.documentsWritten(() => index.generation);
  }

  return {
    store,
    async indexMissing() {
      for (;;) {
        const missing = database.after(snapshots.indexedKey(), mostRead);
        if (missing.length === 0) return;
        index.add(await analysed(missing));
        snapshots.recordIndexed(missing.at(-1)!.key, missing.length);
      }
    },
    async retagOutdated() {
      const { number, thesaurus } = index.generation.thesaurus;
      for (;;) {
        const outdated = database.outdated(number, labelLanguages(thesaurus), mostRenewed);
        if (outdated.length === 0) return;
        await store(outdated.map(({ content }) => content));
        await nextTurn();
      }
    },
  };
}

/** A step for each document, more for a long one: a stretch of them may hold a book. */
function* addAll(segment: SegmentBuilder, documents: readonly IndexableDocument[]): CooperativeTask<void> {
  for (const document of documents) {
    yield* segment.add(document);
    yield;
  }
}
