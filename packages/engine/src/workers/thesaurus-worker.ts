/** Worker that parses one thesaurus, or changes the parts of one. */

import type { ReadableStream } from 'node:stream/web';
import { parentPort } from 'node:worker_threads';
import {
  changeThesaurus,
  type ParsedThesaurus,
  type PartRemoval,
  type PartReplacement,
  parseThesaurus,
} from '@semantic-search/query';
import { errorMessage } from '@semantic-search/query/errors';
import { QueryError } from '../api.ts';

export type ThesaurusResponse =
  | { result: ParsedThesaurus | Uint8Array }
  | { rejected: Pick<QueryError, 'code' | 'message'>; failed?: never }
  | { rejected?: never; failed: string };

export type ThesaurusTask =
  | { stream: ReadableStream<string | Uint8Array>; mediaType: string; part: string | undefined }
  | { current: Uint8Array | undefined; change: PartReplacement | PartRemoval };

parentPort!.once('message', async (task: ThesaurusTask) => {
  parentPort!.postMessage(await run(task));
});

async function run(task: ThesaurusTask): Promise<ThesaurusResponse> {
  try {
    const isUpload = 'stream' in task;
    return {
      result: isUpload
        ? await parseThesaurus(task.stream, task.mediaType, task.part)
        : changeThesaurus(task.current, task.change),
    };
  } catch (error) {
    // Structured cloning loses the class of an error.
    if (error instanceof QueryError) return { rejected: { code: error.code, message: error.message } };
    return { failed: errorMessage(error) };
  }
}
