/** Presentation of remote documents: snippets and highlights, which the service does not provide. */
import type { ResultDocument, SearchQuery } from '@semantic-search/engine';
import { type Highlight, highlighter, matchingTexts, snippet } from '@semantic-search/engine/building-blocks';
import { analyzerFor, tokenize } from '@semantic-search/query/analysis';
import type { RemoteDocument } from './responses.ts';

/** A facet as a query references it, and its field. */
export interface ReferencedField {
  reference: string;
  field: string;
}

export interface PresentationOptions {
  /** Facets to include with each document. */
  documentFacets: ReferencedField[];
  /** Maximum length of the snippet in characters. */
  summaryLength: number;
  mark: Highlight;
  wholeTexts?: SearchQuery['wholeTexts'];
}

/** `rank` is the position in the results, from 0; it replaces the score, which the service does not provide. */
export function foundDocument(
  document: RemoteDocument,
  rank: number,
  options: PresentationOptions,
): ResultDocument {
  const { documentFacets, summaryLength, mark, wholeTexts } = options;
  const { id, title, text, link, date, image, language, type } = document;
  const textLanguage = language ?? undefined;
  const summary = snippet(text, mark(text, textLanguage), summaryLength);
  const hasTexts = wholeTexts === 'all' || (wholeTexts === 'first' && rank === 0);
  return {
    id,
    title,
    description: summary.text,
    link,
    date,
    written: null,
    image,
    language,
    type: type || (valuesOf(document, 'dyn_lit_type')[0]?.label ?? ''),
    facets: documentFacets.flatMap(({ reference, field }) => {
      const values = valuesOf(document, field);
      return values.length > 0 ? [{ reference, field, values }] : [];
    }),
    highlights: { title: mark(title, textLanguage), description: summary.spans },
    ...(hasTexts && { texts: matchingTexts({ text }, (whole) => mark(whole, textLanguage)) }),
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

/** Highlights the words of a query except excluded ones; the last word may be a prefix. */
export function queryHighlighter(input: string, locale: string, labels: string[]): Highlight {
  const wanted = tokenize(input).filter(({ begin }) => !/(?:^|\s)-$/.test(input.slice(0, begin)));
  const marked = wanted.map(({ text, end }) => ({ word: text, unfinished: end === input.length }));
  const byLanguage = new Map<string, Highlight>();
  return (text, language = locale) => {
    const mark =
      byLanguage.get(language) ??
      highlighter({ highlightTerms: marked, highlightLabels: labels }, [analyzerFor(language)]);
    byLanguage.set(language, mark);
    // Without a language, the highlighter uses its own analyzer.
    return mark(text, undefined);
  };
}

export const noHighlights: Highlight = () => [];
