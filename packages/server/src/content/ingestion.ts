/** Ingestion: writes a stream of documents to a space in batches and reports progress. */
import type { DocumentInput, IngestProgress } from '@semantic-search/contract';
import type { ReadDocument, WritableSpace } from '@semantic-search/engine';
import { ProblemError } from '../errors/problem.ts';
import { documentLength, documentSizeError } from './document-size.ts';

/** Maximum batch: number of documents, and length of their texts in UTF-16 code units. */
const MAX_BATCH_DOCUMENTS = 500;
const MAX_BATCH_LENGTH = 16_000_000;

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
  let [accepted, refused, last] = [0, 0, 0];
  const brokenOff = (line: number, message: string): IngestProgress => {
    return { done: false, line: last, accepted, refused, errors: [{ line, message }] };
  };
  try {
    for await (const batch of batches(documents)) {
      const { good, errors } = sorted(batch);
      const outcome =
        good.length === 0 ? nothing : await (await open()).put(documentsOf(good)).catch(notSaved);
      if ('message' in outcome) {
        yield brokenOff(batch[0]!.line, outcome.message);
        return;
      }
      errors.push(...outcome.refused.map(({ index, message }) => ({ line: good[index]!.line, message })));
      accepted += outcome.accepted;
      refused += errors.length;
      last = batch.at(-1)!.line;
      yield { done: false, line: last, accepted, refused, errors: errors.sort((a, b) => a.line - b.line) };
    }
  } catch (error) {
    if (last === 0 || !(error instanceof ProblemError)) throw error;
    yield brokenOff(last + 1, error.message);
    return;
  }
  yield { done: true, line: last, accepted, refused, errors: [] };
}

const nothing = { accepted: 0, refused: [] };

type GoodLine = Extract<ReadDocument, { document: unknown }>;

function sorted(batch: ReadDocument[]): { good: GoodLine[]; errors: IngestProgress['errors'] } {
  const [good, errors]: [GoodLine[], IngestProgress['errors']] = [[], []];
  for (const read of batch) {
    const message = 'message' in read ? read.message : documentSizeError(read.document);
    if (message !== undefined) errors.push({ line: read.line, message });
    else good.push(read as GoodLine);
  }
  return { good, errors };
}

function documentsOf(lines: readonly GoodLine[]): DocumentInput[] {
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
function notSaved(error: unknown): { message: string } {
  if (error instanceof ProblemError) return { message: error.message };
  throw error;
}
