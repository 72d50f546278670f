/** The questions of a space, each answered from one generation of its index. */

import { canonicalLanguageTag } from './analysis/language-tags.ts';
import { QueryError, type SearchSpace, type SpaceDescription } from './api.ts';
import { createSuggester } from './autocomplete/suggester.ts';
import type { DocumentTagger } from './concept-tagging/document-tagger.ts';
import { runInSlices } from './cooperative-scheduling.ts';
import { findFacet, offeredFacets } from './facets/facets.ts';
import { fullDocument } from './presentation/full-document.ts';
import { similarities } from './recommendations/more-like-this.ts';
import { recommenders } from './recommendations/recommenders.ts';
import { relatedDocuments } from './recommendations/related-documents.ts';
import { type SearcherContext, search } from './search/searcher.ts';
import { validateCount, validateRelated, validateSearch } from './validate-query.ts';

/** `notices` are what the space tells about itself, newest last. */
export function searchSpaceQueries(
  holdings: SearcherContext,
  tags: DocumentTagger,
  notices: readonly string[],
): SearchSpace {
  const { index, database } = holdings;
  const suggest = createSuggester(index);
  return {
    async describe(): Promise<SpaceDescription> {
      const { documents, thesaurus } = index.generation;
      const languages = new Set([
        ...index.vocabulary.languages.map(({ code }) => code),
        ...thesaurus.thesaurus.languages,
      ]);
      return {
        documents,
        concepts: thesaurus.thesaurus.currentSize,
        languages: [...languages].filter((code) => canonicalLanguageTag(code) !== undefined),
        facets: offeredFacets({ attributes: index.attributes, thesaurus: thesaurus.thesaurus }),
        recommenders: recommenders.map(({ name }) => name),
        similarities: similarities.map(({ name }) => name),
        ...(notices.length > 0 ? { notices: [...notices] } : {}),
      };
    },
    async facet(reference) {
      const { thesaurus } = index.generation.thesaurus;
      return findFacet(reference, { attributes: index.attributes, thesaurus })?.facet;
    },
    async search(question, signal) {
      signal?.throwIfAborted();
      validateSearch(question);
      return search(question, holdings, signal);
    },
    async suggest(question, signal) {
      signal?.throwIfAborted();
      validateCount(question);
      return suggest(question);
    },
    async similar(question, signal) {
      signal?.throwIfAborted();
      validateRelated(question);
      return relatedDocuments(question, similarities, holdings, signal);
    },
    async recommend(question, signal) {
      signal?.throwIfAborted();
      validateRelated(question);
      return relatedDocuments(question, recommenders, holdings, signal);
    },
    async extract(question, signal) {
      signal?.throwIfAborted();
      validateCount(question);
      const language =
        canonicalLanguageTag(question.language) ?? (await tags.detectLabelLanguage(question.text));
      const { text, count } = question;
      const wish = { text, count, ...(language ? { language } : {}) };
      // A long text takes its time: other questions are answered meanwhile.
      return runInSlices(tags.extractor().extractInSteps(wish, signal));
    },
    async document(id, options, signal) {
      signal?.throwIfAborted();
      const stored = database.find(id);
      if (!stored) throw new QueryError('unknown-document', `The search space has no document ${id}.`);
      return runInSlices(fullDocument(stored, holdings, options, signal));
    },
  };
}
