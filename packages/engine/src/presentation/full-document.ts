/** Full document view with its concepts and their mentions in the text. */

import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import { getOrInsert } from '@semantic-search/query/collections';
import type { CooperativeTask } from '@semantic-search/query/scheduling';
import type { FullDocument, Span } from '../api.ts';
import { fullText } from '../index/document-sections.ts';
import type { StoredDocument } from '../storage/documents.ts';
import { conceptsOf, type PresenterContext, presenter } from './presenter.ts';

const noTargets = { highlightTerms: [], highlightLabels: [] };

/** A cooperative task, because matching concepts in a long text takes long. */
export function* fullDocument(
  stored: Omit<StoredDocument, 'key'>,
  context: PresenterContext,
  { language, documentFacets }: { language?: string; documentFacets: string[] },
  signal?: AbortSignal,
): CooperativeTask<FullDocument> {
  const { thesaurus, conceptMatcher } = context.index.reader.thesaurus;
  const { content } = stored;
  const present = presenter(context, noTargets, language);
  const found = present(stored, 0, documentFacets, Number.MAX_SAFE_INTEGER);
  // This view shows the full text, if there is one.
  const description = fullText(content) || found.description;
  const languageTag = canonicalLanguageTag(content.language);
  const languages = languageTag ? { languages: [languageTag] } : {};
  function* mentionsIn(text: string): CooperativeTask<Map<number, Span[]>> {
    const mentions = new Map<number, Span[]>();
    const options = { ...languages, nested: true, signal };
    for (const { begin, end, senses } of yield* conceptMatcher.matchInSteps(text, options)) {
      for (const { concept } of senses) getOrInsert(mentions, concept, () => []).push({ begin, end });
    }
    return mentions;
  }
  const inTitle = yield* mentionsIn(found.title);
  const inDescription = yield* mentionsIn(description);
  const concepts = conceptsOf(stored, thesaurus).map((concept) => ({
    uri: thesaurus.uri(concept),
    label: thesaurus.label(concept, language),
    definition: thesaurus.definition(concept, language),
    broader: [...thesaurus.broader(concept)].map((broader) => ({
      uri: thesaurus.uri(broader),
      label: thesaurus.label(broader, language),
    })),
    positions: { title: inTitle.get(concept) ?? [], description: inDescription.get(concept) ?? [] },
  }));
  return { ...found, description, concepts };
}
