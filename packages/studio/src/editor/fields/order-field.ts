/** Order field: a sortable list of checkboxes; the selected names come first. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { optionLabel } from '../settings/labels.ts';
import { type Field, hintAndError, idOf, labelOf } from './field.ts';
import { focusAfterRendering, reorderButtons } from './reordering.ts';

/** Dates and trends come above the facets: visitors would not find them below. */
function withComponent(selected: readonly string[], name: string): string[] {
  const facets = selected.indexOf('facets');
  const position = ['date', 'trends'].includes(name) && facets >= 0 ? facets : selected.length;
  return selected.toSpliced(position, 0, name);
}

export function orderField(field: Field): TemplateResult {
  const selected = field.value as string[];
  const others = (field.schema.items?.enum ?? []).filter((name) => !selected.includes(name));
  const id = idOf(field);
  const row = (name: string) => {
    const index = selected.indexOf(name);
    const checkboxId = `${id}-${name}`;
    const toggle = () => {
      field.change(index < 0 ? withComponent(selected, name) : selected.filter((other) => other !== name));
      focusAfterRendering(checkboxId);
    };
    return html`<li>
      <label class="switch"><input type="checkbox" id=${checkboxId} .checked=${index >= 0} @change=${toggle} />${optionLabel(name)}</label>
      ${index < 0 ? nothing : html`<span class="tools">${reorderButtons({ id, name: optionLabel(name), index, list: selected, change: field.change })}</span>`}
    </li>`;
  };
  return html`<fieldset class="field" id=${id}>
    <legend>${labelOf(field)}</legend>
    ${hintAndError(field)}
    <ol class="order">${repeat([...selected, ...others], (name) => name, row)}</ol>
  </fieldset>`;
}
