/** Content: search spaces with documents, languages, and the last run of their sources. */
import { listSpaces } from '@semantic-search/client';
import type { Space } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { describeRuns } from '../editor/fields/space-sources.ts';
import { formatNumber, rich, text } from '../text/text.ts';
import type { Place, PlaceContext } from './place.ts';

export function contentPlace({ account }: PlaceContext): Place {
  let spaces: readonly Space[] = [];
  return {
    async load() {
      ({ spaces } = await listSpaces(account.connection));
    },
    render: () =>
      spaces.length === 0
        ? html`<p class="notice">${rich('noContent', { command: html`<code>semantic-search crawl https://www.example.org --space site</code>` })}</p>`
        : html`${spaces.map(spaceView)}`,
  };
}

function spaceView({
  name,
  documents,
  concepts,
  languages,
  facets,
  healthy,
  notices,
  sources,
}: Space): TemplateResult {
  return html`<section class="card" aria-labelledby="space-${name}">
    <h2 id="space-${name}">${name}</h2>
    ${healthy ? nothing : html`<p class="problem">${text('spaceSilent')}</p>`}
    <dl class="facts">
      <div><dt>${text('documents')}</dt><dd>${formatNumber(documents)}</dd></div>
      <div><dt>${text('concepts')}</dt><dd>${formatNumber(concepts)}</dd></div>
      <div><dt>${text('languages')}</dt><dd>${languages.join(', ') || text('unknown')}</dd></div>
      <div><dt>${text('facets')}</dt><dd>${formatNumber(facets.length)}</dd></div>
    </dl>
    ${notices?.length ? html`<ul class="notice warning">${notices.map((notice) => html`<li>${notice}</li>`)}</ul>` : nothing}
    ${
      sources?.length
        ? html`<h3>${text('sources')}</h3><ul class="sources">${sources.map((source) => html`<li><code>${source.command}</code><p class="hint">${describeRuns(source)}</p></li>`)}</ul>`
        : html`<p class="hint">${text('noSources')}</p>`
    }
  </section>`;
}
