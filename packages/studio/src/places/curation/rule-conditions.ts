/** Conditions of a curation rule: each is chosen from what the search space has. */
import { suggestConcepts } from '@semantic-search/client';
import type { CurationRule, SuggestionResponse } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { TextKey } from '../../text/en.ts';
import { formatNumber, languageName, locale, text } from '../../text/text.ts';
import { Lookup } from '../lookup.ts';
import { enteredIn } from '../place.ts';
import { FacetValues, MAX_VALUES } from './facet-values.ts';
import { appliesToAll } from './rule-description.ts';
import { textField, timeField, withoutEmpty } from './rule-fields.ts';
import type { KnownFacet, RuleNames } from './rule-names.ts';

type Condition = CurationRule['when'];
type Concept = SuggestionResponse['result'][number];
type Change = (part: Partial<Condition>) => void;

const matchLabels: Record<string, TextKey> = {
  '': 'anySearch',
  equals: 'queryIs',
  contains: 'queryContains',
  startsWith: 'queryBegins',
  empty: 'queryEmpty',
};

/** Members of a rule's condition by kind, besides those for the query. */
const kindMembers = {
  language: ['language'],
  concept: ['concept'],
  filter: ['field', 'value'],
  period: ['from', 'until'],
} as const satisfies Record<string, (keyof Condition)[]>;
type Kind = keyof typeof kindMembers;

export class RuleConditions {
  readonly #names: RuleNames;
  readonly #rerender: () => void;
  readonly #values: FacetValues;
  readonly #concepts: Lookup<Concept>;
  /** Kinds whose fields remain while they have no value. */
  readonly #added = new Set<Kind>();

