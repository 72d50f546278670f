/** Embedding queue: documents without an embedding, and the indexing of computed embeddings. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { documentText } from '../concept-tagging/document-tagger.ts';
import { ownEmbedding } from '../index/indexable-document.ts';
import { quantize } from '../index/vector-column.ts';
import type { Database } from '../storage/database.ts';
import type { DocumentInput, EmbeddingSettings, WritableSpace } from '../writable-space.ts';
import type { ComputedEmbeddings } from './document-writer.ts';

/** Documents whose own embeddings are read at a time; takes some tens of milliseconds. */
const MIN_BATCH = 250;

export interface EmbeddingQueueContext {
  /** Undefined if the space has no embeddings. */
  settings: EmbeddingSettings | undefined;
  database: Database;
  store(documents: DocumentInput[], computed?: ComputedEmbeddings): Promise<void>;
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function embeddingQueue({
  settings,
  database,
  store,
  runExclusive,
}: EmbeddingQueueContext): Pick<WritableSpace, 'documentsToEmbed' | 'addEmbeddings'> {
  /** Writes documents again, unless they have changed since. */
  async function storeAgain(
    keys: readonly number[],
    computed?: (key: number) => Float32Array,
  ): Promise<void> {
    const current = database.byKeys(keys).flatMap((each) => each ?? []);
    const embeddings = new Map(
      computed ? current.map(({ key, id }) => [id, quantize(computed(key))] as const) : [],
    );
    if (current.length > 0)
      await store(
        current.map(({ content }) => content),
        embeddings,
      );
  }

  return {
    async documentsToEmbed(count) {
      if (!settings) return [];
      for (;;) {
        const documents = readWithoutEmbedding(
          database,
          settings.computed ? count : Math.max(count, MIN_BATCH),
        );
        if (documents.length === 0) return [];
        const hasOwn = ({ content }: WithoutEmbedding) => ownEmbedding(content, settings) !== undefined;
        const { own = [], missing = [] } = Object.groupBy(documents, (each) =>
          hasOwn(each) ? 'own' : 'missing',
        );
        if (own.length > 0) await runExclusive(() => storeAgain(keysOf(own)));
        if (settings.computed && missing.length > 0)
          return missing.map(({ key, content }) => ({ key, text: documentText(content) || content.id }));
        if (missing.length > 0) database.skipEmbedding(keysOf(missing));
        await nextTurn();
      }
    },
    addEmbeddings: (computed) =>
      runExclusive(async () => {
        const byKey = new Map(
          computed.flatMap(({ key, embedding }) => (embedding ? [[key, embedding]] : [])),
        );
        for (const { length } of byKey.values())
          if (length !== settings?.dimensions)
            throw new RangeError(`An embedding has ${length} dimensions instead of ${settings?.dimensions}.`);
        const missing = computed.filter(({ embedding }) => embedding === null);
        if (missing.length > 0) database.skipEmbedding(keysOf(missing));
        await storeAgain([...byKey.keys()], (key) => byKey.get(key)!);
      }),
  };
}

interface WithoutEmbedding {
  key: number;
  content: DocumentInput;
}

function readWithoutEmbedding(database: Database, count: number): WithoutEmbedding[] {
  return database.withoutEmbedding(count).map(({ key, content }) => {
    return { key, content: JSON.parse(content) as DocumentInput };
  });
}

function keysOf(documents: readonly { key: number }[]): number[] {
  return documents.map(({ key }) => key);
}
