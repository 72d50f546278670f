/** Refreshing suggester: updates its counts when the thesaurus or the documents change. */

import { openSuggester, type Suggester } from '@semantic-search/query';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { SuggestedConcept, SuggestionQuery } from '../api.ts';
import { countConcepts } from '../facets/counting.ts';
import { unknownFacet } from '../facets/facet-selections.ts';
import { findFacet } from '../facets/find-facet.ts';
import type { IndexReader } from '../index/reader.ts';
import type { IndexWriter } from '../index/writer.ts';

/** After a slow update, outdated counts are reused for this multiple of its duration. */
const REUSE_FACTOR = 20;
/** Faster updates (up to a hundred thousand labels) happen with every change. */
const MIN_SLOW_UPDATE_MS = 50;

export function refreshingSuggester(index: IndexWriter): (query: SuggestionQuery) => SuggestedConcept[] {
  let current: { reader: IndexReader; suggester: Suggester; reuseUntil: number } | undefined;

  /** Returns true if counts were updated. */
  function refresh(): boolean {
    const { reader } = index;
    const canReuse = current?.reader.thesaurus === reader.thesaurus && performance.now() < current.reuseUntil;
    if (current?.reader === reader || canReuse) return false;
    const suggester = openSuggester(reader.indexedThesaurus, documentCounts(reader));
    current = { reader, suggester, reuseUntil: 0 };
    return true;
  }

  return ({ text, context, count, language }) => {
    const { thesaurus } = index.reader;
    const facet = context && context !== ALL_CONCEPTS_FIELD ? facetTree(context) : undefined;
    const began = performance.now();
    const isNew = refresh();
    const found = current!.suggester.suggest({
      text,
      count,
      ...(language ? { language } : {}),
      ...(facet ? { facet } : {}),
    });
    const took = performance.now() - began;
    if (isNew && took >= MIN_SLOW_UPDATE_MS) current!.reuseUntil = began + took + REUSE_FACTOR * took;
    return found;

    function facetTree(reference: string) {
      const source = findFacet(reference, { attributes: index.attributes, thesaurus });
      if (!source) throw unknownFacet(reference, 'context');
      // The values of other facets are not concepts, so there are no suggestions.
      return source.kind === 'concept' ? thesaurus.facet(source.facet.uri) : emptyFacet(thesaurus, reference);
    }
  };
}

function emptyFacet(thesaurus: Thesaurus, field: string) {
  return {
    uri: field,
    field,
    ordinal: 0,
    roots: [],
    within: new Uint8Array(thesaurus.size),
    hierarchical: false,
  };
}

/** Number of documents tagged with each concept or a narrower one. */
function documentCounts({ segments, thesaurus }: IndexReader): Uint32Array {
  const counts = new Uint32Array(thesaurus.size);
  for (const reader of segments) countConcepts({ reader, documents: reader.liveDocuments() }, counts);
  return counts;
}
