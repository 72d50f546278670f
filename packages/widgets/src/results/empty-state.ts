/** Empty state: remove filters, change words, go to the first page (lazy). */
import '../locale/languages/en-later.ts';
import { search } from '@semantic-search/client';
import type { SearchResponse } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { activeCount, initialQuery, type QueryState, requestOf, unfiltered } from '../store/query-state.ts';
import { readResponse } from '../store/read-response.ts';
import type { SearchStore } from '../store/search-store.ts';
import type { ResultsView } from './view-model.ts';

export function emptyState(view: ResultsView, goTo: (start: number) => void): TemplateResult | undefined {
  const { store } = view;
  if (store.response!.total) return beyond(view, goTo);
  return activeCount(store.responseQuery!) ? withoutFilters(view) : otherWords(view);
}

function beyond({ locale }: ResultsView, goTo: (start: number) => void): TemplateResult {
  return html`<p class="muted">${locale.text('fewerPages')}</p>
    <button class="button" type="button" @click=${() => goTo(0)}>${locale.text('page', { page: 1 })}</button>`;
}

/** What other questions would find, by their words, for each response that found nothing. */
const counts = new WeakMap<SearchResponse, Map<string, number | undefined>>();

/** Undefined while it is counted, `NaN` where it could not be. */
function countOf(query: QueryState, { store, parts }: ResultsView): number | undefined {
  const known = counts.get(store.response!) ?? new Map<string, number | undefined>();
  counts.set(store.response!, known);
  const key = query.input;
  if (!known.has(key)) {
    known.set(key, undefined);
    void count(query, store).then((total) => {
      known.set(key, total);
      parts.refresh();
    });
  }
  return known.get(key);
}

async function count(query: QueryState, store: SearchStore): Promise<number> {
  const { connection, configuration, language } = store;
  const request = { ...requestOf({ ...query, start: 0 }, language), count: 0 };
  // Where it cannot be counted, it can still be asked.
  const { total } = await search(connection, configuration, request)
    .then(readResponse)
    .catch(() => unknown);
  return total;
}

const unknown = { total: Number.NaN };

const promised = (name: string, count: number, locale: Locale) =>
  locale.text('pair', { name, value: locale.text('results', { count }) });

function withoutFilters(view: ResultsView): TemplateResult | undefined {
  const { store, locale, change } = view;
  const count = countOf({ ...initialQuery, input: store.responseQuery!.input }, view);
  if (count === undefined) return undefined;
  if (count === 0) return otherWords(view);
  const text = count ? promised(locale.text('withoutFilters'), count, locale) : locale.text('clearAll');
  const clear = () => change(unfiltered);
  return html`<button class="button" type="button" @click=${clear}>${text}</button>`;
}

function otherWords(view: ResultsView): TemplateResult | undefined {
  const { store, locale, change } = view;
  const { input } = store.responseQuery!;
  // Words in quotes were searched as they stand; without them the thesaurus helps again.
  const meant = input.replaceAll('"', '').trim();
  const count = meant === input || !meant ? 0 : countOf({ ...store.responseQuery!, input: meant }, view);
  if (count === undefined) return undefined;
  const broader = store.response!.query.concepts.map(({ label }) => label);
  return html`<p class="muted">${locale.text('otherWords')}</p>
    <div class="chips">
      ${count !== 0 ? html`<button class="button" type="button" @click=${() => change({ input: meant })}>${count > 0 ? promised(meant, count, locale) : meant}</button>` : nothing}
      ${broader
        .filter((label) => label.toLowerCase() !== input.toLowerCase())
        .map(
          (label) =>
            html`<button class="button" type="button" @click=${() => change({ input: label })}>${label}</button>`,
        )}
      <button class="button" type="button" @click=${() => change(initialQuery)}>${locale.text('showEverything')}</button>
    </div>`;
}
