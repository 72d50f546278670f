/** Order field: which of several names, in which order. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { optionLabel } from '../settings/labels.ts';
import { type Field, hintAndError, idOf, labelOf } from './field.ts';
import { focusAfterRendering, reorderButtons } from './reorder-buttons.ts';

export function orderField(field: Field): TemplateResult {
  const chosen = field.value as string[];
  const others = (field.schema.items?.enum ?? []).filter((name) => !chosen.includes(name));
  const id = idOf(field);
  const row = (name: string) => {
    const index = chosen.indexOf(name);
    const box = `${id}-${name}`;
    const toggle = () => {
      field.change(index < 0 ? [...chosen, name] : chosen.filter((one) => one !== name));
      focusAfterRendering(box);
    };
    return html`<li>
      <label class="switch"><input type="checkbox" id=${box} .checked=${index >= 0} @change=${toggle} />${optionLabel(name)}</label>
      ${index < 0 ? nothing : html`<span class="tools">${reorderButtons({ id, name: optionLabel(name), index, list: chosen, change: field.change })}</span>`}
    </li>`;
  };
  return html`<fieldset class="field" id=${id}>
    <legend>${labelOf(field)}</legend>
    ${hintAndError(field)}
    <ol class="order">${repeat([...chosen, ...others], (name) => name, row)}</ol>
  </fieldset>`;
}
