/** Refreshing suggester: updates its counts after changes, but less often if updates are slow. */
import { openSuggester, type Suggester } from '@semantic-search/query';
import type { SuggestedConcept, SuggestionQuery } from '../api.ts';
import { countConcepts } from '../facets/counting.ts';
import { unknownFacet } from '../facets/facet-selections.ts';
import { findFacet } from '../facets/find-facet.ts';
import type { IndexReader, QueriedIndex } from '../index/reader.ts';

/** After a slow update, outdated counts are reused for this multiple of its duration. */
const REUSE_FACTOR = 20;
/** Faster updates (up to a hundred thousand labels) happen with every change. */
const MIN_SLOW_UPDATE_MS = 50;

export class RefreshingSuggester {
  #current: { suggester: Suggester; reader: IndexReader } | undefined;
  /** Time of the performance clock until which outdated counts are reused. */
  #reuseUntil = 0;

  suggest(suggestionQuery: SuggestionQuery, { reader }: QueriedIndex): SuggestedConcept[] {
    const { text, context, count, language, scope } = suggestionQuery;
    const facet = context ? findFacet(context, reader) : undefined;
    if (context && !facet) throw unknownFacet(context, 'context');
    // The values of other facets are not concepts, so there are no suggestions.
    if (facet && facet.kind !== 'concept') return [];
    const restrictions = { ...(facet && { facet: facet.tree }), onlyInUse: !!scope };
    const query = { text, count, ...(language && { language }), ...restrictions };
    return this.#reusable(reader)?.suggest(query) ?? this.#update(reader, query);
  }

  #reusable(reader: IndexReader): Suggester | undefined {
    const current = this.#current;
    const mayBeOutdated =
      current?.reader.thesaurus === reader.thesaurus && performance.now() < this.#reuseUntil;
    return current?.reader === reader || mayBeOutdated ? current?.suggester : undefined;
  }

  /** Counts the documents again. The duration includes the first suggestions, which score all labels. */
  #update(reader: IndexReader, query: Parameters<Suggester['suggest']>[0]): SuggestedConcept[] {
    const startedAt = performance.now();
    const allDocuments = reader.segments.map((segmentReader) => {
      return { reader: segmentReader, documents: segmentReader.liveDocuments() };
    });
    const counts = countConcepts(allDocuments, reader.thesaurus);
    const suggester = openSuggester(reader.indexedThesaurus, counts);
    const suggestions = suggester.suggest(query);
    const now = performance.now();
    this.#reuseUntil = now - startedAt < MIN_SLOW_UPDATE_MS ? 0 : now + REUSE_FACTOR * (now - startedAt);
    this.#current = { suggester, reader };
    return suggestions;
  }
}
