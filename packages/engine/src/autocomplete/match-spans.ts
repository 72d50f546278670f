/** Where in a label, as it is written, the typed text was found in its folded words. */

import { originalLength } from '../analysis/normalizer.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import type { Span } from '../api.ts';

/** A stretch of the folded form of one word of a label. */
export interface MatchedPart {
  word: number;
  offset: number;
  length: number;
}

/** Parts of neighbouring words that meet become one span, as typed. */
export function highlightSpans(label: string, parts: MatchedPart[]): Span[] {
  const found = tokenize(label);
  const spans: Span[] = [];
  let last: { word: number; whole: boolean } | undefined;
  for (const { word, offset, length } of [...parts].sort((a, b) => a.word - b.word)) {
    const { text, begin } = found[word]!;
    const from = begin + originalLength(text, offset);
    const to = begin + originalLength(text, offset + length);
    const previous = spans.at(-1);
    if (previous && last?.whole && last.word === word - 1 && offset === 0) previous.end = to;
    else spans.push({ begin: from, end: to });
    last = { word, whole: to === found[word]!.end };
  }
  return spans;
}
