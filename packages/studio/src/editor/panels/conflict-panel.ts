/** Conflict dialog: the differences, and the choice of a version. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Conflict } from '../controller/conflict.ts';
import { keyOf, valueAt } from '../settings/draft.ts';
import { formatTime } from '../settings/labels.ts';
import type { Schema } from '../settings/schema.ts';
import { differencesTable } from './differences-table.ts';

interface ConflictActions {
  acceptTheirs(): void;
  saveOurs(): void;
  close(): void;
}

export function conflictPanel(
  { theirs, last, theirChanges, ourChanges }: Conflict,
  schema: Schema,
  actions: ConflictActions,
): TemplateResult {
  const paths = new Map([...theirChanges, ...ourChanges].map(({ path }) => [keyOf(path), path]));
  const ours = new Map(ourChanges.map(({ path, after }) => [keyOf(path), after]));
  const rows = [...paths].map(([key, path]) => {
    const theirValue = valueAt(theirs.config, path);
    const before = theirChanges.find((change) => keyOf(change.path) === key)?.before ?? theirValue;
    return { path, values: [theirValue, ours.has(key) ? ours.get(key) : before] };
  });
  return html`<p>${last ? html`<strong>${last.user}</strong> saved it on ${formatTime(last.date)}, after you opened it.` : 'It was saved after you had opened it.'}
      Your changes are still here.</p>
    ${differencesTable(schema, ['Theirs', 'Yours'], rows)}
    ${ours.size > 0 ? html`<p class="hint">Overwriting changes only the ${ours.size === 1 ? 'setting' : `${ours.size} settings`} that you changed; the rest stays as they saved it.</p>` : nothing}
    <div class="buttons">
      <button type="button" @click=${actions.close}>Continue editing</button>
      <button type="button" @click=${actions.acceptTheirs}>Load their version${ours.size > 0 ? ', discard mine' : ''}</button>
      ${ours.size > 0 ? html`<button type="button" class="primary" @click=${actions.saveOurs}>Overwrite with mine</button>` : nothing}
    </div>`;
}
