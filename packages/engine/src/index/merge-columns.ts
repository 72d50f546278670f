/** Merges the doc values columns of an attribute from several segments. */
import {
  type SharedFloat64Array,
  type SharedUint32Array,
  sharedUint32,
} from '@semantic-search/query/collections';
import type { CompactArray } from './compact-array.ts';
import { DELETED, type DocIdMapping, forEachLiveDocument } from './doc-id-mapping.ts';
import type { Column, Segment } from './segment.ts';

type Numbers = CompactArray | SharedFloat64Array;

export function mergeRows(
  sources: DocIdMapping[],
  size: number,
  pick: (segment: Segment) => { starts: SharedUint32Array; values: Numbers },
) {
  const starts = sharedUint32(size + 1);
  const values: number[] = [];
  forEachLiveDocument(sources, (segment, old, document) => {
    const rows = pick(segment);
    for (let i = rows.starts[old]!; i < rows.starts[old + 1]!; i++) values.push(rows.values[i]!);
    starts[document + 1] = values.length;
  });
  return { starts, values };
}

export function mergeColumns<Values extends Numbers>(
  sources: DocIdMapping[],
  size: number,
  pick: (segment: Segment) => Column<Values>[],
  share: (values: ArrayLike<number>) => Values,
  missing: number,
): Column<Values>[] {
  const attributes = new Set(
    sources.flatMap(({ segment }) => pick(segment).map((column) => column.attribute)),
  );
  return [...attributes]
    .sort((a, b) => a - b)
    .map((attribute) => {
      const columnOf = (segment: Segment) => pick(segment).find((column) => column.attribute === attribute);
      const single = sources.every(({ segment }) => (columnOf(segment)?.starts ?? null) === null);
      if (single)
        return { attribute, starts: null, values: share(mergeSingle(sources, size, columnOf, missing)) };
      const rows = mergeRows(sources, size, (segment) => rowsOf(columnOf(segment), segment.size, missing));
      return { attribute, starts: rows.starts, values: share(rows.values) };
    });
}

function mergeSingle(
  sources: DocIdMapping[],
  size: number,
  columnOf: (segment: Segment) => Column<Numbers> | undefined,
  missing: number,
): Float64Array {
  const merged = new Float64Array(size).fill(missing);
  for (const { segment, numbers } of sources) {
    const values = columnOf(segment)?.values;
    if (!values) continue;
    for (let old = 0; old < segment.size; old++)
      if (numbers[old] !== DELETED) merged[numbers[old]!] = values[old]!;
  }
  return merged;
}

/** Converts a column to rows. A single literal is stored as number + 1, a literal in a row as its number. */
function rowsOf(
  column: Column<Numbers> | undefined,
  size: number,
  missing: number,
): { starts: SharedUint32Array; values: Numbers } {
  if (column?.starts) return { starts: column.starts, values: column.values };
  const starts = new Uint32Array(size + 1);
  const values: number[] = [];
  for (let i = 0; i < size; i++) {
    const value = column?.values[i] ?? missing;
    if (!Object.is(value, missing)) values.push(missing === 0 ? value - 1 : value);
    starts[i + 1] = values.length;
  }
  return { starts, values: Float64Array.from(values) };
}
