/** Match spans: maps matches in normalized words to offsets in the original label. */

import { originalLength } from '../analysis/normalizer.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import type { Span } from '../api.ts';

/** A range in one normalized word of a label. */
export interface MatchedPart {
  word: number;
  offset: number;
  length: number;
}

/** Adjacent parts of neighboring words become one span. */
export function matchSpans(label: string, parts: MatchedPart[]): Span[] {
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
