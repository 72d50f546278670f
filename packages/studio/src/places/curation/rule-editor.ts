/** Editor of the curation rules of a search, next to a search that tries them out. */
import type { CurationRule } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { configurationOptions } from '../../editor/panels/configuration-list.ts';
import { withMovedTo } from '../../editor/settings/draft.ts';
import { placeUrl } from '../../page-data.ts';
import { text } from '../../text/text.ts';
import { Message } from '../message.ts';
import type { PlaceContext } from '../place.ts';
import { describeRule, newBroadRules } from './rule-description.ts';
import { freeName, type RuleDraft } from './rule-draft.ts';
import { RuleForm } from './rule-form.ts';
import type { Rules } from './rule-merge.ts';
import type { RuleNames } from './rule-names.ts';
import { Trial } from './trial.ts';

export class RuleEditor {
  readonly #context: PlaceContext;
  readonly #draft: RuleDraft;
  readonly #names: RuleNames;
  readonly #message: Message;
  readonly #trial: Trial;
  #form: RuleForm | undefined;
  #problems: readonly string[] = [];
  #isSaving = false;

  constructor(context: PlaceContext, draft: RuleDraft, names: RuleNames) {
    this.#context = context;
    this.#draft = draft;
    this.#names = names;
    this.#message = new Message(context);
    this.#trial = new Trial(context, names, this.#message);
  }

  get isDirty(): boolean {
    return this.#draft.isDirty;
  }

