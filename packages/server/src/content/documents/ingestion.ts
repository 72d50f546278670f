/** Ingestion: writes a stream of documents to a space in batches and reports progress. */
import type { DocumentInput, IngestProgress } from '@semantic-search/contract';
import type { ReadDocument, WritableSpace } from '@semantic-search/engine';
import { ProblemError } from '../../errors/problem.ts';
import { documentLength, documentSizeError } from './document-size.ts';

/** Maximum batch: number of documents, and length of their texts in UTF-16 code units. */
const MAX_BATCH_DOCUMENTS = 500;
const MAX_BATCH_LENGTH = 4_000_000;

/**
 * Yields progress after every durable batch; at the end, `done` is true. Invalid lines do not stop the import.
 *
 * If a batch cannot be saved, the import ends without `done` and reports the error for the first line of the batch. If the
 * stream fails, it reports the error for the line after the last processed one. An error before the first batch is thrown,
 * because nothing was written. `open` is called before the first write.
 */
export async function* ingest(
  documents: AsyncIterable<ReadDocument>,
  open: () => Promise<Pick<WritableSpace, 'put'>>,
): AsyncIterable<IngestProgress> {
  let [accepted, refused, lastLine] = [0, 0, 0];
  const stopped = (line: number, message: string): IngestProgress => {
    return { done: false, line: lastLine, accepted, refused, errors: [{ line, message }] };
  };
  try {
    for await (const batch of batches(documents)) {
      const { valid, errors } = separateInvalid(batch);
      const outcome =
        valid.length === 0
          ? NOTHING_WRITTEN
          : await (await open()).put(documentsOf(valid)).catch(messageForClient);
      if ('message' in outcome) {
        yield stopped(batch[0]!.line, outcome.message);
        return;
      }
      errors.push(...outcome.refused.map(({ index, message }) => ({ line: valid[index]!.line, message })));
      accepted += outcome.accepted;
      refused += errors.length;
      lastLine = batch.at(-1)!.line;
      yield {
        done: false,
        line: lastLine,
        accepted,
        refused,
        errors: errors.sort((a, b) => a.line - b.line),
      };
    }
  } catch (error) {
    if (lastLine === 0 || !(error instanceof ProblemError)) throw error;
    yield stopped(lastLine + 1, error.message);
    return;
  }
  yield { done: true, line: lastLine, accepted, refused, errors: [] };
}

const NOTHING_WRITTEN = { accepted: 0, refused: [] };

type ValidLine = Extract<ReadDocument, { document: unknown }>;

function separateInvalid(batch: ReadDocument[]): { valid: ValidLine[]; errors: IngestProgress['errors'] } {
  const [valid, errors]: [ValidLine[], IngestProgress['errors']] = [[], []];
  for (const read of batch) {
    const message = 'message' in read ? read.message : documentSizeError(read.document);
    if (message !== undefined) errors.push({ line: read.line, message });
    else valid.push(read as ValidLine);
  }
  return { valid, errors };
}

function documentsOf(lines: readonly ValidLine[]): DocumentInput[] {
  return lines.map(({ document }) => document);
}

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

/** Messages of problems are for clients, those of other errors for the log. */
function messageForClient(error: unknown): { message: string } {
  if (error instanceof ProblemError) return { message: error.message };
  throw error;
}
