/** Sentiment of a result (lazy). */
import type { RetrievedDocument } from '@semantic-search/contract';
import { html, nothing } from 'lit';
import type { Locale } from '../locale/locale.ts';

/** The sentiment from −1 to 1 with its configured label; undefined if the document has none. */
export function sentiment(document: RetrievedDocument, locale: Locale): string | undefined {
  const group = document.documentDetails.find(({ field }) => field === 'dyn_flt_sentiment');
  const value = Number.parseFloat(group?.facets[0]?.label ?? '');
  if (!group || !Number.isFinite(value)) return undefined;
  return locale.text('pair', { name: group.label, value: locale.signed(value) });
}

export function sentimentLine(document: RetrievedDocument, locale: Locale) {
  const text = sentiment(document, locale);
  return text ? html`<p class="facts" part="sentiment">${text}</p>` : nothing;
}
