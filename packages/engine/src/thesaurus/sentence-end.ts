/** Where a phrase of a text cannot go on. */
import type { Token } from '../analysis/tokenizer.ts';

const breakBetween = /[;:!?()[\]{}<>|"“”„»«]|\n\s*\n|\.\s/;

/** A phrase does not go on beyond the end of a sentence. A dot after a single letter ends none. */
export function isPhraseBoundary(text: string, before: Token, after: Token): boolean {
  const gap = after.begin - before.end;
  if (gap === 1) {
    const unit = text.charCodeAt(before.end);
    if (unit === 0x20 || unit === 0x2d) return false;
  }
  if (gap === 0) return false;
  if (gap > 4) return true;
  const between = text.slice(before.end, after.begin);
  if (/^\.\s?$/.test(between) && before.end - before.begin === 1) return false;
  return breakBetween.test(between);
}
