/** Table of differing settings with labels and readable values. */
import { html, type TemplateResult } from 'lit';
import type { Path } from '../settings/draft.ts';
import { formatValue, labelAt } from '../settings/labels.ts';
import type { Schema } from '../settings/schema.ts';

export interface Row {
  path: Path;
  values: unknown[];
}

export const differencesTable = (
  schema: Schema,
  columns: string[],
  rows: Row[],
): TemplateResult => html`<div class="scroll" tabindex="0" role="group" aria-label="Differences">
  <table>
    <thead><tr><th scope="col">Setting</th>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ({ path, values }) =>
        html`<tr><th scope="row">${labelAt(schema, path)}</th>${values.map((value) => html`<td>${formatValue(value)}</td>`)}</tr>`,
    )}</tbody>
  </table>
</div>`;
