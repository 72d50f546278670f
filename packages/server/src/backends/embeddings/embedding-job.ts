/** Background job that computes the embeddings of new and changed documents. */
import type { Embedder } from '@semantic-search/embeddings';
import { StorageError, type WritableSpace } from '@semantic-search/engine';
import { errorMessage } from '@semantic-search/query/errors';

/** Number of documents that the embedder receives at once. */
const BATCH_SIZE = 32;
/** A text that every working model accepts. */
const PROBE = 'word';
/** Exponential backoff after a failure, in milliseconds. */
const DEFAULT_RETRY_DELAY_MS = { first: 1000, longest: 600_000 };

type Space = Pick<WritableSpace, 'documentsToEmbed' | 'addEmbeddings'>;
type Document = Awaited<ReturnType<Space['documentsToEmbed']>>[number];
type Embedding = Parameters<Space['addEmbeddings']>[0][number];

/** Without an embedder, only embeddings that came with earlier documents are indexed. */
export function embeddingJob(
  space: Space,
  embedder: Embedder | undefined,
  warn: (message: string) => void,
  retryDelay = DEFAULT_RETRY_DELAY_MS,
) {
  const closing = new AbortController();
  const { signal } = closing;
  let running: Promise<void> | undefined;
  /** Whether documents were written since the last batch was read. */
  let hasMore = false;
  let retryTimer: NodeJS.Timeout | undefined;
  let delay = retryDelay.first;

  async function run(): Promise<void> {
    let documents: Document[];
    do {
      hasMore = false;
      documents = await space.documentsToEmbed(BATCH_SIZE);
      if (signal.aborted || !embedder) return;
      if (documents.length > 0) await space.addEmbeddings(await embedAll(documents, embedder, warn, signal));
      delay = retryDelay.first;
    } while (documents.length > 0 || hasMore);
  }

  function retryLater(error: unknown): void {
    // The next write, or opening the space again, starts the job again.
    if (signal.aborted || error instanceof StorageError) return;
    if (delay === retryDelay.first)
      warn(`Documents could not be embedded; the server will retry: ${errorMessage(error)}`);
    retryTimer = setTimeout(() => {
      retryTimer = undefined;
      start();
    }, delay).unref();
    delay = Math.min(2 * delay, retryDelay.longest);
  }

  /** Starts unless it is running. Call after documents were written. */
  function start(): void {
    hasMore = true;
    if (running || retryTimer || signal.aborted) return;
    running = run()
      .catch(retryLater)
      .finally(() => {
        running = undefined;
      });
  }

  return {
    start,
    /** Stops. Remaining documents are embedded when the space is opened again. */
    async close(): Promise<void> {
      closing.abort(new Error('The search space is closed.'));
      clearTimeout(retryTimer);
      await running;
    },
  };
}

/** Texts that the model rejects get no embedding. Throws if it rejects every text: then the settings are wrong. */
async function embedAll(
  documents: readonly Document[],
  embedder: Embedder,
  warn: (message: string) => void,
  signal: AbortSignal,
): Promise<Embedding[]> {
  try {
    const texts = documents.map(({ text }) => text);
    const vectors = await embedder.embed(texts, 'document', signal);
    return documents.map(({ key }, index) => ({ key, embedding: vectors[index]! }));
  } catch (error) {
    if (!isRejection(error)) throw error;
    const embeddings = await embedOneByOne(documents, embedder, signal);
    if (embeddings.every(({ embedding }) => embedding === null))
      await embedder.embed([PROBE], 'document', signal);
    const rejected = embeddings.filter(({ embedding }) => embedding === null).length;
    if (rejected > 0)
      warn(`The embedder rejects the texts of some documents (${rejected}): ${errorMessage(error)}`);
    return embeddings;
  }
}

async function embedOneByOne(
  documents: readonly Document[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<Embedding[]> {
  const embeddings: Embedding[] = [];
  for (const { key, text } of documents) {
    const vectors = await embedder.embed([text], 'document', signal).catch((error: unknown) => {
      if (isRejection(error)) return [null];
      throw error;
    });
    embeddings.push({ key, embedding: vectors[0]! });
  }
  return embeddings;
}

/** An `EmbeddingError`; its package is not loaded here. */
const isRejection = (error: unknown): boolean => (error as { code?: unknown }).code === 'rejected';
