/** The thread that reads one thesaurus, and ends. */

import type { ReadableStream } from 'node:stream/web';
import { parentPort } from 'node:worker_threads';
import { QueryError } from '../api.ts';
import { errorMessage } from '../error-message.ts';
import { type ParsedThesaurus, parseThesaurus } from '../thesaurus/serialization.ts';

export type ParseResponse =
  | { parsed: ParsedThesaurus }
  | { rejected: Pick<QueryError, 'code' | 'message'>; failed?: never }
  | { rejected?: never; failed: string };

interface ToRead {
  stream: ReadableStream<string | Uint8Array>;
  mediaType: string;
}

parentPort!.once('message', async ({ stream, mediaType }: ToRead) => {
  parentPort!.postMessage(await answerTo(stream, mediaType));
});

async function answerTo(stream: ToRead['stream'], mediaType: string): Promise<ParseResponse> {
  try {
    return { parsed: await parseThesaurus(stream, mediaType) };
  } catch (error) {
    // The class of an error is lost on the way.
    if (error instanceof QueryError) return { rejected: { code: error.code, message: error.message } };
    return { failed: errorMessage(error) };
  }
}
