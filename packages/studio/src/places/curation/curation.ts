/** Curation: the rules of a search, tried out on its results. */
import type { ConfigurationSettings, CurationRule } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { configurationOptions } from '../../editor/panels/configuration-list.ts';
import { withMovedTo } from '../../editor/settings/draft.ts';
import { placeUrl } from '../../page-data.ts';
import { text } from '../../text/text.ts';
import { Message } from '../message.ts';
import type { Place, PlaceContext } from '../place.ts';
import { RuleConditions } from './rule-conditions.ts';
import { describeRule, newBroadRules } from './rule-description.ts';
import { freeName, RuleDraft } from './rule-draft.ts';
import { RuleEffects } from './rule-effects.ts';
import { textField } from './rule-fields.ts';
import { RuleNames } from './rule-names.ts';
import { Trial } from './trial.ts';

export class CurationPlace implements Place {
  readonly #context: PlaceContext;
  readonly #configuration: number | undefined;
  /** Settings as they were read at first; undefined if there is no configuration. */
  #config: ConfigurationSettings | undefined;
  #draft!: RuleDraft;
  #form: RuleForm | undefined;
  #names!: RuleNames;
  #trial!: Trial;
  readonly #message: Message;
  #problems: readonly string[] = [];
  #isSaving = false;

  constructor(context: PlaceContext) {
    this.#context = context;
    this.#message = new Message(context);
    const { account, parameters } = context;
    this.#configuration =
      Number(parameters.get('configuration')) || (account.activeId ?? account.list[0]?.id ?? undefined);
  }

  get isDirty(): boolean {
    return this.#config !== undefined && this.#draft.isDirty;
  }

