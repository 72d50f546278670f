/** Search space of a configuration: its scheduled sources, and problems that visitors would notice. */
import type { Space } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { runMessage } from '../../text/service-message.ts';
import { formatTime, text } from '../../text/text.ts';

type Source = NonNullable<Space['sources']>[number];

export function spaceSources(space: Space | undefined): TemplateResult | typeof nothing {
  const sources = space?.sources ?? [];
  if (sources.length === 0) return nothing;
  return html`<div class="field"><p id="space-sources">${text('spaceReads')}</p>
    <ul aria-labelledby="space-sources">${sources.map(
      (source) => html`<li><bdi>${sourceName(source)}</bdi><p class="hint">${describeRuns(source)}</p></li>`,
    )}</ul></div>`;
}

/** The address of a website, or the whole command of another source. */
export const sourceName = ({ command }: Pick<Source, 'command'>): string =>
  /https?:\S+/.exec(command)?.[0] ?? command;

export function describeRuns({ last, next }: Source): string {
  const nextRun = next === null ? text('noNextRun') : text('nextRun', { time: formatTime(next) });
  return `${describeLast(last)} ${nextRun}`;
}

function describeLast(last: Source['last']): string {
  if (!last) return text('notRunYet');
  if (last.finished === undefined) return text('runningSince', { time: formatTime(last.started) });
  // The text around the message ends the sentence.
  const message = runMessage(last.message ?? '').replace(/[.。]$/, '');
  const values = { time: formatTime(last.finished), message };
  const outcome = last.succeeded ? 'runSucceeded' : 'runFailed';
  return text(message ? `${outcome}With` : outcome, values);
}

/** Problem of the search space with this name; empty if there is none, or if the spaces are unknown. */
export function spaceProblem(spaces: readonly Space[] | undefined, name: string): string {
  if (!spaces) return '';
  const space = spaces.find((candidate) => candidate.name === name);
  if (!space) return text('spaceMissing', { name });
  if (!space.healthy) return text('spaceUnavailable', { name });
  return space.documents === 0 ? text('spaceEmpty', { name }) : '';
}
