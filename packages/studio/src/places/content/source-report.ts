/** Report of a source: what its last run did with each address, and why a page is not in the search. */
import { getSourceReport, trySourceAddress } from '@semantic-search/client';
import type { SourceReport, SourceReportParameters, SourceTrial } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { scrollingTable } from '../../editor/panels/scrolling-table.ts';
import { reasonText } from '../../text/service-message.ts';
import { formatNumber, rich, text } from '../../text/text.ts';
import { Message } from '../message.ts';
import type { PlaceContext } from '../place.ts';

/** Characters of the text of a tried page that are shown. */
const MAX_EXCERPT_LENGTH = 400;

type Trial = SourceTrial & { address: string };

export class SourceReportView {
  readonly #source: { space: string; source: string };
  #report: SourceReport | undefined;
  #filter: SourceReportParameters = {};
  #trial: Trial | undefined;
  readonly #message: Message;

  constructor(context: PlaceContext, space: string, source: string) {
    this.#message = new Message(context);
    this.#source = { space, source };
  }

  load(): Promise<void> {
    const filter = this.#filter;
    return this.#message.attempt(async (connection) => {
      const report = await getSourceReport(connection, this.#source, filter);
      // The person may have chosen another filter meanwhile.
      if (filter === this.#filter) this.#report = report;
    });
  }

  render(): TemplateResult {
    const report = this.#report;
    if (!report) return this.#message.render();
    const { address } = this.#filter;
    const emptyText = text(address ? 'addressNotReached' : 'reportEmpty');
    return html`<div class="report">
      <form class="controls" @submit=${this.#submit}>
        <label class="grow">${text('whyMissing')}
          <input type="search" name="address" placeholder=${text('addressOrPart')} .value=${address ?? ''}
            autocomplete="off" spellcheck="false" /></label>
        <button type="submit">${text('lookUp')}</button>
        <button type="submit" value="try">${text('tryAddress')}</button>
      </form>
      ${this.#message.render()}
      ${this.#trial ? trialView(this.#trial) : nothing}
      <div class="chips" role="group" aria-label=${text('reasons')}>
        ${this.#chip({}, text('allAddresses'))}
        ${report.counts.map((kind) => this.#chip({ outcome: kind.outcome, reason: kind.reason }, chipLabel(kind)))}
      </div>
      ${report.total === 0 ? html`<p class="notice" role="status">${emptyText}</p>` : this.#table(report)}
    </div>`;
  }

  /** A button that shows only some addresses. The typed address stays: it narrows them further. */
  #chip(kind: SourceReportParameters, label: unknown): TemplateResult {
    const { address, outcome, reason } = this.#filter;
    const isPressed = outcome === kind.outcome && reason === kind.reason;
    const filter = { ...kind, ...(address !== undefined && { address }) };
    return html`<button type="button" aria-pressed=${isPressed} @click=${() => this.#show(filter)}>${label}</button>`;
  }

  #table({ addresses, total }: SourceReport): TemplateResult {
    const columns = [text('address'), text('outcome'), text('reason')];
    return html`${scrollingTable(text('addressesOfRun'), columns, addresses.map(addressRow))}
      ${total > addresses.length ? html`<p class="hint">${text('firstOf', { shown: addresses.length, count: total })}</p>` : nothing}`;
  }

  #show(filter: SourceReportParameters): void {
    this.#filter = filter;
    void this.load();
  }

  /** Looks up the typed address in the report, or tries it. */
  #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const address = (new FormData(form).get('address') as string).trim();
    this.#trial = undefined;
    if ((event.submitter as HTMLButtonElement | null)?.value === 'try') void this.#try(address);
    else this.#show(address ? { address } : {});
  };

  async #try(address: string): Promise<void> {
    await this.#message.attempt(async (connection) => {
      const trial = await trySourceAddress(connection, this.#source, { address });
      this.#trial = { ...trial, address };
    });
    // After a failed trial, the report stays below the error, with its filter.
    if (this.#trial) this.#show({ address });
  }
}

const chipLabel = ({ outcome, reason, count }: SourceReport['counts'][number]): TemplateResult =>
  html`${text(`outcome_${outcome}`)}${reason ? `: ${reasonText(reason)}` : ''} <b>${formatNumber(count)}</b>`;

const addressRow = ({ address, outcome, reason }: SourceReport['addresses'][number]): TemplateResult =>
  html`<tr><th scope="row"><a href=${address} target="_blank" rel="noreferrer">${address}</a></th>
    <td>${text(`outcome_${outcome}`)}</td><td>${reasonText(reason)}</td></tr>`;

function trialView(trial: Trial): TemplateResult {
  const { address, canonical, title, text: content, addresses, links } = trial;
  const target = addresses.at(-1);
  const isRedirected = target !== undefined && target !== address;
  const linkList = html`<ul>${links.map((link) => html`<li>${link}</li>`)}</ul>`;
  return html`<div class="notice trial-result" role="status">
    <p><strong>${verdictOf(trial)}</strong></p>
    ${isRedirected ? html`<p>${rich('leadsTo', { address: html`<bdi>${target}</bdi>` })}</p>` : nothing}
    ${canonical ? html`<p>${rich('ownAddress', { address: html`<bdi>${canonical}</bdi>` })}</p>` : nothing}
    ${title ? html`<p>${text('title')}: ${title}</p>` : nothing}
    ${content ? html`<p class="excerpt">${content.slice(0, MAX_EXCERPT_LENGTH)}</p>` : nothing}
    ${links.length > 0 ? html`<details><summary>${text('links', { count: links.length })}</summary>${linkList}</details>` : nothing}
  </div>`;
}

/** Whether the page would be in the search. */
function verdictOf({ reason, canonical }: Trial): string {
  if (reason) return text('wouldBeLeftOut', { reason: reasonText(reason) });
  return text(canonical ? 'otherPageInPlace' : 'wouldBeIn');
}
