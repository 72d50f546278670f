/** Doc values: columns of attribute values by document; how they are built, merged and read. */
import { sharedUint32, startsOf } from '@semantic-search/query/collections';
import { type CompactArray, compactArray, type Rows } from './compact-array.ts';
import { type DocIdMapping, forEachLiveDocument } from './doc-id-mapping.ts';
import type { SegmentReader } from './reader.ts';
import type { Column, LiteralColumn, NumberColumn, Segment } from './segment.ts';

type Numbers = CompactArray | Float64Array;

/** Attribute values of a document, by attribute number. */
export interface DocumentAttributes {
  /** Value numbers. */
  literals: ReadonlyMap<number, Iterable<number>>;
  numbers: ReadonlyMap<number, Iterable<number>>;
}

/** `valuesOf` returns the values of a document by attribute number. */
export function columnsOf<Values extends Numbers>(
  documents: DocumentAttributes[],
  valuesOf: (document: DocumentAttributes) => ReadonlyMap<number, Iterable<number>>,
  toShared: (values: number[]) => Values,
): Column<Values>[] {
  const attributes = documents.flatMap((document) => [...valuesOf(document).keys()]);
  return distinctAscending(attributes).map((attribute) => {
    const rows = documents.map((document) => [...(valuesOf(document).get(attribute) ?? [])]);
    const { starts, values } = packRows(rows);
    return { attribute, starts, values: toShared(values) };
  });
}

function distinctAscending(attributes: number[]): number[] {
  return [...new Set(attributes)].sort((a, b) => a - b);
}

export function packRows(rows: number[][]): Rows<number[]> {
  return { starts: startsOf(rows.map(({ length }) => length)), values: ([] as number[]).concat(...rows) };
}

export function compactRows({ starts, values }: Rows<ArrayLike<number>>): Rows {
  return { starts, values: compactArray(values) };
}

/** `pick` returns the rows of a segment; undefined if they are all empty. */
export function mergeRows(
  sources: DocIdMapping[],
  size: number,
  pick: (segment: Segment) => Rows<Numbers> | undefined,
): Rows<Float64Array> {
  const starts = sharedUint32(size + 1);
  const rowsOfSources = sources.map(({ segment }) => pick(segment));
  const values = new Float64Array(rowsOfSources.reduce((sum, rows) => sum + (rows?.values.length ?? 0), 0));
  let end = 0;
  for (const [i, rows] of rowsOfSources.entries())
    forEachLiveDocument([sources[i]!], (_, old, document) => {
      const rowEnd = rows?.starts[old + 1] ?? 0;
      for (let at = rows?.starts[old] ?? 0; at < rowEnd; at++) values[end++] = rows!.values[at]!;
      starts[document + 1] = end;
    });
  return { starts, values: values.subarray(0, end) };
}

export function mergeColumns<Values extends Numbers>(
  sources: DocIdMapping[],
  size: number,
  pick: (segment: Segment) => Column<Values>[],
  toShared: (values: ArrayLike<number>) => Values,
): Column<Values>[] {
  const attributes = sources.flatMap(({ segment }) => pick(segment).map((column) => column.attribute));
  return distinctAscending(attributes).map((attribute) => {
    const columnOf = (segment: Segment) => pick(segment).find((column) => column.attribute === attribute);
    const { starts, values } = mergeRows(sources, size, columnOf);
    return { attribute, starts, values: toShared(values) };
  });
}

/** Values of a column in live documents, with repetitions. */
export function* liveValues(
  { segment, deleted }: Pick<SegmentReader, 'segment' | 'deleted'>,
  { starts, values }: LiteralColumn | NumberColumn,
): Generator<number> {
  for (let document = 0; document < segment.size; document++) {
    if (deleted?.[document] === 1) continue;
    for (let i = starts[document]!; i < starts[document + 1]!; i++) yield values[i]!;
  }
}
