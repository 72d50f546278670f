/** Missing embeddings: documents without an embedding, and indexing of computed embeddings. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { quantize } from '../index/vector-column.ts';
import { documentText } from '../index-writing/document-sections.ts';
import { ownEmbedding } from '../index-writing/document-validation.ts';
import type { DocumentToEmbed } from '../writable-space.ts';
import { type QueuedWriteContext, storeDocuments, type WriteContext } from './document-writer.ts';

/** Minimum number of documents whose own embeddings are read at a time; takes some tens of milliseconds. */
const MIN_BATCH = 250;

/** Returns documents whose embedding must be computed. First indexes the embeddings that came with documents. */
export async function documentsToEmbed(space: QueuedWriteContext, count: number): Promise<DocumentToEmbed[]> {
  const { database, embeddings: settings, writes } = space;
  if (!settings) return [];
  for (;;) {
    const documents = database.withoutEmbedding(settings.computed ? count : Math.max(count, MIN_BATCH));
    if (documents.length === 0) return [];
    const { own = [], missing = [] } = Object.groupBy(documents, ({ content }) =>
      ownEmbedding(content, settings) ? 'own' : 'missing',
    );
    if (own.length > 0) await writes.runExclusive(() => rewrite(space, keysOf(own)));
    if (settings.computed && missing.length > 0)
      return missing.map(({ key, content }) => ({ key, text: documentText(content) || content.id }));
    if (missing.length > 0) database.skipEmbedding(keysOf(missing));
    await nextTurn();
  }
}

/** Stores computed embeddings and indexes their documents. Must run exclusively. */
export async function addEmbeddings(
  space: WriteContext,
  computed: readonly { key: number; embedding: Float32Array | null }[],
): Promise<void> {
  const { database, embeddings: settings } = space;
  const byKey = new Map(computed.flatMap(({ key, embedding }) => (embedding ? [[key, embedding]] : [])));
  for (const { length } of byKey.values())
    if (length !== settings?.dimensions)
      throw new RangeError(`An embedding has ${length} dimensions instead of ${settings?.dimensions}.`);
  const withoutEmbedding = computed.filter(({ embedding }) => embedding === null);
  if (withoutEmbedding.length > 0) database.skipEmbedding(keysOf(withoutEmbedding));
  await rewrite(space, [...byKey.keys()], byKey);
}

/** Writes documents again, unless they have changed since. */
async function rewrite(
  space: WriteContext,
  keys: readonly number[],
  embeddings?: ReadonlyMap<number, Float32Array>,
): Promise<void> {
  const documents = space.database.byKeys(keys).filter((document) => document !== undefined);
  const computed =
    embeddings && new Map(documents.map(({ key, id }) => [id, quantize(embeddings.get(key)!)]));
  const contents = documents.map(({ content }) => content);
  await storeDocuments(space, await space.tagger.tag(contents), { computed });
}

function keysOf(documents: readonly { key: number }[]): number[] {
  return documents.map(({ key }) => key);
}
