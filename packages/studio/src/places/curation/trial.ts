/** Search that is tried out next to the rules, with buttons that pin or hide its results. */
import { search } from '@semantic-search/client';
import type { CurationRule, SearchResponse } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { Diagnostics } from '../../editor/panels/diagnostics.ts';
import { rich, text } from '../../text/text.ts';
import type { Message } from '../message.ts';
import type { PlaceContext } from '../place.ts';
import { documentRow } from './document-row.ts';
import { withPin } from './rule-effects.ts';
import type { RuleNames } from './rule-names.ts';

const MAX_RESULTS = 15;

interface TrialView {
  /** The rule that the buttons change; undefined if the person may change none. */
  rule: CurationRule | undefined;
  /** Language of the rule in the form: the rule only applies to searches in this language. */
  language: string | undefined;
  change(rule: CurationRule): void;
}

export class Trial {
  readonly #context: PlaceContext;
  readonly #names: RuleNames;
  readonly #message: Message;
  readonly #diagnostics: Diagnostics;
  #input = '';
  #response: SearchResponse | undefined;

  constructor(context: PlaceContext, names: RuleNames, message: Message) {
    this.#context = context;
    this.#names = names;
    this.#message = message;
    this.#diagnostics = new Diagnostics(context.account, context.update);
  }

  /** The query that was tried; empty before. */
  get input(): string {
    return this.#response ? this.#input : '';
  }

  /** Searches again, because the rules were saved. */
  async repeat(language: string | undefined): Promise<void> {
    if (this.#response) await this.try(this.#input, language);
  }

  async try(input: string, language: string | undefined): Promise<void> {
    try {
      const request = { input, count: MAX_RESULTS, ...(language && { language }) };
      const response = await search(this.#names.connection, this.#names.configuration, request);
      this.#names.learnDocuments(response.result);
      this.#input = input;
      this.#response = response;
    } catch (error) {
      this.#message.fail(error);
    }
    this.#context.update();
  }

  render(view: TrialView): TemplateResult {
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const input = new FormData(event.target as HTMLFormElement).get('input') as string;
      void this.try(input, view.language);
    };
    return html`<section class="try" aria-labelledby="trial"><h2 id="trial">${text('trySearch')}</h2>
      <form class="controls" @submit=${submit}><label class="grow">${text('query')} <input type="search" name="input" .value=${this.#input} autocomplete="off" /></label><button type="submit">${text('search')}</button></form>
      ${this.#response ? this.#results(this.#response, view) : html`<p class="hint">${text('trialHint')}</p>`}
      ${this.#diagnostics.render()}</section>`;
  }

  #results({ total, rules, redirect, banner, result }: SearchResponse, view: TrialView): TemplateResult {
    const explain = () => void this.#diagnostics.open(this.#names.configuration, this.#input);
    return html`<div class="section-head"><p class="hint" role="status">${rules ? text('trialResultsBy', { count: total, rules: rules.join(', ') }) : text('trialResults', { count: total })}</p>
        <button type="button" @click=${explain}>${text('whyTheseResults')}</button></div>
      ${redirect ? html`<p class="notice">${rich('leadsTo', { address: html`<bdi>${redirect}</bdi>` })}</p>` : nothing}
      ${banner ? html`<p class="notice">${banner.text}</p>` : nothing}
      <ol class="trial">${result.map((document) => this.#row(document, view))}</ol>`;
  }

  #row(document: SearchResponse['result'][number], { rule, change }: TrialView): TemplateResult {
    const { id, title } = document;
    if (!rule) return html`<li>${documentRow(document)}</li>`;
    const isPinned = rule.pin?.some((pin) => pin.id === id) === true;
    const isHidden = rule.hide?.includes(id) === true;
    // Disabled buttons would lose the focus.
    const isSettled = isPinned || isHidden;
    const pin = () => change(withPin(rule, id));
    const hide = () => change({ ...rule, hide: [...(rule.hide ?? []), id] });
    const nameForReaders = html`<span class="visually-hidden"> ${title}</span>`;
    return html`<li>${documentRow(document)}
      <button type="button" aria-disabled=${isSettled} @click=${isSettled ? nothing : pin}>${text(isPinned ? 'pinned' : 'pin')}${nameForReaders}</button>
      <button type="button" aria-disabled=${isSettled} @click=${isSettled ? nothing : hide}>${text(isHidden ? 'isHidden' : 'hide')}${nameForReaders}</button></li>`;
  }
}
