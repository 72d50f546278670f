/** Tables of queries: how often each was searched, what it leads to, and how to improve it. */
import type { LabelProposals, QueryInsight, QueryInsights, Remedies } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { placeUrl } from '../../page-data.ts';
import { formatNumber, formatShare, formatTime, languageName, text } from '../../text/text.ts';

export type Proposal = LabelProposals['proposals'][number];

interface QueryTable {
  queries: QueryInsights['queries'];
  /** ID of the configuration that remedies change; empty without one. */
  configuration: string;
  mayWrite: boolean;
  /** Undefined if the person may not change the thesaurus. */
  proposals: LabelProposals | undefined;
  /** Makes the query a label of the concept. */
  accept(uri: string, proposal: Proposal): void;
}

export function queryTable(table: QueryTable): TemplateResult {
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${text('tableOfQueries')}><table class="numbers">
    <thead><tr><th scope="col">${text('query')}</th>${countHeaders()}<th scope="col" class="links">${text('improve')}</th></tr></thead>
    <tbody>${table.queries.map((query) => row(table, query))}</tbody></table></div>`;
}

function row(table: QueryTable, { query, language, ...counts }: QueryInsight): TemplateResult {
  const { configuration, mayWrite } = table;
  const ruleLink = (action: 'pin' | 'redirect' | 'banner') =>
    html`<a href=${placeUrl('curation', { configuration, query, language, action })} aria-label=${text(`${action}For`, { query })}>${text(action)}</a>`;
  return html`<tr>
    <th scope="row">${query ? html`<bdi>${query}</bdi>` : html`<em>${text('onlyFilters')}</em>`} ${language ? html`<span class="fine">${languageName(language)}</span>` : nothing}
      ${labelProposals(table, query, language)}</th>
    ${cellsOf(counts)}
    <td class="links">${query && mayWrite ? html`${ruleLink('pin')} ${ruleLink('redirect')} ${ruleLink('banner')}` : nothing}</td>
  </tr>`;
}

/** Concepts that visitors may have meant; one click makes the query a synonym. */
function labelProposals(table: QueryTable, query: string, language: string): TemplateResult | typeof nothing {
  const { configuration, proposals: all, accept } = table;
  const { space = '', proposals = [] } = all ?? {};
  const proposed = proposals.find((item) => item.query === query && item.language === language);
  if (!proposed) return nothing;
  if (proposed.resultsNow > 0)
    return html`<div class="remedies"><span class="badge active">${text('findsNow', { count: proposed.resultsNow })}</span></div>`;
  const { concepts } = proposed;
  const conceptBrowser = placeUrl('content', { concepts: space, query, language, configuration });
  return html`<div class="remedies chips">${concepts.length > 0 ? html`<span class="fine">${text('synonymOf')}</span>` : nothing}
    ${concepts.map(
      ({ uri, label, reason }) =>
        html`<button type="button" title=${text(`proposal_${reason}`)} aria-label=${text('makeSynonym', { query, label })} @click=${() => accept(uri, proposed)}>${label}</button>`,
    )}
    <a href=${conceptBrowser}>${text(concepts.length > 0 ? 'otherConcept' : 'addSynonym')}<span class="visually-hidden"> – ${query}</span></a></div>`;
}

interface RemedyTable {
  remedies: Remedies['remedies'];
  configuration: string;
  /** Visits below which a query is not shown. */
  minimumVisits: number;
}

/** Numbers before and after each rule, which show whether rules have helped. */
export function remedyTable(table: RemedyTable): TemplateResult | typeof nothing {
  const { remedies, configuration, minimumVisits } = table;
  if (remedies.length === 0) return nothing;
  const cells = (counts: Remedies['remedies'][number]['after']) =>
    counts
      ? cellsOf(counts)
      : html`<td colspan="5" class="fine">${text('tooFewVisits', { visits: minimumVisits })}</td>`;
  return html`<section aria-labelledby="remedies"><h2 id="remedies">${text('remedies')}</h2>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="remedies"><table class="numbers">
      <thead><tr><th scope="col">${text('query')}</th><th scope="col" class="links">${text('period')}</th>${countHeaders()}</tr></thead>
      ${remedies.map(
        ({ rule, query, since, before, after }) => html`<tbody>
        <tr><th scope="rowgroup" rowspan="2"><bdi>${query}</bdi> <a class="fine" href=${placeUrl('curation', { configuration })}>${rule}</a> <span class="fine">${text('ifFrom', { time: formatTime(since) })}</span></th>
          <th scope="row">${text('valueBefore')}</th>${cells(before)}</tr>
        <tr><th scope="row">${text('valueAfter')}</th>${cells(after)}</tr></tbody>`,
      )}</table></div></section>`;
}

const countColumns = ['searches', 'visits', 'withoutResults', 'clicked', 'position'] as const;
const countHeaders = () => countColumns.map((name) => html`<th scope="col">${text(name)}</th>`);

function cellsOf(counts: Omit<QueryInsight, 'query' | 'language'>): TemplateResult {
  const { searches, visits, withoutResults, withClick, meanPosition } = counts;
  return html`<td>${formatNumber(searches)}</td><td>${formatNumber(visits)}</td>
    <td>${formatShare(withoutResults, searches)}</td><td>${formatShare(withClick, searches)}</td><td>${meanPosition ?? '–'}</td>`;
}
