/** Curation: the rules of a search, tried out on its results. */
import { ApiError, getConfiguration, search, updateConfiguration } from '@semantic-search/client';
import type { ConfigurationSettings, CurationRule, SearchResponse } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { Diagnostics } from '../editor/panels/diagnostics.ts';
import { serviceMessage } from '../text/service-message.ts';
import { rich, text } from '../text/text.ts';
import { Message, type Place, type PlaceContext, reasonOf } from './place.ts';
import { describeRule, ruleForm } from './rule-form.ts';

export function curationPlace(context: PlaceContext): Place {
  return new CurationPlace(context);
}

class CurationPlace implements Place {
  readonly #context: PlaceContext;
  readonly #configuration: number | undefined;
  #config: ConfigurationSettings | undefined;
  #etag = '';
  #rules: readonly CurationRule[] = [];
  /** Index of the rule in the form. */
  #edited: number | undefined;
  readonly #message: Message;
  readonly #diagnostics: Diagnostics;
  #conflicts: readonly string[] = [];
  /** Results of the search that is tried out. */
  #trial: { input: string; response: SearchResponse } | undefined;
  /** Known titles of the documents that rules name. */
  readonly #titles = new Map<string, string>();

  constructor(context: PlaceContext) {
    this.#context = context;
    this.#message = new Message(context.update);
    this.#diagnostics = new Diagnostics(context.account, context.update);
    const { account, parameters } = context;
    this.#configuration =
      Number(parameters.get('configuration')) || (account.activeId ?? account.list[0]?.id ?? undefined);
  }

  get isDirty(): boolean {
    return this.#rules !== (this.#config?.curation ?? none);
  }

