/** History dialog: changes of each version, and the differences to one that can be restored. */
import type { ConfigurationSettings, LogEntry } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { isSame, type Path, valueAt } from '../settings/draft.ts';
import { formatTime, formatValue, labelAt, pathOf } from '../settings/labels.ts';
import type { Schema } from '../settings/schema.ts';

interface HistoryView {
  entries: readonly LogEntry[];
  total: number;
  schema: Schema;
  mayRestore: boolean;
  /** Shows what restoring a version would change; undefined returns to the list. */
  compare(version: number | undefined): void;
  more(): void;
  close(): void;
}

const actionLabels: Record<LogEntry['action'], string> = {
  created: 'Created',
  updated: 'Changed',
  activated: 'Activated',
  deactivated: 'Deactivated',
  deleted: 'Deleted',
  undeleted: 'Undeleted',
};

interface RestoreView {
  version: number;
  changes: readonly VersionDifference[];
  schema: Schema;
  isDirty: boolean;
  restore(): void;
  back(): void;
}

/** Comparison of the current settings with an earlier version. */
export function restorePanel(view: RestoreView): TemplateResult {
  const { version, changes, schema, isDirty } = view;
  const rows = changes.map(({ path, now, before }) => ({ path, values: [now, before] }));
  return html`${
    rows.length > 0
      ? html`<p>Restoring version ${version} changes ${rows.length === 1 ? 'this setting' : `these ${rows.length} settings`}. The change is live at once, and part of the history.</p>
        ${differencesTable(schema, ['Now', `Version ${version}`], rows)}`
      : html`<p>The settings are already those of version ${version}.</p>`
  }
    ${isDirty ? html`<p class="wrong">Your unsaved changes are lost.</p>` : nothing}
    <div class="buttons">
      <button type="button" @click=${view.back}>Back to the history</button>
      ${rows.length > 0 ? html`<button type="button" class="primary" @click=${view.restore}>Restore version ${version}</button>` : nothing}
    </div>`;
}

export function historyPanel(view: HistoryView): TemplateResult {
  const { entries, total, more, close } = view;
  return html`<ol class="history">${entries.map((entry) => item(view, entry))}</ol>
    <div class="buttons">
      ${entries.length < total ? html`<button type="button" @click=${more}>Show older</button>` : nothing}
      <button type="button" class="primary" @click=${close}>Close</button>
    </div>`;
}

function item(view: HistoryView, entry: LogEntry): TemplateResult {
  const { version, date, user, action, changes } = entry;
  const isNewest = entry === view.entries[0];
  const names = changes.map(({ key }) => labelAt(view.schema, pathOf(key)));
  const rows = changes.map(({ key, oldValue, newValue }) => ({
    path: pathOf(key),
    values: [oldValue, newValue],
  }));
  return html`<li>
    <div class="version">
      <p><strong>Version ${version}</strong>${isNewest ? html` <span class="badge">current</span>` : nothing}<br>
        <span class="fine">${actionLabels[action]} by ${user} · <time datetime=${date}>${formatTime(date)}</time></span></p>
      ${
        !isNewest && view.mayRestore
          ? html`<button type="button" aria-label="Restore version ${version}" @click=${() => view.compare(version)}>Restore …</button>`
          : nothing
      }
    </div>
    ${
      rows.length > 0
        ? html`<details><summary>${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}</summary>${differencesTable(view.schema, ['Before', 'After'], rows)}</details>`
        : nothing
    }
  </li>`;
}

interface VersionDifference {
  path: Path;
  now: unknown;
  before: unknown;
}

/** `entries` are the newest ones, at least down to the version after `version`, newest first. */
export function versionDifferences(
  current: ConfigurationSettings,
  entries: readonly LogEntry[],
  version: number,
): VersionDifference[] {
  const previous = new Map<string, unknown>();
  // Older entries come later, so the last value of a key is the one that `version` had.
  for (const entry of entries) {
    if (entry.version <= version) break;
    for (const { key, oldValue } of entry.changes) previous.set(key, oldValue);
  }
  return [...previous]
    .map(([key, value]) => ({ path: pathOf(key), now: valueAt(current, pathOf(key)), before: value }))
    .filter((change) => !isSame(change.now, change.before));
}

interface Row {
  path: Path;
  values: unknown[];
}

/** Settings that differ, with their labels and readable values. */
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
