/** Health of the server: its parts, search spaces with their sources, disk, and what the doctor says. */
import { getStatus } from '@semantic-search/client';
import type { ServiceStatus } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { formatBytes, formatNumber, formatTime, text } from '../../text/text.ts';
import type { Place, PlaceContext } from '../place.ts';

const badges = { good: 'active', doubtful: 'low', damaged: 'low' } as const;

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
    return html`<p class="hint">${text('serverSince', { version, time: formatTime(started) })}<br />${text('disk')}: ${text('diskFree', { free, total })}.</p>
      <div class="halves"><section><h2>${text('state')}</h2><ul class="plain-list">${components.map(
        ({ name, ready, reason }) =>
          html`<li><span class="badge ${ready ? 'active' : 'low'}">${text(ready ? 'works' : 'doesNotWork')}</span> ${name}${reason ? html` <span class="hint">${reason}</span>` : nothing}</li>`,
      )}</ul></section>
      <section><h2>${text('checks')}</h2><ul class="plain-list">${findings.map(
        ({ part, state, message }) =>
          html`<li><span class="badge ${badges[state]}">${text(`finding_${state}`)}</span> ${part} <span class="hint">${message}</span></li>`,
      )}</ul></section></div>
      ${spaces.map(spaceView)}`;
  }
}

function spaceView({
  name,
  documents,
  concepts,
  healthy,
  notices = [],
  sources = [],
}: ServiceStatus['spaces'][number]) {
  return html`<section class="card"><h2>${text('searchSpace')} ${name}</h2>
    ${healthy ? nothing : html`<p class="problem">${text('spaceSilent')}</p>`}
    <dl class="facts"><div><dt>${text('documents')}</dt><dd>${formatNumber(documents)}</dd></div>
      <div><dt>${text('concepts')}</dt><dd>${formatNumber(concepts)}</dd></div></dl>
    ${notices.length > 0 ? html`<ul class="notice warning">${notices.map((notice) => html`<li>${notice}</li>`)}</ul>` : nothing}
    ${sources.length > 0 ? html`<ul class="plain-list">${sources.map(sourceView)}</ul>` : nothing}
  </section>`;
}

function sourceView({
  command,
  last,
  next,
}: NonNullable<ServiceStatus['spaces'][number]['sources']>[number]) {
  const state = last?.finished === undefined ? undefined : last.succeeded ? 'active' : 'low';
  return html`<li>${state ? html`<span class="badge ${state}">${text(state === 'active' ? 'wasRead' : 'endedWithProblems')}</span> ` : nothing}<bdi>${command}</bdi>
    <span class="hint">${last?.finished ? formatTime(last.finished) : last ? text('reading') : text('notRunYet')} ${next ? text('nextRun', { time: formatTime(next) }) : text('readOnRequest')} ${last?.message ?? ''}</span></li>`;
}
