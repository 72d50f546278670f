/** Diagnostics of a search: what was understood, the parts of scores, and why a document is missing. */
import { explainSearch } from '@semantic-search/client';
import type { DocumentExplanation, ExplanationResponse, ScorePart } from '@semantic-search/contract';
import { MAX_EXPLAINED_RANK } from '@semantic-search/contract/limits';
import { html, nothing, type TemplateResult } from 'lit';
import type { TextKey } from '../../text/en.ts';
import { reasonOf, reasonText } from '../../text/service-message.ts';
import { locale, text } from '../../text/text.ts';
import type { Account } from '../controller/account.ts';
import { dialog } from './dialogs.ts';
import { scrollingTable } from './scrolling-table.ts';

const numberFormat = new Intl.NumberFormat(locale.tag, { maximumFractionDigits: 2 });
const signedFormat = new Intl.NumberFormat(locale.tag, { maximumFractionDigits: 2, signDisplay: 'always' });
const shareFormat = new Intl.NumberFormat(locale.tag, { style: 'percent', maximumFractionDigits: 0 });

/** Drawer with the diagnostics of one search at a time. */
export class Diagnostics {
  readonly #account: Pick<Account, 'connection'>;
  readonly #rerender: () => void;
  #configuration: number | undefined;
  #input = '';
  #response: ExplanationResponse | undefined;
  #failure = '';

  constructor(account: Pick<Account, 'connection'>, rerender: () => void) {
    this.#account = account;
    this.#rerender = rerender;
  }

  async open(configuration: number, input: string): Promise<void> {
    this.#configuration = configuration;
    await this.#explain(input);
  }

  render(): TemplateResult {
    return dialog({
      id: 'dialog-diagnostics',
      title: text('diagnostics'),
      isOpen: this.#configuration !== undefined,
      form: 'drawer',
      close: this.#close,
      content: () => html`${this.#form()}
        ${this.#failure ? html`<p class="problem" role="alert">${this.#failure}</p>` : nothing}
        ${this.#response ? explanation(this.#response) : nothing}`,
    });
  }

  #form(): TemplateResult {
    return html`<form @submit=${this.#submit}>
      <div class="field"><label for="explained-query">${text('query')}</label><input id="explained-query" name="input" type="search" autofocus autocomplete="off" .value=${this.#input} /></div>
      <div class="field"><label for="explained-document">${text('documentOrAddress')}</label><input id="explained-document" name="document" type="text" maxlength="2000" autocomplete="off" spellcheck="false" aria-describedby="explained-hint" />
        <p class="hint" id="explained-hint">${text('documentHint')}</p></div>
      <div class="buttons"><button type="submit" class="primary">${text('explain')}</button></div>
    </form>`;
  }

  #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    void this.#explain(data.get('input') as string, (data.get('document') as string).trim());
  };

  #close = (): void => {
    if (this.#configuration === undefined) return;
    this.#configuration = undefined;
    this.#response = undefined;
    this.#rerender();
  };

  async #explain(input: string, document = ''): Promise<void> {
    this.#input = input;
    this.#failure = '';
    try {
      const request = { input, ...(document && { document }) };
      this.#response = await explainSearch(this.#account.connection, this.#configuration!, request);
    } catch (error) {
      this.#response = undefined;
      this.#failure = reasonOf(error);
    }
    this.#rerender();
  }
}

function explanation(response: ExplanationResponse): TemplateResult {
  const { result, document } = response;
  /** Some backends report no parts of scores. */
  const isReported = result.every(({ pinned, parts }) => pinned || parts);
  return html`${document ? documentView(document) : nothing}
    ${understoodView(response)}
    <section><h3>${text('option_results')}</h3>
      ${isReported ? nothing : html`<p class="hint">${text('noScoreParts')}</p>`}
      ${result.length === 0 ? html`<p>${text('withoutResults')}</p>` : html`<ol class="explained">${result.map(resultView)}</ol>`}</section>`;
}

function resultView({ id, title, pinned, score, parts }: ExplanationResponse['result'][number]) {
  const about = pinned ? text('putByRule') : text('scoreOf', { score: numberFormat.format(score) });
  const heading = html`<bdi>${title || id}</bdi> <span class="hint">${about}</span>`;
  return html`<li>${parts?.length ? html`<details><summary>${heading}</summary>${partsTable(parts, title || id)}</details>` : heading}</li>`;
}

function understoodView(response: ExplanationResponse): TemplateResult | typeof nothing {
  const { concepts, matching, unquoted, rules } = response;
  const { requirements = 0, requiredShare = 1, isBroad = false, corrections = [] } = matching ?? {};
  const facts = [
    ...concepts.map(
      ({ label, alsoSearched }) =>
        html`<strong>${label}</strong>${alsoSearched.length > 0 ? html` – ${text('alsoSearched', { labels: alsoSearched.join(', ') })}` : nothing}`,
    ),
    ...corrections.map(({ word, correction }) => text('alsoSpelled', { word, correction })),
    ...(requiredShare < 1 ? [text('someWordsSuffice', { share: shareFormat.format(requiredShare) })] : []),
    ...(requiredShare === 1 && requirements > 1 ? [text('allWordsNeeded')] : []),
    ...(isBroad ? [text('similarWordsMatch')] : []),
    ...(unquoted ? [text('quotesIgnored')] : []),
    ...(rules.length > 0 ? [`${text('rules')}: ${rules.join(', ')}`] : []),
  ];
  if (facts.length === 0) return nothing;
  return html`<section><h3>${text('understood')}</h3><ul class="plain-list">${facts.map((fact) => html`<li>${fact}</li>`)}</ul></section>`;
}

function documentView(document: DocumentExplanation): TemplateResult {
  const { id, title, state, rank, rankWithoutRules, rules, parts, addresses } = document;
  const key: TextKey = `document_${state}`;
  const isMovedByRules = rules.length > 0 && rank !== rankWithoutRules;
  return html`<section class="notice ${state === 'found' ? '' : 'warning'}"><h3><bdi>${title || id}</bdi></h3>
    <p role="status">${text(key, { rank: rank ?? '–', number: MAX_EXPLAINED_RANK })}</p>
    ${isMovedByRules ? html`<p>${text('rankWithoutRules', { rank: rankWithoutRules ?? '–' })}</p>` : nothing}
    ${rules.length > 0 ? html`<p>${text('rules')}: ${rules.join(', ')}</p>` : nothing}
    ${parts?.length ? partsTable(parts, title || id) : nothing}
    ${addresses ? addressList(addresses) : nothing}</section>`;
}

function addressList(addresses: NonNullable<DocumentExplanation['addresses']>): TemplateResult {
  if (addresses.length === 0) return html`<p>${text('addressNotReached')}</p>`;
  return html`<ul class="plain-list">${addresses.map(({ address, reason }) => html`<li><bdi>${address}</bdi>: ${reasonText(reason)}</li>`)}</ul>`;
}

const partsTable = (parts: readonly ScorePart[], name: string): TemplateResult =>
  scrollingTable(name, [text('part'), text('effectOnScore')], parts.map(partRow));

const partRow = ({ kind, text: words, score, factor }: ScorePart): TemplateResult =>
  html`<tr><th scope="row">${text(`part_${kind}`)}${words ? html`: <bdi>${words}</bdi>` : nothing}</th>
    <td>${score === undefined ? `× ${numberFormat.format(factor ?? 1)}` : signedFormat.format(score)}</td></tr>`;
