/** Insight: what visitors search, over time and by query, and what to do about a query. */
import {
  exportQueries,
  getInsight,
  listConcepts,
  listProposals,
  listQueries,
  listRemedies,
  putConcept,
  search,
} from '@semantic-search/client';
import type {
  Insight,
  LabelProposals,
  QueryInsight,
  QueryInsights,
  Remedies,
  SearchCounts,
} from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { addressOf } from '../page-data.ts';
import { formatNumber, formatTime, languageName, text } from '../text/text.ts';
import { courseChart, positionChart } from './charts.ts';
import { download, formatShare, type Place, type PlaceContext, reasonOf } from './place.ts';

const periods = [1, 7, 30, 90];

const kinds = {
  all: 'mostFrequent',
  withoutResults: 'withoutResults',
  withoutClicks: 'withoutClicks',
} as const;
type Kind = keyof typeof kinds;

const reasons = {
  follows: 'proposalFollows',
  similar: 'proposalSimilar',
  part: 'proposalPart',
} as const;

const DAY_MS = 24 * 3_600_000;

export function insightPlace(context: PlaceContext): Place {
  return new InsightPlace(context);
}

class InsightPlace implements Place {
  readonly #context: PlaceContext;
  #insight: Insight | undefined;
  #queries: QueryInsights | undefined;
  /** Undefined if the person may not change the thesaurus. */
  #proposals: LabelProposals | undefined;
  #remedies: Remedies['remedies'] = [];
  #loading: Promise<void> = Promise.resolve();
  #message = '';
  /** Message about the change by an accepted proposal. */
  #outcome = '';

  constructor(context: PlaceContext) {
    this.#context = context;
  }

