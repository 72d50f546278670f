/** Full document view with its concepts and their mentions in the text. */

import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import type { CooperativeTask } from '@semantic-search/query/util';
import { getOrInsert } from '@semantic-search/query/util';
import type { FullDocument, Span } from '../api.ts';
import type { StoredDocument } from '../storage/database.ts';
import { conceptsOf, presenter, type ShownBy } from './presenter.ts';

const nothingMarked = { highlightTerms: [], highlightLabels: [] };

/** In steps: where a text names what takes its time when it is long. */
export function* fullDocument(
  stored: Omit<StoredDocument, 'key'>,
  holdings: ShownBy,
  { language, documentFacets }: { language?: string; documentFacets: string[] },
  signal?: AbortSignal,
): CooperativeTask<FullDocument> {
  const { thesaurus, conceptMatcher } = holdings.index.reader.thesaurus;
  const { content } = stored;
  const present = presenter(holdings, nothingMarked, language);
  const found = present(stored, 0, documentFacets, Number.MAX_SAFE_INTEGER);
  // The full text where there is one: this is the page on which it is read.
  const description = content.text || found.description;
  const written = canonicalLanguageTag(content.language);
  const languages = written ? { languages: [written] } : {};
  function* namedIn(text: string): CooperativeTask<Map<number, Span[]>> {
    const places = new Map<number, Span[]>();
    const options = { ...languages, nested: true, signal };
    for (const { begin, end, senses } of yield* conceptMatcher.matchInSteps(text, options)) {
      for (const { concept } of senses) getOrInsert(places, concept, () => []).push({ begin, end });
    }
    return places;
  }
  const inTitle = yield* namedIn(found.title);
  const inDescription = yield* namedIn(description);
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
