/** History dialog: changes of each version, and the differences to one that can be restored. */
import type { ConfigurationSettings, LogEntry } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { formatTime, text } from '../../text/text.ts';
import { isSame, type Path, valueAt } from '../settings/draft.ts';
import { labelAt, pathOf } from '../settings/labels.ts';
import type { Schema } from '../settings/schema.ts';
import { differencesTable } from './differences.ts';

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
      ? html`<p>${text('restoreChanges', { version, count: rows.length })}</p>
        ${differencesTable(schema, [text('now'), text('version', { version })], rows)}`
      : html`<p>${text('restoreChangesNothing', { version })}</p>`
  }
    ${isDirty ? html`<p class="wrong">${text('changesLost')}</p>` : nothing}
    <div class="buttons">
      <button type="button" @click=${view.back}>${text('backToHistory')}</button>
      ${rows.length > 0 ? html`<button type="button" class="primary" @click=${view.restore}>${text('restoreVersion', { version })}</button>` : nothing}
    </div>`;
}

export function historyPanel(view: HistoryView): TemplateResult {
  const { entries, total, more, close } = view;
  return html`<ol class="history">${entries.map((entry) => versionItem(view, entry))}</ol>
    <div class="buttons">
      ${entries.length < total ? html`<button type="button" @click=${more}>${text('showOlder')}</button>` : nothing}
      <button type="button" class="primary" @click=${close}>${text('close')}</button>
    </div>`;
}

function versionItem(view: HistoryView, entry: LogEntry): TemplateResult {
  const { version, date, user, action, changes } = entry;
  const isNewest = entry === view.entries[0];
  const names = changes.map(({ key }) => labelAt(view.schema, pathOf(key)));
  const rows = changes.map(({ key, oldValue, newValue }) => ({
    path: pathOf(key),
    values: [oldValue, newValue],
  }));
  return html`<li>
    <div class="version">
      <p><strong>${text('version', { version })}</strong>${isNewest ? html` <span class="badge">${text('current')}</span>` : nothing}<br>
        <span class="fine">${text(`action_${action}`, { user })} · <time datetime=${date}>${formatTime(date)}</time></span></p>
      ${
        !isNewest && view.mayRestore
          ? html`<button type="button" aria-label=${text('restoreVersion', { version })} @click=${() => view.compare(version)}>${text('restore')}</button>`
          : nothing
      }
    </div>
    ${
      rows.length > 0
        ? html`<details><summary>${summaryOf(names)}</summary>${differencesTable(view.schema, [text('valueBefore'), text('valueAfter')], rows)}</details>`
        : nothing
    }
  </li>`;
}

const MAX_NAMES = 3;

function summaryOf(names: readonly string[]): string {
  const first = names.slice(0, MAX_NAMES).join(', ');
  const count = names.length - MAX_NAMES;
  return count > 0 ? text('namesAndMore', { names: first, count }) : first;
}

interface VersionDifference {
  path: Path;
  now: unknown;
  before: unknown;
}

/** Settings whose values differ from those of a version. `entries` are the newest history entries, newest first, at least down to the version after `version`. */
export function versionDifferences(
  current: ConfigurationSettings,
  entries: readonly LogEntry[],
  version: number,
): VersionDifference[] {
  const previous = new Map<string, unknown>();
  // Older entries come later, so the last entry of a key has its value in `version`.
  for (const entry of entries) {
    if (entry.version <= version) break;
    for (const { key, oldValue } of entry.changes) previous.set(key, oldValue);
  }
  return [...previous]
    .map(([key, value]) => ({ path: pathOf(key), now: valueAt(current, pathOf(key)) ?? null, before: value }))
    .filter((change) => !isSame(change.now, change.before));
}
