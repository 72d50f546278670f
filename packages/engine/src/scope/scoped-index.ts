/** Index within a scope: every operation treats documents outside the scope as deleted. */
import { getOrInsertLatest, sharedUint8 } from '@semantic-search/query/collections';
import type { DocumentScope } from '../api.ts';
import { resolveSelection, type Selection, type TypedSelection } from '../facets/facet-selections.ts';
import type { FacetSource } from '../facets/find-facet.ts';
import { attributesInUse } from '../index/attributes.ts';
import { IndexReader, type QueriedIndex, SegmentReader } from '../index/reader.ts';
import { applyFilters } from '../search/filters.ts';
import { resolveScope } from './resolve-scope.ts';

/** Maximum number of scopes with cached readers: each takes a byte per document, and four per term of a segment. */
export const MAX_CACHED_SCOPES = 20;

type Rules = Record<'selected' | 'excluded', Selection[]>;

export function scopedIndex({ reader }: QueriedIndex, scope: DocumentScope): QueriedIndex {
  const key = JSON.stringify(scope);
  const scoped = getOrInsertLatest(reader.scoped, MAX_CACHED_SCOPES, key, () =>
    scopedReader(reader, key, rulesOf(scope, reader)),
  );
  return { reader: scoped };
}

/** Reader of the permitted documents; undefined rules permit none. */
function scopedReader(reader: IndexReader, scope: string, rules: Rules | undefined): IndexReader {
  const readers = rules
    ? reader.segments
        .map((segmentReader) => scopedSegment(segmentReader, scope, rules))
        .filter(({ live }) => live > 0)
    : [];
  const { indexedThesaurus, termDictionary } = reader;
  const occurrences = readers.map((segmentReader) => segmentReader.occurrences(termDictionary));
  return new IndexReader(readers, {
    indexedThesaurus,
    termDictionary: termDictionary.within(occurrences),
    attributes: attributesInUse(readers, reader.attributes),
  });
}

/** Undefined if the space cannot resolve a rule. */
function rulesOf(scope: DocumentScope, { attributes, thesaurus }: IndexReader): Rules | undefined {
  const { include, exclude, unresolved } = resolveScope(scope, { attributes, thesaurus });
  if (unresolved.length > 0) return undefined;
  const resolve = (rule: TypedSelection<FacetSource>) => resolveSelection(rule, thesaurus);
  return { selected: include.map(resolve), excluded: exclude.map(resolve) };
}

/** Cached with the segment, which most writes do not change. The key has the fields, because writes can change them. */
function scopedSegment(reader: SegmentReader, scope: string, rules: Rules): SegmentReader {
  const fields = [...rules.selected, ...rules.excluded].map(({ facet }) => facet.field);
  const key = JSON.stringify([scope, fields]);
  return getOrInsertLatest(reader.scoped, MAX_CACHED_SCOPES, key, () => {
    const { segment, concepts, core, live } = reader;
    const { passing } = applyFilters(reader, reader.liveDocuments(), { ...rules, dateRange: undefined });
    if (passing.length === live) return reader;
    const hidden = sharedUint8(segment.size).fill(1);
    for (const document of passing) hidden[document] = 0;
    return new SegmentReader(segment, concepts, hidden, core);
  });
}
