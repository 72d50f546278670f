/** Tables of differing settings: of two versions, of discarded changes, and of an edit conflict. */
import { html, nothing, type TemplateResult } from 'lit';
import { formatTime, rich, text } from '../../text/text.ts';
import type { Conflict } from '../controller/conflict.ts';
import { type Difference, keyOf, type Path, valueAt } from '../settings/draft.ts';
import { formatValue, labelAt } from '../settings/labels.ts';
import type { Schema } from '../settings/schema.ts';
import { scrollingTable } from './scrolling-table.ts';

interface Row {
  path: Path;
  values: unknown[];
}

/** Settings that differ, with their labels and readable values. */
export function differencesTable(schema: Schema, columns: string[], rows: Row[]): TemplateResult {
  const row = ({ path, values }: Row) =>
    html`<tr><th scope="row">${labelAt(schema, path)}</th>${values.map((value) => html`<td>${formatValue(value)}</td>`)}</tr>`;
  return scrollingTable(text('differences'), [text('setting'), ...columns], rows.map(row));
}

/** Description of the changes that would be lost. */
export const discardedChanges = (changes: readonly Difference[], schema: Schema): TemplateResult =>
  html`<p>${text('cannotUndo')}</p>
    ${differencesTable(
      schema,
      [text('saved'), text('yours')],
      changes.map(({ path, before, after }) => ({ path, values: [before, after] })),
    )}`;

interface ConflictActions {
  acceptTheirs(): void;
  saveOurs(): void;
  close(): void;
}

/** Asks what to do with our changes after someone else has saved; shows our values next to theirs. */
export function conflictPanel(conflict: Conflict, schema: Schema, actions: ConflictActions): TemplateResult {
  const { theirs, newestEntry, theirChanges, ourChanges } = conflict;
  const paths = new Map([...theirChanges, ...ourChanges].map(({ path }) => [keyOf(path), path]));
  const ours = new Map(ourChanges.map(({ path, after }) => [keyOf(path), after]));
  const rows = [...paths].map(([key, path]) => {
    const theirValue = valueAt(theirs.config, path);
    const before = theirChanges.find((change) => keyOf(change.path) === key)?.before ?? theirValue;
    return { path, values: [theirValue, ours.has(key) ? ours.get(key) : before] };
  });
  return html`<p>${newestEntry ? rich('savedAfter', { user: html`<strong>${newestEntry.user}</strong>`, time: formatTime(newestEntry.date) }) : text('savedAfterOpening')}</p>
    ${differencesTable(schema, [text('theirs'), text('yours')], rows)}
    ${ours.size > 0 ? html`<p class="hint">${text('overwritingHint', { count: ours.size })}</p>` : nothing}
    <div class="buttons">
      <button type="button" @click=${actions.close}>${text('continueEditing')}</button>
      <button type="button" @click=${actions.acceptTheirs}>${text(ours.size > 0 ? 'loadTheirsDiscardMine' : 'loadTheirs')}</button>
      ${ours.size > 0 ? html`<button type="button" class="primary" @click=${actions.saveOurs}>${text('overwriteWithMine')}</button>` : nothing}
    </div>`;
}
