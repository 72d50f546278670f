/** Reader of the responses of embedding services. */
import { EmbeddingError } from '../embedder.ts';

/** A batch of 32 vectors with 4,096 dimensions takes 3 MB. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
/** In UTF-16 units. */
const MAX_MESSAGE_LENGTH = 200;

/** An item of the response: the vector of the text at an index. */
interface Item {
  index?: unknown;
  embedding?: unknown;
}

/** Returns the vectors of a response, in the order of the `count` texts. Throws `EmbeddingError`. */
export async function readVectors(response: Response, count: number): Promise<number[][]> {
  const text = await readText(response);
  if (!response.ok) throw statusError(response.status, text);
  const { data } = (parseJson(text) ?? {}) as { data?: unknown };
  const items: (Item | null)[] = Array.isArray(data) ? data : [];
  const vectors = new Map<number, number[]>();
  for (const [position, item] of items.entries()) {
    const { index = position, embedding } = item ?? {};
    if (isIndex(index, count) && isVector(embedding)) vectors.set(index, embedding);
  }
  // With as many different indexes as texts, each text has its vector.
  if (items.length === count && vectors.size === count)
    return Array.from({ length: count }, (_, index) => vectors.get(index)!);
  throw new EmbeddingError(
    'invalid-response',
    `The embedding service did not return ${count} vectors as { data: [{ index, embedding }] }.`,
  );
}

function isIndex(value: unknown, count: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < count;
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_RESPONSE_BYTES)
      throw new EmbeddingError('invalid-response', `The response has more than ${MAX_RESPONSE_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function statusError(status: number, text: string): EmbeddingError {
  if (status === 401 || status === 403) {
    // Without the message of the service, because some services repeat a part of the key in it.
    const reason = `The embedding service rejects the API key (status ${status}).`;
    return new EmbeddingError('unauthorized', reason);
  }
  const isTemporary = status === 408 || status === 429 || status >= 500;
  const message = serviceMessage(text);
  const reason = `The embedding service returned status ${status}${message && `: ${message}`}`;
  return new EmbeddingError(isTemporary ? 'unavailable' : 'rejected', reason);
}

/** The message in a body of the form `{ error: { message } }` or `{ error }`; empty for a body of another form. */
function serviceMessage(text: string): string {
  const { error } = (parseJson(text) ?? {}) as { error?: unknown };
  const message = (error as { message?: unknown } | null | undefined)?.message ?? error;
  return typeof message === 'string' ? message.slice(0, MAX_MESSAGE_LENGTH) : '';
}
