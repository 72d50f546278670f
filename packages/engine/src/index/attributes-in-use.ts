/** Attributes that have a value in at least one live document. */
import type { Attribute, Attributes } from './attributes.ts';
import type { SegmentReader } from './reader.ts';
import type { LiteralColumn, NumberColumn } from './segment.ts';

/** Evaluated lazily, because a space may have many attributes. */
export function attributesInUse(segments: readonly SegmentReader[], registered: Attributes): Attributes {
  const isUsed = ({ number }: Attribute) => segments.some((reader) => reader.attributes.has(number));
  return {
    /** Sorting by name hides the order in which documents introduced the attributes. */
    get all() {
      return registered.all.filter(isUsed).sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    find(name, kind) {
      const attribute = registered.find(name, kind);
      return attribute && isUsed(attribute) ? attribute : undefined;
    },
  };
}

/** Numbers of the attributes with a value in a live document. */
export function attributesOfSegment(reader: SegmentReader): Set<number> {
  const columns = [...reader.segment.literals, ...reader.segment.numbers];
  return new Set(columns.filter((column) => isInUse(column, reader)).map(({ attribute }) => attribute));
}

/** True if a live document has a value. Usually the first one does, so the scan is short. */
function isInUse({ starts }: LiteralColumn | NumberColumn, { segment, deleted }: SegmentReader): boolean {
  for (let document = 0; document < segment.size; document++)
    if (starts[document + 1]! > starts[document]! && deleted?.[document] !== 1) return true;
  return false;
}
