/** Search space of a configuration: its scheduled sources, and a problem that visitors would notice. */
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

/** Empty if there is none, or if the spaces are unknown. */
export function spaceProblem(spaces: readonly Space[] | undefined, name: string): string {
  if (!spaces) return '';
  const space = spaces.find((candidate) => candidate.name === name);
  if (!space) return `There is no search space “${name}”. Visitors find nothing.`;
  if (!space.healthy) return `The search space “${name}” is not available now. Visitors see an error.`;
  return space.documents === 0 ? `The search space “${name}” has no documents yet.` : '';
}
