/** Sources of a search space that the server reads on a schedule, with their last and next runs. */
import type { Space } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { formatTime } from '../settings/labels.ts';

type Source = NonNullable<Space['sources']>[number];

export function spaceSources(space: Space | undefined): TemplateResult | typeof nothing {
  const sources = space?.sources ?? [];
  if (sources.length === 0) return nothing;
  return html`<div class="field"><p id="space-sources">The server reads this search space from:</p>
    <ul aria-labelledby="space-sources">${sources.map(
      (source) => html`<li><code>${source.command}</code><p class="hint">${describeRuns(source)}</p></li>`,
    )}</ul></div>`;
}

export function describeRuns({ last, next }: Source): string {
  const nextRun = next === null ? 'No further run.' : `Next run: ${formatTime(next)}.`;
  return `${describeLast(last)} ${nextRun}`;
}

function describeLast(last: Source['last']): string {
  if (!last) return 'Not run yet.';
  if (last.finished === undefined) return `Running since ${formatTime(last.started)}.`;
  const outcome = last.succeeded ? 'Succeeded' : 'Failed';
  return `${outcome} ${formatTime(last.finished)}${last.message ? `: ${last.message}` : ''}.`;
}
