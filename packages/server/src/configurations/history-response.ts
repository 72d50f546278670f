/** History response of a configuration: buffered if short, else streamed from disk. */
import type { LogEntry } from '@semantic-search/contract';
import type { Context } from 'koa';
import { sendTagged, tagged, taggedAs } from '../http/responses/conditional-requests.ts';

/** Longer histories are streamed. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** Memory per streamed history, measured with changes of one megabyte. */
const STREAM_MEMORY_BYTES = 8 * 1024 * 1024;

export interface Page {
  total: number;
  start: number;
  /** Maximum number of entries. */
  count: number;
  logs: AsyncIterable<LogEntry>;
}

/** `tag` is the entity tag of the current configuration. */
export async function sendLogs(ctx: Context, page: Page, tag: string): Promise<void> {
  const pieces = textsOf(page);
  let beginning = '';
  while (beginning.length <= MAX_BUFFERED_BYTES) {
    const { done, value } = await pieces.next();
    if (done) return sendTagged(ctx, tagged(beginning));
    beginning += value;
  }
  // The newest change and the total identify the whole history.
  const identity = `${page.count} ${tag} ${beginning}`;
  sendTagged(
    ctx,
    taggedAs(identity, { pieces: { each: after(beginning, pieces), held: STREAM_MEMORY_BYTES } }),
  );
}

async function* textsOf({ total, start, logs }: Page): AsyncGenerator<string, void> {
  let before = `{"total":${total},"start":${start},"logs":[`;
  for await (const entry of logs) {
    yield before + JSON.stringify(entry);
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}

async function* after(beginning: string, pieces: AsyncIterable<string>): AsyncIterable<string> {
  yield beginning;
  yield* pieces;
}
