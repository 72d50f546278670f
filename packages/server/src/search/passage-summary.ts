/** Summary of the first result: its best passage, if clearly better than its other texts. Pure. */
import type { MatchingText, ResultDocument, SearchQuery, SearchResult } from '@semantic-search/engine';
import { rankedPassages } from './passages.ts';

/** The score of the passage must exceed all other scores by this factor. */
const CLEARLY_BETTER = 1.25;
const ellipsis = '…';
const endOfSentence = /[.!?…。！？؟]['"”’»)]?$/;

/** Whether a search needs the texts of its first result, which is the best one only in the order by relevance. */
export const needsTexts = ({ input, sort, start, count, summaryLength }: SearchQuery): boolean =>
  input.trim() !== '' &&
  sort.field === 'relevance' &&
  start === 0 &&
  count > 0 &&
  summaryLength > ellipsis.length;

/** The documents of a search; the first one may have a passage as its description. */
export function withPassageAsSummary(
  { documents, recognizedConcepts }: SearchResult,
  { summaryLength, language }: SearchQuery,
): ResultDocument[] {
  const [first, ...others] = documents;
  if (!first?.texts) return documents;
  // The summary competes, too: it may be the words of an author, or begin at the same match.
  const summary = summaryOf(first);
  const competitors = { documents: [{ ...first, texts: [...first.texts, summary] }], recognizedConcepts };
  const maxCharacters = summaryLength - ellipsis.length;
  const limits = { count: 2, maxCharacters, ...(language !== undefined && { language }) };
  const [best, next] = rankedPassages(competitors, limits);
  // Unlike a summary, a text may begin with the title.
  const repeatsTitle = best?.text.text.startsWith(`${first.title}\n`, best.begin);
  const isBetter = best?.matches.length && best.text !== summary && !repeatsTitle;
  if (!isBetter || best.score < CLEARLY_BETTER * (next?.score ?? 0)) return documents;
  const { begin, end, text } = best;
  const passage = text.text.slice(begin, end);
  const spans = text.highlights.text.filter((span) => begin <= span.begin && span.end <= end);
  const movedSpans = spans.map((span) => ({ begin: span.begin - begin, end: span.end - begin }));
  return [
    {
      ...withoutSnippet(first, text.anchor),
      description: endOfSentence.test(passage) ? passage : passage + ellipsis,
      highlights: { ...first.highlights, description: movedSpans },
    },
    ...others,
  ];
}

const summaryOf = ({ description: text, highlights }: ResultDocument): MatchingText => ({
  anchor: '',
  heading: '',
  text,
  highlights: { heading: [], text: highlights.description },
});

/** The section with the passage keeps its heading only, so that no text appears twice. */
function withoutSnippet(document: ResultDocument, anchor: string): ResultDocument {
  const { sections } = document;
  if (!sections) return document;
  const shownSections = sections.map((section) => {
    if (section.anchor !== anchor) return section;
    return { ...section, text: '', highlights: { ...section.highlights, text: [] } };
  });
  return { ...document, sections: shownSections };
}
