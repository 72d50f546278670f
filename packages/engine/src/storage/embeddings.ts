/** Embeddings in the database of a search space: their model, and the documents that still need one. */
import type { DatabaseSync } from 'node:sqlite';
import type { DocumentInput } from '../writable-space.ts';
import type { Transaction } from './documents.ts';

export function embeddingOperations(database: DatabaseSync, transaction: Transaction) {
  const keys = 'key IN (SELECT value FROM json_each(?))';
  return {
    /** Prepares a space with embeddings. Those of another model cannot be compared and are removed. */
    useEmbeddingModel(model: string): void {
      database.exec(
        'CREATE INDEX IF NOT EXISTS document_without_embedding ON document (key) WHERE embedding IS NULL',
      );
      transaction(() => {
        if (database.prepare('SELECT model FROM embedding_model').get()?.model === model) return;
        database.exec(
          'DELETE FROM embedding_model; UPDATE document SET embedding = NULL WHERE embedding IS NOT NULL',
        );
        database.prepare('INSERT INTO embedding_model (model) VALUES (?)').run(model);
      });
    },
    hasEmbeddings: () =>
      database.prepare('SELECT 1 FROM document WHERE length(embedding) > 0 LIMIT 1').get() !== undefined,
    /** The first documents whose embedding is not known yet. */
    withoutEmbedding: (count: number) =>
      database
        .prepare('SELECT key, content FROM document WHERE embedding IS NULL ORDER BY key LIMIT ?')
        .all(count)
        .map(({ key, content }) => {
          return { key: key as number, content: JSON.parse(content as string) as DocumentInput };
        }),
    /** Records that these documents need no embedding. */
    skipEmbedding: (documents: readonly number[]) =>
      void database
        .prepare(`UPDATE document SET embedding = x'' WHERE embedding IS NULL AND ${keys}`)
        .run(JSON.stringify(documents)),
  };
}
