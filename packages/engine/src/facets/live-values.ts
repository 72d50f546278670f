/** Values of a textual attribute that occur in at least one live document. */
import { getOrInsert } from '@semantic-search/query/util';
import type { SegmentReader } from '../index/index-reader.ts';
import type { LiteralColumn } from '../index/segment.ts';

/** By value 1 where a document that is not deleted has it; `size` is the number of values known. */
export function valuesInUse(parts: readonly SegmentReader[], attribute: number, size: number): Uint8Array {
  const used = new Uint8Array(size);
  for (const part of parts) {
    const column = part.segment.literals.find((each) => each.attribute === attribute);
    if (column) for (const value of usedIn(part, column)) used[value] = 1;
  }
  return used;
}

const known = new WeakMap<SegmentReader, Map<number, Uint32Array>>();

/** Worked out once: a part never changes. */
function usedIn(part: SegmentReader, column: LiteralColumn): Uint32Array {
  const byAttribute = getOrInsert(known, part, () => new Map());
  return getOrInsert(byAttribute, column.attribute, () => Uint32Array.from(read(part, column)));
}

function read({ segment, deleted }: SegmentReader, { starts, values }: LiteralColumn): Set<number> {
  const found = new Set<number>();
  for (let document = 0; document < segment.size; document++) {
    if (deleted?.[document] === 1) continue;
    // A single value is stored as its number + 1, 0 for none; rows hold the numbers themselves.
    if (starts === null) {
      if (values[document] !== 0) found.add(values[document]! - 1);
    } else for (let i = starts[document]!; i < starts[document + 1]!; i++) found.add(values[i]!);
  }
  return found;
}
