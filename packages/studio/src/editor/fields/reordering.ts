/** Reordering of a list: buttons that keep the focus, drag and drop, and the field of an order. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { text } from '../../text/text.ts';
import { withMovedTo } from '../settings/draft.ts';
import { optionLabel } from '../settings/labels.ts';
import { type Field, hintAndError, icon, idOf, labelOf } from './field.ts';

interface ReorderedList<Item> {
  /** Distinguishes the lists of the page; prefix of the IDs of the buttons. */
  id: string;
  list: readonly Item[];
  change(list: Item[]): void;
}

/** Buttons that move the element at `index`, which has this name. */
export function reorderButtons<Item>(
  { id, list, change }: ReorderedList<Item>,
  { name, index }: { name: string; index: number },
): TemplateResult {
  const button = (direction: 'up' | 'down') => {
    const isUp = direction === 'up';
    const target = isUp ? index - 1 : index + 1;
    const move = () => {
      change(withMovedTo(list, index, target));
      focusAfterRendering(`${id}-${target}-${direction}`, `${id}-${target}-${isUp ? 'down' : 'up'}`);
    };
    const label = text(isUp ? 'moveUpNow' : 'moveDownNow', { name, position: index + 1, total: list.length });
    return html`<button type="button" class="square" id="${id}-${index}-${direction}" aria-label=${label}
      ?disabled=${!(target in list)} @click=${move}>${icon(direction)}</button>`;
  };
  return html`${button('up')}${button('down')}`;
}

/** Opens the new entry with this heading and focuses it. */
export function openAfterRendering(id: string): void {
  requestAnimationFrame(() => {
    const heading = document.getElementById(id);
    const details = heading?.closest('details');
    if (details) details.open = true;
    heading?.focus();
  });
}

/** Focuses the first focusable element after the next rendering. */
export function focusAfterRendering(...ids: string[]): void {
  requestAnimationFrame(() => {
    const elements = ids.map((id) => document.getElementById(id));
    // Skips disabled elements, on which browsers keep the focus only until the next paint.
    elements.find((element) => element && !element.matches(':disabled'))?.focus();
  });
}

/** Event listeners of the handle, and of the element on which another one can be dropped. */
export function dragAndDrop<Item>({ id, list, change }: ReorderedList<Item>, index: number) {
  // Only the types are readable during a drag, so the type names the list. Browsers lower its case.
  const type = `application/x-${id.toLowerCase()}`;
  const classesOf = ({ currentTarget }: DragEvent) => (currentTarget as Element).classList;
  return {
    start(event: DragEvent): void {
      const element = (event.currentTarget as Element).closest('li');
      if (!event.dataTransfer || !element) return;
      event.dataTransfer.setData(type, `${index}`);
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setDragImage(element, 8, 8);
    },
    over(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes(type)) return;
      event.preventDefault();
      classesOf(event).add('drop-target');
    },
    leave: (event: DragEvent): void => classesOf(event).remove('drop-target'),
    drop(event: DragEvent): void {
      classesOf(event).remove('drop-target');
      const from = event.dataTransfer?.getData(type);
      if (!from) return;
      event.preventDefault();
      if (Number(from) !== index) change(withMovedTo(list, Number(from), index));
    },
  };
}

/** The order with `name` added: dates and trends above the facets, below which visitors would not find them. */
function withComponent(selected: readonly string[], name: string): string[] {
  const facetsIndex = selected.indexOf('facets');
  const isAboveFacets = ['date', 'trends'].includes(name) && facetsIndex >= 0;
  const position = isAboveFacets ? facetsIndex : selected.length;
  return selected.toSpliced(position, 0, name);
}

/** A sortable list of checkboxes; the selected names come first. */
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
      ${index < 0 ? nothing : html`<span class="tools">${reorderButtons({ id, list: selected, change: field.change }, { name: optionLabel(name), index })}</span>`}
    </li>`;
  };
  return html`<fieldset class="field" id=${id}>
    <legend>${labelOf(field)}</legend>
    ${hintAndError(field)}
    <ol class="order">${repeat([...selected, ...others], (name) => name, row)}</ol>
  </fieldset>`;
}
