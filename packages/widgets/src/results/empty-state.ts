/** Empty state: remove filters, change words, go to the first page (lazy). */
import '../locale/languages/en-later.ts';
import { search } from '@semantic-search/client';
import type { SearchResponse } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { activeCount, emptyQuestion, type QueryState, requestOf, unfiltered } from '../store/query-state.ts';
import { readAnswer } from '../store/read-response.ts';
import type { SearchStore } from '../store/search-store.ts';
import type { ResultsView } from './view-model.ts';

export function hints(view: ResultsView, goTo: (start: number) => void): TemplateResult | undefined {
  const { session } = view;
  if (session.answer!.total) return beyond(view, goTo);
  return activeCount(session.answered!) ? withoutFilters(view) : otherWords(view);
}

function beyond({ locale }: ResultsView, goTo: (start: number) => void): TemplateResult {
  return html`<p class="muted">${locale.text('fewerPages')}</p>
    <button class="button" type="button" @click=${() => goTo(0)}>${locale.text('page', { page: 1 })}</button>`;
}

/** What other questions would find, by their words, for each answer that found nothing. */
const counts = new WeakMap<SearchResponse, Map<string, number | undefined>>();

/** Undefined while it is counted, `NaN` where it could not be. */
function countOf(question: QueryState, { session, parts }: ResultsView): number | undefined {
  const known = counts.get(session.answer!) ?? new Map<string, number | undefined>();
  counts.set(session.answer!, known);
  const key = question.input;
  if (!known.has(key)) {
    known.set(key, undefined);
    void count(question, session).then((total) => {
      known.set(key, total);
      parts.refresh();
    });
  }
  return known.get(key);
}

async function count(question: QueryState, session: SearchStore): Promise<number> {
  const { connection, configuration, language } = session;
  const request = { ...requestOf({ ...question, start: 0 }, language), count: 0 };
  // Where it cannot be counted, it can still be asked.
  const { total } = await search(connection, configuration, request)
    .then(readAnswer)
    .catch(() => unknown);
  return total;
}

const unknown = { total: Number.NaN };

const promised = (name: string, count: number, locale: Locale) =>
  locale.text('pair', { name, value: locale.text('results', { count }) });

function withoutFilters(view: ResultsView): TemplateResult | undefined {
  const { session, locale, change } = view;
  const count = countOf({ ...emptyQuestion, input: session.answered!.input }, view);
  if (count === undefined) return undefined;
  if (count === 0) return otherWords(view);
  const text = count ? promised(locale.text('withoutFilters'), count, locale) : locale.text('clearAll');
  const clear = () => change(unfiltered);
  return html`<button class="button" type="button" @click=${clear}>${text}</button>`;
}

function otherWords(view: ResultsView): TemplateResult | undefined {
  const { session, locale, change } = view;
  const { input } = session.answered!;
  // Words in quotes were searched as they stand; without them the thesaurus helps again.
  const meant = input.replaceAll('"', '').trim();
  const count = meant === input || !meant ? 0 : countOf({ ...session.answered!, input: meant }, view);
  if (count === undefined) return undefined;
  const broader = session.answer!.query.concepts.map(({ label }) => label);
  return html`<p class="muted">${locale.text('otherWords')}</p>
    <div class="chips">
      ${count !== 0 ? html`<button class="button" type="button" @click=${() => change({ input: meant })}>${count > 0 ? promised(meant, count, locale) : meant}</button>` : nothing}
      ${broader
        .filter((label) => label.toLowerCase() !== input.toLowerCase())
        .map(
          (label) =>
            html`<button class="button" type="button" @click=${() => change({ input: label })}>${label}</button>`,
        )}
      <button class="button" type="button" @click=${() => change(emptyQuestion)}>${locale.text('showEverything')}</button>
    </div>`;
}
