/** Insight: what visitors search, over time and by query, and what to do about a query. */
import * as api from '@semantic-search/client';
import type { Insight, LabelProposals, QueryInsights, Remedies } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { configurationOptions, titleWithId } from '../../editor/panels/configuration-list.ts';
import { editorUrl, placeUrl } from '../../page-data.ts';
import { formatDay, text } from '../../text/text.ts';
import { hasSameContent } from '../content/concept-form.ts';
import { changedMeanwhile, Message } from '../message.ts';
import { download, type Place, type PlaceContext } from '../place.ts';
import { courseChart, positionChart } from './charts.ts';
import { type Proposal, queryTable, remedyTable } from './query-table.ts';
import { tiles, usages } from './tiles.ts';

/** Lengths of periods in days; a day is shown by the hour. */
const PERIODS = [1, 7, 30, 90];
const DEFAULT_PERIOD = 30;
const MAX_EXPORTED_QUERIES = 1000;

const kindLabels = {
  all: 'mostFrequent',
  withoutResults: 'withoutResults',
  withoutClicks: 'withoutClicks',
} as const;
type Kind = keyof typeof kindLabels;

const DAY_MS = 24 * 3_600_000;

export class InsightPlace implements Place {
  readonly #context: PlaceContext;
  #insight: Insight | undefined;
  #queries: QueryInsights | undefined;
  /** Undefined if the person may not change the thesaurus. */
  #proposals: LabelProposals | undefined;
  #remedies: Remedies['remedies'] = [];
  #loading: Promise<void> = Promise.resolve();
  readonly #message: Message;

  constructor(context: PlaceContext) {
    this.#context = context;
    this.#message = new Message(context);
  }

