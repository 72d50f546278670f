/** Worker that parses one thesaurus. */

import type { ReadableStream } from 'node:stream/web';
import { parentPort } from 'node:worker_threads';
import { type ParsedThesaurus, parseThesaurus } from '@semantic-search/query';
import { errorMessage } from '@semantic-search/query/util';
import { QueryError } from '../api.ts';

export type ParseResponse =
  | { parsed: ParsedThesaurus }
  | { rejected: Pick<QueryError, 'code' | 'message'>; failed?: never }
  | { rejected?: never; failed: string };

interface ParseRequest {
  stream: ReadableStream<string | Uint8Array>;
  mediaType: string;
}

parentPort!.once('message', async ({ stream, mediaType }: ParseRequest) => {
  parentPort!.postMessage(await parse(stream, mediaType));
});

async function parse(stream: ParseRequest['stream'], mediaType: string): Promise<ParseResponse> {
  try {
    return { parsed: await parseThesaurus(stream, mediaType) };
  } catch (error) {
    // Structured cloning loses the class of an error.
    if (error instanceof QueryError) return { rejected: { code: error.code, message: error.message } };
    return { failed: errorMessage(error) };
  }
}
