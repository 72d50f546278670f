/** Order of documents by an attribute: numbers by size, texts by their bytes. */
import { QueryError, type SearchQuery } from '../api.ts';
import { findFacet } from '../facets/find-facet.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';

interface DocumentRef {
  reader: SegmentReader;
  document: number;
}

/** 0 if both documents have the same value or none; documents without one come last in either direction. */
export type AttributeOrder = (a: DocumentRef, b: DocumentRef) => number;

/** Undefined for the orders that every space has. Throws `unknown-facet`. Of several values, the first in order counts. */
export function attributeOrder({ sort }: SearchQuery, reader: IndexReader): AttributeOrder | undefined {
  const { field, direction } = sort;
  if (['relevance', 'date', 'title'].includes(field)) return undefined;
  const source = findFacet(field, reader);
  if (!source || source.kind === 'concept')
    throw new QueryError('unknown-facet', `The search space has no attribute "${field}" to sort by.`, {
      path: 'sort.field',
    });
  const { attribute } = source;
  const compare =
    source.kind === 'literal'
      ? (a: number, b: number) => source.attribute.values.compare(a, b)
      : (a: number, b: number) => a - b;
  const inOrder = (a: number, b: number) => (direction === 'asc' ? compare(a, b) : compare(b, a));
  const first = ({ reader: { segment }, document }: DocumentRef): number | undefined => {
    const columns = source.kind === 'literal' ? segment.literals : segment.numbers;
    const column = columns.find((each) => each.attribute === attribute.number);
    if (!column) return undefined;
    let best: number | undefined;
    for (let i = column.starts[document]!; i < column.starts[document + 1]!; i++)
      if (best === undefined || inOrder(column.values[i]!, best) < 0) best = column.values[i]!;
    return best;
  };
  return (a, b) => {
    const [one, other] = [first(a), first(b)];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    return inOrder(one, other);
  };
}
