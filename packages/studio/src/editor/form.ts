/** Form: a field for every setting of the schema, grouped like the schema. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { text } from '../text/text.ts';
import type { Editor } from './controller/editor.ts';
import { colorField } from './fields/color-field.ts';
import { entriesField } from './fields/entries-field.ts';
import { type Field, idAt } from './fields/field.ts';
import * as plain from './fields/plain-fields.ts';
import { orderField } from './fields/reordering.ts';
import { spaceSources } from './fields/space-sources.ts';
import { spaceSuggestions } from './fields/space-suggestions.ts';
import { textsField } from './fields/texts-field.ts';
import { translationsField } from './fields/translations-field.ts';
import type { Adjustment } from './settings/contrast.ts';
import { keyOf, type Path, valueAt } from './settings/draft.ts';
import { humanize, labelAt, pathOf } from './settings/labels.ts';
import { type Kind, kindOf, type Schema } from './settings/schema.ts';

interface FormView {
  editor: Editor;
  draft: ConfigurationSettings;
  schema: Schema;
  adjustments: readonly Adjustment[];
}

export function form(view: FormView): TemplateResult {
  const members = Object.entries(view.schema.properties ?? {});
  const isGroup = ([, schema]: [string, Schema]) => ['group', 'texts'].includes(kindOf(schema));
  // Lists at the top level, such as curation rules, have separate pages.
  const ungrouped = members.filter((member) => !isGroup(member) && kindOf(member[1]) !== 'entries');
  return html`<fieldset class="form" ?disabled=${!view.editor.account.mayWrite}>
    <legend class="visually-hidden">${text('settings')}</legend>
    ${group(view, {
      title: text('general'),
      keys: ungrouped.map(([name]) => name),
      content: html`${ungrouped.map(([name, schema]) => setting(view, [name], schema))}${derivationButton(view.editor)}`,
      isOpen: true,
    })}
    ${members.filter(isGroup).map(([name, schema]) =>
      group(view, {
        title: schema.title ?? humanize(name),
        keys: [name],
        content: setting(view, [name], schema),
      }),
    )}
  </fieldset>`;
}

/** Fills in settings that fit the documents of the search space. */
const derivationButton = (editor: Editor): TemplateResult => html`<div class="field">
  <button type="button" id="derive" aria-describedby="derive-hint" @click=${() => void editor.derive()}>${text('fitSettings')}</button>
  <p class="hint" id="derive-hint">${text('fitSettingsHint')}</p>
</div>`;

interface Group {
  title: string;
  /** First segments of the dotted keys of its settings. */
  keys: string[];
  content: TemplateResult;
  isOpen?: boolean;
}

function group({ editor, adjustments }: FormView, { title, keys, content, isOpen }: Group): TemplateResult {
  const errorCount = [...editor.state.errors.keys()].filter((key) =>
    keys.includes(key.split(/[.[]/)[0]!),
  ).length;
  const adjustedPairs = adjustments.filter(({ part }) => part === 'fontColor').map(({ pair }) => pair);
  const adjustedCount = keys.includes('layout') ? new Set(adjustedPairs).size : 0;
  return html`<details class="group" ?open=${isOpen ?? false}>
    <summary id="group-${keys[0]}"><h2>${title}</h2>${errorCount ? html`<span class="wrong">${text('toCorrect', { count: errorCount })}</span>` : nothing}${
      adjustedCount
        ? html`<span class="low">${text('colorsAdjusted', { count: adjustedCount })}</span>`
        : nothing
    }</summary>
    <div class="fields">${content}</div>
  </details>`;
}

/** Fields that need nothing but the setting itself. */
const plainFields: Partial<Record<Kind, (field: Field) => TemplateResult>> = {
  switch: plain.switchField,
  choice: plain.choiceField,
  number: plain.numberField,
  image: plain.imageField,
  order: orderField,
  factors: plain.factorsField,
  lines: plain.linesField,
  translations: translationsField,
};

const membersOf = (view: FormView, path: Path, schema: Schema): TemplateResult[] =>
  Object.entries(schema.properties ?? {}).map(([name, member]) => setting(view, [...path, name], member));

function setting(view: FormView, path: Path, schema: Schema): TemplateResult {
  const { editor } = view;
  const { errors } = editor.state;
  const field: Field = {
    path,
    schema,
    value: valueAt(view.draft, path) ?? schema.default,
    error: errors.get(keyOf(path)) ?? '',
    suggestions: spaceSuggestions(path, view.draft.searchSpace, editor.account.spaces ?? []),
    change: (value) => editor.change(path, value),
    fail: (message) => editor.fail(path, message),
  };
  const kind = kindOf(schema);
  const plainField = plainFields[kind];
  if (plainField) return plainField(field);
  switch (kind) {
    case 'colors': {
      const error = field.error || labeledErrorsUnder(view, path, schema).join(' ');
      return colorField(
        { ...field, error },
        view.adjustments.filter(({ pair }) => pair === path.at(-1)),
      );
    }
    case 'entries':
      return entriesField({
        ...field,
        members: (index) => membersOf(view, [...path, index], schema.items ?? {}),
        errorCountIn: (index) => errorsUnder(view, [...path, index]).length,
      });
    case 'texts':
      return textsField({
        ...field,
        errorAt: (below) => errors.get(keyOf([...path, ...below])) ?? '',
        changeLanguage: (tag, texts) => editor.change([...path, tag], texts),
      });
    case 'group':
      return html`${membersOf(view, path, schema)}`;
    default:
      return textSetting(view, field);
  }
}

/** The field of a text. For some settings, by their names, the search space has the values to choose from. */
function textSetting({ draft, editor }: FormView, field: Field): TemplateResult {
  const { spaces = [] } = editor.account;
  const { path, suggestions } = field;
  const name = path.at(-1);
  if (name === 'recommender' && suggestions.length > 0)
    return plain.selectField(field, [...suggestions, { value: '', label: text('noneOption') }]);
  if (name === 'uri') return plain.sourceField(field);
  if (name !== 'searchSpace' || spaces.length === 0) return plain.textField(field);
  const space = spaces.find((candidate) => candidate.name === draft.searchSpace);
  return html`${plain.spaceField(field, spaces)}${spaceSources(space)}`;
}

function errorsUnder({ editor }: FormView, path: Path): string[] {
  const key = keyOf(path);
  return [...editor.state.errors]
    .filter(([name]) => name.startsWith(`${key}.`))
    .map(([, message]) => message);
}

/** Errors of the members of a setting, each with its label. */
const labeledErrorsUnder = (view: FormView, path: Path, schema: Schema): string[] =>
  Object.keys(schema.properties ?? {}).flatMap((name) => {
    const error = view.editor.state.errors.get(keyOf([...path, name]));
    return error ? [`${labelAt(schema, [name])}: ${error}.`] : [];
  });

/** Focus target of an error: the field, or its nearest ancestor. */
export function elementFor(key: string): HTMLElement | null {
  const path = pathOf(key);
  for (let length = path.length; length > 0; length--) {
    const element = document.getElementById(idAt(path.slice(0, length)));
    if (element)
      return element.matches('fieldset, div')
        ? element.querySelector<HTMLElement>('input, select, button')
        : element;
  }
  return null;
}
