/** Documents of the remote service as answers carry them: cut and marked here, for the service does neither. */
import { type FoundDocument, type Highlight, highlighter, snippet, tokenize } from '@semantic-search/engine';
import { cachedStems } from './cached-stems.ts';
import type { RemoteDocument } from './responses.ts';

export interface Presenting {
  /** Fields of the facets that each document should carry. */
  documentFacets: string[];
  /** Longest description in characters. */
  summaryLength: number;
  mark: Highlight;
}

/** `rank` is the place in the answer, from 0: the service does not tell scores. */
export function foundDocument(document: RemoteDocument, rank: number, presenting: Presenting): FoundDocument {
  const { documentFacets, summaryLength, mark } = presenting;
  const { id, title, text, link, date, image, language, type } = document;
  const written = language ?? undefined;
  const summary = snippet(text, mark(text, written), summaryLength);
  return {
    id,
    title,
    description: summary.text,
    link,
    date,
    image,
    language,
    type: type || (valuesOf(document, 'dyn_lit_type')[0]?.label ?? ''),
    facets: documentFacets.flatMap((field) => {
      const values = valuesOf(document, field);
      return values.length > 0 ? [{ field, values }] : [];
    }),
    highlights: { title: mark(title, written), description: summary.spans },
    score: 1 / (rank + 1),
  };
}

export function valuesOf(
  { facets }: RemoteDocument,
  field: string,
): { label: string; value: string | null }[] {
  const facet = facets.find((each) => each.field === field);
  const isConcept = field.startsWith('dyn_uri_');
  return (facet?.refiners ?? []).map(({ label, value }) => ({ label, value: isConcept ? value : null }));
}

/** Marks the words of an input, but those with a dash before them; the last one may be unfinished. */
export function inputMarker(input: string, locale: string, labels: string[]): Highlight {
  const wanted = tokenize(input).filter(({ begin }) => !/(?:^|\s)-$/.test(input.slice(0, begin)));
  const marked = wanted.map(({ text, end }) => ({ word: text, unfinished: end === input.length }));
  const byLanguage = new Map<string, Highlight>();
  return (text, language = locale) => {
    const mark =
      byLanguage.get(language) ?? highlighter({ marked, markedLabels: labels }, [cachedStems(language)]);
    byLanguage.set(language, mark);
    // Without a language the marker takes the one it was given.
    return mark(text, undefined);
  };
}

export const nothingMarked: Highlight = () => [];
