/** Hints of the empty state (lazy): remove filters, try other words, go to the first page. */
import '../locale/languages/en-later.ts';
import { search } from '@semantic-search/client';
import type { SearchResponse } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import {
  activeFilterCount,
  initialQuery,
  noFilters,
  type QueryState,
  requestOf,
} from '../store/query-state.ts';
import { readResponse } from '../store/read-response.ts';
import type { SearchStore } from '../store/search-store.ts';
import type { ResultsView } from './view-model.ts';

export function emptyState(view: ResultsView, goTo: (start: number) => void): TemplateResult | undefined {
  const { store } = view;
  if (store.response!.total) return beyondLastPage(view, goTo);
  return activeFilterCount(store.responseQuery!) ? withoutFilters(view) : otherWords(view);
}

function beyondLastPage({ locale }: ResultsView, goTo: (start: number) => void): TemplateResult {
  return html`<p class="muted">${locale.text('fewerPages')}</p>
    <button class="button" type="button" @click=${() => goTo(0)}>${locale.text('page', { page: 1 })}</button>`;
}

/** Result counts of alternative queries by input, cached per empty response. */
const counts = new WeakMap<SearchResponse, Map<string, number | undefined>>();

/** Undefined while the request is running, `NaN` if it failed. */
function countOf(query: QueryState, { store, parts }: ResultsView): number | undefined {
  const cached = counts.get(store.response!) ?? new Map<string, number | undefined>();
  counts.set(store.response!, cached);
  const key = query.input;
  if (!cached.has(key)) {
    cached.set(key, undefined);
    void fetchCount(query, store).then((total) => {
      cached.set(key, total);
      parts.refresh();
    });
  }
  return cached.get(key);
}

async function fetchCount(query: QueryState, store: SearchStore): Promise<number> {
  const { connection, configuration, language } = store;
  const request = { ...requestOf({ ...query, start: 0 }, language), count: 0 };
  // The alternative is offered even if its results cannot be counted.
  const { total } = await search(connection, configuration, request)
    .then(readResponse)
    .catch(() => unknown);
  return total;
}

const unknown = { total: Number.NaN };

const labelWithCount = (name: string, count: number, locale: Locale) =>
  locale.text('pair', { name, value: locale.text('results', { count }) });

function withoutFilters(view: ResultsView): TemplateResult | undefined {
  const { store, locale, change } = view;
  const count = countOf({ ...initialQuery, input: store.responseQuery!.input }, view);
  if (count === undefined) return undefined;
  if (count === 0) return otherWords(view);
  const text = count ? labelWithCount(locale.text('withoutFilters'), count, locale) : locale.text('clearAll');
  const clear = () => change(noFilters);
  return html`<button class="button" type="button" @click=${clear}>${text}</button>`;
}

function otherWords(view: ResultsView): TemplateResult | undefined {
  const { store, locale, change } = view;
  const { input } = store.responseQuery!;
  // Quoted words match exactly; without quotes, the thesaurus expands the query.
  const unquoted = input.replaceAll('"', '').trim();
  const count =
    unquoted === input || !unquoted ? 0 : countOf({ ...store.responseQuery!, input: unquoted }, view);
  if (count === undefined) return undefined;
  const labels = store.response!.query.concepts.map(({ label }) => label);
  return html`<p class="muted">${locale.text('otherWords')}</p>
    <div class="chips">
      ${count !== 0 ? html`<button class="button" type="button" @click=${() => change({ input: unquoted })}>${count > 0 ? labelWithCount(unquoted, count, locale) : unquoted}</button>` : nothing}
      ${labels
        .filter((label) => label.toLowerCase() !== input.toLowerCase())
        .map(
          (label) =>
            html`<button class="button" type="button" @click=${() => change({ input: label })}>${label}</button>`,
        )}
      <button class="button" type="button" @click=${() => change(initialQuery)}>${locale.text('showEverything')}</button>
    </div>`;
}
