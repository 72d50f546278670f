/** Windows of a text: the whole text, or overlapping groups of its sentences, with their matches. Pure. */
import type { MatchingText, Span } from '@semantic-search/engine';

/** Maximum number of sentences in a passage. */
export const MAX_SENTENCES = 8;
/** Limits of the ranked groups: sentences, and UTF-16 units, which the first `MIN_SENTENCES` may exceed. Groups may be joined. */
const GROUP_SENTENCES = 5;
const GROUP_LENGTH = 500;
const MIN_SENTENCES = 3;
/** A text is segmented in short parts, because `Intl.Segmenter` takes time quadratic in the length. */
const segmentedParts = /[^\n]{1,1000}(?!\S)|\S{1,1000}/gu;

/** Some sentences of a text, with the matches in them. */
export interface TextWindow extends Span {
  matches: Span[];
  /** Numbers of the first sentence and of the one after the last. */
  sentences: Span;
}

/** The whole text if it is short, otherwise groups of sentences with matches. */
export function windowsOf(
  { text, highlights }: MatchingText,
  maxCharacters: number,
  language?: string,
): TextWindow[] {
  const sentences = sentencesOf(text, language);
  const matches = matchesOf(sentences, highlights.text);
  const windowOf = (begin: number, end: number): TextWindow => {
    const spans = matches.slice(begin, end).flat();
    const span = { begin: sentences[begin]!.begin, end: sentences[end - 1]!.end };
    return { ...cutToLength(text, span, spans[0], maxCharacters), matches: spans, sentences: { begin, end } };
  };
  const total = sentences.length;
  if (total === 0) return [];
  const length = sentences.at(-1)!.end - sentences[0]!.begin;
  if (total <= MAX_SENTENCES && length <= maxCharacters) return [windowOf(0, total)];
  const windows = sentences.map((_, first) => windowOf(first, groupEnd(sentences, first, maxCharacters)));
  return windows.filter((window, i) => {
    // The first group stands for a text that only the heading or title matches.
    if (i === 0) return true;
    const isWithinPrevious = windows[i - 1]!.sentences.end === total;
    return window.matches.length > 0 && !isWithinPrevious;
  });
}

/** End of a group, which has at least one sentence. A group of long sentences has few sentences. */
function groupEnd(sentences: readonly Span[], first: number, maxCharacters: number): number {
  const { begin } = sentences[first]!;
  const maxEnd = Math.min(first + GROUP_SENTENCES, sentences.length);
  for (let next = first + 1; next < maxEnd; next++) {
    const isFew = next - first < MIN_SENTENCES;
    const maxLength = isFew ? maxCharacters : Math.min(maxCharacters, GROUP_LENGTH);
    if (sentences[next]!.end - begin > maxLength) return next;
  }
  return maxEnd;
}

/** Sentences without the white space around them; a line break ends a sentence. */
function sentencesOf(text: string, language = ''): Span[] {
  const [code = 'en'] = /^[a-z]{2,3}(?![a-z])/i.exec(language) ?? [];
  const segmenter = new Intl.Segmenter(code, { granularity: 'sentence' });
  return Array.from(text.matchAll(segmentedParts)).flatMap(({ 0: part, index: offset }) =>
    Array.from(segmenter.segment(part)).flatMap(({ segment, index }) => {
      const begin = offset + index + segment.length - segment.trimStart().length;
      return segment.trim() ? [{ begin, end: begin + segment.trim().length }] : [];
    }),
  );
}

/** The matches in each sentence. */
function matchesOf(sentences: readonly Span[], spans: readonly Span[]): Span[][] {
  let next = 0;
  return sentences.map(({ end }) => {
    const first = next;
    while (next < spans.length && spans[next]!.begin < end) next++;
    return spans.slice(first, next);
  });
}

/** Cuts between words to at most `length` units, from the beginning or from the first match. */
function cutToLength(text: string, { begin, end }: Span, match: Span | undefined, length: number): Span {
  if (end - begin <= length) return { begin, end };
  const from = match && match.end - begin > length ? match.begin : begin;
  const part = text.slice(from, Math.min(end, from + length)).replace(/[\uD800-\uDBFF]$/, '');
  const space = from + part.length < end ? part.lastIndexOf(' ') : -1;
  return { begin: from, end: from + (space > 0 ? space : part.length) };
}
