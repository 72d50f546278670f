/** Phrase boundaries: where a phrase in a text must end. */
import type { Span } from '../api.ts';

const breakBetween = /[;:!?()[\]{}<>|"“”„»«]|\n\s*\n|\.\s/;

/** True at the end of a sentence. `next` is the beginning of the next word. A full stop after a single letter does not end one. */
export function isPhraseBoundary(text: string, before: Span, next: number): boolean {
  const gap = next - before.end;
  if (gap === 1) {
    const unit = text.charCodeAt(before.end);
    if (unit === 0x20 || unit === 0x2d) return false;
  }
  if (gap === 0) return false;
  if (gap > 4) return true;
  const between = text.slice(before.end, next);
  if (/^\.\s?$/.test(between) && before.end - before.begin === 1) return false;
  return breakBetween.test(between);
}
