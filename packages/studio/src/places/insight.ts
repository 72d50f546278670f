/** Insight: what visitors search, over time and by query, and what to do about a query. */
import { exportQueries, getInsight, listQueries } from '@semantic-search/client';
import type { Insight, QueryInsight, QueryInsights, SearchCounts } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { courseChart, positionChart } from './charts.ts';
import { addressOf, formatNumber, formatShare, type Place, type PlaceContext, reasonOf } from './place.ts';

const periods = { 1: 'Last 24 hours', 7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 90 days' };

const kinds = {
  all: 'Most frequent',
  withoutResults: 'Without results',
  withoutClicks: 'Without clicks',
} as const;
type Kind = keyof typeof kinds;

const DAY_MS = 24 * 3_600_000;

export function insightPlace(context: PlaceContext): Place {
  return new InsightPlace(context);
}

class InsightPlace implements Place {
  readonly #context: PlaceContext;
  #insight: Insight | undefined;
  #queries: QueryInsights | undefined;
  #message = '';

  constructor(context: PlaceContext) {
    this.#context = context;
  }

  get #kind(): Kind {
    const kind = this.#context.parameters.get('kind') ?? '';
    return kind in kinds ? (kind as Kind) : 'all';
  }

  /** Undefined: all. */
  get #configuration(): number | undefined {
    return Number(this.#context.parameters.get('configuration')) || undefined;
  }

  get #days(): number {
    return Number(this.#context.parameters.get('days')) || 30;
  }

  get #request() {
    const configuration = this.#configuration;
    const from = new Date(Date.now() - this.#days * DAY_MS).toISOString();
    return { from, ...(configuration !== undefined && { configuration }) };
  }

  async load(): Promise<void> {
    const { connection } = this.#context.account;
    [this.#insight, this.#queries] = await Promise.all([
      getInsight(connection, this.#request),
      listQueries(connection, { ...this.#request, kind: this.#kind }),
    ]);
  }

  #change = async (name: string, value: string): Promise<void> => {
    const { parameters, keep, update } = this.#context;
    if (value) parameters.set(name, value);
    else parameters.delete(name);
    keep({ [name]: value || undefined });
    this.#message = '';
    await this.load().catch((error) => {
      this.#message = reasonOf(error);
    });
    update();
  };

  render(): TemplateResult {
    const insight = this.#insight;
    if (!insight) return html`<p class="problem" role="alert">${this.#message}</p>`;
    const { totals, dropped, positions, filters, features, rules, languages } = insight;
    const isEmpty = totals.searches === 0 && insight.previous.searches === 0;
    return html`${this.#controls()}
      ${this.#message ? html`<p class="problem" role="alert">${this.#message}</p>` : nothing}
      ${dropped > 0 ? html`<p class="notice warning">${formatNumber(dropped)} events were not counted, because they were too many at once or could not be written.</p>` : nothing}
      ${isEmpty ? html`<p class="notice">Nothing was searched in this period. Searches count when visitors use the search on a page of yours; your own searches in the studio do not.</p>` : nothing}
      ${tiles(insight)} ${courseChart(insight)} ${this.#queriesSection()} ${positionChart(positions)}
      <div class="usages">
        ${usage('Languages', languages, 'unknown')} ${usage('Facets', filters, 'unknown')} ${usage('Rules', rules, '')} ${usage('Used', features, '')}
      </div>
      <p class="hint">Times are in UTC. Counts are kept for ${insight.retentionDays} days, without data about visitors.</p>`;
  }

  #controls(): TemplateResult {
    const { account } = this.#context;
    const change = (name: string) => (event: Event) =>
      void this.#change(name, (event.target as HTMLSelectElement).value);
    return html`<form class="controls" @submit=${(event: Event) => event.preventDefault()}>
      <label>Search <select @change=${change('configuration')}>
        <option value="">All searches</option>
        ${account.list.map(({ id, title }) => html`<option value=${id} ?selected=${id === this.#configuration}>${title} (id ${id})</option>`)}
      </select></label>
      <label>Period <select @change=${change('days')}>
        ${Object.entries(periods).map(([days, label]) => html`<option value=${days} ?selected=${Number(days) === this.#days}>${label}</option>`)}
      </select></label>
    </form>`;
  }

  #queriesSection(): TemplateResult {
    const { queries, hiddenQueries, hiddenSearches } = this.#queries!;
    return html`<section aria-labelledby="queries">
      <div class="section-head"><h2 id="queries">Queries</h2>
        <div class="segments" role="group" aria-label="Queries">${Object.entries(kinds).map(
          ([kind, label]) =>
            html`<button type="button" aria-pressed=${kind === this.#kind} @click=${() => void this.#change('kind', kind)}>${label}</button>`,
        )}</div>
        <button type="button" @click=${() => void this.#export()}>Export CSV</button></div>
      ${
        queries.length === 0
          ? html`<p class="notice">No query of this kind has ${this.#insight!.minimumVisits} visits in this period.</p>`
          : html`<div class="scroll" tabindex="0" role="group" aria-label="Table of queries"><table>
            <thead><tr><th scope="col">Query</th><th scope="col">Searches</th><th scope="col">Visits</th><th scope="col">Without results</th><th scope="col">Clicked</th><th scope="col">Position</th><th scope="col">Improve</th></tr></thead>
            <tbody>${queries.map((query) => this.#row(query))}</tbody></table></div>`
      }
      ${hiddenQueries > 0 ? html`<p class="hint">Not listed, because fewer than ${this.#insight!.minimumVisits} visits had them: ${formatNumber(hiddenQueries)} queries with ${formatNumber(hiddenSearches)} searches.</p>` : nothing}
    </section>`;
  }

  #row({
    query,
    language,
    searches,
    visits,
    withoutResults,
    withClick,
    meanPosition,
  }: QueryInsight): TemplateResult {
    const configuration = `${this.#configuration ?? this.#context.account.list[0]?.id ?? ''}`;
    const rule = (action: string, label: string) =>
      html`<a href=${addressOf('curation', { configuration, query, language, action })}>${label}<span class="visually-hidden"> for ${query}</span></a>`;
    return html`<tr>
      <th scope="row">${query ? html`<bdi>${query}</bdi>` : html`<em>only filters</em>`} ${language ? html`<span class="fine">${language}</span>` : nothing}</th>
      <td>${formatNumber(searches)}</td><td>${formatNumber(visits)}</td>
      <td>${formatShare(withoutResults, searches)}</td><td>${formatShare(withClick, searches)}</td><td>${meanPosition ?? '–'}</td>
      <td class="links">${query && this.#context.account.mayWrite ? html`${rule('pin', 'Pin')} ${rule('redirect', 'Redirect')} ${rule('banner', 'Banner')}` : nothing}</td>
    </tr>`;
  }

  async #export(): Promise<void> {
    const csv = await exportQueries(this.#context.account.connection, {
      ...this.#request,
      kind: this.#kind,
      count: 1000,
    });
    const link = document.createElement('a');
    link.download = `queries-${new Date().toISOString().slice(0, 10)}.csv`;
    link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

function tiles({ totals, previous }: Insight): TemplateResult {
  const tile = (label: string, value: (counts: SearchCounts) => string) => html`<div class="tile">
    <dt>${label}</dt><dd>${value(totals)}</dd><dd class="fine">before: ${value(previous)}</dd></div>`;
  return html`<dl class="tiles">
    ${tile('Searches', ({ searches }) => formatNumber(searches))}
    ${tile('Visits that search', ({ visits }) => formatNumber(visits))}
    ${tile('Without results', ({ withoutResults, searches }) => formatShare(withoutResults, searches))}
    ${tile('Searches with a click', ({ withClick, searches }) => formatShare(withClick, searches))}
    ${tile('Mean position of clicks', ({ meanPosition }) => `${meanPosition ?? '–'}`)}
  </dl>`;
}

function usage(title: string, rows: Insight['filters'], unnamed: string): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing;
  return html`<section><h2>${title}</h2><table><thead class="visually-hidden"><tr><th scope="col">${title}</th><th scope="col">Number</th></tr></thead>
    <tbody>${rows.slice(0, 10).map(({ name, count }) => html`<tr><th scope="row">${name || unnamed}</th><td>${formatNumber(count)}</td></tr>`)}</tbody></table></section>`;
}