  get #rules(): Rules {
    return this.#draft.rules;
  }

  /** Adds the rule that a link from Insight requests, with its query. */
  async addRequested(): Promise<void> {
    const { parameters, keep } = this.#context;
    const query = parameters.get('query');
    if (!query) return;
    const language = parameters.get('language');
    /** Effects to fill in, by action; a rule that pins has none yet. */
    const effects: Partial<Record<string, Partial<CurationRule>>> = {
      redirect: { redirect: 'https://' },
      banner: { banner: { text: '' } },
    };
    const rule = this.#ruleFor(query);
    this.#append({
      ...rule,
      when: { ...rule.when, ...(language && { language }) },
      ...effects[parameters.get('action') ?? ''],
    });
    keep({ query: undefined, action: undefined, language: undefined });
    await this.#trial.try(query, this.#editedLanguage);
  }

  render(): TemplateResult {
    const { mayWrite } = this.#context.account;
    const problems = this.#problems.map((problem) => html`<li>${problem}</li>`);
    const trial = { rule: this.#ruleOfTrial, language: this.#editedLanguage, change: this.#changeByTrial };
    return html`${this.#controls()}
      <p class="hint">${text('curationHint')}</p>
      ${this.#message.render()}
      ${problems.length > 0 ? html`<div class="notice warning" role="alert" tabindex="0"><ul>${problems}</ul></div>` : nothing}
      <div class="halves">
        <section aria-labelledby="rules"><div class="section-head"><h2 id="rules">${text('rules')}</h2>
          ${mayWrite ? html`<button type="button" @click=${this.#add}>${text('newRule')}</button>` : nothing}</div>
          ${this.#ruleList()}
          ${mayWrite && (this.isDirty || this.#rules.length > 0) ? this.#saveBar() : nothing}
        </section>
        ${this.#trial.render(trial)}
      </div>`;
  }

  #controls(): TemplateResult {
    const { account } = this.#context;
    const synonymLink = html`<a class="button" href=${this.#synonymAddress}>${text('addSynonym')}</a>`;
    return html`<form class="controls"><label>${text('oneSearch')} <select @change=${this.#openOther}>
        ${configurationOptions(account.list, this.#names.configuration)}
      </select></label>${account.may('spaces:write') ? synonymLink : nothing}</form>`;
  }

  /** Concepts of the search space, to which a tried query with too few results may be added as a synonym. */
  get #synonymAddress(): string {
    const { configuration, searchSpace } = this.#names;
    const query = this.#trial.input;
    const origin = query ? { query, configuration: `${configuration}` } : {};
    return placeUrl('content', { concepts: searchSpace, ...origin });
  }

  #saveBar(): TemplateResult {
    const isClean = !this.isDirty;
    const discard = () => isClean || this.#discard();
    const save = () => this.#agreesToBroadRules() && void this.#save();
    return html`<div class="buttons sticky">
      <button type="button" aria-disabled=${isClean} @click=${discard}>${text('discard')}</button>
      <button type="button" class="primary" aria-disabled=${isClean} @click=${save}>${text('saveRules')}</button></div>`;
  }

  #ruleList(): TemplateResult {
    if (this.#rules.length === 0) return html`<p class="notice">${text('noRules')}</p>`;
    return html`<ol class="rules">${this.#rules.map((rule, index) => this.#ruleItem(rule, index))}</ol>`;
  }

  #ruleItem(rule: CurationRule, index: number): TemplateResult {
    const isOff = rule.enabled === false;
    const change = (changed: CurationRule) => this.#setRules(this.#rules.with(index, changed), index);
    return html`<li class="card ${isOff ? 'off' : ''}">
      <div class="section-head">
        <h3>${rule.name}${isOff ? html` <span class="badge">${text('off')}</span>` : nothing}</h3>
        ${this.#context.account.mayWrite ? this.#buttons(rule, index) : nothing}</div>
      <p class="hint">${describeRule(rule, this.#names)}</p>
      ${index === this.#draft.editedIndex ? this.#form?.render(rule, change) : nothing}
    </li>`;
  }

  #buttons({ name }: CurationRule, index: number): TemplateResult {
    const isEdited = index === this.#draft.editedIndex;
    const toggle = () => this.#openRule(isEdited ? undefined : index);
    const move = (to: number) => {
      this.#setRules(withMovedTo(this.#rules, index, to), isEdited ? to : undefined);
      focusRule(to);
    };
    const moveButton = (key: 'moveUp' | 'moveDown', to: number) =>
      html`<button type="button" class="square" ?disabled=${!(to in this.#rules)} aria-label=${text(key, { name })}
        @click=${() => move(to)}>${key === 'moveUp' ? '↑' : '↓'}</button>`;
    const remove = () => {
      this.#setRules(this.#rules.toSpliced(index, 1), undefined);
      focusRule(index);
    };
    const nameForReaders = html`<span class="visually-hidden"> ${name}</span>`;
    return html`<button type="button" aria-expanded=${isEdited} @click=${toggle}
        >${text(isEdited ? 'close' : 'change')}${nameForReaders}</button>
      ${moveButton('moveUp', index - 1)} ${moveButton('moveDown', index + 1)}
      <button type="button" class="critical" @click=${remove}>${text('delete')}${nameForReaders}</button>`;
  }

  /** Language of the rule in the form. */
  get #editedLanguage(): string | undefined {
    return this.#rules[this.#draft.editedIndex ?? -1]?.when.language;
  }

  /** The rule that buttons next to results change: the rule in the form, or the rule of the query, which may be new. */
  get #ruleOfTrial(): CurationRule | undefined {
    const { editedIndex } = this.#draft;
    if (!this.#context.account.mayWrite) return undefined;
    if (editedIndex !== undefined) return this.#rules[editedIndex];
    const query = this.#trial.input;
    const isOfQuery = ({ when }: CurationRule) =>
      query ? when.match === 'equals' && when.query === query : when.match === 'empty';
    return this.#rules.find(isOfQuery) ?? this.#ruleFor(query);
  }

  /** Finds the rule by its name, because a new one is not in the list yet; `#ruleFor` gives it a name that no rule has. */
  #changeByTrial = (changed: CurationRule): void => {
    const { editedIndex } = this.#draft;
    const index = editedIndex ?? this.#rules.findIndex(({ name }) => name === changed.name);
    if (index < 0) this.#append(changed);
    else this.#setRules(this.#rules.with(index, changed), index);
  };

  #ruleFor(query: string): CurationRule {
    const when = query ? ({ match: 'equals', query } as const) : ({ match: 'empty' } as const);
    return { name: freeName(query || text('newRuleName'), this.#rules), when };
  }

  /** Focuses the first condition: without one, the rule applies to any search. */
  #add = (): void => {
    this.#append({ name: freeName(text('newRuleName'), this.#rules), when: {} });
    document.querySelector<HTMLElement>('.rule-form select')!.focus();
  };

  #append(rule: CurationRule): void {
    this.#setRules([...this.#rules, rule], this.#rules.length);
  }

  #setRules(rules: Rules, edited: number | undefined): void {
    this.#draft.rules = rules;
    this.#message.show('');
    this.#openRule(edited);
  }

  #openRule(index: number | undefined): void {
    if (index === undefined) this.#form = undefined;
    else if (index !== this.#draft.editedIndex || !this.#form)
      this.#form = new RuleForm(this.#names, this.#context.update);
    this.#draft.editedIndex = index;
    this.#context.update();
  }

  #discard(): void {
    this.#problems = [];
    this.#setRules(this.#draft.savedRules, undefined);
  }

  /** Opens the rules of another search; if the person stays to save changes, the list shows this search again. */
  #openOther = (event: Event): void => {
    const select = event.target as HTMLSelectElement;
    const hasLeft = this.#context.open(placeUrl('curation', { configuration: select.value }));
    if (!hasLeft) select.value = `${this.#names.configuration}`;
  };

  /** Asks before new and changed rules apply to all searches. */
  #agreesToBroadRules(): boolean {
    const broadRules = newBroadRules(this.#rules, this.#draft.savedRules);
    const names = broadRules.map(({ name }) => `“${name}”`);
    const question = `${names.join(', ')}: ${text('ruleForAll')}\n\n${text('saveAnyway')}`;
    return names.length === 0 || confirm(question);
  }

  async #save(): Promise<void> {
    // A second click would conflict with the first one. A disabled button would lose the focus.
    if (this.#isSaving || !this.isDirty) return;
    this.#isSaving = true;
    try {
      const { message, problems } = await this.#draft.save();
      if (message === 'rulesMerged') await this.#names.load(this.#rules);
      this.#problems = problems;
      this.#message.show(text(message), { isError: message !== 'rulesSaved' });
    } catch (error) {
      this.#message.fail(error);
    }
    this.#isSaving = false;
    await this.#trial.repeat(this.#editedLanguage);
    this.#context.update();
  }
}

/** Focuses the button that opens a rule, or the button of the last rule. */
function focusRule(index: number): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.rules > li [aria-expanded]')];
  (buttons[index] ?? buttons.at(-1))?.focus();
}
