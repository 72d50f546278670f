/** List field for facets or details: edit, move, remove and add entries. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { text } from '../../text/text.ts';
import { identityOf } from '../settings/identity.ts';
import { optionLabel } from '../settings/labels.ts';
import type { Schema } from '../settings/schema.ts';
import { type Field, hintAndError, icon, idOf, labelOf } from './field.ts';
import { dragAndDrop, focusAfterRendering, openAfterRendering, reorderButtons } from './reordering.ts';

/** A facet or a detail; only facets have a mode and a number of values. */
export interface Entry {
  uri: string;
  title: string;
  show?: boolean;
  facetMode?: string;
  maximumTerms?: number | null;
}

interface EntriesField extends Field {
  /** Renders the fields of the entry at `index`. */
  members(index: number): unknown;
  /** Number of invalid settings of the entry. */
  errorCountIn(index: number): number;
}

export function entriesField(field: EntriesField): TemplateResult {
  const entries = (field.value ?? []) as Entry[];
  const id = idOf(field);
  const reordered = { id, list: entries, change: field.change };
  const remove = (index: number) => {
    field.change(entries.filter((_, other) => other !== index));
    focusAfterRendering(`${id}-${Math.min(index, entries.length - 2)}-remove`, `${id}-add`);
  };
  const item = (entry: Entry, index: number) => {
    const name = entry.title || entry.uri || text('entryNumber', { list: labelOf(field), number: index + 1 });
    const errorCount = field.errorCountIn(index);
    const drag = dragAndDrop(reordered, index);
    return html`<li class="entry" @dragover=${drag.over} @dragleave=${drag.leave} @drop=${drag.drop}>
      <span class="grip" draggable="true" title=${text('dragToMove')} @dragstart=${drag.start}>${icon('grip')}</span>
      <details>
        <summary id="${id}-${index}">${name}<span class="fine facts">${factsOf(entry)}</span>${errorCount ? html` <span class="wrong">${text('toCorrect', { count: errorCount })}</span>` : nothing}</summary>
        <div class="fields">${field.members(index)}</div>
      </details>
      <span class="tools">${reorderButtons(reordered, { name, index })}<button type="button" class="square"
        id="${id}-${index}-remove" aria-label=${text('removeNamed', { name })} @click=${() => remove(index)}>${icon('remove')}</button></span>
    </li>`;
  };
  return html`<fieldset class="field wide" id=${id}>
    <legend>${labelOf(field)}</legend>
    ${hintAndError(field)}
    <ol class="entries">${repeat(entries, identityOf, item)}</ol>
    ${addControls(field, entries)}
  </fieldset>`;
}

/** `Tree · 8 values`, and whether visitors see it. */
function factsOf({ facetMode, maximumTerms, show }: Entry): string {
  const values = typeof maximumTerms === 'number' ? text('values', { count: maximumTerms }) : '';
  return [facetMode && optionLabel(facetMode), values, show === false && text('notShown')]
    .filter(Boolean)
    .join(' · ');
}

/** Options of the search space that are not in the list, plus a custom entry. */
function addControls(field: EntriesField, entries: readonly Entry[]): TemplateResult {
  const id = idOf(field);
  const unused = field.suggestions.filter(({ value }) => entries.every(({ uri }) => uri !== value));
  const add = (event: Event) => {
    event.preventDefault();
    const select = document.querySelector<HTMLSelectElement>(`#${id}-offers`);
    const suggestion = unused.find(({ value }) => value === select?.value);
    field.change([...entries, newEntry(field.schema.items, suggestion?.value, suggestion?.label)]);
    openAfterRendering(`${id}-${entries.length}`);
  };
  return html`<div class="add">
    ${
      unused.length > 0
        ? html`<label class="quiet" for="${id}-offers">${text('anotherEntry')}</label>
          <select id="${id}-offers">${unused.map(({ value, label }, index) => html`<option value=${value} .selected=${index === 0}>${label}</option>`)}<option value="">${text('custom')}</option></select>`
        : nothing
    }
    <button type="button" id="${id}-add" @click=${add} aria-label=${text(unused.length > 0 ? 'addThisEntry' : 'addEntry')}>${text('add')}</button>
  </div>`;
}

/** A new entry with the defaults of the schema; the server adds the rest on saving. */
function newEntry(items: Schema = {}, uri = '', title = ''): Record<string, unknown> {
  const defaults = Object.entries(items.properties ?? {}).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value]],
  );
  const described = Object.entries({ title, refId: uri }).filter(([name]) => items.properties?.[name]);
  return { ...Object.fromEntries([...defaults, ...described]), uri };
}
