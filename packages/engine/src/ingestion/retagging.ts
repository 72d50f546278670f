/** Repeated concept extraction of stored documents, for another thesaurus or a newly trained model. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorMessage } from '@semantic-search/query/errors';
import { labelLanguages } from '../concept-tagging/document-language.ts';
import type { StoredDocument, TaggedDocument } from '../storage/documents.ts';
import { type QueuedWriteContext, storeDocuments, type WriteContext } from './document-writer.ts';

/** Documents per write of a retagging; each takes up to 10 ms. */
const MAX_BATCH = 100;

function outdatedDocuments({ index, database }: WriteContext, count: number) {
  const { number, thesaurus } = index.reader.indexedThesaurus;
  return database.outdated(number, labelLanguages(thesaurus), count);
}

/**
 * Tags documents that used a previous thesaurus and detects their languages again. Documents with the same tags are not
 * written: a crawl that builds categories would write each document twice. Must run exclusively.
 */
export async function retagOutdated(space: WriteContext): Promise<void> {
  for (;;) {
    const outdated = outdatedDocuments(space, MAX_BATCH);
    if (outdated.length === 0) return;
    const documentById = new Map(outdated.map((document) => [document.id, document]));
    const tagged = await space.tagger.tag(outdated.map(({ content }) => content));
    const { same = [], changed = [] } = Object.groupBy(tagged, (document) =>
      canKeepTags(document, documentById.get(document.id)!) ? 'same' : 'changed',
    );
    await storeDocuments(space, changed);
    const unchangedKeys = same.map(({ id }) => documentById.get(id)!.key);
    space.database.keepTags(unchangedKeys, space.index.reader.indexedThesaurus.number);
    await nextTurn();
  }
}

/** Whether a subject of a document is a known label decides how much its tags count, so such documents always differ. */
function canKeepTags(document: TaggedDocument, previous: StoredDocument): boolean {
  return (
    !document.content.subjects?.length &&
    document.guessedAmong === previous.guessedAmong &&
    JSON.stringify(document.extracted) === JSON.stringify(previous.extracted)
  );
}

/** More than one, because the end of a process may have other causes. */
const MAX_ATTEMPTS = 2;
/** Setting with the number of attempts that have not completed. */
const ATTEMPTS_SETTING = 'retagging-attempts';

/** Like `retagOutdated`, unless two attempts ended the process, for example because the thesaurus needs too much memory. */
export async function resumeRetagging(space: WriteContext): Promise<void> {
  const { database, warn } = space;
  const attempts = Number(database.setting(ATTEMPTS_SETTING) ?? 0);
  const recordAttempts = (count: number) => database.writeSetting(ATTEMPTS_SETTING, `${count}`);
  const isComplete = outdatedDocuments(space, 1).length === 0;
  if (isComplete && attempts === 0) return;
  if (!isComplete && attempts >= MAX_ATTEMPTS)
    return warn(
      'Tagging the documents with the current thesaurus has ended the process; they keep their concepts until the thesaurus is replaced.',
    );
  recordAttempts(attempts + 1);
  await retagOutdated(space);
  recordAttempts(0);
}

/** Documents per batch in the background; a batch takes some tens of milliseconds. */
const BACKGROUND_BATCH = 10;

/** Background job that lets a trained model tag the documents again, in small batches between other writes. */
export class ModelRetagging {
  readonly #space: QueuedWriteContext;
  #isRunning = false;
  #isClosed = false;

  constructor(space: QueuedWriteContext) {
    this.#space = space;
  }

  /** Continues where the last run stopped; after a training, that is the first document. */
  async run(): Promise<void> {
    const { writes, warn } = this.#space;
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (await writes.runExclusive(() => this.#tagBatch())) await nextTurn();
    } catch (error) {
      warn(
        `Tagging documents again failed (${errorMessage(error)}); it continues when the search space is opened again.`,
      );
    } finally {
      this.#isRunning = false;
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Returns false when no document is left. */
  async #tagBatch(): Promise<boolean> {
    const { index, database, tagger } = this.#space;
    const progress = this.#isClosed ? undefined : database.modelProgress();
    if (!progress || progress.retagged >= progress.last) return false;
    const { thesaurus, retagged, last } = progress;
    const isCurrent = index.reader.indexedThesaurus.number === thesaurus;
    // A new thesaurus makes the model obsolete, and replacing it has tagged all documents again: none is left.
    const documents = isCurrent ? database.extractedBetween(thesaurus, retagged, last, BACKGROUND_BATCH) : [];
    const storedTags = new Map(documents.map(({ id, extracted }) => [id, JSON.stringify(extracted)]));
    const tagged = await tagger.tag(documents.map(({ content }) => content));
    const changed = tagged.filter(({ id, extracted }) => storedTags.get(id) !== JSON.stringify(extracted));
    await storeDocuments(this.#space, changed);
    database.recordRetagged(progress, documents.at(-1)?.key ?? last);
    return true;
  }
}
