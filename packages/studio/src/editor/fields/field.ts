/** Common parts of form fields: label, hint, error and icons. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import { text } from '../../text/text.ts';
import { keyOf, type Path } from '../settings/draft.ts';
import { humanize } from '../settings/labels.ts';
import type { Schema } from '../settings/schema.ts';

export interface Field {
  path: Path;
  schema: Schema;
  value: unknown;
  /** Error of this setting; empty if there is none. */
  error: string;
  /** Values of the search space that fit the setting. */
  suggestions: readonly Suggestion[];
  change(value: unknown): void;
  /** Shows an error without changing the value. */
  fail(message: string): void;
}

export interface Suggestion {
  value: string;
  label: string;
}

/** Id of the input element; error keys map to it. */
export const idAt = (path: Path): string => `setting-${keyOf(path).replace(/\W+/g, '-')}`;
export const idOf = ({ path }: Field): string => idAt(path);

export const labelOf = ({ schema, path }: Field): string => schema.title ?? humanize(String(path.at(-1)));

/** Value of `aria-describedby`: hint and error, if there are any, and `more`. */
export const describedBy = (field: Field, ...more: string[]): string | typeof nothing =>
  [hintOf(field) && `${idOf(field)}-hint`, field.error && `${idOf(field)}-error`, ...more]
    .filter(Boolean)
    .join(' ') || nothing;

export const ariaInvalid = ({ error }: Field): 'true' | typeof nothing => (error ? 'true' : nothing);

export const hintAndError = (field: Field): TemplateResult =>
  html`${
    hintOf(field) ? html`<p class="hint" id="${idOf(field)}-hint">${withCode(hintOf(field))}</p>` : nothing
  }${field.error ? html`<p class="wrong" id="${idOf(field)}-error">${sentence(field.error)}</p>` : nothing}`;

export const labeledInput = (field: Field, input: unknown): TemplateResult => html`<div class="field">
  <label for=${idOf(field)}>${labelOf(field)}</label>${input}${hintAndError(field)}
</div>`;

/** The hint of a setting; none for a choice, whose options explain it. */
function hintOf({ schema }: Field): string {
  const { description = '', anyOf, enum: choices } = schema;
  if (choices) return '';
  return anyOf ? text('leaveEmptyForAll') : description;
}

/** Marks names in backticks, as in the API description, as code: the parts with odd numbers. */
const withCode = (words: string) =>
  words.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));

const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;

const iconPaths = {
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  remove: 'M4 4l8 8M12 4l-8 8',
  grip: 'M6 4h.01M6 8h.01M6 12h.01M10 4h.01M10 8h.01M10 12h.01',
};

export const icon = (name: keyof typeof iconPaths): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${svg`<path d=${iconPaths[name]}></path>`}</svg>`;
