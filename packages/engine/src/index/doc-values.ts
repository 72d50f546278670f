/** Doc values: columns of attribute values by document; how they are built, merged and read. */
import {
  type SharedFloat64Array,
  type SharedUint32Array,
  sharedFloat64,
  sharedUint32,
} from '@semantic-search/query/collections';
import { type CompactArray, compactArray } from './compact-array.ts';
import { DELETED, type DocIdMapping, forEachLiveDocument } from './doc-id-mapping.ts';
import type { SegmentReader } from './reader.ts';
import type { Column, LiteralColumn, NumberColumn, Segment } from './segment.ts';

type Numbers = CompactArray | SharedFloat64Array;

/** Attribute values of a document, by attribute number. */
export interface DocumentAttributes {
  /** Value numbers. */
  literals: Map<number, number[]>;
  numbers: Map<number, number[]>;
}

/** How the columns of a kind of attribute store values. */
export interface ColumnEncoding<Values extends Numbers> {
  /** Stands for no value in a column without `starts`. */
  missing: number;
  /** Added to each value in a column without `starts`, so that none of them is `missing`. */
  offset: number;
  share(values: ArrayLike<number>): Values;
}

export const LITERAL_ENCODING: ColumnEncoding<CompactArray> = { missing: 0, offset: 1, share: compactArray };
export const NUMBER_ENCODING: ColumnEncoding<SharedFloat64Array> = {
  missing: Number.NaN,
  offset: 0,
  share: sharedFloat64,
};

export function literalColumns(documents: DocumentAttributes[]): LiteralColumn[] {
  return columnsOf(
    documents.map(({ literals }) => literals),
    LITERAL_ENCODING,
  );
}

export function numberColumns(documents: DocumentAttributes[]): NumberColumn[] {
  return columnsOf(
    documents.map(({ numbers }) => numbers),
    NUMBER_ENCODING,
  );
}

/** `documents` has the values of each document by attribute number. */
function columnsOf<Values extends Numbers>(
  documents: ReadonlyMap<number, number[]>[],
  { missing, offset, share }: ColumnEncoding<Values>,
): Column<Values>[] {
  return ascending(documents.flatMap((document) => [...document.keys()])).map((attribute) => {
    const rows = documents.map((document) => document.get(attribute) ?? []);
    if (rows.every((row) => row.length < 2)) {
      const values = rows.map((row) => (row.length > 0 ? row[0]! + offset : missing));
      return { attribute, starts: null, values: share(values) };
    }
    const { starts, values } = packRows(rows);
    return { attribute, starts, values: share(values) };
  });
}

function ascending(attributes: number[]): number[] {
  return [...new Set(attributes)].sort((a, b) => a - b);
}

export function packRows(rows: number[][]) {
  const starts = sharedUint32(rows.length + 1);
  rows.forEach((row, i) => {
    starts[i + 1] = starts[i]! + row.length;
  });
  return { starts, values: rows.flat() };
}

/** Returns the column of the attribute `date` if it equals `dates`, to save memory; otherwise a shared copy. */
export function shareDateColumn(columns: readonly NumberColumn[], dates: Float64Array): SharedFloat64Array {
  const same = columns.find(
    ({ starts, values }) => starts === null && values.every((value, i) => Object.is(value, dates[i])),
  );
  return same?.values ?? sharedFloat64(dates);
}

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
  encoding: ColumnEncoding<Values>,
): Column<Values>[] {
  const attributes = sources.flatMap(({ segment }) => pick(segment).map((column) => column.attribute));
  return ascending(attributes).map((attribute) => {
    const columnOf = (segment: Segment) => pick(segment).find((column) => column.attribute === attribute);
    const isSingle = sources.every(({ segment }) => (columnOf(segment)?.starts ?? null) === null);
    if (isSingle) {
      const values = mergeSingle(sources, size, columnOf, encoding.missing);
      return { attribute, starts: null, values: encoding.share(values) };
    }
    const rows = mergeRows(sources, size, (segment) => rowsOf(columnOf(segment), segment.size, encoding));
    return { attribute, starts: rows.starts, values: encoding.share(rows.values) };
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

/** Converts a column without `starts` to rows. */
function rowsOf<Values extends Numbers>(
  column: Column<Values> | undefined,
  size: number,
  { missing, offset }: ColumnEncoding<Values>,
): { starts: SharedUint32Array; values: Numbers } {
  if (column?.starts) return { starts: column.starts, values: column.values };
  const starts = new Uint32Array(size + 1);
  const values: number[] = [];
  for (let i = 0; i < size; i++) {
    const value = column?.values[i] ?? missing;
    if (!Object.is(value, missing)) values.push(value - offset);
    starts[i + 1] = values.length;
  }
  return { starts, values: Float64Array.from(values) };
}

type LiveDocuments = Pick<SegmentReader, 'segment' | 'deleted'>;

/** Distinct value numbers of a column in live documents. */
export function liveLiterals(
  { segment, deleted }: LiveDocuments,
  { starts, values }: LiteralColumn,
): Uint32Array {
  const found = new Set<number>();
  for (let document = 0; document < segment.size; document++) {
    if (deleted?.[document] === 1) continue;
    if (starts === null) {
      const value = values[document]!;
      if (value !== LITERAL_ENCODING.missing) found.add(value - LITERAL_ENCODING.offset);
    } else for (let i = starts[document]!; i < starts[document + 1]!; i++) found.add(values[i]!);
  }
  return Uint32Array.from(found);
}

/** Minimum and maximum of a column in live documents; null if it has no values there. */
export function minAndMax(
  { segment, deleted }: LiveDocuments,
  { starts, values }: NumberColumn,
): [min: number, max: number] | null {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let document = 0; document < segment.size; document++) {
    if (deleted?.[document] === 1) continue;
    const end = starts === null ? document + 1 : starts[document + 1]!;
    for (let i = starts === null ? document : starts[document]!; i < end; i++) {
      if (values[i]! < min) min = values[i]!;
      if (values[i]! > max) max = values[i]!;
    }
  }
  return min <= max ? [min, max] : null;
}
