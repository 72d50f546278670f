/** What leads on from a page without results: without the filters, with other words, to the first page. One lazy file. */
import '../locale/languages/en-later.ts';
import { search } from '@semantic-search/client';
import type { SearchResponse } from '@semantic-search/contract';
import { html, type TemplateResult } from 'lit';
import { activeCount, emptyQuestion, requestOf } from '../session/question.ts';
import type { Session } from '../session/session.ts';
import type { ResultsView } from './results-view.ts';

export function hints(view: ResultsView, goTo: (start: number) => void): TemplateResult | undefined {
  const { session } = view;
  if (session.answer!.total) return beyond(view, goTo);
  return activeCount(session.answered!) ? withoutFilters(view) : otherWords(view);
}

function beyond({ locale }: ResultsView, goTo: (start: number) => void): TemplateResult {
  return html`<p class="muted">${locale.text('fewerPages')}</p>
    <button class="button" type="button" @click=${() => goTo(0)}>${locale.text('page', { page: 1 })}</button>`;
}

/** What the words alone find, for each answer; undefined while it is counted, `NaN` where it could not be. */
const counts = new WeakMap<SearchResponse, number | undefined>();

async function countAll(session: Session): Promise<void> {
  const { connection, configuration, language, answer, answered } = session;
  const request = requestOf({ ...emptyQuestion, input: answered!.input }, language);
  counts.set(answer!, undefined);
  // Where it cannot be counted, the filters can still be taken away.
  const { total } = await search(connection, configuration, { ...request, count: 0 }).catch(() => unknown);
  counts.set(answer!, total);
}

const unknown = { total: Number.NaN };

function withoutFilters(view: ResultsView): TemplateResult | undefined {
  const { session, locale, change, parts } = view;
  const { answer } = session;
  if (!counts.has(answer!)) void countAll(session).then(() => parts.refresh());
  const count = counts.get(answer!);
  if (count === undefined) return undefined;
  if (count === 0) return otherWords(view);
  const text = count
    ? locale.text('pair', { name: locale.text('withoutFilters'), value: locale.text('results', { count }) })
    : locale.text('clearAll');
  const clear = () => change({ selectedFacets: [], dateRange: emptyQuestion.dateRange });
  return html`<button class="button" type="button" @click=${clear}>${text}</button>`;
}

function otherWords({ session, locale, change }: ResultsView): TemplateResult {
  const { input } = session.answered!;
  const broader = session.answer!.query.concepts.map(({ label }) => label);
  return html`<p class="muted">${locale.text('otherWords')}</p>
    <div class="chips">
      ${broader
        .filter((label) => label.toLowerCase() !== input.toLowerCase())
        .map(
          (label) =>
            html`<button class="button" type="button" @click=${() => change({ input: label })}>${label}</button>`,
        )}
      <button class="button" type="button" @click=${() => change(emptyQuestion)}>${locale.text('showEverything')}</button>
    </div>`;
}
