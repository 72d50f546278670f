/** Full document view with its concepts and their mentions in the text. */
import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import { getOrInsert } from '@semantic-search/query/collections';
import type { CooperativeTask } from '@semantic-search/query/scheduling';
import type { ConceptMatch } from '@semantic-search/query/thesaurus';
import type { FullDocument, Span } from '../api.ts';
import { fullText } from '../index-writing/document-sections.ts';
import { conceptsOf, type PresentedDocument, type PresenterContext, presenter } from './presenter.ts';

/** Maximum number of mentions of a concept in a text; the first ones are shown. */
const MAX_MENTIONS = 1000;

// A full document is not the result of a query, so nothing is highlighted, and the score has no meaning.
const NO_TARGETS = { highlightTerms: [], highlightLabels: [] };
const NO_SCORE = 0;

/** A cooperative task, because matching concepts in a long text takes long. */
export function* fullDocument(
  stored: PresentedDocument,
  context: PresenterContext,
  { language, documentFacets }: { language?: string; documentFacets: string[] },
  signal?: AbortSignal,
): CooperativeTask<FullDocument> {
  const { thesaurus, conceptMatcher } = context.indexedThesaurus;
  const { content } = stored;
  const query = { language, documentFacets, summaryLength: Number.MAX_SAFE_INTEGER };
  const presented = presenter(context, NO_TARGETS, query)(stored, NO_SCORE);
  // This view shows the full text, if there is one.
  const description = fullText(content) || presented.description;
  const languageTag = canonicalLanguageTag(content.language);
  const options = { ...(languageTag && { languages: [languageTag] }), includesNested: true, signal };
  const taggedConcepts = new Set(conceptsOf(stored, thesaurus));
  const titleSpans = new Map<number, Span[]>();
  const textSpans = new Map<number, Span[]>();
  yield* conceptMatcher.visitInSteps(presented.title, spanCollector(titleSpans, taggedConcepts), options);
  yield* conceptMatcher.visitInSteps(description, spanCollector(textSpans, taggedConcepts), options);
  const concepts = [...taggedConcepts].map((concept) => ({
    uri: thesaurus.uri(concept),
    label: thesaurus.label(concept, language),
    definition: thesaurus.definition(concept, language),
    broader: [...thesaurus.broader(concept)].map((broader) => ({
      uri: thesaurus.uri(broader),
      label: thesaurus.label(broader, language),
    })),
    positions: { title: titleSpans.get(concept) ?? [], description: textSpans.get(concept) ?? [] },
  }));
  return { ...presented, description, concepts };
}

/** Returns a visitor of matches that adds the spans of these concepts to `spansByConcept`. */
function spanCollector(spansByConcept: Map<number, Span[]>, concepts: ReadonlySet<number>) {
  return ({ begin, end, senses }: ConceptMatch): void => {
    for (const { concept } of senses) {
      if (!concepts.has(concept)) continue;
      const spans = getOrInsert(spansByConcept, concept, () => []);
      if (spans.length < MAX_MENTIONS) spans.push({ begin, end });
    }
  };
}