  constructor(names: RuleNames, rerender: () => void) {
    this.#names = names;
    this.#rerender = rerender;
    this.#values = new FacetValues(names, rerender);
    this.#concepts = new Lookup(async (searchString) => {
      const parameters = { searchString, language: locale.tag };
      return (await suggestConcepts(names.connection, names.configuration, parameters)).result;
    }, rerender);
  }

  render(when: Condition, replace: (when: Condition) => void): TemplateResult {
    const change: Change = (part) => replace(withoutEmpty({ ...when, ...part }));
    const isShown = (kind: Kind) => this.#added.has(kind) || kindMembers[kind].some((member) => when[member]);
    const kinds = Object.keys(kindMembers) as Kind[];
    const others = kinds.filter((kind) => !isShown(kind));
    return html`<fieldset><legend>${text('when')}</legend>
      ${queryFields(when, change)}
      ${kinds.filter(isShown).map((kind) => this.#condition(kind, when, change))}
      ${
        others.length > 0
          ? html`<div class="chips" role="group" aria-label=${text('addCondition')}><span class="hint">${text('addCondition')}</span>
        ${others.map((kind) => html`<button type="button" @click=${() => this.#add(kind)}>${text(kind)}</button>`)}</div>`
          : nothing
      }</fieldset>`;
  }

  #add(kind: Kind): void {
    this.#added.add(kind);
    this.#rerender();
    document.querySelector<HTMLElement>(`.condition-${kind} :is(input, select)`)?.focus();
  }

  #condition(kind: Kind, when: Condition, change: Change): TemplateResult {
    this.#added.add(kind);
    const fields: Record<Kind, () => unknown> = {
      language: () => this.#languageField(when, change),
      concept: () => this.#conceptField(when, change),
      filter: () => this.#filterFields(when, change),
      period: () => html`${timeField(text('from'), when.from, (from) => change({ from }))}
        ${timeField(text('until'), when.until, (until) => change({ until }))}`,
    };
    const remove = () => {
      this.#added.delete(kind);
      change(Object.fromEntries(kindMembers[kind].map((member) => [member, undefined])));
      document.querySelector<HTMLElement>('.rule-form fieldset select')?.focus();
    };
    return html`<div class="condition condition-${kind}">${fields[kind]()}
      <button type="button" class="square" aria-label=${text('removeNamed', { name: text(kind) })} @click=${remove}>×</button></div>`;
  }

  #languageField({ language }: Condition, change: Change): TemplateResult {
    const { languages } = this.#names;
    if (languages.length === 0)
      return textField(text('language'), language ?? '', (typed) => change({ language: typed }), {
        placeholder: text('any'),
        maxlength: 35,
      });
    const tags = new Set([...languages, ...(language ? [language] : [])]);
    return html`<label>${text('language')} <select @change=${(event: Event) => change({ language: enteredIn(event) })}>
      <option value="">${text('any')}</option>
      ${[...tags].map((tag) => html`<option value=${tag} .selected=${tag === language}>${languageName(tag)}</option>`)}</select></label>`;
  }

  #conceptField({ concept }: Condition, change: Change): TemplateResult {
    if (concept)
      return html`<p class="chosen"><span class="hint">${text('concept')}</span> <bdi title=${concept}>${this.#names.concept(concept)}</bdi></p>`;
    return this.#concepts.render({
      label: text('findConcept'),
      row: conceptRow,
      choose: ({ value, label }) => {
        this.#names.learnConcept(value, label);
        change({ concept: value });
        document.querySelector<HTMLElement>('.condition-concept button')?.focus();
      },
    });
  }

  #filterFields({ field, value }: Condition, change: Change): TemplateResult {
    const { facets } = this.#names;
    if (facets.length === 0)
      return html`${textField(text('filter'), field ?? '', (typed) => change({ field: typed }))}
        ${textField(text('value'), value ?? '', (typed) => change({ value: typed }), { placeholder: text('any') })}`;
    const chosen = field ? this.#names.facet(field) : undefined;
    const choose = (event: Event) => change({ field: enteredIn(event), value: undefined });
    return html`<label>${text('filter')} <select @change=${choose}>
      <option value=""></option>
      ${facets.map((facet) => html`<option value=${facet.field} .selected=${facet === chosen}>${this.#names.facetTitle(facet.field)}</option>`)}
      ${field && !chosen ? html`<option value=${field} selected>${text('missingValue', { value: field })}</option>` : nothing}</select></label>
      ${chosen ? this.#valueField(chosen, value, change) : nothing}`;
  }

  #valueField(facet: KnownFacet, value: string | undefined, change: Change): TemplateResult {
    const values = this.#values.of(facet);
    if (values.length >= MAX_VALUES)
      return html`<label>${text('value')} <input type="text" list="facet-values" autocomplete="off" maxlength="2000" placeholder=${text('any')} .value=${value ?? ''} @input=${(event: Event) => change({ value: enteredIn(event) })} /></label>
        <datalist id="facet-values">${values.map(({ value: option, label, count }) => html`<option value=${option}>${label} (${formatNumber(count)})</option>`)}</datalist>`;
    const isMissing = value !== undefined && !values.some((option) => option.value === value);
    return html`<label>${text('value')} <select @change=${(event: Event) => change({ value: enteredIn(event) })}>
      <option value="">${text('any')}</option>
      ${isMissing ? html`<option value=${value} selected>${this.#names.concept(value)}</option>` : nothing}
      ${values.map(({ value: option, label, count }) => html`<option value=${option} .selected=${option === value}>${label} (${formatNumber(count)})</option>`)}</select></label>`;
  }
}

function queryFields(when: Condition, change: Change): TemplateResult {
  const { match, query = '' } = when;
  const isForAll = appliesToAll(when);
  const choose = (event: Event) => change({ match: (enteredIn(event) || undefined) as Condition['match'] });
  return html`<label>${text('oneSearch')} <select aria-describedby=${isForAll ? 'applies-to-all' : nothing} @change=${choose}>
      ${Object.entries(matchLabels).map(([value, label]) => html`<option value=${value} .selected=${value === (match ?? '')}>${text(label)}</option>`)}
    </select></label>
    ${match && match !== 'empty' ? textField(text('query'), query, (typed) => change({ query: typed }), { required: true, maxlength: 200 }) : nothing}
    ${isForAll ? html`<p class="notice warning" id="applies-to-all">${text('ruleForAll')}</p>` : nothing}`;
}

const conceptRow = ({ label, matchingLabel, context, count }: Concept): TemplateResult =>
  html`<span><bdi>${label}</bdi>${matchingLabel === label ? nothing : html` <bdi class="fine">${matchingLabel}</bdi>`}${context ? html` <bdi class="fine">‹ ${context}</bdi>` : nothing}</span>
  <span class="fine">${text('documentsCount', { count })}</span>`;
