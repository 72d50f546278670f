/** Query operations of a search space. Each runs on one snapshot of the index. */

import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import { runInSlices } from '@semantic-search/query/scheduling';
import { QueryError, type SearchSpace, type SpaceDescription } from './api.ts';
import { refreshingSuggester } from './autocomplete/refreshing-suggester.ts';
import type { DocumentTagger } from './concept-tagging/document-tagger.ts';
import { findFacet, offeredFacets } from './facets/find-facet.ts';
import { fullDocument } from './presentation/full-document.ts';
import { presenterContext } from './presentation/presenter.ts';
import { similarities } from './recommendations/more-like-this.ts';
import { recommenders } from './recommendations/recommenders.ts';
import { relatedDocuments } from './recommendations/related-documents.ts';
import { type SearcherContext, search } from './search/searcher.ts';
import { validateCount, validateRelated, validateSearch } from './validate-query.ts';

/** `notices` are the warnings to describe, newest last. `updateRanking` is called before each search. */
export function searchSpaceQueries(
  context: SearcherContext,
  tagger: DocumentTagger,
  notices: readonly string[],
  updateRanking: () => void,
): SearchSpace {
  const { index, database } = context;
  const suggest = refreshingSuggester(index);
  return {
    async describe(): Promise<SpaceDescription> {
      const { documents, thesaurus } = index.reader;
      const languages = new Set([
        ...index.termDictionary.languages.map(({ code }) => code),
        ...thesaurus.languages,
      ]);
      return {
        documents,
        concepts: thesaurus.currentSize,
        languages: [...languages].filter((code) => canonicalLanguageTag(code) !== undefined),
        facets: offeredFacets({ attributes: index.attributes, thesaurus }),
        recommenders: recommenders.map(({ name }) => name),
        similarities: similarities.map(({ name }) => name),
        ...(notices.length > 0 ? { notices: [...notices] } : {}),
      };
    },
    async facets(references) {
      const { thesaurus } = index.reader;
      return references.map((each) => findFacet(each, { attributes: index.attributes, thesaurus })?.facet);
    },
    async search(query, signal) {
      signal?.throwIfAborted();
      validateSearch(query, context.embeddings);
      updateRanking();
      return search(query, context, signal);
    },
    async suggest(query, signal) {
      signal?.throwIfAborted();
      validateCount(query);
      return suggest(query);
    },
    async similar(query, signal) {
      signal?.throwIfAborted();
      validateRelated(query);
      return relatedDocuments(query, similarities, context, signal);
    },
    async recommend(query, signal) {
      signal?.throwIfAborted();
      validateRelated(query);
      return relatedDocuments(query, recommenders, context, signal);
    },
    async extract(query, signal) {
      signal?.throwIfAborted();
      validateCount(query);
      const language = canonicalLanguageTag(query.language) ?? (await tagger.detectLabelLanguage(query.text));
      const { text, count } = query;
      const request = { text, count, ...(language ? { language } : {}) };
      // In slices, since a long text would delay other queries.
      return runInSlices(tagger.extractor().extractInSteps(request, signal));
    },
    async document(id, options, signal) {
      signal?.throwIfAborted();
      const stored = database.find(id);
      if (!stored) throw new QueryError('unknown-document', `The search space has no document ${id}.`);
      return runInSlices(fullDocument(stored, presenterContext(index), options, signal));
    },
  };
}
