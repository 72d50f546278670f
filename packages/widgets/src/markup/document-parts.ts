/** Parts that several views use: title, thumbnail, highlights, number of documents, words. */
import type { RetrievedDocument, Span } from '@semantic-search/contract';
import { html, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';

export const titleOf = ({ title, id }: Pick<RetrievedDocument, 'title' | 'id'>): string => title || id;

/** Words of three characters or more; shorter ones are mostly stop words. In Devanagari, vowels are marks. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? [];

/** The number of documents of a facet value, with its meaning for screen readers. */
export const documentCount = (count: number, locale: Locale): TemplateResult =>
  html`<span class="count muted"><span aria-hidden="true">${locale.number(count)}</span><span class="hidden">${locale.text('valueCount', { count })}</span></span>`;

/** The small image of a document, without a name, because the title is next to it. A broken image leaves an empty tile. */
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
  let offset = 0;
  const ordered = (spans ?? []).map((span, index) => ({ ...span, index })).sort((a, b) => a.begin - b.begin);
  for (const { begin, end, index } of ordered) {
    if (begin < offset || end <= begin || end > text.length) continue;
    if (begin > offset) pieces.push(text.slice(offset, begin));
    pieces.push(wrap(text.slice(begin, end), index));
    offset = end;
  }
  if (offset < text.length) pieces.push(text.slice(offset));
  return pieces;
}

/** The text with its matches in `<mark>`. */
export const highlighted = (text: string, spans: readonly Span[] | undefined) =>
  highlightSpans(text, spans, (part) => html`<mark part="mark">${part}</mark>`);
