/** Ingestion of a stream of documents into a space: in batches, with reports of progress. */
import type { IngestProgress } from '@semantic-search/contract';
import type { ReadDocument, WritableSpace } from '@semantic-search/engine';
import { ProblemError } from '../../errors/problem.ts';
import { documentLength, documentSizeError } from './document-size.ts';

/** Maximum batch, which is in memory: number of documents, and length of their texts in UTF-16 code units. */
const MAX_BATCH_DOCUMENTS = 500;
const MAX_BATCH_LENGTH = 4_000_000;

/** Records the documents of a synchronization run, so that its completion does not remove them. */
export interface IngestedRun {
  record(ids: string[], options?: { hasUnreadable: boolean }): Promise<void>;
  /** Number of documents that were not written because they were unchanged. */
  unchanged(): number;
}

/**
 * Yields progress after every durable batch; at the end, `done` is true. Invalid lines do not stop the import.
 * If a batch cannot be saved, the import ends without `done` and reports the error for the first line of the batch. If the
 * stream fails, it reports the error for the line after the last processed one. An error before the first write or
 * progress is thrown, because it can become the response. `openSpace` is called before each write.
 */
export async function* ingest(
  documents: AsyncIterable<ReadDocument>,
  openSpace: () => Promise<Pick<WritableSpace, 'put'>>,
  run?: IngestedRun,
): AsyncIterable<IngestProgress> {
  let [accepted, refused, lastLine] = [0, 0, 0];
  /** The line whose processing a failure ends; undefined while the failure can become the response. */
  let failureLine: number | undefined;
  const progress = (errors: IngestProgress['errors']): IngestProgress => {
    const unchanged = run && { unchanged: run.unchanged() };
    return { done: false, line: lastLine, accepted, refused, ...unchanged, errors };
  };
  try {
    for await (const batch of batches(documents)) {
      // Rejected documents are recorded too, so that their previous versions stay.
      await run?.record(idsOf(batch), { hasUnreadable: batch.some(isUnreadable) });
      const { valid, errors } = separateInvalid(batch);
      if (valid.length > 0) {
        const space = await openSpace();
        failureLine = batch[0]!.line;
        const outcome = await space.put(valid.map(({ document }) => document));
        accepted += outcome.accepted;
        errors.push(...outcome.refused.map(({ index, message }) => ({ line: valid[index]!.line, message })));
      }
      refused += errors.length;
      lastLine = batch.at(-1)!.line;
      failureLine = lastLine + 1;
      yield progress(errors.sort((a, b) => a.line - b.line));
    }
  } catch (error) {
    // Messages of problems are for clients, messages of other errors for the log.
    if (failureLine === undefined || !(error instanceof ProblemError)) throw error;
    yield progress([{ line: failureLine, message: error.message }]);
    return;
  }
  yield { ...progress([]), done: true };
}

type ValidLine = Extract<ReadDocument, { document: unknown }>;

function separateInvalid(batch: ReadDocument[]): { valid: ValidLine[]; errors: IngestProgress['errors'] } {
  const valid: ValidLine[] = [];
  const errors: IngestProgress['errors'] = [];
  for (const read of batch) {
    const message = 'message' in read ? read.message : documentSizeError(read.document);
    if (message !== undefined) errors.push({ line: read.line, message });
    else valid.push(read as ValidLine);
  }
  return { valid, errors };
}

function idsOf(batch: readonly ReadDocument[]): string[] {
  return batch.flatMap((read) => ('document' in read ? read.document.id : (read.id ?? [])));
}

const isUnreadable = (read: ReadDocument) => 'message' in read && read.id === undefined;

async function* batches(documents: AsyncIterable<ReadDocument>): AsyncIterable<ReadDocument[]> {
  let batch: ReadDocument[] = [];
  let length = 0;
  for await (const read of documents) {
    batch.push(read);
    length += 'document' in read ? documentLength(read.document) : 0;
    if (batch.length < MAX_BATCH_DOCUMENTS && length < MAX_BATCH_LENGTH) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}
