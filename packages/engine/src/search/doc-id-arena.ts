/** Arena allocator for the document ID lists of a query, which saves allocating each list. */
import type { SharedUint16Array } from '@semantic-search/query/collections';

const shortest = 1 << 16;
/** More is given back after the question. */
const longest = 1 << 22;
/** Fewer are made anew as quickly. */
const fewest = 32;

let room = new Uint16Array(shortest);
let used = 0;

/** What was kept for former questions is not needed any more. */
export function emptyDocumentRoom(): void {
  used = 0;
}

/** A copy of the first `count`, until the room is emptied. */
export function keptInRoom(documents: SharedUint16Array, count = documents.length): Uint16Array {
  if (count < fewest || count > longest) return documents.slice(0, count) as Uint16Array;
  if (used + count > room.length) {
    // What was kept before stays where it is, as long as it is in use.
    room = new Uint16Array(Math.max(count, Math.min(room.length * 2, longest)));
    used = 0;
  }
  const kept = room.subarray(used, used + count);
  kept.set(documents.subarray(0, count));
  used += count;
  return kept;
}
