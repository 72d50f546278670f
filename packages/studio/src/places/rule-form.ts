/** Form of one curation rule, and its description in words. */
import type { CurationRule } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { formatTime } from '../editor/settings/labels.ts';

type Change = (rule: CurationRule) => void;
type TitleOf = (id: string) => string;
type Condition = CurationRule['when'];

const matches: Record<string, string> = {
  '': 'any search',
  equals: 'the query is',
  contains: 'the query contains',
  startsWith: 'the query begins with',
  empty: 'there is no query',
};

export function describeRule(
  { when, pin = [], hide = [], redirect, banner }: CurationRule,
  titleOf: TitleOf,
): string {
  const conditions = [
    `${matches[when.match ?? '']}${when.match && when.match !== 'empty' ? ` “${when.query ?? ''}”` : ''}`,
    when.language && `in ${when.language}`,
    when.concept && `about ${when.concept}`,
    when.field && `with the filter ${when.field}${when.value ? ` = ${when.value}` : ''}`,
    when.from && `from ${formatTime(when.from)}`,
    when.until && `until ${formatTime(when.until)}`,
  ];
  const effects = [
    ...pin.map(({ id, position }) => `pins “${titleOf(id)}” at ${position}`),
    hide.length > 0 && `hides ${hide.length === 1 ? `“${titleOf(hide[0]!)}”` : `${hide.length} documents`}`,
    redirect && `leads to ${redirect}`,
    banner && `shows “${banner.text}”`,
  ];
  const all = (parts: (string | false | undefined)[]) => parts.filter(Boolean).join(', ');
  return `If ${all(conditions)}: ${all(effects) || 'does nothing yet'}.`;
}

/** Calls `change` with the whole rule after each change. */
export function ruleForm(rule: CurationRule, change: Change, titleOf: TitleOf): TemplateResult {
  const { name, enabled, when, pin = [], hide = [], redirect = '', banner } = rule;
  const withWhen = (part: Partial<Condition>) =>
    change({ ...rule, when: withoutEmpty({ ...when, ...part }) });
  const needsQuery = when.match !== undefined && when.match !== 'empty';
  return html`<div class="rule-form">
    ${textField('Name', name, (value) => change({ ...rule, name: value }), { required: true, maxlength: 100 })}
    <label class="switch"><input type="checkbox" .checked=${enabled !== false} @change=${(event: Event) => change({ ...rule, enabled: (event.target as HTMLInputElement).checked })} />On</label>
    <fieldset><legend>When</legend>
      <label>Search <select @change=${(event: Event) => withWhen({ match: ((event.target as HTMLSelectElement).value || undefined) as Condition['match'] })}>
        ${Object.entries(matches).map(([value, label]) => html`<option value=${value} ?selected=${value === (when.match ?? '')}>${label}</option>`)}
      </select></label>
      ${needsQuery ? textField('Query', when.query ?? '', (query) => withWhen({ query }), { required: true, maxlength: 200 }) : nothing}
      ${textField('Language', when.language ?? '', (language) => withWhen({ language }), { placeholder: 'any, or en, de, …', maxlength: 35 })}
      ${textField('Concept (URI)', when.concept ?? '', (concept) => withWhen({ concept }), { placeholder: 'any' })}
      ${textField('Filter', when.field ?? '', (field) => withWhen({ field }), { placeholder: 'any' })}
      ${when.field ? textField('Value', when.value ?? '', (value) => withWhen({ value }), { placeholder: 'any' }) : nothing}
      ${timeField('From', when.from, (from) => withWhen({ from }))}
      ${timeField('Until', when.until, (until) => withWhen({ until }))}
    </fieldset>
    <fieldset><legend>Then</legend>
      ${pin.map(
        (pinned) => html`<div class="pinned"><span>Pin <bdi>${titleOf(pinned.id)}</bdi></span>
        <label>at <input type="number" min="1" max="1000" .value=${`${pinned.position}`} @change=${(
          event: Event,
        ) =>
          change({
            ...rule,
            pin: pin.map((each) =>
              each === pinned
                ? { ...each, position: Number((event.target as HTMLInputElement).value) || 1 }
                : each,
            ),
          })} /></label>
        <button type="button" @click=${() => change(withoutEmpty({ ...rule, pin: pin.filter((each) => each !== pinned) }))}>Remove<span class="visually-hidden"> ${titleOf(pinned.id)}</span></button></div>`,
      )}
      ${hide.map(
        (id) => html`<div class="pinned"><span>Hide <bdi>${titleOf(id)}</bdi></span>
        <button type="button" @click=${() => change({ ...rule, hide: hide.filter((each) => each !== id) })}>Remove<span class="visually-hidden"> ${titleOf(id)}</span></button></div>`,
      )}
      ${pin.length + hide.length === 0 ? html`<p class="hint">Search beside this form to pin or hide documents.</p>` : nothing}
      ${textField('Lead to the page', redirect, (value) => change(withoutEmpty({ ...rule, redirect: value })), { type: 'url', placeholder: 'https://…' })}
      ${textField('Show the text', banner?.text ?? '', (text) => change(withoutEmpty({ ...rule, banner: text ? { ...banner, text } : undefined })), { maxlength: 500 })}
      ${banner ? textField('Link of the text', banner.link ?? '', (link) => change({ ...rule, banner: withoutEmpty({ ...banner, link }) }), { type: 'url', placeholder: 'https://…' }) : nothing}
    </fieldset>
  </div>`;
}

interface InputOptions {
  type?: 'text' | 'url';
  required?: boolean;
  maxlength?: number;
  placeholder?: string;
}

/** Changes at each input: a field that grows when it is left would move the button that is being pressed. */
const textField = (
  label: string,
  value: string,
  change: (value: string) => void,
  { type = 'text', required = false, maxlength = 2000, placeholder = '' }: InputOptions,
): TemplateResult => {
  const read = ({ target }: Event) => (target as HTMLInputElement).value;
  return html`<label>${label} <input type=${type} .value=${value} ?required=${required} maxlength=${maxlength} placeholder=${placeholder}
    autocomplete="off" @input=${(event: Event) => change(type === 'url' ? read(event).trim() : read(event))} /></label>`;
};

/** In the time zone of the browser. */
function timeField(
  label: string,
  value: string | undefined,
  change: (value: string | undefined) => void,
): TemplateResult {
  const date = value === undefined ? undefined : new Date(value);
  const local =
    date && new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  const read = (event: Event) => {
    const { value: text } = event.target as HTMLInputElement;
    change(text ? new Date(text).toISOString() : undefined);
  };
  return html`<label>${label} <input type="datetime-local" .value=${local ?? ''} @change=${read} /></label>`;
}

/** Empty members are absent. */
function withoutEmpty<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== '' && member !== undefined),
  ) as Value;
}
