/** A search space of this process: what is durable, the index over it, and the questions it answers. */
import { mkdirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { recommenders } from './concepts/recommend.ts';
import { relatedDocuments } from './concepts/related-documents.ts';
import { similarities } from './concepts/similar.ts';
import { faultOf } from './index/document.ts';
import type { Merge } from './index/live-index.ts';
import { mergeParts } from './index/merge-segments.ts';
import { type Learning, learningIn, type Train } from './learning.ts';
import { findFacet, offeredFacets } from './query/facets.ts';
import { allSettings, type SearchSettings } from './query/plan.ts';
import { type Holdings, search } from './query/search.ts';
import { wholeDocument } from './query/whole-document.ts';
import { type DocumentInput, QuestionError, type SpaceDescription, type WritableSpace } from './questions.ts';
import { type Retagging, retaggingIn, type ToRetag } from './retagging.ts';
import { type Database, openDatabase } from './storage/database.ts';
import { restoreIndex, type Snapshots, snapshotsIn } from './storage/index-snapshot.ts';
import { holdLock } from './storage/lock.ts';
import { filesOf } from './storage/space-files.ts';
import { suggesting } from './suggesting.ts';
import { type Tagging, tagging } from './tagging.ts';
import { changesOf } from './thesaurus/replacement.ts';
import { emptyThesaurus, openThesaurusRecord, readThesaurus } from './thesaurus/stored.ts';
import { writesInTurn } from './writes-in-turn.ts';

export interface SpaceOptions {
  /** What may be done beyond looking for exactly the words typed; everything unless switched off. */
  settings?: Partial<SearchSettings>;
  /** Told in words when something had to be repaired. */
  onWarning?: (message: string) => void;
  /** Where segments are merged; on this thread unless given. */
  merge?: Merge;
  /** Where a thesaurus is read; on this thread unless given. */
  readThesaurus?: typeof readThesaurus;
  /** Where it is learned from tagged documents how to tag others; without it, others are tagged by rule. */
  train?: Train;
}

/** Newest notices that a space tells about itself. */
const mostNotices = 10;

/** Documents read or tagged at once when much is to be done. */
const batch = 1000;

/** Documents indexed at a stretch: about ten milliseconds. */
const slice = 250;

/** Documents tagged at a stretch: up to ten milliseconds each where their concepts have to be found first. */
const fewToTag = 5;

/** Opens the space kept in `directory`, or begins one there. Only one process may have it open. */
export async function openSpace(directory: string, options: SpaceOptions = {}): Promise<WritableSpace> {
  mkdirSync(directory, { recursive: true });
  const files = filesOf(directory);
  const lock = holdLock(files.lock);
  let database: Database | undefined;
  try {
    database = openDatabase(files.database);
    const stored = database.thesaurus();
    const opened = stored ? openThesaurusRecord(stored.record) : emptyThesaurus();
    const thesaurus = { number: stored?.number ?? 0, ...opened };
    const merge: Merge = options.merge ?? (async (...task) => mergeParts(...task));
    const notices: string[] = [];
    const warn = (message: string) => {
      notices.push(message);
      if (notices.length > mostNotices) notices.shift();
      options.onWarning?.(message);
    };
    const snapshots = snapshotsIn(files.index, database, warn);
    const learning = learningIn(files.model, database, options.train, warn);
    const index = restoreIndex(snapshots, merge, thesaurus);
    const settings = { ...allSettings, ...options.settings };
    const space = spaceOver(
      { index, database, settings },
      snapshots,
      learning,
      options.readThesaurus ?? readThesaurus,
      notices,
      (toRetag) => retaggingIn(files.model, { ...toRetag, warn }),
      lock.release,
    );
    await space.catchUp();
    return space;
  } catch (error) {
    database?.close();
    lock.release();
    throw error;
  }
}

function spaceOver(
  holdings: Holdings,
  snapshots: Snapshots,
  learning: Learning,
  read: typeof readThesaurus,
  notices: readonly string[],
  retaggingOver: (toRetag: Omit<ToRetag, 'warn'>) => Retagging,
  release: () => void,
): WritableSpace & { catchUp(): Promise<void> } {
  const { index, database } = holdings;
  const tags: Tagging = tagging(index, learning);
  const suggest = suggesting(index);
  const { inTurn, add } = writesInTurn<DocumentInput>(async (documents) => {
    await store(documents);
    snapshots.saveWhenDue(index);
  });

  const retagging = retaggingOver({ index, database, tags, store, inTurn });
  learning.whenLearned(retagging.begin);

  /** Brings documents into the index that the database has and the snapshot has not. */
  async function catchUp(): Promise<void> {
    for (;;) {
      const missing = database.after(snapshots.indexedKey(), batch);
      if (missing.length === 0) break;
      index.add(await tags.indexable(missing));
      snapshots.indexed(missing.at(-1)!.key, missing.length);
      await nextTurn();
    }
    await renewTags();
    snapshots.saveWhenDue(index);
    retagging.resume();
  }

  /** Subjects that were extracted with a former thesaurus are extracted anew. */
  async function renewTags(): Promise<void> {
    const { number } = index.generation.thesaurus;
    for (;;) {
      const outdated = database.outdated(number, batch / 10);
      if (outdated.length === 0) return;
      await store(outdated.map(({ content }) => content));
      await nextTurn();
    }
  }

  async function store(documents: DocumentInput[]): Promise<void> {
    const tagged: Awaited<ReturnType<Tagging['tag']>> = [];
    for (let at = 0; at < documents.length; at += fewToTag) {
      if (at > 0) await nextTurn();
      tagged.push(...(await tags.tag(documents.slice(at, at + fewToTag))));
    }
    const keys = database.put(tagged, index.generation.thesaurus.number);
    for (let at = 0; at < tagged.length; at += slice) {
      // Between slices questions are answered.
      if (at > 0) await nextTurn();
      const some = keys.slice(at, at + slice);
      const stored = some.map(({ key }, i) => ({ ...tagged[at + i]!, key }));
      const replaced = some.flatMap((each) => each.replaced ?? []);
      index.add(await tags.indexable(stored), replaced);
      snapshots.indexed(some.at(-1)!.key, some.length);
    }
    learning.written(() => index.generation);
  }

  return {
    catchUp: () => inTurn(catchUp),
    async describe(): Promise<SpaceDescription> {
      const { documents, thesaurus } = index.generation;
      const languages = new Set([
        ...index.vocabulary.languages.map(({ code }) => code),
        ...thesaurus.thesaurus.languages,
      ]);
      languages.delete('');
      return {
        documents,
        concepts: thesaurus.thesaurus.currentSize,
        languages: [...languages],
        facets: offeredFacets({ attributes: index.attributes, thesaurus: thesaurus.thesaurus }),
        recommenders: recommenders.map(({ name }) => name),
        similarities: similarities.map(({ name }) => name),
        ...(notices.length > 0 ? { notices: [...notices] } : {}),
      };
    },
    async facet(reference) {
      const { thesaurus } = index.generation.thesaurus;
      return findFacet(reference, { attributes: index.attributes, thesaurus })?.facet;
    },
    async search(question, signal) {
      signal?.throwIfAborted();
      return search(question, holdings, signal);
    },
    async suggest(question, signal) {
      signal?.throwIfAborted();
      return suggest(question);
    },
    async similar(question, signal) {
      signal?.throwIfAborted();
      return relatedDocuments(question, similarities, holdings, signal);
    },
    async recommend(question, signal) {
      signal?.throwIfAborted();
      return relatedDocuments(question, recommenders, holdings, signal);
    },
    async extract(question, signal) {
      signal?.throwIfAborted();
      const language = question.language || (await tags.languageOfText(question.text));
      return tags.extractor().extract(language ? { ...question, language } : question);
    },
    async document(id, options, signal) {
      signal?.throwIfAborted();
      const stored = database.find(id);
      if (!stored) throw new QuestionError('unknown-document', `The search space has no document ${id}.`);
      return wholeDocument(stored, holdings, options, signal);
    },
    async put(documents) {
      const refused = documents.flatMap((document, i) => {
        const message = faultOf(document);
        return message === undefined ? [] : [{ index: i, message }];
      });
      const wrong = new Set(refused.map((refusal) => refusal.index));
      const accepted = documents.filter((_, i) => !wrong.has(i));
      if (accepted.length > 0) await add(accepted);
      return { accepted: accepted.length, refused };
    },
    delete: (id) =>
      inTurn(async () => {
        const key = database.delete(id);
        if (key === undefined) return false;
        index.remove([key]);
        snapshots.indexed(0, 1);
        return true;
      }),
    async stored(id) {
      return database.find(id)?.content;
    },
    async replaceThesaurus(content, mediaType) {
      const { record, report } = await read(content, mediaType);
      return inTurn(async () => {
        const number = index.generation.thesaurus.number + 1;
        database.replaceThesaurus(number, record);
        const former = index.generation.thesaurus.thesaurus;
        const opened = openThesaurusRecord(record);
        await index.replaceThesaurus({ number, ...opened }, nextTurn);
        await renewTags();
        snapshots.changed();
        learning.written(() => index.generation);
        snapshots.saveWhenDue(index);
        const changes = changesOf(former, opened.thesaurus, (uri) => index.subjects.find(uri) >= 0);
        return { ...report, warnings: [...changes, ...report.warnings] };
      });
    },
    train: () => learning.train(() => index.generation),
    close: () => {
      retagging.close();
      return inTurn(async () => {
        await Promise.all([index.close(), learning.close()]);
        await snapshots.save(index);
        database.close();
        release();
      });
    },
  };
}
