/** History dialog: author, date and changes of each version, with restore buttons. */
import type { LogEntry } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { formatTime, labelAt, pathOf } from '../settings/labels.ts';
import type { Schema } from '../settings/schema.ts';
import { differencesTable } from './differences-table.ts';

export interface HistoryView {
  entries: readonly LogEntry[];
  total: number;
  schema: Schema;
  mayRestore: boolean;
  /** True if restoring would discard unsaved changes. */
  isDirty: boolean;
  restore(version: number): void;
  more(): void;
  close(): void;
}

const actionLabels: Record<LogEntry['action'], string> = {
  created: 'Created',
  updated: 'Changed',
  activated: 'Activated',
  deactivated: 'Deactivated',
};

export function historyPanel(view: HistoryView): TemplateResult {
  const { entries, total, mayRestore, isDirty, more, close } = view;
  return html`${mayRestore && isDirty ? html`<p class="hint">Restoring a version discards your unsaved changes.</p>` : nothing}
    <ol class="history">${entries.map((entry, index) => item(view, entry, index === 0))}</ol>
    <div class="buttons">
      ${entries.length < total ? html`<button type="button" @click=${more}>Show older</button>` : nothing}
      <button type="button" class="primary" @click=${close}>Close</button>
    </div>`;
}

function item(
  view: HistoryView,
  { version, date, user, action, changes }: LogEntry,
  isNewest: boolean,
): TemplateResult {
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
          ? html`<button type="button" aria-label="Restore version ${version}" @click=${() => view.restore(version)}>Restore</button>`
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