  async load(): Promise<void> {
    const configuration = this.#configuration;
    if (configuration === undefined) return;
    const { account } = this.#context;
    this.#draft = new RuleDraft(account, configuration);
    const [config] = await Promise.all([this.#draft.load(), account.readSpaces()]);
    this.#config = config;
    this.#names = new RuleNames(this.#context, configuration, config);
    this.#trial = new Trial(this.#context, { configuration, names: this.#names, message: this.#message });
    await Promise.all([this.#names.load(this.#rules), this.#addRequested()]);
  }

  get #rules(): readonly CurationRule[] {
    return this.#draft.rules;
  }

  /** Adds the rule that a link from Insight requests, with its query. */
  async #addRequested(): Promise<void> {
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
    await this.#trial.try(query, this.#language());
  }

  render(): TemplateResult {
    if (!this.#config)
      return html`<p class="notice">${text('noSearches')} <a class="button primary" href=${placeUrl('searches')}>${text('searches')}</a></p>`;
    const { account } = this.#context;
    return html`<form class="controls"><label>${text('oneSearch')} <select @change=${this.#openSearch}>
        ${configurationOptions(account.list, this.#configuration)}
      </select></label>${account.may('spaces:write') ? html`<a class="button" href=${this.#synonymAddress}>${text('addSynonym')}</a>` : nothing}</form>
      <p class="hint">${text('curationHint')}</p>
      ${this.#message.render()}
      ${this.#problems.length > 0 ? html`<div class="notice warning" role="alert" tabindex="0"><ul>${this.#problems.map((problem) => html`<li>${problem}</li>`)}</ul></div>` : nothing}
      <div class="halves">
        <section aria-labelledby="rules"><div class="section-head"><h2 id="rules">${text('rules')}</h2>
          ${account.mayWrite ? html`<button type="button" @click=${this.#add}>${text('newRule')}</button>` : nothing}</div>
          ${this.#rules.length === 0 ? html`<p class="notice">${text('noRules')}</p>` : html`<ol class="rules">${this.#rules.map((rule, index) => this.#ruleItem(rule, index))}</ol>`}
          ${account.mayWrite && (this.isDirty || this.#rules.length > 0) ? this.#saveBar() : nothing}
        </section>
        ${this.#trial.render({ rule: this.#ruleOfTrial, language: this.#language(), change: this.#changeByTrial })}
      </div>`;
  }

  /** Concepts of the search space: those that a tried query, of which visitors found too little, may be a synonym of. */
  get #synonymAddress(): string {
    const query = this.#trial.input;
    const origin = query ? { query, configuration: `${this.#configuration}` } : {};
    return placeUrl('content', { concepts: this.#config!.searchSpace, ...origin });
  }

  #saveBar(): TemplateResult {
    return html`<div class="buttons sticky"><button type="button" aria-disabled=${!this.isDirty} @click=${() => this.isDirty && this.#discard()}>${text('discard')}</button>
      <button type="button" class="primary" aria-disabled=${!this.isDirty} @click=${() => this.#agreesToBroadRules() && void this.#save()}>${text('saveRules')}</button></div>`;
  }

  #ruleItem(rule: CurationRule, index: number): TemplateResult {
    const isEdited = index === this.#draft.editedIndex;
    return html`<li class="card ${rule.enabled === false ? 'off' : ''}">
      <div class="section-head"><h3>${rule.name}${rule.enabled === false ? html` <span class="badge">${text('off')}</span>` : nothing}</h3>
        ${this.#context.account.mayWrite ? this.#buttons(rule, index) : nothing}</div>
      <p class="hint">${describeRule(rule, this.#names)}</p>
      ${isEdited ? this.#form?.render(rule, (changed) => this.#setRules(this.#rules.with(index, changed), index)) : nothing}
    </li>`;
  }

  #buttons(rule: CurationRule, index: number): TemplateResult {
    const isEdited = index === this.#draft.editedIndex;
    const move = (to: number) => {
      this.#setRules(withMovedTo(this.#rules, index, to), isEdited ? to : undefined);
      focusRule(to);
    };
    const remove = () => {
      this.#setRules(this.#rules.toSpliced(index, 1), undefined);
      focusRule(index);
    };
    return html`<button type="button" aria-expanded=${isEdited} @click=${() => this.#openRule(isEdited ? undefined : index)}>${text(isEdited ? 'close' : 'change')}<span class="visually-hidden"> ${rule.name}</span></button>
      <button type="button" class="square" ?disabled=${index === 0} aria-label=${text('moveUp', { name: rule.name })} @click=${() => move(index - 1)}>↑</button>
      <button type="button" class="square" ?disabled=${index === this.#rules.length - 1} aria-label=${text('moveDown', { name: rule.name })} @click=${() => move(index + 1)}>↓</button>
      <button type="button" class="critical" @click=${remove}>${text('delete')}<span class="visually-hidden"> ${rule.name}</span></button>`;
  }

  /** Language of the rule in the form. */
  #language = (): string | undefined => this.#rules[this.#draft.editedIndex ?? -1]?.when.language;

  /** The rule that buttons beside results change: that in the form, or the one of the query, which may be new. */
  get #ruleOfTrial(): CurationRule | undefined {
    if (!this.#context.account.mayWrite) return undefined;
    if (this.#draft.editedIndex !== undefined) return this.#rules[this.#draft.editedIndex];
    const query = this.#trial.input;
    const isOfQuery = ({ when }: CurationRule) =>
      query ? when.match === 'equals' && when.query === query : when.match === 'empty';
    return this.#rules.find(isOfQuery) ?? this.#ruleFor(query);
  }

  #changeByTrial = (changed: CurationRule): void => {
    const index = this.#draft.editedIndex ?? this.#rules.findIndex(({ name }) => name === changed.name);
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

  #setRules(rules: readonly CurationRule[], edited: number | undefined): void {
    this.#draft.rules = rules;
    this.#message.show('');
    this.#openRule(edited);
  }

  #openRule(index: number | undefined): void {
    if (index === undefined) this.#form = undefined;
    else if (index !== this.#draft.editedIndex || !this.#form)
      this.#form = new RuleForm(this.#names, this.#configuration!, this.#context.update);
    this.#draft.editedIndex = index;
    this.#context.update();
  }

  #discard = (): void => {
    this.#problems = [];
    this.#setRules(this.#draft.savedRules, undefined);
  };

  #openSearch = (event: Event): void => {
    const select = event.target as HTMLSelectElement;
    const isLeft = this.#context.open(placeUrl('curation', { configuration: select.value }));
    if (!isLeft) select.value = `${this.#configuration}`;
  };

  /** Asks before new and changed rules apply to all searches. */
  #agreesToBroadRules(): boolean {
    const names = newBroadRules(this.#rules, this.#draft.savedRules).map(({ name }) => `“${name}”`);
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
    await this.#trial.repeat(this.#language());
    this.#context.update();
  }
}

/** Focuses the button that opens a rule, or the button of the last rule. */
function focusRule(index: number): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.rules > li [aria-expanded]')];
  (buttons[index] ?? buttons.at(-1))?.focus();
}

/** Form of one rule: name, conditions and effects. */
class RuleForm {
  readonly #conditions: RuleConditions;
  readonly #effects: RuleEffects;

  constructor(names: RuleNames, configuration: number, rerender: () => void) {
    this.#conditions = new RuleConditions(names, configuration, rerender);
    this.#effects = new RuleEffects(names, configuration, rerender);
  }

  /** Calls `change` with the whole rule after each change. */
  render(rule: CurationRule, change: (rule: CurationRule) => void): TemplateResult {
    const { name, enabled, when } = rule;
    const enable = ({ target }: Event) => change({ ...rule, enabled: (target as HTMLInputElement).checked });
    return html`<div class="rule-form">
      ${textField(text('name'), name, (typed) => change({ ...rule, name: typed }), { required: true, maxlength: 100 })}
      <label class="switch"><input type="checkbox" .checked=${enabled !== false} @change=${enable} />${text('ruleOn')}</label>
      ${this.#conditions.render(when, (changed) => change({ ...rule, when: changed }))}
      ${this.#effects.render(rule, change)}
    </div>`;
  }
}