  get #kind(): Kind {
    const kind = this.#context.parameters.get('kind') ?? '';
    return kind in kinds ? (kind as Kind) : 'all';
  }

  /** The configuration to show; undefined for all. */
  get #configuration(): number | undefined {
    return Number(this.#context.parameters.get('configuration')) || undefined;
  }

  /** The configuration that the suggested remedies change: the chosen one, or the first. */
  get #ruled(): number | undefined {
    return this.#configuration ?? this.#context.account.list[0]?.id;
  }

  get #days(): number {
    return Number(this.#context.parameters.get('days')) || 30;
  }

  /** Period with which the numbers are compared; by default the period directly before. */
  get #comparison() {
    const { parameters } = this.#context;
    const [other, day] = [Number(parameters.get('compare')), parameters.get('since')];
    return {
      ...(other > 0 && { compareConfiguration: other }),
      ...(day && { compareFrom: new Date(day).toISOString() }),
    };
  }

  get #nameOfComparison(): string {
    const { compareConfiguration, compareFrom } = this.#comparison;
    const other = this.#context.account.list.find(({ id }) => id === compareConfiguration);
    const name = other ? text('withId', { title: other.title, id: `${other.id}` }) : text('periodBefore');
    return compareFrom
      ? `${other ? `${name}, ` : ''}${text('ifFrom', { time: formatTime(compareFrom) })}`
      : name;
  }

  get #request() {
    const configuration = this.#configuration;
    const from = new Date(Date.now() - this.#days * DAY_MS).toISOString();
    return { from, ...(configuration !== undefined && { configuration }) };
  }

  async load(): Promise<void> {
    const { connection } = this.#context.account;
    [this.#insight, this.#queries] = await Promise.all([
      getInsight(connection, { ...this.#request, ...this.#comparison }),
      listQueries(connection, { ...this.#request, kind: this.#kind }),
    ]);
    const configuration = this.#ruled;
    if (configuration === undefined) return;
    const none = () => ({ remedies: [] });
    this.#remedies = (await listRemedies(connection, { configuration }).catch(none)).remedies;
    if (!this.#context.account.may('spaces:write')) return;
    const request = { ...this.#request, configuration };
    this.#proposals = await listProposals(connection, request).catch(() => undefined);
  }

  #change = async (name: string, value: string): Promise<void> => {
    const { parameters, keep, update } = this.#context;
    if (value) parameters.set(name, value);
    else parameters.delete(name);
    keep({ [name]: value || undefined });
    this.#message = '';
    this.#outcome = '';
    // Loads one after another, so that the newest choice is shown last.
    this.#loading = this.#loading
      .then(() => this.load())
      .catch((error) => {
        this.#message = reasonOf(error);
      });
    await this.#loading;
    update();
  };

  render(): TemplateResult {
    const insight = this.#insight;
    if (!insight) return html`<p class="problem" role="alert">${this.#message}</p>`;
    const { totals, dropped, positions, filters, features, rules, languages } = insight;
    const isEmpty = totals.searches === 0 && insight.previous.searches === 0;
    return html`${this.#controls()}
      ${this.#message ? html`<p class="problem" role="alert">${this.#message}</p>` : nothing}
      <p role="status" class="notice" ?hidden=${!this.#outcome}>${this.#outcome}</p>
      ${dropped > 0 ? html`<p class="notice warning">${text('eventsDropped', { count: dropped })}</p>` : nothing}
      ${isEmpty ? html`<p class="notice">${text('nothingSearched')}</p>` : nothing}
      ${tiles(insight, this.#nameOfComparison)}
      <div class="charts">${courseChart(insight, this.#nameOfComparison)} ${positionChart(positions)}</div>
      ${this.#queriesSection()} ${this.#remediesSection()}
      <div class="usages">
        ${usage(
          text('languages'),
          languages.map(({ name, count }) => ({ name: name && languageName(name), count })),
          text('unknown'),
        )} ${usage(text('facets'), filters, text('unknown'))} ${usage(text('rules'), rules, '')} ${usage(text('usedFeatures'), features, '')}
      </div>
      <p class="hint">${text('insightHint', { count: insight.retentionDays })}</p>`;
  }

  #controls(): TemplateResult {
    const { account } = this.#context;
    const change = (name: string) => (event: Event) =>
      void this.#change(name, (event.target as HTMLSelectElement).value);
    return html`<form class="controls" @submit=${(event: Event) => event.preventDefault()}>
      <label>${text('oneSearch')} <select @change=${change('configuration')}>
        <option value="">${text('allSearches')}</option>
        ${account.list.map(({ id, title }) => html`<option value=${id} ?selected=${id === this.#configuration}>${text('withId', { title, id: `${id}` })}</option>`)}
      </select></label>
      <label>${text('period')} <select @change=${change('days')}>
        ${periods.map((days) => html`<option value=${days} ?selected=${days === this.#days}>${days === 1 ? text('lastHours', { count: 24 }) : text('lastDays', { count: days })}</option>`)}
      </select></label>
      <label>${text('compareWith')} <select @change=${change('compare')}>
        <option value="">${text('periodBefore')}</option>
        ${account.list.filter(({ id }) => id !== this.#configuration).map(({ id, title }) => html`<option value=${id} ?selected=${id === this.#comparison.compareConfiguration}>${text('withId', { title, id: `${id}` })}</option>`)}
      </select></label>
      <label class="date">${text('from')} <input type="date" .value=${this.#context.parameters.get('since') ?? ''} @change=${change('since')} /></label>
    </form>`;
  }

  /** Numbers before and after each rule, which show whether rules have helped. */
  #remediesSection(): TemplateResult | typeof nothing {
    if (this.#remedies.length === 0) return nothing;
    const configuration = `${this.#ruled}`;
    const columns = ['searches', 'visits', 'withoutResults', 'clicked', 'position'] as const;
    return html`<section aria-labelledby="remedies"><h2 id="remedies">${text('remedies')}</h2>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="remedies"><table class="numbers">
        <thead><tr><th scope="col">${text('query')}</th><th scope="col" class="links">${text('period')}</th>${columns.map((name) => html`<th scope="col">${text(name)}</th>`)}</tr></thead>
        ${this.#remedies.map(
          ({ rule, query, since, before, after }) => html`<tbody>
          <tr><th scope="rowgroup" rowspan="2"><bdi>${query}</bdi> <a class="fine" href=${addressOf('curation', { configuration })}>${rule}</a> <span class="fine">${text('ifFrom', { time: formatTime(since) })}</span></th>
            <th scope="row">${text('valueBefore')}</th>${this.#remedyCells(before)}</tr>
          <tr><th scope="row">${text('valueAfter')}</th>${this.#remedyCells(after)}</tr></tbody>`,
        )}</table></div></section>`;
  }

  #remedyCells(counts: Remedies['remedies'][number]['after']): TemplateResult {
    if (!counts)
      return html`<td colspan="5" class="fine">${text('tooFewVisits', { visits: this.#insight!.minimumVisits })}</td>`;
    return cellsOf(counts);
  }

  #queriesSection(): TemplateResult {
    const { queries, hiddenQueries, hiddenSearches } = this.#queries!;
    return html`<section aria-labelledby="queries">
      <div class="section-head"><h2 id="queries">${text('queries')}</h2>
        <div class="segments" role="group" aria-label=${text('queries')}>${Object.entries(kinds).map(
          ([kind, label]) =>
            html`<button type="button" aria-pressed=${kind === this.#kind} @click=${() => void this.#change('kind', kind)}>${text(label)}</button>`,
        )}</div>
        <button type="button" @click=${() => void this.#export()}>${text('exportCsv')}</button></div>
      ${
        queries.length === 0
          ? html`<p class="notice">${text('noQueries', { visits: this.#insight!.minimumVisits })}</p>`
          : html`<div class="scroll" tabindex="0" role="group" aria-label=${text('tableOfQueries')}><table class="numbers">
            <thead><tr><th scope="col">${text('query')}</th><th scope="col">${text('searches')}</th><th scope="col">${text('visits')}</th><th scope="col">${text('withoutResults')}</th><th scope="col">${text('clicked')}</th><th scope="col">${text('position')}</th><th scope="col" class="links">${text('improve')}</th></tr></thead>
            <tbody>${queries.map((query) => this.#row(query))}</tbody></table></div>`
      }
      ${hiddenQueries > 0 ? html`<p class="hint">${text('queriesHidden', { visits: this.#insight!.minimumVisits, queries: hiddenQueries, searches: hiddenSearches })}</p>` : nothing}
    </section>`;
  }

  #row({ query, language, ...counts }: QueryInsight): TemplateResult {
    const configuration = `${this.#ruled ?? ''}`;
    const rule = (action: 'pin' | 'redirect' | 'banner') =>
      html`<a href=${addressOf('curation', { configuration, query, language, action })} aria-label=${text(`${action}For`, { query })}>${text(action)}</a>`;
    return html`<tr>
      <th scope="row">${query ? html`<bdi>${query}</bdi>` : html`<em>${text('onlyFilters')}</em>`} ${language ? html`<span class="fine">${language}</span>` : nothing}
        ${this.#labelProposals(query, language)}</th>
      ${cellsOf(counts)}
      <td class="links">${query && this.#context.account.mayWrite ? html`${rule('pin')} ${rule('redirect')} ${rule('banner')}` : nothing}</td>
    </tr>`;
  }

  /** Concepts that visitors may have meant; one click makes the query a synonym. */
  #labelProposals(query: string, language: string): TemplateResult | typeof nothing {
    const { space = '', proposals = [] } = this.#proposals ?? {};
    const proposed = proposals.find((item) => item.query === query && item.language === language);
    if (!proposed) return nothing;
    if (proposed.resultsNow > 0)
      return html`<div class="remedies fine">${text('findsNow', { count: proposed.resultsNow })}</div>`;
    const { concepts } = proposed;
    return html`<div class="remedies chips">${concepts.length > 0 ? html`<span class="fine">${text('synonymOf')}</span>` : nothing}
      ${concepts.map(
        ({ uri, label, reason }) =>
          html`<button type="button" title=${text(reasons[reason])} aria-label=${text('makeSynonym', { query, label })} @click=${() => void this.#accept(uri, query, language)}>${label}</button>`,
      )}
      <a href=${addressOf('content', { concepts: space, query, language })}>${text(concepts.length > 0 ? 'otherConcept' : 'addSynonym')}<span class="visually-hidden"> – ${query}</span></a></div>`;
  }

  async #accept(uri: string, query: string, language: string): Promise<void> {
    const { connection } = this.#context.account;
    const { space } = this.#proposals!;
    try {
      const { concepts } = await listConcepts(connection, space, { uri });
      const { labels, broader, label } = concepts[0]!;
      const added = { text: query, language, kind: 'alternative' } as const;
      const body = { labels: [...labels, added], broader: broader.map((other) => other.uri) };
      await putConcept(connection, { space, concept: uri }, body);
      const { total } = await search(connection, this.#ruled!, { input: query, count: 1 });
      await this.load();
      this.#outcome = text('synonymAdded', { query, label, count: total });
    } catch (error) {
      this.#message = reasonOf(error);
    }
    this.#context.update();
  }

  async #export(): Promise<void> {
    const csv = await exportQueries(this.#context.account.connection, {
      ...this.#request,
      kind: this.#kind,
      count: 1000,
    });
    const day = new Date().toISOString().slice(0, 10);
    download(`queries-${day}.csv`, new Blob([csv], { type: 'text/csv' }));
  }
}

const cellsOf = ({
  searches,
  visits,
  withoutResults,
  withClick,
  meanPosition,
}: Omit<QueryInsight, 'query' | 'language'>): TemplateResult =>
  html`<td>${formatNumber(searches)}</td><td>${formatNumber(visits)}</td>
    <td>${formatShare(withoutResults, searches)}</td><td>${formatShare(withClick, searches)}</td><td>${meanPosition ?? '–'}</td>`;

function tiles({ totals, previous }: Insight, compared: string): TemplateResult {
  const tile = (label: string, value: (counts: SearchCounts) => string) => html`<div class="tile">
    <dt>${label}</dt><dd>${value(totals)}</dd><dd class="fine">${compared}: ${value(previous)}</dd></div>`;
  return html`<dl class="tiles">
    ${tile(text('searches'), ({ searches }) => formatNumber(searches))}
    ${tile(text('visitsThatSearch'), ({ visits }) => formatNumber(visits))}
    ${tile(text('withoutResults'), ({ withoutResults, searches }) => formatShare(withoutResults, searches))}
    ${tile(text('searchesWithClick'), ({ withClick, searches }) => formatShare(withClick, searches))}
    ${tile(text('meanPosition'), ({ meanPosition }) => (meanPosition === null ? '–' : formatNumber(meanPosition)))}
  </dl>`;
}

function usage(title: string, rows: Insight['filters'], unnamed: string): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing;
  return html`<section class="card"><h2>${title}</h2><table class="numbers"><thead class="visually-hidden"><tr><th scope="col">${title}</th><th scope="col">${text('number')}</th></tr></thead>
    <tbody>${rows.slice(0, 10).map(({ name, count }) => html`<tr><th scope="row">${name || unnamed}</th><td>${formatNumber(count)}</td></tr>`)}</tbody></table></section>`;
}