  get #kind(): Kind {
    const kind = this.#context.parameters.get('kind') ?? '';
    return kind in kindLabels ? (kind as Kind) : 'all';
  }

  /** The configuration to show; undefined for all. */
  get #configuration(): number | undefined {
    return Number(this.#context.parameters.get('configuration')) || undefined;
  }

  /** The configuration that remedies change: the chosen one, or the only one. */
  get #ruledConfiguration(): number | undefined {
    const [first, ...others] = this.#context.account.list;
    return this.#configuration ?? (others.length === 0 ? first?.id : undefined);
  }

  get #days(): number {
    return PERIODS.find((days) => `${days}` === this.#context.parameters.get('days')) ?? DEFAULT_PERIOD;
  }

  /** Period with which the numbers are compared; by default the period directly before. */
  get #comparison() {
    const { parameters } = this.#context;
    const configuration = Number(parameters.get('compare'));
    const from = Date.parse(parameters.get('since') ?? '');
    return {
      ...(configuration > 0 && { compareConfiguration: configuration }),
      ...(from > 0 && { compareFrom: new Date(from).toISOString() }),
    };
  }

  get #nameOfComparison(): string {
    const { compareConfiguration, compareFrom } = this.#comparison;
    const other = this.#context.account.list.find(({ id }) => id === compareConfiguration);
    const searchTitle = other && titleWithId(other);
    if (!compareFrom) return searchTitle ?? text('periodBefore');
    const start = text('ifFrom', { time: formatDay(compareFrom) });
    return searchTitle ? `${searchTitle}, ${start}` : start;
  }

  get #request() {
    const configuration = this.#configuration;
    const from = new Date(Date.now() - this.#days * DAY_MS).toISOString();
    return { from, ...(configuration !== undefined && { configuration }) };
  }

  async load(): Promise<void> {
    const { connection } = this.#context.account;
    [this.#insight, this.#queries] = await Promise.all([
      api.getInsight(connection, { ...this.#request, ...this.#comparison }),
      api.listQueries(connection, { ...this.#request, kind: this.#kind }),
    ]);
    const configuration = this.#ruledConfiguration;
    if (configuration === undefined) return;
    const none = () => ({ remedies: [] });
    this.#remedies = (await api.listRemedies(connection, { configuration }).catch(none)).remedies;
    if (!this.#context.account.may('spaces:write')) return;
    const request = { ...this.#request, configuration };
    this.#proposals = await api.listProposals(connection, request).catch(() => undefined);
  }

  #changeParameter = async (name: string, value: string): Promise<void> => {
    const { parameters, keep, update } = this.#context;
    if (value) parameters.set(name, value);
    else parameters.delete(name);
    keep({ [name]: value || undefined });
    this.#message.show('');
    // Loads one after another, so that the newest choice is shown last.
    this.#loading = this.#loading.then(() => this.load()).catch((error) => this.#message.fail(error));
    await this.#loading;
    update();
  };

  render(): TemplateResult {
    const insight = this.#insight;
    if (!insight) return this.#message.render();
    const { totals, previous, dropped, retentionDays } = insight;
    const isEmpty = totals.searches === 0 && previous.searches === 0;
    return html`${this.#controls()}
      ${this.#message.render()}
      ${dropped > 0 ? html`<p class="notice warning">${text('eventsDropped', { count: dropped })}</p>` : nothing}
      ${isEmpty ? this.#emptyView() : this.#numbers(insight)}
      <p class="hint">${text('insightHint', { count: retentionDays })}</p>`;
  }

  #emptyView(): TemplateResult {
    const id = this.#ruledConfiguration ?? this.#context.account.list[0]?.id;
    const address = id ? editorUrl(id) : placeUrl('searches');
    return html`<div class="card empty"><p>${text('nothingSearched')}</p><a class="button primary" href=${address}>${text(id ? 'putOnYourPage' : 'searches')}</a></div>`;
  }

  #numbers(insight: Insight): TemplateResult {
    const remedies = this.#ruledConfiguration === undefined ? [] : this.#remedies;
    const { minimumVisits, positions } = insight;
    return html`${tiles(insight, this.#nameOfComparison)}
      <div class="charts">${courseChart(insight, this.#nameOfComparison)} ${positionChart(positions)}</div>
      ${this.#queriesSection()}
      ${remedyTable({ remedies, configuration: `${this.#ruledConfiguration}`, minimumVisits })}
      ${usages(insight, this.#context.account.spaces)}`;
  }

  #controls(): TemplateResult {
    const { account } = this.#context;
    const otherSearches = account.list.filter(({ id }) => id !== this.#configuration);
    const change = (name: string) => (event: Event) =>
      void this.#changeParameter(name, (event.target as HTMLSelectElement).value);
    return html`<form class="controls" @submit=${(event: Event) => event.preventDefault()}>
      <label>${text('oneSearch')} <select @change=${change('configuration')}>
        <option value="">${text('allSearches')}</option>
        ${configurationOptions(account.list, this.#configuration)}
      </select></label>
      <label>${text('period')} <select @change=${change('days')}>
        ${PERIODS.map((days) => html`<option value=${days} .selected=${days === this.#days}>${days === 1 ? text('lastHours', { count: 24 }) : text('lastDays', { count: days })}</option>`)}
      </select></label>
      <label>${text('compareWith')} <select @change=${change('compare')}>
        <option value="">${text('periodBefore')}</option>
        ${configurationOptions(otherSearches, this.#comparison.compareConfiguration)}
      </select></label>
      <label class="date">${text('comparedFrom')} <input type="date" .value=${this.#context.parameters.get('since') ?? ''} @change=${change('since')} /></label>
    </form>`;
  }

  #queriesSection(): TemplateResult {
    const { queries, hiddenQueries, hiddenSearches } = this.#queries!;
    const { mayWrite } = this.#context.account;
    const visits = this.#insight!.minimumVisits;
    const table = {
      queries,
      configuration: `${this.#ruledConfiguration ?? ''}`,
      mayWrite: mayWrite && this.#ruledConfiguration !== undefined,
      proposals: this.#ruledConfiguration === undefined ? undefined : this.#proposals,
      accept: this.#acceptProposal,
    };
    return html`<section aria-labelledby="queries">
      <div class="section-head"><h2 id="queries">${text('queries')}</h2>
        <div class="segments" role="group" aria-label=${text('queries')}>${Object.entries(kindLabels).map(
          ([kind, label]) =>
            html`<button type="button" aria-pressed=${kind === this.#kind} @click=${() => void this.#changeParameter('kind', kind)}>${text(label)}</button>`,
        )}</div>
        <button type="button" @click=${() => void this.#export()}>${text('exportCsv')}</button></div>
      ${mayWrite && this.#ruledConfiguration === undefined ? html`<p class="hint">${text('chooseSearch')}</p>` : nothing}
      ${queries.length === 0 ? html`<p class="notice">${text('noQueries', { visits })}</p>` : queryTable(table)}
      ${hiddenQueries > 0 ? html`<p class="hint">${text('queriesHidden', { visits, queries: hiddenQueries, searches: hiddenSearches })}</p>` : nothing}
    </section>`;
  }

  #acceptProposal = (uri: string, { query, language }: Proposal): void => {
    const { space } = this.#proposals!;
    const request = { input: query, count: 0, ...(language && { language }) };
    void this.#message.attempt(async (connection) => {
      const count = async () => (await api.search(connection, this.#ruledConfiguration!, request)).total;
      const read = async () => (await api.listConcepts(connection, space, { uri })).concepts[0]!;
      const { labels, broader, label } = await read();
      const before = { labels, broader: broader.map((other) => other.uri) };
      const added = { text: query, language, kind: 'alternative' } as const;
      const body = { ...before, labels: [...labels, added] };
      const saved = await api.putConcept(connection, { space, concept: uri }, body);
      const words = text('synonymAdded', { query, label, count: await count() });
      await this.load();
      const undo = async () => {
        if (!hasSameContent(await read(), saved)) return changedMeanwhile();
        await api.putConcept(connection, { space, concept: uri }, before);
        await this.load();
        return text('synonymRemoved', { query, label });
      };
      return { words, undo };
    });
  };

  #export(): Promise<void> {
    return this.#message.attempt(async (connection) => {
      const request = { ...this.#request, kind: this.#kind, count: MAX_EXPORTED_QUERIES };
      const csv = await api.exportQueries(connection, request);
      const day = new Date().toISOString().slice(0, 10);
      // Without a byte order mark, Excel reads umlauts in another encoding.
      download(`queries-${day}.csv`, new Blob(['\uFEFF', csv], { type: 'text/csv' }));
    });
  }
}
