/** Parts that several views use: title, thumbnail, highlights, number of documents, words. */
import type { RetrievedDocument, Span } from '@semantic-search/contract';
import { html, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';

export const titleOf = ({ title, id }: Pick<RetrievedDocument, 'title' | 'id'>): string => title || id;

/** Words of three characters or more. In scripts such as Devanagari, vowels are marks after their consonant. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? [];

export const documentCount = (count: number, locale: Locale): TemplateResult =>
  html`<span class="count muted"><span aria-hidden="true">${locale.number(count)}</span><span class="hidden">${locale.text('valueCount', { count })}</span></span>`;

/** Decorative, because the title stands next to it. An image that fails to load leaves an empty tile. */
export const thumbnail = ({ image }: RetrievedDocument) =>
  image ? html`<img part="thumbnail" src=${image} alt="" loading="lazy" />` : undefined;

/** Hides an image that fails to load. */
export const hideBrokenImage = ({ target }: Event): void => {
  (target as HTMLElement).hidden = true;
};

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
