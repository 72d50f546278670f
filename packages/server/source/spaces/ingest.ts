/** Takes a stream of documents into a space in batches, and tells how far it is. */
import type { IngestProgress } from '@semantic-search/contract';
import type { ReadDocument, WritableSpace } from '@semantic-search/engine';
import { ProblemError } from '../errors.ts';

const batchSize = 500;

/**
 * Yields after every durable batch; the last step has `done: true`. Bad lines do not hold up the good ones. Where a
 * batch cannot be saved, the last step says so of its first line, and is not done.
 */
export async function* ingest(
  documents: AsyncIterable<ReadDocument>,
  space: Pick<WritableSpace, 'put'>,
): AsyncIterable<IngestProgress> {
  let [accepted, refused, last] = [0, 0, 0];
  for await (const batch of batches(documents)) {
    const errors = batch.flatMap((read) =>
      'message' in read ? [{ line: read.line, message: read.message }] : [],
    );
    const good = batch.filter((read) => 'document' in read);
    const outcome = await space.put(good.map(({ document }) => document)).catch(notSaved);
    if ('message' in outcome) {
      yield { done: false, line: last, accepted, refused, errors: [{ line: batch[0]!.line, ...outcome }] };
      return;
    }
    errors.push(...outcome.refused.map(({ index, message }) => ({ line: good[index]!.line, message })));
    accepted += outcome.accepted;
    refused += errors.length;
    last = batch.at(-1)!.line;
    yield { done: false, line: last, accepted, refused, errors: errors.sort((a, b) => a.line - b.line) };
  }
  yield { done: true, line: last, accepted, refused, errors: [] };
}

async function* batches(documents: AsyncIterable<ReadDocument>): AsyncIterable<ReadDocument[]> {
  let batch: ReadDocument[] = [];
  for await (const document of documents) {
    batch.push(document);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Problems have words for clients; anything else is for the log. */
function notSaved(error: unknown): { message: string } {
  if (error instanceof ProblemError) return { message: error.message };
  throw error;
}