  async load(): Promise<void> {
    if (this.#configuration === undefined) return;
    const onHeaders = (headers: Headers) => {
      this.#etag = headers.get('etag') ?? '';
    };
    const { connection } = this.#context.account;
    const { config } = await getConfiguration(connection, this.#configuration, { onHeaders });
    this.#config = config;
    this.#rules = config.curation ?? none;
    await this.#addRequested();
  }

  /** Adds the rule that a link from Insight requests, with its query. */
  async #addRequested(): Promise<void> {
    const { parameters, keep } = this.#context;
    const [query, action] = [parameters.get('query'), parameters.get('action')];
    if (!query) return;
    const language = parameters.get('language');
    const when = { match: 'equals', query, ...(language && { language }) } as const;
    const begun: Partial<Record<string, Partial<CurationRule>>> = {
      redirect: { redirect: 'https://' },
      banner: { banner: { text: '' } },
    };
    this.#append({ name: this.#freeName(query), when, ...begun[action ?? ''] });
    keep({ query: undefined, action: undefined, language: undefined });
    await this.#try(query);
  }

  render(): TemplateResult {
    if (!this.#config) return html`<p class="notice">${text('noSearches')}</p>`;
    const { account } = this.#context;
    return html`<form class="controls"><label>${text('oneSearch')} <select @change=${this.#switch}>
        ${account.list.map(({ id, title }) => html`<option value=${id} ?selected=${id === this.#configuration}>${text('withId', { title, id: `${id}` })}</option>`)}
      </select></label></form>
      <p class="hint">${text('curationHint')}</p>
      ${this.#messages()}
      <div class="halves">
        <section aria-labelledby="rules"><div class="section-head"><h2 id="rules">${text('rules')}</h2>
          ${account.mayWrite ? html`<button type="button" @click=${() => this.#append({ name: this.#freeName(text('newRuleName')), when: {} })}>${text('newRule')}</button>` : nothing}</div>
          ${this.#rules.length === 0 ? html`<p class="notice">${text('noRules')}</p>` : html`<ol class="rules">${this.#rules.map((rule, index) => this.#item(rule, index))}</ol>`}
          ${
            account.mayWrite
              ? html`<div class="buttons sticky"><button type="button" ?disabled=${!this.isDirty} @click=${this.#discard}>${text('discard')}</button>
              <button type="button" class="primary" ?disabled=${!this.isDirty} @click=${() => void this.#save()}>${text('saveRules')}</button></div>`
              : nothing
          }
        </section>
        ${this.#trialSection()}
      </div>${this.#diagnostics.render()}`;
  }

  #messages(): TemplateResult {
    return html`${this.#message.render()}
      ${this.#conflicts.length > 0 ? html`<div class="notice warning" role="alert"><ul>${this.#conflicts.map((conflict) => html`<li>${conflict}</li>`)}</ul></div>` : nothing}`;
  }

  #item(rule: CurationRule, index: number): TemplateResult {
    const isEdited = index === this.#edited;
    const move = (to: number) => {
      this.#set(moved(this.#rules, index, to), isEdited ? to : undefined);
      focusRule(to);
    };
    return html`<li class="card">
      <div class="section-head"><h3>${rule.name}${rule.enabled === false ? html` <span class="badge">${text('off')}</span>` : nothing}</h3>
        ${
          this.#context.account.mayWrite
            ? html`<button type="button" aria-expanded=${isEdited} @click=${() => this.#edit(isEdited ? undefined : index)}>${text(isEdited ? 'close' : 'change')}<span class="visually-hidden"> ${rule.name}</span></button>
          <button type="button" class="square" ?disabled=${index === 0} aria-label=${text('moveUp', { name: rule.name })} @click=${() => move(index - 1)}>↑</button>
          <button type="button" class="square" ?disabled=${index === this.#rules.length - 1} aria-label=${text('moveDown', { name: rule.name })} @click=${() => move(index + 1)}>↓</button>
          <button type="button" class="critical" @click=${() => {
            this.#set(
              this.#rules.filter((other) => other !== rule),
              undefined,
            );
            focusRule(index);
          }}>${text('delete')}<span class="visually-hidden"> ${rule.name}</span></button>`
            : nothing
        }</div>
      <p class="hint">${describeRule(rule, (id) => this.#titles.get(id) ?? id)}</p>
      ${
        isEdited
          ? ruleForm(
              rule,
              (changed) => this.#set(this.#rules.with(index, changed), index),
              (id) => this.#titles.get(id) ?? id,
            )
          : nothing
      }
    </li>`;
  }

  #trialSection(): TemplateResult {
    const { input = '', response } = this.#trial ?? {};
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      void this.#try(new FormData(event.target as HTMLFormElement).get('input') as string);
    };
    return html`<section aria-labelledby="trial"><h2 id="trial">${text('trySearch')}</h2>
      <form class="controls" @submit=${submit}><label>${text('query')} <input type="search" name="input" .value=${input} autocomplete="off" /></label><button type="submit">${text('search')}</button></form>
      ${
        response
          ? html`<p class="hint" role="status">${response.rules ? text('trialResultsBy', { count: response.total, rules: response.rules.join(', ') }) : text('trialResults', { count: response.total })}</p>
        <div><button type="button" @click=${() => void this.#diagnostics.open(this.#configuration!, input)}>${text('whyTheseResults')}</button></div>
        ${response.redirect ? html`<p class="notice">${rich('leadsTo', { address: html`<bdi>${response.redirect}</bdi>` })}</p>` : nothing}
        ${response.banner ? html`<p class="notice">${response.banner.text}</p>` : nothing}
        <ol class="trial">${response.result.map((document, index) => this.#trialRow(document, index))}</ol>`
          : html`<p class="hint">${text('trialHint')}</p>`
      }</section>`;
  }

  #trialRow({ id, title }: SearchResponse['result'][number], index: number): TemplateResult {
    const rule = this.#edited === undefined ? undefined : this.#rules[this.#edited];
    const change = (changed: CurationRule) =>
      this.#set(this.#rules.with(this.#edited!, changed), this.#edited);
    const isPinned = rule?.pin?.some((pin) => pin.id === id);
    const isHidden = rule?.hide?.includes(id);
    // Disabled buttons would lose the focus.
    const isSettled = isPinned === true || isHidden === true;
    const pin = () =>
      isSettled ||
      change({ ...rule!, pin: [...(rule!.pin ?? []), { id, position: freePosition(rule!, index + 1) }] });
    const hide = () => isSettled || change({ ...rule!, hide: [...(rule!.hide ?? []), id] });
    return html`<li><span><bdi>${title || id}</bdi></span>
      ${
        rule
          ? html`<button type="button" aria-disabled=${isSettled} @click=${pin}>${text(isPinned ? 'pinned' : 'pin')}<span class="visually-hidden"> ${title}</span></button>
        <button type="button" aria-disabled=${isSettled} @click=${hide}>${text(isHidden ? 'isHidden' : 'hide')}<span class="visually-hidden"> ${title}</span></button>`
          : nothing
      }</li>`;
  }

  async #try(input: string): Promise<void> {
    try {
      const request = { input, count: 15 };
      const response = await search(this.#context.account.connection, this.#configuration!, request);
      for (const { id, title } of response.result) this.#titles.set(id, title || id);
      this.#trial = { input, response };
    } catch (error) {
      this.#message.show(reasonOf(error), { isError: true });
    }
    this.#context.update();
  }

  #freeName(wanted: string): string {
    const names = new Set(this.#rules.map(({ name }) => name));
    const stem = wanted.slice(0, 90);
    for (let number = 1; ; number++) {
      const name = number === 1 ? stem : `${stem} ${number}`;
      if (!names.has(name)) return name;
    }
  }

  #append(rule: CurationRule): void {
    this.#set([...this.#rules, rule], this.#rules.length);
  }

  #set(rules: readonly CurationRule[], edited: number | undefined): void {
    this.#rules = rules;
    this.#message.clear();
    this.#edit(edited);
  }

  #edit(index: number | undefined): void {
    this.#edited = index;
    this.#context.update();
  }

  #discard = (): void => {
    this.#conflicts = [];
    this.#set(this.#config?.curation ?? none, undefined);
  };

  #switch = (event: Event): void => {
    const select = event.target as HTMLSelectElement;
    if (this.isDirty && !confirm(text('leaveWithoutSaving'))) this.#context.update();
    else location.assign(`/studio/curation?configuration=${select.value}`);
  };

  /** Saves all rules or none: an invalid rule rejects the request, so that no rule disappears. */
  async #save(): Promise<void> {
    const sentRules = this.#rules;
    try {
      const { config, errors } = await updateConfiguration(
        this.#context.account.connection,
        this.#configuration!,
        { config: { curation: [...sentRules] } },
        {
          ifMatch: this.#etag,
          onHeaders: (headers) => {
            this.#etag = headers.get('etag') ?? '';
          },
        },
      );
      this.#config = config;
      const isComplete = config.curation?.length === sentRules.length;
      if (isComplete) this.#rules = config.curation ?? none;
      this.#conflicts = errors.map(
        ({ key, message }) => `${this.#nameAt(key, sentRules)} ${serviceMessage(message)}`,
      );
      this.#message.show(text(isComplete ? 'rulesSaved' : 'rulesInvalid'), { isError: !isComplete });
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 412;
      this.#message.show(isStale ? text('rulesStale') : reasonOf(error), { isError: true });
    }
    if (this.#trial) await this.#try(this.#trial.input);
    else this.#context.update();
  }

  /** `curation[2].when.query` → `“opening hours”: when.query`. */
  #nameAt(key: string, rules: readonly CurationRule[]): string {
    const [, index, member = ''] = /^curation\[(\d+)\]\.?(.*)$/.exec(key) ?? [];
    return index === undefined ? key : `“${rules[Number(index)]?.name}”: ${member}`;
  }
}

const none: readonly CurationRule[] = [];

/** Focuses the button that opens a rule, or that of the last one. */
function focusRule(index: number): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.rules > li [aria-expanded]')];
  (buttons[index] ?? buttons.at(-1))?.focus();
}

function freePosition({ pin = [] }: CurationRule, wanted: number): number {
  let position = wanted;
  while (pin.some((other) => other.position === position)) position++;
  return position;
}

function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const result = items.filter((_, index) => index !== from);
  result.splice(to, 0, items[from]!);
  return result;
}
