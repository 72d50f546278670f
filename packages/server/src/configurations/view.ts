/** JSON representations of configurations with their entity tags. */
import { setImmediate as others } from 'node:timers/promises';
import { type TaggedResponse, tagged, taggedAs } from '../http/responses/conditional-requests.ts';
import type { StoredConfiguration } from './reducer.ts';

interface BothViews {
  /** Whether `full` has been serialized. */
  readonly isReady: boolean;
  readonly full: TaggedResponse;
  /** Without `user`, for publishable tokens. */
  readonly public: TaggedResponse;
}

const views = new WeakMap<StoredConfiguration, BothViews>();

/** Cached, because entries are immutable. */
export function cachedViews(entry: StoredConfiguration): BothViews {
  let both = views.get(entry);
  if (!both) {
    const { id, user, created, config } = entry;
    both = onceEach(
      () => present({ id, user, created, config }),
      () => present({ id, created, config }),
    );
    views.set(entry, both);
  }
  return both;
}

function onceEach(full: () => TaggedResponse, restricted: () => TaggedResponse): BothViews {
  let [asFull, asPublic]: [TaggedResponse?, TaggedResponse?] = [];
  return {
    get isReady() {
      return asFull !== undefined;
    },
    get full() {
      asFull ??= full();
      return asFull;
    },
    get public() {
      asPublic ??= restricted();
      return asPublic;
    },
  };
}

/** Longest blocking of the event loop while many configurations are serialized for the first time, in milliseconds. */
const atATime = 10;

/** Serializes all of them, in slices. */
export async function presentAll(entries: Iterable<StoredConfiguration>): Promise<void> {
  let began = performance.now();
  for (const entry of [...entries]) {
    cachedViews(entry).full;
    if (performance.now() - began < atATime) continue;
    await others();
    began = performance.now();
  }
}

/** Longer lists are streamed, in bytes. */
const short = 1024 * 1024;
/** Memory per reader of a streamed list: records that were replaced in the meantime, in bytes. */
const held = 1024 * 1024;

/** A long list is streamed record by record; concurrent lists share the records. */
export function presentList(
  activeConfigId: number | null,
  entries: Iterable<StoredConfiguration>,
): TaggedResponse {
  const records = Array.from(entries, (entry) => cachedViews(entry).full);
  const bodies = records.map(({ full: { body = '' } }) => body);
  const pieces = [
    `{"activeConfigId":${activeConfigId},"configurations":[`,
    ...bodies.flatMap((body, index) => (index === 0 ? [body] : [',', body])),
    ']}',
  ];
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  if (length <= short) return tagged(pieces.join(''));
  const tags = records.map(({ etag }) => etag).join();
  return taggedAs(`${activeConfigId} ${tags}`, { length, pieces: { each: pieces, held } });
}

export function present(value: unknown): TaggedResponse {
  return tagged(JSON.stringify(value));
}
