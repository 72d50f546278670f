/** Configurations as they go over the wire, each with its entity tag. */
import { setImmediate as others } from 'node:timers/promises';
import { type TaggedResponse, tagged, taggedAs } from '../http/conditional-requests.ts';
import type { StoredConfiguration } from './reducer.ts';

interface BothViews {
  /** Whether `full` costs nothing any more. */
  readonly isReady: boolean;
  readonly full: TaggedResponse;
  /** Without `user`, for publishable tokens. */
  readonly public: TaggedResponse;
}

const views = new WeakMap<StoredConfiguration, BothViews>();

/** Entries never change, so each is written and hashed once. */
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

/** How long others wait while configurations are cachedViews for the first time, in milliseconds. */
const atATime = 10;

/** For a list of them, which is made in one go. */
export async function presentAll(entries: Iterable<StoredConfiguration>): Promise<void> {
  let began = performance.now();
  for (const entry of [...entries]) {
    cachedViews(entry).full;
    if (performance.now() - began < atATime) continue;
    await others();
    began = performance.now();
  }
}

/** Up to so many bytes a list is sent in one piece. */
const short = 1024 * 1024;
/** What a reader of a longer one has for itself: records that were replaced meanwhile. In bytes. */
const held = 1024 * 1024;

/** A long one goes out record by record, and has them in common with all other lists that are on their way. */
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
