/** Order of documents by an attribute: numbers by size, texts by their bytes. */
import { QueryError, type SearchQuery } from '../api.ts';
import { findFacet } from '../facets/find-facet.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import { columnOf } from '../index/segment.ts';

/** Undefined for documents without a value. */
type Key = number | undefined;

export interface AttributeOrder {
  /** Key of each document of a segment. */
  keysIn(reader: SegmentReader): (document: number) => Key;
  /** 0 if both keys are equal or undefined; undefined keys come last in both directions. */
  compare(a: Key, b: Key): number;
}

/** Undefined for orders that every space has. Of several values, the first in this order counts. Throws `unknown-facet`. */
export function attributeOrder({ sort }: SearchQuery, reader: IndexReader): AttributeOrder | undefined {
  const { field, direction } = sort;
  if (['relevance', 'date', 'title'].includes(field)) return undefined;
  const source = findFacet(field, reader);
  if (!source || source.kind === 'concept')
    throw new QueryError('unknown-facet', `The search space has no attribute "${field}" to sort by.`, {
      path: 'sort.field',
    });
  const { kind, attribute } = source;
  const compare = (a: number, b: number) => (kind === 'literal' ? attribute.values.compare(a, b) : a - b);
  const inOrder = (a: number, b: number) => (direction === 'asc' ? compare(a, b) : compare(b, a));
  return {
    keysIn({ segment }) {
      const column =
        kind === 'literal' ? columnOf(segment.literals, attribute) : columnOf(segment.numbers, attribute);
      if (!column) return () => undefined;
      const { starts, values } = column;
      return (document) => {
        let best: Key;
        for (let i = starts[document]!; i < starts[document + 1]!; i++)
          if (best === undefined || inOrder(values[i]!, best) < 0) best = values[i]!;
        return best;
      };
    },
    compare(a, b) {
      if (a === b) return 0;
      if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
      return inOrder(a, b);
    },
  };
}
