/** Form of one curation rule, and its description in words. */
import type { CurationRule } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { TextKey } from '../text/en.ts';
import { formatTime, languageName, locale, rich, text } from '../text/text.ts';

type Change = (rule: CurationRule) => void;
type TitleOf = (id: string) => string;
type Condition = CurationRule['when'];

const matches: Record<string, TextKey> = {
  '': 'anySearch',
  equals: 'queryIs',
  contains: 'queryContains',
  startsWith: 'queryBegins',
  empty: 'queryEmpty',
};

/** Texts of the conditions on the query. */
const fullMatches: Record<string, TextKey> = {
  ...matches,
  equals: 'ifQueryIs',
  contains: 'ifQueryContains',
  startsWith: 'ifQueryBegins',
};

export function describeRule(
  { when, pin = [], hide = [], redirect, banner }: CurationRule,
  titleOf: TitleOf,
): string {
  const conditions = [
    text(fullMatches[when.match ?? '']!, { query: when.query ?? '' }),
    when.language && text('ifLanguage', { language: languageName(when.language) }),
    when.concept && text('ifConcept', { concept: when.concept }),
    when.field && text('ifFilter', { filter: when.value ? `${when.field} = ${when.value}` : when.field }),
    when.from && text('ifFrom', { time: formatTime(when.from) }),
    when.until && text('ifUntil', { time: formatTime(when.until) }),
  ];
  const effects = [
    ...pin.map(({ id, position }) => text('thenPin', { title: titleOf(id), position })),
    hide.length === 1 && text('thenHide', { title: titleOf(hide[0]!) }),
    hide.length > 1 && text('thenHideSeveral', { count: hide.length }),
    redirect && text('thenRedirect', { address: redirect }),
    banner && text('thenBanner', { text: banner.text }),
  ];
  const all = (parts: (string | false | undefined)[]) =>
    locale.join(parts.filter((part) => typeof part === 'string' && part !== '') as string[]);
  return text('ruleIs', {
    conditions: all(conditions),
    effects: all(effects) || text('thenNothing'),
  });
}

/** Calls `change` with the whole rule after each change. */
export function ruleForm(rule: CurationRule, change: Change, titleOf: TitleOf): TemplateResult {
  const { name, enabled, when, pin = [], hide = [], redirect = '', banner } = rule;
  const withWhen = (part: Partial<Condition>) =>
    change({ ...rule, when: withoutEmpty({ ...when, ...part }) });
  const needsQuery = when.match !== undefined && when.match !== 'empty';
  return html`<div class="rule-form">
    ${textField(text('name'), name, (value) => change({ ...rule, name: value }), { required: true, maxlength: 100 })}
    <label class="switch"><input type="checkbox" .checked=${enabled !== false} @change=${(event: Event) => change({ ...rule, enabled: (event.target as HTMLInputElement).checked })} />${text('ruleOn')}</label>
    <fieldset><legend>${text('when')}</legend>
      <label>${text('oneSearch')} <select @change=${(event: Event) => withWhen({ match: ((event.target as HTMLSelectElement).value || undefined) as Condition['match'] })}>
        ${Object.entries(matches).map(([value, label]) => html`<option value=${value} ?selected=${value === (when.match ?? '')}>${text(label)}</option>`)}
      </select></label>
      ${needsQuery ? textField(text('query'), when.query ?? '', (query) => withWhen({ query }), { required: true, maxlength: 200 }) : nothing}
      ${textField(text('language'), when.language ?? '', (language) => withWhen({ language }), { placeholder: text('anyLanguage'), maxlength: 35 })}
      ${textField(text('conceptUri'), when.concept ?? '', (concept) => withWhen({ concept }), { placeholder: text('any') })}
      ${textField(text('filter'), when.field ?? '', (field) => withWhen({ field }), { placeholder: text('any') })}
      ${when.field ? textField(text('value'), when.value ?? '', (value) => withWhen({ value }), { placeholder: text('any') }) : nothing}
      ${timeField(text('from'), when.from, (from) => withWhen({ from }))}
      ${timeField(text('until'), when.until, (until) => withWhen({ until }))}
    </fieldset>
    <fieldset><legend>${text('effect')}</legend>
      ${pin.map(
        (
          pinned,
        ) => html`<div class="pinned"><span>${rich('pinDocument', { title: html`<bdi>${titleOf(pinned.id)}</bdi>` })}</span>
        <label>${text('atPosition')} <input type="number" min="1" max="1000" .value=${`${pinned.position}`} @change=${(
          event: Event,
        ) =>
          change({
            ...rule,
            pin: pin.map((other) =>
              other === pinned
                ? { ...other, position: Number((event.target as HTMLInputElement).value) || 1 }
                : other,
            ),
          })} /></label>
        <button type="button" @click=${() => change(withoutEmpty({ ...rule, pin: pin.filter((other) => other !== pinned) }))}>${text('remove')}<span class="visually-hidden"> ${titleOf(pinned.id)}</span></button></div>`,
      )}
      ${hide.map(
        (
          id,
        ) => html`<div class="pinned"><span>${rich('hideDocument', { title: html`<bdi>${titleOf(id)}</bdi>` })}</span>
        <button type="button" @click=${() => change({ ...rule, hide: hide.filter((other) => other !== id) })}>${text('remove')}<span class="visually-hidden"> ${titleOf(id)}</span></button></div>`,
      )}
      ${pin.length + hide.length === 0 ? html`<p class="hint">${text('ruleFormHint')}</p>` : nothing}
      ${textField(text('leadToPage'), redirect, (value) => change(withoutEmpty({ ...rule, redirect: value })), { type: 'url', placeholder: 'https://…' })}
      ${textField(text('showText'), banner?.text ?? '', (shown) => change(withoutEmpty({ ...rule, banner: shown ? { ...banner, text: shown } : undefined })), { maxlength: 500 })}
      ${banner ? textField(text('linkOfText'), banner.link ?? '', (link) => change({ ...rule, banner: withoutEmpty({ ...banner, link }) }), { type: 'url', placeholder: 'https://…' }) : nothing}
    </fieldset>
  </div>`;
}

interface InputOptions {
  type?: 'text' | 'url';
  required?: boolean;
  maxlength?: number;
  placeholder?: string;
}

/** Changes at each input: a change on leaving the field could move the button that is being pressed. */
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

/** A date and time in the time zone of the browser. */
function timeField(
  label: string,
  value: string | undefined,
  change: (value: string | undefined) => void,
): TemplateResult {
  const date = value === undefined ? undefined : new Date(value);
  const local =
    date && new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  const read = (event: Event) => {
    const { value: time } = event.target as HTMLInputElement;
    change(time ? new Date(time).toISOString() : undefined);
  };
  return html`<label>${label} <input type="datetime-local" .value=${local ?? ''} @change=${read} /></label>`;
}

/** The value without empty members. */
function withoutEmpty<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== '' && member !== undefined),
  ) as Value;
}
