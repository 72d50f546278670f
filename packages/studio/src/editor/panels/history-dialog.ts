/** History dialog: changes of each version, and the differences to one that can be restored. */
import { getConfigurationLogs, restoreConfiguration } from '@semantic-search/client';
import type { ConfigurationSettings, LogEntry } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { formatTime, text } from '../../text/text.ts';
import type { Editor } from '../controller/editor.ts';
import { isSame, type Path, valueAt } from '../settings/draft.ts';
import { labelAt, pathOf } from '../settings/labels.ts';
import type { Schema } from '../settings/schema.ts';
import { dialog } from './dialogs.ts';
import { differencesTable } from './differences.ts';

const PAGE_SIZE = 20;

export class HistoryDialog {
  readonly #editor: Editor;
  readonly #rerender: () => void;
  /** Set while the dialog is open; the newest entry is first. */
  #history: { entries: readonly LogEntry[]; total: number } | undefined;
  /** Version that the person compares with the current settings before restoring it. */
  #compared: number | undefined;

  constructor(editor: Editor, rerender: () => void) {
    this.#editor = editor;
    this.#rerender = rerender;
  }

  /** Opens the dialog, or loads the next page if a part is loaded already. */
  read = async (): Promise<void> => {
    await this.#editor.attemptOnCurrent(async (id) => {
      const loaded = this.#history?.entries ?? [];
      const page = { start: loaded.length, count: PAGE_SIZE };
      const { total, logs } = await getConfigurationLogs(this.#editor.account.connection, id, page);
      this.#history = { total, entries: [...loaded, ...logs] };
    });
  };

  render(): TemplateResult {
    const { schema } = this.#editor;
    const history = schema && this.#history;
    const version = this.#compared;
    return dialog({
      id: 'dialog-history',
      title: version === undefined ? text('history') : text('restoreTitle', { version }),
      isOpen: history !== undefined,
      form: 'wide',
      close: this.#close,
      content: () => {
        if (!history) return nothing;
        return version === undefined ? this.#list(history, schema) : this.#comparison(version, schema);
      },
    });
  }

  #list({ entries, total }: { entries: readonly LogEntry[]; total: number }, schema: Schema): TemplateResult {
    return html`<ol class="history">${entries.map((entry) => this.#versionItem(entry, schema))}</ol>
      <div class="buttons">
        ${entries.length < total ? html`<button type="button" @click=${this.read}>${text('showOlder')}</button>` : nothing}
        <button type="button" class="primary" @click=${this.#close}>${text('close')}</button>
      </div>`;
  }

  #versionItem(entry: LogEntry, schema: Schema): TemplateResult {
    const { version, date, user, action, changes } = entry;
    const isNewest = entry === this.#history?.entries[0];
    const names = changes.map(({ key }) => labelAt(schema, pathOf(key)));
    const columns = [text('valueBefore'), text('valueAfter')];
    const rows = changes.map((change) => ({
      path: pathOf(change.key),
      values: [change.oldValue, change.newValue],
    }));
    return html`<li>
      <div class="version">
        <p><strong>${text('version', { version })}</strong>${isNewest ? html` <span class="badge">${text('current')}</span>` : nothing}<br>
          <span class="fine">${text(`action_${action}`, { user })} · <time datetime=${date}>${formatTime(date)}</time></span></p>
        ${!isNewest && this.#editor.account.mayWrite ? html`<button type="button" aria-label=${text('restoreVersion', { version })} @click=${() => this.#compare(version)}>${text('restore')}</button>` : nothing}
      </div>
      ${rows.length > 0 ? html`<details><summary>${summaryOf(names)}</summary>${differencesTable(schema, columns, rows)}</details>` : nothing}
    </li>`;
  }

  /** Comparison of the current settings with an earlier version. */
  #comparison(version: number, schema: Schema): TemplateResult {
    const { saved, changes } = this.#editor.state;
    const differences = versionDifferences(saved!, this.#history!.entries, version);
    const rows = differences.map(({ path, now, before }) => ({ path, values: [now, before] }));
    const columns = [text('now'), text('version', { version })];
    const hasDifferences = rows.length > 0;
    return html`<p>${text(hasDifferences ? 'restoreChanges' : 'restoreChangesNothing', { version, count: rows.length })}</p>
      ${hasDifferences ? differencesTable(schema, columns, rows) : nothing}
      ${changes.length > 0 ? html`<p class="wrong">${text('changesLost')}</p>` : nothing}
      <div class="buttons">
        <button type="button" @click=${() => this.#compare(undefined)}>${text('backToHistory')}</button>
        ${rows.length > 0 ? html`<button type="button" class="primary" @click=${() => void this.#restore(version)}>${text('restoreVersion', { version })}</button>` : nothing}
      </div>`;
  }

  /** Shows what restoring a version would change; undefined returns to the list. */
  #compare(version: number | undefined): void {
    this.#compared = version;
    this.#rerender();
  }

  async #restore(version: number): Promise<void> {
    const { account, state } = this.#editor;
    this.#compared = undefined;
    await this.#editor.attemptOnCurrent(async (id) => {
      const outcome = await restoreConfiguration(account.connection, id, version, state.version);
      this.#history = undefined;
      state.applyOutcome(outcome);
      this.#editor.announceOutcome(text('restored', { version: `${version}` }));
      await account.readList();
    });
  }

  #close = (): void => {
    this.#history = undefined;
    this.#compare(undefined);
  };
}

const MAX_NAMES = 3;

function summaryOf(names: readonly string[]): string {
  const first = names.slice(0, MAX_NAMES).join(', ');
  const count = names.length - MAX_NAMES;
  return count > 0 ? text('namesAndMore', { names: first, count }) : first;
}

/** Settings that differ from a version. `entries` are the newest first, at least down to the version after `version`. */
export function versionDifferences(
  current: ConfigurationSettings,
  entries: readonly LogEntry[],
  version: number,
): { path: Path; now: unknown; before: unknown }[] {
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
