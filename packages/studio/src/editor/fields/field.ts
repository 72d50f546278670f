/** What every field of the form has: a label, a hint, and what is wrong with it. */
import { html, nothing, type TemplateResult } from 'lit';
import { keyOf, type Path } from '../draft.ts';
import { wordsOf } from '../labels.ts';
import type { Schema } from '../schema.ts';

export interface Field {
  path: Path;
  schema: Schema;
  value: unknown;
  /** What the service said of this setting; empty where nothing. */
  error: string;
  /** What the search space offers to choose from. */
  offers: readonly Offer[];
  change(value: unknown): void;
}

export interface Offer {
  value: string;
  label: string;
}

/** Of the element that has the value; a key of an error leads there. */
export const idAt = (path: Path): string => `setting-${keyOf(path).replace(/\W+/g, '-')}`;
export const idOf = ({ path }: Field): string => idAt(path);

export const labelOf = ({ schema, path }: Field): string => schema.title ?? wordsOf(String(path.at(-1)));

export const describedBy = (field: Field, ...more: string[]): string | typeof nothing =>
  [hintOf(field) && `${idOf(field)}-hint`, field.error && `${idOf(field)}-error`, ...more]
    .filter(Boolean)
    .join(' ') || nothing;

export const isInvalid = ({ error }: Field): 'true' | typeof nothing => (error ? 'true' : nothing);

/** Hint and error under a field. */
export const notes = (field: Field): TemplateResult =>
  html`${
    hintOf(field) ? html`<p class="hint" id="${idOf(field)}-hint">${hintOf(field)}</p>` : nothing
  }${field.error ? html`<p class="wrong" id="${idOf(field)}-error">${sentence(field.error)}</p>` : nothing}`;

/** An input under its label. */
export const framed = (field: Field, input: unknown): TemplateResult => html`<div class="field">
  <label for=${idOf(field)}>${labelOf(field)}</label>${input}${notes(field)}
</div>`;

/** What a person need not be told twice, or at all, is left out. */
function hintOf({ schema }: Field): string {
  const { description = '', anyOf, enum: choices } = schema;
  if (choices) return '';
  return anyOf ? 'Leave it empty for all.' : description;
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
