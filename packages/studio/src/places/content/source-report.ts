/** Report of a source: what its last run did with each address, and why a page is not in the search. */
import { getSourceReport, trySourceAddress } from '@semantic-search/client';
import type { SourceReport, SourceReportParameters, SourceTrial } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { TextKey } from '../../text/en.ts';
import { reasonText } from '../../text/service-message.ts';
import { formatNumber, rich, text } from '../../text/text.ts';
import { type PlaceContext, reasonOf } from '../place.ts';

type Outcome = SourceReport['addresses'][number]['outcome'];

const outcomeKeys: Record<Outcome, TextKey> = {
  indexed: 'outcomeIndexed',
  unchanged: 'outcomeUnchanged',
  removed: 'outcomeRemoved',
  skipped: 'outcomeSkipped',
  failed: 'outcomeFailed',
};

export class ReportView {
  readonly #context: PlaceContext;
  readonly #address: { space: string; source: string };
  #report: SourceReport | undefined;
  #filter: SourceReportParameters = {};
  #trial: (SourceTrial & { address: string }) | undefined;
  #message = '';

  constructor(context: PlaceContext, space: string, source: string) {
    this.#context = context;
    this.#address = { space, source };
  }

  async load(): Promise<void> {
    await this.#act(async (connection) => {
      this.#report = await getSourceReport(connection, this.#address, this.#filter);
    });
  }

  render(): TemplateResult | typeof nothing {
    const report = this.#report;
    if (!report) return this.#message ? html`<p class="problem" role="alert">${this.#message}</p>` : nothing;
    const isFiltered = this.#filter.outcome !== undefined;
    return html`<div class="report">
      <form class="controls" @submit=${this.#lookUp}>
        <label class="grow">${text('whyMissing')} <input type="search" name="address" placeholder=${text('addressOrPart')} autocomplete="off" spellcheck="false" .value=${this.#filter.address ?? ''} /></label>
        <button type="submit" name="do" value="find">${text('lookUp')}</button>
        <button type="submit" name="do" value="try">${text('tryAddress')}</button>
      </form>
      ${this.#message ? html`<p class="problem" role="alert">${this.#message}</p>` : nothing}
      ${this.#trial ? trialView(this.#trial) : nothing}
      <div class="chips" role="group" aria-label=${text('reasons')}>
        <button type="button" aria-pressed=${!isFiltered} @click=${() => this.#show({})}>${text('allAddresses')}</button>
        ${report.counts.map(
          ({ outcome, reason, count }) =>
            html`<button type="button" aria-pressed=${this.#filter.outcome === outcome && this.#filter.reason === reason}
              @click=${() => this.#show({ outcome, reason })}>${text(outcomeKeys[outcome])}${reason ? html`: ${reasonText(reason)}` : nothing} <b>${formatNumber(count)}</b></button>`,
        )}
      </div>
      ${report.total === 0 ? this.#nothingFound() : this.#table(report)}
    </div>`;
  }

  #nothingFound(): TemplateResult {
    return this.#filter.address
      ? html`<p class="notice" role="status">${text('addressNotReached')}</p>`
      : html`<p class="notice">${text('reportEmpty')}</p>`;
  }

  #table({ addresses, total }: SourceReport): TemplateResult {
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${text('addressesOfRun')}><table>
        <thead><tr><th scope="col">${text('address')}</th><th scope="col">${text('outcome')}</th><th scope="col">${text('reason')}</th></tr></thead>
        <tbody>${addresses.map(addressRow)}</tbody></table></div>
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
    await this.#act(async (connection) => {
      this.#filter = { address };
      const trial = await trySourceAddress(connection, this.#address, { address });
      this.#trial = { ...trial, address };
    });
    if (this.#trial) await this.load();
  }

  async #act(action: (connection: PlaceContext['account']['connection']) => Promise<void>): Promise<void> {
    try {
      this.#message = '';
      await action(this.#context.account.connection);
    } catch (error) {
      this.#message = reasonOf(error);
    }
    this.#context.update();
  }
}

const addressRow = ({ address, outcome, reason }: SourceReport['addresses'][number]): TemplateResult =>
  html`<tr><th scope="row"><a href=${address} target="_blank" rel="noreferrer">${address}</a></th><td>${text(outcomeKeys[outcome])}</td><td>${reasonText(reason)}</td></tr>`;

function trialView(trial: SourceTrial & { address: string }): TemplateResult {
  const { address, reason, canonical, title, text: content, addresses, links } = trial;
  const target = addresses.at(-1);
  return html`<div class="notice trial-result" role="status">
    <p><strong>${reason ? text('wouldBeLeftOut', { reason: reasonText(reason) }) : text(canonical ? 'otherPageInPlace' : 'wouldBeIn')}</strong></p>
    ${target && target !== address ? html`<p>${rich('leadsTo', { address: html`<bdi>${target}</bdi>` })}</p>` : nothing}
    ${canonical ? html`<p>${rich('ownAddress', { address: html`<bdi>${canonical}</bdi>` })}</p>` : nothing}
    ${title ? html`<p>${text('title')}: ${title}</p>` : nothing}
    ${content ? html`<p class="excerpt">${content.slice(0, 400)}</p>` : nothing}
    ${links.length > 0 ? html`<details><summary>${text('links', { count: links.length })}</summary><ul>${links.map((link) => html`<li>${link}</li>`)}</ul></details>` : nothing}
  </div>`;
}
