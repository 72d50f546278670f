/** Totals of the statistics, each with its comparison, and how often features were used. */
import type { Insight, SearchCounts, Space } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { facetLabel } from '../../editor/fields/space-suggestions.ts';
import type { TextKey } from '../../text/en.ts';
import { formatNumber, formatShare, languageName, locale, text } from '../../text/text.ts';

const MAX_ROWS = 10;

const changeFormat = new Intl.NumberFormat(locale.tag, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** `compared` is the name of the period or search with which the totals are compared. */
export function tiles({ totals, previous }: Insight, compared: string): TemplateResult {
  const tile = (label: string, show: (counts: SearchCounts) => string, change = '') => html`<div class="tile">
    <dt>${label}</dt><dd>${show(totals)}</dd><dd class="fine">${compared}: ${show(previous)}${change ? html` <span class="change">${change}</span>` : nothing}</dd></div>`;
  const change = (member: 'searches' | 'visits') => {
    const [now, before] = [totals[member], previous[member]];
    return before === 0 || now === before ? '' : changeFormat.format(now / before - 1);
  };
  return html`<dl class="tiles">
    ${tile(text('searches'), ({ searches }) => formatNumber(searches), change('searches'))}
    ${tile(text('visitsThatSearch'), ({ visits }) => formatNumber(visits), change('visits'))}
    ${tile(text('withoutResults'), ({ withoutResults, searches }) => formatShare(withoutResults, searches))}
    ${tile(text('searchesWithClick'), ({ withClick, searches }) => formatShare(withClick, searches))}
    ${tile(text('meanPosition'), ({ meanPosition }) => (meanPosition === null ? '–' : formatNumber(meanPosition)))}
  </dl>`;
}

/** Languages, facets, rules and features by how often they were used. */
export function usages(insight: Insight, spaces: readonly Space[] = []): TemplateResult {
  const { languages, filters, rules, features } = insight;
  const facets = spaces.flatMap((space) => space.facets);
  const facetName = (field: string) => {
    const facet = facets.find((known) => known.field === field);
    return facet ? facetLabel(facet.label) : field;
  };
  const featureName = (name: string) => (featureKeys[name] ? text(featureKeys[name]) : name);
  return html`<div class="usages">
    ${usageTable(text('languages'), languages, languageName)} ${usageTable(text('facets'), filters, facetName)}
    ${usageTable(text('rules'), rules)} ${usageTable(text('usedFeatures'), features, featureName)}
  </div>`;
}

const featureKeys: Record<string, TextKey> = { correction: 'feature_correction', similar: 'feature_similar' };

function usageTable(title: string, rows: Insight['filters'], nameOf = (name: string) => name) {
  if (rows.length === 0) return nothing;
  return html`<section class="card"><h2>${title}</h2><table class="numbers"><thead class="visually-hidden"><tr><th scope="col">${title}</th><th scope="col">${text('number')}</th></tr></thead>
    <tbody>${rows.slice(0, MAX_ROWS).map(({ name, count }) => html`<tr><th scope="row">${name ? nameOf(name) : text('unknown')}</th><td>${formatNumber(count)}</td></tr>`)}</tbody></table></section>`;
}
