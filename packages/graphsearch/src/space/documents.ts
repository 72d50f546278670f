/** Presentation of remote documents: snippets and highlights, which the service does not provide. */
import type { ResultDocument, SearchQuery } from '@semantic-search/engine';
import { type Highlight, highlighter, matchingTexts, snippet } from '@semantic-search/engine/building-blocks';
import { analyzerFor, tokenize } from '@semantic-search/query/analysis';
import type { RemoteDocument } from './responses.ts';

interface PresentationOptions {
  /** Facets to include with each document, as the query references them. */
  documentFacets: { reference: string; field: string }[];
  /** Maximum length of the snippet in characters. */
  summaryLength: number;
  mark?: Highlight;
  wholeTexts?: SearchQuery['wholeTexts'];
}

/** `rank` is the position in the results, from 0; it replaces the score, which the service does not provide. */
export function foundDocument(
  document: RemoteDocument,
  rank: number,
  { documentFacets, summaryLength, mark = () => [], wholeTexts }: PresentationOptions,
): ResultDocument {
  const { id, title, text, link, date, image, language } = document;
  const highlight = (part: string) => mark(part, language ?? undefined);
  const summary = snippet(text, highlight(text), summaryLength);
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
    type: document.type || (valuesOf(document, 'dyn_lit_type')[0]?.label ?? ''),
    facets: documentFacets.flatMap(({ reference, field }) => {
      const values = valuesOf(document, field);
      return values.length > 0 ? [{ reference, field, values }] : [];
    }),
    highlights: { title: highlight(title), description: summary.spans },
    ...(hasTexts && { texts: matchingTexts({ text }, highlight) }),
    score: 1 / (rank + 1),
  };
}

export function valuesOf(
  { facets }: RemoteDocument,
  field: string,
): { label: string; value: string | null }[] {
  const facet = facets.find((candidate) => candidate.field === field);
  const isConcept = field.startsWith('dyn_uri_');
  return (facet?.refiners ?? []).map(({ label, value }) => ({ label, value: isConcept ? value : null }));
}

/** Highlights the words of a query except excluded ones; the last word may be a prefix. */
export function queryHighlighter(input: string, locale: string, labels: string[]): Highlight {
  const words = tokenize(input).filter(({ begin }) => !/(?:^|\s)-$/.test(input.slice(0, begin)));
  const highlightTerms = words.map(({ text, end }) => ({ word: text, unfinished: end === input.length }));
  return highlighter({ highlightTerms, highlightLabels: labels }, [analyzerFor(locale)]);
}
