/** Report of a source: what its last run did with each address, and why a page is not in the search. */
import { getSourceReport, trySourceAddress } from '@semantic-search/client';
import type { SourceReport, SourceReportParameters, SourceTrial } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { scrollingTable } from '../../editor/panels/scrolling-table.ts';
import { outcomeLabels, reasonText } from '../../text/service-message.ts';
import { formatNumber, rich, text } from '../../text/text.ts';
import { Message } from '../message.ts';
import type { PlaceContext } from '../place.ts';

/** Characters of the text of a tried page that are shown. */
const MAX_EXCERPT_LENGTH = 400;

export class SourceReportView {
  readonly #source: { space: string; source: string };
  #report: SourceReport | undefined;
  #filter: SourceReportParameters = {};
  #trial: (SourceTrial & { address: string }) | undefined;
  readonly #message: Message;

  constructor(context: PlaceContext, space: string, source: string) {
    this.#message = new Message(context);
    this.#source = { space, source };
  }

  load(): Promise<void> {
    return this.#message.attempt(async (connection) => {
      this.#report = await getSourceReport(connection, this.#source, this.#filter);
    });
  }

  render(): TemplateResult {
    const report = this.#report;
    if (!report) return this.#message.render();
    const isFiltered = this.#filter.outcome !== undefined;
    return html`<div class="report">
      <form class="controls" @submit=${this.#lookUp}>
        <label class="grow">${text('whyMissing')} <input type="search" name="address" placeholder=${text('addressOrPart')} autocomplete="off" spellcheck="false" .value=${this.#filter.address ?? ''} /></label>
        <button type="submit" name="do" value="find">${text('lookUp')}</button>
        <button type="submit" name="do" value="try">${text('tryAddress')}</button>
      </form>
      ${this.#message.render()}
      ${this.#trial ? trialView(this.#trial) : nothing}
      <div class="chips" role="group" aria-label=${text('reasons')}>
        <button type="button" aria-pressed=${!isFiltered} @click=${() => this.#show({})}>${text('allAddresses')}</button>
        ${report.counts.map(
          ({ outcome, reason, count }) =>
            html`<button type="button" aria-pressed=${this.#filter.outcome === outcome && this.#filter.reason === reason}
              @click=${() => this.#show({ outcome, reason })}>${text(outcomeLabels[outcome])}${reason ? html`: ${reasonText(reason)}` : nothing} <b>${formatNumber(count)}</b></button>`,
        )}
      </div>
      ${report.total === 0 ? html`<p class="notice" role="status">${text(this.#filter.address ? 'addressNotReached' : 'reportEmpty')}</p>` : this.#table(report)}
    </div>`;
  }

  #table({ addresses, total }: SourceReport): TemplateResult {
    const columns = [text('address'), text('outcome'), text('reason')];
    return html`${scrollingTable(text('addressesOfRun'), columns, addresses.map(addressRow))}
      ${total > addresses.length ? html`<p class="hint">${text('firstOf', { shown: addresses.length, count: total })}</p>` : nothing}`;
  }

  #show(filter: SourceReportParameters): void {
    const { address } = this.#filter;
    this.#filter = { ...filter, ...(address !== undefined && { address }) };
    void this.load();
  }

  #lookUp = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const address = (new FormData(form).get('address') as string).trim();
    this.#trial = undefined;
    if ((event.submitter as HTMLButtonElement | null)?.value === 'try') void this.#try(address);
    else {
      this.#filter = address ? { address } : {};
      void this.load();
    }
  };

  async #try(address: string): Promise<void> {
    await this.#message.attempt(async (connection) => {
      this.#filter = { address };
      const trial = await trySourceAddress(connection, this.#source, { address });
      this.#trial = { ...trial, address };
    });
    if (this.#trial) await this.load();
  }
}

const addressRow = ({ address, outcome, reason }: SourceReport['addresses'][number]): TemplateResult =>
  html`<tr><th scope="row"><a href=${address} target="_blank" rel="noreferrer">${address}</a></th><td>${text(outcomeLabels[outcome])}</td><td>${reasonText(reason)}</td></tr>`;

function trialView(trial: SourceTrial & { address: string }): TemplateResult {
  const { address, reason, canonical, title, text: content, addresses, links } = trial;
  const target = addresses.at(-1);
  return html`<div class="notice trial-result" role="status">
    <p><strong>${reason ? text('wouldBeLeftOut', { reason: reasonText(reason) }) : text(canonical ? 'otherPageInPlace' : 'wouldBeIn')}</strong></p>
    ${target && target !== address ? html`<p>${rich('leadsTo', { address: html`<bdi>${target}</bdi>` })}</p>` : nothing}
    ${canonical ? html`<p>${rich('ownAddress', { address: html`<bdi>${canonical}</bdi>` })}</p>` : nothing}
    ${title ? html`<p>${text('title')}: ${title}</p>` : nothing}
    ${content ? html`<p class="excerpt">${content.slice(0, MAX_EXCERPT_LENGTH)}</p>` : nothing}
    ${links.length > 0 ? html`<details><summary>${text('links', { count: links.length })}</summary><ul>${links.map((link) => html`<li>${link}</li>`)}</ul></details>` : nothing}
  </div>`;
}
