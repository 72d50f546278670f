/** Health of the server: what needs attention first, then its parts, checks and search spaces. */
import { getStatus } from '@semantic-search/client';
import type { ServiceStatus } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { sourceName } from '../../editor/fields/space-sources.ts';
import { partText, runMessage, serviceMessage } from '../../text/service-message.ts';
import { formatBytes, formatNumber, formatTime, text } from '../../text/text.ts';
import type { Place, PlaceContext } from '../place.ts';

const badgeClasses = { good: 'active', doubtful: 'low', damaged: 'low' } as const;

export class HealthView implements Place {
  readonly #context: PlaceContext;
  #status: ServiceStatus | undefined;

  constructor(context: PlaceContext) {
    this.#context = context;
  }

  async load(): Promise<void> {
    this.#status = await getStatus(this.#context.account.connection);
  }

  render(): TemplateResult {
    const { version, started, disk, components, findings, spaces } = this.#status!;
    const [free, total] = [disk.free, disk.total].map(formatBytes) as [string, string];
    const problems = [
      ...components.filter(({ ready }) => !ready).map(componentRow),
      ...findings.filter(({ state }) => state !== 'good').map(findingRow),
    ];
    const good = html`<p class="notice good" role="status">${text('allWell')}</p>`;
    const warning = html`<section class="notice warning">
      <div><p><strong>${text('needAttention')}</strong></p><ul class="plain-list">${problems}</ul></div></section>`;
    return html`${problems.length > 0 ? warning : good}
      <p class="hint">${text('serverSince', { version, time: formatTime(started) })}<br />${text('disk')}: ${text('diskFree', { free, total })}.</p>
      <details class="card"><summary>${text('checks')}</summary><div class="halves">
        <section><h2>${text('state')}</h2><ul class="plain-list">${components.map(componentRow)}</ul></section>
        <section><h2>${text('checks')}</h2><ul class="plain-list">${findings.map(findingRow)}</ul></section></div></details>
      ${spaces.map(spaceView)}`;
  }
}

const componentRow = ({ name, ready, reason }: ServiceStatus['components'][number]): TemplateResult =>
  html`<li><span class="badge ${ready ? 'active' : 'low'}">${text(ready ? 'works' : 'doesNotWork')}</span>
    <bdi>${partText(name)}</bdi>${reason ? html` <bdi class="hint">${serviceMessage(reason)}</bdi>` : nothing}</li>`;

const findingRow = ({ part, state, message }: ServiceStatus['findings'][number]): TemplateResult =>
  html`<li><span class="badge ${badgeClasses[state]}">${text(`finding_${state}`)}</span>
    <bdi>${partText(part)}</bdi> <bdi class="hint">${serviceMessage(message)}</bdi></li>`;

type SpaceStatus = ServiceStatus['spaces'][number];

function spaceView(space: SpaceStatus): TemplateResult {
  const { name, documents, concepts, healthy, notices = [], sources = [] } = space;
  return html`<section class="card"><h2>${text('searchSpace')} ${name}</h2>
    ${healthy ? nothing : html`<p class="problem">${text('spaceSilent')}</p>`}
    <dl class="facts"><div><dt>${text('documents')}</dt><dd>${formatNumber(documents)}</dd></div>
      <div><dt>${text('concepts')}</dt><dd>${formatNumber(concepts)}</dd></div></dl>
    ${notices.length > 0 ? html`<ul class="notice warning">${notices.map((notice) => html`<li>${serviceMessage(notice)}</li>`)}</ul>` : nothing}
    ${sources.length > 0 ? html`<ul class="plain-list">${sources.map(sourceView)}</ul>` : nothing}
  </section>`;
}

function sourceView({ command, last, next }: NonNullable<SpaceStatus['sources']>[number]): TemplateResult {
  const hasSucceeded = last?.succeeded === true;
  const outcome = text(hasSucceeded ? 'wasRead' : 'endedWithProblems');
  const badge = html`<span class="badge ${hasSucceeded ? 'active' : 'low'}">${outcome}</span> `;
  const lastRun = last?.finished ? formatTime(last.finished) : text(last ? 'reading' : 'notRunYet');
  const nextRun = next ? text('nextRun', { time: formatTime(next) }) : text('readOnRequest');
  return html`<li>${last?.finished ? badge : nothing}<bdi>${sourceName({ command })}</bdi>
    <span class="hint">${lastRun} ${nextRun} ${last?.message ? html`<bdi>${runMessage(last.message)}</bdi>` : nothing}</span></li>`;
}
