/** Refreshing suggester: updates its counts when the thesaurus or the documents change. */
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
  #reader: IndexReader | undefined;
  #suggester: Suggester | undefined;
  /** Time of the performance clock until which outdated counts are reused. */
  #reuseUntil = 0;

  suggest(suggestionQuery: SuggestionQuery, { reader }: QueriedIndex): SuggestedConcept[] {
    const { text, context, count, language, scope } = suggestionQuery;
    const facet = context ? findFacet(context, reader) : undefined;
    if (context && !facet) throw unknownFacet(context, 'context');
    // The values of other facets are not concepts, so there are no suggestions.
    if (facet && facet.kind !== 'concept') return [];
    const query = {
      text,
      count,
      ...(language && { language }),
      ...(facet && { facet: facet.tree }),
      onlyInUse: !!scope,
    };
    const isSameThesaurus = this.#reader?.thesaurus === reader.thesaurus;
    const startedAt = performance.now();
    const isReusable = isSameThesaurus && startedAt < this.#reuseUntil;
    if (this.#suggester && (this.#reader === reader || isReusable)) return this.#suggester.suggest(query);
    this.#reader = reader;
    const allDocuments = reader.segments.map((segmentReader) => {
      return { reader: segmentReader, documents: segmentReader.liveDocuments() };
    });
    this.#suggester = openSuggester(reader.indexedThesaurus, countConcepts(allDocuments, reader.thesaurus));
    const suggestions = this.#suggester.suggest(query);
    const duration = performance.now() - startedAt;
    this.#reuseUntil = duration < MIN_SLOW_UPDATE_MS ? 0 : performance.now() + REUSE_FACTOR * duration;
    return suggestions;
  }
}
