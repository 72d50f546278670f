/** Highlights as text nodes and elements, never as markup. */
import type { Span } from '@semantic-search/contract';
import { html } from 'lit';

/** Splits `text` at `spans` (UTF-16 units) and wraps each span. Of overlapping spans, the first wins. */
export function highlightSpans<Wrapped>(
  text: string,
  spans: readonly Span[] | undefined,
  wrap: (part: string, index: number) => Wrapped,
): (string | Wrapped)[] {
  const pieces: (string | Wrapped)[] = [];
  let at = 0;
  const ordered = (spans ?? []).map((span, index) => ({ ...span, index })).sort((a, b) => a.begin - b.begin);
  for (const { begin, end, index } of ordered) {
    if (begin < at || end <= begin || end > text.length) continue;
    if (begin > at) pieces.push(text.slice(at, begin));
    pieces.push(wrap(text.slice(begin, end), index));
    at = end;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

export const highlighted = (text: string, spans: readonly Span[] | undefined) =>
  highlightSpans(text, spans, (part) => html`<mark part="mark">${part}</mark>`);
