/** Fields with one input each: texts, lines, numbers, switches, choices, search spaces and images. */
import type { Space } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { text } from '../../text/text.ts';
import { acceptedImages, fileError, imageSizeLimit } from '../settings/error-message.ts';
import { optionLabel } from '../settings/labels.ts';
import { numberSchemaIn } from '../settings/schema.ts';
import {
  ariaInvalid,
  describedBy,
  type Field,
  hintAndError,
  idOf,
  labeledInput,
  labelOf,
  type Suggestion,
} from './field.ts';

export const switchField = (field: Field): TemplateResult => html`<div class="field">
  <label class="switch"><input id=${idOf(field)} type="checkbox" .checked=${field.value === true}
    aria-describedby=${describedBy(field)} aria-invalid=${ariaInvalid(field)}
    @change=${(event: Event) => field.change((event.target as HTMLInputElement).checked)} />${labelOf(field)}</label>${hintAndError(field)}
</div>`;

export function choiceField(field: Field): TemplateResult {
  const name = String(field.path.at(-1));
  const options = field.schema.enum?.map((value) => ({ value, label: optionLabel(value, name) }));
  return selectField(field, options ?? []);
}

/** An empty number becomes null, which the server accepts only where null means all. */
export function numberField(field: Field): TemplateResult {
  const { minimum, maximum } = numberSchemaIn(field.schema) ?? {};
  const read = (event: Event) => {
    const { value } = event.target as HTMLInputElement;
    field.change(value === '' ? null : Number(value));
  };
  return labeledInput(
    field,
    html`<input id=${idOf(field)} type="number" step="1" min=${minimum ?? nothing} max=${maximum ?? nothing}
      .value=${typeof field.value === 'number' ? String(field.value) : ''}
      aria-describedby=${describedBy(field)} aria-invalid=${ariaInvalid(field)} @input=${read} />`,
  );
}

/** A text; if there are options, the person can select one or type any text. */
export function textField(field: Field): TemplateResult {
  const listId = field.suggestions.length > 0 ? `${idOf(field)}-offers` : undefined;
  return labeledInput(
    field,
    html`<input id=${idOf(field)} type="text" list=${listId ?? nothing} autocomplete="off" spellcheck="false"
        .value=${String(field.value ?? '')} aria-describedby=${describedBy(field)} aria-invalid=${ariaInvalid(field)}
        @input=${(event: Event) => field.change((event.target as HTMLInputElement).value)} />
      ${listId ? html`<datalist id=${listId}>${field.suggestions.map(({ value, label }) => html`<option value=${value}>${label}</option>`)}</datalist>` : nothing}`,
  );
}

/** A list of texts, one per line. */
export function linesField(field: Field): TemplateResult {
  const lines = (field.value ?? []) as string[];
  const change = (event: Event) => {
    const typedLines = (event.target as HTMLTextAreaElement).value.split('\n').map((line) => line.trim());
    field.change(typedLines.filter((line) => line !== ''));
  };
  return labeledInput(
    field,
    html`<textarea id=${idOf(field)} rows=${Math.max(2, lines.length + 1)} spellcheck="false" aria-describedby=${describedBy(field)}
      aria-invalid=${ariaInvalid(field)} .value=${lines.join('\n')} @change=${change}></textarea>`,
  );
}

/** Numbers by name, one pair per line: `guide = 1.5`. */
export function factorsField(field: Field): TemplateResult {
  const lines = Object.entries((field.value ?? {}) as Record<string, number>).map((pair) => pair.join(' = '));
  const change = (value: unknown) => field.change(factorsIn(value as string[]));
  return linesField({ ...field, value: lines, change });
}

/** The factors in lines such as `guide = 1.5`; `NaN`, which the server rejects, for a line without a number. */
export function factorsIn(lines: readonly string[]): Record<string, number> {
  const pairs = lines.map((line) => {
    const [, name = line, factor] = /^(.*)=([^=]*)$/.exec(line) ?? [];
    return [name.trim(), factor?.trim() ? Number(factor) : Number.NaN];
  });
  return Object.fromEntries(pairs);
}

/** The options of the search space by label, and the current value even if the space lacks it. */
export function selectField(field: Field, options: readonly Suggestion[]): TemplateResult {
  const value = String(field.value ?? '');
  const isMissing = options.every((option) => option.value !== value);
  const missing = { value, label: value && text('missingValue', { value }) };
  const optionOf = (option: Suggestion) =>
    html`<option value=${option.value} .selected=${option.value === value}>${option.label}</option>`;
  return labeledInput(
    field,
    html`<select id=${idOf(field)} aria-describedby=${describedBy(field)} aria-invalid=${ariaInvalid(field)}
      @change=${(event: Event) => field.change((event.target as HTMLSelectElement).value)}>${(isMissing ? [missing, ...options] : options).map(optionOf)}</select>`,
  );
}

/** A search space, with the number of its documents. */
export function spaceField(field: Field, spaces: readonly Space[]): TemplateResult {
  const labelOf = ({ name, documents: count }: Space) => text('spaceWithDocuments', { name, count });
  const options = spaces.map((space) => ({ value: space.name, label: labelOf(space) }));
  return selectField(field, options);
}

/** The facets of the search space by label; a text input for any other source. */
export const sourceField = (field: Field): TemplateResult =>
  field.suggestions.some(({ value }) => value === field.value)
    ? selectField(field, [...field.suggestions, { value: '', label: text('otherSource') }])
    : textField(field);

/** A URL, or a file that is embedded in the configuration. */
export function imageField(settingField: Field): TemplateResult {
  const description = text('imageHint', { size: imageSizeLimit(settingField.schema) });
  const field = { ...settingField, schema: { ...settingField.schema, description } };
  const embed = async ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const file = input.files?.[0];
    if (!file) return;
    // Emptied, so that choosing the same file again is a change.
    input.value = '';
    const url = await dataUrl(file);
    const error = fileError(field.schema, file, url) || (await decodingError(url, file.name));
    if (error) field.fail(error);
    else field.change(url);
  };
  const image = String(field.value ?? '');
  const isEmbedded = image.startsWith('data:');
  const label = labelOf(field);
  return html`${isEmbedded ? html`<p class="field-label">${labelOf(field)}</p>${hintAndError(field)}` : textField(field)}
    <div class="field image" id=${isEmbedded ? idOf(field) : nothing}>
      ${image && !field.error ? html`<img src=${image} alt=${text('currentImage', { name: label })} />` : nothing}
      <label class="file button">${text('chooseFile')}<input type="file" accept=${acceptedImages} @change=${embed} /></label>
      ${image ? html`<button type="button" class="plain" @click=${() => field.change('')}>${text('removeNamed', { name: label })}</button>` : nothing}
    </div>`;
}

/** Resolves to a message if the browser cannot decode the image; else to an empty text. */
async function decodingError(url: string, file: string): Promise<string> {
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => '',
    () => text('imageUnreadable', { file }),
  );
}

const dataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
