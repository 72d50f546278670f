/** Attributes that have a value in at least one live document. */
import type { Attribute, Attributes } from './attributes.ts';
import { liveValues } from './doc-values.ts';
import type { SegmentReader } from './reader.ts';

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

/** Numbers of the attributes with a value in a live document. Usually the first document has one. */
export function attributesOfSegment(reader: SegmentReader): Set<number> {
  const columns = [...reader.segment.literals, ...reader.segment.numbers];
  const inUse = columns.filter((column) => liveValues(reader, column).next().done === false);
  return new Set(inUse.map(({ attribute }) => attribute));
}
